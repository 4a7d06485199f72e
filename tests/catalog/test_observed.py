"""Shapes of results that were seen."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.catalog import Checker, type_text
from codemode.catalog.observed import Observed, shape_of


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
        ({"a": 1}, 'struct {\n\tA int `json:"a"`\n}'),
        ([{"a": 1}, {"b": 2}], '[]struct {\n\tA int `json:"a,omitempty"`\n\tB int `json:"b,omitempty"`\n}'),
    ],
)
def test_shapes(value: Any, text: str) -> None:
    shape = shape_of(value)
    assert type_text(shape) == text
    assert "secret" not in str(shape)
    assert Checker(shape).problems(value) == []


def test_shapes_are_bounded() -> None:
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    assert len(str(shape_of(deep))) < 500
    assert len(shape_of({str(i): i for i in range(1000)})["properties"]) == 20


def test_the_newest_counts_and_the_oldest_goes() -> None:
    seen = Observed()
    assert seen.type_of("a") is None
    seen.note("a", 1)
    seen.note("a", "x")
    assert seen.type_of("a") == "string"
    for i in range(1000):
        seen.note(str(i), i)
    assert seen.type_of("a") is None
