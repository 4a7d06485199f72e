"""Time and identifiers from the run's clock and seed: datetime, zoneinfo, time, calendar, uuid, secrets."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false, reportUnknownVariableType=false
from __future__ import annotations

import base64
import calendar
import datetime as real
import time as clock
import uuid
import zoneinfo
from functools import lru_cache
from importlib import resources
from io import BytesIO
from typing import Any, Final

from codemode.python.methods import RAW
from codemode.python.values import Native

Members = dict[str, Any]
UTC: Final = real.UTC
EPOCH: Final = real.datetime(1970, 1, 1, tzinfo=UTC)
MAX_FORMAT: Final = 200

_zones: dict[str, bytes] = {}


def keep_zones() -> None:
    """Reads all time zones into memory, for a process that cannot open files later."""
    folder = resources.files("tzdata").joinpath("zoneinfo")
    for name in resources.files("tzdata").joinpath("zones").read_text().split():
        _zones[name] = folder.joinpath(name).read_bytes()


@lru_cache(maxsize=600)
def zone(name: str) -> zoneinfo.ZoneInfo:
    data = _zones.get(name)
    if data is None:
        if _zones or name not in known_zones():
            raise zoneinfo.ZoneInfoNotFoundError(f"No time zone found with key {name}")
        data = resources.files("tzdata").joinpath("zoneinfo").joinpath(name).read_bytes()
    return zoneinfo.ZoneInfo.from_file(BytesIO(data), key=name)


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    return frozenset(_zones) or frozenset(resources.files("tzdata").joinpath("zones").read_text().split())


def moment(guest: Any, tz: Any = None) -> real.datetime:
    """Returns the run's current time. Local time is UTC."""
    now = EPOCH + real.timedelta(microseconds=guest.run.now_ns() // 1000)
    return now.replace(tzinfo=None) if tz is None else now.astimezone(tz)


def _datetime(guest: Any) -> Members:
    def now(tz: Any = None) -> real.datetime:
        guest.run.work(1)
        return moment(guest, tz)

    def of_timestamp(seconds: float, tz: Any = None) -> real.datetime:
        found = real.datetime.fromtimestamp(seconds, UTC)
        return found.replace(tzinfo=None) if tz is None else found.astimezone(tz)

    def parsed(text: str, form: str) -> real.datetime:
        if len(form) > MAX_FORMAT or len(text) > 10_000:
            raise ValueError(f"a format has at most {MAX_FORMAT} characters")
        guest.run.work(20)
        return real.datetime.strptime(text, str.__str__(form))  # which Python keeps beyond the run

    members = {
        (real.datetime, "now"): now,
        (real.datetime, "utcnow"): lambda: moment(guest),
        (real.datetime, "today"): lambda: moment(guest),
        (real.datetime, "fromtimestamp"): of_timestamp,
        (real.datetime, "utcfromtimestamp"): of_timestamp,
        (real.datetime, "strptime"): parsed,
        (real.date, "today"): lambda: moment(guest).date(),
        (real.date, "fromtimestamp"): lambda seconds: of_timestamp(seconds).date(),
    }
    guest.class_members.update(members)
    names = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR")
    return {**{name: getattr(real, name) for name in names}, "UTC": UTC}


def _time(guest: Any) -> Members:
    run = guest.run

    def seconds() -> float:
        run.work(1)
        return run.now_ns() / 1e9

    def ns() -> int:
        run.work(1)
        return run.now_ns()

    def parts(at: float | None = None) -> Any:
        return clock.gmtime(run.now_ns() / 1e9 if at is None else at)

    def strftime(form: str, at: Any = None) -> str:
        found = moment(guest) if at is None else real.datetime(*tuple(at)[:6])
        return guest.guard("attr")(found, "strftime")(form)

    def started() -> float:
        run.work(1)
        return (run.now_ns() - guest.started_at) / 1e9

    return {
        "time": seconds,
        "time_ns": ns,
        "monotonic": started,
        "monotonic_ns": lambda: int(started() * 1e9),
        "perf_counter": started,
        "perf_counter_ns": lambda: int(started() * 1e9),
        "process_time": started,
        "sleep": lambda seconds: guest.tasks.sleep(seconds),
        "gmtime": parts,
        "localtime": parts,
        "strftime": strftime,
    }


def _zoneinfo(guest: Any) -> Members:
    guest.class_members[(zoneinfo.ZoneInfo, "key")] = zoneinfo.ZoneInfo.key
    return {
        "ZoneInfo": Native("ZoneInfo", lambda key: zone(str(key)), kind=zoneinfo.ZoneInfo),
        "ZoneInfoNotFoundError": zoneinfo.ZoneInfoNotFoundError,
        "available_timezones": lambda: set(known_zones()),
    }


def _calendar(guest: Any) -> Members:
    return {
        **{name: getattr(calendar, name) for name in "isleap leapdays weekday monthrange monthcalendar timegm".split()},
        "day_name": list(calendar.day_name),
        "day_abbr": list(calendar.day_abbr),
        "month_name": list(calendar.month_name),
        "month_abbr": list(calendar.month_abbr),
        **{name: i for i, name in enumerate("MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY".split())},
    }


def _uuid(guest: Any) -> Members:
    def random_one() -> uuid.UUID:
        return uuid.UUID(int=guest.run.rng.getrandbits(128), version=4)

    spaces = {
        name: getattr(uuid, name) for name in ("NAMESPACE_DNS", "NAMESPACE_URL", "NAMESPACE_OID", "NAMESPACE_X500")
    }
    return {"UUID": uuid.UUID, "uuid4": random_one, "uuid3": uuid.uuid3, "uuid5": uuid.uuid5, **spaces}


def _secrets(guest: Any) -> Members:
    rng = guest.run.rng

    def data(nbytes: int | None = None) -> bytes:
        count = 32 if nbytes is None else nbytes
        guest.run.take(count)
        return rng.randbytes(count)

    return {
        "token_hex": lambda nbytes=None: data(nbytes).hex(),
        "token_bytes": data,
        "token_urlsafe": lambda nbytes=None: base64.urlsafe_b64encode(data(nbytes)).rstrip(b"=").decode(),
        "choice": lambda items: rng.choice(items),
        "randbelow": lambda n: rng.randrange(n),
    }


MODULES: Final[dict[str, Any]] = {
    "datetime": _datetime,
    "time": _time,
    "zoneinfo": _zoneinfo,
    "calendar": _calendar,
    "uuid": _uuid,
    "secrets": _secrets,
}
RAW.update((zoneinfo.ZoneInfo, name) for name in ("key", "utcoffset", "tzname", "dst"))
