"""What the tier has compiled for one program, and how its Python frames are read: by traces, and by the meter of memory.

A unit is one Python function: a loop of the guest, or a whole function of it. While it runs, the slots of the guest's frame are Python's own
variables. Nobody copies them back for the meter: the meter finds them here.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FrameType
from typing import Any, cast

NO_PLACE = 1  # the line of what has no place of its own
FILE = "<compiled>"  # in the place of a file's name


class Unsupported(Exception):
    """Something in a unit is not translated: all of it stays with the walker."""


class Unit:
    """What is known of one compiled function: `who` is the guest's function that it is, "" for a loop.

    `slots` are the Python variables that stand for slots of the guest's frame; of a loop those that it writes. `held` are variables that keep what a
    range loop goes over.
    """

    __slots__ = ("held", "pad", "params", "slots", "who")

    def __init__(
        self, who: str, slots: Sequence[tuple[str, int]], held: Sequence[str], params: int, pad: tuple[Any, ...]
    ) -> None:
        self.who = who
        self.slots = slots
        self.held = held
        self.params = params
        self.pad = pad


class Compiled:
    """The namespace of a program's units: functions, and the objects that they refer to, by numbered names. There are no builtins in it."""

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.names: dict[str, Any] = {"__builtins__": {}, _UNITS: self.units}
        self._bound: dict[int, str] = {}
        self._count = 0

    def bind(self, value: object) -> str:
        """The name under which units find an object."""
        found = self._bound.get(id(value))
        if found is None:
            found = self._bound[id(value)] = self.fresh("k")
            self.names[found] = value  # which also keeps it, and so its id
        return found

    def fresh(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"


_UNITS = "units"


def unit_of(frame: FrameType) -> Unit | None:
    """The unit that a Python frame runs."""
    if frame.f_code.co_filename != FILE:
        return None
    units = cast("dict[str, Unit] | None", frame.f_globals.get(_UNITS))
    return units.get(frame.f_code.co_name) if units is not None else None


def roots_of(frame: FrameType, unit: Unit) -> list[Any]:
    """The values of the guest that a unit's frame holds: its slots in a list, as the tree-walker has them, and what a loop goes over."""
    seen = frame.f_locals
    held = [seen[name] for name in unit.held if seen.get(name) is not None]
    if not unit.who:
        slots = seen["f"]
        for name, slot in unit.slots:
            if name in seen:
                slots[slot] = seen[name]
        return [slots, *held]
    if not unit.params and frame.f_lineno == NO_PLACE:
        return held  # a function without parameters has no frame before it has begun
    made = [None] * (1 + unit.params) + list(unit.pad)
    made[0] = seen["run"]
    for name, slot in unit.slots:
        if name in seen:
            made[slot] = seen[name]
    return [made, *held]


def line_of(pos: int) -> int:
    """The line that stands for an offset of the guest's text."""
    return pos + 2 if pos >= 0 else NO_PLACE


def place_of(line: int | None) -> int:
    """The offset that a line stands for, -1 for none."""
    return -1 if line is None else line - 2
