"""Runs whose time is over, and runs that have just ended, before the store has recorded that: they are over for everybody at once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from codemode import Session, Waiting
from codemode.errors import CodeModeError
from tests.commands import in_process
from tests.engine.durable_world import World
from tests.engine.test_durable import ASK, PAY, completed, until, waiting, write

pytestmark = pytest.mark.anyio

REQUESTS: dict[str, Callable[[Session, Waiting], Any]] = {
    "wait": lambda session, reply: session.wait(reply.run_id, timeout_ms=300),
    "abort": lambda session, reply: session.abort(reply.run_id),
    "approve": lambda session, reply: session.approve("call_1", run_id=reply.run_id),
    "approve without the run": lambda session, _: session.approve("call_1"),
    "deny": lambda session, reply: session.deny("call_1", run_id=reply.run_id),
    "approve all": lambda session, reply: session.approve_all(reply.run_id),
}


async def code_of(request: str, session: Session, reply: Waiting) -> str:
    """The code of the error, "" if there is none."""
    try:
        answer = await REQUESTS[request](session, reply)
    except CodeModeError as error:
        return error.code
    return getattr(answer, "code", "")


def end_its_time(world: World) -> None:
    write(world, "UPDATE runs SET expires_at = 1.0")


async def one_that_waits(world: World, *, warm: bool, **options: Any) -> tuple[Session, Waiting]:
    """A run whose time is over: `warm` gives the session that began it, else another one."""
    session = world.session(policy=ASK, **options)
    reply = await waiting(session, PAY, "approval")

    async def is_free() -> bool:  # its reply has arrived
        info = await session.engine.store.info(reply.run_id)
        return info is not None and not info.owner

    if warm:
        await until(is_free)
    else:
        await session.engine.close()
        session = world.session(policy=ASK, **options)
    end_its_time(world)
    return session, reply


@pytest.mark.parametrize("warm", [True, False])
@pytest.mark.parametrize("request_", REQUESTS)
async def test_a_run_whose_time_is_over_is_over_before_a_sweep(world: World, request_: str, warm: bool) -> None:
    session, reply = await one_that_waits(world, warm=warm)
    assert await code_of(request_, session, reply) == "snapshot_expired"
    assert await code_of("wait", session, reply) == "snapshot_expired"
    assert world.done == []


@pytest.mark.parametrize("warm", [True, False])
@pytest.mark.parametrize("history", [None, "1h"])
async def test_lists_do_not_show_a_run_whose_time_is_over(world: World, history: str | None, warm: bool) -> None:
    session, reply = await one_that_waits(world, warm=warm, history=history)
    assert await session.asked() == {}
    statuses = {run.run_id: run.status for run in await session.engine.runs()}
    assert statuses == ({} if history is None else {reply.run_id: "expired"})
    if history is not None:
        ended = (await session.engine.runs.trajectory(reply.run_id)).events[-1]
        assert (ended["type"], ended["status"]) == ("ended", "expired")


async def test_a_store_that_is_locked_does_not_hold_up_lists(world: World) -> None:
    """Nobody can record then that the time of the run is over."""
    session, _ = await one_that_waits(world, warm=False)
    with closing(sqlite3.connect(world.url.removeprefix("sqlite:///"), isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(8):  # a request to the store waits for ten seconds
            assert await session.engine.runs() == []
            assert await session.asked() == {}


async def test_who_listens_to_a_run_hears_that_it_has_expired(world: World) -> None:
    """Also if a list or a request of somebody else has ended it, and not its own timer."""
    heard: list[str] = []
    session = world.session(policy=ASK)
    reply = await waiting(session, PAY, "approval", on_event=lambda event: heard.append(event.type))
    end_its_time(world)
    await session.engine.runs()
    await until(lambda: "ended" in heard)
    assert session.engine.runs.kept(reply.run_id) is None


async def test_codemode_runs_leaves_to_history_what_a_run_did(world: World, tmp_path: Path) -> None:
    """Its process was killed before it had written that; the command itself keeps no history."""
    session, reply = await one_that_waits(world, warm=False, history="1h")
    await session.engine.close()
    write(world, "DELETE FROM history_events")
    write(world, "DELETE FROM history_runs")
    done = await asyncio.to_thread(in_process, tmp_path, "runs", "--store", world.url)
    assert done.stderr == "codemode: no runs are waiting\n"
    [run] = await world.engine(history="1h").runs()
    assert (run.run_id, run.status, [call.tool for call in run.calls]) == (reply.run_id, "expired", ["w.pay"])


@pytest.mark.parametrize("warm", [True, False])
async def test_a_wait_begins_the_time_of_a_run_again_also_if_its_process_is_killed(world: World, warm: bool) -> None:
    world.gate("x")
    code = 'yield_control()\n__out = codemode.CallTool("w.put", map[string]any{"key": "x"})'
    session = world.session()
    reply = await waiting(session, code, "yield")
    if not warm:
        await session.engine.close()
        session = world.session()
    write(world, "UPDATE runs SET expires_at = ?", time.time() + 30)
    driving = asyncio.create_task(session.wait(reply.run_id))
    await until(lambda: world.begun == ["x"])
    info = await session.engine.store.info(reply.run_id)
    assert info is not None
    assert info.state == "running"
    assert (info.expires_at or 0.0) > time.time() + 600
    world.gate("x").set()
    await driving


async def test_a_session_that_is_closed_aborts_also_a_run_whose_process_was_killed(world: World) -> None:
    """In the store such a run is still driven."""
    session = world.session()
    reply = await waiting(session, "yield_control()", "yield")
    await session.engine.close()
    write(world, "UPDATE runs SET state = 'running', owner = 'one that was killed', lease_until = 1.0")
    other = world.session()
    await other.close()
    info = await other.engine.store.info(reply.run_id)
    assert info is not None
    assert info.state == "aborted"


async def test_a_timer_that_is_early_leaves_the_run_and_its_calls(world: World) -> None:
    """A wait that its caller gave up while the store was slow begins the time of the run again; the timer does not know that."""
    world.gate("Ann 5")
    session = world.session(limits={"snapshot_ttl_seconds": 1})
    reply = await waiting(session, PAY, ready=lambda _: world.begun == ["Ann 5"])
    write(world, "UPDATE runs SET expires_at = expires_at + 3600")
    kept = session.engine.runs.kept(reply.run_id)
    assert kept is not None
    first = kept.expiry
    await until(lambda: kept.expiry is not first or session.engine.runs.kept(reply.run_id) is not kept)
    world.gate("Ann 5").set()
    assert (await completed(session, reply.run_id)).value[0] == "paid 5 to Ann"
    assert world.begun == ["Ann 5"]


@pytest.mark.parametrize("request_", [each for each in REQUESTS if each != "approve without the run"])
async def test_a_run_that_has_just_ended_has_ended(world: World, request_: str) -> None:
    """The store is told a second later, because the reply may be on its way."""
    session = world.session(policy=ASK)
    reply = await waiting(session, PAY, "approval")
    await session.approve("call_1")
    assert (await completed(session, reply.run_id)).value[0] == "paid 5 to Ann"
    expected = "already_decided" if request_ in ("approve", "deny") else "run_not_found"
    for _ in range(2):
        assert await code_of(request_, session, reply) in (expected, "run_not_found")
    info = await session.engine.store.info(reply.run_id)
    assert info is not None
    assert info.state == "completed"
    assert world.done == ["Ann 5"]
