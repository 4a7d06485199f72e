"""Checks each kind of type expression."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import constant, expressions, names
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import (
    ANY,
    INT,
    INVALID,
    Basic,
    Type,
    TypeParam,
    array_of,
    chan_of,
    map_of,
    pointer_to,
    slice_of,
)
from codemode.types.objects import Const
from codemode.types.operand import BAD, CONST, NOVALUE, TYPEXPR, Operand
from codemode.types.predicates import INTEGER, comparable, is_basic, is_untyped
from codemode.types.typexprs import typ, var_type


def type_name(c: Checker, e: nodes.Ident | nodes.SelectorExpr) -> Type:
    x = Operand()
    if isinstance(e, nodes.Ident):
        names.ident(c, x, e, None, True)
    else:
        names.selector(c, x, e, None, True)
    x.expr = e
    if x.mode is TYPEXPR:
        return x.typ
    if x.mode is NOVALUE:
        c.error(e, f"{c.words.operand(x)} used as type", reason="not_a_type")
    elif x.mode is not BAD:
        c.error(e, f"{expr_text(e)} is not a type", reason="not_a_type")
    return INVALID


def not_a_type(c: Checker, e: nodes.Expr) -> Type:
    c.error(e, f"{expr_text(e)} is not a type", reason="not_a_type")
    expressions.use(c, e)
    return INVALID


def array_type(c: Checker, e: nodes.ArrayType) -> Type:
    if e.len is None:
        return slice_of(var_type(c, e.elem))
    if isinstance(e.len, nodes.Ellipsis):
        c.error(e, "invalid use of [...] array (outside a composite literal)", reason="wrong_array_length")
        var_type(c, e.elem)
        return INVALID
    length = array_length(c, e.len)
    elem = var_type(c, e.elem)
    return array_of(elem, length) if length is not None else INVALID


def array_length(c: Checker, e: nodes.Expr) -> int | None:
    if isinstance(e, nodes.Ident):
        obj = c.lookup(e.name)
        if obj is None:
            c.error(e, f"undefined array length {e.name} or missing type constraint", reason="wrong_array_length")
            return None
        if not isinstance(obj, Const):
            hint = "an array's length is constant; use a slice: make([]T, n)"
            c.error(e, f"invalid array length {e.name}", hint, reason="wrong_array_length")
            return None
    x = Operand()
    expressions.expr(c, x, e)
    if x.mode is not CONST:
        if x.mode is not BAD:
            hint = "use a slice: make([]T, n)"
            c.error(x, f"array length {c.words.operand(x)} must be constant", hint, reason="wrong_array_length")
        return None
    if is_untyped(x.typ) or is_basic(x.typ, INTEGER):
        length = constant.represent(x.val, INT) if x.val is not None else None
        if length is not None and length >= 0:
            return length
    message = "invalid array length {}" if is_basic(x.typ, INTEGER) else "array length {} must be integer"
    c.error(x, message.format(c.words.operand(x)), reason="wrong_array_length")
    return None


def pointer_type(c: Checker, e: nodes.StarExpr) -> Type:
    base = var_type(c, e.x)
    return pointer_to(base) if base is not INVALID else INVALID


def map_type(c: Checker, e: nodes.MapType) -> Type:
    key, elem = var_type(c, e.key), var_type(c, e.value)
    if not (isinstance(key, Basic) or key is ANY):
        _map_key(c, e, key)
    return map_of(key, elem)


def _map_key(c: Checker, e: nodes.MapType, key: Type) -> None:
    def check() -> None:
        if key is not INVALID and not comparable(key):
            why = " (missing comparable constraint)" if isinstance(key, TypeParam) else ""
            c.error(e.key, f"invalid map key type {c.words.type(key)}{why}", reason="not_comparable")

    c.later(check)


def chan_type(c: Checker, e: nodes.ChanType) -> Type:
    return chan_of(var_type(c, e.elem), e.dir)


def ellipsis(c: Checker, e: nodes.Ellipsis) -> Type:
    c.error(e, "invalid use of ...", reason="invalid_spread")
    if e.elem is not None:
        typ(c, e.elem)
    return INVALID
