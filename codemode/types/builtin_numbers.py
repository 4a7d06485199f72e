"""The builtins of numbers: complex, real, imag, min and max."""

from __future__ import annotations

from typing import Final

from codemode.dsl.syntax import nodes
from codemode.types import assignments, constant, operators
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import (
    ANY,
    COMPLEX64,
    COMPLEX128,
    FLOAT32,
    FLOAT64,
    INVALID,
    UNTYPED_COMPLEX,
    UNTYPED_FLOAT,
    Type,
    TypeParam,
)
from codemode.types.operand import BAD, CONST, VALUE, Operand, gives
from codemode.types.predicates import NUMERIC, ORDERED, all_basic, is_basic, is_untyped
from codemode.types.typeset import terms_of
from codemode.types.untyped import convert_untyped, update_type

_TO_COMPLEX: Final[dict[Type, Type]] = {FLOAT32: COMPLEX64, FLOAT64: COMPLEX128, UNTYPED_FLOAT: UNTYPED_COMPLEX}

_TO_FLOAT: Final[dict[Type, Type]] = {COMPLEX64: FLOAT32, COMPLEX128: FLOAT64, UNTYPED_COMPLEX: UNTYPED_FLOAT}


def _mapped(c: Checker, x: Operand, table: dict[Type, Type], name: str) -> Type | None:
    if isinstance(x.typ, TypeParam):
        terms = terms_of(x.typ)
        if terms and all(term.type.underlying in table for term in terms):
            shown = c.words.operand(x)
            why = "not supported as argument to built-in"
            c.error(x, f"{shown} {why} {name} for go1.18 (see go.dev/issue/50937)", reason="wrong_builtin_argument")
            return INVALID
        return None
    return table.get(x.typ.underlying)


def make_complex(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    y = args[1]
    if is_untyped(x.typ) and is_untyped(y.typ):
        if x.mode is CONST and y.mode is CONST:
            for side in (x, y):
                if is_basic(side.typ, NUMERIC) and side.val is not None and constant.imag(side.val) == 0:
                    side.typ = UNTYPED_FLOAT
        else:
            convert_untyped(c, x, FLOAT64)
            convert_untyped(c, y, FLOAT64)
    elif is_untyped(x.typ):
        convert_untyped(c, x, y.typ)
    elif is_untyped(y.typ):
        convert_untyped(c, y, x.typ)
    if x.mode is BAD or y.mode is BAD:
        return False
    if x.typ is not y.typ:
        types = f"mismatched types {c.words.type(x.typ)} and {c.words.type(y.typ)}"
        return c.error(x, f"invalid operation: {expr_text(e)} ({types})", reason="wrong_operands")
    typ = _mapped(c, x, _TO_COMPLEX, "complex")
    if typ is None:
        message = f"invalid argument: arguments have type {c.words.type(x.typ)}, expected floating-point"
        c.error(x, message, reason="wrong_builtin_argument")
    if typ is None or typ is INVALID:
        return False
    if x.mode is CONST and y.mode is CONST:
        re, im = constant.to_float(x.val), constant.to_float(y.val)
        x.val = (re, im) if re is not None and im is not None else None
    else:
        x.mode = VALUE
    x.typ = typ
    return True


def part_of(c: Checker, x: Operand, name: str) -> bool:
    """real and imag"""
    if is_untyped(x.typ):
        if x.mode is CONST:
            if is_basic(x.typ, NUMERIC):
                x.typ = UNTYPED_COMPLEX
        else:
            convert_untyped(c, x, COMPLEX128)
            if x.mode is BAD:
                return False
    typ = _mapped(c, x, _TO_FLOAT, name)
    if typ is None:
        message = f"invalid argument: argument has type {c.words.type(x.typ)}, expected complex type"
        c.error(x, message, reason="wrong_builtin_argument")
    if typ is None or typ is INVALID:
        return False
    if x.mode is CONST:
        x.val = constant.real(x.val) if name == "real" else constant.imag(x.val)
        x.val = constant.to_float(x.val)
    else:
        x.mode = VALUE
    x.typ = typ
    return True


def extreme(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand], name: str) -> bool:
    """min and max"""
    if c.gradual and any(a.typ is ANY for a in args):
        return _dynamic_extreme(c, x, args)
    if len(args) == 1 and c.read(e, x):
        return True
    op = "<" if name == "min" else ">"
    for i, a in enumerate(args):
        if not all_basic(a.typ, ORDERED):
            message = f"invalid argument: {c.words.operand(a)} cannot be ordered"
            return c.error(a, message, c.reader.hint("extreme", c, a, name), reason="wrong_builtin_argument")
        if i == 0:
            continue
        operators.match_types(c, x, a)
        if x.mode is BAD:
            return False
        if x.typ is not a.typ:
            c.reader.mismatch(c, x, a)
            show = c.words.type
            types = f"{show(x.typ)} (previous argument) and {show(a.typ)} (type of {expr_text(a.expr)})"
            message = f"invalid argument: mismatched types {types}"
            return c.error(a, message, c.reader.hint("mismatch", c, x, a, ""), reason="wrong_operands")
        if x.mode is CONST and a.mode is CONST:
            if a.val is not None and x.val is not None and constant.compare(op, a.val, x.val):
                x.take(a)
        else:
            x.mode = VALUE
    if x.mode is not CONST:
        x.mode = VALUE
        assignments.assignment(c, x, ANY, f"argument to built-in {name}")
        if x.mode is BAD:
            return False
    for a in args:
        update_type(c, a.expr, x.typ, final=True)
    return True


def _dynamic_extreme(c: Checker, x: Operand, args: list[Operand]) -> bool:
    typ = next((a.typ for a in args if a.typ is not ANY and not is_untyped(a.typ)), ANY)
    for a in args:
        if a.typ is not ANY:
            assignments.assignment(c, a, typ, "argument to min or max")
            if a.mode is BAD:
                return False
    return gives(x, typ)
