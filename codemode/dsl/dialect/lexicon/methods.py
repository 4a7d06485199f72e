"""Reads methods and properties of Python and JavaScript, such as name.upper() and xs.length, as the Go that does the same."""

from __future__ import annotations

from typing import Final

from codemode.dsl import foreign_names
from codemode.dsl.dialect import copies
from codemode.dsl.dialect.meaning import trees, values
from codemode.dsl.dialect.meaning.trees import rewrite
from codemode.dsl.foreign_names import is_method
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import expressions, names, statements
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.lookup import method_names
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
from codemode.types.operand import TYPEXPR, Operand
from codemode.types.predicates import NUMERIC, ORDERED, STRING_KIND, all_basic, is_basic, receiver_kind

_GROWING: Final = frozenset({"push", "append", "extend", "addall"})
_ORDERING: Final[dict[str, str]] = {"sort": "slices.Sort", "reverse": "slices.Reverse"}
_NAMES: Final = foreign_names.NAMES | {"get", "decode", "length", "tofixed"}
_LENGTHS: Final = frozenset({"length", "len", "size", "Length"})


def chosen(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `a if cond else b` as the choice that it is; the texts in it may be written as characters."""
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__choose_if" and len(e.args) == 3:
        a, cond, b = e.args
        values.as_texts(c, [a, b])
        rewrite(e, "__choose", [cond, a, b])


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
    joins = name == "join" and len(e.args) == 1
    joins = joins and (kind == "text" or isinstance(unparen(e.args[0]), nodes.CompositeLit))
    if function and not joins:
        _call_function(c, e, fun, function)
        return
    if name == "length" and not e.args and (text or list_):
        part = nodes.SelectorExpr(trees.call("any", fun.x), fun.sel, pos=fun.pos, end=fun.end)
        rewrite(e, "int", [part])
        c.mend("method_as_length", fun, found=shown)
    elif name == "decode" and (typ is SLICE_BYTE or is_basic(typ, STRING_KIND)) and len(e.args) < 2:  # of bytes
        rewrite(e, "string", [fun.x])
        c.mend("foreign_method_call", fun, found=shown, meant=expr_text(e))
    elif joins:  # ",".join(xs)
        rewrite(e, "strings.Join", [e.args[0], fun.x])
        c.mend("foreign_method_call", fun, found=shown, meant=_shown(e))
    elif name == "get" and len(e.args) == 1 and (typ is ANY or (isinstance(under, Map) and under.elem is ANY)):
        shown, entry = expr_text(e), nodes.IndexExpr(fun.x, [e.args[0]], pos=e.pos, end=e.end)
        rewrite(e, "any", [entry])
        c.mend("method_as_key", fun, found=shown, meant=expr_text(entry))
    elif name == "get" and len(e.args) == 2 and (typ is ANY or map_):
        shown, (key, default) = expr_text(e), [expr_text(arg) for arg in e.args]
        rewrite(e, "__get", [fun.x, *e.args])
        c.mend("key_or_default", fun, found=shown, meant=expr_text(fun.x), other=key, more=default)
    elif name == "tofixed":
        _to_fixed(c, e, fun, typ)


def _call_function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, function: str) -> None:
    """Turns the call of a method into a call of the function that the lexicon names."""
    shown, given, takes_more = expr_text(fun), [fun.x, *e.args], bool(e.args)
    if function == "strings.ReplaceAll":
        given[2] = trees.call("__plain", given[2])
    if function == "__lines":
        rewrite(e, function, given)
        c.mend("lines_of_text", fun, found=shown)
        return
    if function.isalpha() and function != "len":  # Go has no such method, or one that differs
        given.insert(0, trees.text(function, fun))
        function = "__of_text"
    rewrite(e, function, given)
    c.mend("foreign_method", fun, found=shown, meant="..." if takes_more else "", other=_shown(e))


_MEANT: Final = {"__js": "its text", "__locale": "a text order that compares letters before case"}


def _shown(e: nodes.CallExpr) -> str:
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__contains":
        return "a test for a key, an element or a part"
    if isinstance(e.fun, nodes.Ident) and e.fun.name in ("__of_text", "__locale", "__js"):
        return _MEANT.get(e.fun.name) or f"{expr_text(e.args[0])[1:-1]}, by the rules of its language"
    return expr_text(e)


def _to_fixed(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> None:
    digits = e.args[0] if len(e.args) == 1 else None
    if not isinstance(digits, nodes.BasicLit) or digits.kind != "INT" or not 0 <= digits.value <= 20:
        return
    if typ is not ANY and not all_basic(typ, NUMERIC):
        return
    shown = expr_text(fun)
    rewrite(e, "__fixed", [trees.call("float64", fun.x), digits])
    c.mend("fixed_digits", fun, found=shown, meant=digits.raw)


def alone(c: Checker, s: nodes.ExprStmt, call: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> bool:
    """Reads a call that is a statement and changes a list: xs.push(x), names.sort(). Returns whether it did."""
    name = letters_of(fun.sel.name)
    if name in _ORDERING and not call.args and not call.ellipsis:
        _order(c, call, fun, typ)
        return call.fun is not fun
    return name in _GROWING and bool(call.args) and _grow(c, s, call, fun, typ)


def _grow(c: Checker, s: nodes.ExprStmt, call: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> bool:
    """Reads the statement `xs.push(x)` as xs = append(xs, x). Returns whether it did."""
    if typ is ANY or (isinstance(typ.underlying, Slice) and typ.underlying.elem is ANY):
        values.as_texts(c, call.args)
    spread = letters_of(fun.sel.name) in ("extend", "addall") or call.ellipsis
    if (spread and len(call.args) != 1) or (typ is not ANY and not isinstance(typ.underlying, Slice)):
        return False
    if not isinstance(fun.x, (nodes.Ident, nodes.IndexExpr, nodes.SelectorExpr)):
        return False
    c.mend("append_method", fun, found=expr_text(fun.x), meant=fun.sel.name)
    grown = trees.call("append", fun.x, *call.args)
    grown.ellipsis = spread
    call.args = []  # they are checked as those of append
    made = c.instead[s] = nodes.AssignStmt([fun.x], "=", [grown], pos=s.pos, end=s.end)
    statements.stmt(c, made)
    return True


def _order(c: Checker, call: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> None:
    """Reads the statements `names.sort()` and `names.reverse()` as calls of package slices; a list of type any is sorted at run time."""
    name, under = letters_of(fun.sel.name), typ.underlying
    if name == "sort" and (typ is ANY or (isinstance(under, Slice) and under.elem is ANY)):
        other = copies.again(fun.x)
        if other is not None:
            c.mend("sorted_in_place", fun, found=expr_text(fun))
            rewrite(call, "__sort", [fun.x, other, trees.name("false", fun)])
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
    name, found, meant = e.sel.name, expr_text(e), expr_text(e.x)
    if not c.gradual or x.mode is TYPEXPR:
        return False
    if x.typ is MAP_STRING_ANY and not is_method(name):
        c.mend("member_as_key", e.sel, found=found, meant=meant, other=name)
    elif x.typ is ERROR and name == "message":
        c.mend("message_of_error", e.sel, found=found, meant=meant)
    elif name in _LENGTHS and (isinstance(x.typ.underlying, (Slice, Array)) or is_basic(x.typ, STRING_KIND)):
        c.mend("member_as_length", e.sel, found=found, meant=meant)
    else:
        return False
    e.x = trees.call("any", e.x)
    expressions.expr(c, x, e)
    return True


def unknown_field(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads a selector that Go does not have. Returns whether x is its value."""
    if spelled_method(c, x, e):
        names.select(c, x, e)
        return True
    return length(c, x, e)
