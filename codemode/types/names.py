"""Resolves identifiers and selectors."""

from __future__ import annotations

from typing import Any, Final, cast

from codemode.dsl.syntax import nodes
from codemode.types import expressions, gradual, resolving, typexprs
from codemode.types.assignability import interface_pointer_error
from codemode.types.captures import mark_addressed, use_var
from codemode.types.checker import UNSET, Checker
from codemode.types.expression_text import expr_text
from codemode.types.lookup import Found, lookup
from codemode.types.model import ANY, INVALID, Named, Pointer, Signature, Type, TypeParam, signature_of
from codemode.types.objects import Builtin, Const, Func, Nil, Object, Package, PkgName, Selection, TypeName, Var
from codemode.types.operand import BAD, BUILTIN, CONST, MAPINDEX, NILVALUE, TYPEXPR, VALUE, VARIABLE, Operand
from codemode.types.predicates import is_interface_pointer
from codemode.types.universe import IOTA, UNIVERSE

SPELLINGS: Final = frozenset({"byte", "uint8", "rune", "int32", "any"})


def ident(c: Checker, x: Operand, e: nodes.Ident, hint: Type | None = None, want_type: bool = False) -> None:
    x.mode = BAD
    x.expr = e
    e.inst = None
    obj = c.lookup(e.name) or cast("Object | None", c.reader.name(c, e, None))
    if obj is None:
        _undefined(c, e, want_type)
        return
    e.obj = obj
    if isinstance(obj, TypeName):
        if obj.typ is UNSET or (want_type and obj in c.objects):
            resolving.resolve(c, obj)
    elif not want_type:
        if obj.typ is UNSET:
            resolving.resolve(c, obj)
    else:
        message = f"{e.name} ({object_kind(obj)}) is not a type"
        c.error(e, message, c.reader.hint("type_name", c, e.name), reason="not_a_type")
        if isinstance(obj, Var):
            obj.used = True
        return
    read = _OBJECTS.get(obj.__class__) or next(_OBJECTS[k] for k in obj.__class__.__mro__ if k in _OBJECTS)
    read(c, x, e, obj)


def _undefined(c: Checker, e: nodes.Ident, want_type: bool) -> None:
    if e.name == "_":
        c.error(e, "cannot use _ as value or type", reason="not_a_value")
        return
    if c.reader.callee(c, e):
        return
    c.undefined.add(e.name)
    message = f"undefined: {e.name}"
    c.error(e, message, c.reader.hint("type_name" if want_type else "name", c, e.name), reason="undeclared_name")


def package_named(c: Checker, name: str) -> PkgName | None:
    """Returns a library package by its name, or None."""
    found = c.packages.get(name)
    if found is None and c.importer is not None and c.implicit_imports:
        package = c.importer.by_name(name)
        if package is not None:
            found = c.packages[name] = PkgName(name, INVALID, package=package, used=True)
    return found


def object_kind(obj: Object) -> str:
    if isinstance(obj, TypeName):
        if isinstance(obj.typ, TypeParam):
            return "type parameter"
        return "type alias" if obj.alias else "defined type"
    if isinstance(obj, Var):
        kinds = {"global": "package-level variable", "param": "parameter", "result": "result variable"}
        return kinds.get(obj.kind, "struct field" if obj.kind == "field" else "local variable")
    if isinstance(obj, Func):
        return "method" if obj.recv is not None else "function"
    return _KINDS.get(obj.__class__, "unknown symbol")


_KINDS: Final[dict[type[Object], str]] = {
    PkgName: "package name",
    Const: "constant",
    Builtin: "built-in function",
    Nil: "untyped nil",
}


# --- one short function per kind of object -------------------------------------------------------------------------


def _package(c: Checker, x: Operand, e: nodes.Ident, obj: PkgName) -> None:
    if not c.reader.callee(c, e):
        c.error(e, f"use of package {obj.name} not in selector", reason="package_as_value")


