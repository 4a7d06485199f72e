"""Requests about runs that are over, that have not begun, or that other processes drive: the server says of them what the store knows."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from codemode.errors import RunError
from codemode.server.access import LOCAL
from codemode.server.routes import status_of
from codemode.server.run_list import waiting
from tests.commands import in_process
from tests.server.conftest import Running, over_mcp, serving
from tests.server.test_decisions import House, house

pytestmark = pytest.mark.anyio

ASKS = '__out = bank.pay(to="ann", amount=1)'
SLOW = "__out = time.slow(seconds=1.5)"
ENDS = {
    "aborted": ("aborted", 409),
    "over": ("snapshot_expired", 410),
    "completed": ("run_not_found", 404),
    "unknown": ("run_not_found", 404),
}


def end_its_time(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "runs.db")) as db, db:
        db.execute("UPDATE runs SET expires_at = 1.0")


async def brought_to(end: str, place: House, folder: Path) -> str:
    """A run of the server in that state."""
    session = place.running.server.hub.engine.session("local", "s")
    run_id = (await session.exec(ASKS)).run_id
    match end:
        case "aborted":
            assert (await session.abort(run_id)).is_abort
        case "over":
            end_its_time(folder)
        case "completed":
            await session.approve("call_1", run_id=run_id)
            assert (await session.wait(run_id)).status == "completed"
        case _:
            run_id = "run_0123456789abcdef"
    return run_id


async def abort_at(door: str, place: House, run_id: str) -> tuple[str, int]:
    """The code and the status of the answer."""
    match door:
        case "http":
            answer = await place.running.post(f"/v1/runs/{run_id}/abort")
            return answer.json()["error"]["code"], answer.status_code
        case "page":
            return "", (await place.browser.post(f"/runs/{run_id}/abort?csrf={place.csrf}")).status_code
        case "python":
            reply = await place.running.server.hub.engine.session("local", "s").abort(run_id)
            assert not reply.is_abort
            return reply.code, status_of(RunError(reply.error, code=reply.code))
        case _:
            words = ["abort", run_id, "--agent", "local", "--session", "s", "--store", "sqlite:///runs.db", "--json"]
            done = await asyncio.to_thread(in_process, place.folder, *words)
            assert done.returncode == 1
            return json.loads(done.stdout)["code"], 0


@pytest.mark.parametrize("end", ENDS)
async def test_an_abort_that_ends_nothing_is_an_error_at_each_door(tmp_path: Path, end: str) -> None:
    async with house(tmp_path) as place:
        run_id = await brought_to(end, place, tmp_path)
        for door in ("http", "page", "command line", "python"):
            code, status = await abort_at(door, place, run_id)
            assert code in (ENDS[end][0], ""), door
            assert status in (ENDS[end][1], 0), door


async def events_of(running: Running, run_id: str) -> list[dict[str, Any]]:
    """All events of a run that has ended; the stream has an end."""
    async with asyncio.timeout(20), running.http.stream("GET", f"/v1/runs/{run_id}/events") as stream:
        assert stream.status_code == 200
        lines = [line async for line in stream.aiter_lines()]
    return [json.loads(line.removeprefix("data:")) for line in lines if line.startswith("data:")]


async def test_the_events_of_an_unknown_run_are_an_error(tmp_path: Path) -> None:
    async with house(tmp_path) as place, asyncio.timeout(20):
        answer = await place.running.http.get("/v1/runs/run_0123456789abcdef/events")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "run_not_found")


@pytest.mark.parametrize("history", ["1h", None])
@pytest.mark.parametrize("end", ["aborted", "expired", "completed"])
async def test_what_others_did_with_a_run_is_known_from_the_store(
    tmp_path: Path, end: str, history: str | None
) -> None:
    async with house(tmp_path, history=history) as place:
        session = place.other.session("local", "s")
        run_id = (await session.exec("yield_control()")).run_id

        async def shown() -> tuple[str, str, str, str]:
            run = (await place.running.http.get(f"/v1/runs/{run_id}")).json()
            return run["status"], run["agent"], run["session"], run["code"]

        assert await shown() == ("waiting", "local", "s", "yield_control()")
        match end:
            case "aborted":
                assert (await session.abort(run_id)).is_abort
            case "expired":
                end_its_time(tmp_path)
            case _:
                assert (await session.wait(run_id)).status == "completed"
                while (info := await place.other.store.info(run_id)) is None or info.state == "running":
                    await asyncio.sleep(0.05)
        assert (await shown())[:3] == (end, "local", "s")
        assert (await events_of(place.running, run_id))[-1]["status"] == end
        assert end in (await place.browser.get(f"/runs/{run_id}")).text


async def test_a_run_that_another_process_ends_ends_for_those_who_watch(tmp_path: Path) -> None:
    """No history tells this server; it had begun the run itself."""
    async with house(tmp_path, history=None) as place:
        run_id = (await place.running.server.hub.engine.session("local", "s").exec(ASKS)).run_id
        async with asyncio.timeout(20):
            while not (await place.other.session("local", "s").abort(run_id)).is_abort:
                await asyncio.sleep(0.05)  # its reply may be on the way
        assert (await place.running.http.get(f"/v1/runs/{run_id}")).json()["status"] == "aborted"
        assert [event["type"] for event in await events_of(place.running, run_id)][-1] == "ended"


async def test_a_page_shows_that_another_process_ended_its_run(tmp_path: Path) -> None:
    async with house(tmp_path, history=None) as place:
        run_id = (await place.running.server.hub.engine.session("local", "s").exec(ASKS)).run_id
        views: list[str] = []

        async def watch() -> None:
            async with place.browser.stream("GET", f"/runs/{run_id}/live") as stream:
                async for line in stream.aiter_lines():
                    views.append(line)

        watching = asyncio.create_task(watch())
        async with asyncio.timeout(20):
            while "event: view" not in views:
                await asyncio.sleep(0.02)
            while not (await place.other.session("local", "s").abort(run_id)).is_abort:
                await asyncio.sleep(0.05)  # its reply may be on the way
            await watching
        assert "event: over" in views
        assert "aborted" in "".join(views[views.index("event: view") + 1 :])


@pytest.mark.parametrize("driven", [True, False])
async def test_whoever_drives_a_run_tells_of_its_end(tmp_path: Path, driven: bool) -> None:
    """The store may have the end before the events have arrived; a page that showed it would show no more of them."""
    async with house(tmp_path, history=None) as place:
        hub = place.running.server.hub
        run_id = (await hub.engine.session("local", "s").exec(ASKS)).run_id
        async with asyncio.timeout(20):
            while hub.watch.latest(run_id)[-1]["type"] != "waiting":
                await asyncio.sleep(0.02)
            while not (await place.other.session("local", "s").abort(run_id)).is_abort:
                await asyncio.sleep(0.05)  # its reply may be on the way
        if driven:
            hub.watch.tell({"type": "resumed", "run_id": run_id, "at": 1.0}, None)
        last = (await hub.events(LOCAL, run_id))[-1]["type"]
        assert last == ("resumed" if driven else "ended")


@pytest.mark.parametrize("end", ["aborted", "over"])
async def test_the_page_counts_no_calls_of_runs_that_are_over(tmp_path: Path, end: str) -> None:
    async with house(tmp_path) as place:
        watch = place.running.server.hub.watch
        run_id = await brought_to(end, place, tmp_path)
        await place.running.http.get(f"/v1/runs/{run_id}")
        async with asyncio.timeout(20):
            while watch.latest(run_id)[-1]["type"] != "ended":
                await asyncio.sleep(0.02)
        assert await waiting(place.running.server.hub, LOCAL) == []


async def test_a_submitted_run_that_no_host_has_is_shown_and_ended(postgres_url: str) -> None:
    async with serving(store=postgres_url) as running:
        run = await running.server.hub.engine.submit("__out = 1", agent="local", session="s")
        shown = (await running.http.get(f"/v1/runs/{run.run_id}")).json()
        assert [shown[key] for key in ("status", "agent", "session", "code")] == ["queued", "local", "s", "__out = 1"]
        events = asyncio.create_task(events_of(running, run.run_id))
        ended = await running.post(f"/v1/runs/{run.run_id}/abort")
        assert (ended.status_code, ended.json()["code"]) == (200, "aborted")
        again = await running.post(f"/v1/runs/{run.run_id}/abort")
        assert (again.status_code, again.json()["error"]["code"]) == (404, "run_not_found")
        assert (await run.reply(10)).code == "aborted"
        assert [event["type"] for event in await events] == ["started", "ended"]


async def waited(door: str, running: Running, run_id: str, timeout_ms: int) -> dict[str, Any]:
    if door == "mcp":
        async with over_mcp(running, "auto", running.key) as client:
            reply: Any = await client.call_tool("wait", {"run_id": run_id})
            return json.loads(reply.content[0].text)
    return (await running.post("/v1/wait", {"run_id": run_id, "timeout_ms": timeout_ms})).json()


@pytest.mark.parametrize("door", ["http", "mcp"])
async def test_a_wait_at_another_server_takes_its_turn(postgres_url: str, door: str) -> None:
    """Behind a proxy, each request may go to another server."""
    shared: dict[str, Any] = {"store": postgres_url, "engine": {"history": "1h"}}
    async with serving(**shared) as first, serving(**shared) as second:
        begun = await first.post("/v1/exec", {"code": SLOW, "session": "mcp", "timeout_ms": 200})
        run_id = begun.json()["run_id"]
        told = (await second.post("/v1/wait", {"run_id": run_id, "timeout_ms": 400})).json()
        assert (told["status"], told["reason"]) == ("waiting", "pending_tools")
        for at in (second, first):  # the first one has the reply at once, although it is on its way from the second
            while (told := await waited(door, at, run_id, 20_000))["status"] == "waiting":
                pass
            assert (told["status"], told.get("value")) == ("completed", "done")
