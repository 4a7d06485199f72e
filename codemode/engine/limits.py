"""The limits of a cell. A value above the maximum is an error, and so is one that is not a number."""

from __future__ import annotations

import math
from dataclasses import field, fields
from functools import cached_property
from typing import Any, cast

from codemode.errors import ConfigError, InputError, RunError
from codemode.interpreter.machine.limits import MachineLimits
from codemode.records import dataclass

KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30

MAX_PRINTED = 10 * MIB  # what a program may print in all; a reply shows at most max_output_bytes
MAX_BUDGET = 60_000  # milliseconds for one exec or wait
SLICE_STEPS = 4000  # steps between two checks of the clock: about a millisecond


_TIMES = ("timeout_ms", "snapshot_ttl_seconds")


def _limit(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"low": low, "high": high})


@dataclass(frozen=True)
class Limits:
    """The limits of one exec or wait. Times are in milliseconds unless the name says seconds; sizes are in bytes.

    None, NaN and infinity mean the default; a value below the minimum means the minimum. Raises ConfigError for other values, for one above
    the maximum, and for a time that is 0 or negative.
    """

    timeout_ms: int = _limit(10_000, 100, MAX_BUDGET)
    memory_limit_bytes: int = _limit(64 * MIB, MIB, GIB)
    max_output_bytes: int = _limit(64 * KIB, KIB, 10 * MIB)
    max_snapshot_bytes: int = _limit(10 * MIB, KIB, 256 * MIB)
    max_pending_tool_calls: int = _limit(64, 1, 1024)
    snapshot_ttl_seconds: int = _limit(900, 1, 86_400)
    search_default_limit: int = _limit(8, 1, 50)
    max_search_limit: int = _limit(50, 1, 50)
    max_steps: int = _limit(10_000_000, 1000, 10**10)
    max_tool_calls: int = _limit(1000, 1, 100_000)
    max_call_depth: int = _limit(5000, 10, 8_000)
    max_goroutines: int = _limit(1000, 1, 100_000)
    max_suspended_runs: int = _limit(64, 1, 100_000)
    max_attachment_bytes: int = _limit(16 * MIB, KIB, 256 * MIB)
    max_attachments: int = _limit(256, 0, 1000)

    def __post_init__(self) -> None:
        for limit in fields(self):
            default = cast(int, limit.default)
            low, high = limit.metadata["low"], limit.metadata["high"]
            given = getattr(self, limit.name)
            if given is not None and (isinstance(given, bool) or not isinstance(given, int | float)):
                raise ConfigError(f"{limit.name} must be a number from {low} to {high}, not {repr(given)[:80]}")
            value = _number(given, default)
            if value > high or (value <= 0 and limit.name in _TIMES):
                raise ConfigError(f"{limit.name} must be {low} to {high}, not {value}")
            value = clamp(value, default, low, high)
            object.__setattr__(self, limit.name, value)

    @cached_property
    def machine(self) -> MachineLimits:
        """The limits that the machine itself enforces."""
        return MachineLimits(
            max_steps=self.max_steps,
            slice_steps=SLICE_STEPS,
            max_call_depth=self.max_call_depth,
            max_goroutines=self.max_goroutines,
            memory_limit_bytes=self.memory_limit_bytes,
            max_output_bytes=MAX_PRINTED,
            max_tool_calls=self.max_tool_calls,
        )


# what a run may use, except the time and the size of one reply, which are limits of the caller that waits
_OF_RUNS = (
    "memory_limit_bytes",
    "max_pending_tool_calls",
    "max_steps",
    "max_tool_calls",
    "max_call_depth",
    "max_goroutines",
    "max_attachment_bytes",
    "max_attachments",
)


def check_limits(begun: Limits, here: Limits) -> None:
    """Checks that a run that began under some limits may continue under others. Raises RunError if it could use more than is allowed here."""
    over = [name for name in _OF_RUNS if getattr(begun, name) > getattr(here, name)]
    if over:
        told = ", ".join(f"{name} is {getattr(begun, name)}, the limit here is {getattr(here, name)}" for name in over)
        message = f"the run began with higher limits than this engine allows: {told}; continue it in an engine that allows them"
        raise RunError(message, code="snapshot_restore_failed", phase="host")


def clamp(value: object, default: int, low: int, high: int) -> int:
    """Returns the value, moved between its bounds; the default if it is not a finite number."""
    return int(min(max(_number(value, default), low), high))


def _number(value: object, default: int) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return default
    return value


def checked_budget(timeout_ms: object) -> None:
    """Raises InputError if it cannot be the time of one exec or wait, in milliseconds."""
    if timeout_ms is not None and not 0 < _number(timeout_ms, 0) <= MAX_BUDGET:
        raise InputError(
            f"timeout_ms must be a number of milliseconds above 0 and at most {MAX_BUDGET}, not {repr(timeout_ms)[:80]}"
        )


def checked_limits(limits: object) -> Limits | None:
    """Returns the limits if they are a `Limits` object. Raises ConfigError."""
    if limits is None or isinstance(limits, Limits):
        return limits
    raise ConfigError(f"limits must be Limits(timeout_ms=...), not {type(limits).__name__}")


def checked_timeout(timeout: object) -> float:
    """Returns milliseconds as a number that can be waited for. Raises InputError."""
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        raise InputError(f"timeout must be a number of milliseconds, not {timeout!r}")
    if not math.isfinite(timeout) or timeout <= 0:
        raise InputError(f"timeout must be a number of milliseconds above 0, not {timeout!r}")
    return timeout
