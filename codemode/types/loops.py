"""range loops."""

from __future__ import annotations

from typing import NamedTuple

from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, gradual, statements
from codemode.types.checker import UNSET, Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import (
    ANY,
    BOOL,
    INT,
    INT32,
    INVALID,
    Array,
    Basic,
    Chan,
    Map,
    Pointer,
    Signature,
    Slice,
    Type,
)
from codemode.types.objects import Var
from codemode.types.operand import BAD, VALUE, Operand
from codemode.types.predicates import BOOLEAN, INTEGER, STRING_KIND, all_basic, is_basic
from codemode.types.typeset import common_under


class RangeTypes(NamedTuple):
    """The types of a range clause's key and value; None if it has none. `ok` is False if the operand cannot be ranged over."""

    key: Type | None
    value: Type | None
    cause: str = ""
    ok: bool = True


def range_stmt(c: Checker, s: nodes.RangeStmt) -> None:
    x = Operand()
    c.has_call = False
    expressions.expr(c, x, s.x)
    if s.each:
        c.read(s, x)
    given = RangeTypes(None, None)
    if x.mode is not BAD:
        given = _range_types(c, x)
        if not given.ok and c.read(s, x):
            given = _range_types(c, x)
        _check_count(c, s, x, given)
    outer = c.open()
    over_int = x.mode is not BAD and is_basic(x.typ, INTEGER)
    sides = [(s.key, given.key), (s.value, given.value)]
    if s.define:
        _define(c, s, x, sides, over_int)
    elif s.key is not None:
        for lhs, typ in sides:
            if lhs is not None and typ is not None and typ is not INVALID:
                _assign(c, lhs, typ, x, over_int)
    elif over_int:
        assignments.assignment(c, x, None, "range clause")
    c.loops += 1
    statements.stmt(c, s.body)
    c.loops -= 1
    c.scope = outer


def _check_count(c: Checker, s: nodes.RangeStmt, x: Operand, given: RangeTypes) -> None:
    if given.ok and (given.key or not s.key) and (given.value or not s.value):
        return
    shown = c.words.operand(x)
    if not given.ok:
        why = f": {given.cause}" if given.cause else ""
        c.error(x, f"cannot range over {shown}{why}", c.reader.hint("range", c, x), reason="not_rangeable")
    elif given.key is None and s.key is not None:
        c.error(s.key, f"range over {shown} permits no iteration variables", reason="wrong_loop_variables")
    elif s.value is not None:
        c.error(s.value, f"range over {shown} permits only one iteration variable", reason="wrong_loop_variables")


def _define(
    c: Checker, s: nodes.RangeStmt, x: Operand, sides: list[tuple[nodes.Expr | None, Type | None]], over_int: bool
) -> None:
    declared: list[nodes.Ident] = []
    for lhs, typ in sides:
        if lhs is None:
            continue
        if isinstance(lhs, nodes.Ident):
            var = c.new_var(lhs)
            if lhs.name != "_":
                declared.append(lhs)
        else:
            c.error(lhs, f"cannot declare {expr_text(lhs)}", reason="wrong_loop_variables")
            var = Var("_", UNSET, lhs.pos)
        if typ is None or typ is INVALID:
            var.typ = INVALID
            var.used = True
        elif over_int:
            assignments.init_var(c, var, x, "range clause")
        else:
            assignments.init_var(c, var, Operand(VALUE, lhs, typ), "assignment")
        lhs.typ = var.typ
    for ident in declared:
        c.declare(c.scope, ident.obj, ident)
    if not declared and not c.reader.reads:
        c.error(s, "no new variables on left side of :=", reason="no_new_variable")


def _assign(c: Checker, lhs: nodes.Expr, typ: Type, x: Operand, over_int: bool) -> None:
    if over_int:
        assignments.assign_var(c, lhs, None, x, "range clause")
        if x.mode is not BAD and not is_basic(x.typ, INTEGER):
            c.error(lhs, f"cannot use iteration variable of type {c.words.type(x.typ)}", reason="wrong_loop_variables")
    else:
        assignments.assign_var(c, lhs, None, Operand(VALUE, lhs, typ), "assignment")


def _bad(cause: str = "") -> RangeTypes:
    return RangeTypes(INVALID, INVALID, cause, False)


def _range_types(c: Checker, x: Operand) -> RangeTypes:
    if gradual.dynamic(c, x):
        return RangeTypes(ANY, ANY)

    def unfit(t: Type, under: Type | None) -> str | None:
        sends = isinstance(under, Chan) and under.dir == "send"
        return f"receive from send-only channel {c.words.type(t)}" if sends else None

    under, cause = common_under(x.typ, unfit, c.words.type)
    if under is None:
        return _bad(cause)
    if isinstance(under, Pointer) and isinstance(under.elem.underlying, Array):
        under = under.elem.underlying
    if isinstance(under, Basic):
        if is_basic(under, STRING_KIND):
            return RangeTypes(INT, INT32)
        return RangeTypes(x.typ, None) if is_basic(under, INTEGER) else _bad()
    if isinstance(under, (Array, Slice)):
        return RangeTypes(INT, under.elem)
    if isinstance(under, Map):
        return RangeTypes(under.key, under.elem)
    if isinstance(under, Chan):
        return RangeTypes(under.elem, None)
    return _iterator(c, under) if isinstance(under, Signature) else _bad()


def _iterator(c: Checker, sig: Signature) -> RangeTypes:
    form = "func must be func(yield func(...) bool): "
    if len(sig.params) != 1:
        return _bad(form + "wrong argument count")
    if sig.results:
        return _bad(form + "unexpected results")
    callback, cause = common_under(sig.params[0], show=c.words.type)
    if not isinstance(callback, Signature):
        return _bad(form + (f"in yield type, {cause}" if cause else "argument is not func"))
    if len(callback.params) > 2:
        return _bad(form + "yield func has too many parameters")
    if len(callback.results) != 1 or callback.results[0] is not BOOL:
        if len(callback.results) == 1 and all_basic(callback.results[0], BOOLEAN):
            return _bad(form + "yield func returns user-defined boolean, not bool")
        return _bad(form + "yield func does not return bool")
    if callback.variadic:
        return _bad(f"yield func of type {c.words.type(callback)} cannot be variadic")
    key, value = (*callback.params, None, None)[:2]
    return RangeTypes(key, value)
