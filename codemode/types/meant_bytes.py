"""Text where bytes are wanted and bytes where text is: other languages have one type for what a decoder gives and a function takes."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import SLICE_BYTE, STRING, UNTYPED_STRING, Type
from codemode.types.operand import CONST, Operand
from codemode.types.spelling import expr_text
from codemode.types.untyped import COMPARISONS


def fits(c: Checker, x: Operand, t: Type) -> bool:
    """Whether x goes to a place of type t as string(x) or []byte(x); the lowering converts it."""
    if not ((x.typ is SLICE_BYTE and t is STRING) or (x.typ is STRING and t is SLICE_BYTE)):
        return False
    shown = expr_text(x.expr)
    c.fitted(f"{shown} read as {c.words.type(t)}({shown})", x.expr)
    return True


def is_text_for_bytes(c: Checker, x: Operand, t: Type) -> bool:
    """sha256.Sum256("abc"): a constant text, which has to be a string before it can become bytes."""
    return c.repair and c.gradual and x.typ is UNTYPED_STRING and x.mode is CONST and t is SLICE_BYTE


def joins(x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Whether the bytes x are joined to the text y or compared with it."""
    return x.typ is SLICE_BYTE and (y.typ is STRING or y.typ is UNTYPED_STRING) and (e.op == "+" or e.op in COMPARISONS)
