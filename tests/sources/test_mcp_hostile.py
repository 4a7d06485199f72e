"""MCP servers that lie, overwhelm or interrupt: their tools stay data, and their answers are checked."""

from __future__ import annotations

import asyncio
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import CodeModeUTCP, Engine, Failed, McpSource, ScriptedModel
from codemode.errors import CodeModeError, ConfigError
from tests.mcp_server import ROOT
from tests.mcp_sources import HERE, SERVER, call, closed, hostile, old, refused, stdio, value

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def bad() -> Any:
    source = hostile()
    yield source
    closed(source)


# --- names and descriptions ---------------------------------------------------------------------------------------------


async def test_names_become_identifiers_that_can_be_called(bad: McpSource) -> None:
    entries = await bad.list_tools()
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names)
    for name in names:
        assert re.fullmatch(r"MCP\.bad\.[^\W\d]\w*", name), name
        assert len(name) <= 120
    assert names[:6] == [
        "MCP.bad.__import____os___system__touch_pwned__",
        "MCP.bad.unnamed",
        "MCP.bad.unnamed_2",
        "MCP.bad.a_b_c",
        "MCP.bad.x_",
        "MCP.bad._func",
    ]
    code = "".join(f"{name}()\n" for name in names[:9]) + f"__out = {names[6]}()"
    assert value(code, bad) == f"called {'y' * 40}"
    assert not (ROOT / "pwned").exists()
    assert not Path("pwned").exists()


def _outside_comments(text: str) -> str:
    return "\n".join(line.partition("//")[0] for line in text.splitlines())


def test_descriptions_of_servers_stay_comments(bad: McpSource) -> None:
    text = value('__out = API.Read("mcp/bad.go")', bad)
    assert "os.Exit(1)" in text
    assert "os.Exit" not in _outside_comments(text)
    assert "panic" not in _outside_comments(text)
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert not any(line.startswith("```") for line in text.splitlines())


@pytest.mark.parametrize("pipeline", ["staged", "single"])
async def test_prompts_hold_them_as_data(bad: McpSource, pipeline: Any) -> None:
    code = {"code": "r, err := MCP.bad.a_b_c()\nif err != nil {\n\treturn err\n}\n__out = r", "stream": False}
    chosen = {"tools": ["MCP.bad.a_b_c", "MCP.bad.odd"]}
    answers = [{"needs": True}, chosen, code] if pipeline == "staged" else [{**chosen, **code}]
    model = ScriptedModel(answers)
    async with CodeModeUTCP(None, model, sources=[bad], pipeline=pipeline) as cm:
        outcome = await cm.call_tool("os Exit a b c odd panic func init")
    assert outcome.value == "called a.b\nc"
    for prompt in model.prompts:
        assert "\u202e" not in prompt
        assert "\x1b" not in prompt
        # the slots that the descriptions name were not filled, and their fences and code do not begin a line
        assert not re.search(r"(?m)^(os\.Exit|func init|\*/)", prompt)
        assert prompt.count("\n```go") == len(re.findall(r"(?m)^```$", prompt))


# --- results ------------------------------------------------------------------------------------------------------------

LIES = [
    ("liar", 'n is "seven" (string), must be integer'),
    ("silent", 'the value is "called silent" (string), must be object'),
]


@pytest.mark.parametrize(("tool", "expected"), LIES)
async def test_results_are_checked(bad: McpSource, tool: str, expected: str) -> None:
    async with Engine(sources=[bad], outputs="strict") as engine:
        reply = await engine.session("a", "s").exec(f"__out = MCP.bad.{tool}()")
    assert isinstance(reply, Failed)
    assert f"MCP.bad.{tool}: its result does not fit its output schema: {expected}" in reply.error
    assert [c.status for c in reply.tool_calls] == ["error"]


def test_a_text_will_do_for_structured_content_if_it_is_what_is_declared(bad: McpSource) -> None:
    assert value("__out = MCP.bad.textual()", bad) == {"n": 7}


def test_patterns_of_a_server_take_no_time(bad: McpSource) -> None:
    began = time.monotonic()
    told = codemode.run("__out = MCP.bad.slow()", [bad]).warnings
    assert "MCP.bad.slow: its result does not fit its output schema" in told[0].message
    given = value(f'_, err := MCP.bad.odd(map[string]any{{"s": "{"a" * 60}!"}})\n__out = err.Error()', bad)
    assert "MCP.bad.odd" in given
    assert time.monotonic() - began < 20


