"""A session's tools in pydantic-ai, with its model that answers from a function."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from codemode import CodeModeUTCP, Engine
from codemode.errors import ConfigError
from tests.doc_examples import Example, examples
from tests.ecosystem.documents import examples_in, prints_what_it_says
from tests.ecosystem.shop import CODE, DRAW, PNG, chart, get_stock


def script(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    given = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
    if given:
        return ModelResponse(parts=[TextPart(f"There are {json.loads(str(given[0].content))['value']}.")])
    assert [tool.name for tool in info.function_tools] == ["exec", "wait"]
    assert "get_stock" in (info.function_tools[0].description or "")
    return ModelResponse(parts=[ToolCallPart("exec", {"code": CODE})])


def agent(engine: Engine) -> Agent[Any, str]:
    return Agent(FunctionModel(script), tools=engine.session("a", "s").tools("pydantic_ai"))


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_an_agent_calls_exec(isolation: str) -> None:
    async def work() -> str:
        async with Engine([get_stock], isolation=isolation) as engine:
            return (await agent(engine).run("How many keyboards are there?")).output

    assert asyncio.run(work()) == "There are 5."


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ('["__out = 1"]', "code must be text, not list"),
        ("5", "code must be text, not int"),
        ("null", "the code is empty"),
        ('"__out = 1"', '"value":1'),
        ('{"self": 1}', 'exec needs code; \\"self\\" is unknown'),
    ],
)
def test_arguments_that_are_no_object_are_answered(given: str, told: str) -> None:
    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        answered = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
        return ModelResponse(parts=[TextPart(str(answered[0].content)) if answered else ToolCallPart("exec", given)])

    tools = Engine(isolation="inline").session().tools("pydantic_ai")
    assert told in asyncio.run(Agent(FunctionModel(model), tools=tools).run("Go.")).output


def test_pictures_reach_the_model() -> None:
    seen: list[Any] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        parts = messages[-1].parts
        if not any(isinstance(part, ToolReturnPart) for part in parts):
            return ModelResponse(parts=[ToolCallPart("exec", {"code": DRAW})])
        seen.extend(parts)
        return ModelResponse(parts=[TextPart("Done.")])

    asyncio.run(
        Agent(FunctionModel(model), tools=Engine([chart], isolation="inline").session().tools("pydantic_ai")).run(
            "Draw."
        )
    )
    returned, shown = seen
    assert json.loads(returned.content)["value"]["media_type"] == "image/png"
    named, picture = shown.content
    assert named.startswith("The picture ")
    assert (picture.data, picture.media_type) == (PNG, "image/png")


def test_an_agent_is_a_model_of_several_requests_at_once() -> None:
    example = next(each for each in examples("python") if "def from_pydantic_ai" in each.code)
    names: dict[str, Any] = {}
    exec(compile(example.code.replace("asyncio.run(main())", ""), str(example), "exec", dont_inherit=True), names)
    plan = json.dumps({"tools": ["get_stock"], "code": CODE})

    async def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        await asyncio.sleep(0.01)
        return ModelResponse(parts=[TextPart(plan)])

    async def work() -> list[Any]:
        made = names["from_pydantic_ai"](Agent(FunctionModel(model)))
        async with CodeModeUTCP(None, made, sources=[get_stock], isolation="inline") as cm:
            return [each.value for each in await asyncio.gather(*(cm.call_tool("How many?") for _ in range(3)))]

    assert asyncio.run(work()) == [5, 5, 5]
    with pytest.raises(ConfigError, match="pass a function of the prompt"):
        CodeModeUTCP(None, Agent(FunctionModel(model)), sources=[get_stock])


# the loops that run_sync makes are never closed, so these come last


def test_the_same_without_an_event_loop() -> None:
    assert agent(Engine([get_stock], isolation="inline")).run_sync("How many?").output == "There are 5."


@pytest.mark.parametrize("example", examples_in("pydantic_ai"), ids=str)
def test_example(example: Example) -> None:
    prints_what_it_says(example)
