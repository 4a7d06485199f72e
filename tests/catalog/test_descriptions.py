"""Descriptions in lines, cut honestly, and what several tools of one owner all say."""

from __future__ import annotations

import pytest

from codemode.catalog.descriptions import lines_of, shared_text


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One two\n   three.", ["One two three."]),
        ("First.\n\nSecond\nparagraph.", ["First.", "Second paragraph."]),
        ("Args:\n  - a: one\n  - b:\n    two\n3. three", ["Args:", "- a: one", "- b: two", "3. three"]),
        ("", []),
        (" \n\t\n ", []),
        ("evil\u2028func Evil() {}\r\nx\x00y\x1b[31m", ["evil func Evil() {} x y [31m"]),
    ],
)
def test_lines(text: str, lines: list[str]) -> None:
    assert lines_of(text, 1000) == (lines, 0)


def test_cut_text_is_counted() -> None:
    found, left = lines_of("abc " * 100, 40)
    assert len(found) == 1
    assert len(found[0]) <= 40
    assert left == len(("abc " * 100).strip()) - len(found[0])
    found, left = lines_of("first line.\n\nsecond line.", 11)
    assert found == ["first line."]
    assert left >= len("second line.")


def test_hostile_texts_are_bounded() -> None:
    for bad in ("\n\n- x" * 20_000, "x" * 1_000_000, "a. " * 100_000, "\n" * 1_000_000):
        found, left = lines_of(bad, 20_000)
        assert len(found) <= 200
        assert sum(map(len, found)) <= 21_000
        assert left > 0 or not bad.strip()
        shared_text({str(i): bad[i:] for i in range(20)})


LEAD = "This tool belongs to the Gorilla file system, which performs file operations. Tool description: "
TAIL = " Note that all of these need a session that is open."


def test_text_that_all_tools_share_is_shown_once() -> None:
    [found] = shared_text({name: f"{LEAD}{name} a file.{TAIL}" for name in ("copy", "move", "find")})
    assert found.text == (LEAD + TAIL.strip())
    assert found.rest == {"copy": "copy a file.", "move": "move a file.", "find": "find a file."}


def test_text_that_some_tools_share_is_shown_for_those() -> None:
    found = shared_text({"a": LEAD + "A.", "b": LEAD + "B.", "c": "C is another.", "d": "D." + TAIL, "e": "E." + TAIL})
    assert [(each.text, dict(each.rest)) for each in found] == [
        (LEAD.strip(), {"a": "A.", "b": "B."}),
        (TAIL.strip(), {"d": "D.", "e": "E."}),
    ]


def test_short_or_single_texts_stay_where_they_are() -> None:
    assert shared_text({"a": "Get it. A.", "b": "Get it. B."}) == []
    assert shared_text({"a": LEAD}) == []
    assert shared_text({"a": "", "b": ""}) == []
    [same] = shared_text({"a": LEAD, "b": LEAD})
    assert same.rest == {"a": "", "b": ""}
