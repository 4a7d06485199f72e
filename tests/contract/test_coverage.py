"""Nothing of the contract is without a case: every sentence, every error code with its phase, every limit."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from codemode import Limits
from codemode.engine.codes import ERRORS
from tests.contract.cases import CASES
from tests.contract.sentences import SENTENCES
from tests.contract.shown import ELSEWHERE, SHOWN
from tests.contract.table import CASE_KEYS, STEP_KEYS

HERE = Path(__file__).parent
DOCUMENT = HERE.parent.parent / "docs" / "contract.md"
LIMITS = [limit.name for limit in fields(Limits)]


@pytest.fixture(scope="module", autouse=True)
def _all_tests_are_known() -> None:
    for path in HERE.glob("test_*.py"):
        importlib.import_module(f"tests.contract.{path.stem}")


def expected(value: Any, key: str) -> Iterator[Any]:
    """What a case expects under a key, at any depth."""
    if isinstance(value, dict):
        if key in value:
            yield value[key]
        for inner in value.values():
            yield from expected(inner, key)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from expected(inner, key)


def shown_by(what: str) -> list[str]:
    return (
        [case["case"] for case in CASES if what in case["shows"]]
        + sorted(SHOWN.get(what, ()))
        + [test for key, (_, test) in ELSEWHERE.items() if key == what]
    )


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_is_shown(sentence: str) -> None:
    assert shown_by(sentence), f"no case shows: {SENTENCES[sentence]}"


@pytest.mark.parametrize("limit", LIMITS)
def test_every_limit_is_shown_between_and_at_its_bounds(limit: str) -> None:
    assert len(shown_by(limit)) >= 2


@pytest.mark.parametrize("code", ERRORS)
def test_every_code_is_produced(code: str) -> None:
    produced = [*expected(CASES, "code"), *expected(CASES, "raises")]
    assert code in produced or code in SHOWN, f"nothing produces {code}"


def test_codes_come_with_the_phase_of_the_table() -> None:
    seen: set[str] = set()
    for given in expected(CASES, "gives"):
        if isinstance(given, dict) and isinstance(given.get("phase"), str):
            code, phase = given["code"], given["phase"]
            seen.add(code)
            # `aborted` is how a run ends, and later what is said of it
            assert phase == ERRORS[code][1] or (code, phase) == ("aborted", "input"), (code, phase)
    assert len(seen) > 20


def test_cases_are_written_as_the_table_says() -> None:
    known = {*SENTENCES, *ERRORS, *LIMITS}
    names = [case["case"] for case in CASES]
    assert len(set(names)) == len(names)
    for case in CASES:
        assert set(case) <= CASE_KEYS, case["case"]
        assert set(case["shows"]) <= known, case["case"]
        for step in case["steps"]:
            assert set(step) <= STEP_KEYS, (case["case"], step)
    assert set(SHOWN) <= known, sorted(set(SHOWN) - known)


def test_what_is_shown_elsewhere_is_there() -> None:
    for file, test in ELSEWHERE.values():
        assert f"def {test}(" in (HERE.parent.parent / file).read_text()


def test_the_document_has_the_same_codes_and_limits() -> None:
    text = DOCUMENT.read_text()
    listed = set(re.findall(r"`([a-z_]+)`", text)) | set(
        re.findall(r"\b[a-z]+(?:_[a-z]+)+\b|\b(?:timeout|deadlock|aborted)\b", text)
    )
    assert set(ERRORS) <= listed, sorted(set(ERRORS) - listed)
    assert set(LIMITS) <= listed, sorted(set(LIMITS) - listed)
