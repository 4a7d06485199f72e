"""Layouts of package time: parsed once, then used to format and to parse. Texts are latin-1, one character per byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from io import StringIO
from itertools import islice

from codemode.records import dataclass

LONG_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
SHORT_DAYS = tuple(day[:3] for day in LONG_DAYS)
LONG_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
SHORT_MONTHS = tuple(month[:3] for month in LONG_MONTHS)

# the elements; of two with the same beginning the longer one first
_ELEMENT = re.compile(
    r"(?P<LongMonth>January)|(?P<Month>Jan)(?![a-z])|(?P<LongWeekDay>Monday)|(?P<WeekDay>Mon)(?![a-z])|(?P<TZ>MST)"
    r"|(?P<ZeroMonth>01)|(?P<ZeroDay>02)|(?P<ZeroHour12>03)|(?P<ZeroMinute>04)|(?P<ZeroSecond>05)|(?P<Year>06)"
    r"|(?P<ZeroYearDay>002)|(?P<Hour>15)|(?P<NumMonth>1)|(?P<LongYear>2006)|(?P<Day>2)"
    r"|(?P<UnderDay>_2(?!006))|(?P<UnderYearDay>__2)"
    r"|(?P<Hour12>3)|(?P<Minute>4)|(?P<Second>5)|(?P<PM>PM)|(?P<pm>pm)"
    r"|(?P<NumSecondsTz>-070000)|(?P<NumColonSecondsTZ>-07:00:00)|(?P<NumTZ>-0700)|(?P<NumColonTZ>-07:00)|(?P<NumShortTZ>-07)"
    r"|(?P<ISO8601SecondsTZ>Z070000)|(?P<ISO8601ColonSecondsTZ>Z07:00:00)|(?P<ISO8601TZ>Z0700)"
    r"|(?P<ISO8601ColonTZ>Z07:00)|(?P<ISO8601ShortTZ>Z07)"
    r"|(?P<FracSecond0>[.,]0+)(?![0-9])|(?P<FracSecond9>[.,]9+)(?![0-9])"
)
_FIRST = re.compile(r"[JMPZp0-6_.,-]")


@dataclass(slots=True, frozen=True)
class Chunk:
    """A literal prefix and the element after it. The last chunk of a layout has the kind ""."""

    prefix: str
    kind: str
    text: str  # the element as written in the layout


def chunks_of(layout: str) -> Iterable[Chunk]:
    """The chunks of a layout. Those of short layouts are cached; those of long ones are made one by one, because together they take much memory."""
    return _remembered(layout) if len(layout) <= 200 else _taken_apart(layout)


@lru_cache(maxsize=256)
def _remembered(layout: str) -> tuple[Chunk, ...]:
    return tuple(_taken_apart(layout))


def _taken_apart(layout: str) -> Iterator[Chunk]:
    at = begin = 0
    # the first character is looked for by itself: over a text without elements that takes a hundredth of the time
    while maybe := _FIRST.search(layout, begin):
        begin = maybe.start()
        if (found := _ELEMENT.match(layout, begin)) is None:
            begin += 1
            continue
        yield Chunk(layout[at:begin], found.lastgroup or "", found[0])
        at = begin = found.end()
    yield Chunk(layout[at:], "", "")


def quote(text: str) -> str:
    """Quotes a text as package time does: bytes that are not printable ASCII become \\x escapes."""
    parts = ['"']
    for char in text:
        if char in '"\\':
            parts.append("\\" + char)
        elif char < " " or char >= "\x80":
            parts.append(f"\\x{ord(char):02x}")
        else:
            parts.append(char)
    parts.append('"')
    return "".join(parts)


# --- formatting ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Moment:
    """The parts of a time in its zone."""

    year: int
    month: int
    day: int
    yday: int
    weekday: int
    hour: int
    minute: int
    second: int
    nanosecond: int
    zone: str
    offset: int


def padded(n: int, width: int) -> str:
    """Returns n with leading zeros. A minus sign does not count towards the width."""
    return f"{n:0{width}d}" if n >= 0 else f"-{-n:0{width}d}"


_FORMATS: dict[str, Callable[[Moment], str]] = {
    "Year": lambda m: f"{abs(m.year) % 100:02d}",
    "LongYear": lambda m: padded(m.year, 4),
    "Month": lambda m: SHORT_MONTHS[m.month - 1],
    "LongMonth": lambda m: LONG_MONTHS[m.month - 1],
    "NumMonth": lambda m: str(m.month),
    "ZeroMonth": lambda m: f"{m.month:02d}",
    "WeekDay": lambda m: SHORT_DAYS[m.weekday],
    "LongWeekDay": lambda m: LONG_DAYS[m.weekday],
    "Day": lambda m: str(m.day),
    "UnderDay": lambda m: f"{m.day:2d}",
    "ZeroDay": lambda m: f"{m.day:02d}",
    "UnderYearDay": lambda m: f"{m.yday:3d}",
    "ZeroYearDay": lambda m: f"{m.yday:03d}",
    "Hour": lambda m: f"{m.hour:02d}",
    "Hour12": lambda m: str(m.hour % 12 or 12),
    "ZeroHour12": lambda m: f"{m.hour % 12 or 12:02d}",
    "Minute": lambda m: str(m.minute),
    "ZeroMinute": lambda m: f"{m.minute:02d}",
    "Second": lambda m: str(m.second),
    "ZeroSecond": lambda m: f"{m.second:02d}",
    "PM": lambda m: "PM" if m.hour >= 12 else "AM",
    "pm": lambda m: "pm" if m.hour >= 12 else "am",
}


def _offset_text(offset: int, kind: str) -> str:
    if offset == 0 and kind.startswith("ISO8601"):
        return "Z"
    sign = "-" if offset <= -60 else "+"
    size = abs(offset)
    minutes = size // 60
    colon = ":" if "Colon" in kind else ""
    text = f"{sign}{minutes // 60:02d}"
    if "Short" not in kind:
        text += f"{colon}{minutes % 60:02d}"
    return f"{text}{colon}{size % 60:02d}" if "Seconds" in kind else text


def _fraction(nanosecond: int, text: str) -> str:
    digits = len(text) - 1
    written = f"{nanosecond:09d}"[:digits]
    if text[1] == "9":
        written = written.rstrip("0") if nanosecond else ""
        return text[0] + written if written else ""
    return text[0] + written


def format_moment(moment: Moment, layout: str) -> str:
    chunks = chunks_of(layout)
    if isinstance(chunks, tuple):
        return _written(moment, chunks)
    chunks, out = iter(chunks), StringIO()
    while some := [*islice(chunks, _SOME)]:
        out.write(_written(moment, some))
    return out.getvalue()


_SOME = 1000  # chunks of a long layout that are written together


def _written(moment: Moment, chunks: Iterable[Chunk]) -> str:
    parts: list[str] = []
    for chunk in chunks:
        parts.append(chunk.prefix)
        kind = chunk.kind
        write = _FORMATS.get(kind)
        if write is not None:
            parts.append(write(moment))
        elif kind == "TZ":
            parts.append(moment.zone or _offset_text(moment.offset, "NumTZ"))
        elif kind.startswith("Frac"):
            parts.append(_fraction(moment.nanosecond, chunk.text))
        elif kind:
            parts.append(_offset_text(moment.offset, kind))
    return "".join(parts)
