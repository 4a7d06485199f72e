"""Measures the memory of a run. Garbage is not charged: when the allocations since the last measurement exceed the limit, the live values are walked.

Sizes are codemode's own estimates, not sys.getsizeof, so that a program reaches its limit at the same place on every Python.
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
_FUNCTION = 400  # with its cells and its binding to its code
_TIMER = 256
_REMEMBERED = 64  # the cost of walking each object itself, so that many small ones stay within reason, too
_WORD = 1 << 64  # only numbers of math/big are larger
_LEAVES: frozenset[type] = frozenset(_LEAF_SIZES)
_VALUES = (bytes, bytearray, list, dict, Slice, tuple, deque, Box, Ptr, MethodType, GoPanic)
_PAUSE = 20_000  # values after which control returns to the driver for a moment: about ten milliseconds
_CHUNK = 100_000  # items of one container that are examined together


def measure(run: Run) -> int:
    """Returns the bytes of guest values reachable from the globals and from every goroutine's frames, and of the calls in progress. Control
    returns to the driver at times, but nobody changes values before it is done."""
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
    kept: list[object] = []  # made for this measurement: no other object may get their ids
    for frame in frames:
        _roots(frame, work, kept)
    return CALL_BYTES * calls + _TIMER * len(timers) + _walk(run, work)


def _roots(frame: FrameType | None, work: list[object], kept: list[object]) -> None:
    while (
        frame is not None and frame.f_globals.get("__name__") != "codemode.interpreter.machine.machine"
    ):  # from there on the data belongs to the host
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
    """The guest values in a frame. Values with which lowered code was made do not count, even if they look like guest values; nor do arguments on
    their way to the guest's own frame."""
    seen, module = frame.f_locals, frame.f_globals.get("__name__", "")
    if not module.startswith(_LOWERED) and module != _CALLING:
        return seen.values()
    made = frame.f_code.co_freevars if module != _CALLING else ()
    return [value for name, value in seen.items() if name not in made and not name.startswith("arg")]


_LOWERED = (
    "codemode.interpreter.lowering.",
    "codemode.interpreter.compiled.",
    "codemode.interpreter.machine.frames",
)
_CALLING = "codemode.interpreter.machine.calling"


_known: dict[type, bool] = dict.fromkeys(_VALUES, True)
# modules whose classes and functions may contain guest values; lowered code does not
_HOLDERS = ("codemode.stdlib.", "codemode.engine.natives.")
_HOLDING = (
    "codemode.interpreter.machine.frames",
    "codemode.interpreter.machine.calling",
    "codemode.interpreter.machine.scheduler",
)


def _is_value(kind: type[Any]) -> bool:
    """Whether such an object is, or contains, something that the meter counts."""
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
    """Whether it is a func value of the guest or of the library, not lowered code."""
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
        elif kind is str:  # what the library is writing
            total += sys.getsizeof(cast(str, value))
        elif kind is deque:
            total += 640 + _items(list(cast("deque[object]", value)), work)  # a stream's queue may grow meanwhile
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
        else:
            total += _small(kind, value, work)
    return total + _REMEMBERED * len(seen)


def _small(kind: type[Any], value: Any, work: list[object]) -> int:
    """Returns the size of a value that is no text and no container; what it contains goes on the work list."""
    if kind is Box:
        return 40 + _items((value.v,), work)
    if kind is Ptr:
        work.append(value.obj)
        return 48
    if kind is MethodType:  # the result of a library function
        work.append(value.__self__)
        return 64
    if kind is FunctionType:
        _captured(value, work)
        return _FUNCTION
    if kind is GoPanic:
        work += (value.value, value.link)
        return 256
    _slots(value, work)
    return _LEAF_SIZES.get(kind, 64)


def _many_items(run: Run, items: Iterable[object], work: list[object]) -> int:
    size = 0
    rest = iter(items)
    while chunk := list(islice(rest, _CHUNK)):
        size += _items(chunk, work)
        run.sched.breathe()
    return size


def _items(items: Collection[object], work: list[object]) -> int:
    """Returns the size of a container's slots and leaves; items that may contain more go on the work list."""
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
    """A guest func stores its variables in the cells of a Python closure. Lowered code, also functions, is not guest data."""
    for cell in function.__closure__ or ():
        try:
            content: object = cell.cell_contents
        except ValueError:
            continue
        kind = type(content)
        if _is_func(content) if kind is FunctionType else _is_value(kind):
            work.append(content)


def _slots(value: object, work: list[object]) -> None:
    """Library objects (channels, builders, readers, printers) store guest values in their attributes."""
    held: list[object] = list(cast("dict[str, object]", getattr(value, "__dict__", _NOTHING)).values())
    held += [getattr(value, name, None) for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    for content in held:
        kind = type(content)
        if kind is FunctionType or _is_value(kind):
            work.append(content)


_NOTHING: dict[str, object] = {}
