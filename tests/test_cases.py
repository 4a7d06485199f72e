"""The language's own tests: every program of tests/cases does what real Go said, or has the problems that real Go found."""

from __future__ import annotations

from pathlib import Path

import pytest

import codemode
from codemode.errors import CodeModeError
from tests.oracle.cases import DIFFERENT, ROOT, find_cases
from tests.oracle.expected import Ending, parse, problems_in, squeeze, without_problems

CASES = find_cases()
DIFFERENCES = sorted((ROOT / DIFFERENT).glob("*.go"))
SYNTAX = "syntax_errors"


def case_id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


RUNNING = [case for case in CASES if case.with_suffix(".out").exists()]
REFUSED = [case for case in CASES if not case.with_suffix(".out").exists()]


def outcome(source: str) -> tuple[codemode.CodeModeResult | None, CodeModeError | None]:
    try:
        return codemode.run(source, timeout_ms=60_000), None
    except CodeModeError as error:
        return None, error


@pytest.mark.parametrize("case", RUNNING, ids=case_id)
def test_prints_what_go_prints(case: Path) -> None:
    stdout, ending = parse(case.with_suffix(".out").read_text(encoding="utf-8"))
    result, error = outcome(case.read_text(encoding="utf-8"))
    if error is not None:
        assert ending is not None, f"Go ended well, we failed with: {error}"
        assert_failed_as(error, ending)
        assert error.stdout == stdout
        return
    assert result is not None
    assert result.stdout == stdout
    assert result.exit_code == (ending.exit_code if ending else 0)
    assert ending is None or ending.report in result.stderr


def assert_failed_as(error: CodeModeError, ending: Ending) -> None:
    """The error of the family that stands for how the Go program died, with Go's own words."""
    if ending.panic is not None:
        assert error.code == "guest_panic"
        assert str(error).startswith(ending.panic)
    else:
        assert ending.fatal is not None, f"Go exited with {ending.exit_code}, we failed with: {error}"
        assert error.code == ("deadlock" if "deadlock" in ending.fatal else "guest_panic")
        assert ending.fatal.split("\n")[0] in str(error)


@pytest.mark.parametrize("case", REFUSED, ids=case_id)
def test_reports_what_go_reports(case: Path) -> None:
    source = case.read_text(encoding="utf-8")
    wanted = problems_in(source)
    assert wanted, "a case has an .out file or // problem: comments"
    found = {
        (problem.line, squeeze(problem.message))
        for problem in codemode.check(without_problems(source), strict=True)
        if problem.severity == "error"
    }
    if case.parent.name == SYNTAX:
        # The parser has words of its own for what it did not expect; the place of the first slip is the fact.
        assert min(line for line, _ in found) == min(line for line, _ in wanted)
    else:
        assert found == wanted


@pytest.mark.parametrize("case", DIFFERENCES, ids=case_id)
def test_differs_from_go_on_purpose(case: Path) -> None:
    """Go refuses these programs; here they are mended or only warned about, and run."""
    source = case.read_text(encoding="utf-8")
    assert [p for p in codemode.check(source) if p.severity == "error"] == []
    assert codemode.run(source).stdout == case.with_suffix(".out").read_text(encoding="utf-8")


def test_there_are_enough_cases() -> None:
    assert len(RUNNING) + len(REFUSED) >= 400
