"""The tables of the documents say what the code says, and every claim about attacks names a test that is there."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from functools import cache
from inspect import isclass, isfunction, signature
from pathlib import Path

import pytest

import codemode
from codemode.engine import ToolSource
from codemode.engine.codes import ERRORS
from codemode.engine.natives.library import guest_entries
from codemode.engine.reasons import codes
from codemode.python_ast import parsed
from tests.doc_examples import ROOT, documents
from tests.test_architecture import ARROWS

CONTRACT = "docs/contract.md"
SECURITY = "docs/security.md"


def rows(file: str, heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    text = (ROOT / file).read_text().partition(f"# {heading}\n")[2]
    table = re.search(r"^\|[-|]+\|\n((?:\|.*\|\n)+)", text, re.MULTILINE)
    assert table is not None, f"{file}: no table under {heading!r}"
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table[1].splitlines()]


def test_limits() -> None:
    told = [row[:4] for row in rows(CONTRACT, "Limits")]
    assert told == [
        [f"`{limit.name}`", str(limit.default), str(limit.metadata["low"]), str(limit.metadata["high"])]
        for limit in fields(codemode.Limits)
    ]


def test_the_default_isolation() -> None:
    for made in (codemode.Engine, codemode.CodeModeUTCP):
        assert signature(made).parameters["isolation"].default == "process"
    assert '`isolation="process"` is the default' in (ROOT / CONTRACT).read_text()


def test_error_codes() -> None:
    told = {row[0].strip("`"): (row[1], row[4].strip("`")) for row in rows(CONTRACT, "Error codes")}
    assert told == {code: (phase, kind.__name__) for code, (kind, phase) in ERRORS.items()}
    explained = {code: (row.meaning, row.way) for code, row in codes().items()}
    assert {row[0].strip("`"): (row[2], row[3]) for row in rows(CONTRACT, "Error codes")} == explained


def test_which_packages_programs_find() -> None:
    told = rows(CONTRACT, "What programs can use")
    entries = [entry for entry in guest_entries() if entry.kind != "type"]
    expected = [[f"`{entry.text.removeprefix('func ')}`", entry.doc] for entry in entries]
    assert told[: len(expected)] == expected
    text = (ROOT / CONTRACT).read_text()
    (tool,) = [entry.text for entry in guest_entries() if entry.name == "Tool"]
    for field in re.findall(r"[{;] (\w+) ", tool):
        assert f"`{field}`" in text


@cache
def functions_of(path: Path) -> frozenset[str]:
    tree = parsed(path.read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize("row", rows(SECURITY, "Attacks"), ids=lambda row: row[0])
def test_every_attack_has_its_test(row: list[str]) -> None:
    _, happens, code, tests = row
    assert happens
    for path in re.findall(r"`(\S+\.py)`", code):
        assert (ROOT / "codemode" / path).exists(), path
    named = re.findall(r"`(\S+?\.py)(?:::(\w+))?`", tests)
    assert named
    for path, function in named:
        assert (ROOT / "tests" / path).exists(), path
        assert not function or function in functions_of(ROOT / "tests" / path), f"{path} has no {function}"


def test_arrows_of_the_architecture() -> None:
    drawn = re.findall(r"^    (\w+)(?:\[.*\])? --> (.*)$", (ROOT / "docs/architecture.md").read_text(), re.MULTILINE)
    assert len(drawn) > 5
    for part, targets in drawn:
        assert set(targets.split(" & ")) <= ARROWS[part][0], part


def test_paths_in_documents_exist() -> None:
    for path in documents():
        for name in re.findall(r"`((?:codemode|tests|docs|examples|benchmarks)/[\w./-]+)`", path.read_text()):
            assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_files_and_folders_in_documents_exist() -> None:
    """What stands between backticks with a slash, and ends in .py or in a slash, is a file or folder of the package, of the tree, or of the tests."""
    places = [ROOT, ROOT / "codemode", ROOT / "tests", ROOT / "codemode/stdlib", ROOT / "codemode/dsl"]
    named = [
        (path.name, name) for path in documents() for name in re.findall(r"`([\w/]+/(?:\w+\.py)?)`", path.read_text())
    ]
    assert len(named) > 100
    assert [each for each in named if not any((place / each[1]).exists() for place in places)] == []


@pytest.mark.parametrize("name", sorted(codemode.__all__))
def test_public_names_are_explained(name: str) -> None:
    found = getattr(codemode, name)
    assert len(found.__doc__ or "") > 20, name
    assert not found.__doc__.startswith(f"{name}("), f"{name} has only the docstring that a dataclass makes"
    if not isclass(found):
        return
    for method, body in vars(found).items():
        if isfunction(body) and not method.startswith("_"):
            # what a source has to do is said once, by the protocol
            said = body.__doc__ or (name.endswith("Source") and getattr(ToolSource, method).__doc__)
            assert said, f"{name}.{method} has no docstring"
