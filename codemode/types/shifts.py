"""Shifts: x << n and x >> n, of constants too."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import constant, gradual
from codemode.types.checker import Checker
from codemode.types.model import UINT, UNTYPED_INT
from codemode.types.operand import BAD, CONST, VALUE, Operand
from codemode.types.predicates import INTEGER, all_basic, default_type, is_basic, is_untyped
from codemode.types.untyped import convert_untyped, overflow, representable, update_type


def shift(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr | None, op: str) -> None:
    if gradual.either_dynamic(c, x, y):
        if is_untyped(y.typ):
            convert_untyped(c, y, UINT)
        elif is_untyped(x.typ):
            update_type(c, x.expr, default_type(x.typ), final=True)
        x.mode, x.typ = VALUE, default_type(x.typ)
        return
    whole = constant.to_int(x.val) if x.mode is CONST else None
    if not (all_basic(x.typ, INTEGER) or (is_untyped(x.typ) and whole is not None)):
        c.refuse(x, f"invalid operation: shifted operand {c.words.operand(x)} must be integer", reason="wrong_shift")
        return
    if not _count(c, y):
        x.mode = BAD
        return
    if x.mode is CONST:
        if y.mode is CONST:
            _shift_constant(c, x, y, e, op, whole)
            return
        if is_untyped(x.typ):
            # The context decides the type of a non-constant shift of an untyped constant.
            c.shifted.add(x.expr)
            x.mode = VALUE
            return
    if not all_basic(x.typ, INTEGER):
        c.refuse(x, f"invalid operation: shifted operand {c.words.operand(x)} must be integer", reason="wrong_shift")
        return
    x.mode = VALUE


def _count(c: Checker, y: Operand) -> bool:
    """Checks a shift count."""
    if y.mode is CONST:
        count = constant.to_int(y.val)
        if count is not None and count < 0:
            return c.error(y, f"invalid operation: negative shift count {c.words.operand(y)}", reason="wrong_shift")
        if is_untyped(y.typ):
            representable(c, y, UINT)
            if y.mode is BAD:
                return False
            update_type(c, y.expr, UINT, final=True)
        return True
    elif all_basic(y.typ, INTEGER):
        return True
    elif is_untyped(y.typ):
        convert_untyped(c, y, UINT)
        return y.mode is not BAD
    return c.error(y, f"invalid operation: shift count {c.words.operand(y)} must be integer", reason="wrong_shift")


def _shift_constant(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr | None, op: str, whole: int | None) -> None:
    count = constant.to_int(y.val)
    if not is_basic(x.typ, INTEGER):
        x.typ = UNTYPED_INT
    if whole is None or y.val is None:
        x.val = None
        return
    if count is None or count > constant.SHIFT_LIMIT:
        c.error(y, f"invalid operation: invalid shift count {c.words.operand(y)}", reason="wrong_shift")
        x.mode = BAD
        return
    x.val = constant.shift(op, whole, count)
    if e is not None:
        x.expr = e
    overflow(c, x, nodes.Node(pos=e.op_pos, end=e.end) if e is not None else x.expr)
