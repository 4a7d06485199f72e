"""Lowering of binary operators. Common operators have a closure for each shape of their operands: local variable, constant, any other code."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

from codemode.dsl.names import VALUES
from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression
from codemode.interpreter.machine import gradual, gradual_operators
from codemode.interpreter.machine.arithmetic import COMPARE, check_shift, operation, quotient, remainder
from codemode.interpreter.machine.coercion import truth
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import SHORT, charge_making, charge_reading
from codemode.interpreter.machine.typeops import equal, iface_equal, is_iface, is_text, wrap
from codemode.interpreter.machine.values import NIL_SLICE
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import Type

_COMPARISONS = frozenset(COMPARE)
LONG_CHAIN = 12  # longer chains are folded in a loop, so that they do not exhaust Python's stack


@expression(nodes.BinaryExpr)
def _binary(b: Body, e: nodes.BinaryExpr) -> Code:
    """A chain `a + b + c` leans left and may be long: a loop walks its spine, and each node is lowered once."""
    ready = b.ready.get(id(e))
    if ready is not None:
        return ready
    spine = [e]
    left = unparen(e.x)
    while isinstance(left, nodes.BinaryExpr) and left.const is None:
        spine.append(left)
        left = unparen(left.x)
    spine.reverse()
    if len(spine) > 1:
        whole = _same_operator(b, spine)
        if whole is not None:
            return whole
    code = _combine(b, spine[0], None)
    for below, node in pairwise(spine):
        b.ready[id(below)] = code
        code = _combine(b, node, code)
        del b.ready[id(below)]
    return code


def _same_operator(b: Body, spine: list[nodes.BinaryExpr]) -> Code | None:
    """A chain of one operator: text is joined at once, conditions are evaluated in turn, long sums are folded."""
    top = spine[-1]
    op, t = top.op, b.type_of(top)
    if any(node.op != op or b.type_of(node) is not t for node in spine) or t is model.ANY or op in VALUES:
        return None
    operands = [spine[0].x, *(node.y for node in spine)]
    if op in ("&&", "||"):
        return _logical(op, [b.value(x, t) for x in operands])
    if op == "+" and is_text(t):
        return _join([b.value(x, t) for x in operands])
    if len(spine) > LONG_CHAIN and op not in _COMPARISONS and op not in ("<<", ">>"):
        return _fold(operation(op, t), [b.value(x, t) for x in operands], top.pos)
    return None


def _combine(b: Body, e: nodes.BinaryExpr, left: Code | None) -> Code:
    """One operator. `left` is the code of its left operand if that is already lowered."""
    op = e.op
    tx, ty = b.type_of(e.x), b.type_of(e.y)
    if op in VALUES:
        return _one_of(b, e)
    if op in ("&&", "||"):
        x = left if left is not None and tx is not model.ANY else b.truth(e.x)
        return _logical(op, [x, b.truth(e.y)])
    if op in ("==", "!="):
        return _equality(b, e, left, tx, ty)
    if model.ANY in (tx, ty):
        return _dynamic(b, e, left)
    if op in _COMPARISONS:
        return _compare(b, e, left)
    if op in ("<<", ">>"):
        return _shift(b, e, left)
    return _arithmetic(b, e, left)


def _one_of(b: Body, e: nodes.BinaryExpr) -> Code:
    """`a or b`, `a and b`, `a ?? b`: gives the operand that decides."""
    t, text = b.type_of(e), expr_text(e.x)
    x, y = b.value(e.x, t), b.value(e.y, t)
    if e.op == "??":

        def unless_nil(f: Frame) -> Any:
            v = x(f)
            return y(f) if v is None else v

        return unless_nil
    wants, dynamic = e.op == "and", t is model.ANY

    def decide(f: Frame, at: int = e.pos) -> Any:
        v = x(f)
        if dynamic and not wants and gradual.is_empty(v):
            w = y(f)
            if gradual.is_empty(w):
                return v  # it does not matter whether an empty list is false
            return w if truth(v, text) is wants else v
        return y(f) if (truth(v, text) if dynamic else bool(v)) is wants else v

    return decide


def _logical(op: str, parts: list[Code]) -> Code:
    ends = op == "||"

    def chain(f: Frame) -> Any:
        for part in parts:
            if part(f) is ends:
                return ends
        return not ends

    return chain


def _fold(apply: Callable[[Any, Any], Any], parts: list[Code], pos: int) -> Code:
    first, rest = parts[0], parts[1:]

    def fold(f: Frame, at: int = pos) -> Any:
        v = first(f)
        for part in rest:
            v = apply(v, part(f))
        return v

    return fold


# --- text --------------------------------------------------------------------------------------------------------


def concat(x: Code, y: Code) -> Code:
    """s + t; large results are charged before they are made."""

    def joined(f: Frame) -> Any:
        s = x(f)
        t = y(f)
        size = len(s) + len(t)
        if size > SHORT:
            charge_making(f[0], size)
        return s + t

    return joined


def _join(parts: list[Code]) -> Code:
    def join(f: Frame) -> Any:
        texts = [part(f) for part in parts]
        size = sum(map(len, texts))
        if size > SHORT:
            charge_making(f[0], size)
        return b"".join(texts)

    return join


# --- comparison --------------------------------------------------------------------------------------------------


def _equality(b: Body, e: nodes.BinaryExpr, left: Code | None, tx: Type, ty: Type) -> Code:
    negated = e.op == "!="
    for side, other, t in ((e.x, e.y, ty), (e.y, e.x, tx)):
        if b.is_nil(side):
            return _against_nil(b.expr(other), t, negated)
    if isinstance(tx.underlying, model.Basic) and isinstance(ty.underlying, model.Basic):
        return _compare(b, e, left)
    if is_iface(tx) or is_iface(ty):
        target = model.ANY
        x, y = b.value(e.x, target), b.value(e.y, target)
        same = iface_equal
    else:
        x, y = b.expr(e.x), b.expr(e.y)
        same = equal(tx)
    pos = e.op_pos or e.pos

    def alike(f: Frame, at: int = pos) -> Any:
        return same(x(f), y(f)) is not negated

    return alike


def _against_nil(code: Code, t: Type, negated: bool) -> Code:
    if isinstance(t.underlying, model.Slice):
        return (lambda f: code(f) is not NIL_SLICE) if negated else (lambda f: code(f) is NIL_SLICE)
    return (lambda f: code(f) is not None) if negated else (lambda f: code(f) is None)


_COMPARE: dict[str, Callable[[Code, Code], Code]] = {
    "==": lambda x, y: lambda f: x(f) == y(f),
    "!=": lambda x, y: lambda f: x(f) != y(f),
    "<": lambda x, y: lambda f: x(f) < y(f),
    "<=": lambda x, y: lambda f: x(f) <= y(f),
    ">": lambda x, y: lambda f: x(f) > y(f),
    ">=": lambda x, y: lambda f: x(f) >= y(f),
}


def _compare(b: Body, e: nodes.BinaryExpr, left: Code | None) -> Code:
    x, y = left or b.expr(e.x), b.expr(e.y)
    if e.x.const is None and e.y.const is None and is_text(b.type_of(e.x)):
        return _compare_texts(COMPARE[e.op], x, y)
    return _COMPARE[e.op](x, y)


def _compare_texts(compare: Callable[[Any, Any], bool], x: Code, y: Code) -> Code:
    def compare_texts(f: Frame) -> Any:
        a = x(f)
        b = y(f)
        if len(a) > LONG and len(b) > LONG:
            charge_reading(f[0], min(len(a), len(b)))
        return compare(a, b)

    return compare_texts


# --- arithmetic --------------------------------------------------------------------------------------------------


def _arithmetic(b: Body, e: nodes.BinaryExpr, left: Code | None) -> Code:
    t = b.type_of(e)
    under = cast(model.Basic, t.underlying)
    op = e.op
    if under.info == "string":
        return concat(left or b.expr(e.x), b.expr(e.y))
    x, y = left or b.expr(e.x), b.expr(e.y)
    if op in "/%" and under.info in ("integer", "unsigned"):
        return divided(op, x, y, t, e.op_pos or e.pos)
    if op not in "+-*/%" or (op in _PLAIN and under.info == "float" and wrap(t) is None):
        return _PLAIN[op](x, y)
    apply = operation(op, t)
    return lambda f: apply(x(f), y(f))


# operators whose result needs no wrapping
_PLAIN: dict[str, Callable[[Code, Code], Code]] = {
    "+": lambda x, y: lambda f: x(f) + y(f),
    "-": lambda x, y: lambda f: x(f) - y(f),
    "*": lambda x, y: lambda f: x(f) * y(f),
    "&": lambda x, y: lambda f: x(f) & y(f),
    "|": lambda x, y: lambda f: x(f) | y(f),
    "^": lambda x, y: lambda f: x(f) ^ y(f),
    "&^": lambda x, y: lambda f: x(f) & ~y(f),
}


def divided(op: str, x: Code, y: Code, t: Type, pos: int) -> Code:
    """Integer division and remainder."""
    if op == "%":

        def rest(f: Frame, at: int = pos) -> Any:
            a = x(f)
            b = y(f)
            return a % b if a >= 0 and b > 0 else remainder(a, b)

        return rest
    narrow = cast("Callable[[Any], Any]", wrap(t))

    def divide(f: Frame, at: int = pos) -> Any:
        a = x(f)
        b = y(f)
        return a // b if a >= 0 and b > 0 else narrow(quotient(a, b))

    return divide


def _shift(b: Body, e: nodes.BinaryExpr, left: Code | None) -> Code:
    x, y = left or b.expr(e.x), b.expr(e.y)
    t = b.type_of(e)
    bits = cast(model.Basic, t.underlying).bits or 64
    known, k = b.constant(e.y)
    if known and e.op == ">>":
        k = min(k, 64)
        return lambda f: x(f) >> k
    if known:
        narrow = cast("Callable[[Any], Any]", wrap(t))
        return (lambda f: narrow(x(f) << k)) if k < bits else (lambda f: x(f) * 0)
    if e.op == ">>":

        def right(f: Frame, at: int = e.pos) -> Any:
            v = x(f)
            count = y(f)
            return v >> count if 0 <= count < 64 else v >> min(check_shift(count), 64)

        return right
    shift = operation("<<", t)

    def left_shift(f: Frame, at: int = e.pos) -> Any:
        return shift(x(f), y(f))

    return left_shift


# --- gradual any -------------------------------------------------------------------------------------------------


def _dynamic(b: Body, e: nodes.BinaryExpr, left: Code | None) -> Code:
    """At least one operand is an any. If the result type is not an any, the any is asserted to it; else the operation is chosen at run time."""
    t = b.type_of(e)
    op, text = e.op, expr_text(e)
    if op not in _COMPARISONS and t is not model.ANY:
        if op in ("<<", ">>"):
            shift = operation(op, t)
            a, count = b.value(e.x, t), b.value(e.y, model.INT if b.type_of(e.y) is model.ANY else None)
            return lambda f: shift(a(f), count(f))
        apply = operation(op, t)
        a, c = b.value(e.x, t), b.value(e.y, t)

        def typed(f: Frame, at: int = e.pos) -> Any:
            return apply(a(f), c(f))

        return typed
    x = left if left is not None and b.type_of(e.x) is model.ANY else b.value(e.x, model.ANY)
    y = b.value(e.y, model.ANY)
    if op in _COMPARISONS:

        def compare(f: Frame, at: int = e.pos) -> Any:
            return gradual_operators.compare(op, x(f), y(f), text)

        return compare

    def dynamic(f: Frame, at: int = e.pos) -> Any:
        return gradual_operators.binary(f[0], op, x(f), y(f), text)

    return dynamic
