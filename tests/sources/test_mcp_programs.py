"""Programs, sessions and prompts over the tools of real MCP servers."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Any

import pytest
from mcp.types import CallToolResult

import codemode
from codemode import (
    Attachment,
    CodeModeUTCP,
    Completed,
    Engine,
    Failed,
    FunctionSource,
    Limits,
    McpSource,
    Policy,
    Rule,
    ScriptedModel,
    Waiting,
)
from codemode.catalog import Catalog
from codemode.engine import CallContext
from codemode.errors import CheckError
from codemode.sources.mcp_results import Reader
from codemode.sources.mcp_wrapping import unwrapped_schema
from tests.mcp_server import PIXEL
from tests.mcp_sources import call, value

pytestmark = pytest.mark.anyio


# --- programs ---------------------------------------------------------------------------------------------------------


def test_programs_call_tools_as_functions(source: McpSource) -> None:
    assert value('r, err := MCP.demo.add(map[string]any{"a": 1, "b": 2})\n__out = []any{r, err}', source) == [
        3,
        None,
    ]
    assert value("__out = MCP.demo.Add(struct{ A, B int }{1, 2})", source) == 3
    assert value('_, err := MCP.demo.fail(map[string]any{"why": "rain"})\n__out = err.Error()', source).endswith("rain")
    assert value('__out = MCP.demo.ReadResource("config://app")[0]["text"]', source) == '{"theme": "dark"}'
    code = (
        '__out = MCP.demo.GetPrompt("review", map[string]any{"code": "x", "tone": "stern"})["messages"][0]["content"]'
    )
    assert value(code, source) == "Please review in a stern tone: x"
    result = codemode.run("MCP.demo.WhereAmI()\n__out = MCP.demo.image()", sources=[source])
    assert result.value["media_type"] == "image/png"
    assert [(c.id, c.tool, c.status) for c in result.tool_calls] == [
        ("call_1", "MCP.demo.where_am_i", "ok"),
        ("call_2", "MCP.demo.image", "ok"),
    ]


def test_programs_call_many_at_once(over_stdio: McpSource) -> None:
    code = """
