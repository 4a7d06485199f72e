"""Every reason that the sources give has a row, and the example of each row gives its reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, FunctionSource
from codemode.engine.reasons import Reason, document, everything, reasons
from codemode.interpreter.machine.panic_hints import HINTS
from codemode.orchestrator.doubtful_results import DOUBTFUL
from codemode.python_ast import parsed
from tests.commands import in_process

ROOT = Path(__file__).parent.parent
ROWS = list(reasons().values())


def find(name: str, limit: int = 5) -> list[str]:
    if not name:
        raise ValueError("no name")
    return [name][:limit]


SOURCE = FunctionSource([find], owner="shop")


def nodes(text: str, needed: str) -> Iterator[Any]:
    """Those of a file in which the pattern is found: to parse all files would take most of the time."""
    return ast.walk(parsed(text)) if re.search(needed, text) else iter(())


def given() -> set[str]:
    """The reasons that are written in the sources."""
    found = set(HINTS)
    for path in [path for part in ("dsl", "types", "interpreter") for path in (ROOT / "codemode" / part).rglob("*.py")]:
        for node in nodes(path.read_text(), r"\breason\b"):
            if isinstance(node, ast.keyword) and node.arg == "reason" and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
    return found - {""}


def test_every_reason_has_a_row() -> None:
    assert given() - reasons().keys() == set()
    assert reasons().keys() - given() <= {row.code for row in ROWS if not row.example} | NAMED


def raised(text: str) -> Iterator[str]:
    """The codes of errors and of the server's refusals that a file names."""
    for node in nodes(text, r"code\s*=|\bRefusal\b|(\d\w*|True|False)\s*,\s*\w?[\"']"):
        match node:
            case ast.keyword(arg="code", value=ast.Constant(value=str(code))):
                yield code
            case ast.Assign(targets=[ast.Name(id="default_code")], value=ast.Constant(value=str(code))):
                yield code
            case ast.Call(func=ast.Name(id="Refusal"), args=[_, ast.Constant(value=str(code)), *_]):
                yield code
            case ast.Tuple(elts=[ast.Constant(value=int()), ast.Constant(value=str(code)), _]):
                yield code
            case _:
                pass


def test_every_code_is_explained() -> None:
    found = {code for path in (ROOT / "codemode").rglob("*.py") for code in raised(path.read_text())}
    assert {"deadlock", "model_failed", "draining", "unauthorized", *DOUBTFUL} <= found | DOUBTFUL
    assert (found | DOUBTFUL) - everything().keys() - {""} == set()


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


# what looks into a text, and what our messages are called
LOOKS = {
    "search",
    "match",
    "fullmatch",
    "findall",
    "finditer",
    "startswith",
    "endswith",
    "find",
    "index",
    "count",
}
SAYINGS = {"message", "hint"}
OF_OTHERS = {"mcp_connection.py", "mcp_streams.py"}  # messages of the library mcp, which has no codes for them


def looks_into_messages(text: str) -> list[int]:
    """The lines that decide by the wording of a message: by `in`, by a pattern, by how it begins."""
    found: list[int] = []
    for node in nodes(text, rf"\b({'|'.join(SAYINGS)})\b"):
        looked: list[ast.expr] = []
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            looked = node.comparators
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LOOKS:
            looked = [node.func.value, *node.args]
        while looked:
            part = looked.pop()
            if isinstance(part, ast.Subscript):
                looked.append(part.value)
            elif getattr(part, "id", getattr(part, "attr", "")) in SAYINGS:
                found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    "text",
    [
        'if "invalid type" in message: pass',
        'if "invalid type" not in problem.message: pass',
        "if WORDS.search(message[:1000]): pass",
        'error.message.startswith("cannot")',
        'problem.hint.endswith("?")',
    ],
)
def test_the_guard_sees_what_it_must(text: str) -> None:
    assert looks_into_messages(text) == [1]


def test_nothing_is_decided_by_the_wording_of_a_message() -> None:
    """Codes and facts say what a problem is. Only what others write is looked into."""
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "codemode").rglob("*.py"))
        for line in looks_into_messages(path.read_text(encoding="utf-8"))
        if path.name not in OF_OTHERS
    ]
    assert found == []


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
        (["timeout"], 0, "the time ran out"),
        (["--all"], 0, "# Reasons"),
        ([], 0, "undeclared_name                Nothing has this name: no variable, function, package or tool.\n"),
        (["UNDECLARED-NAME"], 0, "Nothing has this name"),
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
