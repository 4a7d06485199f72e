"""The shared parts of package time: the package, its types, locations, and instants.

A Time is a storage list [seconds since the start of year 1, nanoseconds, location]; a nil location is UTC. There are no monotonic readings,
because the run's clock never goes backwards.
"""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, new_error
from codemode.stdlib.registry import Package
from codemode.stdlib.time.layout import LONG_DAYS, LONG_MONTHS
from codemode.stdlib.time.zone import (
    LOCAL_ZONE,
    SECONDS_PER_DAY,
    UNIX_TO_INTERNAL,
    UTC_ZONE,
    FixedZone,
    Zone,
    day_number,
    iana,
)

time = Package("time")

time.type("type Location struct { zone native }")
TIME = time.type("type Time struct { sec int64; nsec int64; loc *Location }")
DURATION = time.type("type Duration int64")
time.type("type Month int")
time.type("type Weekday int")

Storage = list[Any]
NS = 10**9
MAX_INT64 = (1 << 63) - 1
MIN_INT64 = -1 << 63

for _i, _name in enumerate(LONG_MONTHS):
    time.const(f"const {_name} Month = {_i + 1}")
for _i, _name in enumerate(LONG_DAYS):
    time.const(f"const {_name} Weekday = {_i}")
for _name, _ns in (
    *(("Nanosecond", 1), ("Microsecond", 10**3), ("Millisecond", 10**6)),
    *(("Second", NS), ("Minute", 60 * NS), ("Hour", 3600 * NS)),
):
    time.const(f"const {_name} Duration = {_ns}")
RFC3339 = "2006-01-02T15:04:05Z07:00"
RFC3339_NANO = "2006-01-02T15:04:05.999999999Z07:00"
for _name, _layout in (
    ("Layout", "01/02 03:04:05PM '06 -0700"),
    ("ANSIC", "Mon Jan _2 15:04:05 2006"),
    ("UnixDate", "Mon Jan _2 15:04:05 MST 2006"),
    ("RubyDate", "Mon Jan 02 15:04:05 -0700 2006"),
    ("RFC822", "02 Jan 06 15:04 MST"),
    ("RFC822Z", "02 Jan 06 15:04 -0700"),
    ("RFC850", "Monday, 02-Jan-06 15:04:05 MST"),
    ("RFC1123", "Mon, 02 Jan 2006 15:04:05 MST"),
    ("RFC1123Z", "Mon, 02 Jan 2006 15:04:05 -0700"),
    ("RFC3339", RFC3339),
    ("RFC3339Nano", RFC3339_NANO),
    ("Kitchen", "3:04PM"),
    ("Stamp", "Jan _2 15:04:05"),
    ("StampMilli", "Jan _2 15:04:05.000"),
    ("StampMicro", "Jan _2 15:04:05.000000"),
    ("StampNano", "Jan _2 15:04:05.000000000"),
    ("DateTime", "2006-01-02 15:04:05"),
    ("DateOnly", "2006-01-02"),
    ("TimeOnly", "15:04:05"),
):
    time.const(f'const {_name} = "{_layout}"')


def wrapped(n: int) -> int:
    """Wraps an integer to int64."""
    return n if MIN_INT64 <= n <= MAX_INT64 else ((n + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


# --- locations -------------------------------------------------------------------------------------------------------


def utc(run: Run) -> Storage:
    return _locations(run)[0]


def local(run: Run) -> Storage:
    return _locations(run)[1]


def _locations(run: Run) -> tuple[Storage, Storage]:
    """Returns time.UTC and time.Local of this run. Each run has its own, because a guest could overwrite them."""
    found = run.services.get("time")
    if found is None:
        found = run.services["time"] = ([UTC_ZONE], [LOCAL_ZONE])
    return found


time.var("var UTC *Location", utc, run=True)
time.var("var Local *Location", local, run=True)


def zone_of(loc: Storage | None) -> Zone:
    return UTC_ZONE if loc is None or loc[0] is None else loc[0]


def set_location(loc: Storage | None) -> Storage | None:
    """Returns the location that a Time stores: nil for UTC, so that equal times in UTC are ==."""
    return None if loc is not None and loc[0] is UTC_ZONE else loc


@time.method("func (l *Location) String() string")
def location_string(loc: Storage | None) -> bytes:
    return b"" if loc is not None and loc[0] is None else zone_of(loc).name


@time.func("func FixedZone(name string, offset int) *Location")
def fixed_zone(name: bytes, offset: int) -> Storage:
    return [FixedZone(name, offset)]


@time.func("func LoadLocation(name string) (*Location, error)", run=True, cost="50 + len(name) // 64")
def load_location(run: Run, name: bytes) -> tuple[Storage | None, Any]:
    if name in (b"", b"UTC"):
        return utc(run), None
    if name == b"Local":
        return local(run), None
    if b".." in name or name[:1] in (b"/", b"\\"):
        return None, new_error("time: invalid location name")
    found = iana(name.decode("latin-1")) if len(name) < 100 else None
    if found is None:
        return None, new_error(b"unknown time zone " + name)
    return [found], None


# --- making times ----------------------------------------------------------------------------------------------------


def from_unix(unix: int, nsec: int, loc: Storage | None) -> Storage:
    return [wrapped(unix + UNIX_TO_INTERNAL), nsec, set_location(loc)]


def unix_ns(t: Storage) -> int:
    return (t[0] - UNIX_TO_INTERNAL) * NS + t[1]


@time.func("func Now() Time", run=True)
def now(run: Run) -> Storage:
    seconds, ns = divmod(run.now_ns(), NS)
    return from_unix(seconds, ns, local(run))


@time.func("func Unix(sec int64, nsec int64) Time", run=True)
def unix(run: Run, sec: int, nsec: int) -> Storage:
    return from_unix(sec + nsec // NS, nsec % NS, local(run))


time.row("func UnixMilli(msec int64) Time", lambda run, msec: from_unix(msec // 1000, msec % 1000 * 10**6, local(run)))
time.row("func UnixMicro(usec int64) Time", lambda run, usec: from_unix(usec // 10**6, usec % 10**6 * 1000, local(run)))


@time.func("func Date(year int, month Month, day, hour, min, sec, nsec int, loc *Location) Time")
def date(year: int, month: int, day: int, *clock_and_zone: Any) -> Storage:
    hour, min_, sec, nsec, loc = clock_and_zone
    if loc is None:
        raise GoPanic(b"time: missing Location in call to Date")
    years, month = divmod(month - 1, 12)
    seconds, nsec = divmod(nsec, NS)
    days = day_number(year + years, month + 1) + day - 1
    moment = days * SECONDS_PER_DAY + hour * 3600 + min_ * 60 + sec + seconds - UNIX_TO_INTERNAL
    zone = zone_of(loc)
    offset = zone.at(moment)[1]
    if offset:
        # the first offset was that of the local time read as UTC, which is wrong near a transition
        offset = zone.at(moment - offset)[1]
    return from_unix(moment - offset, nsec, loc)
