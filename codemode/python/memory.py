"""Measures the memory of a Python run: everything reachable from its names, frames and tasks. The sizes are our own, so that a program meets its
limit at the same place in every process."""

# values of programs have any type
# pyright: reportUnknownVariableType=false
from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from codemode.python.frames import FILE
from codemode.python.values import Handle, Instance, Module, Native

_OURS = f"{Path(__file__).parent}{os.sep}"
_IN_HAND = frozenset((list, dict, set, tuple, str, bytes, defaultdict, OrderedDict, Counter, deque))
_STOP = (type, ModuleType, CodeType, BuiltinFunctionType, Native)
_SHORT = 64  # characters; whether Python shares texts up to this length is chance


def measure(run: Any) -> int:
    guest = run.guest
    work: list[Any] = [guest.space]
    frames: list[FrameType | None] = [sys._getframe(1)]  # pyright: ignore[reportPrivateUsage] - CPython's own way to its frames
    for g in run.sched.alive.values():
        if g.sleeper is not None:
            frames.append(g.sleeper.gr_frame)
        work.append(g.value)
    calls = 0
    for frame in frames:
        while frame is not None:
            if frame.f_code.co_filename == FILE:
                calls += 1
                work.extend(frame.f_locals.values())
            elif frame.f_code.co_filename.startswith(_OURS):  # values that library code works on
                work.extend(value for value in frame.f_locals.values() if type(value) in _IN_HAND)
            frame = frame.f_back
    return 1024 * calls + run.pledged + _walk(work, guest)


def _walk(work: list[Any], guest: Any) -> int:
    seen: set[int] = {id(guest.names), id(guest), id(work)}
    total = 0
    while work:
        value = work.pop()
        kind: Any = type(value)
        if kind is str or kind is bytes:
            if len(value) <= _SHORT:
                total += 80
                continue
            if id(value) not in seen:
                seen.add(id(value))
                total += 60 + len(value) * (1 if kind is bytes or value.isascii() else 4)
            continue
        if kind is int or kind is float or kind is bool or value is None:
            total += 32
            continue
        if id(value) in seen or isinstance(value, _STOP) or kind is Module:
            continue
        seen.add(id(value))
        if kind is list or kind is tuple:
            total += 56 + 8 * len(value)
            work.extend(value)
        elif kind is dict:
            total += 64 + 40 * len(value)
            work.extend(value)
            work.extend(value.values())
        elif kind is FunctionType:
            total += 200
            for cell in value.__closure__ or ():
                with contextlib.suppress(ValueError):
                    work.append(cell.cell_contents)
        elif kind is MethodType:
            total += 64
            work.append(value.__self__)
        elif kind is FrameType or isinstance(value, Handle):
            total += 128
            work.extend(value.inside() if isinstance(value, Handle) else ())
        elif kind is GeneratorType:
            total += 256
            if value.gi_frame is not None and value.gi_frame.f_code.co_filename == FILE:
                work.extend(value.gi_frame.f_locals.values())
        elif isinstance(value, Instance):
            total += 64
            work.append(value.__dict__)
        else:
            total += 64 + (8 * len(value) if hasattr(kind, "__len__") and kind in _CONTAINERS else 0)
            work.extend(gc.get_referents(value))
    return total


_CONTAINERS = (set, frozenset)
