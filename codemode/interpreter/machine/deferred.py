"""Defer, panic and recover.

Deferred calls are in a list in the function's frame. A spent budget, an exit and an aborted run are not Exceptions, so they do not run deferred
calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic


class Panicking:
    """The panic for which deferred calls run: recover works only in a call at exactly this depth."""

    __slots__ = ("depth", "panic")

    def __init__(self, panic: GoPanic, depth: int) -> None:
        self.panic = panic
        self.depth = depth


def guarded(inner: Code, slot: int, results: Code | None, end: int) -> Code:
    """Wraps a function with deferred calls, which run at its `end`. `results` reads its results, if it has any."""

    def body(f: Frame, at: int = end) -> Any:
        run = f[0]
        depth = run.depth
        defers: list[Callable[[], Any]] = []
        f[slot] = defers
        try:
            result = inner(f)
        except Exception as exc:
            panic = as_panic(exc)
            if panic is None:
                raise
            try:
                run_deferred(run, defers, panic, depth)
            finally:
                panic = None  # its traceback has this frame
            return results(f) if results is not None else None
        if defers:
            run_deferred(run, defers, None, depth)
            if results is not None:
                return results(f)
        return result

    return body


def run_deferred(run: Run, defers: list[Callable[[], Any]], panic: GoPanic | None, depth: int) -> None:
    """Calls the deferred functions, the last first. Raises the panic that is left at the end."""
    g = run.sched.current
    following: GoPanic | None = None
    while defers:
        call = defers.pop()
        run.depth = depth
        before = g.panic
        g.panic = Panicking(panic, depth + 1) if panic is not None else None
        try:
            call()
        except Exception as exc:
            following = as_panic(exc)
            if following is None:
                raise
            if panic is not None and following is not panic:
                _link(following, panic)
            panic = following
        else:
            if panic is not None and panic.recovered:
                panic = None
        g.panic = before
    run.depth = depth
    if panic is not None:
        try:
            raise panic
        finally:
            panic = following = None  # its traceback has this frame


def _link(following: GoPanic, panic: GoPanic) -> None:
    """Appends the earlier panic to the later one's chain."""
    last = following
    while last.link is not None:
        if last.link is panic:
            return
        last = last.link
    last.link = panic


def recover(run: Run) -> Any:
    """Returns the value of the panic, if a deferred function called at this depth runs for one; ends the panic."""
    current = run.sched.current.panic
    if current is None or current.depth != run.depth:
        return None
    panic = current.panic
    if panic.recovered or panic.goexit:
        return None
    panic.recovered = True
    return panic.value
