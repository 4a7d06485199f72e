"""Calendar days, and time zones: UTC, fixed offsets, and the IANA zones of the tzdata package (never the host's own files)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from zoneinfo import ZoneInfo

SECONDS_PER_DAY = 86400
UNIX_TO_INTERNAL = 62135596800  # seconds from the start of year 1 to 1970
_LAST_DAY = 3652058  # the last day of year 9999, counted from the start of year 1
_FIRST_MOMENT = -62135510400
_LAST_MOMENT = 253402214400
_CYCLE = 146097 * SECONDS_PER_DAY
_SAFE = re.compile(r"[A-Za-z0-9_+\-]+(/[A-Za-z0-9_+\-]+)*")
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365)


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_before(month: int) -> int:
    """Returns the days of a common year before a month; month 13 gives the whole year."""
    return _DAYS_BEFORE[month - 1]


def days_in(month: int, year: int) -> int:
    if month == 2 and is_leap(year):
        return 29
    return _DAYS_BEFORE[month] - _DAYS_BEFORE[month - 1]


def civil(days: int) -> tuple[int, int, int]:
    """Returns (year, month, day) of a day number, which counts from January 1 of year 1."""
    if 0 <= days <= _LAST_DAY:
        found = date.fromordinal(days + 1)
        return found.year, found.month, found.day
    cycles, rest = divmod(days, 146097)
    found = date.fromordinal(rest + 1)
    return found.year + 400 * cycles, found.month, found.day


def day_number(year: int, month: int) -> int:
    """Returns the number of the first day of a month, counted from January 1 of year 1."""
    cycles, year = divmod(year - 1, 400)
    return cycles * 146097 + date(year + 1, month, 1).toordinal() - 1


class Zone:
    """The zone of a time.Location. This base class has the offset of UTC."""

    __slots__ = ("name",)

    def __init__(self, name: bytes) -> None:
        self.name = name

    def at(self, unix: int) -> tuple[bytes, int]:
        """Returns the abbreviation and the offset in seconds east of UTC at a unix time."""
        return b"UTC", 0

    def is_dst(self, unix: int) -> bool:
        return False

    def named(self, abbreviation: bytes, unix: int) -> int | None:
        """Returns the offset of the zone with this abbreviation, or None. It prefers an offset in use at `unix`, a local time as unix time."""
        return 0 if abbreviation == b"UTC" else None


class FixedZone(Zone):
    __slots__ = ("offset",)

    def __init__(self, name: bytes, offset: int) -> None:
        super().__init__(name)
        self.offset = offset

    def at(self, unix: int) -> tuple[bytes, int]:
        return self.name, self.offset

    def named(self, abbreviation: bytes, unix: int) -> int | None:
        return self.offset if abbreviation == self.name else None


class IanaZone(Zone):
    __slots__ = ("_known", "_rules")

    def __init__(self, name: bytes, rules: ZoneInfo) -> None:
        super().__init__(name)
        self._rules = rules
        self._known: dict[bytes, int] | None = None

    def _moment(self, unix: int) -> datetime:
        if unix > _LAST_MOMENT:
            # outside the range of datetime; calendar and zone rules repeat every 400 years
            unix -= -(-(unix - _LAST_MOMENT) // _CYCLE) * _CYCLE
        return datetime.fromtimestamp(max(unix, _FIRST_MOMENT), UTC).astimezone(self._rules)

    def at(self, unix: int) -> tuple[bytes, int]:
        moment = self._moment(unix)
        offset = moment.utcoffset()
        return (moment.tzname() or "").encode(), int(offset.total_seconds()) if offset is not None else 0

    def is_dst(self, unix: int) -> bool:
        return bool(self._moment(unix).dst())

    def named(self, abbreviation: bytes, unix: int) -> int | None:
        if self._known is None:
            self._known = {}
            for year in range(1970, 2038):
                for month in (1, 7):
                    name, offset = self.at((day_number(year, month) * SECONDS_PER_DAY) - UNIX_TO_INTERNAL)
                    self._known.setdefault(name, offset)
        offset = self._known.get(abbreviation)
        if offset is not None:
            name, there = self.at(unix - offset)
            if name == abbreviation:
                return there
        return offset


UTC_ZONE = Zone(b"UTC")
LOCAL_ZONE = Zone(b"Local")  # the guest's local time is UTC


@lru_cache(maxsize=64)
def iana(name: str) -> IanaZone | None:
    """Returns a zone of the IANA database, or None."""
    if not _SAFE.fullmatch(name):
        return None
    try:
        data = _kept.get(name, b"") if _kept else _read(f"{_folder()}/zoneinfo/{name}")
        return IanaZone(name.encode(), ZoneInfo.from_file(BytesIO(data), key=name)) if data[:4] == b"TZif" else None
    except (OSError, ValueError):
        return None


_kept: dict[str, bytes] = {}


def keep_zones() -> None:
    """Reads all time zones into memory, for a process that cannot open files later."""
    folder = _folder()
    for name in _read(f"{folder}/zones").decode().split():
        _kept[name] = _read(f"{folder}/zoneinfo/{name}")


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:  # hundreds of small files
        return file.read()


def _folder() -> str:
    package = find_spec("tzdata")
    assert package is not None
    assert package.submodule_search_locations is not None
    return package.submodule_search_locations[0]
