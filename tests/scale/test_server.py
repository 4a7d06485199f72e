"""Any server shows all runs of a store that machines share, gives approvals, and streams the events of runs that other hosts drive."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from codemode import Engine
from tests.scale.fleet import PATIENCE, Fleet
from tests.scale.test_worker import call, value_of
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio


async def events_of(server: Running, run_id: str, found: list[dict[str, Any]]) -> None:
    async with server.http.stream("GET", f"/v1/runs/{run_id}/events", timeout=PATIENCE) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                found.append(json.loads(line.removeprefix("data:")))


async def test_a_server_shows_and_streams_what_other_hosts_drive(hosts: Fleet, database: str, engine: Engine) -> None:
    async with serving(store=database, engine={"history": "1h"}) as server:
        run = await engine.submit(f'fmt.Println("begun")\n{call("pay", "shown")}__out = v', agent="seen")
        give_up = time.monotonic() + PATIENCE
        while not (asked := await engine.session("seen").asked()):
            assert time.monotonic() < give_up, hosts.logs()
            await asyncio.sleep(0.05)
        found: list[dict[str, Any]] = []
        watching = asyncio.create_task(events_of(server, run.run_id, found))
        shown = {each["run_id"]: each for each in (await server.http.get("/v1/runs")).json()["runs"]}
        assert (shown[run.run_id]["agent"], shown[run.run_id]["status"]) == ("seen", "waiting")
        call_id = asked[run.run_id][0].call_id
        decided = await server.post(f"/v1/runs/{run.run_id}/approve", {"call_id": call_id})
        assert decided.status_code == 200, decided.text
        assert await value_of(run) == "paid shown"
        await asyncio.wait_for(watching, PATIENCE)
        kinds = [event["type"] for event in found]
        assert kinds[-1] == "ended"
        assert "call_ended" in kinds
        again = (await server.http.get("/v1/runs?agent=seen")).json()["runs"]
        assert [(each["run_id"], each["status"]) for each in again] == [(run.run_id, "completed")]


async def test_a_server_shows_runs_that_no_host_can_drive(database: str, engine: Engine, hosts: Fleet) -> None:
    run = await engine.submit("__out = 1", agent="stuck", sources=["nobody_has_it"])
    async with serving(store=database, engine={"history": "1h"}) as server:
        give_up = time.monotonic() + PATIENCE
        while True:
            (shown,) = (await server.http.get("/v1/runs?agent=stuck")).json()["runs"]
            if shown["reason"]:
                break
            assert time.monotonic() < give_up, hosts.logs()
            await asyncio.sleep(0.05)
    assert (shown["run_id"], shown["status"]) == (run.run_id, "queued")
    assert shown["reason"] == "no host has what it needs: go, nobody_has_it"
