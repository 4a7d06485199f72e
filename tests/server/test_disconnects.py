"""HTTP clients that leave before their answer: their runs are not locked for others."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from codemode import Limits
from codemode.server.access import LOCAL
from tests.server.conftest import Running
from tests.server.test_mcp_disconnects import CODE, Gate, gated

pytestmark = pytest.mark.anyio
KEPT: dict[str, Any] = {"history": "1h"}


async def leave(running: Running, gate: Gate, path: str, body: dict[str, Any], begun: int = 0) -> None:
    """Sends a request, and leaves when so many calls are under way."""
    async with httpx2.AsyncClient(base_url=running.url, timeout=30) as http:
        asking = asyncio.create_task(http.post(path, json=body))
        while gate.begun < begun:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert not asking.done()
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    async with asyncio.timeout(20):
        while running.server.hub.is_busy:
            await asyncio.sleep(0.01)


async def latest(running: Running) -> dict[str, Any]:
    return (await running.http.get("/v1/runs")).json()["runs"][0]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_wait_that_nobody_waits_for_leaves_the_run_to_others(isolation: Any) -> None:
    async with gated(isolation=isolation, engine=KEPT) as (running, gate):
        first = (await running.post("/v1/exec", {"code": CODE, "timeout_ms": 300})).json()
        assert (first["status"], first["reason"]) == ("waiting", "pending_tools")
        for _ in range(2):
            await leave(running, gate, "/v1/wait", {"run_id": first["run_id"], "timeout_ms": 50_000}, 1)
        gate.open.set()
        answer = (await running.post("/v1/wait", {"run_id": first["run_id"]})).json()
        assert (answer["status"], answer["value"], gate.begun) == ("completed", "read", 1)


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_run_that_nobody_waits_for_can_be_aborted(isolation: Any) -> None:
    async with gated(isolation=isolation, engine={**KEPT, "limits": Limits(timeout_ms=300)}) as (running, gate):
        # the program waits longer than its first budget
        await leave(running, gate, "/v1/run", {"code": CODE}, 1)
        await asyncio.sleep(0.5)
        known = await latest(running)
        if known["status"] != "aborted":  # the client left in the first budget
            answer = await running.post(f"/v1/runs/{known['run_id']}/abort")
            assert answer.json()["code"] == "aborted", answer.text
        assert gate.cancelled == 1


async def test_a_program_whose_client_leaves_at_once_is_aborted() -> None:
    async with gated(engine=KEPT) as (running, gate):
        await leave(running, gate, "/v1/exec", {"code": CODE, "timeout_ms": 50_000}, 1)
        async with asyncio.timeout(5):
            while (await latest(running))["status"] != "aborted":
                await asyncio.sleep(0.05)
        assert gate.cancelled == 1


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_run_whose_client_has_left_says_so(isolation: Any) -> None:
    """In the list of runs, in its events, at the page, and to a client that comes back."""
    async with gated(isolation=isolation, engine=KEPT) as (running, gate):
        await leave(running, gate, "/v1/exec", {"code": CODE, "timeout_ms": 50_000}, 1)
        async with asyncio.timeout(5):
            while (await latest(running))["status"] != "aborted":
                await asyncio.sleep(0.05)
        known = await latest(running)
        [reply] = known["replies"]
        assert (reply["status"], reply["code"]) == ("failed", "aborted")
        assert "the client left" in reply["error"]
        assert [call["status"] for call in reply["tool_calls"]] == ["in_doubt"]
        assert "may or may not have taken effect" in reply["hint"]
        events = (await running.http.get(f"/v1/runs/{known['run_id']}/events")).text
        assert "the client left" in events.split("event: ended")[1]
        again = (await running.post("/v1/wait", {"run_id": known["run_id"]})).json()
        assert (again["code"], again["error"]) == ("aborted", reply["error"])
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        assert "the client left" in (await running.http.get(f"/runs/{known['run_id']}")).text
