"""Charges work on big values. Arrays are values, so `var a [1000000]int`, `b := a` and `a == b` take time in proportion to the type.

Zero values, copies and comparisons are made in many places that have no reference to a run; the run that is active in this thread is charged.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.limits import Meter
from codemode.types import model
from codemode.types.model import Type

BIG = 256  # weight; the step of the statement itself pays for smaller types
NODE = 16  # weight of a struct or array itself, in steps


class _Active(local):
    run: Meter | None = None


_active = _Active()


class Paying:
    """While this is entered, big values of this thread are charged to `run`."""

    __slots__ = ("_before", "_run")

    def __init__(self, run: Meter) -> None:
        self._run = run

    def __enter__(self) -> None:
        self._before, _active.run = _active.run, self._run

    def __exit__(self, *_: object) -> None:
        _active.run = self._before


def pay(steps: int, size: int = 0) -> None:
    """Charges work that lowered code does not know of, such as values inside an interface."""
    run = _active.run
    if run is not None:
        run.alloc(size)
        run.charge(steps)


def weight(t: Type, known: dict[Type, int] | None = None) -> int:
    """The cost of making, copying or comparing one `t`: plain values count 1 each, structs and arrays `NODE` more."""
    # each type is counted once: sixty structs that each contain the one before twice have 2**60 fields
    known = {} if known is None else known
    found = known.get(t)
    if found is None:
        under = t.underlying
        if isinstance(under, model.Array):
            found = NODE + under.len * weight(under.elem, known)
        elif isinstance(under, model.Struct):
            found = NODE + sum([weight(f.type, known) for f in under.fields])
        else:
            found = 1
        known[t] = found
    return found


def price_of_items(t: Type, count: int) -> int:
    """The steps for making or copying `count` structs or arrays of type `t`."""
    return count * weight(t) >> 6


def charged(t: Type, work: Callable[..., Any], *, grows: bool) -> Callable[..., Any]:
    """Wraps `work`, which touches all of one `t`, to charge its cost first if `t` is big. `grows`: it makes a new value."""
    count = weight(t)
    if count <= BIG:
        return work
    steps, size = count // NODE, count * 8 if grows else 0

    def paid(*args: Any) -> Any:
        pay(steps, size)
        return call_with(work, args)

    return paid
