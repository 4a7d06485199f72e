"""Untyped operands: the type they take, whether it can represent their value, and recording both on the tree."""

from __future__ import annotations

from typing import Any, Final, Literal

from codemode.dsl.syntax import nodes
from codemode.types import constant
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import INVALID, UNTYPED_COMPLEX, UNTYPED_FLOAT, UNTYPED_NIL, Basic, Interface, Type, TypeParam
from codemode.types.operand import BAD, CONST, NILVALUE, Operand
from codemode.types.predicates import (
    BOOLEAN,
    INTEGER,
    NUMERIC,
    STRING_KIND,
    all_basic,
    default_type,
    has_nil,
    is_basic,
    is_untyped,
    wider_untyped,
)
from codemode.types.typeset import under_is

Failure = Literal["", "bad", "truncated", "overflows"]
_OP_NAMES: Final = {"+": "addition ", "-": "subtraction ", "^": "bitwise XOR ", "*": "multiplication ", "<<": "shift "}
COMPARISONS: Final = frozenset({"==", "!=", "<", "<=", ">", ">="})
SHIFTS: Final = frozenset({"<<", ">>"})


def overflow(c: Checker, x: Operand, at: nodes.Node) -> None:
    """Checks the value of a constant operation: a typed one must fit its type, an untyped integer must stay below a limit."""
    value = x.val
    if value is None:
        c.error(at, "constant result is not representable", reason="constant_too_large")
    elif not is_untyped(x.typ):
        representable(c, x, x.typ.underlying)
    elif value.__class__ is int and value.bit_length() > constant.MAX_INT_BITS:
        c.report(at.pos, at.end, f"constant {_operation(x.expr)}overflow", reason="constant_too_large")
        x.val = None


def _operation(e: nodes.Expr) -> str:
    if isinstance(e, nodes.BinaryExpr):
        return _OP_NAMES.get(e.op, "")
    return "bitwise complement " if isinstance(e, nodes.UnaryExpr) and e.op == "^" else ""


def representation(x: Operand, typ: Basic) -> tuple[Any, Failure]:
    """Returns a constant's value as `typ` represents it, or why it cannot."""
    if x.val is None:
        return None, ""
    value = constant.represent(x.val, typ)
    if value is not None:
        return value, ""
    if is_basic(x.typ, NUMERIC) and is_basic(typ, NUMERIC):
        return None, "truncated" if not is_basic(x.typ, INTEGER) and is_basic(typ, INTEGER) else "overflows"
    return None, "bad"


def representable(c: Checker, x: Operand, typ: Type) -> None:
    """Gives a constant operand its value in `typ`, or reports that `typ` cannot represent it."""
    assert isinstance(typ, Basic)
    value, failure = representation(x, typ)
    if failure:
        invalid_conversion(c, failure, x, typ)
        x.mode = BAD
    elif value is not None:
        x.val = value


def invalid_conversion(c: Checker, failure: Failure, x: Operand, target: Type) -> None:
    what, to = c.words.operand(x), c.words.type(target)
    if failure == "truncated":
        hint = f"write math.Round or an explicit conversion of a variable to get {to}"
        c.error(x, f"{what} truncated to {to}", hint, reason="truncated_constant")
    elif failure == "overflows":
        c.error(x, f"{what} overflows {to}", reason="constant_too_large")
    else:
        c.error(x, f"cannot convert {what} to type {to}", reason="wrong_type")


def convert_untyped(c: Checker, x: Operand, target: Type) -> None:
    """Converts an untyped operand to type `target`. Does nothing for a typed operand."""
    new, value, failure = implicit_type(x, target)
    if failure or new is None:
        invalid_conversion(c, failure or "bad", x, target if isinstance(target, TypeParam) else target.underlying)
        x.mode = BAD
        return
    settle(c, x, new, value)


