"""Arrays are values: `var a [1000000]int`, `b := a` and `a == b` do work in proportion to the type. Where a type is big, that work is charged.

Zero values, copies and comparisons are made in many places that know no run; the run that steps in this thread pays.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.meter import Meter
from codemode.types import model
from codemode.types.model import Type

BIG = 256  # weight; below it a statement's own step is price enough
NODE = 16  # weight of a struct or array itself, a step


class _Active(local):
    run: Meter | None = None


_active = _Active()


class Paying:
    """While this lasts, big values of this thread are charged to `run`."""

    __slots__ = ("_before", "_run")

    def __init__(self, run: Meter) -> None:
        self._run = run

    def __enter__(self) -> None:
        self._before, _active.run = _active.run, self._run

    def __exit__(self, *_: object) -> None:
        _active.run = self._before


def pay(steps: int, size: int = 0) -> None:
    """Charges work that no lowered code knows of, such as what is found inside an interface."""
    run = _active.run
    if run is not None:
        run.alloc(size)
        run.charge(steps)


def weight(t: Type, known: dict[Type, int] | None = None) -> int:
    """What it takes to make, copy or compare one `t`: plain values count 1 each, structs and arrays `NODE` more."""
    known = (
        {} if known is None else known
    )  # each type once: sixty structs that hold the one before twice have 2**60 fields
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
    """`work`, which touches all of one `t`, preceded by its price if `t` is big. `grows`: it makes a new one."""
    count = weight(t)
    if count <= BIG:
        return work
    steps, size = count // NODE, count * 8 if grows else 0

    def paid(*args: Any) -> Any:
        pay(steps, size)
        return call_with(work, args)

    return paid
