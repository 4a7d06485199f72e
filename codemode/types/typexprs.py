"""Checks type expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from codemode.dsl.syntax import nodes
from codemode.types import constant, declaring, expressions, generics, names
from codemode.types.checker import Checker
from codemode.types.model import (
    ANY,
    INT,
    INVALID,
    Basic,
    ChanDir,
    Interface,
    Named,
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
from codemode.types.predicates import INTEGER, comparable, is_basic, is_generic, is_untyped
from codemode.types.spelling import expr_text
from codemode.types.typeset import type_set


def typ(c: Checker, e: nodes.Expr) -> Type:
    """Returns the type that `e` denotes; INVALID after a problem."""
    read = TYPES.get(e.__class__)
    found = read(c, e) if read is not None else _not_a_type(c, e)
    if found.__class__ is Named and is_generic(found):
        c.error(
            e, f"cannot use generic type {c.words.type(found)} without instantiation", reason="missing_type_arguments"
        )
        found = INVALID
    e.typ = found
    return found


def var_type(c: Checker, e: nodes.Expr) -> Type:
    """Returns the type of a variable, which must not be a constraint."""
    found = typ(c, e)
    valid_var_type(c, e, found)
    return found


def valid_var_type(c: Checker, e: nodes.Expr, t: Type) -> None:
    if (t.__class__ is not Named and t.__class__ is not Interface) or t is ANY:
        return

    def check() -> None:
        under = t.underlying
        if not isinstance(under, Interface) or not under.is_constraint_only:
            return
        if type_set(under).comparable:
            why = "interface is (or embeds) comparable"
        else:
            why = "interface contains type constraints"
        c.error(e, f"cannot use type {c.words.type(t)} outside a type constraint: {why}", reason="constraint_as_type")

    c.later(check)


def generic_type(c: Checker, e: nodes.Expr) -> tuple[Type, str]:
    """Returns a generic type without its arguments, or INVALID with the cause."""
    read = TYPES.get(e.__class__)
    found = read(c, e) if read is not None else _not_a_type(c, e)
    e.typ = found
    if found is INVALID:
        return INVALID, ""
    if not is_generic(found):
        return INVALID, f"{c.words.type(found)} is not a generic type"
    return found, ""


def type_list(c: Checker, exprs: list[nodes.Expr]) -> list[Type] | None:
    found = [var_type(c, e) for e in exprs]
    return None if INVALID in found else found


def is_complete(c: Checker, t: Type) -> bool:
    """Returns False, after reporting the cycle, for a type whose declaration needs the type itself to be complete."""
    if not isinstance(t, Named) or t.settled() is not None:
        return True
    obj = t.obj
    if obj in c.path:
        declaring.cycle_error(c, c.path[c.path.index(obj) :])
        return False
    return True


# --- one short function per kind ------------------------------------------------------------------------------------


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


def _not_a_type(c: Checker, e: nodes.Expr) -> Type:
    c.error(e, f"{expr_text(e)} is not a type", reason="not_a_type")
    expressions.use(c, e)
    return INVALID


def instance(c: Checker, e: nodes.IndexExpr) -> Type:
    return generics.instantiated_type(c, e)


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
            c.error(
                e,
                f"invalid array length {e.name}",
                "an array's length is constant; use a slice: make([]T, n)",
                reason="wrong_array_length",
            )
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
        if key is not INVALID and not comparable_key(key):
            why = " (missing comparable constraint)" if isinstance(key, TypeParam) else ""
            c.error(e.key, f"invalid map key type {c.words.type(key)}{why}", reason="not_comparable")

    c.later(check)


def comparable_key(key: Type) -> bool:
    return comparable(key)


def chan_type(c: Checker, e: nodes.ChanType) -> Type:
    direction: ChanDir = e.dir
    return chan_of(var_type(c, e.elem), direction)


def ellipsis(c: Checker, e: nodes.Ellipsis) -> Type:
    c.error(e, "invalid use of ...", reason="invalid_spread")
    if e.elem is not None:
        typ(c, e.elem)
    return INVALID


# filled by codemode.types.dispatch, as the kinds of types need each other
TYPES: Final[dict[type[nodes.Node], Callable[[Checker, Any], Type]]] = {}
