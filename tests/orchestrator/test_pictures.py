"""Pictures that programs give out reach the model, where it can see."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeUTCP, FunctionSource, Image, OpenAIModel, ScriptedModel, run_agent
from codemode.orchestrator import ToolMessage
from tests.openai_server import OpenAIServer, Reply, openai_server

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n1"
DRAW = 'c := tools.t_chart(map[string]any{"number": 1})\n__out = c'
HIDE = 'c := tools.t_chart(map[string]any{"number": 2})\n_ = c\n__out = 2'
AGAIN = '__out = tools.t_chart(map[string]any{"number": 3})'


def chart(number: int) -> Image:
    """Draw."""
    return Image(PNG + str(number).encode(), "png")


SOURCE = FunctionSource.from_functions(chart, owner="t")


def runs(*programs: str) -> Reply:
    return Reply(calls=[("exec", {"code": code}) for code in programs])


async def asked(server: OpenAIServer, api: Any = "chat") -> Any:
    model = OpenAIModel("m", base_url=server.url, api_key="k", api=api, max_retries=0)
    try:
        return await run_agent("draw", model, sources=[SOURCE])
    finally:
        await model.aclose()


async def test_in_the_transcript() -> None:
    from codemode.orchestrator import ChatAnswer, ToolCall

    calls = (ToolCall("a", "exec", {"code": DRAW}), ToolCall("b", "exec", {"code": HIDE}))
    outcome = await run_agent("draw", ScriptedModel([ChatAnswer("", calls), "done"]), sources=[SOURCE])
    drawn, hidden = [message for message in outcome.transcript if isinstance(message, ToolMessage)]
    line, picture = drawn.pictures
    assert picture == Image(PNG + b"1", "png")
    assert outcome.replies[0].attachments[0].id in str(line)
    assert hidden.pictures == ()
    assert outcome.replies[0].attachments[0].data == PNG + b"1"


async def test_chat_completions_gets_them_after_the_tool_messages() -> None:
    with openai_server([runs(DRAW, HIDE), "a chart"]) as server:
        outcome = await asked(server)
    assert outcome.answer == "a chart"
    messages = server.requests[1]["body"]["messages"]
    assert [message["role"] for message in messages[-4:]] == ["assistant", "tool", "tool", "user"]
    line, picture = messages[-1]["content"]
    assert line["type"] == "text"
    assert picture["image_url"]["url"].startswith("data:image/png;base64,")
    assert all(isinstance(message["content"], str) for message in messages[-3:-1])


async def test_responses_gets_them_in_the_output_of_the_call() -> None:
    with openai_server([runs(DRAW), "a chart"]) as server:
        await asked(server, "responses")
    output = server.requests[1]["body"]["input"][-1]
    assert output["type"] == "function_call_output"
    assert [part["type"] for part in output["output"]] == ["input_text", "input_text", "input_image"]


async def test_a_server_that_takes_no_pictures_gets_the_text() -> None:
    refused = Reply(status=400)
    with openai_server([runs(DRAW), refused, runs(HIDE), runs(AGAIN), refused, "a chart"]) as server:
        outcome = await asked(server)
    assert outcome.answer == "a chart"
    bodies = [str(request["body"]["messages"]).count("image_url") // 2 for request in server.requests]
    # the refused one is not sent again; another one is tried, and refused together with nothing else
    assert bodies == [0, 1, 0, 0, 1, 0]


async def test_a_server_that_refuses_for_another_reason_says_it() -> None:
    from codemode.errors import ModelError

    with (
        openai_server([runs(DRAW), Reply(status=400), Reply(status=400)]) as server,
        pytest.raises(ModelError, match="refused the request"),
    ):
        await asked(server)


async def test_a_conversation_has_room_for_so_many_bytes() -> None:
    from codemode.orchestrator import ChatAnswer, ToolCall, agent

    calls = tuple(ToolCall(str(n), "exec", {"code": LARGE}) for n in range(8))
    outcome = await run_agent("draw", ScriptedModel([ChatAnswer("", calls), "done"]), sources=[BIG])
    shown = [
        part
        for message in outcome.transcript
        if isinstance(message, ToolMessage)
        for part in message.pictures
        if isinstance(part, Image)
    ]
    assert sum(len(picture.data) for picture in shown) <= agent.MAX_SHOWN
    assert len(shown) == 6


def large() -> Image:
    """A large one."""
    return Image(PNG + bytes(3_800_000), "png")


LARGE = "__out = tools.t_large()"
BIG = FunctionSource.from_functions(large, owner="t")


async def test_outcomes_of_prompts_and_of_programs_have_them() -> None:
    async with CodeModeUTCP(
        None, ScriptedModel([{"code": DRAW, "stream": False}]), sources=[SOURCE], pipeline="single"
    ) as cm:
        outcome = await cm.call_tool("draw a chart")
        assert [kept.data for kept in outcome.attachments] == [PNG + b"1"]
        assert outcome.value["attachment"] == outcome.attachments[0].id
        result = await cm.execute(f'{DRAW}\nyield_control()\ntext("x")')
        assert [kept.data for kept in result.attachments] == [PNG + b"1"]
        result = await cm.execute(f"{DRAW}\ntext(c)\nyield_control()\n__out = nil")
        assert [kept.data for kept in result.attachments] == [PNG + b"1"]
