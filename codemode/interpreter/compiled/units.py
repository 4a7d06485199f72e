"""The compiled units of one program, and how traces and the memory meter read their Python frames.

A unit is one Python function: a loop of the guest, or a whole function. While it runs, the slots of the guest's frame are Python variables. They are
not copied back for the meter, which reads them here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from codemode.interpreter.machine.frames import FuncCode
    from codemode.types.model import Type
    from codemode.types.objects import Func

NO_PLACE = 1  # the line of code without a place of its own
IN_FRAME = object()  # the value of a variable while only the guest's frame has it
FILE = "<compiled>"  # used in place of a file name


class Unsupported(Exception):
    """Something in a unit cannot be translated: the whole unit stays with the tree-walker."""


class Unit:
    """One compiled function: `who` is the name of the guest's function, "" for a loop.

    `slots` are the Python variables for slots of the guest's frame; for a loop, those that it writes. `held` are variables with what a range loop
    ranges over.
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


class Compiled(ABC):
    """The namespace of a program's units: functions, and the objects to which they refer, by numbered names. It has no builtins."""

    left: int  # nodes of the guest's tree that may still be examined

    @abstractmethod
    def function(self, target: FuncCode) -> str | None:
        """Returns the name of a compiled function of the program; None if it stays with the tree-walker."""

    @abstractmethod
    def native_caller(self, func: Func, type_args: tuple[Type, ...], count: int) -> Callable[..., Any]:
        """Returns a function that calls one of the library with `count` arguments."""

    def __init__(self) -> None:
        self.units: dict[str, Unit] = {}
        self.names: dict[str, Any] = {"__builtins__": {}, _UNITS: self.units}
        self._bound: dict[int, str] = {}
        self._count = 0

    def bind(self, value: object) -> str:
        """The name of an object in units."""
        found = self._bound.get(id(value))
        if found is None:
            found = self._bound[id(value)] = self.fresh("k")
            self.names[found] = value  # also keeps the object alive, so its id is not reused
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
    """The guest's values in a unit's frame: its slots in a list, as in the tree-walker, and what a loop ranges over."""
    seen = frame.f_locals
    held = [seen[name] for name in unit.held if seen.get(name) is not None]
    slots = seen.get("f")
    if slots is not None:
        for name, slot in unit.slots:
            if seen.get(name, IN_FRAME) is not IN_FRAME:
                slots[slot] = seen[name]
        return [slots, *held]
    made = [None] * (1 + unit.params) + list(unit.pad)
    made[0] = seen["run"]
    for name, slot in unit.slots:
        if name in seen:
            made[slot] = seen[name]
    return [made, *held]


def line_of(pos: int) -> int:
    """The line for an offset of the guest's text."""
    return pos + 2 if pos >= 0 else NO_PLACE


def place_of(line: int | None) -> int:
    """The offset for a line, -1 for none."""
    return -1 if line is None else line - 2
