"""How much a run holds. Garbage is not charged for: when what was allocated since the last look passes the limit, what lives is walked.

Sizes are estimates of our own, not sys.getsizeof, so that a program meets its limit at the same place on every Python.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Collection
from types import FrameType, FunctionType, MethodType
from typing import TYPE_CHECKING, cast

from codemode.interpreter.values import Box, Ptr, Slice

if TYPE_CHECKING:
    from codemode.interpreter.run import Run

_LEAF_SIZES: dict[type, int] = {int: 32, float: 24, complex: 32, bool: 0, type(None): 0}
_FUNCTION = 400  # with its cells and what binds it to its code
_TIMER = 256
_REMEMBERED = 64  # what walking itself takes for each object, so that many small ones stay near the limit, too
_WORD = 1 << 64  # only numbers of math/big are larger
_LEAVES: frozenset[type] = frozenset(_LEAF_SIZES)
_CONTAINERS: frozenset[type] = frozenset((list, dict, Slice, tuple, deque))


def measure(run: Run) -> int:
    """Bytes of guest values reachable from the globals and from every goroutine's frames."""
    work: list[object] = [run.globals, run.services, run.data]
    sched = run.sched
    for g in sched.alive.values():
        if g is not sched.current:
            _roots(g.sleeper.gr_frame if g.sleeper else None, work)
            work.append(g.value)
    timers = sched.held_by_timers()
    work.extend(timers)
    _roots(sys._getframe(1), work)  # pyright: ignore[reportPrivateUsage] - the running goroutine's own stack
    return _TIMER * len(timers) + _walk(run, work)


def _roots(frame: FrameType | None, work: list[object]) -> None:
    while frame is not None:
        for value in frame.f_locals.values():
            if type(value) in _CONTAINERS:
                work.append(value)
        frame = frame.f_back


def _walk(run: Run, work: list[object]) -> int:
    seen: set[int] = {id(work)}
    total = 0
    while work:
        value = work.pop()
        if id(value) in seen or value is run:
            continue
        seen.add(id(value))
        kind = type(value)
        if kind is bytes or kind is bytearray:
            total += 33 + len(cast(bytes, value))
        elif kind is deque:
            total += 640 + _items(cast("deque[object]", value), work)
        elif kind is list or kind is tuple:
            total += 56 + _items(cast("list[object]", value), work)
        elif kind is dict:
            entries = cast("dict[object, object]", value)
            total += 64 + 40 * len(entries) + _items(entries.keys(), work) + _items(entries.values(), work)
        elif kind is Slice:
            total += 64
            work.append(cast(Slice, value).arr)
        elif kind is Box:
            total += 40 + _items((cast(Box, value).v,), work)
        elif kind is Ptr:
            total += 48
            work.append(cast(Ptr, value).obj)
        elif kind is MethodType:  # what a library function gave
            total += 64
            work.append(cast(MethodType, value).__self__)
        elif kind is FunctionType:
            total += _FUNCTION
            _captured(cast(FunctionType, value), work)
        else:
            total += _LEAF_SIZES.get(kind, 64)
            _slots(value, work)
    return total + _REMEMBERED * len(seen)


def _items(items: Collection[object], work: list[object]) -> int:
    """Size of a container's slots and leaves; what may hold more goes on the work list."""
    size = 8 * len(items)
    for item in items:
        kind = type(item)
        if kind is int:
            number = cast(int, item)
            if not -5 <= number <= 256:
                size += 32 if -_WORD <= number <= _WORD else 32 + number.bit_length() // 8
        elif kind in _LEAVES:
            size += _LEAF_SIZES[kind]
        else:
            work.append(item)
    return size


def _captured(function: FunctionType, work: list[object]) -> None:
    """A guest func holds its variables in the cells of a Python closure. Lowered code, also functions, is no guest data."""
    for cell in function.__closure__ or ():
        try:
            content: object = cell.cell_contents
        except ValueError:
            continue
        if type(content) in (list, dict, Slice, Box, Ptr, bytes, tuple):
            work.append(content)


def _slots(value: object, work: list[object]) -> None:
    """Library objects (channels, builders, readers) keep guest values in their slots."""
    for cls in type(value).__mro__:
        for name in getattr(cls, "__slots__", ()):
            content: object = getattr(value, name, None)
            if type(content) in (list, dict, Slice, Box, Ptr, bytes, bytearray, deque, FunctionType):
                work.append(content)
