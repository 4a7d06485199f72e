"""Programs in Python do what plain CPython does with them."""

from __future__ import annotations

import json
import sys

import pytest

from tests.cases_python.cases import EXPECTED, cases
from tests.cases_python.plain import told
from tests.python_guests import run_python

CASES = {f"{theme}: {name}": code for theme, name, code in cases()}
STORED = json.loads(EXPECTED.read_text())
# messages of Python are others in other minor versions: there it is asked now
TOLD = STORED if sys.version_info[:2] == (3, 11) else {name: told(code) for name, code in CASES.items()}


def test_every_case_has_an_expectation() -> None:
    assert CASES.keys() == STORED.keys()
    assert len(CASES) >= 400


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
