"""MCP servers that do not behave: they hang, die, change without end, list what are no tools, and answer what cannot be read."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, McpSource
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from tests.mcp_forks import ROOT
from tests.mcp_hard_server import ODD_TOOLS
from tests.mcp_sources import HERE

pytestmark = pytest.mark.anyio


def hard(mode: str = "plain", log: Path | None = None, **more: Any) -> McpSource:
    arguments = ["-m", "tests.mcp_hard_server", mode, *([str(log)] if log is not None else [])]
    return McpSource.stdio(sys.executable, arguments, cwd=ROOT, name="hard", **more)


@pytest.fixture
async def impatient() -> AsyncIterator[McpSource]:
    source = hard(call_timeout=2.0)
    yield source
    await source.close()


async def call(source: McpSource, tool: str, timeout: float | None = None, **arguments: Any) -> Any:
    return await source.call(f"MCP.hard.{tool}", arguments, CallContext(timeout=timeout) if timeout else HERE)


async def refused(source: McpSource, tool: str, timeout: float | None = None, **arguments: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await call(source, tool, timeout, **arguments)
    return caught.value


def is_gone(pid: int) -> bool:
    """Whether there is no such process, not even a dead one that nobody has asked for."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def gone(*pids: int) -> None:
    async with asyncio.timeout(10):
        while not all(is_gone(pid) for pid in pids):
            await asyncio.sleep(0.02)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


# --- servers that hang ----------------------------------------------------------------------------------------------------


async def test_servers_that_hang_are_replaced_and_nothing_is_left_of_them(impatient: McpSource) -> None:
    pids: list[int] = []
    async with Engine(sources=[impatient]) as engine:
        session = engine.session("a", "s")
        for _ in range(3):
            reply = await session.exec("__out = MCP.hard.pid()")
            assert isinstance(reply, Completed), reply
            pids.append(int(reply.value))
            files = open_files()
            if len(pids) < 3:
                hung = await session.exec("__out = MCP.hard.hang()")
                assert isinstance(hung, Failed)
                told = "MCP.hard.hang: no answer within 2 s; if it does not answer anything else, it is started again"
                assert told in hung.error
                await gone(pids[-1])
                assert open_files() <= files
    assert len(set(pids)) == 3
    await impatient.close()
    await gone(*pids)


async def test_a_server_that_is_busy_is_left_alone() -> None:
    source = hard(call_timeout=4.0)
    pid = await call(source, "pid")
    late = await refused(source, "sleep", timeout=0.2, seconds=2)
    assert "no answer within 0.2 s" in late.message
    assert await call(source, "pid") == pid
    await source.close()


async def test_a_hasty_call_does_not_end_the_work_of_others() -> None:
    source = hard(call_timeout=6.0)
    await source.list_tools()
    pid = await call(source, "pid")
    others = asyncio.create_task(call(source, "sleep", seconds=7.0, timeout=None))
    source._servers[0].connection._patience = 0.5
    await asyncio.sleep(0.2)
    await refused(source, "pid", timeout=0.2)
    await asyncio.sleep(1.5)
    assert not others.done()
    others.cancel()
    await asyncio.wait([others])
    assert await call(source, "pid") != pid  # nobody waited for it any more, and it did not answer
    await source.close()


# --- servers that die -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["die", "close"])
async def test_a_server_goes_with_its_children(impatient: McpSource, how: str) -> None:
    child = int(await call(impatient, "leave_child"))
    assert not is_gone(child)
    if how == "die":
        lost = await refused(impatient, "die")
        assert (
            "disconnected during the call (it last said: out of memory); whether the call had an effect" in lost.message
        )
        await call(impatient, "pid")
    else:
        await impatient.close()
    await gone(child)


