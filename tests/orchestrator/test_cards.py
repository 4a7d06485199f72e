"""What notebooks show: a card, in which whatever came from elsewhere is text."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import codemode
from codemode import CallOutcome, CodeModeUTCP, Engine, FunctionSource, Image, ScriptedModel, run_agent
from codemode.engine.call_records import ToolCallRecord
from codemode.engine.card import MAX_CALLS, MAX_PICTURE, MAX_VALUE, Card
from tests.mcp_server import PIXEL
from tests.orchestrator.test_agent import execute

pytestmark = pytest.mark.anyio

EVIL = "<script>alert(1)</script>\"'<img src=x onerror=alert(1)>"


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def dot() -> Image:
    """A picture of one pixel."""
    return Image(PIXEL, "image/png")


async def test_an_outcome_is_a_card() -> None:
    plan = {"tools": ["add"], "code": "sum := add(a=5, b=7)\nfmt.Println(`adding`)\n__out = sum"}
    async with CodeModeUTCP(None, ScriptedModel([plan]), sources=[FunctionSource([add])], isolation="inline") as cm:
        outcome = await cm.call_tool("5 and 7")
    shown = outcome._repr_html_()
    assert "completed" in shown
    assert ">12<" in shown
    assert "1 call<" in shown
    assert "sum := add(a=5, b=7)" in shown
    assert "adding" in shown


async def test_an_outcome_without_tools_says_so() -> None:
    async with CodeModeUTCP(
        None,
        ScriptedModel([{"needs": False, "tools": [], "code": ""}]),
        sources=[FunctionSource([add])],
        isolation="inline",
    ) as cm:
        outcome = await cm.call_tool("hello")
    assert "no tool was used" in outcome._repr_html_()


@pytest.mark.parametrize("isolation", ["inline", "process"])
@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("text(`said`)\n__out = add(a=5, b=7)", [">completed<", ">12<", "said", "<td>add</td>"]),
        ("yield_control(``)", [">waiting<", "yield"]),
        ("__out = missing", [">failed<", "check_failed", "undefined: missing"]),
        (f"return errors.New({json.dumps(EVIL)})", [">failed<", "guest_error"]),
    ],
)
async def test_a_reply_is_a_card(isolation: str, code: str, shown: list[str]) -> None:
    async with Engine([add], isolation=isolation) as engine:
        html = (await engine.session().exec(code))._repr_html_()
    for text in shown:
        assert text in html
    assert "<script" not in html
    assert "<img" not in html


async def test_an_agent_is_a_card() -> None:
    model = ScriptedModel([execute("__out = add(a=1, b=2)"), "It is 3."])
    outcome = await run_agent("1 and 2?", model, sources=[FunctionSource([add])])
    assert "It is 3." in outcome._repr_html_()
    assert "<td>add</td>" in outcome._repr_html_()


def test_a_result_shows_its_pictures() -> None:
    shown = codemode.run('__out = codemode.CallTool("dot")', [FunctionSource([dot])])._repr_html_()
    assert 'src="data:image/png;base64,' in shown


@pytest.mark.parametrize("field", ["said", "code", "stdout", "value"])
def test_nothing_in_a_card_is_markup(field: str) -> None:
    given: dict[str, Any] = {field: {"x": EVIL} if field == "value" else EVIL}
    calls = [ToolCallRecord("call_1", EVIL, "error", 1.0, EVIL)]
    shown = Card(status="failed", calls=calls, **given).html()
    assert "<script" not in shown
    assert "<img" not in shown
    assert set(re.findall(r"<(\w+)", shown)) <= {"div", "b", "pre", "details", "summary", "table", "tr", "td"}


def test_a_card_is_short() -> None:
    calls = [ToolCallRecord(f"call_{i}", "t.get", "ok") for i in range(10_000)]
    outcome = CallOutcome(True, value="x" * 10_000_000, code="y" * 1_000_000, stdout="z" * 1_000_000, tool_calls=calls)
    shown = outcome._repr_html_()
    assert len(shown) < 60_000
    assert f"{10_000_000 - MAX_VALUE} more characters" in shown
    assert f"and {10_000 - MAX_CALLS} more" in shown


def test_large_pictures_and_those_that_can_do_things_are_not_shown() -> None:
    def big() -> Image:
        return Image(PIXEL + b"0" * MAX_PICTURE, "image/png")

    def drawn() -> Image:
        return Image(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "image/svg+xml")

    for tool in (big, drawn):
        result = codemode.run(f'__out = codemode.CallTool("{tool.__name__}")', [FunctionSource([tool])])
        assert "<img" not in result._repr_html_()