def _const(c: Checker, x: Operand, e: nodes.Ident, obj: Const) -> None:
    c.depends(obj)
    if obj.typ is INVALID:
        return
    if obj is IOTA:
        if c.env.iota is None:
            c.error(e, "cannot use iota outside constant declaration", reason="misplaced")
            return
        x.val = c.env.iota
    else:
        x.val = obj.value
    x.mode, x.typ = CONST, obj.typ


def _type_name(c: Checker, x: Operand, e: nodes.Ident, obj: TypeName) -> None:
    if e.name in SPELLINGS and obj is UNIVERSE.get(e.name):
        c.words.seen.add(e.name)
    if obj.type_params:
        message = f"cannot use generic type {e.name}[{c.words.params(obj.type_params)}] without instantiation"
        c.error(e, message, reason="missing_type_arguments")
        return
    x.mode, x.typ = TYPEXPR, obj.typ


def _var(c: Checker, x: Operand, e: nodes.Ident, obj: Var) -> None:
    obj.used = True
    c.depends(obj)
    if obj.typ is INVALID:
        return
    use_var(c, obj)
    x.mode, x.typ = VARIABLE, obj.typ


def _func(c: Checker, x: Operand, e: nodes.Ident, obj: Func) -> None:
    c.depends(obj)
    x.mode, x.typ = VALUE, obj.typ


def _builtin(c: Checker, x: Operand, e: nodes.Ident, obj: Builtin) -> None:
    x.mode = BUILTIN
    x.name = obj.name
    x.typ = INVALID


def _nil(c: Checker, x: Operand, e: nodes.Ident, obj: Nil) -> None:
    x.mode, x.typ = NILVALUE, obj.typ


_OBJECTS: Final[dict[type[Object], Any]] = {
    PkgName: _package,
    Const: _const,
    TypeName: _type_name,
    Var: _var,
    Func: _func,
    Builtin: _builtin,
    Nil: _nil,
}


# --- selectors -----------------------------------------------------------------------------------------------------


def selector(c: Checker, x: Operand, e: nodes.SelectorExpr, hint: Type | None = None, want_type: bool = False) -> None:
    e.selection = None
    e.inst = None
    if isinstance(e.x, nodes.Ident):
        package = _package_of(c, e.x)
        if package is not None:
            e.x.obj = package
            package.used = True
            if package.package is None:
                x.mode = BAD
                return
            _member(c, x, e, package.package)
            return
        if _names_tool(c, e):
            x.mode = BAD
            text = expr_text(e)
            if c.reader.callee(c, e.x):
                return
            message = f"undefined: {text}"
            c.error(e, message, f'{text} is a tool: call codemode.CallTool("{text}", args)', reason="undeclared_name")
            return
    elif isinstance(e.x, nodes.SelectorExpr) and _is_package_path(c, e.x):
        nested = _inner_package(c, e.x)
        if nested is not None:
            _member(c, x, e, nested)
            return
        x.mode = BAD
        return
    expressions.expr_or_type(c, x, e.x)
    if x.mode is BAD:
        return
    if x.mode is BUILTIN:
        c.error(e, f"invalid use of {c.words.operand(x)} in selector expression", reason="wrong_method")
        x.mode = BAD
        return
    if not typexprs.is_complete(c, x.typ):
        x.mode = BAD
        return
    if want_type:
        c.error(e.sel, f"{expr_text(e)} is not a type", reason="not_a_type")
        x.mode = BAD
        return
    select(c, x, e)


def _names_tool(c: Checker, e: nodes.SelectorExpr) -> bool:
    """Returns whether `math.add` is a tool and its first name is not declared."""
    if c.tools is None or not isinstance(e.x, nodes.Ident) or c.lookup(e.x.name) is not None:
        return False
    return c.tools.shape(expr_text(e)) is not None


def _is_package_path(c: Checker, e: nodes.SelectorExpr) -> bool:
    """Returns whether `e` is a package inside a package, as `MCP.github` in `MCP.github.search(...)`."""
    base = e.x
    while isinstance(base, nodes.SelectorExpr):
        base = base.x
    if not isinstance(base, nodes.Ident):
        return False
    found = _package_of(c, base)
    if found is None or found.package is None:
        return False
    package: Package = found.package
    chain: list[str] = []
    inner: nodes.Expr = e
    while isinstance(inner, nodes.SelectorExpr):
        chain.append(inner.sel.name)
        inner = inner.x
    for name in reversed(chain):
        member = package.member(name)
        if not isinstance(member, PkgName):
            return False
        package = member.package
    return True


