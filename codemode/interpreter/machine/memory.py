"""How much a run holds. Garbage is not charged for: when what was allocated since the last look passes the limit, what lives is walked.

Sizes are estimates of our own, not sys.getsizeof, so that a program meets its limit at the same place on every Python.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Collection, Iterable
from itertools import islice
from types import FrameType, FunctionType, MethodType
from typing import Any, cast

from codemode.interpreter.compiled.units import roots_of, unit_of
from codemode.interpreter.machine.run import CALL_BYTES, Run
from codemode.interpreter.machine.values import Box, GoPanic, Ptr, Slice

_LEAF_SIZES: dict[type, int] = {int: 32, float: 24, complex: 32, bool: 0, type(None): 0}
_FUNCTION = 400  # with its cells and what binds it to its code
_TIMER = 256
_REMEMBERED = 64  # what walking itself takes for each object, so that many small ones stay near the limit, too
_WORD = 1 << 64  # only numbers of math/big are larger
_LEAVES: frozenset[type] = frozenset(_LEAF_SIZES)
_VALUES = (bytes, bytearray, list, dict, Slice, tuple, deque, Box, Ptr, MethodType, GoPanic)
_PAUSE = 20_000  # values after which the driver gets a moment: some ten milliseconds
_CHUNK = 100_000  # items of one container that are looked at together


def measure(run: Run) -> int:
    """Bytes of guest values reachable from the globals and from every goroutine's frames, and of the calls in progress. The driver gets moments
    meanwhile, but nobody changes anything before it is done."""
    sched = run.sched
    calls = sched.measured()
    work: list[object] = [run.globals, run.services, run.data, sched.arguments]
    frames = [sys._getframe(2)]  # pyright: ignore[reportPrivateUsage] - of the running goroutine, or of work that is done for it
    for g in sched.alive.values():
        if g.sleeper is not None and g.sleeper.gr_frame is not None:
            frames.append(g.sleeper.gr_frame)
        work += (g.value, g.start)
    timers = sched.held_by_timers()
    work.extend(timers)
    work.extend(
        waiter for waiter in sched.waiters.values() if waiter is not None and _is_value(cast("type[Any]", type(waiter)))
    )
    kept: list[object] = []  # made for this look: none may take the place of another
    for frame in frames:
        _roots(frame, work, kept)
    return CALL_BYTES * calls + _TIMER * len(timers) + _walk(run, work)


def _roots(frame: FrameType | None, work: list[object], kept: list[object]) -> None:
    while (
        frame is not None and frame.f_globals.get("__name__") != "codemode.interpreter.machine.machine"
    ):  # from there on it is the host's
        unit = unit_of(frame)
        if unit is not None:
            found = roots_of(frame, unit)
            kept.append(found)
            work.extend(value for value in found if _is_value(cast("type[Any]", type(value))))
        else:
            for value in _variables(frame):
                if _is_value(cast("type[Any]", type(value))):
                    work.append(value)
        frame = frame.f_back


def _variables(frame: FrameType) -> Iterable[object]:
    """The values that a frame holds. What lowered code was made with is no value of the guest, though it may look like one; nor are arguments that
    are on their way to the guest's own frame."""
    seen = frame.f_locals
    if not frame.f_globals.get("__name__", "").startswith(_LOWERED):
        return seen.values()
    made = frame.f_code.co_freevars
    return [value for name, value in seen.items() if name not in made and not name.startswith("arg")]


_LOWERED = ("codemode.interpreter.lowering.", "codemode.interpreter.compiled.")


_known: dict[type, bool] = dict.fromkeys(_VALUES, True)
# where the classes and functions come from that hold values of guests; lowered code is none of that
_HOLDERS = ("codemode.stdlib.", "codemode.engine.natives.")
_HOLDING = (
    "codemode.interpreter.machine.frames",
    "codemode.interpreter.machine.calling",
    "codemode.interpreter.machine.scheduler",
)


def _is_value(kind: type[Any]) -> bool:
    """Whether such an object is, or holds, what the meter counts."""
    found = _known.get(kind)
    if found is None:
        module = kind.__module__
        found = module.startswith(_HOLDERS) or module in (
            "codemode.interpreter.machine.channels",
            "codemode.interpreter.machine.tool_calls",
        )
        _known[kind] = found
    return found


def _is_func(value: object) -> bool:
    """Whether it is a func value of the guest, or of the library, and no lowered code."""
    module = cast(FunctionType, value).__module__ or ""
    return module in _HOLDING or module.startswith(_HOLDERS)


def _walk(run: Run, work: list[object]) -> int:
    seen: set[int] = {id(work)}
    breathe = run.sched.breathe
    total = 0
    at = _PAUSE
    while work:
        value = work.pop()
        if value is None or id(value) in seen or value is run:
            continue
        seen.add(id(value))
        at -= 1
        if at < 0:
            at = _PAUSE
            breathe()
        kind = type(value)
        if kind is bytes or kind is bytearray:
            total += 33 + len(cast(bytes, value))
        elif kind is deque:
            total += 640 + _items(list(cast("deque[object]", value)), work)  # a stream's may be added to meanwhile
        elif kind is list or kind is tuple:
            many = cast("list[object]", value)
            at -= len(many) >> 2
            if len(many) > _CHUNK:
                total += 56 + _many_items(run, many, work)
            else:
                total += 56 + _items(many, work)
        elif kind is dict:
            entries = cast("dict[object, object]", value)
            at -= len(entries) >> 1
            total += 64 + 40 * len(entries)
            if len(entries) > _CHUNK:
                total += _many_items(run, entries.keys(), work) + _many_items(run, entries.values(), work)
            else:
                total += _items(entries.keys(), work) + _items(entries.values(), work)
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
        elif kind is GoPanic:
            total += 256
            panic = cast(GoPanic, value)
            work += (panic.value, panic.link)
        else:
            total += _LEAF_SIZES.get(kind, 64)
            _slots(value, work)
    return total + _REMEMBERED * len(seen)


def _many_items(run: Run, items: Iterable[object], work: list[object]) -> int:
    size = 0
    rest = iter(items)
    while chunk := list(islice(rest, _CHUNK)):
        size += _items(chunk, work)
        run.sched.breathe()
    return size


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
        kind = type(content)
        if _is_func(content) if kind is FunctionType else _is_value(kind):
            work.append(content)


def _slots(value: object, work: list[object]) -> None:
    """Library objects (channels, builders, readers) keep guest values in their slots."""
    for cls in type(value).__mro__:
        for name in getattr(cls, "__slots__", ()):
            content: object = getattr(value, name, None)
            kind = type(content)
            if kind is FunctionType or _is_value(kind):
                work.append(content)
