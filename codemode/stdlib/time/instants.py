"""time: methods of Time that return its parts, compare and compute."""

from __future__ import annotations

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
    return Moment(
        year, month, day, yday, (days + 1) % 7, hour, minute, second, t[1], name.decode("latin-1"), offset
    )  # fmt: skip


@time.method("func (t Time) Date() (year int, month Month, day int)")
def time_date(t: Storage) -> tuple[int, int, int]:
    return civil(_day(t))


@time.method("func (t Time) Year() int")
def year(t: Storage) -> int:
    return civil(_day(t))[0]


@time.method("func (t Time) Month() Month")
def month(t: Storage) -> int:
    return civil(_day(t))[1]


@time.method("func (t Time) Day() int")
def day(t: Storage) -> int:
    return civil(_day(t))[2]


@time.method("func (t Time) YearDay() int")
def year_day(t: Storage) -> int:
    return _year_day(_day(t))[1]


@time.method("func (t Time) Weekday() Weekday")
def weekday(t: Storage) -> int:
    return (_day(t) + 1) % 7


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


@time.method("func (t Time) Hour() int")
def hour(t: Storage) -> int:
    return clock(t)[0]


@time.method("func (t Time) Minute() int")
def minute(t: Storage) -> int:
    return clock(t)[1]


@time.method("func (t Time) Second() int")
def second(t: Storage) -> int:
    return clock(t)[2]


@time.method("func (t Time) Nanosecond() int")
def nanosecond(t: Storage) -> int:
    return t[1]


@time.method("func (t Time) Unix() int64")
def time_unix(t: Storage) -> int:
    return wrapped(t[0] - UNIX_TO_INTERNAL)


@time.method("func (t Time) UnixMilli() int64")
def time_unix_milli(t: Storage) -> int:
    return wrapped((t[0] - UNIX_TO_INTERNAL) * 1000 + t[1] // 10**6)


@time.method("func (t Time) UnixMicro() int64")
def time_unix_micro(t: Storage) -> int:
    return wrapped((t[0] - UNIX_TO_INTERNAL) * 10**6 + t[1] // 1000)


@time.method("func (t Time) UnixNano() int64")
def time_unix_nano(t: Storage) -> int:
    return wrapped(unix_ns(t))


@time.method("func (t Time) IsZero() bool")
def is_zero(t: Storage) -> bool:
    return t[0] == 0 and t[1] == 0


@time.method("func (t Time) IsDST() bool")
def is_dst(t: Storage) -> bool:
    return zone_of(t[2]).is_dst(t[0] - UNIX_TO_INTERNAL)


# --- comparing and computing -----------------------------------------------------------------------------------------


@time.method("func (t Time) After(u Time) bool")
def after(t: Storage, u: Storage) -> bool:
    return (t[0], t[1]) > (u[0], u[1])


@time.method("func (t Time) Before(u Time) bool")
def before(t: Storage, u: Storage) -> bool:
    return (t[0], t[1]) < (u[0], u[1])


@time.method("func (t Time) Equal(u Time) bool")
def equal(t: Storage, u: Storage) -> bool:
    return t[0] == u[0] and t[1] == u[1]


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


@time.func("func Since(t Time) Duration", run=True)
def since(run: Run, t: Storage) -> int:
    """Since returns the time elapsed since t."""
    return sub(now(run), t)


@time.func("func Until(t Time) Duration", run=True)
def until(run: Run, t: Storage) -> int:
    """Until returns the duration until t."""
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


@time.method("func (t Time) UTC() Time")
def time_utc(t: Storage) -> Storage:
    return [t[0], t[1], None]


@time.method("func (t Time) Local() Time", run=True)
def time_local(run: Run, t: Storage) -> Storage:
    return [t[0], t[1], local(run)]


@time.method("func (t Time) In(loc *Location) Time")
def time_in(t: Storage, loc: Storage | None) -> Storage:
    if loc is None:
        raise GoPanic(b"time: missing Location in call to Time.In")
    return [t[0], t[1], set_location(loc)]


@time.method("func (t Time) Location() *Location", run=True)
def location(run: Run, t: Storage) -> Storage:
    return t[2] if t[2] is not None else utc(run)


@time.method("func (t Time) Zone() (name string, offset int)")
def time_zone(t: Storage) -> tuple[bytes, int]:
    return zone_of(t[2]).at(t[0] - UNIX_TO_INTERNAL)
