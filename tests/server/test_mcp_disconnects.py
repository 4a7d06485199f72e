"""MCP clients that change their mind, or die: what they began goes on or ends as they would expect."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from starlette.requests import Request

from codemode import FunctionSource, FunctionTool, Limits
from codemode.server.mcp_sessions import Room
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio

REVISIONS = ["legacy", "2026-07-28"]
WAITS = "import asyncio, sys; from tests.server.test_mcp_disconnects import wait; asyncio.run(wait(*sys.argv[1:]))"
CODE = "a := gate.read()\ntext(a)\n__out = a"


class Gate:
    """A tool whose calls last until the gate is opened."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.begun = 0
        self.cancelled = 0

    async def read(self) -> str:
        """Read behind the gate."""
        self.begun += 1
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return "read"

    def source(self) -> FunctionSource:
        return FunctionSource([FunctionTool("gate.read", self.read)], owner="gate")


@asynccontextmanager
async def gated(**options: Any) -> AsyncGenerator[tuple[Running, Gate]]:
    gate = Gate()
    async with serving(sources=[gate.source()], **options) as running:
        try:
            yield running, gate
        finally:
            gate.open.set()


async def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def told(result: Any) -> dict[str, Any]:
    return json.loads(result.content[0].text)


async def wait(url: str, mode: str, run_id: str) -> None:
    """In a process of its own, until it is killed."""
    async with Client(url, mode=mode) as client:
        await client.call_tool("wait", {"run_id": run_id})


@pytest.mark.parametrize("mode", REVISIONS)
async def test_cancelling_reaches_the_calls_of_the_program(mode: str) -> None:
    async with gated() as (running, gate), Client(f"{running.url}/mcp", mode=mode) as client:
        call = asyncio.create_task(client.call_tool("exec", {"code": CODE}))
        await until(lambda: gate.begun)
        call.cancel()
        await asyncio.wait([call])
        await until(lambda: gate.cancelled and not running.server.hub.is_busy)
        assert (gate.begun, gate.cancelled) == (1, 1)


@pytest.mark.parametrize(
    ("mode", "opened", "store"),
    [
        ("legacy", "while nobody is there", None),
        ("legacy", "when somebody is back", "sqlite"),
        ("2026-07-28", "while nobody is there", "sqlite"),
        ("2026-07-28", "when somebody is back", "sqlite"),
    ],
)
async def test_a_client_dies_in_the_middle_of_a_wait(tmp_path: Path, mode: str, opened: str, store: str | None) -> None:
    """The run goes on, and who waits again gets its result."""
    url = f"sqlite:///{tmp_path / 'runs.db'}" if store else None
    more: dict[str, Any] = {"engine": {"limits": Limits(timeout_ms=1500), "history": "1h"}, "store": url}
    async with gated(**more) as (running, gate):
        where = f"{running.url}/mcp"
        async with Client(where, mode=mode) as client:
            waiting = told(await client.call_tool("exec", {"code": CODE}))
        assert waiting["status"] == "waiting"
        run_id = waiting["run_id"]
        dying = await asyncio.create_subprocess_exec(
            sys.executable, "-c", WAITS, where, mode, run_id, cwd=Path(__file__).parents[2]
        )
        await until(lambda: running.server.hub.is_busy)
        os.kill(dying.pid, signal.SIGKILL)
        await dying.wait()
        if opened == "while nobody is there":
            gate.open.set()
            await until(lambda: not running.server.hub.is_busy)
            await asyncio.sleep(1.2)  # in which a reply may be on its way
        async with Client(where, mode=mode) as client, asyncio.timeout(60):
            while True:
                reply = told(await client.call_tool("wait", {"run_id": run_id}))
                gate.open.set()
                if reply["status"] == "completed":
                    break
                assert reply["status"] == "waiting" or reply["code"] == "run_busy", reply
                await asyncio.sleep(0.05)
        assert (reply["value"], gate.begun, gate.cancelled) == ("read", 1, 0)


def kept_bodies() -> list[int]:
    """The sizes of the large bodies of requests that this process has."""
    gc.collect()
    bodies = [getattr(each, "_body", b"") for each in gc.get_objects() if isinstance(each, Request)]
    return [len(body) for body in bodies if len(body) > 1 << 20]


@pytest.mark.parametrize("mode", REVISIONS)
async def test_a_run_that_waits_does_not_keep_the_request_that_began_it(mode: str) -> None:
    async with gated() as (running, _), Client(f"{running.url}/mcp", mode=mode) as client:
        given = {"code": 'yield_control("")\n__out = 1', "data": "x" * (2 << 20)}
        waiting = told(await client.call_tool("exec", given))
        assert (waiting["status"], kept_bodies()) == ("waiting", [])


def test_calls_whose_clients_have_gone_are_bounded_in_bytes() -> None:
    room = Room(20 << 20)
    with room.taken("ann", 8 << 20) as first, room.taken("ann", 8 << 20) as second:
        assert (first, second) == (True, False)
        with room.taken("bob", 8 << 20) as other, room.taken("ann", 1000) as small:
            assert (other, small) == (True, True)
    with room.taken("ann", 8 << 20) as again:
        assert again


@pytest.mark.parametrize("left", [0, 1])
async def test_a_call_is_refused_when_too_many_large_ones_are_under_way(
    left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Room.__init__, "__defaults__", ((4 << 20) * (1 + left),))
    async with gated() as (running, gate), Client(f"{running.url}/mcp", mode="legacy") as client:
        gate.open.set()
        result = await client.call_tool("exec", {"code": CODE, "data": "x" * (1 << 20)})
        assert result.is_error is not bool(left)
        assert ("too many calls with large arguments" in result.content[0].text) is not bool(left)  # type: ignore[union-attr]
