"""Declarations of constants, variables, types and functions, each checked on first use; also reports forbidden cycles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, generics, resolving, structure, typexprs, validity
from codemode.types.checker import UNSET, Checker, Declared, Environment
from codemode.types.model import INVALID, Interface, Named, Pointer, Struct, Type, TypeParam
from codemode.types.objects import Const, Func, FuncInfo, TypeName, Var
from codemode.types.operand import Operand
from codemode.types.predicates import CONSTANT, is_basic
from codemode.types.wording import names_in

_MAX_REPEATED: Final = 1 << 18  # characters; the limit is that of a whole source


# --- constants and variables ---------------------------------------------------------------------------------------


def package_const(c: Checker, obj: Const, decl: Declared) -> None:
    c.env.decl = decl
    const_decl(c, obj, decl.type, decl.init, decl.iota, decl.spec if decl.inherited else None)


def const_decl(
    c: Checker, obj: Const, typ: nodes.Expr | None, init: nodes.Expr | None, iota: int, inherited_at: nodes.Node | None
) -> None:
    """Declares one constant. If its value is repeated from a specification above, problems are reported at `inherited_at`."""
    env = c.env
    before = env.iota, env.iota_pos
    env.iota = iota
    try:
        if typ is not None:
            found = typexprs.typ(c, typ)
            if not is_basic(found, CONSTANT):
                if found.underlying is not INVALID:
                    c.error(typ, f"invalid constant type {c.words.type(found)}", reason="not_constant")
                obj.typ = INVALID
                return
            obj.typ = found
        env.iota_pos = inherited_at
        x = Operand()
        if inherited_at is not None and init is not None:
            c.repeated_text += init.end - init.pos
        if c.repeated_text > _MAX_REPEATED:
            message = "too many constants repeat a long value"
            c.error(resolving.ObjectPlace(obj), message, "write a shorter value", reason="constant_too_large")
        elif init is not None:
            expressions.expr(c, x, init)
        assignments.init_const(c, obj, x)
    finally:
        env.iota, env.iota_pos = before


def package_var(c: Checker, obj: Var, decl: Declared) -> None:
    c.env.decl = decl
    var_decl(c, obj, decl.lhs, decl.type, decl.init)


def var_decl(c: Checker, obj: Var, lhs: list[Var] | None, typ: nodes.Expr | None, init: nodes.Expr | None) -> None:
    """Declares one variable, or all of `lhs` if one call gives their values."""
    if typ is not None:
        found = typexprs.var_type(c, typ)
        for var in lhs or [obj]:
            if var.typ is UNSET:
                var.typ = found
    if init is None:
        if typ is None and obj.typ is UNSET:
            obj.typ = INVALID
        return
    if lhs is None or len(lhs) == 1:
        x = Operand()
        expressions.expr(c, x, init, target=assignments.target_of(obj.typ, obj.name))
        assignments.init_var(c, obj, x, "variable declaration")
        return
    assignments.init_vars(c, lhs, [init])


# --- types -----------------------------------------------------------------------------------------------------------


def type_decl(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    outer = c.open()
    try:
        if spec.alias:
            _alias(c, obj, spec)
        else:
            _defined(c, obj, spec)
    finally:
        c.scope = outer


def _alias(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    obj.alias = True
    if spec.type_params:
        generics.declare_type_params(c, spec.type_params, obj)
    typ = typexprs.typ(c, spec.type)
    if isinstance(typ, TypeParam) and typ in obj.type_params:
        message = "cannot use type parameter declared in alias declaration as RHS"
        c.error(spec.type, message, reason="wrong_type_declaration")
        typ = INVALID
    if obj.typ is UNSET:
        obj.typ = typ


def _defined(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    named = Named(obj.name)
    named.obj = obj
    obj.typ = named
    if c.env.fn is not None:
        c.local_types.append(obj)
    if spec.type_params:
        generics.declare_type_params(c, spec.type_params, named)
    elif c.env.fn is not None:
        named.outer_params = c.env.fn.visible_type_params
    c.later(lambda: validity.valid_type(c, named))
    rhs = typexprs.typ(c, spec.type)
    if isinstance(rhs, TypeParam):
        c.error(spec.type, "cannot use a type parameter as RHS in type declaration", reason="wrong_type_declaration")
        rhs = INVALID
    if isinstance(rhs, Named) and rhs.settled() is None:
        _defer_underlying(c, named, rhs)
    else:
        named.underlying = rhs.underlying


def _defer_underlying(c: Checker, named: Named, rhs: Named) -> None:
    """Declares `type A B` while B is still being declared."""
    seen: set[Named] = {named}
    follow: Type = rhs
    while isinstance(follow, Named) and follow.settled() is None:
        if follow in seen:
            resolving.cycle_error(c, [t.obj for t in seen])
            named.underlying = named.obj.typ = INVALID
            return
        seen.add(follow)
        follow = c.pending_types.get(follow, INVALID)
    c.pending_types[named] = rhs

    def take(n: Named) -> None:
        under = rhs.settled()
        if under is None:
            n.resolve = take
        else:
            n.underlying = under

    named.resolve = take


# --- functions -------------------------------------------------------------------------------------------------------


def package_func(c: Checker, obj: Func, decl: Declared) -> None:
    """Finds the signature of a declared function. Its body is checked later."""
    node = cast(nodes.FuncDecl, decl.spec)
    outer = c.open()
    scope = c.scope
    recv: Var | None = None
    recv_params: tuple[TypeParam, ...] = ()
    if node.recv is not None:
        recv, recv_params = receiver(c, node.recv)
        obj.recv_params = recv_params
    made = structure.parameters(c, node.type)
    if recv is not None and recv.name:
        c.declare(scope, recv, node.recv.names[0] if node.recv is not None else node)
    structure.declare_variables(c, made)
    c.scope = outer
    sig = made.signature
    obj.typ = sig
    c.words.bodies.setdefault(sig, names_in(node.type))
    info = FuncInfo(_trace_name(obj, made.type_params), sig, recv, made.params, made.results, made.named_results)
    info.type_params = (*recv_params, *made.type_params)
    info.visible_type_params = info.type_params
    for var in [recv, *made.params, *made.results]:
        if var is not None:
            var.owner = info
    obj.info = node.info = info
    c.infos.append(info)
    if node.body is None:
        at, what = (node, "generic function is ") if node.type.type_params else (node.name, "")
        c.error(at, f"{what}missing function body", reason="missing_body")
        return
    c.bodies.append((Environment(scope, info, sig, decl=decl), node.body))


def _trace_name(obj: Func, type_params: tuple[TypeParam, ...]) -> str:
    dots = "[...]" if type_params else ""
    if obj.recv is None:
        return f"main.{obj.name}{dots}"
    base = obj.recv.name + ("[...]" if obj.recv.type_params else "")
    return f"main.(*{base}).{obj.name}{dots}" if obj.pointer_recv else f"main.{base}.{obj.name}{dots}"


def receiver(c: Checker, node: nodes.Field) -> tuple[Var, tuple[TypeParam, ...]]:
    """Returns the receiver's variable and its type parameters; the type parameters are declared in the current scope."""
    base = node.type
    pointer = False
    while isinstance(base, (nodes.ParenExpr, nodes.StarExpr)):
        pointer = pointer or isinstance(base, nodes.StarExpr)
        base = base.x
    params: tuple[TypeParam, ...] = ()
    if isinstance(base, nodes.IndexExpr):
        typ, params = generics.generic_receiver(c, base, pointer)
    else:
        typ = typexprs.var_type(c, node.type)
        named = typ.elem if isinstance(typ, Pointer) else typ
        if isinstance(named, Named) and named.origin is not None:
            message = f"cannot define new methods on instantiated type {c.words.type(named)}"
            c.error(base, message, reason="wrong_receiver")
            typ = INVALID
    name = node.names[0] if node.names else None
    var = Var(name.name if name else "", typ, name.pos if name else node.pos, kind="param", used=True)
    if name is not None:
        name.obj = var
    c.later(lambda: _valid_receiver(c, base, typ))
    return var, params


