"""The reader is asked where Go refuses a program, and a journal undoes what it changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from codemode.dsl import parse
from codemode.dsl.check import check as check_read
from codemode.dsl.dialect.reader import DIALECT
from codemode.stdlib.registry import library
from codemode.types.check import check
from codemode.types.journal import Journal
from codemode.types.reader import Reader

CASES = Path(__file__).parent.parent / "cases"
FOLDERS = sorted(
    p.name for p in CASES.iterdir() if p.is_dir() and p.name not in ("compile_errors", "syntax_errors", "differences")
)
# the points that are asked only instead of a problem
REFUSALS = """
    imported nothing_new unused_value not_rangeable nil_variable parts undeclared unknown_member unknown_field not_callable not_a_method
    not_convertible wrong_count multiple_value own_type not_assignable misassigned mismatch field_literal
    """.split()


def asking(asked: list[str]) -> Reader:
    """A reader that reads nothing and notes at which of these points it is asked."""

    def point(name: str) -> Any:
        def ask(*facts: Any) -> Any:
            asked.append(name)
            return getattr(Reader(), name)(*facts)

        return ask

    return Reader(**{name: point(name) for name in REFUSALS})


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_asked_about_go(folder: str) -> None:
    for case in sorted((CASES / folder).glob("*.go")):
        asked: list[str] = []
        parsed = parse(case.read_text(encoding="utf-8"), repair=False)
        found = check(parsed.file, importer=library(), strict=True, reader=asking(asked), source=parsed.source)
        assert (found.errors, asked) == ([], []), case.name


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("__out = str(3)", "not_callable"),
        ('s := "a"\n__out = s.upper()', "not_a_method"),
        ('n, _ := strconv.ParseFloat("3")\n__out = n', "wrong_count"),
        ('s := "3"\n__out = int(s)', "not_convertible"),
        ("f := 1.5\nn := 2\n__out = f * n", "mismatch"),
    ],
)
def test_it_is_asked_where_go_refuses(text: str, point: str) -> None:
    asked: list[str] = []
    file = parse(text).file
    assert check(file, importer=library(), strict=True, reader=asking(asked)).errors
    assert point in asked
    read = check_read(parse(text).file, importer=library())
    assert read.errors == []
    assert getattr(DIALECT, point) is not getattr(Reader(), point)


@dataclass
class Node:
    name: str = "as written"
    parts: list[int] = field(default_factory=lambda: [1, 2])


def test_a_journal_undoes_what_came_behind_the_mark() -> None:
    node, journal = Node(), Journal()
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
