"""Tools of real MCP servers, over standard input and output and over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, File, Image, McpSource
from codemode.engine.attachment_storage import RunFiles
from codemode.engine.protocols import CallContext, ToolSource
from codemode.errors import ConfigError, ToolError, ToolSourceError
from codemode.sources.mcp_servers import http_spec
from tests.engine.processes import kill
from tests.mcp_server import PIXEL, ROOT, http_server
from tests.mcp_sources import HERE, SERVER, call, old, refused, stdio
from tests.ports import unused_port

pytestmark = pytest.mark.anyio


# --- listing ----------------------------------------------------------------------------------------------------------


async def test_tools_as_entries(source: McpSource) -> None:
    assert isinstance(source, ToolSource)
    entries = {entry.id: entry for entry in await source.list_tools()}
    add = entries["mcp:demo:add"]
    assert (add.name, add.label, add.description) == (
        "MCP.demo.add",
        "Addition (MCP server demo)",
        "Add two numbers.",
    )
    assert (add.source, add.source_name, add.streaming) == ("mcp", "demo", False)
    assert add.input_schema["required"] == ["a", "b"]
    assert add.output_schema is not None
    assert (add.read_only, add.idempotent) == (True, True)
    assert (entries["mcp:demo:slow"].read_only, entries["mcp:demo:slow"].idempotent) == (False, True)
    assert (entries["mcp:demo:fail"].read_only, entries["mcp:demo:fail"].idempotent) == (False, False)
    assert entries["mcp:demo:where-am-i"].name == "MCP.demo.where_am_i"
    assert entries["mcp:demo:image"].output_schema is None
    read = entries["mcp:demo:ReadResource"]
    assert read.read_only
    assert "config://app, picture://{name}" in read.description
    assert "review" in entries["mcp:demo:GetPrompt"].description


async def test_the_list_is_kept(own: McpSource) -> None:
    assert own.known_tools() is None
    listed = await own.list_tools()
    assert await own.list_tools() is listed
    assert own.known_tools() is listed


@pytest.mark.parametrize("over", ["stdio", "http"])
async def test_a_changed_list_is_read_again(over: str) -> None:
    with http_server() as url:
        source = stdio() if over == "stdio" else McpSource.http(url, name="demo")
        listed = await source.list_tools()
        before = source.generation
        await call(source, "grow")
        for _ in range(100):
            if source.known_tools() is None:
                break
            await asyncio.sleep(0.05)
        assert source.known_tools() is None
        assert source.generation > before
        names = {entry.name for entry in await source.list_tools()}
        assert names - {entry.name for entry in listed} == {"MCP.demo.grown"}
        assert await call(source, "grown") == "here"
        await source.close()


async def test_an_older_server_pages_and_names_become_identifiers() -> None:
    source = old("pages")
    listed = await source.list_tools()
    assert {entry.id: entry.name for entry in listed} == {
        "mcp:old:make-thing": "MCP.old.make_thing_2",
        "mcp:old:make_thing": "MCP.old.make_thing",
        "mcp:old:2fa": "MCP.old._2fa",
        "mcp:old:type": "MCP.old._type",
        "mcp:old:späte": "MCP.old.späte",
        "mcp:old:exec.run": "MCP.old.exec_run",
        "mcp:old:last": "MCP.old.last",
    }
    assert listed[0].label == "MAKE-THING (MCP server old)"
    assert [await source.call(entry.name, {}, HERE) for entry in listed[:3]] == ["make-thing", "make_thing", "2fa"]
    assert await source.call("MCP.old.last", {}, HERE) == "last"
    for _ in range(100):
        if source.known_tools() is None:
            break
        await asyncio.sleep(0.02)
    assert [entry.id for entry in await source.list_tools()][-1] == "mcp:old:newest"
    await source.close()


async def test_noise_on_the_output_is_survived() -> None:
    source = old("noise")
    assert len(await source.list_tools()) == 7
    await source.close()


# --- calling ----------------------------------------------------------------------------------------------------------

CONTENTS: list[tuple[str, Any]] = [
    ("json", {"n": 1}),
    ("list", [1, 2]),
    ("text", "hello"),
    ("nearly", "{not json}"),
    ("number", "42"),
    ("none", None),
]


async def test_results(source: McpSource) -> None:
    assert await call(source, "add", a=1, b=2.5) == 3.5
    assert await call(source, "structured", id="O-1") == {"id": "O-1", "total": 12.5}
    for kind, expected in CONTENTS:
        assert await call(source, "content", kind=kind) == expected, kind


async def test_binary_content_becomes_a_handle(source: McpSource) -> None:
    files = RunFiles()
    context = CallContext(agent="a", session="s", run_id="run-1", call_id="call_1", attaching=files.of_call("call_1"))
    seen = await call(source, "image", context)
    assert seen == {"attachment": seen["attachment"], "media_type": "image/png", "bytes": len(PIXEL)}
    assert await files.find(seen["attachment"]) == Image(PIXEL, "png")

    one, two, text, blob = await call(source, "content", context, kind="several")
    assert (one, two) == ("one", {"two": 2})
    assert text == {"type": "resource", "uri": "note://1", "text": "three"}
    assert blob == {
        "attachment": blob["attachment"],
        "media_type": "application/zip",
        "bytes": 2,
        "name": "1",
        "uri": "blob://1",
    }
    assert await files.find(blob["attachment"]) == File(b"PK", "1", "application/zip")


async def test_resources_and_prompts(source: McpSource) -> None:
    listed = await call(source, "ListResources")
    assert [item.get("uri", item.get("uriTemplate")) for item in listed] == ["config://app", "picture://{name}"]
    [read] = await call(source, "ReadResource", uri="config://app")
    assert read == {
        "type": "resource",
        "uri": "config://app",
        "mimeType": "application/json",
        "text": '{"theme": "dark"}',
    }
    files = RunFiles()
    context = CallContext(attaching=files.of_call("call_1"))
    [picture] = await call(source, "ReadResource", context, uri="picture://cat")
    assert await files.find(picture["attachment"]) == Image(PIXEL, "png", "cat")
    assert "zip://x" in (await refused(source, "ReadResource", uri="zip://x")).message
    assert [prompt["name"] for prompt in await call(source, "ListPrompts")] == ["review"]
    filled = await call(source, "GetPrompt", name="review", arguments={"code": "x := 1"})
    assert filled["messages"] == [{"role": "user", "content": "Please review in a kind tone: x := 1"}]


async def test_errors_are_errors(source: McpSource) -> None:
    failed = await refused(source, "fail", why="out of stock")
    assert failed.code == "nested_tool_failed"
    assert "MCP.demo.fail: " in failed.message
    assert "out of stock" in failed.message
    assert (await refused(source, "no_such_tool")).code == "tool_not_found"
    assert "valid number" in (await refused(source, "add", a="x", b=1)).message


async def test_a_call_has_a_deadline_and_the_server_goes_on(source: McpSource) -> None:
    began = time.monotonic()
    late = await refused(source, "slow", CallContext(timeout=0.3), seconds=20)
    assert time.monotonic() - began < 5
    assert late.message.startswith("MCP.demo.slow: no answer within 0.3 s")
    with pytest.raises(asyncio.TimeoutError):
        async with asyncio.timeout(0.3):
            await call(source, "slow", seconds=20)
    assert await call(source, "slow", seconds=0) == "done"


async def test_a_cancelled_call_is_cancelled_at_the_server(source: McpSource) -> None:
    before = await call(source, "left")
    late = await refused(source, "endure", CallContext(timeout=0.5), seconds=60)
    assert "no answer within 0.5 s" in late.message
    async with asyncio.timeout(15):
        while (marks := (await call(source, "left"))) == [*before, "begun"]:
            await asyncio.sleep(0.05)
    assert marks == [*before, "begun", "cancelled"]


async def test_calls_run_at_the_same_time(source: McpSource) -> None:
    await source.list_tools()
    began = time.monotonic()
    await asyncio.gather(*(call(source, "slow", seconds=0.5) for _ in range(5)))
    assert time.monotonic() - began < 2


def test_one_connection_serves_loops_that_come_and_go(over_stdio: McpSource) -> None:
    pids = {asyncio.run(call(over_stdio, "where_am_i"))["pid"] for _ in range(3)}
    assert len(pids) == 1
    assert pids != {os.getpid()}


async def test_a_stream_is_the_one_result(source: McpSource) -> None:
    pieces = [piece async for piece in source.stream("MCP.demo.add", {"a": 1, "b": 1}, HERE)]
    assert pieces == [2]
    assert source.direct("MCP.demo.add") is None


async def test_environment_and_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_TEST_WORD", "from the parent")
    env = {"PYTHONPATH": str(ROOT)}
    bare = McpSource.stdio(sys.executable, SERVER, env=env, cwd=tmp_path, name="demo")
    told = McpSource.stdio(sys.executable, SERVER, env=env | {"MCP_TEST_WORD": "hi"}, cwd=tmp_path, name="demo")
    here = await call(bare, "where_am_i")
    assert (here["cwd"], here["word"]) == (str(tmp_path), "")  # secrets of the host are not inherited
    assert (await call(told, "where_am_i"))["word"] == "hi"
    await asyncio.gather(bare.close(), told.close())


# --- what goes wrong --------------------------------------------------------------------------------------------------


async def test_a_crash_is_told_and_the_next_call_connects_again(own: McpSource) -> None:
    assert await call(own, "mark", what="x") == 1
    assert await call(own, "mark", what="x") == 2
    lost = await refused(own, "crash")
    assert "MCP server 'demo'" in lost.message
    assert "disconnected during the call" in lost.message
    assert "fatal: out of cheese" in lost.message
    assert await call(own, "mark", what="x") == 1  # a new process


async def test_calls_in_flight_fail_together_and_the_source_recovers(own: McpSource) -> None:
    await own.list_tools()
    waiting = [asyncio.create_task(refused(own, "slow", seconds=30)) for _ in range(3)]
    pid = (await call(own, "where_am_i"))["pid"]
    kill(pid)
    async with asyncio.timeout(10):
        failed = await asyncio.gather(*waiting)
    assert all("disconnected" in failure.message for failure in failed)
    again = await asyncio.gather(*(call(own, "where_am_i") for _ in range(3)))
    assert len({here["pid"] for here in again}) == 1
    assert again[0]["pid"] != pid


async def test_a_server_that_died_while_nobody_called_is_started_again(own: McpSource) -> None:
    pid = (await call(own, "where_am_i"))["pid"]
    kill(pid)
    for _ in range(100):
        if own.known_tools() is None:
            break
        await asyncio.sleep(0.02)
    assert (await call(own, "where_am_i"))["pid"] != pid


async def test_close_ends_the_process_and_a_call_starts_it_again(own: McpSource) -> None:
    pid = (await call(own, "where_am_i"))["pid"]
    await own.close()
    until = time.monotonic() + 5
    with pytest.raises(ProcessLookupError):
        while time.monotonic() < until:  # it has ended, and its number is free in a moment
            os.kill(pid, 0)
            await asyncio.sleep(0.01)
    await own.close()
    assert (await call(own, "where_am_i"))["pid"] != pid


async def marked(source: McpSource) -> Any:
    with suppress(ToolError):
        return await call(source, "mark", what="x")
    return None


async def test_an_http_server_that_goes_and_comes_back() -> None:
    port = unused_port()
    with http_server(port) as url:
        source = McpSource.http(url, name="demo")
        assert await call(source, "mark", what="x") == 1
    failure = await refused(source, "add", a=1, b=2)
    assert f"MCP server 'demo' (http://127.0.0.1:{port}/mcp)" in failure.message
    with pytest.raises(ToolSourceError, match=r"cannot be reached.*check that the server runs"):
        await source.list_tools()
    with http_server(port):
        async with asyncio.timeout(20):
            while (told := await marked(source)) is None:  # for a moment after a failure nobody tries again
                await asyncio.sleep(0.05)
        assert told == 1
        lost = await refused(source, "crash")
        assert "disconnected" in lost.message or "broke off" in lost.message
    await source.close()


UNREACHABLE: list[tuple[McpSource, str]] = [
    (McpSource.stdio("no-such-program-anywhere", name="demo"), "no such program: no-such-program-anywhere"),
    (
        McpSource.stdio(sys.executable, ["-c", ""], cwd="/no/such/folder", name="demo"),
        "no such folder: /no/such/folder",
    ),
    (old("dies", name="demo"), "no licence found"),
    (old("silent", name="demo", connect_timeout=0.5), "no answer within 0.5 s"),
    (McpSource.stdio(sys.executable, ["-c", "print('hello')"], name="demo"), "it ended before it answered"),
    (McpSource.http(f"http://user:secret@127.0.0.1:{unused_port()}/mcp?token=secret", name="demo"), "attempts failed"),
]


@pytest.mark.parametrize(("source", "expected"), UNREACHABLE, ids=[expected for _, expected in UNREACHABLE])
async def test_an_unreachable_server_is_reported(source: McpSource, expected: str) -> None:
    with pytest.raises(ToolSourceError) as caught:
        await source.list_tools()
    assert expected in caught.value.message
    assert "MCP server" in caught.value.message
    assert "check " in caught.value.message
    assert "secret" not in caught.value.message
    failed = await refused(source, "add")
    assert expected in failed.message
    await source.close()


def failing(starts: Path, seconds: float) -> dict[str, Any]:
    """A server that notes every start in a file and ends after a while."""
    arguments = ["-m", "tests.mcp_old_server", "counts", str(starts), str(seconds)]
    return {"command": sys.executable, "args": arguments, "cwd": str(ROOT)}


async def test_a_server_that_fails_is_not_tried_again_by_every_program(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    good = {"command": sys.executable, "args": SERVER, "cwd": str(ROOT)}
    source = McpSource.from_config({"mcpServers": {"bad": failing(starts, 2), "good": good}})
    async with Engine(sources=[source]) as engine:
        session = engine.session("a", "s")
        assert (await engine.catalog()).absent == ("MCP.bad",)
        for _ in range(5):
            reply = await session.exec('__out = MCP.good.add(map[string]any{"a": 1, "b": 2})')
            assert isinstance(reply, Completed)
            assert reply.value == 3
            assert "no licence found" in source.warnings[0]
            assert "no licence found" in engine.warnings[0]
    assert starts.read_text() == "started\n"
    await source.close()


async def test_a_server_that_fails_is_tried_again_after_a_while(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    source = McpSource.from_config({"mcpServers": {"bad": failing(starts, 0)}})
    async with asyncio.timeout(60):
        while not starts.exists() or starts.read_text() == "started\n":
            with pytest.raises(ToolSourceError, match="no licence found"):
                await source.list_tools()
            await asyncio.sleep(0.1)
    await source.close()


async def test_a_caller_that_gives_up_ends_what_was_being_started() -> None:
    source = old("silent", name="demo", call_timeout=0.5)
    assert "no answer within 0.5 s" in (await refused(source, "add")).message
    async with asyncio.timeout(20):
        while (
            subprocess.run(
                ["pgrep", "-P", str(os.getpid()), "-f", "mcp_old_server silent"], stdout=subprocess.DEVNULL
            ).returncode
            == 0
        ):
            await asyncio.sleep(0.1)
    await source.close()


async def test_the_older_transport_with_server_sent_events() -> None:
    with http_server(token="s3cret", kind="sse") as url:
        entry = {"type": "sse", "url": url, "headers": {"Authorization": "Bearer s3cret"}}
        source = McpSource.from_config({"mcpServers": {"demo": entry}})
        assert await call(source, "add", a=1, b=2) == 3
        assert "out of stock" in (await refused(source, "fail", why="out of stock")).message
        await source.close()


async def test_a_list_without_end_is_refused() -> None:
    source = old("endless")
    with pytest.raises(ToolSourceError, match="cannot list its tools: its list of tools does not end"):
        await source.list_tools()
    await source.close()


async def test_headers_go_with_every_request() -> None:
    with http_server(token="s3cret") as url:
        source = McpSource.http(url, headers={"Authorization": "Bearer s3cret"}, name="demo")
        assert await call(source, "add", a=1, b=2) == 3
        stranger = McpSource.http(url, name="demo")
        with pytest.raises(ToolSourceError, match=r"HTTP 401 Unauthorized.*the headers that it needs"):
            await stranger.list_tools()
        await asyncio.gather(source.close(), stranger.close())


# --- configurations ---------------------------------------------------------------------------------------------------


async def test_a_configuration_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MCP_TEST_TOKEN", "s3cret")
    with http_server(token="s3cret") as url:
        config = {
            "mcpServers": {
                "first one": {"command": sys.executable, "args": SERVER, "cwd": str(ROOT)},
                "web": {"type": "http", "url": url, "headers": {"Authorization": "Bearer ${MCP_TEST_TOKEN}"}},
                "off": {"command": "x", "disabled": True},
                "down": {"url": f"http://127.0.0.1:{unused_port()}/${{MCP_TEST_PATH:-mcp}}"},
            }
        }
        path = tmp_path / "mcp.json"
        path.write_text(json.dumps(config))
        source = McpSource.from_config(path)
        ids = {entry.id for entry in await source.list_tools()}
        assert {"mcp:first_one:add", "mcp:web:add"} <= ids
        [warning] = source.warnings
        assert "MCP server 'down'" in warning
        assert "/mcp) cannot be reached" in warning
        assert await source.call("MCP.web.add", {"a": 1, "b": 2}, HERE) == 3
        assert await source.call("MCP.first_one.add", {"a": 1, "b": 2}, HERE) == 3
        await source.close()


WRONG: list[tuple[Any, str]] = [
    ({}, "mcpServers"),
    ([], "a dict or the path"),
    ({"mcpServers": {"x": 1}}, "server 'x' must be an object"),
    ({"mcpServers": {"x": {}}}, "needs command, the program to start"),
    ({"mcpServers": {"x": {"command": "c", "args": "a b"}}}, "args must be a list"),
    ({"mcpServers": {"x": {"command": "c", "env": {"K": ["s3cret"]}}}}, "'K' is not"),
    ({"mcpServers": {"x": {"url": "example.com"}}}, "url must be an address"),
    ({"mcpServers": {"x": {"url": "http://e.com", "type": "pigeon"}}}, "type must be stdio, http or sse"),
    ({"mcpServers": {"x": {"command": "${MCP_TEST_UNSET}"}}}, "the variable MCP_TEST_UNSET is not set"),
    ("/no/such/file.json", "No such file"),
    ({"mcpServers": {"x": {"command": "c", "args": "--key s3cret"}}}, "args must be a list of strings, not str"),
    ({"mcpServers": {"x": {"command": "c", "args": ["s3cret", {}]}}}, "args must be a list of strings, without a dict"),
    ({"mcpServers": {"x": {"url": "http://[x?key=s3cret"}}}, "url must be an address"),
    ({"mcpServers": {"x": {"url": "//me:s3cret@e.com"}}}, "url must be an address"),
    (
        {"mcpServers": {"x": {"url": "http://e.com", "headers": {"Key": "s3cret\nX: 1"}}}},
        "the header 'Key' has a character",
    ),
    ({"mcpServers": {"x": {"url": "http://e.com", "headers": {"Key": "s3cret€"}}}}, "the header 'Key' has a character"),
]


def test_a_line_break_behind_a_header_is_left_out() -> None:
    spec = http_spec("x", "http://e.com", {"Authorization": "Bearer s3cret\n"})
    assert dict(spec.headers) == {"Authorization": "Bearer s3cret"}


@pytest.mark.parametrize(("config", "expected"), WRONG)
def test_wrong_configurations(config: Any, expected: str) -> None:
    with pytest.raises(ConfigError) as caught:
        McpSource.from_config(config)
    assert expected in caught.value.message
    assert "s3cret" not in caught.value.message


def test_without_the_package_it_is_said_what_to_install() -> None:
    code = (
        "import sys; sys.modules['mcp'] = None\n"
        "import codemode\n"
        "from codemode import McpSource\n"
        "try:\n    McpSource.stdio('x')\n"
        "except codemode.CodeModeError as odd:\n    print(odd.code, odd)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert "invalid_config" in run.stdout
    assert "pip install codemode[mcp]" in run.stdout


def test_the_process_ends_quietly_without_close() -> None:
    code = (
        "import sys, codemode\n"
        "s = codemode.McpSource.stdio(sys.executable, ['-m', 'tests.mcp_server'], name='demo')\n"
        "print(codemode.run('__out = MCP.demo.where_am_i()', sources=[s]).value['pid'])"
    )
    run = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (run.returncode, run.stderr) == (0, "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(run.stdout), 0)
