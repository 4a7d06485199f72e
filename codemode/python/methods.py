"""The attributes of built-in types that programs may read, and the cost of methods that can make large results."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
from __future__ import annotations

import re
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal, DecimalTuple, getcontext
from encodings.aliases import aliases
from fractions import Fraction
from functools import cache, partial
from io import StringIO
from operator import index
from statistics import LinearRegression
from time import struct_time
from types import GeneratorType
from typing import Any, Final
from uuid import UUID

_EXCEPTION: Final = "args add_note value code msg doc pos lineno colno name message tool exceptions split subgroup reason start end errno strerror"

TUPLES: Final = "_asdict _replace _fields _make _field_defaults"

_RAW: Final[dict[type, str]] = {
    str: "capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace "
    "istitle isupper lower lstrip partition removeprefix removesuffix rfind rindex rpartition rstrip startswith strip swapcase title upper maketrans",
    bytes: "capitalize count endswith find index isalnum isalpha isascii isdigit islower isspace isupper lower "
    "lstrip partition removeprefix removesuffix "
    "rfind rindex rpartition rstrip startswith strip swapcase title upper maketrans",
    int: "bit_length bit_count conjugate as_integer_ratio real imag numerator denominator is_integer",
    bool: "bit_length bit_count conjugate as_integer_ratio real imag numerator denominator is_integer",
    float: "is_integer hex as_integer_ratio conjugate real imag fromhex",
    complex: "conjugate real imag",
    list: "append clear count index insert pop remove reverse",
    tuple: "count index",
    dict: "clear get items keys pop popitem setdefault values",
    set: "add clear discard remove",
    frozenset: "",
    range: "start stop step",
    slice: "start stop step indices",
    deque: "append appendleft clear count index insert maxlen pop popleft remove reverse rotate",
    defaultdict: "clear get items keys pop popitem setdefault values default_factory",
    OrderedDict: "clear get items keys pop popitem setdefault values move_to_end",
    Counter: "clear get items keys pop popitem setdefault values most_common total",
    GeneratorType: "send throw close",
    property: "setter getter deleter",
    date: "year month day replace isoformat weekday isoweekday isocalendar toordinal ctime "
    "fromisoformat fromordinal fromisocalendar min max resolution",
    datetime: "year month day hour minute second microsecond tzinfo fold replace isoformat weekday isoweekday "
    "isocalendar toordinal ctime date time timetz utcoffset "
    "dst tzname fromisoformat fromordinal fromisocalendar combine min max resolution",
    time: "hour minute second microsecond tzinfo fold replace isoformat utcoffset dst tzname fromisoformat min max resolution",
    timedelta: "days seconds microseconds total_seconds min max resolution",
    timezone: "utc utcoffset tzname dst min max",
    tzinfo: "utcoffset tzname dst",
    Decimal: "adjusted as_integer_ratio as_tuple compare copy_abs copy_negate copy_sign is_finite is_infinite "
    "is_nan is_signed is_zero normalize number_class "
    "quantize to_integral_value to_integral max min real imag conjugate remainder_near scaleb same_quantum from_float",
    Fraction: "numerator denominator limit_denominator as_integer_ratio real imag conjugate from_float from_decimal",
    UUID: "hex int bytes version urn variant fields node time",
    StringIO: "getvalue read readline readlines write writelines seek tell truncate close closed",
    # tuples of the library that have a name for each place
    type(date.min.isocalendar()): "year week weekday",
    struct_time: "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst",
    type(sys.version_info): "major minor micro releaselevel serial",
    DecimalTuple: f"sign digits exponent {TUPLES}",
    LinearRegression: f"slope intercept {TUPLES}",
}

NAMES: Final[dict[type, frozenset[str]]] = {kind: frozenset(names.split()) for kind, names in _RAW.items()}
RAW: Final[set[tuple[type, str]]] = {(kind, name) for kind, names in NAMES.items() for name in names}


@cache
def raw_names() -> dict[type, frozenset[str]]:
    """Returns the attributes in `RAW` by type. Call it after the whole library is imported."""
    found: dict[type, set[str]] = {}
    for kind, name in RAW:
        found.setdefault(kind, set()).add(name)
    return {kind: frozenset(names) for kind, names in found.items()}


# methods that copy a text, which is charged if it is long
COPYING: Final = frozenset(
    "capitalize casefold lower lstrip partition removeprefix removesuffix rpartition rstrip strip swapcase title upper".split()
)
COPIED: Final = frozenset((str, bytes))  # the types with these methods
LONG: Final = 4096  # characters or bytes

PARTING: Final = frozenset(("split", "rsplit", "splitlines"))  # methods that make a list of parts
PARTED: Final = 256  # characters; the parts of a longer text are charged

HAS: Final = "has_"  # begins the names of the guards that are the built-in types with a method
# methods that change nothing, so that calls of them need no charge between two rounds of a loop
QUICK: Final = frozenset(
    "count endswith find get index isalnum isalpha isdigit isspace isupper islower items keys lower lstrip partition "
    "rfind rpartition rstrip startswith strip title upper values".split()
)
ADDING: Final = frozenset(("add", "append"))  # methods that add one item


def having(name: str) -> frozenset[type]:
    """Returns the built-in types whose attribute `name` programs may read."""
    return frozenset(kind for kind, names in raw_names().items() if name in names)


EXCEPTION: Final = frozenset(_EXCEPTION.split())

# encodings of text, which the processes of workers load before they give up files
CODECS: Final = frozenset(
    (
        "utf_8 utf_8_sig ascii latin_1 utf_16 utf_16_le utf_16_be utf_32 utf_32_le utf_32_be cp437 cp850 cp852 cp866 koi8_r koi8_u mac_roman "
        "shift_jis cp932 euc_jp gb2312 gbk gb18030 big5 euc_kr cp949"
    ).split()
    + [f"iso8859_{n}" for n in (*range(1, 12), *range(13, 17))]
    + [f"cp{n}" for n in range(1250, 1259)]
)
_CODEC_NAMES: Final = CODECS | {name for name, codec in aliases.items() if codec in CODECS}
_NUMBERS = re.compile(r"\d+")
WIDE = 1000


def widths(text: str) -> int:
    """Returns the largest number in a format, which may be a width, or 0."""
    return (
        max((int(each) if len(each) <= 12 else 10**12 for each in _NUMBERS.findall(text)), default=0)
        if len(text) > 2
        else 0
    )


def is_narrow(spec: str) -> bool:
    """Returns whether a specification makes only short texts of small numbers and short texts."""
    return widths(spec) <= WIDE >> 1


Priced = Callable[..., Any]


def _replace(run: Any, s: Any, old: Any, new: Any, count: int = -1) -> Any:
    if isinstance(old, str | bytes) and isinstance(new, str | bytes) and len(new) > len(old):
        most = s.count(old) if old else len(s) + 1
        if count >= 0:
            most = min(most, count)
        run.take(most * (len(new) - len(old)) + len(s))
    else:
        run.take(len(s))
    return s.replace(old, new, count)


def copying(name: str) -> Priced:
    def copy(run: Any, s: Any, /, *args: Any, **named: Any) -> Any:
        if len(s) > LONG:
            run.take(len(s))
        return getattr(s, name)(*args, **named)

    return copy


def _padded(name: str) -> Priced:
    def pad(run: Any, s: Any, width: Any, *fill: Any) -> Any:
        width = index(width)
        if width > len(s):
            run.take(width)
        return getattr(s, name)(width, *fill)

    return pad


def _tabs(run: Any, s: Any, tabsize: int = 8) -> Any:
    tabsize = index(tabsize)
    run.take(len(s) + (s.count("\t") if isinstance(s, str) else s.count(b"\t")) * max(0, tabsize))
    return s.expandtabs(tabsize)


def _join(run: Any, s: Any, items: Any) -> Any:
    kind = type(items)
    if kind is not list and not hasattr(kind, "__iter__") and not hasattr(kind, "__getitem__"):
        raise TypeError("can only join an iterable")
    parts = run.guest.listed(items)
    try:
        size = sum(map(len, parts)) + len(s) * len(parts)
    except TypeError:
        size = 0
    run.take(size)
    return s.join(parts)


def _split(name: str) -> Priced:
    def split(run: Any, s: Any, /, *args: Any, **named: Any) -> Any:
        if len(s) > PARTED:
            run.take(len(s) * 8)
        return getattr(s, name)(*args, **named)

    return split


def _translate(run: Any, s: Any, table: Any, *rest: Any) -> Any:
    if type(table) is dict and s:
        # other keys would be compared by code of the program
        table = {key: value for key, value in table.items() if isinstance(key, int)}
        run.take(len(s) * max((len(v) for v in table.values() if isinstance(v, str)), default=1))
    elif isinstance(s, str):
        table = _Table(run, table)
        try:
            return s.translate(table, *rest)
        finally:
            run.pledged -= table.pledged
    return s.translate(table, *rest)


class _Table:
    """Charges for what a table that is no dict gives, before it is part of the text."""

    __slots__ = ("_run", "_table", "pledged")

    def __init__(self, run: Any, table: Any) -> None:
        self._run, self._table, self.pledged = run, table, 0

    def __getitem__(self, key: int) -> Any:
        found = self._table[key]
        if isinstance(found, str):
            self._run.take(4 * len(found))
            self._run.pledged += 4 * len(found)
            self.pledged += 4 * len(found)
        return found


# bytes that a letter may become
_REPLACED = {"namereplace": 100, "backslashreplace": 10, "xmlcharrefreplace": 10}


def encoded(run: Any, s: str, encoding: str = "utf-8", errors: str = "strict") -> bytes:
    if encoding != "utf-8":
        _known_codec(encoding)
    is_ascii = s.isascii() and "16" not in encoding and "32" not in encoding
    run.take(len(s) * (1 if is_ascii else _REPLACED.get(errors, 4)))
    return s.encode(encoding, errors)


def decoded(run: Any, s: bytes, encoding: str = "utf-8", errors: str = "strict") -> str:
    _known_codec(encoding)
    run.take(len(s))
    return s.decode(encoding, errors)


def _known_codec(encoding: Any) -> None:
    if not isinstance(encoding, str) or encoding.lower().replace("-", "_").replace(" ", "_") not in _CODEC_NAMES:
        raise LookupError(f"unknown encoding: {encoding}")


def _format(run: Any, s: str, /, *args: Any, **named: Any) -> str:
    return run.guest.formatter.formatted(s, args, named)


def _format_map(run: Any, s: str, mapping: Any) -> str:
    return run.guest.formatter.vformat(s, (), mapping)


def _extend(run: Any, s: Any, items: Any) -> None:
    s.extend(run.guest.listed(items))


def _copied(run: Any, s: Any) -> Any:
    run.take(16 * len(s))
    return s.copy()


def sort(run: Any, s: list[Any], *, key: Any = None, reverse: bool = False) -> None:
    """Sorts a list. Python empties it meanwhile, and keeps the keys where no meter sees them: both have names here."""
    run.work(len(s) * max(1, len(s).bit_length()) // 4)
    items = s.copy()
    if key is None:
        s.sort(reverse=reverse)
        return
    keys: list[Any] = []
    keys.extend(map(key, items))
    found = iter(keys)
    s.sort(key=partial(next, found), reverse=reverse)  # the item is what `next` would return at the end


def _update(run: Any, s: Any, /, *others: Any, **named: Any) -> None:
    s.update(*(run.guest.merged(each) for each in others), **named)


def _sets(name: str) -> Priced:
    def operate(run: Any, s: Any, *others: Any) -> Any:
        made = [run.guest.sized(each) for each in others]
        run.take(16 * len(s))
        return getattr(s, name)(*made)

    return operate


def _pop_first(run: Any, s: set[Any]) -> Any:
    if not s:
        raise KeyError("pop from an empty set")
    found = next(run.guest.iterate(s))
    s.discard(found)
    return found


def _to_bytes(run: Any, s: int, length: int = 1, byteorder: Any = "big", *, signed: bool = False) -> bytes:
    run.take(length)
    return s.to_bytes(length, byteorder, signed=signed)


def _from_bytes(run: Any, s: int, data: Any, byteorder: Any = "big", *, signed: bool = False) -> int:
    data = data if isinstance(data, bytes) else bytes(run.guest.listed(data))
    run.take(len(data))
    return int.from_bytes(data, byteorder, signed=signed)


def _from_hex(run: Any, s: bytes, digits: Any, /) -> bytes:
    run.take(len(digits) >> 1 if type(digits) is str else 0)
    return bytes.fromhex(digits)


def _by_digits(name: str) -> Priced:
    def compute(run: Any, s: Decimal, /, *args: Any, **named: Any) -> Any:
        run.work(getcontext().prec)
        return getattr(s, name)(*args, **named)

    return compute


def _strftime(run: Any, s: Any, form: str) -> str:
    if len(form) > WIDE or re.search(r"%[-_0^#]*\d", form):
        raise ValueError("a strftime format has no widths")
    return s.strftime(form)


def _timestamp(run: Any, s: datetime) -> float:
    return (s if s.tzinfo is not None else s.replace(tzinfo=UTC)).timestamp()


def _astimezone(run: Any, s: datetime, tz: Any = None) -> datetime:
    return (s if s.tzinfo is not None else s.replace(tzinfo=UTC)).astimezone(tz or UTC)


def _timetuple(run: Any, s: Any) -> Any:
    return s.timetuple()  # it imports a module, which code of programs cannot


def _elements(run: Any, s: Counter[Any]) -> Any:
    return run.guest.steps(s.elements())


def _extend_left(run: Any, s: deque[Any], items: Any) -> None:
    s.extendleft(run.guest.listed(items))


def _subtract(run: Any, s: Counter[Any], /, *others: Any, **named: Any) -> None:
    s.subtract(*(run.guest.merged(each) for each in others), **named)


def _look(name: str) -> Priced:
    def look(run: Any, s: range, value: Any) -> Any:
        if type(value) is not int:  # Python looks at every number then
            run.work(max(0, (s.stop - s.start) // s.step))
        return getattr(s, name)(value)

    return look


_SETS = (
    "union intersection difference symmetric_difference update intersection_update difference_update "
    "symmetric_difference_update issubset issuperset isdisjoint"
)
_TEXT: dict[str, Priced] = {
    **{name: _padded(name) for name in ("ljust", "rjust", "center", "zfill")},
    **{name: _split(name) for name in PARTING},
    "replace": _replace,
    "expandtabs": _tabs,
    "join": _join,
    "translate": _translate,
}
_DICT: dict[str, Priced] = {"copy": _copied, "update": _update}

# the functions here get the run and the value; all other entries of the tables are the methods themselves
PRICED: Final[dict[tuple[type, str], Priced]] = {
    **{
        (str, name): made
        for name, made in {**_TEXT, "encode": encoded, "format": _format, "format_map": _format_map}.items()
    },
    **{(bytes, name): made for name, made in {**_TEXT, "decode": decoded}.items()},
    **{(list, name): made for name, made in {"extend": _extend, "copy": _copied, "sort": sort}.items()},
    **{(deque, name): made for name, made in {"extend": _extend, "extendleft": _extend_left, "copy": _copied}.items()},
    **{(kind, name): made for kind in (dict, defaultdict, OrderedDict, Counter) for name, made in _DICT.items()},
    (Counter, "elements"): _elements,
    (Counter, "subtract"): _subtract,
    **{(range, name): _look(name) for name in ("count", "index")},
    **{
        (kind, name): _sets(name)
        for kind in (set, frozenset)
        for name in _SETS.split()
        if kind is set or "update" not in name
    },
    **{(kind, name): copying(name) for kind in COPIED for name in COPYING if hasattr(kind, name)},
    (bytes, "hex"): copying("hex"),
    (set, "copy"): _copied,
    (frozenset, "copy"): _copied,
    (set, "pop"): _pop_first,
    (int, "to_bytes"): _to_bytes,
    (int, "from_bytes"): _from_bytes,
    (bytes, "fromhex"): _from_hex,
    **{(Decimal, name): _by_digits(name) for name in ("sqrt", "ln", "log10", "exp")},
    **{(kind, "strftime"): _strftime for kind in (date, datetime, time)},
    (datetime, "timestamp"): _timestamp,
    (datetime, "astimezone"): _astimezone,
    (datetime, "timetuple"): _timetuple,
    (date, "timetuple"): _timetuple,
}

# names of methods that are often called and always charge
CHARGING: Final = (
    frozenset(name for _, name in PRICED) - COPYING - PARTING - {"sqrt", "ln", "log10", "exp", "pop", "count", "index"}
)
