"""The machine's own budgets, which the engine's `Limits` (docs/contract.md) fills, and what lower layers need of a run to charge them."""

from __future__ import annotations

from typing import Protocol

from codemode.records import dataclass


@dataclass(slots=True, frozen=True)
class MachineLimits:
    max_steps: int = 10_000_000
    slice_steps: int = 20_000
    max_call_depth: int = 5000
    max_goroutines: int = 1000
    memory_limit_bytes: int = 64 << 20
    # characters that the guest may print in all; the engine limits what a reply shows of it
    max_output_bytes: int = 10 << 20
    max_tool_calls: int = 1000


class Meter(Protocol):
    """The part of `run.Run` that its scheduler needs."""

    limits: MachineLimits
    depth: int  # calls in progress in the current goroutine
    room: int  # calls that the current goroutine may have in progress

    def charge(self, steps: int) -> bool: ...

    def alloc(self, size: int) -> None: ...

    def now_ns(self) -> int: ...
