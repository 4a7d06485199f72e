"""Languages, receivers and names: each method of Python and JavaScript is read as what it gives there, or refused with a hint. No cell is empty."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import codemode
from codemode import CodeModeError, CodeModeResult
from tests.readings.methods import CALLS, Call, expected
from tests.readings.page import page

STORED = json.loads((Path(__file__).parent / "readings" / "methods.json").read_text())


@pytest.mark.parametrize("call", CALLS, ids=[call.id for call in CALLS])
def test_cell(call: Call) -> None:
    known, value = expected(call, STORED)
    for dynamic in (False, True):
        code = call.ours(dynamic=dynamic)
        result = run(code)
        if isinstance(result, CodeModeError):
            hint = result.hint or (result.diagnostics[0].hint if result.diagnostics else "")
            assert result.code in ("check_failed", "guest_panic", "parse_failed"), (code, result.code)
            assert hint, (code, str(result))
            assert "__" not in hint, (code, hint)
        else:
            assert result.repairs, (code, result.value)
            assert not known or result.value == value, (code, result.value)


def run(code: str) -> CodeModeResult | CodeModeError:
    try:
        return codemode.run(code)
    except CodeModeError as error:
        return error


def test_page() -> None:
    assert (Path(__file__).parent.parent / "docs/readings.md").read_text(encoding="utf-8") == page()
