"""Checks type expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from codemode.dsl.syntax import nodes
from codemode.types import resolving
from codemode.types.checker import Checker
from codemode.types.model import ANY, INVALID, Interface, Named, Type
from codemode.types.predicates import is_generic
from codemode.types.typeset import type_set


def typ(c: Checker, e: nodes.Expr) -> Type:
    """Returns the type that `e` denotes; INVALID after a problem."""
    found = (TYPES.get(e.__class__) or TYPES[nodes.Expr])(c, e)
    if found.__class__ is Named and is_generic(found):
        message = f"cannot use generic type {c.words.type(found)} without instantiation"
        c.error(e, message, reason="missing_type_arguments")
        found = INVALID
    e.typ = found
    return found


def var_type(c: Checker, e: nodes.Expr) -> Type:
    """Returns the type of a variable, which must not be a constraint."""
    found = typ(c, e)
    valid_var_type(c, e, found)
    return found


def valid_var_type(c: Checker, e: nodes.Expr, t: Type) -> None:
    if (t.__class__ is Named or t.__class__ is Interface) and t is not ANY:
        _refuse_constraint(c, e, t)


def _refuse_constraint(c: Checker, e: nodes.Expr, t: Type) -> None:
    """Refuses a constraint as the type of a variable, once the types are complete."""

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
    found = TYPES.get(e.__class__, TYPES[nodes.Expr])(c, e)
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
        resolving.cycle_error(c, c.path[c.path.index(obj) :])
        return False
    return True


# filled by codemode.types.dispatch, as the kinds of types need each other; the one for nodes.Expr takes what is not a type
TYPES: Final[dict[type[nodes.Node], Callable[[Checker, Any], Type]]] = {}
