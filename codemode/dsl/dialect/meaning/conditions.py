"""Reads truth values of Python and JavaScript in conditions: err, name and count are compared with nil, "" and 0."""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.dialect.lexicon.templates import AT_END, PIECE
from codemode.dsl.dialect.meaning import trees, values, variable_origins
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, gradual, operators
from codemode.types.assignability import assignable_to
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import (
    ANY,
    BOOL,
    ERROR,
    FLOAT64,
    UNTYPED_NIL,
    Chan,
    Interface,
    Map,
    Pointer,
    Signature,
    Slice,
    Type,
    TypeParam,
)
from codemode.types.operand import BAD, BUILTIN, NOVALUE, TYPEXPR, VALUE, Operand
from codemode.types.predicates import BOOLEAN, NUMERIC, STRING_KIND, all_basic, default_type, is_basic, is_untyped
from codemode.types.untyped import convert_untyped

_ERROR_NAME: Final = re.compile(r"err|exc|fail|^e\d?$", re.IGNORECASE)
_ENDED: Final = frozenset({"done", "end", "ended", "finished", "eof", "closed"})
# an error variable with such a name is tested with == nil
_SUCCESS: Final = frozenset({"ok", "found", "success", "exists", "valid"})


def condition(c: Checker, s: nodes.IfStmt | nodes.ForStmt, x: Operand, _: object) -> bool:
    """Reads a condition that is not a bool. Returns whether it did, or refused it."""
    truth(c, x, s, "cond")
    return x.mode is BAD or all_basic(x.typ, BOOLEAN)


def negation(c: Checker, e: nodes.UnaryExpr, x: Operand, _: object) -> bool:
    """Reads the operand of ! and of Python's `not`."""
    if e.op == "not":
        e.op = "!"
        _truth_of_python(c, x, e)
    else:
        truth(c, x, e, "x")
    return True


def truth(c: Checker, x: Operand, holder: object, key: str | int) -> None:
    """Reads `err`, `name` or `count` as a condition by comparing it with nil, "" or 0. The result is in x, and in the node.

    Python and JavaScript both treat nil, "" and 0 as false. They disagree on an empty list, so a list gets only a hint.
    """
    if not c.gradual or x.mode in (BAD, TYPEXPR, BUILTIN, NOVALUE) or all_basic(x.typ, BOOLEAN):
        return
    e = x.expr
    values.refuse_any(c, x, e)
    if x.mode is BAD:
        return
    zero = _zero_of(x.typ)
    if zero is None:
        return
    shown, op = expr_text(e), "!="
    inner = unparen(e)
    if x.typ is ERROR and isinstance(inner, nodes.Ident) and not _ERROR_NAME.search(inner.name):
        of_piece = variable_origins.is_error_of_next(c, inner.obj)
        if of_piece and (inner.name in _SUCCESS or inner.name in _ENDED):
            _is_there(c, x, inner, holder, key)
            return
        if of_piece or inner.name not in _SUCCESS:
            why = f"{shown} is an error, and nil if the call succeeded: write {shown} == nil or {shown} != nil"
            if of_piece:
                why = "Next returns an error, which is io.EOF at the end of the stream: item, err := stream.Next(); if err == io.EOF { break }"
            message = f"it is not certain what the condition {shown} means: {c.words.operand(x)}"
            c.error(e, message, why, reason="not_a_condition")
            x.mode = BAD
            return
        op = "=="
    test = nodes.BinaryExpr(op, e, zero, e.end, pos=e.pos, end=e.end)
    y = Operand()
    expressions.expr(c, y, zero)
    operators.binary(c, x, y, test, e, zero, op)
    x.expr = test
    expressions.record(c, x, test)
    made = nodes.ParenExpr(test, pos=e.pos, end=e.end)
    c.edit(holder, key, made, c.mend("condition", e, found=shown, meant=f"{shown} {op} {expr_text(zero)}"))
    expressions.record(c, x, made)
    x.expr = made


def _is_there(c: Checker, x: Operand, name: nodes.Ident, holder: object, key: str | int) -> None:
    """Reads `ok` of `item, ok := stream.Next()` as whether there was an item. An error other than the end of the stream panics."""
    e, ended = x.expr, name.name in _ENDED
    made = trees.template(AT_END if ended else PIECE, e, E=name)
    expressions.expr(c, x, made)
    meant = "whether the stream is at its end" if ended else "whether there was a piece"
    c.edit(holder, key, made, c.mend("condition_of_stream", e, found=name.name, meant=meant))
    x.expr = made


def _zero_of(t: Type) -> nodes.Expr | None:
    if isinstance(t, TypeParam) or t is UNTYPED_NIL or t is ANY:
        return None
    if isinstance(t.underlying, (Pointer, Signature, Chan, Interface)):
        return nodes.Ident("nil")
    if is_basic(t, STRING_KIND):
        return nodes.BasicLit("STRING", '""', b"")
    return nodes.BasicLit("INT", "0", 0) if is_basic(t, NUMERIC) else None


def choose(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks `cond ? a : b`, as a repair writes it. The result has the type that a and b share, or any. Returns False after a problem."""
    cond, a, b = args
    truth(c, cond, e.args, 0)
    if not all_basic(cond.typ, BOOLEAN) and not gradual.dynamic(c, cond):
        message = "non-boolean condition in conditional expression"
        return c.error(cond, message, f"write {expr_text(cond.expr)} != nil", reason="not_a_condition")
    if is_untyped(cond.typ):
        convert_untyped(c, cond, BOOL)
    typ = _common_type(c, a, b)
    for value in (a, b):
        assignments.assignment(c, value, typ, "conditional expression")
    x.mode, x.typ = VALUE, typ
    return a.mode is not BAD and b.mode is not BAD


def _common_type(c: Checker, a: Operand, b: Operand) -> Type:
    if is_untyped(a.typ) and is_untyped(b.typ):
        if a.typ is not UNTYPED_NIL and b.typ is not UNTYPED_NIL:
            if default_type(a.typ) is default_type(b.typ):
                return default_type(a.typ)
            if all_basic(a.typ, NUMERIC) and all_basic(b.typ, NUMERIC):
                return FLOAT64
        return ANY
    for value, other in ((a, b), (b, a)):
        if not is_untyped(value.typ) and assignable_to(c, other, value.typ)[0]:
            return value.typ
    return ANY


def _truth_of_python(c: Checker, x: Operand, e: nodes.UnaryExpr) -> None:
    """Reads Python's `not xs` of a list, map or any: an empty value counts as false."""
    values.refuse_any(c, x, e.x)
    if x.mode is BAD:
        return
    if x.typ is ANY or isinstance(x.typ.underlying, (Slice, Map)):
        e.x = trees.call("__filled", e.x)
        expressions.expr(c, x, e.x)
