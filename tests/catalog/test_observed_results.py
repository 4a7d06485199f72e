"""Shapes of results that were seen: names, kinds and formats, and nothing that was somebody's."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from codemode.catalog import Checker, observed_results, type_text
from codemode.catalog.entries import ToolEntry
from codemode.catalog.observed_keys import is_field, is_identifier
from codemode.catalog.observed_results import MAX_PAIRS, MAX_PARTS, Observed, declares
from codemode.catalog.observed_shapes import MAX_SEEN, schema_of, shape_of

TOOL = ToolEntry("t", "t")


def seen(*values: Any, tool: ToolEntry = TOOL) -> str:
    found = Observed()
    for value in values:
        found.note("a", tool, value)
    told = found.type_of("a", tool)
    assert told is not None
    return told


def field(*values: Any, key: str = "x") -> str:
    """The line of a field that had these values."""
    lines = seen(*({key: value} for value in values)).splitlines()
    return "\n".join(lines[1:-1]).strip()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "int"),
        ("secret", "string"),
        (None, "any"),
        ([], "[]any"),
        ([1, 2.5], "[]float64"),
        ([1, None], "[]*int"),
        ([1, "a"], "[]any"),
        ([[1], [2]], "[][]int"),
        ({"a": True}, 'struct {\n\tA bool `json:"a"`\n}'),
        (
            [{"a": True}, {"b": "x"}],
            '[]struct {\n\tA bool `json:"a,omitempty"` // or absent\n\tB string `json:"b,omitempty"` // or absent\n}',
        ),
    ],
)
def test_shapes(value: Any, text: str) -> None:
    shape = schema_of(shape_of(value))
    assert type_text(shape) == text
    assert "secret" not in str(shape)
    assert Checker(shape).problems(value) == []


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["2026-02-01T10:00:00Z"], "RFC 3339 time"),
        (["2026-02-01T10:00:00.5+01:00", "2026-02-02T10:00:00Z"], "RFC 3339 time"),
        (["2026-02-01 10:00:00"], "time without a zone, layout 2006-01-02 15:04:05"),
        (["2026-02-01"], "date, layout 2006-01-02"),
        (["ann@example.org"], "mail address"),
        (["Ann Lee <ann@example.org>"], "name <address>"),
        (["8a6e0804-2bd0-4672-b79d-d97027f9071a"], "UUID"),
        (["https://example.org/a?b=c"], "URL"),
        (["123456", "4711"], "4 to 6 digits"),
        (["EUR", "USD"], "3 capital letters"),
        (["12.50"], "number as text"),
        (["id,name,price\n1,Pen,2.50\n2,Cup,3\n"], "CSV, columns id, name, price"),
        (["ann,berlin\nbob,paris\n"], "CSV, 2 columns"),
        (["ann@x.org,1\nbob@x.org,2\n"], "CSV, 2 columns"),
        (['{"a": 1}'], "JSON as text"),
        (["one\ntwo\n"], "text of several lines"),
        (["x" * 700], "up to 1,000 characters"),
        ([17, 950], "0 to 1,000"),
        ([0.25], "0 to 1"),
        ([-3], "-10 to 10"),
        ([[], ["a"]], "may be empty"),
        ([[]], "empty so far"),
        ([None], "null so far"),
    ],
)
def test_formats(values: list[Any], told: str) -> None:
    line = field(*values)
    assert line.endswith(f"// {told}"), line
    assert not any(str(value) in line for value in values if isinstance(value, str) and len(value) > 2)


def test_formats_that_differ_are_not_told() -> None:
    assert field("2026-02-01", "soon") == 'X string `json:"x"`'
    assert field("a", None) == 'X *string `json:"x"` // or null'


def test_unix_times_are_known_by_their_key() -> None:
    assert field(1_790_000_000, key="created_at").endswith("// Unix time in seconds")
    assert field(1_790_000_000_123, key="ts").endswith("// Unix time in milliseconds")
    assert "Unix" not in field(1_790_000_000, key="revenue")


def test_a_list_that_is_empty_or_absent() -> None:
    text = seen({"id": "a", "tags": []}, {"id": "b"}, {"id": "c", "tags": ["x"]})
    assert 'Tags []string `json:"tags,omitempty"` // may be empty, or absent' in text


DATA = [
    {"ann@example.org": 1, "bob@example.org": 2},
    {"DE89370400440532013000": {"balance": 1}, "DE02120300000000202051": {"balance": 2}},
    {"4711": "a", "4712": "b"},
    {"2026-02-01": 3, "2026-02-02": 4},
    {"8a6e0804-2bd0-4672-b79d-d97027f9071a": True},
    {"usr_8f3a": {"n": "x"}, "usr_9b21": {"n": "y"}},
    {"KB-1": 3, "MS-2": 4},
    {"t1": 1, "t2": 2},
    {"Ann Lee": 3.5, "Bob Ray": 4.0},
    {"EUR": 1.0, "USD": 1.1},
    {"ann": {"age": 3, "city": "x"}, "bob": {"age": 4, "city": "y"}, "cat": {"age": 5, "city": "z"}},
    {f"{chr(97 + i)}name": i for i in range(20)},
    {"+49 30 123456": "x"},
    {"x" * 100: 1},
    {"deadbeef01": 1, "cafebabe02": 2},
]


@pytest.mark.parametrize("value", DATA, ids=[str(value)[:30] for value in DATA])
def test_keys_that_are_data_are_not_told(value: dict[str, Any]) -> None:
    for text in (seen(value), seen([value, value]) if len(value) < 12 else "map[string]", seen({"by": value})):
        assert "map[string]" in text
        assert not any(key in text for key in value)


def test_keys_that_change_are_data() -> None:
    text = seen({"ann": 1, "bob": 2}, {"cat": 3})
    assert text == "map[string]int"
    text = seen({"eva@x.org": 1}, {"ann": 1})
    assert text == "map[string]int"


def test_names_stay_names() -> None:
    value = {
        "id": "x",
        "first_name": "a",
        "createdAt": "2026-02-01",
        "Content-Type": "x",
        "$ref": "y",
        "sha256": "z",
        "p95": 1.5,
        "line2": "",
    }
    text = seen(value)
    assert all(f'`json:"{key}"`' in text for key in value)
    twelve = [{f"{c}field": c for c in "abcdefghijklmno"}] * 2
    assert '`json:"afield"`' in seen(twelve)  # the columns of a table


def test_a_key_that_is_data_among_names() -> None:
    text = seen({"total": 2, "owner": "x", "ann@example.org": [True]})
    assert "ann" not in text
    assert '`json:"total"`' in text
    assert "// other keys: []boolean" in text or "other keys: []bool" in text


def test_results_are_seen_together() -> None:
    told = seen({"sent": True}, {"sent": None, "mode": "x"})
    assert 'Sent *bool `json:"sent"` // or null' in told
    assert 'Mode string `json:"mode,omitempty"` // or absent' in told


def test_kept_data_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    most = MAX_PARTS // 10  # as many as there may be take seconds
    monkeypatch.setattr(observed_results, "MAX_PARTS", most)
    found = Observed()
    found.note("a", TOOL, 1)
    for i in range(MAX_PAIRS):
        found.note(f"a{i}", TOOL, i)
    assert found.type_of("a", TOOL) is None
    assert found.type_of("a1", TOOL) == "int"
    large: dict[str, Any] = dict.fromkeys(NAMES, 1) | {f"{name}_id": "x" for name in NAMES}
    for depth in "wxyz":
        large = {depth: large, **{f"{name}_{depth}": [name] for name in NAMES}}
    size = shape_of([large, large]).size
    assert size > 100
    for i in range(2 * most // size):
        found.note(f"b{i}", TOOL, [large, large])
    kept = [i for i in range(2 * most // size) if found.type_of(f"b{i}", TOOL) is not None]
    assert most // 2 < len(kept) * size <= most
    assert found.type_of("a1", TOOL) is None


NAMES = ["ann", "bob", "cem", "dia", "eva", "fay", "gus", "hal", "ida", "joe", "kim", "lea"]


def test_shapes_belong_to_an_agent() -> None:
    found = Observed()
    found.note("ours", TOOL, [{"id": 1}])
    assert found.of("ours", TOOL) is not None
    assert found.of("theirs", TOOL) is None
    assert found.of("", TOOL) is None


def test_a_host_may_have_none() -> None:
    found = Observed(observe=False)
    found.note("a", TOOL, [{"id": 1}])
    assert found.of("a", TOOL) is None


# --- keys that may be names of persons ----------------------------------------------------------------------------------

PERSONS: list[Any] = [
    {"ann": 1},
    {"ann": 1, "bob": "x"},
    {"Ann": {"total": 1}, "Bob": {"name": "x", "sum": 2, "due": True}},
    {"ann": 10, "bob": 20, "currency": "EUR"},
    {"total": 30, "ann": 10},
    {"ann_lee": 1, "total": 2},
    {"ann-lee": 1, "total": 2},
    {"AnnLee": 1, "total": 2},
    {"items": [{"id": 1, "ann": 2}, {"id": 2, "bob": 2}]},
    {"Jürgen": 1, "total": 2},
    {"EUR": 1, "total": "x"},
    {"usr8f": 1, "total": "x"},
    {"ann1": 1, "total": "x"},
]


@pytest.mark.parametrize("value", PERSONS, ids=str)
def test_keys_that_may_be_names_of_people_are_not_shown(value: Any) -> None:
    for told in (seen(value), seen({"data": value}), seen([value])):
        for name in ("ann", "bob", "lee", "rgen", "eur", "8f"):
            assert name not in told.lower().replace("currency", "")
    assert "total" not in json.dumps(value) or "`json:" in seen(value)


@pytest.mark.parametrize(
    "key",
    [
        "ann@example.org",
        "DE89370400440532013000",
        "4711",
        "2026-02-01",
        "usr_8f3a",
        "ann.lee",
        "user:ann",
        "KB-1",
        "EUR",
        "ann lee",
        "ann1",
        "+49 30",
        "ghp_a8b7c6d5",
    ],
)
def test_keys_that_look_like_data_are_never_shown(key: str) -> None:
    values = [{"id": "x", "total": 1, key: n} for n in range(3)]
    for told in (seen(values), seen(*values), seen(*({"id": n, key: [n]} for n in range(3)))):
        assert key not in told
        assert '`json:"id' in told
    assert "columns" not in seen(f"id,{key}\n1,2\n2,3\n") or key not in seen(f"id,{key}\n1,2\n2,3\n")


def test_keys_that_every_object_has_are_shown() -> None:
    for told in (seen([{"plugh": 1, "xyzzy": "a"}] * 2), seen({"plugh": 1, "xyzzy": "a"}, {"plugh": 2, "xyzzy": "b"})):
        assert '`json:"plugh"`' in told
        assert '`json:"xyzzy"`' in told
    told = seen([{"plugh": 1, "xyzzy": "a"}, {"plugh": 1}])
    assert '`json:"plugh"`' in told
    assert "xyzzy" not in told
    assert "other keys: string" in told


@pytest.mark.parametrize(
    "value",
    [
        {"ann": 10, "bob": 20},
        {"ann": 10, "bob": 20, "currency": "EUR"},
        {"ann": [1], "bob": []},
        {"ann": {"total": 1, "due": 2}, "bob": {"total": 3, "due": 4}, "id": "x"},
        {"Ann": 10, "total": 30},
        {"Jürgen": "x", "id": 1, "total": 2},
    ],
    ids=str,
)
def test_names_that_every_object_has_are_not_told_where_they_are_keys_of_a_map(value: Any) -> None:
    for told in (seen([value] * 3), seen(value, value), seen({"data": [value, value]})):
        assert not any(name in told.lower() for name in ("ann", "bob", "jürgen"))


def test_words_of_the_tool_are_no_secret() -> None:
    tool = ToolEntry("t", "cave.explore", "Say a plugh.", input_schema={"properties": {"magicWord": {}}})
    told = seen({"plugh": 1, "cave_magic": "a", "ann": True}, tool=tool)
    assert '`json:"plugh"`' in told
    assert '`json:"cave_magic"`' in told
    assert "ann" not in told


def test_headers_of_tables_are_told_where_they_are_fields() -> None:
    assert "CSV, 3 columns, with a header" in field("day,ann,bob\n1,2,3\n2,3,4\n")
    assert "CSV, columns id, name, price" in field("id,name,price\n1,Pen,2.50\n")
    assert "CSV, 3 columns, with a header" in field(
        "day,dig,dec\n1,2,3\n2,3,4\n"
    )  # names that are parts of other words
    tool = ToolEntry("t", "cave.explore", "Say a plugh.")
    assert "CSV, columns id, plugh" in seen({"x": "id,plugh\n1,2\n2,3\n"}, tool=tool)


def test_no_given_name_is_the_word_of_a_field() -> None:
    names = "ann anna bob ben bill carl dan dave ed eve frank fred grace hans ian jack jane joe john june karl kim lee lisa mark"
    names += " mary max mia nina otto pat paul peter ray rob rose ruth sam sue tim tom victor will mohammed ali fatima wei li chen"
    assert [name for name in names.split() if is_field(name)] == []
    assert all(map(is_identifier, names.split()))


def test_hostile_results_are_bounded() -> None:
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    wide: Any = "x"
    for _ in range(5):
        wide = {f"{c}{d}": wide for c in "abcdef" for d in "ghijkl"}
    huge = {"x" * 1_000_000: "y" * 1_000_000, "csv": "a,b\n" * 300_000, "at": "1" * 1_000_000, "s": " @" * 500_000}
    began = time.process_time()
    for value in (
        deep,
        wide,
        huge,
        [huge] * 1000,
        "[" * 100_000,
        "a" * 39 + "!",
        {"a" * 38 + "!": 1},
        float("nan"),
        10**400,
    ):
        assert len(json.dumps(schema_of(shape_of(value)))) < 200_000
    found = Observed()
    for i in range(300):
        word = "".join(chr(97 + int(c)) for c in str(i))
        found.note("a", TOOL, {f"k{word}{c}": {f"{word}{d}": i for d in "abcdefgh"} for c in "abcdefgh"})
    assert shape_of(wide).size <= MAX_SEEN
    told = found.type_of("a", TOOL)
    assert told is not None
    assert len(told) < 100_000
    assert time.process_time() - began < 20


LIST: dict[str, Any] = {"type": "array", "items": {"type": "array", "items": {"type": "object"}}}


def test_schemas_that_say_nothing_about_a_result() -> None:
    for nothing in (
        None,
        {},
        {"type": "object"},
        {"type": "object", "additionalProperties": True},
        {"type": "array"},
        LIST,
    ):
        assert not declares(nothing)
    for said in (
        {"type": "string"},
        {"properties": {"a": {}}},
        {"type": "array", "items": {"type": "string"}},
        {"$ref": "#/x"},
    ):
        assert declares(said)


def test_long_keys_are_not_read_to_their_ends() -> None:
    began = time.process_time()
    shape = shape_of({"1a" * 1_000_000 + str(i): i for i in range(20)})
    assert time.process_time() - began < 0.5
    assert schema_of(shape)["additionalProperties"]["type"] == "integer"