var wg sync.WaitGroup
sums := make([]any, 8)
for i := range sums {
	wg.Add(1)
	go func() {
		defer wg.Done()
		MCP.demo.slow(map[string]any{"seconds": 0.3})
		r, _ := MCP.demo.add(map[string]any{"a": i, "b": i})
		sums[i] = r
	}()
}
wg.Wait()
__out = sums
"""
    began = time.monotonic()
    assert value(code, over_stdio) == [0, 2, 4, 6, 8, 10, 12, 14]
    assert time.monotonic() - began < 2.5


CHECKED: list[tuple[str, str, str]] = [
    ('MCP.demo.add(map[string]any{"a": 1})', 'needs parameter "b"', ""),
    ('MCP.demo.add(map[string]any{"a": 1, "b": 2, "c": 3})', "", ""),
    ('MCP.demo.add(map[string]any{"a": "one", "b": 2})', 'parameter "a"', ""),
    ("MCP.demo.ad()", "undefined: MCP.demo.ad", "MCP.demo.add"),
    ("MCP.dmo.add()", "undefined: MCP.dmo", "the MCP servers are MCP.demo"),
    ("x := MCP.demo", "use of package MCP.demo not in selector", "write MCP.demo."),
    ('codemode.CallTool("MCP.demo.add", map[string]any{"a": 1, "b": 2})', "MCP server", "call MCP.demo.add(args)"),
    ('codemode.CallTool("mcp:demo:add", map[string]any{"a": 1, "b": 2})', "MCP server", "call MCP.demo.add(args)"),
    ('codemode.CallTool("demo.ad")', "unknown tool", "MCP.demo.add(args)"),
    ("tools.MCPDemoAdd()", "undefined: tools.MCPDemoAdd", ""),
]


@pytest.mark.parametrize(("code", "expected", "hint"), [c for c in CHECKED if c[1]])
def test_programs_are_checked(over_stdio: McpSource, code: str, expected: str, hint: str) -> None:
    with pytest.raises(CheckError) as caught:
        codemode.run(code, sources=[over_stdio])
    [problem] = [d for d in caught.value.diagnostics if d.severity == "error"]
    assert expected in problem.message
    assert hint in problem.hint


def test_only_the_function_calls_an_mcp_tool(over_stdio: McpSource) -> None:
    for name in ("MCP.demo.add", "mcp:demo:add"):
        for way in ("codemode.CallTool", "tools.Call"):
            code = f'name := "{name}"\n_, err := {way}(name, map[string]any{{"a": 1, "b": 2}})\n__out = err.Error()'
            result = codemode.run(code, sources=[over_stdio])
            assert result.value == f'"{name}" is a tool of an MCP server: call MCP.demo.add(input)'
            assert [c.status for c in result.tool_calls] == ["never_started"]
    stream = 'name := "MCP.demo.add"\n_, err := codemode.CallToolStream(name)\n__out = err != nil'
    assert value(stream, over_stdio) is True


def test_the_catalog_shows_mcp_tools_only_where_it_should(over_stdio: McpSource) -> None:
    assert value("__out = len(ALL_TOOLS)", over_stdio) == 0
    assert value('__out = API.List("mcp/")', over_stdio) == ["mcp/demo.go"]
    text = value('__out = API.Read("mcp/demo.go")', over_stdio)
    assert "package demo\n" in text
    assert "// Add two numbers.\n// call: MCP.demo.add\nfunc Add(in struct {" in text
    assert "func WhereAmI() (" in text
    assert "Call them as MCP.demo.<tool>(input)" in text
    code = (
        'found := codemode.SearchTools("add two numbers", 1)[0]\n'
        "__out = []any{found.ID, found.Name, found.Label, found.Source}"
    )
    assert value(code, over_stdio) == ["mcp:demo:add", "MCP.demo.add", "Addition (MCP server demo)", "mcp"]


def test_package_tools_has_no_mcp_tools(over_stdio: McpSource) -> None:
    def multiply(a: float, b: float) -> float:
        """Multiply two numbers."""
        return a * b

    both = [over_stdio, FunctionSource.from_functions(multiply, owner="math")]
    found = value(
        'found := tools.Search("add or multiply two numbers")\n__out = []any{len(found), found[0].Name}', *both
    )
    assert found == [1, "math.multiply"]


@pytest.mark.parametrize("name", ["MCP.demo.add", "mcp:demo:add"])
def test_the_tools_of_a_server_are_described_as_exec_says(over_stdio: McpSource, name: str) -> None:
    described = value(f'__out = tools.Describe("{name}")', over_stdio)
    assert described["declaration"].startswith("// Add two numbers.\n// call: MCP.demo.add\nfunc Add(in struct {")
    assert described["call"] == "MCP.demo.add"
    in_python = codemode.run(f'describe_tool("{name}")["declaration"]', [over_stdio], language="python").value
    assert "# call: MCP.demo.add" in in_python


def test_a_tool_may_have_a_name_that_programs_have_too(over_stdio: McpSource) -> None:
    assert value('MCP := map[string]any{"demo": 1}\n__out = MCP["demo"]', over_stdio) == 1
    assert value("__out = API.List()") == []
    with pytest.raises(CheckError) as caught:
        codemode.run("MCP.demo.add()")
    assert "no MCP servers" in caught.value.diagnostics[0].hint


# --- sessions ---------------------------------------------------------------------------------------------------------

ADD = '__out = MCP.demo.add(map[string]any{"a": 2, "b": 3})'


async def test_a_session_calls_and_suspends(source: McpSource) -> None:
    async with Engine(sources=[source], limits=Limits(timeout_ms=400)) as engine:
        session = engine.session("a", "s")
        await engine.catalog()
        reply = await session.exec(ADD)
        assert isinstance(reply, Completed)
        assert reply.value == 5
        assert [(c.tool, c.status) for c in reply.tool_calls] == [("MCP.demo.add", "ok")]
        waiting = await session.exec('__out = MCP.demo.slow(map[string]any{"seconds": 0.7})')
        assert waiting.status == "waiting"
        assert waiting.reason == "pending_tools"
        while waiting.status == "waiting":
            waiting = await session.wait(waiting.run_id)
        assert isinstance(waiting, Completed)
        assert waiting.value == "done"


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_session_keeps_what_its_calls_attach(source: McpSource, isolation: str) -> None:
    async with Engine(sources=[source], isolation=isolation) as engine:
        session = engine.session("a", "pictures")
        reply = await session.exec(
            '__out = []any{MCP.demo.image(), MCP.demo.attached(map[string]any{"kind": "audio"})}'
        )
        assert isinstance(reply, Completed)
        picture, sound = reply.attachments
        assert (picture.id, picture.data) == (reply.value[0]["attachment"], PIXEL)
        assert (sound.media_type, sound.data) == ("audio/wav", b"RIFF")
        assert (await session.attachment(sound.id)).data == b"RIFF"


async def test_attachments_of_hostile_servers_are_made_safe(source: McpSource) -> None:
    async with Engine(sources=[source], isolation="inline") as engine:
        session = engine.session("a", "odd")

        async def seen(kind: str) -> tuple[Any, list[Attachment]]:
            reply = await session.exec(f'__out = MCP.demo.attached(map[string]any{{"kind": "{kind}"}})')
            assert isinstance(reply, Completed)
            return reply.value, reply.attachments

        value, [kept] = await seen("types")
        assert kept.media_type == "application/octet-stream"
        value, [kept] = await seen("base64")
        assert (kept.media_type, kept.data) == ("application/octet-stream", b"!!! no base64")
        value, [kept] = await seen("path")
        assert (kept.name, value["uri"]) == ("passwd", "file:///x/../../etc/%2e%2e%2fpasswd")
        value, [kept] = await seen("structured")
        assert (value["n"], value["attachments"][0]["attachment"]) == (1, kept.id)
        value, kept = await seen("thousands")
        assert len(kept) == 256
        whole = await session.result(value["result_id"])
        assert len(whole) == 3000
        assert whole[-1]["error"].startswith("not kept: the run has 256 attachments already")
        value, _ = await seen("link")
        assert (value["type"], value["uri"], value["name"]) == ("resource_link", "picture://cat", "cat")
        value, kept = await seen("text_type")
        assert kept[0].media_type == "text/html"


async def test_a_tool_of_a_server_gets_bytes_as_base64(source: McpSource) -> None:
    async with Engine(sources=[source], isolation="inline") as engine:
        code = """
        picture := MCP.demo.image()
        __out = []any{MCP.demo.size(map[string]any{"data": picture}), MCP.demo.echo(map[string]any{"value": picture})}
        """
        reply = await engine.session("a", "b").exec(code)
        assert isinstance(reply, Completed)
        assert reply.value[0] == len(PIXEL)
        assert reply.value[1]["value"]["attachment"] == reply.attachments[0].id


async def test_an_aborted_run_cancels_its_call_at_the_server(source: McpSource) -> None:
    before = await call(source, "left")
    async with Engine(sources=[source], limits=Limits(timeout_ms=1000)) as engine:
        session = engine.session("a", "s")
        reply = await session.exec('__out = MCP.demo.endure(map[string]any{"seconds": 60})')
        assert isinstance(reply, Waiting)
        await session.abort(reply.run_id)
        async with asyncio.timeout(15):
            while (marks := (await call(source, "left"))) == [*before, "begun"]:
                await asyncio.sleep(0.05)
        assert marks == [*before, "begun", "cancelled"]


async def test_a_denied_tool_is_not_there(source: McpSource) -> None:
    policy = Policy([Rule("deny", "mcp:demo:mark"), Rule("deny", "*.crash")])
    async with Engine(sources=[source], policy=policy) as engine:
        session = engine.session("a", "s")
        assert isinstance(await session.exec(ADD), Completed)
        for tool in ("mark", "crash"):
            reply = await session.exec(f'MCP.demo.{tool}(map[string]any{{"what": "x"}})')
            assert isinstance(reply, Failed)
            assert (reply.code, reply.tool_calls) == ("check_failed", [])
        guess = await session.exec('n := "mcp:demo:mark"\n_, err := tools.Call(n)\n__out = err.Error()')
        assert isinstance(guess, Completed)
        assert guess.value == 'the tool "mcp:demo:mark" may not be called here'
        assert [c.status for c in guess.tool_calls] == ["denied"]
        read = await session.exec('__out = API.Read("mcp/demo.go")')
        assert isinstance(read, Completed)
        assert "Mark" not in read.value
        assert "Crash" not in read.value


async def test_a_crash_in_a_session_is_an_error_and_then_it_works(own: McpSource) -> None:
    async with Engine(sources=[own]) as engine:
        session = engine.session("a", "s")
        reply = await session.exec("_, err := MCP.demo.crash()\n__out = err.Error()")
        assert isinstance(reply, Completed)
        assert "disconnected during the call" in reply.value
        again = await session.exec(ADD)
        assert isinstance(again, Completed)
        assert again.value == 5


async def test_a_session_sees_changed_tools_at_once(own: McpSource) -> None:
    async with Engine(sources=[own]) as engine:
        session = engine.session("a", "s")
        assert isinstance(await session.exec("MCP.demo.grown()"), Failed)
        assert isinstance(await session.exec("MCP.demo.grow()"), Completed)
        for _ in range(100):
            reply = await session.exec("__out = MCP.demo.grown()")
            if isinstance(reply, Completed):
                break
            await asyncio.sleep(0.05)
        assert isinstance(reply, Completed)
        assert reply.value == "here"


# --- prompts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pipeline", ["staged", "single"])
async def test_a_model_is_told_how_to_call_them(source: McpSource, pipeline: Any) -> None:
    chosen, code = {"tools": ["MCP.demo.add"]}, {"code": ADD, "stream": False}
    model = ScriptedModel([{"needs": True}, chosen, code] if pipeline == "staged" else [{**chosen, **code}])
    async with CodeModeUTCP(None, model, sources=[source], pipeline=pipeline) as cm:
        outcome = await cm.call_tool("Add 2 and 3")
    assert outcome.value == 5
    assert [c.tool for c in outcome.tool_calls] == ["MCP.demo.add"]
    assert outcome.notes == []
    prompt = model.prompts[-1]
    assert re.search(r"call MCP\.demo\.\w+\(args\), not codemode\.CallTool", prompt)
    assert "// call: MCP.demo.add\nfunc Add(in struct {" in prompt


async def test_a_model_that_calls_them_by_name_is_told_better(over_stdio: McpSource) -> None:
    wrong = ADD.replace("MCP.demo.add(", 'codemode.CallTool("MCP.demo.add", ')
    chosen = {"tools": ["MCP.demo.add"]}
    model = ScriptedModel([{**chosen, "code": wrong, "stream": False}, {**chosen, "code": ADD, "stream": False}])
    async with CodeModeUTCP(None, model, sources=[over_stdio], pipeline="single") as cm:
        outcome = await cm.call_tool("Add 2 and 3")
    assert (outcome.value, outcome.attempts) == (5, 2)
    assert "call MCP.demo.add(args)" in model.prompts[-1]


# --- single values ------------------------------------------------------------------------------------------------------

MAYBE = {"anyOf": [{"$ref": "#/$defs/Item"}, {"type": "null"}]}
WRAPPED = {"properties": {"result": {"title": "Result", "type": "integer"}}, "required": ["result"], "type": "object"}
MARK = {"x-fastmcp-wrap-result": True}


@pytest.mark.parametrize(
    ("schema", "inner"),
    [
        (WRAPPED | {"title": "addOutput"}, {"type": "integer"}),
        (WRAPPED | MARK, {"type": "integer"}),
        (
            {"$defs": {"N": {}}, "properties": {"result": {"$ref": "#/$defs/N"}}, "required": ["result"]} | MARK,
            {"$ref": "#/$defs/N", "$defs": {"N": {}}},
        ),
        (WRAPPED, None),  # of somebody who writes it so
        (WRAPPED | {"title": "addOutput", "properties": {"result": MAYBE}}, MAYBE),  # as of `-> Item | None`
        (WRAPPED | {"title": "SearchOutput"}, None),  # a class of its author's
        (WRAPPED | {"title": "addOutput", "required": []}, None),
        (WRAPPED | MARK | {"properties": WRAPPED["properties"] | {"more": {}}}, None),  # type: ignore[operator]
        (WRAPPED | MARK | {"properties": ["result"]}, None),
        (WRAPPED | MARK | {"required": {"result": 1}}, None),
        ({}, None),
        (None, None),
    ],
)
def test_which_schemas_say_that_a_value_is_wrapped(schema: Any, inner: Any) -> None:
    assert unwrapped_schema(schema) == inner


def test_a_single_value_is_given_as_itself_and_declared_so(source: McpSource) -> None:
    assert value('__out = MCP.demo.add(map[string]any{"a": 1, "b": 2}) + 1', source) == 4
    entry = next(e for e in source.known_tools() or () if e.name == "MCP.demo.add")
    assert entry.output_schema == {"type": "number"}
    assert Catalog([entry]).declaration(entry).endswith("(float64, error)")
    done = codemode.run('__out = MCP.demo.structured("O-1")', [source], outputs="strict")
    assert done.value == {"id": "O-1", "total": 12.5}


@pytest.mark.parametrize(
    ("structured", "meta", "wraps", "expected"),
    [
        ({"result": 3}, None, True, 3),
        ({"result": None}, None, True, None),
        ({"result": 3, "more": 1}, None, True, {"result": 3, "more": 1}),
        ({"other": 3}, None, True, {"other": 3}),
        ({"result": 3}, None, False, {"result": 3}),
        ({"result": 3}, {"fastmcp": {"wrap_result": True}}, False, 3),
        ({"result": 3}, {"fastmcp": {"wrap_result": "yes"}}, False, {"result": 3}),
        ({"result": 3}, {"fastmcp": [1]}, False, {"result": 3}),
    ],
)
def test_only_wrapped_values_are_unwrapped(structured: Any, meta: Any, wraps: bool, expected: Any) -> None:
    answer = CallToolResult.model_validate({"content": [], "structuredContent": structured, "_meta": meta})
    assert Reader("MCP.a.b", CallContext(), 1000, wraps).result(answer) == expected
