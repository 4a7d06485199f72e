"""The part of a run that lower layers need to charge its budgets: goroutines, and work on big values."""

from __future__ import annotations

from typing import Protocol

from codemode.interpreter.machine.limits import MachineLimits


class Meter(Protocol):
    """The part of `run.Run` that its scheduler needs."""

    limits: MachineLimits
    depth: int  # calls in progress in the current goroutine
    room: int  # calls that the current goroutine may have in progress

    def charge(self, steps: int) -> bool: ...

    def alloc(self, size: int) -> None: ...

    def now_ns(self) -> int: ...
