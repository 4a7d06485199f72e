"""Programs that real Go refuses: the same problems, on the same lines, in the same words.

`python -m tests.oracle tests/types/golden --update` writes what Go says into them.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codemode.dsl import parse
from codemode.stdlib.registry import library
from codemode.types.check import check
from tests.oracle.expected import problems_in, squeeze, without_problems

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.go"))
FILE = re.compile(r"\S*\.go:(?=\d+:\d+)")
DECLARED_AT = re.compile(r" \(declared at [^)]*\)")


def plain(message: str) -> str:
    return DECLARED_AT.sub("", FILE.sub("", squeeze(message)))


@pytest.mark.parametrize("case", GOLDEN, ids=lambda path: path.stem)
def test_says_what_go_says(case: Path) -> None:
    text = case.read_text(encoding="utf-8")
    parsed = parse(without_problems(text), repair=False)
    checked = check(parsed.file, importer=library(), source=parsed.source, strict=True)
    found = {(parsed.source.place(p.pos)[0], plain(p.message)) for p in checked.problems}
    wanted = {(line, plain(message)) for line, message in problems_in(text)}
    assert len(wanted) > 15
    assert found == wanted


def test_problems_stand_in_the_order_of_the_source() -> None:
    text = without_problems(GOLDEN[0].read_text(encoding="utf-8"))
    parsed = parse(text, repair=False)
    places = [p.pos for p in check(parsed.file, importer=library(), strict=True).problems]
    assert places == sorted(places)
