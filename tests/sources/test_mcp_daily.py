"""What MCP servers do besides answering: they tell of progress, log, give instructions, ask, and are spelled in many ways."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, McpSource
from codemode.engine.events import CallProgress
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from tests.mcp_forks import ROOT
from tests.mcp_sources import old

pytestmark = pytest.mark.anyio
ISOLATIONS = ["inline", "process"]


def daily(name: str = "chrome-devtools", **more: Any) -> McpSource:
    return McpSource.stdio(sys.executable, ["-m", "tests.mcp_daily_server"], cwd=ROOT, name=name, **more)


@pytest.fixture(scope="module")
def shared() -> Any:
    import asyncio

    source = daily(call_timeout=30)
    yield source
    asyncio.run(source.close())


@pytest.fixture(params=ISOLATIONS)
async def engine(request: pytest.FixtureRequest, shared: McpSource) -> AsyncIterator[Engine]:
    async with Engine([shared], isolation=request.param) as made:
        await made.catalog()
        yield made


SPELLINGS = [
    "MCP.chrome_devtools.take_snapshot()",
    "MCP.chromeDevtools.take_snapshot()",
    "MCP.ChromeDevTools.takeSnapshot()",
    "MCP.chromedevtools.TakeSnapshot()",
]


@pytest.mark.parametrize("spelling", SPELLINGS)
async def test_servers_and_tools_are_known_as_they_are_spelled_elsewhere(engine: Engine, spelling: str) -> None:
    reply = await engine.session().exec(f"__out = {spelling}")
    assert isinstance(reply, Completed), reply
    assert reply.value == "a page"


@pytest.mark.parametrize("name", ["mcp__chrome-devtools__take_snapshot", "chrome-devtools.take_snapshot"])
async def test_a_name_of_elsewhere_is_answered_with_the_one_to_call(engine: Engine, name: str) -> None:
    reply = await engine.session().exec(f'__out, _ = codemode.CallTool("{name}", map[string]any{{}})')
    if isinstance(reply, Completed):
        assert reply.value == "a page"
    else:
        assert "MCP.chrome_devtools.take_snapshot(args)" in reply.diagnostics[0].hint, reply


async def test_progress_is_told_as_an_event(engine: Engine) -> None:
    heard: list[CallProgress] = []
    reply = await engine.session().exec(
        '__out = MCP.chrome_devtools.steps(map[string]any{"count": 3, "seconds": 0.05})',
        on_event=lambda event: heard.append(event) if isinstance(event, CallProgress) else None,
    )
    assert isinstance(reply, Completed), reply
    assert heard
    assert all(event.total == 3 and event.message.startswith("step ") for event in heard)


async def test_progress_gives_a_call_its_time_anew_but_not_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from codemode.sources import mcp_limits

    source = daily("d")
    await source.list_tools()
    source._servers[0]._call_timeout = 1.0  # from here on: it takes its time to start
    given = {"count": 8, "seconds": 0.3}  # 2.4 s
    assert await source.call("MCP.d.steps", given, CallContext()) == "done"
    monkeypatch.setattr(mcp_limits, "MOST_EXTENDED", 2)
    began = time.monotonic()
    with pytest.raises(ToolError, match="no answer within 1 s"):
        await source.call("MCP.d.steps", {"count": 100, "seconds": 0.1}, CallContext())
    assert time.monotonic() - began < 4
    await source.close()


async def test_the_instructions_of_a_server_are_in_the_catalog(engine: Engine) -> None:
    reply = await engine.session().exec('__out, _ = API.Read("mcp/chrome_devtools.go")')
    assert isinstance(reply, Completed), reply
    assert "//   Always take a snapshot before you click.\n" in reply.value
    [exec_tool, _] = await engine.session().definitions("mcp")
    told = exec_tool["description"]
    assert "- MCP.chrome_devtools.*: Always take a snapshot before you click. Never '''close''' the last page." in told
    assert told.count("```") % 2 == 0


async def test_what_a_server_logs_goes_to_logging(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        reply = await engine.session().exec("__out = MCP.chrome_devtools.take_snapshot()")
    assert isinstance(reply, Completed)
    [record] = [r for r in caplog.records if r.name == "codemode.mcp.chrome-devtools"]
    assert (record.levelname, record.message) == ("WARNING", "the page is large")


async def test_both_ends_of_a_long_error_are_kept(engine: Engine) -> None:
    reply = await engine.session().exec("__out = MCP.chrome_devtools.fail_at_length()")
    assert isinstance(reply, Failed)
    [call] = reply.tool_calls
    assert "Traceback begins here." in call.error
    assert call.error.endswith("The disk is full.")
    assert len(call.error) < 2200


async def test_where_nobody_is_asked_a_question_of_a_server_is_declined() -> None:
    source = old("elicits")
    assert await source.call("MCP.old.last", {}, CallContext()) == {"action": "decline"}
    await source.close()


async def test_tools_that_need_tasks_are_not_listed() -> None:
    source = old("tasks")
    assert [entry.name for entry in await source.list_tools()] == ["MCP.old.quick"]
    assert "tool 'long' was left out: it can only be called as a task" in source.warnings[0]
    await source.close()
