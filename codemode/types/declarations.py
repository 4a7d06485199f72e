"""Turns declarations written in Go into objects. Library packages describe their members with such texts.

`declare("func Repeat(s string, count int) string", ...)` returns a Func, `declare("type Duration int64", ...)` a TypeName whose underlying
type is made on first use, `declare("const Pi = 3.14", ...)` a Const, `declare("var EOF error", ...)` a Var. Only in these texts, the type
`native` is a slot for a Python object. An invalid text is a bug in the library: DeclarationError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from codemode.dsl import parse
from codemode.dsl.syntax import nodes
from codemode.types import constant
from codemode.types.model import (
    INVALID,
    NATIVE,
    UNTYPED_BOOL,
    UNTYPED_COMPLEX,
    UNTYPED_FLOAT,
    UNTYPED_INT,
    UNTYPED_RUNE,
    UNTYPED_STRING,
    Basic,
    Interface,
    Named,
    Pointer,
    Signature,
    StructField,
    Term,
    Type,
    TypeParam,
    array_of,
    chan_of,
    interface_of,
    map_of,
    pointer_to,
    signature_of,
    slice_of,
    struct_of,
    union_of,
)
from codemode.types.objects import Const, Func, Importer, Object, TypeName, Var
from codemode.types.substitute import instantiate
from codemode.types.universe import UNIVERSE
from codemode.types.wording import LIBRARY_NAMES, names_in

Lookup = Callable[[str], Object | None]


class DeclarationError(Exception):
    """A declaration text of a library is invalid."""


def declare(text: str, *, package: str, lookup: Lookup, importer: Importer | None = None) -> Object:
    """Returns the object that one Go declaration declares in library package `package` (its name, as in `strings`).

    `lookup` finds the package's own members by name; `importer` finds packages named in qualified types (`io.Reader`). A method is also
    added to its receiver's type (`Named.methods`). Raises DeclarationError.
    """
    parsed = parse(f"package {package or 'host'}\n{text}\n", repair=False)
    decls = parsed.file.decls
    if len(decls) != 1:
        raise DeclarationError(f"one declaration expected: {text}")
    reader = _Reader(text, package, lookup, importer)
    decl = decls[0]
    if isinstance(decl, nodes.FuncDecl):
        return reader.func(decl)
    if len(decl.specs) != 1 or decl.tok not in _SPECS:
        raise DeclarationError(f"one const, var, type or func expected: {text}")
    return _SPECS[decl.tok](reader, decl.specs[0])


class _Reader:
    """Reads one declaration. `params` are the type parameters in scope."""

    def __init__(self, text: str, package: str, lookup: Lookup, importer: Importer | None) -> None:
        self.text = text
        self.package = package
        self.lookup = lookup
        self.importer = importer
        self.params: dict[str, TypeParam] = {}

    def fail(self, message: str) -> NoReturn:
        raise DeclarationError(f"{self.package}: {message}: {self.text}")

    # --- declarations ---

    def func(self, decl: nodes.FuncDecl) -> Func:
        made = Func(decl.name.name, INVALID, package=self.package)
        if decl.recv is not None:
            made.recv, made.pointer_recv = self.receiver(decl.recv.type)
        sig = self.signature(decl.type, outer=True)
        made.typ = sig
        made.param_names = tuple(name.name for field in decl.type.params for name in (field.names or [nodes.Ident("")]))
        made.result_names = names_in(decl.type).results
        if made.recv is not None:
            made.recv_params = made.recv.type_params
            made.recv.methods[made.name] = made
        return made

    def receiver(self, expr: nodes.Expr) -> tuple[Named, bool]:
        pointer = isinstance(expr, nodes.StarExpr)
        base = expr.x if isinstance(expr, nodes.StarExpr) else expr
        names: list[str] = []
        if isinstance(base, nodes.IndexExpr):
            names = [index.name for index in base.indices if isinstance(index, nodes.Ident)]
            base = base.x
        named = self.type(base, generic=True)
        if not isinstance(named, Named):
            self.fail("bad receiver")
        self.params.update(zip(names, named.type_params))
        return named, pointer

    def type_spec(self, spec: nodes.TypeSpec) -> TypeName:
        if spec.alias:
            return TypeName(spec.name.name, self.type(spec.type), alias=True)
        named = Named(spec.name.name, self.package)
        named.obj = TypeName(named.name, named)
        named.type_params = self.type_params(spec.type_params)

        def resolve(named: Named) -> None:
            named.underlying = self.type(spec.type).underlying

        named.resolve = resolve
        return named.obj

    def var(self, spec: nodes.VarSpec) -> Var:
        if len(spec.names) != 1 or spec.type is None:
            self.fail("one variable with its type expected")
        return Var(spec.names[0].name, self.type(spec.type), kind="global")

    def const(self, spec: nodes.ConstSpec) -> Const:
        if len(spec.names) != 1 or len(spec.values) != 1:
            self.fail("one constant with its value expected")
        typ, value = self.value(spec.values[0])
        if spec.type is not None:
            typ = self.type(spec.type)
            value = self.represent(value, typ)
        return Const(spec.names[0].name, typ, value=value)

    # --- types ---

    def type(self, expr: nodes.Expr, generic: bool = False) -> Type:
        read = _TYPES.get(expr.__class__)
        if read is None:
            self.fail(f"not a type: {expr.__class__.__name__}")
        found = read(self, expr)
        if isinstance(found, Named) and found.type_params and not found.type_args and not generic:
            self.fail(f"generic type {found.name} without instantiation")
        return found

    def name(self, expr: nodes.Ident) -> Type:
        name = expr.name
        if name in self.params:
            return self.params[name]
        if name == "native":
            return NATIVE
        found = self.lookup(name) or UNIVERSE.get(name)
        if not isinstance(found, TypeName):
            self.fail(f"undefined type {name}")
        return found.typ

    def member(self, expr: nodes.SelectorExpr) -> Object | None:
        package = self.importer.by_name(expr.x.name) if self.importer and isinstance(expr.x, nodes.Ident) else None
        return package.member(expr.sel.name) if package is not None else None

    def qualified(self, expr: nodes.SelectorExpr) -> Type:
        found = self.member(expr)
        if not isinstance(found, TypeName):
            self.fail(f"undefined type .{expr.sel.name}")
        return found.typ

    def instance(self, expr: nodes.IndexExpr) -> Type:
        named = self.type(expr.x, generic=True)
        if not isinstance(named, Named) or len(named.type_params) != len(expr.indices):
            self.fail("bad instance")
        return instantiate(named, [self.type(index) for index in expr.indices])

    def array(self, expr: nodes.ArrayType) -> Type:
        elem = self.type(expr.elem)
        if expr.len is None:
            return slice_of(elem)
        length = constant.to_int(self.value(expr.len)[1])
        if length is None:
            self.fail("bad array length")
        return array_of(elem, length)

    def struct(self, expr: nodes.StructType) -> Type:
        fields: list[StructField] = []
        for field in expr.fields:
            typ, tag = self.type(field.type), (field.tag or b"").decode()
            if field.embedded:
                base = typ.elem if isinstance(typ, Pointer) else typ
                name = base.name if isinstance(base, (Named, Basic)) else self.fail("bad embedded field")
                fields.append(StructField(name, typ, True, tag, hidden=not name[:1].isupper()))
            else:
                fields += [StructField(n.name, typ, False, tag, hidden=not n.name[:1].isupper()) for n in field.names]
        return struct_of(fields)

    def interface(self, expr: nodes.InterfaceType) -> Interface:
        methods: dict[str, Signature] = {}
        embeds: list[Type] = []
        for elem in expr.elems:
            if elem.names and isinstance(elem.type, nodes.FuncType):
                methods[elem.names[0].name] = self.signature(elem.type)
            else:
                embeds.append(self.element(elem.type))
        return interface_of(methods, embeds)

    def element(self, expr: nodes.Expr) -> Type:
        """An element of a constraint: a type, ~T, or a union."""
        terms: list[Term] = []
        rest: nodes.Expr | None = expr
        while rest is not None:
            last, rest = (rest.y, rest.x) if isinstance(rest, nodes.BinaryExpr) else (rest, None)
            tilde = isinstance(last, nodes.UnaryExpr) and last.op == "~"
            terms.append(Term(tilde, self.type(last.x if isinstance(last, nodes.UnaryExpr) else last)))
        terms.reverse()
        return terms[0].type if len(terms) == 1 and not terms[0].tilde else union_of(terms)

    def constraint(self, expr: nodes.Expr) -> Type:
        bare = isinstance(expr, nodes.BinaryExpr) or (isinstance(expr, nodes.UnaryExpr) and expr.op == "~")
        return interface_of({}, [self.element(expr)], implicit=True) if bare else self.type(expr)

    def type_params(self, fields: list[nodes.Field]) -> tuple[TypeParam, ...]:
        made = [TypeParam(name.name, 0) for field in fields for name in field.names]
        for index, param in enumerate(made):
            param.index = index
            self.params[param.name] = param
        rest = iter(made)
        for field in fields:
            bound = self.constraint(field.type)
            for _ in field.names:
                next(rest).constraint = bound
        return tuple(made)

    def signature(self, expr: nodes.FuncType, outer: bool = False) -> Signature:
        type_params = self.type_params(expr.type_params)
        variadic = False
        params: list[Type] = []
        for field in expr.params:
            if isinstance(field.type, nodes.Ellipsis) and field.type.elem is not None:
                variadic = True
                typ: Type = slice_of(self.type(field.type.elem))
            else:
                typ = self.type(field.type)
            params += [typ] * (len(field.names) or 1)
        results = [t for f in expr.results for t in [self.type(f.type)] * (len(f.names) or 1)]
        sig = signature_of(params, results, variadic, type_params)
        if not outer:
            LIBRARY_NAMES.setdefault(sig, names_in(expr))
        return sig

    # --- constants ---

    def value(self, expr: nodes.Expr) -> tuple[Type, Any]:
        read = _VALUES.get(expr.__class__)
        if read is None:
            self.fail(f"not a constant: {expr.__class__.__name__}")
        return read(self, expr)

    def literal(self, expr: nodes.BasicLit) -> tuple[Type, Any]:
        if expr.kind == "IMAG":
            return UNTYPED_COMPLEX, (constant.to_float(0), expr.value)
        return _LITERALS[expr.kind], expr.value

    def known(self, expr: nodes.Ident | nodes.SelectorExpr) -> tuple[Type, Any]:
        if isinstance(expr, nodes.Ident):
            found = self.lookup(expr.name) or UNIVERSE.get(expr.name)
        else:
            found = self.member(expr)
        if not isinstance(found, Const):
            self.fail("undefined constant")
        return found.typ, found.value

    def operation(self, expr: nodes.BinaryExpr) -> tuple[Type, Any]:
        (tx, x), (ty, y) = self.value(expr.x), self.value(expr.y)
        if expr.op in ("<<", ">>"):
            whole, count = constant.to_int(x), constant.to_int(y)
            if whole is None or count is None:
                self.fail("bad shift")
            return tx, self.represent(constant.shift(expr.op, whole, count), tx)
        typ = max(tx, ty, key=lambda t: _RANK.get(t, len(_RANK)))
        if expr.op in ("==", "!=", "<", "<=", ">", ">="):
            return UNTYPED_BOOL, constant.compare(expr.op, x, y)
        info = typ.underlying.info if isinstance(typ.underlying, Basic) else ""
        return typ, self.represent(constant.binary(expr.op, x, y, info in ("integer", "unsigned")), typ)

    def negation(self, expr: nodes.UnaryExpr) -> tuple[Type, Any]:
        typ, value = self.value(expr.x)
        basic = typ.underlying
        if not isinstance(basic, Basic):
            self.fail("bad operand")
        return typ, self.represent(constant.unary(expr.op, value, basic), typ)

    def conversion(self, expr: nodes.CallExpr) -> tuple[Type, Any]:
        if len(expr.args) != 1:
            self.fail("not a constant")
        typ = self.type(expr.fun)
        return typ, self.represent(self.value(expr.args[0])[1], typ)

    def represent(self, value: Any, typ: Type) -> Any:
        basic = typ.underlying
        held = constant.represent(value, basic) if isinstance(basic, Basic) else None
        if held is None:
            self.fail(f"{constant.text(value)} is not representable as {typ}")
        return held


_LITERALS: dict[str, Basic] = {
    "INT": UNTYPED_INT,
    "CHAR": UNTYPED_RUNE,
    "FLOAT": UNTYPED_FLOAT,
    "STRING": UNTYPED_STRING,
}
_RANK: dict[Type, int] = {UNTYPED_INT: 0, UNTYPED_RUNE: 1, UNTYPED_FLOAT: 2, UNTYPED_COMPLEX: 3}
_SPECS: dict[str, Callable[[_Reader, Any], Object]] = {
    "const": _Reader.const,
    "var": _Reader.var,
    "type": _Reader.type_spec,
}
_TYPES: dict[type[nodes.Node], Callable[[_Reader, Any], Type]] = {
    nodes.Ident: _Reader.name,
    nodes.SelectorExpr: _Reader.qualified,
    nodes.IndexExpr: _Reader.instance,
    nodes.ParenExpr: lambda reader, expr: reader.type(expr.x),
    nodes.StarExpr: lambda reader, expr: pointer_to(reader.type(expr.x)),
    nodes.ArrayType: _Reader.array,
    nodes.StructType: _Reader.struct,
    nodes.InterfaceType: _Reader.interface,
    nodes.FuncType: _Reader.signature,
    nodes.MapType: lambda reader, expr: map_of(reader.type(expr.key), reader.type(expr.value)),
    nodes.ChanType: lambda reader, expr: chan_of(reader.type(expr.elem), expr.dir),
}
_VALUES: dict[type[nodes.Node], Callable[[_Reader, Any], tuple[Type, Any]]] = {
    nodes.BasicLit: _Reader.literal,
    nodes.Ident: _Reader.known,
    nodes.SelectorExpr: _Reader.known,
    nodes.BinaryExpr: _Reader.operation,
    nodes.UnaryExpr: _Reader.negation,
    nodes.CallExpr: _Reader.conversion,
    nodes.ParenExpr: lambda reader, expr: reader.value(expr.x),
}
