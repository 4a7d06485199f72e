"""Values against schemas: what fits is made to fit, what does not gets words that help."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest

from codemode.catalog import Checker

ISSUE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "labels": {"type": "array", "items": {"type": "string"}},
        "count": {"type": "integer", "minimum": 1},
        "state": {"enum": ["open", "closed"]},
        "who": {"$ref": "#/$defs/Person"},
        "note": {"type": ["string", "null"]},
    },
    "required": ["title"],
    "additionalProperties": False,
    "$defs": {
        "Person": {
            "type": "object",
            "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
            "required": ["name"],
        }
    },
}


def problems(value: Any, schema: dict[str, Any] = ISSUE) -> list[str]:
    return Checker(schema).problems(value)


def test_valid_values_have_no_problems() -> None:
    assert (
        problems({"title": "t", "labels": ["a"], "count": 2, "state": "open", "who": {"name": "n"}, "note": None}) == []
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"titel": "t"}, ['titel is not known; did you mean "title"?', "title is missing (string)"]),
        (
            {"title": "t", "zzz": 1},
            ["zzz is not known; allowed: title (string, required), labels (array of string), "],
        ),
        ({}, ["title is missing (string)"]),
        ({"title": 5}, ["title is 5 (integer), must be string"]),
        ({"title": "t", "count": "many"}, ['count is "many" (string), must be integer']),
        ({"title": "t", "labels": ["a", 2]}, ["labels[1] is 2 (integer), must be string"]),
        (
            {"title": "t", "state": "opened"},
            ['state is "opened", must be one of "open", "closed"; did you mean "open"?'],
        ),
        ({"title": "t", "who": {"nam": 1}}, ["who.name is missing (string)"]),
        ({"title": "t", "who": {"name": "n", "age": 1.5}}, ["who.age is 1.5 (number), must be integer"]),
        ({"title": "t", "count": 0}, ["count: 0 is less than the minimum of 1"]),
        ([1], ["the value is [1] (array), must be object"]),
        ({"title": True}, ["title is true (boolean), must be string"]),
        ({"title": "t", "count": math.nan}, ["count is NaN (not a JSON number), must be integer"]),
        ({"title": "t", "labels": ["a", -math.inf]}, ["labels[1] is -Infinity (not a JSON number), must be string"]),
        ({"title": "t", "who": {"name": "n", "age": [None]}}, ["who.age is [null] (array), must be integer"]),
    ],
)
def test_messages_say_what_to_rewrite(value: Any, expected: list[str]) -> None:
    found = problems(value)
    for want in expected:
        assert any(p.startswith(want) for p in found), found


def test_alternatives_say_what_is_allowed() -> None:
    schema = {"properties": {"x": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["id"]}]}}}
    assert problems({"x": 3}, schema) == ["x is 3, which fits none of the allowed forms: must be string; or object"]
    assert problems({"x": math.nan}, schema) == [
        "x is NaN, which fits none of the allowed forms: must be string; or object"
    ]


def test_many_problems_are_counted() -> None:
    found = problems({f"k{i}": 1 for i in range(40)} | {"title": 1})
    assert len(found) == 6
    assert found[-1].startswith("and ")


def test_hostile_values_stay_on_one_short_line() -> None:
    found = problems({"title": "t", "count": "a\n" * 10_000, "k\n" * 200: 1})
    assert all("\n" not in p and len(p) < 600 for p in found)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"count": 5.0}, {"count": 5}),
        ({"count": 5.5}, {"count": 5.5}),
        ({"count": None, "title": None, "note": None}, {"title": None, "note": None}),
        ({"who": {"age": 30.0}}, {"who": {"age": 30}}),
        ({"labels": [1.0]}, {"labels": [1.0]}),
        ({"unknown": None, "other": 1.0}, {"unknown": None, "other": 1.0}),
        ([1.0], [1.0]),
        (1e300, 1e300),
    ],
)
def test_fitting_loses_nothing(value: Any, expected: Any) -> None:
    fitted = Checker(ISSUE).fit(value)
    assert fitted == expected
    assert repr(fitted) == repr(expected)


def test_fitting_leaves_the_original_alone() -> None:
    value = {"who": {"age": 30.0}}
    Checker(ISSUE).fit(value)
    assert isinstance(value["who"]["age"], float)


def test_numbers_stay_numbers() -> None:
    assert repr(Checker({"type": ["integer", "number"]}).fit(5.0)) == "5.0"
    assert repr(Checker({"anyOf": [{"type": "integer"}, {"type": "null"}]}).fit(5.0)) == "5"
    assert repr(Checker({"type": "array", "items": {"type": "integer"}}).fit([1.0, 2.5])) == "[1, 2.5]"


def test_large_integers_are_exact() -> None:
    assert problems({"n": 2**70}, {"properties": {"n": {"type": "integer"}}}) == []
    assert problems({"n": 2**70}, {"properties": {"n": {"type": "string"}}}) != []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"type": "object", "properties": [1, 2]},
        {"pattern": "("},
        {"$ref": "#/nowhere"},
        {"minimum": "a"},
    ],
)
def test_a_broken_schema_checks_nothing(schema: dict[str, Any]) -> None:
    checker = Checker(schema)
    assert checker.broken
    assert checker.problems({"anything": 1}) == []
    assert checker.fit({"a": 1.0}) == {"a": 1.0}


def test_a_schema_fetches_nothing() -> None:
    began = time.monotonic()
    checker = Checker({"properties": {"a": {"$ref": "http://127.0.0.1:9/x.json"}}})
    assert checker.problems({"a": 1}) == []
    assert time.monotonic() - began < 1


def test_patterns_end_in_time() -> None:
    began = time.monotonic()
    assert problems("a" * 50_000 + "!", {"pattern": "^(a+)+$"}) != []
    Checker({"pattern": r"^(?=a)(a+)+\1$"}).problems("a" * 40 + "!")
    assert time.monotonic() - began < 2


def test_look_around_works() -> None:
    schema = {"pattern": "^(?!x)."}
    assert problems("a", schema) == []
    assert problems("x", schema) != []


def test_values_that_are_not_json() -> None:
    assert Checker({"type": "number"}).problems(object())[0].startswith("the value is not plain JSON")


def test_a_choice_that_is_cut_says_so() -> None:
    [problem] = problems("x", {"enum": [f"e{n}" for n in range(13)]})
    assert problem.endswith('"e11", ...')
    assert problems(None, {"type": "string"}) == ["the value is null, must be string"]
