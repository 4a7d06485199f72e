"""Finds the type of a package-level object at its first use, and reports forbidden cycles of declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from codemode.dsl.syntax import nodes
from codemode.types.checker import UNSET, Checker, Declared, Environment
from codemode.types.limits import TooComplex
from codemode.types.model import INVALID, signature_of
from codemode.types.objects import Const, Func, Object, TypeName, Var
from codemode.types.predicates import is_generic


def resolve(c: Checker, obj: Object) -> None:
    """Finds the type of a package-level object, unless it is known. If the object is already being resolved, it is part of a cycle."""
    if obj in c.path:
        _in_progress(c, obj)
        return
    if obj.typ is not UNSET:
        return
    decl = c.objects.get(obj)
    if decl is None:
        obj.typ = INVALID
        return
    c.path.append(obj)
    env, scope = c.env, c.scope
    c.env, c.scope = Environment(decl.scope), decl.scope
    try:
        DECLARE[obj.__class__](c, obj, decl)
    except TooComplex as stop:
        stop.at = stop.at or (obj.pos, obj.pos + len(obj.name))
        raise
    finally:
        c.env, c.scope = env, scope
        c.path.pop()


def _in_progress(c: Checker, obj: Object) -> None:
    if isinstance(obj, Func):
        valid_cycle(c, obj)
        if obj.typ is UNSET:
            obj.typ = signature_of((), ())
    elif not valid_cycle(c, obj) or obj.typ is UNSET:
        obj.typ = INVALID


def valid_cycle(c: Checker, obj: Object) -> bool:
    cycle = c.path[c.path.index(obj) :]
    values = definitions = 0
    for member in cycle:
        if isinstance(member, (Const, Var)):
            values += 1
        elif isinstance(member, TypeName):
            if c.in_type_params and member.typ is not UNSET and is_generic(member.typ):
                return True
            definitions += not member.alias
    if values == len(cycle) or (values == 0 and definitions > 0):
        return True
    cycle_error(c, cycle)
    return False


def cycle_error(c: Checker, cycle: list[Object], start: int | None = None, shown: str = "") -> None:
    """Reports a cycle of declarations at `start`, or at the object that comes first in the source. `shown` is the name to show for that object."""
    if start is None:
        start = min(range(len(cycle)), key=lambda i: cycle[i].pos)
    obj = cycle[start]
    name = shown or obj.name
    what = "invalid recursive type" if isinstance(obj, TypeName) else "invalid cycle in declaration"
    if len(cycle) == 1:
        c.error(ObjectPlace(obj), f"{what}: {name} refers to itself", reason="cycle")
        return
    ring = cycle[start:] + cycle[:start]
    hint = ", ".join([f"{a.name} refers to {b.name}" for a, b in zip(ring, [*ring[1:], ring[0]])])
    message = f"{what} {name}" if isinstance(obj, TypeName) else f"{what} of {name}"
    c.error(ObjectPlace(obj), message, hint, reason="cycle")


class ObjectPlace(nodes.Node):
    """A place in the source: the name of an object."""

    def __init__(self, obj: Object) -> None:
        super().__init__(pos=obj.pos, end=obj.pos + len(obj.name))


# filled by codemode.types.dispatch: how each kind of object is declared
DECLARE: Final[dict[type[Object], Callable[[Checker, Any, Declared], None]]] = {}
