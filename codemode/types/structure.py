"""Struct, interface and function types, and the parameters of functions."""

from __future__ import annotations

from dataclasses import field

from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes
from codemode.records import dataclass
from codemode.types import generics, typexprs, unions
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.limits import TooComplex
from codemode.types.model import (
    INVALID,
    Interface,
    Named,
    Pointer,
    Signature,
    StructField,
    Type,
    TypeParam,
    Union,
    interface_of,
    signature_of,
    slice_of,
    struct_of,
)
from codemode.types.objects import TypeName, Var
from codemode.types.wording import names_in

_MAX_METHODS = 200_000  # of all interfaces of a program together

# --- structs -------------------------------------------------------------------------------------------------------


def struct_type(c: Checker, e: nodes.StructType) -> Type:
    fields: list[StructField] = []
    seen: set[str] = set()

    def add(name: nodes.Expr, text: str, made: StructField) -> None:
        if text != "_" and text in seen:
            c.error(name, f"{text} redeclared", reason="redeclared")
            return
        seen.add(text)
        fields.append(made)

    for node in e.fields:
        typ = typexprs.var_type(c, node.type)
        tag = (node.tag or b"").decode("utf-8", "replace")
        if node.embedded or not node.names:
            name = embedded_name(node.type)
            if name is None:
                message = f"invalid embedded field type {expr_text(node.type)}"
                c.error(node.type, message, reason="wrong_type_declaration")
                continue
            add(node.type, name, StructField(name, typ, True, tag))
            _check_embedded(c, node.type, typ)
        else:
            for ident in node.names:
                add(ident, ident.name, StructField(ident.name, typ, False, tag))
    return struct_of(fields)


def embedded_name(e: nodes.Expr) -> str | None:
    if isinstance(e, nodes.Ident):
        return e.name
    if isinstance(e, nodes.StarExpr):
        return None if isinstance(e.x, nodes.StarExpr) else embedded_name(e.x)
    if isinstance(e, nodes.SelectorExpr):
        return e.sel.name
    return embedded_name(e.x) if isinstance(e, (nodes.IndexExpr, nodes.ParenExpr)) else None


def _check_embedded(c: Checker, at: nodes.Expr, typ: Type) -> None:
    def check() -> None:
        base, is_pointer = (typ.elem, True) if isinstance(typ, Pointer) else (typ, False)
        if isinstance(base, TypeParam):
            message = "embedded field type cannot be a (pointer to a) type parameter"
            c.error(at, message, reason="wrong_type_declaration")
        elif isinstance(base.underlying, Pointer):
            c.error(at, "embedded field type cannot be a pointer", reason="wrong_type_declaration")
        elif is_pointer and isinstance(base.underlying, Interface):
            c.error(at, "embedded field type cannot be a pointer to an interface", reason="wrong_type_declaration")

    c.later(check)


# --- functions -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Parameters:
    """The content of a function type: its types, its variables and the identifiers that name them."""

    type_params: tuple[TypeParam, ...] = ()
    params: list[Var] = field(default_factory=list[Var])
    results: list[Var] = field(default_factory=list[Var])
    variadic: bool = False
    named_results: bool = False
    idents: list[tuple[nodes.Ident, Var]] = field(default_factory=list[tuple[nodes.Ident, Var]])

    @property
    def signature(self) -> Signature:
        params = [p.typ for p in self.params]
        return signature_of(params, [r.typ for r in self.results], self.variadic, self.type_params)


def func_type(c: Checker, e: nodes.FuncType) -> Signature:
    outer = c.open()
    sig = parameters(c, e).signature
    c.scope = outer
    c.words.declared.setdefault(sig, names_in(e))
    return sig


def parameters(c: Checker, e: nodes.FuncType) -> Parameters:
    """Reads a function type in the current scope, where its type parameters are declared. The caller declares the variables."""
    made = Parameters()
    if e.type_params:
        made.type_params = generics.declare_type_params(c, e.type_params)
    last = len(e.params) - 1
    for i, node in enumerate(e.params):
        type_expr = node.type
        variadic = False
        if isinstance(type_expr, nodes.Ellipsis) and type_expr.elem is not None:
            if i == last and len(node.names) <= 1:
                variadic = made.variadic = True
            else:
                c.error(type_expr, "can only use ... with final parameter", reason="invalid_spread")
            type_expr = type_expr.elem
        typ = typexprs.var_type(c, type_expr)
        _variables(made, made.params, node, slice_of(typ) if variadic else typ, "param")
    for node in e.results:
        made.named_results = made.named_results or bool(node.names)
        _variables(made, made.results, node, typexprs.var_type(c, node.type), "result")
    return made


