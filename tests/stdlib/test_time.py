"""Package time against what real Go said (printed/time.go made printed/time.txt)."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import library
from codemode.stdlib.time import base as time_base
from codemode.stdlib.time import durations as time_durations
from codemode.stdlib.time import instants as time_instants
from codemode.stdlib.time import text as time_text

library().package("time")
RUN = Run(MachineLimits(max_steps=1 << 60), seed=1, started_at=1_700_000_000_123_456_789)


def go_quoted(text: str) -> bytes:
    """A Go string literal as bytes; Python reads the same escapes in a bytes literal once the rest is UTF-8."""
    if text.isascii() and "\\" not in text:
        return text[1:-1].encode()
    return ast.literal_eval(
        "b" + "".join(c if c < "\x80" else "".join(f"\\x{b:02x}" for b in c.encode()) for c in text)
    )


ROWS: dict[str, list[list[bytes]]] = defaultdict(list)
for _line in (Path(__file__).parent / "printed" / "time.txt").read_text(encoding="utf-8").splitlines():
    _kind, *_rest = (go_quoted(part) for part in _line.split("\t"))
    ROWS[_kind.decode()].append(_rest)

ZONES = {
    b"UTC": [time_base.UTC_ZONE],
    b"XST": time_base.fixed_zone(b"XST", -12600),
    b"": time_base.fixed_zone(b"", 19815),
}


def method(name: str):
    return time_base.TIME.methods[name].native


def zone(name: bytes):
    return ZONES.get(name) or time_base.load_location(RUN, name)[0]


def moment(unix: bytes, ns: bytes, name: bytes):
    return time_base.from_unix(int(unix), int(ns), zone(name))


def text(value) -> bytes:
    if isinstance(value, bool):
        return b"true" if value else b"false"
    return value if isinstance(value, bytes) else str(value).encode()


def test_there_is_something_to_compare():
    assert {k: len(v) for k, v in ROWS.items()} == {
        "time": 55, "format": 2035, "parse": 1887, "parsein": 220, "duration": 38, "durations": 19, "names": 1, "location": 9,
    }  # fmt: skip


def test_times():
    for unix, ns, name, *want in ROWS["time"]:
        t = moment(unix, ns, name)
        got = [
            time_text.time_string(t),
            time_text.weekday_string(method("Weekday")(t)),
            method("YearDay")(t),
            *time_instants.iso_week(t),
            *method("Zone")(t),
            method("UnixMilli")(t),
            method("IsDST")(t),
            method("Unix")(time_instants.add_date(RUN, t, 0, 1, -1)),
            method("UnixNano")(time_instants.time_truncate(t, 3600 * 10**9)),
            method("UnixNano")(time_instants.time_round(t, 7 * 60 * 10**9)),
            time_text.go_string(t),
        ]
        assert [text(g) for g in got] == want, want


def test_format():
    for unix, ns, name, layout, want in ROWS["format"]:
        assert time_text.time_format(RUN, moment(unix, ns, name), layout) == want, layout


def outcome(t, error) -> list[bytes]:
    if error is not None:
        return [b"error", find_method(RUN, error, "Error")()]
    name, offset = method("Zone")(t)
    where = time_base.zone_of(t[2]).name
    return [text(method("Unix")(t)), text(t[1]), name, text(offset), where]


def test_parse():
    wrong = []
    for layout, value, *want in ROWS["parse"]:
        got = outcome(*time_text.time_parse(RUN, layout, value))
        if got != want:
            wrong.append((layout, value, want, got))
    assert not wrong, f"{len(wrong)}: {wrong[:4]}"


def test_parse_in_location():
    wrong = []
    for layout, value, *want in ROWS["parsein"]:
        got = outcome(*time_text.parse_in_location(layout, value, zone(b"America/New_York")))
        if got != want:
            wrong.append((layout, value, want, got))
    assert not wrong, f"{len(wrong)}: {wrong[:4]}"


def test_parse_duration():
    for value, want, error in ROWS["duration"]:
        got, failure = time_durations.time_parse_duration(value)
        assert text(got) == want, value
        assert (b"<nil>" if failure is None else find_method(RUN, failure, "Error")()) == error


def test_durations():
    f = {name: func.native for name, func in time_base.DURATION.methods.items()}
    for value, *want in ROWS["durations"]:
        d = int(value)
        assert f["String"](d) == want[0]
        assert [f["Hours"](d), f["Minutes"](d), f["Seconds"](d)] == [float(w) for w in want[1:4]]
        rest = [
            *(f["Milliseconds"](d), f["Microseconds"](d), f["Round"](d, 10**9), f["Truncate"](d, 10**9)),
            *(f["Round"](d, 7), f["Abs"](d), f["Round"](d, 3600 * 10**9), f["Truncate"](d, -5)),
        ]
        assert [text(r) for r in rest] == want[4:]


def test_names():
    got = [time_text.month_string(n) for n in (0, 1, 13, -1)] + [time_text.weekday_string(n) for n in (0, 6, 7, -3)]
    assert got == ROWS["names"][0]


def test_locations():
    for name, *want in ROWS["location"]:
        loc, error = time_base.load_location(RUN, name)
        if error is not None:
            assert [b"error", find_method(RUN, error, "Error")()] == want
        else:
            t = time_base.date(2024, 7, 1, 0, 0, 0, 0, loc)
            assert [time_base.location_string(loc), time_text.time_string(t)] == want


def test_zero_value_is_utc_and_equal_times_are_identical():
    zero = [0, 0, None]
    assert method("IsZero")(zero)
    assert time_text.time_string(zero) == b"0001-01-01 00:00:00 +0000 UTC"
    assert time_base.date(1, 1, 1, 0, 0, 0, 0, time_base.utc(RUN)) == zero


def test_now_is_the_clock_of_the_run():
    assert abs(time_base.unix_ns(time_base.now(RUN)) - RUN.now_ns()) < 1000
    assert time_instants.sub(time_base.now(RUN), time_base.now(RUN)) == 0


def test_missing_location_panics():
    with pytest.raises(GoPanic):
        time_base.date(2024, 1, 1, 0, 0, 0, 0, None)
