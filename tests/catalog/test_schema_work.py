"""A schema of a stranger cannot keep the host busy: what would take for ever to check is found out before it is used."""

from __future__ import annotations

import sys
import time
from typing import Any

import pytest

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.declarations import declaration
from codemode.catalog.schema_work import TooComplex, depth, work
from codemode.catalog.validation import TOO_LARGE, Checker
from tests.host.schemas import BOMBS, FINE, LARGE, WIDE, N, tree

AMBIGUOUS = tree(
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "+"}, "left": N, "right": N}},
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "-"}, "left": N}},
)


@pytest.mark.parametrize("name", list(BOMBS))
def test_a_check_that_would_not_end_is_not_made(name: str) -> None:
    with pytest.raises(TooComplex):
        work(BOMBS[name])
    checker = Checker(BOMBS[name])
    for value in ({"a": {"a": 1.5}}, [[1.5]], "x", 1.5):
        assert checker.unchecked(value)
        assert checker.problems(value) == []
        assert checker.fit(value) == value


@pytest.mark.parametrize("name", list(FINE))
def test_common_schemas_are_checked(name: str) -> None:
    assert work(FINE[name]).growth == 1
    assert not Checker(FINE[name]).unchecked({"a": 1})


def test_what_contains_itself_in_several_ways_is_checked_as_far_as_values_go() -> None:
    assert work(AMBIGUOUS).growth == 2
    value: Any = None
    for _ in range(6):
        value = {"op": "-", "left": value}
    checker = Checker(AMBIGUOUS)
    assert not checker.unchecked(value)
    assert checker.problems(value) == []
    assert checker.problems({"op": "*"})
    for _ in range(40):
        value = {"op": "-", "left": value}
    assert depth(value) == 46
    assert checker.unchecked(value)
    assert checker.problems(value) == []


def test_a_flood_of_errors_is_not_described_one_by_one() -> None:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event == "call"

    checker = Checker({"items": {"type": "string"}})
    sys.setprofile(count)
    try:
        assert len(checker.problems([1] * 100_000)) == 6
    finally:
        sys.setprofile(None)
    assert calls < 3 * 100_000  # the validator makes its errors all at once


@pytest.mark.parametrize("name", list(BOMBS))
@pytest.mark.parametrize("side", ["input_schema", "output_schema"])
def test_showing_and_finding_such_a_tool_takes_little_work(name: str, side: str) -> None:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")
        if calls > 5_000_000:
            raise AssertionError("too much work")

    given = {"type": "object", "properties": {"x": BOMBS[name]}} if side == "input_schema" else BOMBS[name]
    if "$defs" in BOMBS[name]:
        given = {**given, "$defs": BOMBS[name]["$defs"]}
    entry = ToolEntry("function:a:b", "a.b", **{side: given})
    sys.setprofile(count)
    try:
        shown = declaration(entry)
        Catalog([entry]).search("value of x", 5)
    finally:
        sys.setprofile(None)
    assert len(shown) < 100_000


@pytest.mark.parametrize("name", list(LARGE))
def test_what_is_wrong_with_a_large_value_is_told_at_a_price_that_has_an_end(name: str) -> None:
    schema, value = LARGE[name]
    checker = Checker(schema)
    began = time.process_time()
    problems = checker.problems(value)
    assert time.process_time() - began < 8  # seconds to minutes, growing with the product of both
    assert problems
    assert sum(map(len, problems)) < 5000


def test_a_large_value_is_not_looked_at_again_and_again() -> None:
    checker = Checker({"items": {"anyOf": [{"minimum": i + 10**6} for i in range(1000)]}})
    assert checker.unchecked(WIDE)
    assert not checker.unchecked(WIDE[:100])
    assert not Checker({"items": {"type": "integer"}}).unchecked(WIDE)


def test_what_is_wrong_in_the_beginning_of_a_large_value_is_told_and_nothing_that_the_cut_made() -> None:
    records = [{"id": i, "tags": ["a"] * 30} for i in range(20_000)]
    schema = {
        "type": "array",
        "minItems": 15_000,
        "items": {"properties": {"id": {"type": "integer"}, "tags": {"minItems": 25}}},
    }
    checker = Checker(schema)
    assert checker.problems(records) == []
    records[3]["id"] = "three"
    assert checker.problems(records) == ['[3].id is "three" (string), must be integer']
    records[3]["id"], records[19_999]["id"] = 3, "last"
    assert checker.problems(records) == [TOO_LARGE]


RECORD = {
    "properties": {
        "id": {"type": "integer"},
        "tags": {"items": {"type": "string"}},
        "kind": {"anyOf": [{"properties": {"t": {"const": "a"}, "v": {"type": "number"}}}, {"type": "null"}]},
    }
}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"id": "x"}, 'more[19993].id is "x" (string), must be integer'),
        ({"tags": ["a", 3]}, "more[19993].tags[1] is 3 (integer), must be string"),
        ({"kind": {"t": "a", "v": "z"}}, 'more[19993].kind.v is "z" (string), must be number'),
    ],
)
def test_what_is_wrong_late_in_a_long_list_is_told_with_its_place(wrong: dict[str, Any], told: str) -> None:
    records = [{"id": i, "tags": ["a", "b"], "kind": {"t": "a", "v": 1.5}} for i in range(20_000)]
    records[19_993] |= wrong
    lists = {"type": "array", "minItems": 1, "items": RECORD}
    checker = Checker({"properties": {"items": lists, "more": lists}, "required": ["items"]})
    assert checker.problems({"items": records[:10], "more": records}) == [told]


def test_what_is_wrong_deep_in_long_lists_and_large_objects_is_told_with_its_place() -> None:
    table: Any = {"rows": [[1] * 300 for _ in range(500)]}
    table["rows"][444][155] = "s"
    whole = {"items": {"items": {"type": "integer"}}}
    told = 'rows[444][155] is "s" (string), must be integer'
    assert Checker({"properties": {"rows": whole}}).problems(table) == [told]
    counts: Any = {f"k{i}": i for i in range(50_000)} | {"k40000": "s"}
    checker = Checker({"additionalProperties": {"type": "integer"}})
    assert checker.problems(counts) == ['k40000 is "s" (string), must be integer']
    assert checker.problems({"n": 1, "x": {"deep": [0] * 50_000}}) == ['x is {"deep": [0]} (object), must be integer']


def test_looking_for_the_place_has_an_end() -> None:
    # every level has all of what is large, and no half is wrong without the other
    value: Any = [*range(100_000), 0]
    schema: dict[str, Any] = {"uniqueItems": True}
    for _ in range(15):
        value, schema = {"a": value, "b": [1, 1]}, {"properties": {"a": schema}}
    checker = Checker(schema)
    began = time.process_time()
    checker._validator.is_valid(value)
    once = time.process_time() - began
    began = time.process_time()
    assert checker.problems(value) == [TOO_LARGE]
    assert time.process_time() - began < 100 * once + 1
