"""Reads methods and properties of Python and JavaScript, such as name.upper() and xs.length, as the Go that does the same."""

from __future__ import annotations

from typing import Final

from codemode.dsl import foreign_names
from codemode.dsl.dialect.lexicon.sequences import rewrite
from codemode.dsl.dialect.meaning import values
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.foreign_names import is_method
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import expressions, names
from codemode.types.checker import Checker
from codemode.types.lookup import lookup, method_names
from codemode.types.model import (
    ANY,
    ERROR,
    MAP_STRING_ANY,
    SLICE_ANY,
    SLICE_BYTE,
    Array,
    Map,
    Named,
    Pointer,
    Slice,
    Type,
    TypeParam,
)
from codemode.types.objects import PkgName, TypeName
from codemode.types.operand import BAD, BUILTIN, NOVALUE, TYPEXPR, Operand
from codemode.types.predicates import (
    NUMERIC,
    ORDERED,
    STRING_KIND,
    all_basic,
    default_type,
    is_basic,
    is_untyped,
    receiver_kind,
)
from codemode.types.spelling import expr_text, unparen


def _call(name: str, args: list[nodes.Expr]) -> nodes.CallExpr:
    pos, end = args[0].pos, args[-1].end
    return nodes.CallExpr(nodes.Ident(name, pos=pos, end=end), args, pos=pos, end=end)


_GROWING: Final = frozenset({"push", "append", "extend", "addall"})


_ORDERING: Final[dict[str, str]] = {"sort": "slices.Sort", "reverse": "slices.Reverse"}


_NAMES: Final = foreign_names.NAMES | {"get", "decode", "length", "tofixed"}


_LENGTHS: Final = frozenset({"length", "len", "size", "Length"})


def receiver(c: Checker, e: nodes.CallExpr, wanted: frozenset[str]) -> tuple[nodes.SelectorExpr, Type] | None:
    """Returns the selector and the receiver's type if `e` calls a method with one of these names and the type has no such method."""
    fun = e.fun
    if not c.gradual or not isinstance(fun, nodes.SelectorExpr) or letters_of(fun.sel.name) not in wanted:
        return None
    if fun in noted(c).probed or (e.ellipsis and wanted is not _GROWING):
        return None
    base = fun.x
    while isinstance(base, nodes.SelectorExpr):
        base = base.x
    if isinstance(base, nodes.Ident):
        found = c.lookup(base.name)
        if found is None or isinstance(found, (PkgName, TypeName)):
            return None
    noted(c).probed.add(fun)  # a chain of calls would otherwise be checked again for each of its links
    x = expressions.looked_at(c, fun.x, or_type=True)
    if x.mode in (BAD, TYPEXPR, BUILTIN, NOVALUE):
        return None
    if x.typ is not ANY and lookup(x.typ, fun.sel.name, addressable=True).typ is not None:
        return None
    typ = default_type(x.typ) if is_untyped(x.typ) else x.typ
    return fun, typ


