"""time: durations."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.values import Box
from codemode.stdlib.time.base import MAX_INT64, MIN_INT64, NS, time
from codemode.stdlib.time.parse import parse_duration
from codemode.types import model

DURATION_ERROR = time.type("type parseDurationError struct { text string }")
DURATION_ERROR_PTR = model.pointer_to(DURATION_ERROR)


def _quotient(d: int, unit: int) -> int:
    return d // unit if d >= 0 else -(-d // unit)


def _units(d: int, unit: int) -> float:
    """Converts a duration to a unit as Go does: whole units and the rest are rounded separately."""
    whole = _quotient(d, unit)
    return float(whole) + float(d - whole * unit) / float(unit)


_PARTS: dict[str, Callable[[int], int | float]] = {
    "Nanoseconds() int64": lambda d: d,
    "Microseconds() int64": lambda d: _quotient(d, 1000),
    "Milliseconds() int64": lambda d: _quotient(d, 10**6),
    "Seconds() float64": lambda d: _units(d, NS),
    "Minutes() float64": lambda d: _units(d, 60 * NS),
    "Hours() float64": lambda d: _units(d, 3600 * NS),
    "Abs() Duration": lambda d: min(abs(d), MAX_INT64),
}
for _text, _part in _PARTS.items():
    time.method(f"func (d Duration) {_text}")(_part)

time.row("func (d Duration) Truncate(m Duration) Duration", lambda d, m: d if m <= 0 else _quotient(d, m) * m)


@time.method("func (d Duration) Round(m Duration) Duration")
def duration_round(d: int, m: int) -> int:
    if m <= 0:
        return d
    rest = abs(d) % m
    size = abs(d) - rest if rest + rest < m else abs(d) + m - rest
    return max(MIN_INT64, -size) if d < 0 else min(MAX_INT64, size)


@time.method("func (d Duration) String() string")
def duration_string(d: int) -> bytes:
    return duration_text(d).encode()


def duration_text(d: int) -> str:
    if d == 0:
        return "0s"
    sign, size = ("-", -d) if d < 0 else ("", d)
    for limit, unit, name in ((1000, 1, "ns"), (10**6, 1000, "µs"), (NS, 10**6, "ms")):
        if size < limit:
            return f"{sign}{_decimal(size, unit)}{name}"
    whole, rest = divmod(size, 60 * NS)
    text = f"{_decimal(rest, NS)}s"
    if whole:
        hours_, minutes_ = divmod(whole, 60)
        text = f"{minutes_}m{text}"
        if hours_:
            text = f"{hours_}h{text}"
    return sign + text


def _decimal(n: int, unit: int) -> str:
    whole, rest = divmod(n, unit)
    return f"{whole}.{str(unit + rest)[1:].rstrip('0')}" if rest else str(whole)


@time.func("func ParseDuration(s string) (Duration, error)", cost="1 + len(s)")
def time_parse_duration(s: bytes) -> tuple[int, Any]:
    try:
        return parse_duration(s.decode("latin-1")), None
    except ValueError as error:
        return 0, Box(DURATION_ERROR_PTR, [str(error).encode("latin-1")])


time.method("func (e *parseDurationError) Error() string")(itemgetter(0))
