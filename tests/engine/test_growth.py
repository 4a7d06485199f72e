"""Compiling takes work in proportion to the program: forms that are put into each other, or written in a row, are not looked at twice as often each
time. The work is counted in calls of Python, so that the load of the machine does not matter."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

import codemode
from codemode.engine.languages.go import compile_source
from codemode.engine.toolbox import Toolbox
from codemode.errors import CheckError, SourceRejected
from tests.host.forms import NESTS, ROWS, nest, row

ENOUGH = 3_000_000  # calls


class _TooMuch(BaseException):
    pass


def work(program: str) -> int:
    """Calls of Python that compiling takes, also of a program that is refused."""
    calls = 0

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal calls
        calls += event == "call"
        if calls > ENOUGH:
            raise _TooMuch

    sys.setprofile(count)
    try:
        compile_source(program, Toolbox([]))
    except SourceRejected:
        pass
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize(("operand", "operator"), ROWS)
def test_a_long_chain_of_operators(operand: str, operator: str) -> None:
    work(row(operand, operator, 4))  # what is made once is made
    assert work(row(operand, operator, 80)) < 6 * work(row(operand, operator, 40))


@pytest.mark.parametrize("form", NESTS)
def test_nested_forms(form: str) -> None:
    work(nest(form, 4))
    assert work(nest(form, 24)) < 6 * work(nest(form, 12))


@pytest.mark.parametrize("form", ['",".join([{}])'])
def test_code_that_grows_too_fast_is_refused_with_its_place(form: str) -> None:
    with pytest.raises(CheckError) as refused:
        compile_source(nest(form, 60), Toolbox([]))
    assert refused.value.code == "program_too_complex"
    assert refused.value.diagnostics[0].line == 8
    assert "assign parts" in refused.value.hint


def test_the_deciding_operand_is_evaluated_once() -> None:
    program = """
calls := 0
empty := func() any { calls++; return []any{} }
var x any = []any{}
y := x or empty()
__out = [calls, len(y)]
"""
    assert codemode.run(program).value == [1, 0]
