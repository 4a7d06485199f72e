"""Observed shapes of results: they belong to the agent whose calls gave them, show no key that may be data, and a host may have none."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeError, CodeModeUTCP, Completed, Engine, FunctionSource, FunctionTool, ScriptedModel
from codemode.catalog.index import catalog_items, exec_index
from codemode.errors import ConfigError

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("isolation", ["inline", "process"])]

BALANCES: list[Any] = [
    {"ann@example.org": 1, "DE89370400440532013000": 2, "4711": 3},
    {"total": 5, "ann": 2, "bob": "x", "DE89370400440532013000": [1], "ann@example.org": {"sum": 1}},
]
SECRETS = ("ann", "bob", "de89", "4711", "example.org")
SHOWN = """d := tools.Describe("bank.balances")
__out = []any{d.observed_output, d.declaration, fmt.Sprint(d), API.Read("function/bank.go"), fmt.Sprint(ALL_TOOLS), tools.Search("balances")}"""
CALLS = '__out = codemode.CallTool("bank.balances")'


def source(*results: Any) -> FunctionSource:
    given = iter(results)
    return FunctionSource([FunctionTool("bank.balances", lambda: next(given), "What there is.")])


async def said(engine: Engine, agent: str, code: str, session: str = "") -> Any:
    reply = await engine.session(agent, session).exec(code)
    assert isinstance(reply, Completed), reply
    return reply.value


async def test_an_agent_sees_nothing_of_what_another_was_given(isolation: str) -> None:
    async with Engine([source([{"id": 7, "total": "x"}])], isolation=isolation) as engine:
        before = await said(engine, "theirs", SHOWN)
        described = exec_index(catalog_items(await engine.catalog("theirs")), 8000)
        await said(engine, "ours", CALLS)
        for agent in ("theirs", "", "Ours", "ours "):
            assert await said(engine, agent, SHOWN) == before
        assert exec_index(catalog_items(await engine.catalog("theirs")), 8000) == described
        ours = await said(engine, "ours", SHOWN, session="another")
    assert '`json:"total"`' in ours[0]
    assert '`json:"total"`' in ours[1]
    assert "its results so far looked like this" in ours[2]
    assert "its results so far looked like this" in ours[3]
    assert before[0] is None


async def test_keys_that_are_data_are_not_told_to_the_same_agent_either(isolation: str) -> None:
    async with Engine([source(*BALANCES)], isolation=isolation) as engine:
        for number, _ in enumerate(BALANCES):
            await said(engine, "ours", CALLS, session=str(number))
            told = str(await said(engine, "ours", SHOWN, session="another")).lower()
            assert "looked like this" in told
            assert not [secret for secret in SECRETS if secret in told]
    async with Engine([source(BALANCES[1])], isolation=isolation) as engine:
        await said(engine, "ours", CALLS)
        told = str(await said(engine, "ours", SHOWN))
        assert 'json:"total"' in told
        assert not [secret for secret in SECRETS if secret in told.lower()]


async def test_prompts_tell_what_calls_of_their_own_agent_gave(isolation: str) -> None:
    answer = {"tools": ["bank.balances"], "code": CALLS}
    model = ScriptedModel([answer, answer, answer])
    results = [[{"id": 7, "owner": "x"}], {"amount": 5, "ann": 2, "4711": "x"}]
    async with CodeModeUTCP(None, model, [source(*results, results[1])], isolation=isolation) as cm:
        await said(cm.engine, "somebody else", CALLS)
        await cm.call_tool("what is there?")
        await cm.call_tool("what is there?")
        shown = (await cm.execute(SHOWN)).value
    first, second = model.prompts
    assert "looked like this" not in first
    assert '`json:"owner"`' not in first + second
    assert '`json:"amount"`' in second
    assert 'json:"amount"' in shown[0]
    assert 'json:"ann' not in second + str(shown)
    assert "4711" not in second + str(shown[:3])  # the examples of the guest API have numbers, too


async def test_a_host_may_switch_it_off(isolation: str) -> None:
    model = ScriptedModel([{"tools": ["bank.balances"], "code": CALLS}] * 2)
    async with CodeModeUTCP(
        None, model, [source({"total": 1}, {"total": 1})], isolation=isolation, observe=False
    ) as cm:
        await cm.call_tool("what is there?")
        await cm.call_tool("what is there?")
        assert "total" not in str((await cm.execute(SHOWN)).value)
    assert model.prompts[0] == model.prompts[1]
    async with Engine([source({"total": 1})], isolation=isolation, observe=False) as engine:
        before = await said(engine, "", SHOWN)
        await said(engine, "", CALLS)
        assert await said(engine, "", SHOWN) == before
    for wrong in ("no", None, 0):
        with pytest.raises(ConfigError, match="observe must be True or False"):
            Engine(isolation=isolation, observe=wrong)  # type: ignore[arg-type]
        with pytest.raises(CodeModeError, match="observe must be True or False"):
            CodeModeUTCP(sources=[source()], isolation=isolation, observe=wrong)  # type: ignore[arg-type]
