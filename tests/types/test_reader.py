"""The reader is asked where Go refuses a program, and a journal undoes what it changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from codemode.dsl import parse
from codemode.dsl.check import check as check_read
from codemode.dsl.dialect.reader import DIALECT
from codemode.stdlib.registry import library
from codemode.types.check import check
from codemode.types.reader import Reader
from codemode.types.undo_log import UndoLog

CASES = Path(__file__).parent.parent / "cases"
FOLDERS = sorted(
    p.name for p in CASES.iterdir() if p.is_dir() and p.name not in ("compile_errors", "syntax_errors", "differences")
)
# Asked about rare forms of valid Go, too: operands of two types that compare, lists that become any, keys below zero.
ASKED_OF_GO = frozenset({"BinaryExpr", "AssignStmt", "CallExpr", "IndexExpr"})
# what is asked only instead of a problem
REFUSALS = "name callee call value single parts mismatch".split()


def asking(asked: list[str]) -> Reader:
    """A reader that reads nothing and notes what it is asked."""

    def point(name: str, answer: Callable[..., Any]) -> Any:
        def ask(*facts: Any) -> Any:
            asked.append(name)
            return answer(*facts)

        return ask

    kinds = {kind: point(kind.__name__, lambda *facts: False) for kind in DIALECT.nodes}
    return Reader(nodes=kinds, **{name: point(name, getattr(Reader(), name)) for name in REFUSALS})


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_asked_about_go(folder: str) -> None:
    for case in sorted((CASES / folder).glob("*.go")):
        asked: list[str] = []
        parsed = parse(case.read_text(encoding="utf-8"), repair=False)
        found = check(parsed.file, importer=library(), strict=True, reader=asking(asked), source=parsed.source)
        assert (found.errors, [name for name in asked if name not in ASKED_OF_GO]) == ([], []), case.name
        assert len(asked) <= 10, case.name


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("__out = str(3)", "callee"),
        ('s := "a"\n__out = s.upper()', "SelectorExpr"),
        ('n, _ := strconv.ParseFloat("3")\n__out = n', "call"),
        ('s := "3"\n__out = int(s)', "CallExpr"),
        ("f := 1.5\nn := 2\n__out = f * n", "mismatch"),
        ("xs := []int{}\nxs.push(1)\n__out = xs", "SelectorExpr"),
        ("x = 1\n__out = x", "AssignStmt"),
        ("xs := []int{1}\n__out = xs[-1]", "IndexExpr"),
        ('name := "a"\nif name { __out = 1 }', "IfStmt"),
    ],
)
def test_it_is_asked_where_go_refuses(text: str, point: str) -> None:
    asked: list[str] = []
    file = parse(text).file
    assert check(file, importer=library(), strict=True, reader=asking(asked)).errors
    assert point in asked
    read = check_read(parse(text).file, importer=library())
    assert read.errors == []
    assert point in {kind.__name__ for kind in DIALECT.nodes} or getattr(DIALECT, point) is not getattr(Reader(), point)


@dataclass
class Node:
    name: str = "as written"
    parts: list[int] = field(default_factory=lambda: [1, 2])


def test_a_journal_undoes_what_came_behind_the_mark() -> None:
    node, journal = Node(), UndoLog()
    journal.put(node, "name", "first")
    mark = journal.mark()
    journal.put(node, "name", "second")
    journal.put(node.parts, 1, 5)
    journal.put(node.parts, 1, 6)
    journal.undo(mark)
    assert node == Node("first")
    journal.undo()
    assert node == Node()
    assert journal.mark() == 0