def chosen(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `a if cond else b` as the choice that it is; the texts in it may be written as characters."""
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__choose_if" and len(e.args) == 3:
        a, cond, b = e.args
        values.as_texts(c, [a, b])
        e.fun, e.args = nodes.Ident("__choose", pos=e.fun.pos, end=e.fun.end), [cond, a, b]


def method(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> None:
    """Reads a method call such as `name.upper()` or `xs.includes(x)` as a call of the Go function that does the same."""
    if letters_of(fun.sel.name) not in _NAMES:
        return
    if typ is ANY or typ in (MAP_STRING_ANY, SLICE_ANY):
        values.as_texts(c, e.args)
    name, shown = letters_of(fun.sel.name), expr_text(fun)
    under = typ.underlying
    kind = receiver_kind(typ)
    text, list_, map_ = kind in ("text", "any"), kind == "list", kind == "map"
    function = foreign_names.read_as(name, kind, len(e.args))
    if name == "tostring":
        function = "" if e.args or isinstance(typ, (Named, TypeParam)) else "__js"
    joins = (
        name == "join" and len(e.args) == 1 and (kind == "text" or isinstance(unparen(e.args[0]), nodes.CompositeLit))
    )
    if function and not joins:
        _call_function(c, e, fun, function)
        return
    if name == "length" and not e.args and (text or list_):
        part = nodes.SelectorExpr(_call("any", [fun.x]), fun.sel, pos=fun.pos, end=fun.end)
        e.fun, e.args = nodes.Ident("int", pos=fun.pos, end=fun.end), [part]
        c.mend("method_as_length", fun, found=shown)
    elif name == "decode" and (typ is SLICE_BYTE or is_basic(typ, STRING_KIND)) and len(e.args) < 2:  # of bytes
        e.fun, e.args = nodes.Ident("string", pos=fun.pos, end=fun.end), [fun.x]
        c.mend("foreign_method_call", fun, found=shown, meant=expr_text(e))
    elif joins:  # ",".join(xs)
        rewrite(e, "strings.Join", [e.args[0], fun.x])
        c.mend("foreign_method_call", fun, found=shown, meant=_shown(e))
    elif name == "get" and len(e.args) == 1 and (typ is ANY or (isinstance(under, Map) and under.elem is ANY)):
        shown, entry = expr_text(e), nodes.IndexExpr(fun.x, [e.args[0]], pos=e.pos, end=e.end)
        e.fun, e.args = nodes.Ident("any", pos=fun.pos, end=fun.end), [entry]
        c.mend("method_as_key", fun, found=shown, meant=expr_text(entry))
    elif name == "get" and len(e.args) == 2 and (typ is ANY or map_):
        shown = expr_text(e)
        e.fun, e.args = nodes.Ident("__get", pos=fun.pos, end=fun.end), [fun.x, *e.args]
        c.mend(
            "key_or_default",
            fun,
            found=shown,
            meant=expr_text(fun.x),
            other=expr_text(e.args[1]),
            more=expr_text(e.args[2]),
        )
    elif name == "tofixed":
        _to_fixed(c, e, fun, typ)


def _call_function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, function: str) -> None:
    """Turns the call of a method into a call of the function that the lexicon names."""
    shown, given = expr_text(fun), [fun.x, *e.args]
    if function == "strings.ReplaceAll":
        given[2] = _call("__plain", [given[2]])
    if function == "__lines":
        rewrite(e, function, given)
        c.mend("lines_of_text", fun, found=shown)
        return
    if function.isalpha() and function != "len":  # Go has no such method, or one that differs
        given.insert(0, nodes.BasicLit("STRING", f'"{function}"', function.encode(), pos=fun.pos, end=fun.pos))
        function = "__of_text"
    empty = function == "strings.Fields" and letters_of(fun.sel.name) == "split"
    rewrite(e, function, given)
    c.mend("foreign_method", fun, found=shown, meant="" if empty else "...", other=_shown(e))


_MEANT: Final = {"__js": "the text of it", "__locale": "an order of texts in which letters go before their case"}


def _shown(e: nodes.CallExpr) -> str:
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__contains":
        return "a test for a key, an element or a part"
    if isinstance(e.fun, nodes.Ident) and e.fun.name in ("__of_text", "__locale", "__js"):
        return _MEANT.get(e.fun.name) or f"the text in the way of {expr_text(e.args[0])}"
    return expr_text(e)


def _to_fixed(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> None:
    digits = e.args[0] if len(e.args) == 1 else None
    if not isinstance(digits, nodes.BasicLit) or digits.kind != "INT" or not 0 <= digits.value <= 20:
        return
    if typ is not ANY and not all_basic(typ, NUMERIC):
        return
    shown = expr_text(fun)
    rewrite(e, "__fixed", [_call("float64", [fun.x]), digits])
    c.mend("fixed_digits", fun, found=shown, meant=digits.raw)


def grow(c: Checker, s: nodes.Stmt) -> nodes.Stmt:
    """Reads the statement `xs.push(x)` as xs = append(xs, x). Returns the statement to check."""
    call = unparen(s.x) if isinstance(s, nodes.ExprStmt) else None
    if not isinstance(call, nodes.CallExpr):
        return s
    if not call.args:
        _order(c, call)
        return s
    found = receiver(c, call, _GROWING)
    if found is None:
        return s
    fun, typ = found
    if typ is ANY or (isinstance(typ.underlying, Slice) and typ.underlying.elem is ANY):
        values.as_texts(c, call.args)
    spread = letters_of(fun.sel.name) in ("extend", "addall") or call.ellipsis
    if spread and len(call.args) != 1:
        return s
    if (typ is not ANY and not isinstance(typ.underlying, Slice)) or not isinstance(
        fun.x, (nodes.Ident, nodes.IndexExpr, nodes.SelectorExpr)
    ):
        return s
    shown = expr_text(fun.x)
    c.mend("append_method", fun, found=shown, meant=fun.sel.name)
    grown = _call("append", [fun.x, *call.args])
    grown.ellipsis = spread
    return nodes.AssignStmt([fun.x], "=", [grown], pos=s.pos, end=s.end)


def _order(c: Checker, call: nodes.CallExpr) -> None:
    """Reads the statements `names.sort()` and `names.reverse()` as calls of package slices; a list of type any is sorted at run time."""
    found = receiver(c, call, frozenset(_ORDERING))
    if found is None:
        return
    fun, typ = found
    name, under = letters_of(fun.sel.name), typ.underlying
    if name == "sort" and (typ is ANY or (isinstance(under, Slice) and under.elem is ANY)):
        place = {"pos": fun.pos, "end": fun.end}
        other = values.again(fun.x)
        if other is not None:
            c.mend("sorted_in_place", fun, found=expr_text(fun))
            call.fun, call.args = nodes.Ident("__sort", **place), [fun.x, other, nodes.Ident("false", **place)]
        return
    if not isinstance(under, Slice) or not (name == "reverse" or all_basic(under.elem, ORDERED)):
        return
    rewrite(call, _ORDERING[name], [fun.x])
    c.mend("member_call", fun, found=expr_text(fun), meant=expr_text(call))


def spelled_method(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads `stream.next` as stream.Next if exactly one method of the library type has that name but for case and underscores."""
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    if not c.gradual or not isinstance(base, Named) or base.package in ("", "regexp"):
        return False
    wanted = letters_of(e.sel.name).removeprefix("to")
    same = [name for name in method_names(base) if letters_of(name) == wanted and name[:1].isupper()]
    if len(same) != 1 or same[0] == e.sel.name:
        return False
    c.mend("renamed_member", e.sel, found=expr_text(e), meant=expr_text(e.x), other=same[0])
    e.sel.name = same[0]
    return True


def length(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads `xs.length` as len(xs), `err.message` as err.Error() and `m.key` as m["key"]; the run time evaluates them. Returns whether it did."""
    under = x.typ.underlying
    if not c.gradual or x.mode is TYPEXPR:
        return False
    if x.typ is MAP_STRING_ANY and not is_method(e.sel.name):
        c.mend("member_as_key", e.sel, found=expr_text(e), meant=expr_text(e.x), other=e.sel.name)
        e.x = _call("any", [e.x])
        expressions.expr(c, x, e)
        return True
    if x.typ is ERROR and e.sel.name == "message":
        c.mend("message_of_error", e.sel, found=expr_text(e), meant=expr_text(e.x))
        e.x = _call("any", [e.x])
        expressions.expr(c, x, e)
        return True
    if e.sel.name not in _LENGTHS:
        return False
    if not isinstance(under, (Slice, Array)) and not is_basic(x.typ, STRING_KIND):
        return False
    c.mend("member_as_length", e.sel, found=expr_text(e), meant=expr_text(e.x))
    e.x = _call("any", [e.x])
    expressions.expr(c, x, e)
    return True


def unknown_field(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads a selector that Go does not have. Returns whether x is its value."""
    if spelled_method(c, x, e):
        names.select(c, x, e)
        return True
    return length(c, x, e)
