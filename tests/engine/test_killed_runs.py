"""Processes that drive a run are killed, and so are the workers that guests live in: nothing is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from codemode import Completed, Engine, Failed, Limits, Waiting
from codemode.engine.driver_policy import REVIVALS
from tests.engine.durable_child import ASK, PROGRAM, Orders, Tools, engine_of
from tests.engine.kill_runs import KEYS, LINES, PUTS, ForkServer, Killed, Served, at_point, at_random, first_reply
from tests.engine.processes import kill, processes_below

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    with ForkServer() as made:
        yield made


@pytest.mark.parametrize("seed", range(9000, 9008))
def test_processes_are_killed_at_random(fork_server: ForkServer, seed: int) -> None:
    at_random(fork_server, seed)


@pytest.mark.parametrize(
    ("seed", "isolation"), [(9100, "inline"), (9101, "inline"), (9102, "inline"), (9103, "process")]
)
def test_processes_of_programs_in_python_are_killed(fork_server: ForkServer, seed: int, isolation: str) -> None:
    fork_server.language = "python"
    try:
        at_random(fork_server, seed, isolation, 4)
    finally:
        fork_server.language = "go"


@pytest.mark.parametrize("point", [0, 1, 6, 7, 13, 20, 27, 34])
def test_processes_are_killed_before_and_after_a_write(fork_server: ForkServer, point: int) -> None:
    at_point(fork_server, point)


@pytest.mark.parametrize("seed", [0, 1])
def test_processes_that_have_workers_are_killed(fork_server: ForkServer, seed: int) -> None:
    at_random(fork_server, seed, "process", 2)


def test_a_process_is_killed_with_a_reply_in_hand(fork_server: ForkServer) -> None:
    run = Killed(fork_server, 3, False, "process").go([{"kill_reply": True}])
    run.check()
    assert (run.kills, run.doubts, run.repeated) == (2, 0, 0)
    assert set(fork_server.served.done.values()) == {1}


@pytest.mark.parametrize("leaves", [False, True])
def test_a_process_is_killed_while_its_guest_computes(fork_server: ForkServer, leaves: bool) -> None:
    """Also when another process was forked off it, which holds the same sockets and lives on."""
    orders = Orders("sqlite://", fork_server.served.path, "", isolation="process", program="for { }", leaves=leaves)
    orders.store = f"sqlite:///{fork_server.path / f'computes-{leaves}.db'}"
    child = fork_server.child(orders)
    time.sleep(0.05)
    assert len(processes_below(child.pid)) == 2 + leaves  # the fork server and a worker
    child.bury(heirs=leaves)


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_a_process_is_killed_while_its_fork_server_starts(fork_server: ForkServer, seconds: float) -> None:
    pid = fork_server.begin(Orders("", fork_server.served.path, "", isolation="process"))
    time.sleep(seconds)
    fork_server.bury(pid)


@pytest.mark.parametrize("others", [False, True])
async def test_what_a_killed_run_did_is_in_history_also_when_its_time_is_over(
    fork_server: ForkServer, others: bool
) -> None:
    """`others`: an engine that keeps no history sees first that the time is over."""
    path = fork_server.path / f"over{others:d}.db"
    url, served = f"sqlite:///{path}", fork_server.served
    child = fork_server.child(Orders(url, served.path, "", kill_after_line=LINES[1]))
    assert child.reply() is None  # it is dead
    child.bury()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE runs SET expires_at = 1")
        notes = [note for (note,) in db.execute("SELECT entry FROM entries")]
        db.execute("DELETE FROM history_runs")  # nothing of it was written
        db.execute("DELETE FROM history_events")
    code = 'codemode.CallTool("k.read", map[string]any{"key": "r0"})\n__out = 1'
    # whoever has a run in the store also looks after those whose time is over
    if others:
        async with engine_of(url, served.path, True, history=None) as other:
            assert isinstance(await other.session("b", "s").exec(code), Completed)
            async with asyncio.timeout(20):
                while await other.runs("a"):  # it looks beside its own work
                    await asyncio.sleep(0.01)
    async with engine_of(url, served.path, True) as engine:
        assert isinstance(await engine.session("b", "s").exec(code), Completed)
        (run,) = await engine.runs("a")
        assert (run.status, run.code) == ("expired", PROGRAM)
        assert len(run.calls) == sum(note.startswith(b'["begin"') for note in notes) > 3
        assert {call.status for call in run.calls} <= {"ok", "in_doubt", "never_started"}  # one may have asked
        events = (await engine.trajectory(run.run_id)).events
        printed = "".join(event["text"] for event in events if event["type"] == "output")
        assert "\n".join(LINES).startswith(printed.strip())
        assert printed.count("\n") >= 2


def test_a_run_that_nobody_disturbs(fork_server: ForkServer) -> None:
    run = Killed(fork_server, 0, repeatable=False).go([])
    run.check()
    assert (run.output.splitlines(), run.repeated, run.doubts, run.kills) == (LINES, 0, 0, 1)
    assert set(fork_server.served.done.values()) == {1}


def test_only_one_of_two_processes_gets_the_run(fork_server: ForkServer) -> None:
    served = fork_server.served
    run = Killed(fork_server, 1, repeatable=False)
    served.slow = ""
    first = fork_server.child(Orders(run.url, served.path, "", repeatable=False))
    reply = first.reply()
    first.bury()
    assert reply is not None
    assert reply["reason"] == "approval"
    run.run_id = reply["run_id"]
    asyncio.run(run.approve([call["id"] for call in reply["pending_tool_calls"]]))
    served.gate.clear()  # whoever gets the run waits for its payments
    try:
        orders = [Orders(run.url, served.path, "", run.run_id, repeatable=False) for _ in range(2)]
        two = [fork_server.child(each) for each in orders]
        refused, refusal = first_reply(two)
        assert (refusal["status"], refusal["code"]) == ("failed", "run_busy")
    finally:
        served.gate.set()
    winner = two[1 - refused]
    told = winner.reply()
    assert told is not None
    assert (told["status"], told["reason"]) == ("waiting", "yield")
    winner.go_on()
    done = winner.reply()
    assert done is not None
    assert done["value"]["pay"] == ["pay p0", "pay p1"]
    assert (served.done["pay", "p0"], served.done["pay", "p1"]) == (1, 1)
    for child in two:
        child.bury()
    run.store.close()


async def test_workers_are_killed_while_the_host_lives(tmp_path: Path) -> None:
    served = Served(tmp_path)
    dice = random.Random(7)
    killed = revived = 0

    async def kill_some(engine: Engine) -> None:
        nonlocal killed
        for _ in range(REVIVALS - 1):  # one more may have died since the reply before
            await asyncio.sleep(dice.random() * 0.15)
            for pid in engine._pool.pids():  # type: ignore[union-attr]
                with suppress(ProcessLookupError):
                    kill(pid)
                    killed += 1

    source = Tools(served.path, repeatable=False).source()
    for store in (None, f"sqlite:///{tmp_path / 'runs.db'}"):
        async with Engine([source], Limits(), isolation="process", workers=1, store=store, policy=ASK) as engine:
            session = engine.session("a", "s")
            for _ in range(4):
                served.done.clear()
                served.slow = dice.choice(["r2", "o1", "p0", "s", "f", "u1"])
                output = ""
                killer = asyncio.create_task(kill_some(engine))
                reply = await session.exec(PROGRAM, timeout_ms=60_000)
                while True:
                    await killer
                    output += "".join(item.text for item in reply.output)  # type: ignore[union-attr]
                    if not isinstance(reply, Waiting):
                        break
                    for call in reply.pending_tool_calls:
                        await session.approve(call.id, run_id=reply.run_id)
                    killer = asyncio.create_task(kill_some(engine))
                    reply = await session.wait(reply.run_id, timeout_ms=60_000)
                assert isinstance(reply, Completed), reply
                assert output.splitlines() == LINES
                assert reply.value["pay"] == ["pay p0", "pay p1"]
                assert reply.value["feed"] == [f"f{n}" for n in range(4)]
                assert {call.status for call in reply.tool_calls} == {"ok"}
                calls = len(PUTS) + 2 + sum(map(len, KEYS.values()))
                assert (len(served.done), set(served.done.values())) == (calls, {1})
                revived += reply.telemetry.events.count("revived")
    assert killed >= 8
    assert revived >= 4
    served.close()


async def test_a_run_whose_worker_another_one_needed_has_its_time_all_the_same() -> None:
    async with Engine([], Limits(), isolation="process", workers=1) as engine:
        session = engine.session()
        code = "n := 0\nfor i := range 1000000 { n += i }\nyield_control()\n__out = n"
        parked = await session.exec(code, timeout_ms=60_000)
        assert isinstance(parked, Waiting), parked
        assert (await session.exec("__out = 1", timeout_ms=60_000)).value == 1  # type: ignore[union-attr]
        done = await session.wait(parked.run_id, timeout_ms=100)  # less than it takes to do all of it again
        assert isinstance(done, Completed), done
        assert done.value == 499999500000
        assert "revived" in done.telemetry.events


async def test_a_run_whose_workers_always_die_says_so() -> None:
    async with Engine([], Limits(), isolation="process", workers=1) as engine:

        async def kill_all() -> None:
            while True:
                for pid in engine._pool.pids():  # type: ignore[union-attr]
                    kill(pid)
                await asyncio.sleep(0.02)

        killer = asyncio.create_task(kill_all())
        reply = await engine.session().exec("for { }", timeout_ms=60_000)
        killer.cancel()
        assert isinstance(reply, Failed)
        assert (reply.code, reply.phase) == ("internal_error", "host")
        assert (await engine.session().exec("__out = 1", timeout_ms=60_000)).value == 1  # type: ignore[union-attr]
