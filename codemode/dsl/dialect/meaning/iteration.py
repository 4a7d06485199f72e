"""Reads loops of other languages: over elements, over keys, up to a number, over a stream."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.meaning import trees
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.dialect.meaning.variable_origins import loop_of
from codemode.dsl.syntax import nodes
from codemode.types import expressions, gradual
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.lookup import lookup
from codemode.types.model import SLICE_ANY, Array, Map, Named, Pointer, Signature, Slice
from codemode.types.operand import BAD, VALUE, Operand
from codemode.types.predicates import STRING_KIND, is_basic


def loop(c: Checker, s: nodes.RangeStmt, x: Operand, _: object) -> bool:
    """Reads a loop of another language, or over a value that Go cannot range over. Returns whether it did."""
    if s.each:
        _each(c, s, x)
        return True
    return _range_over_all(c, s, x)


def _each(c: Checker, s: nodes.RangeStmt, x: Operand) -> None:
    """Turns a loop of another language (see dsl/dialect/surface/loops.py) into a range loop, according to the type of the operand."""
    if x.mode is BAD:
        return  # another round of the check may find its type
    mode, s.each = s.each, ""
    base = x.typ.underlying
    if isinstance(base, Pointer) and isinstance(base.elem.underlying, Array):
        base = base.elem.underlying
    if gradual.dynamic(c, x):
        _each_dynamic(c, s, x, mode)
        return
    why = ""
    if (mode == "keys in" and isinstance(base, Map)) or (mode == "two in" and x.typ is SLICE_ANY):
        s.x = trees.call(_OF_ANY[mode], s.x)
        expressions.expr(c, x, s.x)
    if isinstance(base, (Slice, Array)):
        if mode in ("in", "of"):
            _take_values(s)
        elif mode == "up to" or mode == "keys in":
            why = f"for elements write: for _, x := range {expr_text(s.x)}; for positions: for i := range {expr_text(s.x)}"
        elif mode in ("pairs", "two in") and isinstance(base.elem.underlying, (Slice, Array)):
            why = f"for index and element write: for i, x := range {expr_text(s.x)}; take the parts of a pair inside the loop"
    elif isinstance(base, Map) and mode in ("of", "counted"):
        why = f"write: for key, value := range {expr_text(s.x)}"
    elif isinstance(base, Map) and mode == "up to":
        why = f"write: for key := range {expr_text(s.x)}"
    elif is_basic(x.typ, STRING_KIND) and mode not in ("pairs", "two in"):
        why = f"for characters write: for _, r := range {expr_text(s.x)} {{ ch := string(r) ... }}"
    if why:
        message = f"it is not certain what this loop ranges over: {expr_text(s.x)} is {c.words.operand(x)}"
        c.error(s.x, message, why, reason="uncertain_loop")


def _take_values(s: nodes.RangeStmt) -> None:
    if s.key is not None and s.value is None:
        s.value, s.key = s.key, nodes.Ident("_", pos=s.key.pos, end=s.key.pos)


def _each_dynamic(c: Checker, s: nodes.RangeStmt, x: Operand, mode: str) -> None:
    function = _OF_ANY.get(mode)
    if function is not None:
        s.x = trees.call(function, s.x)
        if mode in ("in", "of"):
            _take_values(s)
        expressions.expr(c, x, s.x)


# what an any is made to, for a loop of that kind
_OF_ANY: Final = {
    **dict.fromkeys(("in", "of", "counted"), "__each"),
    "up to": "int",
    "keys in": "__object",
    "two in": "__pairs",
}


def _range_over_all(c: Checker, s: nodes.RangeStmt, x: Operand) -> bool:
    """Reads `for piece := range stream` as a loop over stream.All(), if the library type has such a method. Returns whether it did."""
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    if not isinstance(base, Named) or not base.package or s.value is not None:
        return False
    found = lookup(x.typ, "All")
    if found.kind != "method" or not isinstance(found.typ, Signature) or found.typ.params:
        return False
    text = expr_text(s.x)
    s.x = trees.template("X.All()", s.x, X=s.x)
    c.mend("range_over_all", s.x, found=text)
    expressions.expr(c, x, s.x)
    return x.mode is not BAD


def note_element(c: Checker, e: nodes.Expr) -> None:
    """Records that `for item := range items` is followed by item["sku"] or item.sku: item is then meant as an element, not as a position or key."""
    loop = loop_of(c, e) if c.gradual and isinstance(e, nodes.Ident) else None
    if loop is not None:
        noted(c).element_candidates[loop] = True


def own_type(c: Checker, e: nodes.TypeAssertExpr, x: Operand, _: object) -> bool:
    """Reads x.(T), where x is a T, as x. Returns whether it did."""
    if not c.gradual:
        return False
    c.mend("needless_assertion", e, found=expr_text(e.x), meant=c.words.type(x.typ))
    x.mode = VALUE
    return True