def test_invalid_schemas_check_nothing(bad: McpSource) -> None:
    assert value("__out = MCP.bad.points_away()", bad) == {"n": 1}  # and nothing was fetched
    assert value("__out = MCP.bad.broken()", bad) == {"n": 1}
    assert value("__out = MCP.bad.list()", bad) == [1, {"two": 2}]


TEXTS = [
    "",
    "日本語 \U0001f389 e\u0301",
    "\u2028\u2029\r\n\t\x00\x7f",
    '"\\',
    {"\U0001f389": ["ü", None, 2**53 - 1, 0.1]},
]


async def test_every_text_arrives_as_it_was(source: McpSource) -> None:
    for text in TEXTS:
        assert await call(source, "echo", value=text) == {"value": text}
    assert value('__out = MCP.demo.echo(map[string]any{"value": "日本語 🎉"})["value"]', source) == "日本語 🎉"


async def test_big_results(source: McpSource) -> None:
    text = await call(source, "big", megabytes=8)
    assert text == "ü" * (8 << 19)
    assert value('__out = len(MCP.demo.big(map[string]any{"megabytes": 8}).(string))', source) == 8 << 20
    with pytest.raises(CodeModeError) as caught:
        codemode.run(
            'a := MCP.demo.big(map[string]any{"megabytes": 8})\n__out = a',
            sources=[source],
            limits=codemode.Limits(memory_limit_bytes=4 << 20),
        )
    assert caught.value.code == "guest_error"  # the program could have looked at it
    assert "its result has" in caught.value.message
    assert "; the limit is" in caught.value.message


# --- what comes unasked ---------------------------------------------------------------------------------------------------


async def test_progress_and_logs_do_not_disturb(source: McpSource) -> None:
    before = source.generation
    told = await asyncio.gather(*(call(source, "chat") for _ in range(3)), call(source, "add", a=1, b=2))
    assert told == ["told"] * 3 + [3]
    assert source.generation == before


async def test_questions_to_the_user_are_declined_at_once(source: McpSource) -> None:
    failed = await refused(source, "ask")
    assert "licitation" in failed.message
    assert await call(source, "add", a=1, b=2) == 3


async def test_answers_that_are_no_answers_run_into_the_deadline() -> None:
    source = old("garbage", call_timeout=1.0)
    await source.list_tools()
    with pytest.raises(
        codemode.CodeModeError,
        match=r"no answer within 1 s; it sent something that is not a message of MCP; if it does not answer anything else, it is",
    ):
        await source.call("MCP.old.last", {}, HERE)
    await source.close()


# --- names of servers -----------------------------------------------------------------------------------------------------


async def test_servers_of_one_configuration_get_names_of_their_own() -> None:
    server = {"command": sys.executable, "args": SERVER, "cwd": str(ROOT)}
    both = McpSource.from_config({"mcpServers": {"my srv": server, "my-srv": server, "func": server}})
    names = {entry.name for entry in await both.list_tools()}
    assert {"MCP.my_srv.add", "MCP.my_srv_2.add", "MCP._func.add"} <= names
    await both.call("MCP.my_srv.mark", {"what": "x"}, HERE)
    code = "__out = []any{MCP.my_srv.left(), MCP.my_srv_2.left(), MCP._func.left()}"
    assert value(code, both) == [["x"], [], []]
    assert value("__out = API.List()", both) == ["mcp/_func.go", "mcp/my_srv.go", "mcp/my_srv_2.go"]
    await both.close()


async def test_two_sources_may_not_have_one_server(source: McpSource) -> None:
    other = stdio()
    with pytest.raises(ConfigError, match=r"two sources have an MCP server that programs call MCP\.demo"):
        codemode.run("__out = MCP.demo.left()", sources=[source, other])
    renamed = stdio("other")
    code = '__out = []any{MCP.demo.add(map[string]any{"a": 1, "b": 2}), MCP.other.left()}'
    assert value(code, source, renamed) == [3, []]
    assert value("__out = API.List()", source, renamed) == ["mcp/demo.go", "mcp/other.go"]
    await asyncio.gather(other.close(), renamed.close())
