"""`//` is a comment, and where that cannot be it divides."""

from __future__ import annotations

import time
from typing import Any

import pytest

import codemode
from codemode import CodeModeError
from codemode.dsl import parse

DIVIDE: list[tuple[str, Any]] = [
    ("n := 7\n__out = (n // 2) * 10", 30),
    ("xs := []int{1, 2, 3, 4}\n__out = xs[len(xs) // 2 - 1]", 2),
    ("n := 9\n__out = ((n // 2) + (n // 4))", 6),
    ("__out = (-7 // 2)", -4),
    ("__out = (7.5 // 2)", 3.0),
    ("__out = (data.whole // 2)", 3),
    ("__out = (data.part // 2)", 2),
]


@pytest.mark.parametrize(("code", "value"), DIVIDE, ids=[code for code, _ in DIVIDE])
def test_division(code: str, value: Any) -> None:
    result = codemode.run(code, data={"whole": 7, "part": 5.5})
    assert result.value == value
    assert any("`//` read as a division" in repair.message for repair in result.repairs)


def test_a_program_in_python_divides_as_python() -> None:
    code = "n = 30\nk = 4\nif n > 3:\n    half = n // 2\n    part = n // k // 2 + 1\n__out = [half, part]"
    result = codemode.run(code)
    assert result.value == [15, 4]
    assert [repair.code for repair in result.repairs] == ["other_language"]


COMMENTS: list[tuple[str, Any]] = [
    ("n := 30\n__out = n // 2", 30),
    ("n := 30 // (the first)\n__out = n // see f(n))", 30),
    ("n := 30 // n)\n__out = n", 30),
    ("type row struct {\n\tid int // 2\n\tname string // 3\n}\nok := true and true\n__out = row{id: 1}.id\n_ = ok", 1),
    ("n := 30\nok := n > 3 and n < 50\n__out = n // of 50\n_ = ok", 30),
    ("n := 30\nok := n > 3 and n < 50\n__out = n // 1\n_ = ok", 30),
]


# the same line is never a comment in one program of Go and a division in another
DOUBTFUL: list[str] = [
    "n := 30\nok := n > 3 and n < 50\nhalf := n // 2\n__out = half\n_ = ok",
    "n := 30\nok := True\nhalf := n // 2\n__out = half\n_ = ok",
    "n := 30\nok := true\nk := 3\nfor x in []int{1} { k += x }\nhalf := n // k\n__out = half\n_ = ok",
    "n := 30\nthird := (n // 3)\nhalf := n // 2\n__out = half + third",
    "xs := []int{1, 2, 4}\n__out = sum(xs) // len(xs)",
    "n = 7\npages = (n + 1) // 2\n__out = pages",
    "n := 30\nok := not (n > 3)\nhalf := n // (n - 1)\n__out = half\n_ = ok",
]


@pytest.mark.parametrize("code", DOUBTFUL)
def test_a_comment_that_may_be_a_divisor_is_refused(code: str) -> None:
    with pytest.raises(CodeModeError, match="not certain whether `//` divides") as error:
        codemode.run(code)
    assert error.value.diagnostics[0].hint


def test_in_a_program_of_go_it_is_a_comment() -> None:
    result = codemode.run("n := 30\nhalf := n // 2\n__out = half")
    assert result.value == 30
    assert [w.reason for w in result.warnings] == ["uncertain_division"]


@pytest.mark.parametrize("comment", ["// the whole", "// half of n is 15", "//", "// https://example.org/n", "// 1"])
def test_an_obvious_comment_has_no_warning(comment: str) -> None:
    assert codemode.run(f"n := 30 {comment}\n__out = n {comment}").warnings == []


@pytest.mark.parametrize(("code", "value"), COMMENTS, ids=[code for code, _ in COMMENTS])
def test_comment(code: str, value: Any) -> None:
    assert codemode.run(code).value == value


def test_by_zero() -> None:
    with pytest.raises(CodeModeError, match="integer divide by zero"):
        codemode.run("z := 0\n__out = (5 // z)")


def test_many_are_read_in_little_time() -> None:
    text = "x := 1\n" + "x = (x" + " // (x)" * 3000 + ")\n" + "y := ((x // 2)\n" * 3000
    began = time.process_time()
    with pytest.raises(CodeModeError):
        parse(text)
    assert time.process_time() - began < 3
