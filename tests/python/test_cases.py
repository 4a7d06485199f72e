"""Programs in Python do what plain CPython does with them."""

from __future__ import annotations

import json

import pytest

from tests.cases_python.cases import EXPECTED, cases
from tests.python_guests import run_python

CASES = {f"{theme}: {name}": code for theme, name, code in cases()}
TOLD = json.loads(EXPECTED.read_text())


def test_every_case_has_an_expectation() -> None:
    assert CASES.keys() == TOLD.keys()


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    expected = TOLD[name]
    ended = run_python(CASES[name])
    assert ended.out == expected["out"]
    if "error" in expected:
        assert ended.failure is not None
        assert ended.failure.message == expected["error"]
        assert ended.failure.diagnostics[0].line == expected["line"]
    else:
        assert ended.failure is None
