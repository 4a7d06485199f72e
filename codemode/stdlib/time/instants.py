"""time: methods of Time that return its parts, compare and compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.time.base import (
    MAX_INT64,
    MIN_INT64,
    NS,
    Storage,
    date,
    local,
    now,
    set_location,
    time,
    unix_ns,
    utc,
    wrapped,
    zone_of,
)
from codemode.stdlib.time.layout import Moment
from codemode.stdlib.time.zone import SECONDS_PER_DAY, UNIX_TO_INTERNAL, civil, day_number

# --- taking times apart ----------------------------------------------------------------------------------------------


def _local_seconds(t: Storage) -> int:
    """Returns the local time as seconds since the start of year 1."""
    loc = t[2]
    return t[0] if loc is None else t[0] + zone_of(loc).at(t[0] - UNIX_TO_INTERNAL)[1]


def _day(t: Storage) -> int:
    return _local_seconds(t) // SECONDS_PER_DAY


def _year_day(days: int) -> tuple[int, int]:
    year = civil(days)[0]
    return year, days - day_number(year, 1) + 1


def moment_of(t: Storage) -> Moment:
    name, offset = zone_of(t[2]).at(t[0] - UNIX_TO_INTERNAL)
    days, second = divmod(t[0] + offset, SECONDS_PER_DAY)
    year, month, day = civil(days)
    hour, second = divmod(second, 3600)
    minute, second = divmod(second, 60)
    yday = days - day_number(year, 1) + 1
    zone = name.decode("latin-1")
    return Moment(year, month, day, yday, (days + 1) % 7, hour, minute, second, t[1], zone, offset)


@time.method("func (t Time) ISOWeek() (year, week int)")
def iso_week(t: Storage) -> tuple[int, int]:
    days = _day(t)
    thursday = days - days % 7 + 3  # day 0 is a Monday
    year, yday = _year_day(thursday)
    return year, (yday - 1) // 7 + 1


@time.method("func (t Time) Clock() (hour, min, sec int)")
def clock(t: Storage) -> tuple[int, int, int]:
    second = _local_seconds(t) % SECONDS_PER_DAY
    return second // 3600, second // 60 % 60, second % 60


_PARTS: dict[str, Callable[[Storage], Any]] = {
    "Date() (year int, month Month, day int)": lambda t: civil(_day(t)),
    "Year() int": lambda t: civil(_day(t))[0],
    "Month() Month": lambda t: civil(_day(t))[1],
    "Day() int": lambda t: civil(_day(t))[2],
    "YearDay() int": lambda t: _year_day(_day(t))[1],
    "Weekday() Weekday": lambda t: (_day(t) + 1) % 7,
    "Hour() int": lambda t: clock(t)[0],
    "Minute() int": lambda t: clock(t)[1],
    "Second() int": lambda t: clock(t)[2],
    "Nanosecond() int": lambda t: t[1],
    "Unix() int64": lambda t: wrapped(t[0] - UNIX_TO_INTERNAL),
    "UnixMilli() int64": lambda t: wrapped((t[0] - UNIX_TO_INTERNAL) * 1000 + t[1] // 10**6),
    "UnixMicro() int64": lambda t: wrapped((t[0] - UNIX_TO_INTERNAL) * 10**6 + t[1] // 1000),
    "UnixNano() int64": lambda t: wrapped(unix_ns(t)),
    "IsZero() bool": lambda t: t[0] == 0 and t[1] == 0,
    "IsDST() bool": lambda t: zone_of(t[2]).is_dst(t[0] - UNIX_TO_INTERNAL),
    "UTC() Time": lambda t: [t[0], t[1], None],
    "Zone() (name string, offset int)": lambda t: zone_of(t[2]).at(t[0] - UNIX_TO_INTERNAL),
}
for _text, _part in _PARTS.items():
    time.method(f"func (t Time) {_text}")(_part)


# --- comparing and computing -----------------------------------------------------------------------------------------


time.row("func (t Time) After(u Time) bool", lambda t, u: (t[0], t[1]) > (u[0], u[1]))


@time.method("func (t Time) Before(u Time) bool")
def before(t: Storage, u: Storage) -> bool:
    return (t[0], t[1]) < (u[0], u[1])


time.row("func (t Time) Equal(u Time) bool", lambda t, u: t[0] == u[0] and t[1] == u[1])


@time.method("func (t Time) Compare(u Time) int")
def compare(t: Storage, u: Storage) -> int:
    a, b = (t[0], t[1]), (u[0], u[1])
    return (a > b) - (a < b)


@time.method("func (t Time) Add(d Duration) Time")
def add(t: Storage, d: int) -> Storage:
    seconds, ns = divmod(t[1] + d, NS)
    return [wrapped(t[0] + seconds), ns, t[2]]


@time.method("func (t Time) Sub(u Time) Duration")
def sub(t: Storage, u: Storage) -> int:
    return max(MIN_INT64, min(MAX_INT64, (t[0] - u[0]) * NS + t[1] - u[1]))


time.row("func Since(t Time) Duration", lambda run, t: sub(now(run), t))


@time.func("func Until(t Time) Duration", run=True)
def until(run: Run, t: Storage) -> int:
    return sub(t, now(run))


@time.method("func (t Time) AddDate(years int, months int, days int) Time", run=True)
def add_date(run: Run, t: Storage, years: int, months: int, days: int) -> Storage:
    year, month, day = civil(_day(t))
    hour, minute, second = clock(t)
    loc = t[2] if t[2] is not None else utc(run)
    return date(year + years, month + months, day + days, hour, minute, second, t[1], loc)


@time.method("func (t Time) Truncate(d Duration) Time")
def time_truncate(t: Storage, d: int) -> Storage:
    return t if d <= 0 else add(t, -((t[0] * NS + t[1]) % d))


@time.method("func (t Time) Round(d Duration) Time")
def time_round(t: Storage, d: int) -> Storage:
    if d <= 0:
        return t
    rest = (t[0] * NS + t[1]) % d
    return add(t, -rest if rest + rest < d else d - rest)


# --- zones of a time -------------------------------------------------------------------------------------------------


time.row("func (t Time) Local() Time", lambda run, t: [t[0], t[1], local(run)])


@time.method("func (t Time) In(loc *Location) Time")
def time_in(t: Storage, loc: Storage | None) -> Storage:
    if loc is None:
        raise GoPanic(b"time: missing Location in call to Time.In")
    return [t[0], t[1], set_location(loc)]


time.row("func (t Time) Location() *Location", lambda run, t: t[2] if t[2] is not None else utc(run))
