"""time.Parse and time.ParseDuration: parses text by a layout, with Go's error texts. Texts are latin-1, one character per byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain, pairwise

from codemode.records import dataclass
from codemode.stdlib.time.layout import LONG_DAYS, LONG_MONTHS, SHORT_DAYS, SHORT_MONTHS, Chunk, chunks_of, quote
from codemode.stdlib.time.zone import days_before, days_in, is_leap


class ParseFailure(Exception):
    """Becomes a *time.ParseError."""

    def __init__(self, layout: str, value: str, layout_elem: str, value_elem: str, message: str = "") -> None:
        super().__init__()
        self.fields = (layout, value, layout_elem, value_elem, message)


class _BadError(Exception):
    """The value does not fit the element."""


class _RangeError(Exception):
    """The number of an element is out of range. `what` names the number, `rest` is the text after it."""

    def __init__(self, what: str, rest: str) -> None:
        super().__init__(what)
        self.what = what
        self.rest = rest


@dataclass(slots=True)
class Parsed:
    """The parts of a parsed text. `utc` is set for a literal Z or UTC; otherwise an offset, an abbreviation, both or neither may be given."""

    year: int = 0
    month: int = -1
    day: int = -1
    yday: int = -1
    hour: int = 0
    minute: int = 0
    second: int = 0
    nanosecond: int = 0
    utc: bool = False
    offset: int | None = None
    abbreviation: str = ""
    am: bool = False
    pm: bool = False


_END = (Chunk("", "", ""),)


def parse(layout: str, value: str) -> Parsed:
    """Parses a text by a layout. Raises ParseFailure."""
    found = Parsed()
    rest = value
    for chunk, following in pairwise(chain(chunks_of(layout), _END)):
        rest = _skip(layout, value, chunk.prefix, rest)
        if not chunk.kind:
            if rest:
                raise ParseFailure(layout, value, "", rest, ": extra text: " + quote(rest))
            break
        try:
            rest = _READERS[chunk.kind](found, rest, chunk, following)
        except _RangeError as error:
            raise ParseFailure(layout, value, chunk.text, error.rest, f": {error.what} out of range") from None
        except _BadError:
            raise ParseFailure(layout, value, chunk.text, rest) from None
    if found.pm and found.hour < 12:
        found.hour += 12
    elif found.am and found.hour == 12:
        found.hour = 0
    problem = _settle_day(found)
    if problem:
        raise ParseFailure(layout, value, "", rest, f": {problem}")
    return found


def _skip(layout: str, value: str, prefix: str, rest: str) -> str:
    """Returns the text after the literal prefix. A space in the prefix matches any number of spaces."""
    whole = prefix
    while prefix:
        if prefix[0] == " ":
            if rest and rest[0] != " ":
                raise ParseFailure(layout, value, whole, rest)
            prefix, rest = prefix.lstrip(" "), rest.lstrip(" ")
            continue
        if not rest or rest[0] != prefix[0]:
            raise ParseFailure(layout, value, whole, rest)
        prefix, rest = prefix[1:], rest[1:]
    return rest


def _settle_day(found: Parsed) -> str:
    """Sets month and day, possibly from the day of the year. Returns what is wrong with them, or ""."""
    if found.yday >= 0:
        problem = _settle_yday(found)
        if problem:
            return problem
    else:
        found.month = 1 if found.month < 0 else found.month
        found.day = 1 if found.day < 0 else found.day
    return "" if 1 <= found.day <= days_in(found.month, found.year) else "day out of range"


def _settle_yday(found: Parsed) -> str:
    yday, month, day = found.yday, 0, 0
    if is_leap(found.year):
        if yday == 31 + 29:
            month, day = 2, 29
        elif yday > 31 + 29:
            yday -= 1
    if not 1 <= yday <= 365:
        return "day-of-year out of range"
    if month == 0:
        month = (yday - 1) // 31 + 1
        if days_before(month + 1) < yday:
            month += 1
        day = yday - days_before(month)
    if found.month >= 0 and found.month != month:
        return "day-of-year does not match month"
    if found.day >= 0 and found.day != day:
        return "day-of-year does not match day"
    found.month, found.day = month, day
    return ""


# --- elements --------------------------------------------------------------------------------------------------------

_DIGITS = "0123456789"


def _digits_at(text: str, at: int) -> bool:
    return at < len(text) and text[at] in _DIGITS


def _number(text: str, fixed: bool) -> tuple[int, str]:
    """Reads one or two digits, exactly two if `fixed`. Returns the number and the rest of the text."""
    if not _digits_at(text, 0):
        raise _BadError
    if not _digits_at(text, 1):
        if fixed:
            raise _BadError
        return int(text[0]), text[1:]
    return int(text[:2]), text[2:]


def _in_range(n: int, low: int, high: int, what: str, rest: str) -> None:
    if not low <= n <= high:
        raise _RangeError(what, rest)


def _name(text: str, names: tuple[str, ...]) -> tuple[int, str]:
    for i, name in enumerate(names):
        if text[: len(name)].lower() == name.lower():
            return i, text[len(name) :]
    raise _BadError


_INT = re.compile(r"[+-]?[0-9]*")


def _atoi(text: str) -> int:
    if not _INT.fullmatch(text):
        raise _BadError
    digits = text.lstrip("+-")
    n = int(digits) if digits else 0
    return -n if text[:1] == "-" else n


Reader = Callable[[Parsed, str, Chunk, Chunk], str]


def _year(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if len(text) < 2:
        raise _BadError
    year = _atoi(text[:2])
    found.year = year + (1900 if year >= 69 else 2000)
    return text[2:]


def _long_year(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if len(text) < 4 or not _digits_at(text, 0):
        raise _BadError
    found.year = _atoi(text[:4])
    return text[4:]


def _month_name(names: tuple[str, ...]) -> Reader:
    def read(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
        month, rest = _name(text, names)
        found.month = month + 1
        return rest

    return read


def _day_name(names: tuple[str, ...]) -> Reader:
    return lambda found, text, chunk, following: _name(text, names)[1]


def _month(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    found.month, rest = _number(text, chunk.kind == "ZeroMonth")
    _in_range(found.month, 1, 12, "month", rest)
    return rest


def _day(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if chunk.kind == "UnderDay":
        text = text.removeprefix(" ")
    found.day, rest = _number(text, chunk.kind == "ZeroDay")
    return rest


_YDAY = re.compile("[0-9]{1,3}")


def _year_day(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if chunk.kind == "UnderYearDay":
        text = text.removeprefix(" ").removeprefix(" ")
    digits = _YDAY.match(text)
    if digits is None or (chunk.kind == "ZeroYearDay" and len(digits[0]) != 3):
        raise _BadError
    found.yday = int(digits[0])
    return text[digits.end() :]


def _hour(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    found.hour, rest = _number(text, chunk.kind == "ZeroHour12")
    _in_range(found.hour, 0, 23 if chunk.kind == "Hour" else 12, "hour", rest)
    return rest


def _minute(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    found.minute, rest = _number(text, chunk.kind == "ZeroMinute")
    _in_range(found.minute, 0, 59, "minute", rest)
    return rest


def _second(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    """Reads seconds. A fraction may follow even if the layout has none."""
    found.second, rest = _number(text, chunk.kind == "ZeroSecond")
    _in_range(found.second, 0, 59, "second", rest)
    return rest if following.kind.startswith("Frac") else _fraction_nine(found, rest, chunk, following)


def _nanoseconds(text: str) -> int:
    """Returns the nanoseconds of a separator followed by digits."""
    if text[0] not in ".,":
        raise _BadError
    digits = text[1:10]
    n = _atoi(digits)
    if n < 0:
        raise _RangeError("fractional second", text)
    return n * 10 ** (9 - len(digits))


def _fraction_zero(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    width = len(chunk.text)
    if len(text) < width:
        raise _BadError
    found.nanosecond = _nanoseconds(text[:width])
    return text[width:]


def _fraction_nine(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if len(text) < 2 or text[0] not in ".," or not _digits_at(text, 1):
        return text
    end = 1
    while _digits_at(text, end):
        end += 1
    found.nanosecond = _nanoseconds(text[:end])
    return text[end:]


def _half(am: str, pm: str) -> Reader:
    def read(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
        if text[:2] == pm:
            found.pm = True
        elif text[:2] == am:
            found.am = True
        else:
            raise _BadError
        return text[2:]

    return read


# kind -> where the sign, hours, minutes, seconds and colons are
_OFFSETS: dict[str, re.Pattern[str]] = {
    "ColonTZ": re.compile(r"(.)(..):(..)", re.DOTALL),
    "ShortTZ": re.compile(r"(.)(..)", re.DOTALL),
    "ColonSecondsTZ": re.compile(r"(.)(..):(..):(..)", re.DOTALL),
    "SecondsTZ": re.compile(r"(.)(..)(..)(..)", re.DOTALL),
    "TZ": re.compile(r"(.)(..)(..)", re.DOTALL),
}


def _offset(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    kind = chunk.kind
    if kind.startswith("ISO8601") and text[:1] == "Z":
        found.utc = True
        return text[1:]
    shape = kind.removeprefix("ISO8601").removeprefix("Num").replace("Tz", "TZ")
    parts = _OFFSETS[shape].match(text)
    if parts is None:
        raise _BadError
    rest = text[parts.end() :]
    numbers = [_number(part, True)[0] for part in parts.groups()[1:]]
    hours, minutes, seconds = [*numbers, 0, 0][:3]
    _in_range(hours, 0, 24, "time zone offset hour", rest)
    _in_range(minutes, 0, 60, "time zone offset minute", rest)
    _in_range(seconds, 0, 60, "time zone offset second", rest)
    if parts[1] not in "+-":
        raise _BadError
    size = (hours * 60 + minutes) * 60 + seconds
    found.offset = -size if parts[1] == "-" else size
    return rest


_UPPER = re.compile("[A-Z]{0,6}")
_SIGNED = re.compile("[+-]([0-9]+)")


def _abbreviation(found: Parsed, text: str, chunk: Chunk, following: Chunk) -> str:
    if text[:3] == "UTC":
        found.utc = True
        return text[3:]
    length = _abbreviation_length(text)
    if length == 0:
        raise _BadError
    found.abbreviation = text[:length]
    return text[length:]


def _abbreviation_length(text: str) -> int:
    if len(text) < 3:
        return 0
    if text[:4] in ("ChST", "MeST"):
        return 4
    if text[:3] == "GMT":
        return 3 + _signed_length(text[3:])
    if text[0] in "+-":
        return _signed_length(text)
    upper = _UPPER.match(text)
    size = len(upper[0]) if upper else 0
    if size == 5:
        return 5 if text[4] == "T" else 0
    if size == 4:
        return 4 if text[3] == "T" or text[:4] == "WITA" else 0
    return 3 if size == 3 else 0


def _signed_length(text: str) -> int:
    found = _SIGNED.match(text)
    return found.end() if found is not None and len(found[1]) < 19 and int(found[1]) <= 23 else 0


_READERS: dict[str, Reader] = {
    "Year": _year,
    "LongYear": _long_year,
    "Month": _month_name(SHORT_MONTHS),
    "LongMonth": _month_name(LONG_MONTHS),
    "NumMonth": _month,
    "ZeroMonth": _month,
    "WeekDay": _day_name(SHORT_DAYS),
    "LongWeekDay": _day_name(LONG_DAYS),
    "Day": _day,
    "UnderDay": _day,
    "ZeroDay": _day,
    "UnderYearDay": _year_day,
    "ZeroYearDay": _year_day,
    "Hour": _hour,
    "Hour12": _hour,
    "ZeroHour12": _hour,
    "Minute": _minute,
    "ZeroMinute": _minute,
    "Second": _second,
    "ZeroSecond": _second,
    "PM": _half("AM", "PM"),
    "pm": _half("am", "pm"),
    "TZ": _abbreviation,
    "FracSecond0": _fraction_zero,
    "FracSecond9": _fraction_nine,
    **dict.fromkeys(
        (
            *("NumTZ", "NumColonTZ", "NumShortTZ", "NumSecondsTz", "NumColonSecondsTZ"),
            *("ISO8601TZ", "ISO8601ColonTZ", "ISO8601ShortTZ", "ISO8601SecondsTZ", "ISO8601ColonSecondsTZ"),
        ),
        _offset,
    ),
}

# --- durations -------------------------------------------------------------------------------------------------------

_UNITS = {
    "ns": 1,
    "us": 1000,
    "\xc2\xb5s": 1000,  # the bytes of U+00B5, micro
    "\xce\xbcs": 1000,  # the bytes of U+03BC, mu
    "ms": 10**6,
    "s": 10**9,
    "m": 60 * 10**9,
    "h": 3600 * 10**9,
}
_PART = re.compile(r"([0-9]*)(\.[0-9]*)?([^0-9.]*)")
_LIMIT = 1 << 63


def parse_duration(text: str) -> int:
    """Returns nanoseconds. Raises ValueError with Go's text."""
    invalid = ValueError("time: invalid duration " + quote(text))
    negative = text[:1] == "-"
    at = 1 if text[:1] in ("-", "+") else 0
    if text[at:] == "0":
        return 0
    if at == len(text):
        raise invalid
    total = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or (not part[1] and len(part[2] or "") < 2):
            raise invalid
        at = part.end()
        if len(part[1].lstrip("0")) > 19 or int(part[1][-20:] or 0) > _LIMIT:
            raise invalid
        if not part[3]:
            raise ValueError("time: missing unit in duration " + quote(text))
        unit = _UNITS.get(part[3])
        if unit is None:
            raise ValueError(f"time: unknown unit {quote(part[3])} in duration {quote(text)}")
        whole = int(part[1][-20:] or 0)
        if whole > _LIMIT // unit:
            raise invalid
        total += whole * unit + _fraction_of(part[2], unit)
        if total > _LIMIT:
            raise invalid
    if negative:
        return -total
    if total > _LIMIT - 1:
        raise invalid
    return total


def _fraction_of(digits: str | None, unit: int) -> int:
    """Returns the nanoseconds of a fraction, computed in floating point as in Go."""
    value, scale = 0, 1.0
    for digit in (digits or "")[1:]:
        if value > (_LIMIT - 1) // 10:
            break
        following = value * 10 + int(digit)
        if following > _LIMIT:
            break
        value = following
        scale *= 10
    return int(float(value) * (float(unit) / scale)) if value else 0