def settle(c: Checker, x: Operand, new: Type, value: Any) -> None:
    """Records the outcome of `implicit_type` on the operand and its expression."""
    e = x.expr
    plain = False  # a literal, whose value in the new type is known
    if value is not None:
        x.val = value
        if is_untyped(e.typ):
            e.const = value
            plain = e.__class__ is nodes.BasicLit and not new.untyped and e not in c.shifted
    if new is not x.typ:
        x.typ = new
        if plain:
            e.typ = new
        else:
            update_type(c, e, new)


def implicit_type(x: Operand, target: Type) -> tuple[Type | None, Any, Failure]:
    """Returns the type (and for constants the value) that an untyped operand takes in a context of type `target`, or the failure."""
    typ = x.typ
    if x.mode is BAD or not typ.untyped or target is INVALID:
        return typ, None, ""
    if target.untyped:
        wider = wider_untyped(typ, target)
        if wider is None:
            return None, None, "bad"
        return wider, _widened(x, wider), ""
    if x.mode == NILVALUE:
        return (target, None, "") if has_nil(target) else (None, None, "bad")
    under = target.underlying
    if isinstance(under, Basic):
        if x.mode == CONST:
            value, failure = representation(x, under)
            return (None, None, failure) if failure else (target, value, "")
        fits = any(is_basic(typ, kinds) and is_basic(under, kinds) for kinds in (BOOLEAN, NUMERIC, STRING_KIND))
        return (target, None, "") if fits else (None, None, "bad")
    if isinstance(target, TypeParam):
        fits = under_is(target, lambda u: u is not None and implicit_type(x, u)[0] is not None)
        return (target, None, "") if fits else (None, None, "bad")
    if isinstance(under, Interface):
        return (default_type(typ), None, "") if under.is_any else (None, None, "bad")
    return None, None, "bad"


def _widened(x: Operand, wider: Type) -> Any:
    if x.mode != CONST or x.typ is wider:
        return None
    if wider is UNTYPED_FLOAT:
        return constant.to_float(x.val)
    return constant.to_complex(x.val) if wider is UNTYPED_COMPLEX else None


def update_type(c: Checker, e: nodes.Expr, typ: Type, final: bool = False) -> None:
    """Gives an untyped expression the type of its context, and likewise the operands from which it got its type."""
    rest = [e]
    while rest:
        e = rest.pop()
        if is_untyped(e.typ):
            rest += _update_one(c, e, typ, final)


def _update_one(c: Checker, e: nodes.Expr, typ: Type, final: bool) -> list[nodes.Expr]:
    """Updates one expression. Returns the operands to update next."""
    inner: list[nodes.Expr] = []
    if isinstance(e, nodes.ParenExpr) or (e.const is None and isinstance(e, nodes.UnaryExpr)):
        inner = [e.x]
    elif e.const is None and isinstance(e, nodes.BinaryExpr) and e.op not in COMPARISONS:
        inner = [e.x] if e.op in SHIFTS else [e.y, e.x]
    if not final and is_untyped(typ):
        e.typ = typ
        return inner
    if e in c.shifted:
        c.shifted.discard(e)
        if not all_basic(typ, INTEGER):
            message = f"invalid operation: shifted operand {expr_text(e)} (type {c.words.type(typ)}) must be integer"
            c.error(e, message, reason="wrong_shift")
            return []
    if e.const is not None:
        x = Operand(CONST, e, e.typ, e.const)
        new, value, failure = implicit_type(x, typ)
        if failure or new is None:
            invalid_conversion(c, failure or "bad", x, typ if isinstance(typ, TypeParam) else typ.underlying)
            return []
        if value is not None:
            e.const = value
    e.typ = typ
    return inner


def finish_untyped(c: Checker) -> None:
    """Gives every expression that is still untyped its default type."""
    for e in c.untyped:
        if is_untyped(e.typ) and e.typ is not UNTYPED_NIL:
            typ = default_type(e.typ)
            if e.const is not None:
                assert isinstance(typ, Basic)
                value = constant.represent(e.const, typ)
                e.const = e.const if value is None else value
            e.typ = typ
