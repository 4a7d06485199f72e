"""Repairs text where bytes are expected and bytes where text is expected. Other languages use one type for both."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import SLICE_BYTE, STRING, UNTYPED_STRING, Type
from codemode.types.operand import CONST, Operand
from codemode.types.spelling import expr_text
from codemode.types.untyped import COMPARISONS


def fits(c: Checker, x: Operand, t: Type) -> bool:
    """Returns whether x becomes a value of type `t` by string(x) or []byte(x), and reports it. The lowering inserts the conversion."""
    if not ((x.typ is SLICE_BYTE and t is STRING) or (x.typ is STRING and t is SLICE_BYTE)):
        return False
    shown = expr_text(x.expr)
    c.fitted("converted", x.expr, found=shown, meant=c.words.type(t))
    return True


def is_text_for_bytes(c: Checker, x: Operand, t: Type) -> bool:
    """Returns whether x is a constant string where bytes are expected, as in sha256.Sum256("abc"). It must become a string before it is converted."""
    return c.gradual and x.typ is UNTYPED_STRING and x.mode is CONST and t is SLICE_BYTE


def joins(x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Returns whether the bytes x are added to the text y or compared with it."""
    return x.typ is SLICE_BYTE and (y.typ is STRING or y.typ is UNTYPED_STRING) and (e.op == "+" or e.op in COMPARISONS)