def _valid_receiver(c: Checker, at: nodes.Expr, typ: Type) -> None:
    base = typ.elem if isinstance(typ, Pointer) else typ
    if base is INVALID:
        return
    text = c.words.type(base)
    if not isinstance(base, Named):
        local = not is_basic(base, CONSTANT)
        message = "invalid receiver type" if local else "cannot define new methods on non-local type"
        c.error(at, f"{message} {c.words.type(typ) if local else text}", reason="wrong_receiver")
    elif base.package or (base.obj not in c.objects and (base.origin or base).obj not in c.objects):
        c.error(at, f"cannot define new methods on non-local type {text}", reason="wrong_receiver")
    elif isinstance(base.underlying, (Pointer, Interface)):
        c.error(at, f"invalid receiver type {text} (pointer or interface type)", reason="wrong_receiver")


def attach_methods(c: Checker, base: TypeName, methods: list[Func]) -> None:
    """Adds methods to a type. The signature of each is found when the method is first looked up."""
    named = base.typ
    seen: dict[str, Func] = {}
    for method in methods:
        other = seen.get(method.name)
        if other is not None:
            place = c.place(other.pos)
            at = f" at {place}" if place else ""
            message = f"method {base.name}.{method.name} already declared{at}"
            c.error(resolving.ObjectPlace(method), message, reason="redeclared")
            continue
        seen[method.name] = method
        if isinstance(named, Named):
            named.methods[method.name] = _on_demand(c, method)
    if isinstance(named, Named):
        c.later(lambda: _distinct_from_fields(c, named, seen))


def _on_demand(c: Checker, method: Func) -> Callable[[], Func]:
    def give() -> Func:
        resolving.resolve(c, method)
        return method

    return give


def _distinct_from_fields(c: Checker, named: Named, methods: dict[str, Func]) -> None:
    under = named.underlying
    if isinstance(under, Struct):
        for name, method in methods.items():
            if name in under.index:
                message = f"field and method with the same name {name}"
                c.error(resolving.ObjectPlace(method), message, reason="redeclared")


def settle_methods(named: Named) -> None:
    """Replaces methods that are found on demand with the methods themselves."""
    for name, method in named.methods.items():
        if not isinstance(method, Func):
            named.methods[name] = method()