def _variables(made: Parameters, to: list[Var], node: nodes.Field, typ: Type, kind: str) -> None:
    for ident in node.names:
        var = Var(ident.name, typ, ident.pos, kind="param" if kind == "param" else "result", used=True)
        ident.obj = var
        to.append(var)
        made.idents.append((ident, var))
    if not node.names:
        to.append(Var("", typ, node.pos, kind="param" if kind == "param" else "result", used=True))


def declare_variables(c: Checker, made: Parameters) -> None:
    for ident, var in made.idents:
        c.declare(c.scope, var, ident)


# --- interfaces ------------------------------------------------------------------------------------------------------


def interface_type(c: Checker, e: nodes.InterfaceType) -> Type:
    if not e.elems:
        c.words.seen.add("interface{}")
    methods: dict[str, Signature] = {}
    embeds: list[tuple[nodes.Expr, Type]] = []
    for node in e.elems:
        if node.names and isinstance(node.type, nodes.FuncType):
            name = node.names[0]
            sig = func_type(c, node.type)
            if name.name == "_":
                c.error(name, "methods must have a unique non-blank name", reason="redeclared")
            elif name.name in methods:
                c.error(name, f"duplicate method {name.name}", reason="redeclared")
            else:
                methods[name.name] = sig
        else:
            embeds.append((node.type, unions.union(c, node.type)))
    types = [t for _, t in embeds if t is not INVALID]
    if any(_is_pending(c, t) for t in types):
        return _pending_interface(c, methods, embeds, types)
    made = interface_of(methods, types)
    _count_methods(c, made)
    _check_embedded_methods(c, methods, embeds)
    return made


def _count_methods(c: Checker, made: Interface) -> None:
    """Limits the number of methods: in a chain of interfaces that each add one method, it grows with the square of the length."""
    c.method_count += len(made.methods)
    if c.method_count > _MAX_METHODS:
        raise TooComplex


def _is_pending(c: Checker, t: Type) -> bool:
    """Returns whether an embedded type is still being declared, so that its methods are unknown."""
    if isinstance(t, Union):
        return any(_is_pending(c, term.type) for term in t.terms)
    return isinstance(t, Named) and (t.settled() is None or t.underlying in c.pending_interfaces)


def _pending_interface(
    c: Checker, methods: dict[str, Signature], embeds: list[tuple[nodes.Expr, Type]], types: list[Type]
) -> Interface:
    """Returns an interface that is completed later, together with the declarations that contain it."""
    made = Interface()
    made.explicit, made.methods = methods, dict(methods)
    made.embeds, made.unions, made.comparable, made.implicit, made.terms = tuple(types), (), False, False, None
    c.pending_interfaces.add(made)

    def complete() -> None:
        made.complete()
        made.terms = None
        _count_methods(c, made)
        _check_embedded_methods(c, methods, embeds)

    c.later(complete)
    return made


def _check_embedded_methods(c: Checker, methods: dict[str, Signature], embeds: list[tuple[nodes.Expr, Type]]) -> None:
    seen = dict(methods)
    for at, typ in embeds:
        under = typ.underlying
        if isinstance(typ, TypeParam) or not isinstance(under, Interface):
            continue
        for name, sig in under.methods.items():
            other = seen.setdefault(name, sig)
            if other is not sig:
                c.error(at, f"duplicate method {name}", reason="redeclared")


def lacks_types(c: Checker, typ: nodes.FuncType) -> bool:
    """Returns whether a parameter has only one word, which is not a type, or whether a reading left a type open."""
    for p in typ.params:
        if _is_open(p.type) or _is_word(c, p):
            return True
    return any(_is_open(r.type) for r in typ.results)


def _is_word(c: Checker, p: nodes.Field) -> bool:
    return not p.names and isinstance(p.type, nodes.Ident) and not isinstance(c.lookup(p.type.name), TypeName)


def _is_open(typ: nodes.Expr) -> bool:
    return isinstance(typ, nodes.Ident) and typ.name[:1] == HIDDEN