def _inner_package(c: Checker, e: nodes.SelectorExpr) -> Package | None:
    """Returns the package that a selector such as `MCP.github` denotes, or None."""
    inner = Operand()
    outer = _package_of(c, e.x) if isinstance(e.x, nodes.Ident) else None
    package: Package | None = outer.package if outer is not None else None
    if package is None and isinstance(e.x, nodes.SelectorExpr):
        package = _inner_package(c, e.x)
    if package is None:
        return None
    if outer is not None and isinstance(e.x, nodes.Ident):
        e.x.obj = outer
        outer.used = True
    _member(c, inner, e, package, inside=True)
    nested = e.selection
    return nested.obj.package if isinstance(nested, Selection) and isinstance(nested.obj, PkgName) else None


def _package_of(c: Checker, e: nodes.Ident) -> PkgName | None:
    """Returns the package that `e` denotes before a dot. It takes precedence over a host function of the same name (`json`)."""
    found = c.lookup(e.name)
    if isinstance(found, PkgName):
        return found
    if found is None or (isinstance(found, Func) and c.host.names.get(e.name) is found):
        return package_named(c, e.name)
    return None


def _member(c: Checker, x: Operand, e: nodes.SelectorExpr, package: Package, inside: bool = False) -> None:
    x.mode = BAD
    x.expr = e
    name = e.sel.name
    obj = package.member(name)
    if obj is None and c.reader.callee(c, e):
        return
    if obj is None and not inside:
        obj = cast("Object | None", c.reader.name(c, e, package))
    if obj is None:
        _no_member(c, e, package)
        return
    e.sel.obj = obj
    e.selection = Selection("package", obj, None)
    if isinstance(obj, PkgName):
        x.typ = INVALID
        if not inside:
            text = expr_text(e)
            message = f"use of package {text} not in selector"
            c.error(e, message, f"write {text}. and the name of a function in it", reason="package_as_value")
        return
    x.typ = obj.typ
    if isinstance(obj, Const):
        x.mode, x.val = CONST, obj.value
    elif isinstance(obj, TypeName):
        x.mode = TYPEXPR
    elif isinstance(obj, Var):
        x.mode = VARIABLE
    else:
        x.mode = VALUE


def _no_member(c: Checker, e: nodes.SelectorExpr, package: Package) -> None:
    name = e.sel.name
    names = package.member_names()
    lower = name.lower()
    close = next((n for n in names if n.lower() == lower), None)
    text = expr_text(e)
    if close is not None:
        message = f"undefined: {text} (but have {close})"
        c.error(e.sel, message, f"did you mean {package.name}.{close}?", reason="undeclared_name")
        return
    c.error(e.sel, f"undefined: {text}", c.reader.hint("member", c, package, name), reason="undeclared_name")


def select(c: Checker, x: Operand, e: nodes.SelectorExpr) -> None:
    """Selects a field or method of the operand."""
    name = e.sel.name
    if gradual.dynamic(c, x) and x.mode is not TYPEXPR:
        if c.read(e, x):
            return
        e.selection = Selection("dynamic", None, ANY)
        c.reads_keys = True
        x.mode = MAPINDEX
        return
    found = lookup(x.typ, name, addressable=x.mode is VARIABLE)
    if found.typ is None:
        if c.read(e, x):
            return
        _not_found(c, x, e, found)
        x.mode = BAD
        return
    if found.kind == "field":
        _field(c, x, e, found)
        return
    _method(c, x, e, found)


def _is_foreign(t: Type) -> bool:
    base = t.elem if isinstance(t, Pointer) else t
    return isinstance(base, Named) and bool(base.package)


