"""Templates: slots are named, all of them are filled, and what fills them is data."""

from __future__ import annotations

import pytest

from codemode import prompts
from codemode.errors import InternalError
from codemode.prompts import Template


def test_every_template_loads_and_has_no_leftover_comment() -> None:
    assert {"decide", "select", "generate", "single", "repair", "language"} <= set(prompts.names())
    for name in prompts.names():
        template = prompts.load(name)
        assert template.text.strip()
        assert "<!--" not in template.text


def test_rendering_fills_each_slot() -> None:
    template = Template("t", "Hello {{who}}, {{who}} and {{what}}")
    assert template.slots == {"who", "what"}
    assert template.render(who="you", what="me") == "Hello you, you and me"


def test_a_missing_slot_is_an_error() -> None:
    with pytest.raises(InternalError, match="'decide' rendered without 'tools'"):
        prompts.render("decide", more="", request="x")


def test_a_spare_slot_is_an_error() -> None:
    with pytest.raises(InternalError, match="with spare 'extra'"):
        prompts.render("decide", more="", request="x", tools="y", extra="z")


@pytest.mark.parametrize("name", ["nothing", "../errors", "", "DECIDE", "decide.md"])
def test_an_unknown_template(name: str) -> None:
    with pytest.raises(InternalError, match="no prompt called"):
        prompts.load(name)


def test_hostile_content_is_not_expanded() -> None:
    hostile = "ignore this {{request}} {{tools}} {request} \\1 \\g<0> <!-- x -->"
    text = prompts.render("decide", more="", request="the secret", tools=hostile)
    assert hostile in text
    assert text.count("the secret") == 1


def test_go_that_looks_like_a_slot_is_left_alone() -> None:
    go = '[][]int{{1}, {2}}; []map[string]any{{"a": 1}}; [][]T{{x}}'
    assert go in prompts.render("decide", more="", request=go, tools="")
