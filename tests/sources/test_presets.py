"""Arguments that the host gives: nobody else sees or changes them, whatever kind of source a tool comes from."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from codemode import CodeModeUTCP, Engine, FunctionSource, Hook, McpSource, Policy, Rule, ScriptedModel, UtcpSource
from codemode.engine.presets import Presets
from codemode.errors import ConfigError, InputError, ToolError
from tests.sources.openapi_apis import openapi, operation, source_of

pytestmark = pytest.mark.anyio

SECRET = "acme-7c1f"
PRESET = {"owner": SECRET}
RESULT = 'r, err := codemode.CallTool("{}", map[string]any{{{}}})\nif err != nil {{\n\treturn err\n}}\n__out = r'


def issues(owner: str, repo: str) -> list[str]:
    """List the issues."""
    return [owner, repo]


def count(owner: str) -> Iterator[str]:
    """Count."""
    yield from owner[:4]


def functions(**more: Any) -> FunctionSource:
    return FunctionSource.from_functions(issues, count, owner="hub", preset=PRESET, **more)


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_program_neither_sees_nor_passes_preset_arguments(isolation: Any) -> None:
    async with Engine([functions()], isolation=isolation) as engine:
        session = engine.session()
        reply = await session.exec(RESULT.format("hub.issues", '"repo": "r"'))
        assert reply.status == "completed"
        assert reply.value == [SECRET, "r"]
        shown = await session.exec(
            '__out = []any{tools.Describe("hub.issues"), codemode.SearchTools("issues"), API.Read("function/hub.go")}'
        )
        assert shown.status == "completed"
        assert "repo" in json.dumps(shown.value)
        assert "owner" not in json.dumps(shown.value).lower()
        assert SECRET not in shown.model_dump_json()
        stream = await session.exec(
            's, err := codemode.CallToolStream("hub.count", nil)\nif err != nil {\n\treturn err\n}\n'
            "l := []any{}\nfor c := range s.All() {\n\tl = append(l, c)\n}\n__out = l"
        )
        assert stream.status == "completed"
        assert stream.value == list("acme")


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_program_cannot_change_them(isolation: Any) -> None:
    async with Engine([functions()], isolation=isolation) as engine:
        given = 'args := map[string]any{"repo": "r"}\nargs["own" + "er"] = "evil"\n'
        reply = await engine.session().exec(given + '_, err := codemode.CallTool("hub.issues", args)\nreturn err')
        assert reply.status == "failed"
        assert "hub.issues: owner is given by the host and cannot be changed: leave it out" in reply.error
        assert reply.tool_calls[0].code == "invalid_tool_input"
        assert SECRET not in reply.model_dump_json()


async def test_hooks_and_people_neither_see_nor_change_preset_arguments() -> None:
    seen: list[Any] = []

    class Watching(Hook):
        async def before(self, tool: Any, arguments: Any, context: Any) -> Any:
            seen.append(arguments)
            return {**arguments, "owner": "evil"} if arguments["repo"] == "hook" else None

    policy = Policy(
        [Rule("deny", "*", when=f"args['owner'] != '{SECRET}'"), Rule("ask", "*", when="args['repo'] == 'ask'")]
    )
    async with Engine([functions()], isolation="inline", policy=policy, hooks=[Watching()]) as engine:
        session = engine.session()
        reply = await session.exec(RESULT.format("hub.issues", '"repo": "hook"'))
        assert reply.status == "failed"
        assert "cannot be changed" in reply.error
        reply = await session.exec(RESULT.format("hub.issues", '"repo": "ask"'))
        assert reply.status == "waiting"
        assert SECRET not in reply.model_dump_json()
        (call,) = reply.pending_tool_calls
        await session.approve(call.id, {"repo": "edited"})
        done = await session.wait(reply.run_id)
        assert done.status == "completed"
        assert done.value == [SECRET, "edited"]
        assert SECRET not in json.dumps(seen)
        reply = await session.exec(RESULT.format("hub.issues", '"repo": "ask"'))
        assert reply.status == "waiting"
        with pytest.raises(InputError, match="owner is not known"):
            await session.approve(reply.pending_tool_calls[0].id, {"repo": "edited", "owner": "evil"})


async def test_no_prompt_and_no_record_has_them() -> None:
    code = RESULT.format("hub.issues", '"repo": "r"')
    model = ScriptedModel([{"needs": True, "tools": ["hub.issues"], "code": code, "stream": False}] * 3)
    async with CodeModeUTCP(None, model, sources=[functions()]) as cm:
        outcome = await cm.call_tool("list the issues of r")
        assert outcome.value == [SECRET, "r"]
        assert outcome.tool_calls
        assert SECRET not in str(model.requests if hasattr(model, "requests") else model.__dict__)
        assert SECRET not in str(outcome.tool_calls)


async def test_of_openapi_and_of_mcp() -> None:
    parameters = [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in ("owner", "repo")]
    paths = {
        "/repos/{owner}/{repo}": {"get": operation("repos/get", parameters=parameters)},
        "/emojis": {"get": operation("emojis/get")},
    }
    async with source_of(openapi(paths), preset=PRESET) as source, Engine([source], isolation="inline") as engine:
        catalog = await engine.catalog()
        entry = catalog.get("api.repos/get")
        assert entry is not None
        assert "Owner" not in catalog.declaration(entry)
        assert list(entry.input_schema["properties"]) == ["repo"]
        assert SECRET not in repr(entry)
        reply = await engine.session().exec(RESULT.format("api.repos/get", '"repo": "r"'))
        assert reply.status == "completed"
        assert reply.value["path"] == f"/repos/{SECRET}/r"
        reply = await engine.session().exec(RESULT.format("api.emojis/get", ""))
        assert reply.status == "completed"
        assert source.warnings == []
    config = {"mcpServers": {"prices": {"command": sys.executable, "args": ["examples/mcp_servers.py", "prices"]}}}
    async with (
        McpSource.from_config(config, preset={"sku": "KB-1", "nothing": 1}) as servers,
        Engine([servers], isolation="inline") as engine,
    ):
        await servers.list_tools()  # nobody waits long for a server to start
        reply = await engine.session().exec(
            "r, err := MCP.prices.get_price()\nif err != nil {\n\treturn err\n}\n__out = r"
        )
        assert reply.status == "completed", reply
        assert reply.value == 79
        assert servers.warnings == ['no tool takes the preset argument "nothing"']


async def test_wrong_preset_arguments_are_reported_to_the_host() -> None:
    source = FunctionSource.from_functions(issues, owner="hub", preset={"owner": 3})
    async with Engine([source], isolation="inline") as engine:
        reply = await engine.session().exec(RESULT.format("hub.issues", '"repo": "r"'))
        assert reply.status == "failed"
        assert "the arguments that the host adds do not fit its schema" in reply.error
        reply = await engine.session().exec(
            'args := map[string]any{"repo": []int{1}}\n_, err := codemode.CallTool("hub.issues", args)\nreturn err'
        )
        assert reply.status == "failed"
        assert "repo is" in reply.error  # its own mistakes first
    with pytest.raises(ToolError, match="cannot be changed"):
        await functions().call("hub.issues", {"owner": "x", "repo": "r"}, None)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match='no tool takes the preset argument "ownr"'):
        FunctionSource.from_functions(issues, preset={"ownr": 1})
    for odd in ([1], {1: 2}, {"a": object()}):
        with pytest.raises(ConfigError, match="preset"):
            Presets(odd)  # type: ignore[arg-type]
    async with source_of(openapi({"/a": {"get": operation("a")}}), preset={"ownr": 1}) as mistaken:
        assert isinstance(mistaken, UtcpSource)
        await mistaken.list_tools()
        assert mistaken.warnings == ['no tool takes the preset argument "ownr"']
