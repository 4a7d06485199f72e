"""Every reason that the sources give has a row, and the example of each row gives its reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import codemode
from codemode import CodeModeError, FunctionSource
from codemode.engine.reasons import Reason, document, reasons
from codemode.interpreter.machine.advice import HINTS
from tests.commands import in_process

ROOT = Path(__file__).parent.parent
ROWS = list(reasons().values())


def find(name: str, limit: int = 5) -> list[str]:
    if not name:
        raise ValueError("no name")
    return [name][:limit]


SOURCE = FunctionSource([find], owner="shop")


def given() -> set[str]:
    """The reasons that are written in the sources."""
    found = set(HINTS)
    for path in [path for part in ("dsl", "types", "interpreter") for path in (ROOT / "codemode" / part).rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "reason" and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
    return found - {""}


def test_every_reason_has_a_row() -> None:
    assert given() - reasons().keys() == set()
    assert reasons().keys() - given() <= {row.code for row in ROWS if not row.example} | NAMED


# given by a name, not as a text beside `reason=`
NAMED = {
    "dropped_error",
    "hidden_variable",
    "no_field",
    "truncated_constant",
    "constant_too_large",
    "syntax_error",
    "uncertain_division",
}


@pytest.mark.parametrize("row", [row for row in ROWS if row.example], ids=lambda row: row.code)
def test_example_gives_its_reason(row: Reason) -> None:
    told = codemode.check(row.example, [SOURCE])
    if not any(each.severity == "error" for each in told):
        try:
            told = codemode.run(row.example, [SOURCE]).warnings
        except CodeModeError as error:
            told = [*error.diagnostics]
    if row.code not in [each.reason for each in told]:  # what is read as Go without strict
        told = codemode.check(row.example, [SOURCE], strict=True)
    assert row.code in [each.reason for each in told], [str(each) for each in told]


def test_document() -> None:
    assert (ROOT / "docs/errors.md").read_text() == document()


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["undeclared_name"], 0, "Nothing has this name"),
        (["timeout"], 0, "the budget is over"),
        (["--all"], 0, "# Reasons"),
        ([], 0, "no_result\n"),
        (["undeclared_nme"], 2, "did you mean undeclared_name?"),
    ],
)
def test_explain(arguments: list[str], status: int, said: str, tmp_path: Path) -> None:
    done = in_process(tmp_path, "explain", *arguments)
    assert done.returncode == status
    assert said in done.stdout + done.stderr


def test_a_terminal_is_told_where_to_read_more(tmp_path: Path) -> None:
    done = in_process(tmp_path, "check", "-c", "__out = totl")
    assert "more: codemode explain undeclared_name" in done.stdout + done.stderr