async def test_a_server_that_dies_again_and_again_has_to_wait(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = hard(log=log)
    failures = [(await refused(source, "die")).message for _ in range(20)]
    assert log.read_text().count("started") == 4
    assert sum("disconnected during the call" in told for told in failures) == 4
    assert "is not running: it was started 4 times within" in failures[-1]
    assert "and it can be started again in" in failures[-1]
    assert "MCP server 'hard'" in failures[-1]
    await asyncio.sleep(1.0)
    assert int(await call(source, "pid"))
    await source.close()
    assert await call(source, "pid")  # who closes it may begin anew
    await source.close()


async def test_a_program_that_kills_its_server_learns_it_and_the_next_one_works() -> None:
    source = hard()
    async with Engine(sources=[source]) as engine:
        session = engine.session("a", "s")
        failed = await session.exec("r, err := MCP.hard.die()\n__out = []any{r, err.Error()}")
        assert isinstance(failed, Completed)
        assert "disconnected during the call" in failed.value[1]
        assert "The next call connects again" in failed.value[1]
        assert isinstance(await session.exec("__out = MCP.hard.pid()"), Completed)
    await source.close()


# --- servers that change --------------------------------------------------------------------------------------------------


async def test_a_list_that_changes_without_end_is_not_read_without_end(tmp_path: Path) -> None:
    log = tmp_path / "log"
    source = hard("changes", log)
    async with Engine(sources=[source]) as engine:
        session = engine.session("a", "s")
        began = time.monotonic()
        for _ in range(12):
            reply = await session.exec("__out = MCP.hard.pid()")
            assert isinstance(reply, Completed), reply
        took = time.monotonic() - began
        assert Counter(log.read_text().split())["listed"] <= 5 * (1 + took // 10)
        assert isinstance(await session.exec("__out = MCP.hard.quiet()"), Completed)
        async with asyncio.timeout(20):
            while source.known_tools() is not None:
                await asyncio.sleep(0.1)
        number = Counter(log.read_text().split())["listed"]
        reply = await session.exec(f"__out = MCP.hard.list_{number + 1}()")
        assert isinstance(reply, Completed), reply
        assert reply.value == f"list_{number + 1}"
    await source.close()


async def test_changes_without_end_cost_little() -> None:
    source = hard("changes")
    await source.list_tools()
    began = time.process_time()
    await asyncio.sleep(2)
    assert time.process_time() - began < 1
    await call(source, "pid", timeout=5)
    await source.close()


# --- lists with what are no tools -------------------------------------------------------------------------------------------


async def test_an_invalid_tool_does_not_remove_the_others() -> None:
    source = hard("odd-tools")
    names = [entry.name.rpartition(".")[2] for entry in await source.list_tools()]
    assert names == ["good", "odd___name___31m___x__", "long", "twice", "odd_parts", "no_input", "untyped", "last"]
    assert len(names) < len(ODD_TOOLS)
    told = [text.removeprefix(f"MCP server 'hard' ({sys.executable}): ") for text in source.warnings]
    assert told == [
        "tool 'text_schema' was left out: inputSchema: Input should be a valid object",
        "tool 'list_schema' was left out: inputSchema: Input should be a valid object",
        "tool 'array_input' was left out: inputSchema.type: Input should be 'object'",
        "tool 5 was left out: name: Field required",
        "tool 6 was left out: name: Input should be a valid string",
        "tool 7 was left out: name: Input should be a valid string",
        "tool 8 was left out: it is not an object",
        "tool 'needs-names' was left out: inputSchema.required: Input should be a valid list",
        "tool 'odd_parts' is listed without annotations: Input should be a valid object,"
        " description: Input should be a valid string, outputSchema: Input should be a valid object",
        "tool 'twice' is listed more than once: the first one counts",
    ]
    for name in ("good", "no_input", "odd_parts", "last"):
        assert await call(source, name) == name
    async with Engine(sources=[source]) as engine:
        reply = await engine.session("a", "s").exec("__out = MCP.hard.untyped(map[string]any{})")
        assert isinstance(reply, Failed)
        assert 'tool "MCP.hard.untyped" needs parameter "n"' in reply.error
    await source.close()


# --- answers that cannot be read ------------------------------------------------------------------------------------------


async def test_answers_that_are_nested_too_deep_fail_at_once() -> None:
    source = hard()
    for depth in (250, 100_000):
        began = time.monotonic()
        failed = await refused(source, "deep", depth=depth)
        assert (
            "MCP.hard.deep: its answer is nested deeper than 200, the limit for one answer: ask the tool for"
            in failed.message
        )
        assert failed.code == "invalid_tool_output"
        assert time.monotonic() - began < 5
    assert (await call(source, "deep", depth=3))["a"] == [[[]]]
    async with Engine(sources=[source]) as engine:
        for depth in (100, 190):
            code = f'r, err := MCP.hard.deep(map[string]any{{"depth": {depth}}})\n__out = []any{{err, len(r)}}'
            reply = await engine.session("a", "s").exec(code)
            assert isinstance(reply, Completed), reply
            assert reply.value == [None, 1]
        for depth in (300, 900, 5000):
            code = f'r, err := MCP.hard.deep(map[string]any{{"depth": {depth}, "text": true}})\n__out = err != nil || r != nil'
            reply = await engine.session("a", "s").exec(code)
            assert isinstance(reply, Completed), reply
    await source.close()


@pytest.mark.parametrize("tool", ["broken_json", "broken_json_last"])
async def test_answers_that_are_no_json_fail_at_once(tool: str) -> None:
    source = hard()
    began = time.monotonic()
    failed = await refused(source, tool)
    assert f"MCP.hard.{tool}: its answer is not JSON: " in failed.message
    assert time.monotonic() - began < 5
    assert await call(source, "pid")
    await source.close()
