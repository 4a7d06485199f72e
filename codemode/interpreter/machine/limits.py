"""The machine's own budgets. The engine's `Limits` (docs/contract.md) fills these."""

from __future__ import annotations

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
