"""time: formats and parses instants. Marshaling is in marshal.py."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic
from codemode.stdlib.time.base import NS, Storage, date, local, time, utc, zone_of
from codemode.stdlib.time.instants import add, moment_of, time_in
from codemode.stdlib.time.layout import LONG_DAYS, LONG_MONTHS, format_moment, quote
from codemode.stdlib.time.parse import Parsed, ParseFailure, parse
from codemode.stdlib.time.zone import LOCAL_ZONE, UNIX_TO_INTERNAL, UTC_ZONE, FixedZone
from codemode.types import model

PARSE_ERROR = time.type(
    "type ParseError struct { Layout string; Value string; LayoutElem string; ValueElem string; Message string }"
)
PARSE_ERROR_PTR = model.pointer_to(PARSE_ERROR)

# --- texts -----------------------------------------------------------------------------------------------------------


def formatted(t: Storage, layout: str) -> bytes:
    return format_moment(moment_of(t), layout).encode("latin-1")


def _names(t: Storage, layout: bytes = b"MST") -> int:
    """Returns the bytes of all zone names in the text. Zone names may be long, and a layout may repeat them."""
    return len(zone_of(t[2]).name) * layout.count(b"MST")


def _string_cost(t: Storage) -> int:
    return 8 + _names(t) // 32


def _quoted_cost(t: Storage) -> int:
    return 8 + _names(t) // 2


def _error_cost(e: Storage | None) -> int:
    return 4 + sum(len(field) for field in e or ()) // 2


@time.method("func (t Time) Format(layout string) string", run=True, cost="len(layout) + 4")
def time_format(run: Run, t: Storage, layout: bytes) -> bytes:
    names = _names(t, layout)
    if names > 256:
        run.charge(names // 32)
        run.alloc(names)
    return formatted(t, layout.decode("latin-1"))


@time.method("func (t Time) String() string", cost=_string_cost)
def time_string(t: Storage) -> bytes:
    return formatted(t, "2006-01-02 15:04:05.999999999 -0700 MST")


@time.method("func (t Time) GoString() string", cost=_quoted_cost)
def go_string(t: Storage) -> bytes:
    m = moment_of(t)
    zone = zone_of(t[2])
    known = {UTC_ZONE: "time.UTC", LOCAL_ZONE: "time.Local"}
    where = known.get(zone) or f"time.Location({quote(zone.name.decode('latin-1'))})"
    parts = (m.year, f"time.{LONG_MONTHS[m.month - 1]}", m.day, m.hour, m.minute, m.second, m.nanosecond, where)
    return f"time.Date({', '.join(str(p) for p in parts)})".encode("latin-1")


@time.method("func (m Month) String() string")
def month_string(m: int) -> bytes:
    return (LONG_MONTHS[m - 1] if 1 <= m <= 12 else f"%!Month({m % (1 << 64)})").encode()


@time.method("func (d Weekday) String() string")
def weekday_string(d: int) -> bytes:
    return (LONG_DAYS[d] if 0 <= d <= 6 else f"%!Weekday({d % (1 << 64)})").encode()


@time.method("func (e *ParseError) Error() string", cost=_error_cost)
def parse_error_error(e: Storage) -> bytes:
    layout, value, layout_elem, value_elem, message = (field.decode("latin-1") for field in e)
    if message:
        return f"parsing time {quote(value)}{message}".encode("latin-1")
    text = f"parsing time {quote(value)} as {quote(layout)}: cannot parse {quote(value_elem)} as {quote(layout_elem)}"
    return text.encode("latin-1")


def _placed(found: Parsed, default: Storage, here: Storage) -> Storage:
    """Returns the instant of a parsed text. An offset or abbreviation that is in use in the location `here` means this location."""
    parts = (found.year, found.month, found.day, found.hour, found.minute, found.second, found.nanosecond)
    if found.utc:
        return date(*parts, [UTC_ZONE])
    if found.offset is None and not found.abbreviation:
        return date(*parts, default)
    t = date(*parts, [UTC_ZONE])
    abbreviation = found.abbreviation.encode("latin-1")
    zone = zone_of(here)
    if found.offset is not None:
        t = add(t, -found.offset * NS)
        name, offset = zone.at(t[0] - UNIX_TO_INTERNAL)
        fits = offset == found.offset and abbreviation in (b"", name)
        return time_in(t, here if fits else [FixedZone(abbreviation, found.offset)])
    known = zone.named(abbreviation, t[0] - UNIX_TO_INTERNAL)
    if known is not None:
        return time_in(add(t, -known * NS), here)
    offset = 0
    if len(abbreviation) > 3 and abbreviation[:3] == b"GMT":
        offset = int(abbreviation[3:]) * 3600
    return time_in(t, [FixedZone(abbreviation, offset)])


def parsed(layout: bytes, value: bytes, default: Storage, here: Storage) -> tuple[Storage, Any]:
    try:
        found = parse(layout.decode("latin-1"), value.decode("latin-1"))
    except ParseFailure as failure:
        return [0, 0, None], Box(PARSE_ERROR_PTR, [field.encode("latin-1") for field in failure.fields])
    return _placed(found, default, here), None


@time.func(
    "func Parse(layout, value string) (Time, error)",
    run=True,
    cost="len(layout) + len(value) + len(layout) * len(value) // 1024 + 4",
)
def time_parse(run: Run, layout: bytes, value: bytes) -> tuple[Storage, Any]:
    return parsed(layout, value, utc(run), local(run))


@time.func(
    "func ParseInLocation(layout, value string, loc *Location) (Time, error)",
    cost="len(layout) + len(value) + len(layout) * len(value) // 1024 + 4",
)
def parse_in_location(layout: bytes, value: bytes, loc: Storage | None) -> tuple[Storage, Any]:
    if loc is None:
        raise GoPanic(b"time: missing Location in call to Date")
    return parsed(layout, value, loc, loc)
