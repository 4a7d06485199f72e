"""Each reading gives what its original gives, or is refused; and no reading is without its original."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

import codemode
from codemode import CodeModeError
from codemode.dsl import foreign_names
from codemode.dsl.dialect.lexicon import functions, lists
from codemode.dsl.repairs import REPAIRS
from tests.readings import cases
from tests.readings.cases import Case, load, same

PYTHON, JAVASCRIPT, GO = load("python"), load("javascript"), load("go")
CASES = (*PYTHON, *JAVASCRIPT, *GO)
# what fails as the program's own, and not as a bug of ours
REFUSALS = frozenset({"check_failed", "parse_failed", "guest_panic", "guest_error"})


@cache
def _run(case: Case) -> tuple[Any, tuple[str, ...], str]:
    """The value, the codes and messages of the repairs, and the code of the refusal if there is one."""
    try:
        result = cases.ours(case.code, case.data)
    except CodeModeError as error:
        return None, (), error.code
    return result.value, tuple(f"{repair.code}: {repair.message}" for repair in result.repairs), ""


def _compare(case: Case, want: Any) -> None:
    value, _, code = _run(case)
    if case.text("refused"):
        assert code in REFUSALS, value
        return
    assert not code, code
    assert same(value, want), value


@pytest.mark.parametrize("case", PYTHON, ids=[case.name for case in PYTHON])
def test_python(case: Case) -> None:
    _compare(case, cases.python(case) if not case.text("refused") else None)


@pytest.mark.parametrize("case", JAVASCRIPT, ids=[case.name for case in JAVASCRIPT])
def test_javascript(case: Case) -> None:
    kind, want = cases.stored(case)
    assert kind == "v" or case.text("refused"), want
    _compare(case, want)


@pytest.mark.parametrize("case", GO, ids=[case.name for case in GO])
def test_go_as_it_was_meant(case: Case) -> None:
    meant = codemode.run(case.text("meant"), cases.SOURCES, data=case.data, strict=True)
    assert not meant.repairs, meant.repairs
    _compare(case, meant.value)


def test_every_repair_has_its_original() -> None:
    elsewhere = {"other_language", "condition_of_stream"}  # need another language, or a tool that streams
    reported = {message.partition(":")[0] for case in CASES for message in _run(case)[1]}
    assert REPAIRS.keys() - elsewhere - reported == set(), "add a case with this repair to tests/readings/*.txt"


def _tables() -> list[str]:
    """The names of methods and functions that tables in the package list."""
    return [
        *(foreign_names.NAMES - {"join"}),
        *lists.METHODS,
        *lists.PLAIN_METHODS,
        *lists.KNOWN,
        *functions.NAMES,
    ]


@pytest.mark.parametrize("name", sorted({*_tables()} - {"__set", "json.Unmarshal"}))
def test_every_name_of_the_tables_has_its_original(name: str) -> None:
    wanted = re.compile(rf"(?<!\w){re.escape(name).replace('_', '')}\s*(?:read as|\()")
    messages = [m for case in CASES if _letters(name) in _letters(case.code) for m in _run(case)[1]]
    read = any(wanted.search(_letters(m) if name.islower() else m) for m in messages)
    assert read, f"add a case to tests/readings/*.txt in which {name} is read"


def _letters(text: str) -> str:
    return text.replace("_", "").lower()
