"""The time of a whole request: its questions, runs and repairs together."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from codemode import CodeModeUTCP, ToolCache
from codemode.catalog import ToolEntry
from codemode.errors import CodeModeError, LimitError
from tests.orchestrator.shop import ADD, CHOSE_ADD, NEEDED, Shop, app, snippet

pytestmark = pytest.mark.anyio
ASK = "add 5 and 7"
REFUND = '_, err := codemode.CallTool("shop.refund", map[string]any{"order": "O-1", "amount": 5})\n'


class Slow(Shop):
    """Tools that take a while to be listed, each time."""

    def source(self) -> Any:
        return SlowList(super().source())


class SlowList:
    def __init__(self, source: Any) -> None:
        self._source = source
        self.call, self.stream, self.direct, self.close = source.call, source.stream, source.direct, source.close

    def known_tools(self) -> None:
        return None

    async def list_tools(self) -> list[ToolEntry]:
        await asyncio.sleep(1.0)
        return await self._source.list_tools()


async def never() -> str:
    await asyncio.sleep(60)
    return ""


async def late_at(answers: list[Any], number: int) -> CodeModeError:
    """The error of a request of which this question takes for ever."""
    asked: list[str] = []

    async def model(prompt: str) -> Any:
        asked.append(prompt)
        return await never() if len(asked) == number else answers[len(asked) - 1]

    cm = CodeModeUTCP(None, model, sources=[Shop().source()], pipeline="staged")
    with pytest.raises(CodeModeError) as caught:
        await cm.call_tool(ASK, total_timeout=1500)
    assert len(asked) == number
    return caught.value


@pytest.mark.parametrize("number", [1, 2, 3, 4])
async def test_every_question_is_within_the_time_of_the_request(number: int) -> None:
    began = time.monotonic()
    error = await late_at([NEEDED, CHOSE_ADD, snippet(REFUND + 'return errors.New("no")')], number)
    assert time.monotonic() - began < 20
    assert (type(error), error.code, error.phase) == (LimitError, "timeout", "host")
    assert [call.tool for call in error.outcome.tool_calls] == ["shop.refund"] * (number == 4)
    assert ("the last problem was: no" in error.message) == (number == 4)


async def test_a_run_has_what_is_left_of_the_time() -> None:
    code = 'codemode.CallTool("shop.slow", map[string]any{"seconds": 30})'
    shop = Shop()
    cm, model = app(shop, {**CHOSE_ADD, **snippet(code)}, snippet(ADD), pipeline="single")
    with pytest.raises(LimitError) as caught:
        await cm.call_tool(ASK, timeout=60_000, total_timeout=1500)
    assert (shop.done, len(model.prompts)) == (["slow was cancelled"], 1)
    assert [(call.tool, call.status) for call in caught.value.outcome.tool_calls] == [("shop.slow", "in_doubt")]


async def test_lists_of_tools_are_within_the_time_of_the_request() -> None:
    cm, model = app(Slow(), pipeline="single")
    with pytest.raises(LimitError) as caught:
        await cm.call_tool(ASK, total_timeout=100)
    assert (caught.value.code, model.prompts) == ("timeout", [])


async def test_a_selection_that_two_wait_for_outlives_the_time_of_one() -> None:
    asked: list[str] = []

    async def model(prompt: str) -> Any:
        asked.append(prompt)
        if "Select" in prompt[:80]:
            await asyncio.sleep(1.0)
            return CHOSE_ADD
        return NEEDED if len(asked) < 4 else snippet(ADD)

    cm = CodeModeUTCP(None, model, sources=[Shop().source()], pipeline="staged", cache=ToolCache())
    short, long = await asyncio.gather(cm.call_tool(ASK, total_timeout=500), cm.call_tool(ASK), return_exceptions=True)
    assert isinstance(short, LimitError)
    assert not isinstance(long, BaseException)
    assert long.value == 12


@pytest.mark.parametrize("limit", [0, -1, float("nan"), "3s", True])
async def test_a_time_that_is_none_is_refused(limit: Any) -> None:
    cm, model = app(Shop())
    with pytest.raises(CodeModeError) as caught:
        await cm.call_tool(ASK, total_timeout=limit)
    assert (caught.value.code, model.prompts) == ("invalid_input", [])
