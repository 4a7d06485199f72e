"""A session's tools in the OpenAI Agents SDK, over the loopback server that speaks OpenAI's protocol from a script."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from typing import Any

import httpx2
import pytest
from agents import Agent, ItemHelpers, OpenAIChatCompletionsModel, Runner, set_tracing_disabled
from agents.models.chatcmpl_converter import Converter
from openai import AsyncOpenAI
from openai.types.responses import ResponseFunctionToolCall

from codemode import Engine
from tests.ecosystem.shop import CODE, DRAW, LOAD, PNG, SAVE, chart, get_stock, slow
from tests.openai_server import Reply, openai_server

set_tracing_disabled(True)


def agent(engine: Engine, url: str) -> Agent[Any]:
    # no connection outlives its request: the SDK's loops end without closing them
    http = httpx2.AsyncClient(limits=httpx2.Limits(max_keepalive_connections=0))
    model = OpenAIChatCompletionsModel("scripted", AsyncOpenAI(base_url=url, api_key="none", http_client=http))
    return Agent("shop", model=model, tools=engine.session("a", "s").tools("openai_agents"))


CALL = ResponseFunctionToolCall(arguments="{}", call_id="1", name="exec", type="function_call")
SCRIPT = [Reply(calls=[("exec", {"code": CODE})]), "There are 5."]


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_an_agent_calls_exec(isolation: str) -> None:
    async def work(url: str) -> Any:
        async with Engine([get_stock], isolation=isolation) as engine:
            return (await Runner.run(agent(engine, url), "How many keyboards are there?")).final_output

    with openai_server(list(SCRIPT)) as server:
        assert asyncio.run(work(server.url)) == "There are 5."
    told = [m for m in server.requests[1]["body"]["messages"] if m["role"] == "tool"]
    assert json.loads(told[0]["content"])["value"] == 5


def test_pictures_reach_models_that_take_them() -> None:
    """Chat Completions takes none in the message of a tool: there the text is left."""

    async def result(engine: Engine) -> Any:
        [execute, _] = engine.session().tools("openai_agents")
        return await execute.on_invoke_tool(None, json.dumps({"code": DRAW}))

    async def work() -> Any:
        async with Engine([chart], isolation="inline") as engine:
            return ItemHelpers.tool_call_output_item(CALL, await result(engine))

    item = asyncio.run(work())
    text, named, picture = item["output"]
    assert json.loads(text["text"])["value"]["media_type"] == "image/png"
    assert named["text"].startswith("The picture ")
    assert picture["image_url"] == f"data:image/png;base64,{b64encode(PNG).decode()}"
    [told] = [each for each in Converter.items_to_messages([CALL.model_dump(), item]) if each["role"] == "tool"]
    assert [part["type"] for part in told["content"]] == ["text", "text"]


def test_calls_of_one_turn_are_answered_in_order() -> None:
    async def work() -> str:
        async with Engine([slow], isolation="inline") as engine:
            execute, _ = engine.session().tools("openai_agents")
            given = [json.dumps({"code": code}) for code in (SAVE, LOAD)]
            return (await asyncio.gather(*(execute.on_invoke_tool(None, each) for each in given)))[1]

    assert json.loads(asyncio.run(work()))["value"] == 7


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('{"a": 1}', 'exec needs code; \\"a\\" is unknown'),
        ('["__out = 1"]', "the arguments of exec are a map"),
        ('{"code": "__out = 1"', "the arguments of exec are not a JSON object"),
        ("__out = 1", '"value":1'),
        ("", "the code is empty"),
    ],
)
def test_json_is_arguments_and_no_program(given: str, told: str) -> None:
    execute, _ = Engine(isolation="inline").session().tools("openai_agents")
    assert told in asyncio.run(execute.on_invoke_tool(None, given))


def test_the_same_without_an_event_loop() -> None:
    engine = Engine([get_stock], isolation="inline")
    with openai_server(list(SCRIPT)) as server:
        assert (
            Runner.run_sync(agent(engine, server.url), "How many keyboards are there?").final_output == "There are 5."
        )
