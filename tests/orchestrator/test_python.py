"""The pipelines and the agent with Python as the language that the model writes."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeUTCP, Engine, Policy, Rule, ScriptedModel, run_agent
from codemode.errors import ConfigError, InternalError
from codemode.orchestrator.chat import ChatAnswer, ToolCall
from tests.orchestrator.shop import ADD, CHOSE_ADD, NEEDED, Shop, app, snippet

pytestmark = pytest.mark.anyio
ASK = "add 5 and 7"
SUM = "__out = math.add(a=5, b=7)"


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.mark.parametrize(
    ("code", "repairs"),
    [
        (SUM, 0),
        ('r = call_tool("math.add", {"a": 5, "b": 7})\nr', 0),
        ("import asyncio\n[r] = await asyncio.gather(math.add(a=5, b=7))\nreturn r", 0),
        (f"Here it is:\n```python\n{SUM}\n```\nDone.", 0),
        (f"```\n{SUM}\n```", 0),
        (ADD, 1),  # Go runs all the same
        (f"```go\n{ADD}\n```", 1),
    ],
)
async def test_snippets(shop: Shop, code: str, repairs: int) -> None:
    cm, model = app(shop, NEEDED, CHOSE_ADD, snippet(code), language="python")
    async with cm:
        outcome = await cm.call_tool(ASK)
    assert outcome.value == 12
    assert [call.tool for call in outcome.tool_calls] == ["math.add"]
    assert len(outcome.repairs) == repairs
    assert outcome.notes == []
    _, select, generate = model.prompts
    assert "math.add(a number, b number): Add two numbers" in select
    assert "\nWrite a Python snippet" in generate
    assert (
        "```python\ndef add(*, a: float, b: float) -> float:\n    # Add two numbers, the sum.\n    # call: math.add\n```"
        in generate
    )
    for prompt in model.prompts:
        assert "Go" not in prompt
        assert "codemode." not in prompt


async def test_single_and_repair(shop: Shop) -> None:
    wrong = {"tools": ["math.add"], **snippet("__out = math.addd(a=5, b=7)")}
    cm, model = app(shop, wrong, f"```python\n{SUM}\n```", pipeline="single", language="python")
    async with cm:
        outcome = await cm.call_tool(ASK)
    assert (outcome.value, outcome.attempts) == (12, 2)
    single, repair = model.prompts
    assert "writing one Python snippet" in single
    assert "The Python snippet you wrote" in repair
    assert "there is no tool 'math.addd'" in repair
    assert "did you mean math.add?" in repair
    assert "```python\n__out = math.addd" in repair


async def test_streams_are_told_of_where_there_are_some(shop: Shop) -> None:
    code = "__out = [n async for n in shop.follow(count=3)]"
    cm, model = app(
        shop, {"tools": ["shop.follow"], **snippet(code, stream=True)}, pipeline="single", language="python"
    )
    async with cm:
        outcome = await cm.call_tool("follow")
    assert (outcome.value, outcome.notes) == ([0, 1, 2], [])
    assert "async for" in model.prompts[0]


async def test_approval_and_resume(shop: Shop) -> None:
    code = "__out = shop.refund(order='o-1', amount=5)"
    cm, _ = app(
        shop,
        {"tools": ["shop.refund"], **snippet(code)},
        pipeline="single",
        language="python",
        store="memory",
        policy=Policy([Rule("ask", "shop.refund")], ask="program"),
    )
    async with cm:
        outcome = await cm.call_tool("refund")
        [call] = outcome.approvals
        assert str(call.effects) == 'line 1: shop.refund(order: "o-1", amount: 5), may write, once'
        await cm.approve(call, {"order": "o-1", "amount": 4})
        outcome = await cm.resume(outcome)
    assert outcome.value == {"refund": 1}
    assert shop.done == ["refund o-1 4"]


async def test_execute_is_in_that_language(shop: Shop) -> None:
    cm, _ = app(shop, language="python")
    async with cm:
        assert (await cm.execute("sum(math.add(a=i, b=1) for i in range(3))")).value == 6


class Chat:
    """Runs one program, then answers with what came of it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.seen: list[Any] = []

    async def chat(self, messages: Any, tools: Any) -> ChatAnswer:
        self.seen.append((list(messages), tools))
        if len(self.seen) == 1:
            return ChatAnswer("", [ToolCall("c1", "exec", {"code": self.code})])
        return ChatAnswer(messages[-1].text, [])


async def test_an_agent_writes_python(shop: Shop) -> None:
    chat = Chat(SUM)
    outcome = await run_agent(ASK, chat, sources=[shop.source()], language="python")
    assert "12" in outcome.answer
    messages, tools = chat.seen[0]
    assert "describe_tool(" in messages[0].text
    assert "```python" in messages[0].text
    text = tools[0]["function"]["description"]
    assert "Run a program in a safe part of Python" in text
    assert "language" not in tools[0]["function"]["parameters"]["properties"]
    for each in (messages[0].text, text):
        assert "Go" not in each
        assert "codemode." not in each


async def test_invalid_options_are_refused(shop: Shop) -> None:
    for given in ("perl", "Python", None, ("go",)):
        with pytest.raises(ConfigError, match='language must be "go" or "python", not'):
            CodeModeUTCP(None, ScriptedModel([]), sources=[shop.source()], language=given)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="first language of its engine"):
        await run_agent(ASK, Chat(SUM), session=Engine([]).session(), language="python")
    cm, _ = app(shop, language="python", isolation="inline")
    with pytest.raises(InternalError, match="programs in python run in worker processes") as failed:
        await cm.execute("1")
    assert failed.value.code == "runtime_unavailable"