def _field(c: Checker, x: Operand, e: nodes.SelectorExpr, found: Found) -> None:
    if x.mode is TYPEXPR:
        text = c.words.type(x.typ)
        c.error(e.x, f"operand for field selector {e.sel.name} must be value of type {text}", reason="wrong_method")
        x.mode = BAD
        return
    e.sel.obj = Var(found.name, found.typ, kind="field", used=True)
    e.selection = Selection("field", e.sel.obj, x.typ, found.path, found.indirect)
    x.mode = VARIABLE if x.mode is VARIABLE or found.indirect else VALUE
    x.typ = found.typ


def _method(c: Checker, x: Operand, e: nodes.SelectorExpr, found: Found) -> None:
    func = found.func
    if func is not None:
        resolving.resolve(c, func)
        c.depends(func)
        e.sel.obj = func
    sig: Signature = found.typ
    if x.mode is TYPEXPR:
        e.selection = Selection("method_expr", func, x.typ, found.path, found.indirect)
        x.typ = signature_of((x.typ, *sig.params), sig.results, sig.variadic, sig.type_params)
    else:
        kind = "method" if found.kind == "method" else "interface_method"
        e.selection = Selection(kind, func, x.typ, found.path, found.indirect)
        if func is not None and func.pointer_recv and not found.indirect:
            mark_addressed(e.x)
        x.typ = sig
    x.mode = VALUE


def _not_found(c: Checker, x: Operand, e: nodes.SelectorExpr, found: Found) -> None:
    typ, name = x.typ, e.sel.name
    show = c.words.type
    if typ.underlying is INVALID or (isinstance(typ, Pointer) and typ.elem is INVALID):
        return
    if found.kind == "ambiguous":
        c.error(e.sel, f"ambiguous selector {expr_text(e.x)}.{name}", reason="ambiguous_selector")
        return
    if found.kind == "needs_pointer":
        if x.mode is TYPEXPR:
            text = show(typ)
            message = f"invalid method expression {text}.{name} (needs pointer receiver (*{text}).{name})"
            c.error(e.sel, message, reason="wrong_method")
        else:
            message = f"cannot call pointer method {name} on {show(typ)}"
            c.error(e.sel, message, "assign the value to a variable first", reason="wrong_method")
        return
    if is_interface_pointer(typ):
        why = interface_pointer_error(c, typ)
    else:
        alt = lookup(typ, name, addressable=x.mode is VARIABLE, fold=True)
        why = lookup_error(c, typ, name, alt, literal=False, shown=c.words.type_of(x))
    message = f"{expr_text(e.x)}.{name} undefined ({why})"
    c.error(e.sel, message, c.reader.hint("selector", c, x, name), reason="unknown_member")


def lookup_error(c: Checker, typ: Type, name: str, alt: Found, *, literal: bool, shown: str = "") -> str:
    """Returns Go's message for a field or method that does not exist, including a similar name that does."""
    shown = shown or c.words.type(typ)
    foreign = _is_foreign(typ) or (alt.field is not None and alt.field.hidden)
    have = alt.name if alt.typ is not None else ""
    case = "misspelled" if have else "missing"
    if have and foreign:
        case = _foreign_case(name, have)
    if literal:
        return {
            "missing": f"unknown field {name} in struct literal of type {shown}",
            "misspelled": f"unknown field {name} in struct literal of type {shown}, but does have {have}",
            "unexported": f"unknown field {name} in struct literal of type {shown}, but does have unexported {have}",
            "inaccessible": f"cannot refer to unexported field {have} in struct literal of type {shown}",
        }[case]
    what = "field" if alt.kind == "field" else "method"
    return {
        "missing": f"type {shown} has no field or method {name}",
        "misspelled": f"type {shown} has no field or method {name}, but does have {what} {have}",
        "unexported": f"type {shown} has no field or method {name}, but does have unexported {what} {have}",
        "inaccessible": f"cannot refer to unexported {what} {have}",
    }[case]


def _foreign_case(name: str, have: str) -> str:
    """Classifies the difference between a name and the existing member of a library type."""
    if name[:1].isupper():
        if have[:1].isupper():
            return "misspelled"
        return "unexported" if name[1:] == have[1:] else "missing"
    if have[:1].isupper():
        return "misspelled" if name[1:] == have[1:] else "missing"
    return "inaccessible" if name == have else "missing"
