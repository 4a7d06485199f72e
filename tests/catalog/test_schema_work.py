"""A schema of a stranger cannot keep the host busy: what would take for ever to check is found out before it is used."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.declarations import declaration
from codemode.catalog.schema_work import TooComplex, depth, work
from codemode.catalog.validation import TOO_LARGE, Checker

DEPTH = 40


def chain(here: Callable[[dict[str, Any]], Any], last: Any = None, depth: int = DEPTH) -> dict[str, Any]:
    """Definitions each of which is made from the next one."""
    defs = {f"d{i}": here({"$ref": f"#/$defs/d{i + 1}"}) for i in range(depth)}
    defs[f"d{depth}"] = last if last is not None else {"type": "string"}
    return {"$ref": "#/$defs/d0", "$defs": defs}


def tree(*ways: dict[str, Any]) -> dict[str, Any]:
    return {"$ref": "#/$defs/n", "$defs": {"n": {"oneOf": [{"type": "null"}, *ways]}}}


N = {"$ref": "#/$defs/n"}
BOMBS: dict[str, dict[str, Any]] = {
    "allOf twice": chain(lambda n: {"allOf": [n, n]}),
    "anyOf twice": chain(lambda n: {"anyOf": [n, n]}),
    "oneOf twice": chain(lambda n: {"oneOf": [n, n]}),
    "if, then and else": chain(lambda n: {"if": n, "then": n, "else": n}),
    "not in not": chain(lambda n: {"not": {"allOf": [n, n]}}),
    "a reference and allOf": chain(lambda n: {**n, "allOf": [n]}),
    "dependentSchemas": chain(lambda n: {"dependentSchemas": {"a": n, "b": n}}),
    "the same property twice": chain(lambda n: {"allOf": [{"properties": {"a": n}}, {"properties": {"a": n}}]}),
    "items twice": chain(lambda n: {"anyOf": [{"items": n}, {"items": n}]}),
    "a property and all others": chain(lambda n: {"properties": {"a": n}, "patternProperties": {".": n}}),
    "unevaluated": chain(lambda n: {"anyOf": [n], "unevaluatedProperties": n}),
    "anchors": {
        "$ref": "#a0",
        "$defs": {
            **{f"d{i}": {"$anchor": f"a{i}", "allOf": [{"$ref": f"#a{i + 1}"}] * 2} for i in range(DEPTH)},
            "last": {"$anchor": f"a{DEPTH}"},
        },
    },
    "ids": {
        "$ref": "x:0",
        "$defs": {
            **{f"d{i}": {"$id": f"x:{i}", "allOf": [{"$ref": f"x:{i + 1}"}] * 2} for i in range(DEPTH)},
            "last": {"$id": f"x:{DEPTH}"},
        },
    },
    "itself": {"$ref": "#"},
    "itself in allOf": {"allOf": [{"$ref": "#"}]},
    "a deep chain": chain(lambda n: {"allOf": [n]}, depth=5000),
    "lists of an enum": {"enum": [[i] for i in range(5000)]},
    "many patterns": {"allOf": [{"pattern": rf"\\w{{900}}\\p{{L}}{{{i}}}"} for i in range(600)]},
    "many patterns of names": {"patternProperties": {f"^x{i}": {} for i in range(600)}},
    "many parts": {"properties": {f"p{i}": {"items": {"type": "string"}} for i in range(30_000)}},
}
FINE: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a linked list": {"properties": {"next": {"$ref": "#"}, "value": {"type": "integer"}}},
    "a binary tree": tree({"properties": {"left": N, "right": N}}),
    "any JSON": tree({"type": "string"}, {"type": "array", "items": N}, {"type": "object", "additionalProperties": N}),
    "filters": tree(
        {"properties": {"and": {"type": "array", "items": N}}},
        {"properties": {"or": {"type": "array", "items": N}}},
        {"properties": {"not": N}},
    ),
    "wide": {"properties": {f"p{i}": {"type": "string"} for i in range(3000)}},
    "shared": chain(lambda n: {"properties": {"a": n, "b": n}}),
}
AMBIGUOUS = tree(
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "+"}, "left": N, "right": N}},
    {"type": "object", "required": ["op"], "properties": {"op": {"const": "-"}, "left": N}},
)


@pytest.mark.parametrize("name", list(BOMBS))
def test_what_would_not_end_is_not_checked(name: str) -> None:
    with pytest.raises(TooComplex):
        work(BOMBS[name])
    checker = Checker(BOMBS[name])
    for value in ({"a": {"a": 1.5}}, [[1.5]], "x", 1.5):
        assert checker.unchecked(value)
        assert checker.problems(value) == []
        assert checker.fit(value) == value


@pytest.mark.parametrize("name", list(FINE))
def test_what_people_write_is_checked(name: str) -> None:
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


WIDE: list[int] = list(range(300_000))
LONG = "p" * 60
LARGE: dict[str, tuple[dict[str, Any], Any]] = {
    "all items are wrong": ({"items": {"type": "string"}}, WIDE),
    "no option for any item": ({"items": {"anyOf": [{"type": "string"}, {"required": ["x"]}]}}, [{}] * 100_000),
    "no option for the whole": ({"anyOf": [{"items": {"type": "string"}}, {"items": {"type": "boolean"}}]}, WIDE),
    "no key is known": ({"propertyNames": {"enum": [f"x{i}" for i in range(300)]}}, dict.fromkeys(map(str, WIDE))),
    "many keys are missing": ({"items": {"required": [f"x{i}" for i in range(3000)]}}, [{}] * 3000),
    "not in a long enum": ({"items": {"enum": [f"v{i}" for i in range(20_000)]}}, ["w"] * 10_000),
    "nearly in an enum of long texts": (
        {"items": {"enum": ["v" * 2000 + str(i) for i in range(200)]}},
        ["v" * 2000] * 9,
    ),
    "keys like many": (
        {"properties": {f"{LONG}{i}": {} for i in range(2000)}, "additionalProperties": False},
        {f"{LONG}x{i}": 1 for i in range(2000)},
    ),
    "a bound on the whole, often": ({"allOf": [{"maxItems": i} for i in range(15)]}, WIDE),
}


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
    assert checker.problems(records) == ['[3].id is "three" (string), want integer']
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
        ({"id": "x"}, 'more[19993].id is "x" (string), want integer'),
        ({"tags": ["a", 3]}, "more[19993].tags[1] is 3 (integer), want string"),
        ({"kind": {"t": "a", "v": "z"}}, 'more[19993].kind.v is "z" (string), want number'),
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
    told = 'rows[444][155] is "s" (string), want integer'
    assert Checker({"properties": {"rows": whole}}).problems(table) == [told]
    counts: Any = {f"k{i}": i for i in range(50_000)} | {"k40000": "s"}
    checker = Checker({"additionalProperties": {"type": "integer"}})
    assert checker.problems(counts) == ['k40000 is "s" (string), want integer']
    assert checker.problems({"n": 1, "x": {"deep": [0] * 50_000}}) == ['x is {"deep": [0]} (object), want integer']


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
