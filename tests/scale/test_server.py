"""Any server shows all runs of a store that machines share, gives approvals, and streams the events of runs that other hosts drive."""

from __future__ import annotations

import asyncio
import html
import json
import re
import time
from typing import Any

import httpx2
import pytest

from codemode import Engine, Failed
from codemode.server.access import LOCAL
from tests.scale.fleet import PATIENCE, Fleet
from tests.scale.test_worker import call, until_effect, value_of
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio


async def events_of(server: Running, run_id: str, found: list[dict[str, Any]]) -> None:
    async with server.http.stream("GET", f"/v1/runs/{run_id}/events", timeout=PATIENCE) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                found.append(json.loads(line.removeprefix("data:")))


async def on_the_page(server: Running, run_id: str, call_id: str) -> None:
    """Approve as a person does, in a form of the page."""
    async with httpx2.AsyncClient(base_url=server.url, timeout=PATIENCE) as browser:
        await browser.get(f"/?key={server.server.keys.new_key(LOCAL)}")
        shown = (await browser.get(f"/runs/{run_id}")).text
        assert 'name="arg.key"' in shown
        (csrf, *_) = re.findall(r"csrf=([\w-]+)", shown)
        done = await browser.post(
            f"/runs/{run_id}/approve?csrf={csrf}", data={"call_id": call_id, "arg.key": "on_the_page"}
        )
        assert done.status_code == 303, done.text


async def by_the_api(server: Running, run_id: str, call_id: str) -> None:
    decided = await server.post(f"/v1/runs/{run_id}/approve", {"call_id": call_id})
    assert decided.status_code == 200, decided.text


@pytest.mark.parametrize("approve", [by_the_api, on_the_page])
async def test_a_server_shows_streams_and_approves_what_other_hosts_drive(
    hosts: Fleet, database: str, engine: Engine, approve: Any
) -> None:
    """The server has none of the tools: the hosts go on with the run."""
    agent = approve.__name__
    async with serving(store=database, engine={"history": "1h"}) as server:
        run = await engine.submit(f'fmt.Println("begun")\n{call("pay", agent)}__out = v', agent=agent)
        give_up = time.monotonic() + PATIENCE
        while not (asked := await engine.session(agent).asked()):
            assert time.monotonic() < give_up, hosts.logs()
            await asyncio.sleep(0.05)
        found: list[dict[str, Any]] = []
        watching = asyncio.create_task(events_of(server, run.run_id, found))
        shown = {each["run_id"]: each for each in (await server.http.get("/v1/runs")).json()["runs"]}
        assert (shown[run.run_id]["agent"], shown[run.run_id]["status"]) == (agent, "waiting")
        await approve(server, run.run_id, asked[run.run_id][0].call_id)
        assert await value_of(run) == f"paid {agent}"
        assert {pid for _, key, pid in hosts.effects() if key == agent} < {host.pid for host in hosts.hosts}
        await asyncio.wait_for(watching, PATIENCE)
        kinds = [event["type"] for event in found]
        assert kinds[-1] == "ended"
        assert "call_ended" in kinds
        assert "restored" not in [event.get("type") for event in found]
        assert not server.server.hub.is_busy
        again = (await server.http.get(f"/v1/runs?agent={agent}")).json()["runs"]
        assert [(each["run_id"], each["status"]) for each in again] == [(run.run_id, "completed")]


async def test_a_page_aborts_a_run_that_a_host_drives(hosts: Fleet, database: str, engine: Engine) -> None:
    run = await engine.submit(f"{call('slow', 'stopped', seconds=60)}{call('put', 'not_stopped')}", agent="stops")
    async with serving(store=database, engine={"history": "1h"}) as server:
        await until_effect(hosts, "slow", "stopped")
        async with httpx2.AsyncClient(base_url=server.url, timeout=PATIENCE) as browser:
            await browser.get(f"/?key={server.server.keys.new_key(LOCAL)}")
            shown = (await browser.get(f"/runs/{run.run_id}")).text
            assert "Continue the run" not in shown
            (form,) = re.findall(rf'action="(/runs/{run.run_id}/abort[^"]*)"', shown)
            done = await browser.post(html.unescape(form))
            assert done.status_code == 303, done.text
            assert "/abort" not in (await browser.get(f"/runs/{run.run_id}")).text
    last = await run.reply(PATIENCE)
    assert isinstance(last, Failed)
    assert last.code == "aborted"
    assert ("put", "not_stopped") not in [effect[:2] for effect in hosts.effects()]


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
