"""Measures the memory of a Python run: everything reachable from its names, frames and tasks, and from what the library keeps for it. The sizes are
our own, so that a program meets its limit at the same place in every process."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import gc
import os
import sys
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, time, timezone
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from greenlet import getcurrent

from codemode.python import words
from codemode.python.frames import FILE
from codemode.python.values import Handle, Instance, Module, Native

_OURS = f"{Path(__file__).parent}{os.sep}"
_MACHINE = f"{Path(__file__).parent.parent}{os.sep}"
_SHORT = 64  # characters; whether Python shares texts up to this length is chance
_LONG = 1 << 128  # whole numbers from here on count by their bits
_HIDDEN = 512  # bytes; what an object keeps outside of other objects counts from this size on
_TIMER = 256
# in these modules of ours the values of the program are kept; objects of other modules are the machine
_HOLDERS = ("codemode.python.library.", "codemode.interpreter.machine.signals")

# what objects keep that Python's garbage collector does not look into
_UNSEEN: Final[dict[type, Callable[[Any], Iterable[Any]]]] = {
    range: lambda value: (value.start, value.stop, value.step),
    type(iter(range(1 << 70))): lambda value: value.__reduce__()[1],
    timezone: lambda value: (value.tzname(None),),
    datetime: lambda value: (value.tzinfo,),
    time: lambda value: (value.tzinfo,),
}


def measure(run: Any) -> int:
    guest, sched, tasks = run.guest, run.sched, run.guest.tasks
    seen = {id(each) for each in (guest, guest.names, run._rng, run.ticks)}
    work: list[Any] = _kept_by_library(guest, seen)
    work += (guest.space, guest.kinds, guest.tuples, sched.arguments, *sched.waiters.values())
    if tasks is not None:
        work += (tasks.lost, tasks._by_goroutine)
    frames: list[FrameType | None] = []
    if getcurrent() is not sched.hub:  # the hub's frames are those of the host
        frames.append(sys._getframe(1))  # pyright: ignore[reportPrivateUsage] - CPython's own way to its frames
    for g in sched.alive.values():
        if g.sleeper is not None:
            frames.append(g.sleeper.gr_frame)
        work += (g.value, g.start)
    timers = sched.held_by_timers()
    work += timers
    calls = sum(_values_of_frames(frame, work) for frame in frames)
    return 1024 * calls + _TIMER * len(timers) + run.pledged + _Walk(guest, seen).over(work)


def _values_of_frames(frame: FrameType | None, work: list[Any]) -> int:
    """Adds the values in a frame and in those that called it, and returns how many of them are the program's."""
    calls = 0
    while frame is not None:
        name = frame.f_code.co_filename
        if name == FILE:
            calls += 1
        if name.startswith(_OURS) or not name.startswith(_MACHINE):
            work += frame.f_locals.values()
        frame = frame.f_back
    return calls


def _kept_by_library(guest: Any, seen: set[int]) -> list[Any]:
    """Returns what the modules and the functions of the library keep. They themselves cost the program nothing, so they are added to `seen`."""
    left = [value for name, value in guest.names.items() if not name.startswith(words.MARK)]
    left += (*guest.modules.values(), *guest.class_members.values())
    kept: list[Any] = []
    while left:
        value = left.pop()
        if id(value) in seen:
            continue
        kind: Any = type(value)
        if kind is FunctionType:
            left += gc.get_referents(*value.__closure__ or ())  # what is in the cells
        elif kind is Module:
            left += value.members.values()
        elif isinstance(value, Native):
            left += (value.call, *value.members.values())
        elif kind is BuiltinFunctionType:
            left.append(value.__self__)
        else:
            kept.append(value)
            continue
        seen.add(id(value))
    return kept


class _Walk:
    """One walk over values. What it looks at counts, so that its time is bounded by the memory that it finds."""

    def __init__(self, guest: Any, seen: set[int]) -> None:
        self._own = guest.kinds, guest.tuples
        self._seen = seen
        self._machine: dict[type, bool] = {}  # by class, whether its objects are the machine
        self._made: list[Any] = []  # by the walk itself: no other object may get their ids

    def over(self, work: list[Any]) -> int:
        seen = self._seen
        seen.add(id(work))
        total = 0
        while work:
            value: Any = work.pop()
            kind: Any = type(value)
            if kind is str or kind is bytes:
                if len(value) <= _SHORT:
                    total += 80
                elif id(value) not in seen:
                    seen.add(id(value))
                    total += 60 + len(value) * (1 if kind is bytes or value.isascii() else 4)
                continue
            if kind is int:
                total += 32 if -_LONG < value < _LONG else 32 + (value.bit_length() >> 3)
                continue
            if kind is float or kind is bool or value is None:
                total += 32
                continue
            if id(value) in seen:
                continue
            seen.add(id(value))
            if kind is list or kind is tuple:
                total += 56 + 8 * len(value)
                # zip_longest has tuples with holes, which only the collector can look into
                work.extend(value if kind is list else gc.get_referents(value))
            elif kind is dict:
                total += 64 + 40 * len(value)
                work.extend(value)
                work.extend(value.values())
            elif isinstance(value, Instance):
                total += 64
                work.append(value.__dict__)
            elif not self._is_machine(kind):
                total += self._other(kind, value, work)
        return total

    def _is_machine(self, kind: type) -> bool:
        """Returns whether objects of the class are no values of the program: they belong to the run, to modules, or to the host."""
        found = self._machine.get(kind)
        if found is None:
            found = self._machine[kind] = kind in _STOP or (
                kind.__module__.partition(".")[0] in ("codemode", "greenlet")
                and not kind.__module__.startswith(_HOLDERS)
                and not issubclass(kind, Handle | Native | BaseException)
                and not any(kind in own for own in self._own)
            )
        return found

    def _other(self, kind: Any, value: Any, work: list[Any]) -> int:
        """Adds what an object refers to, and returns what it takes itself."""
        if kind is FunctionType:
            shared = value.__globals__, value.__builtins__
            parts = gc.get_referents(value)  # of them, cells, defaults and attributes
            work.extend(
                part for part in parts if type(part) in (tuple, dict) and not any(part is each for each in shared)
            )
            return 200
        if kind is MethodType or kind is BuiltinFunctionType:
            work.append(value.__self__)
            return 64
        if isinstance(value, type):
            if not any(value in own for own in self._own):
                return 0
            members: Any = vars(value)
            work.extend((*members, *members.values()))
            return 1000 + 40 * len(members)
        if kind in _UNSEEN:
            parts = [*_UNSEEN[kind](value)]
            self._made.append(parts)
        else:
            parts = gc.get_referents(value)
        if kind is FrameType:  # those that called it are no values
            parts = [part for part in parts if type(part) is not FrameType]
        work.extend(parts)
        return self._size(kind, value, len(parts), work)

    def _size(self, kind: Any, value: Any, parts: int, work: list[Any]) -> int:
        if issubclass(kind, dict):  # the collector sees no keys that are texts
            work.extend(dict.keys(value))
            return 64 + 40 * len(value)
        if kind in self._own[0]:  # nor names of attributes
            work.append(getattr(value, "__dict__", None))
        if issubclass(kind, Handle):
            return 128
        if kind is deque:
            return 640 + 8 * parts
        hidden = 0 if hasattr(kind, "__len__") and not issubclass(kind, str | bytes) else sys.getsizeof(value)
        return max(64 + 8 * parts, hidden if hidden > _HIDDEN else 0)


_STOP = frozenset((ModuleType, CodeType, Module))
