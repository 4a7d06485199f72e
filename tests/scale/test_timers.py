"""A submitted run that sleeps is with no host meanwhile, and whichever host is there goes on with it."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import psycopg
import pytest

from codemode import Engine, Failed, Waiting
from codemode.engine.durable.jobs import Host, Job
from tests.scale.fleet import PATIENCE, fleet
from tests.scale.test_worker import until, value_of

pytestmark = pytest.mark.anyio

# hosts that look often, and rest for moments; and one whose clock is five minutes behind
OFTEN = (
    "import codemode.engine.driver_policy as policy, codemode.scale.host as host\n"
    "host.BEAT_SECONDS = 0.2\npolicy.REST_SECONDS = 0.3, 60.0\n"
)
BEHIND = "import time\n_now, _ns = time.time, time.time_ns\ntime.time = lambda: _now() - 300\ntime.time_ns = lambda: _ns() - 300 * 10**9\n"
GO = """
began := time.Now()
codemode.CallTool("shop.put", map[string]any{"key": "before"})
select {
case <-time.After(1500 * time.Millisecond):
case <-time.After(time.Hour):
}
codemode.CallTool("shop.put", map[string]any{"key": "after"})
__out = time.Since(began).Seconds()
"""
PYTHON = """
import asyncio, time
began = time.time()
await call_tool("shop.put", key="before")
await asyncio.sleep(1.5)
await call_tool("shop.put", key="after")
time.time() - began
"""


@pytest.mark.parametrize(("language", "code"), [("go", GO), ("python", PYTHON)])
async def test_a_run_that_sleeps_rests_and_any_host_wakes_it(
    database: str, folder: Path, engine: Engine, language: str, code: str
) -> None:
    """The host that it began on is killed meanwhile, and the clock of the other one is wrong."""
    options = (
        "--queue",
        f"timers_{language}",
        "--language",
        language,
        "--isolation",
        "inline" if language == "go" else "process",
    )
    with fleet(database, folder) as made:
        first = made.start(*options, prelude=OFTEN)
        run = await engine.submit(code, queue=f"timers_{language}", language=language)
        assert (await until(run, "resting", "ended")).reason == "timer", made.logs()
        made.kill(first)
        second = made.start(*options, prelude=BEHIND + OFTEN)
        slept = await value_of(run)
        assert 1.5 <= slept < 60, made.logs()
        assert [(key, pid) for _, key, pid in made.effects()] == [("before", first.pid), ("after", second.pid)]


async def test_waiting_for_a_sleeping_run_does_not_end_it(database: str, folder: Path, engine: Engine) -> None:
    """It can be aborted, and a sleep that is longer than any rest is a timeout."""
    with fleet(database, folder) as made:
        made.start("--queue", "waited", prelude=OFTEN + "host.MAX_BUDGET = 300\n")
        waited, hour, for_ever = [
            await engine.submit(f"time.Sleep({time})\n__out = 1", queue="waited", agent=str(number))
            for number, time in enumerate(("time.Second", "30 * time.Second", "100000 * time.Hour"))
        ]
        await until(waited, "resting")
        reply = await engine.session("0").wait(waited.run_id, timeout_ms=200)
        assert isinstance(reply, Waiting) or (isinstance(reply, Failed) and reply.code == "run_busy"), reply
        assert (await until(hour, "resting", "ended")).reason == "timer"
        await engine.session("1").abort(hour.run_id)
        assert await value_of(waited) == 1, made.logs()
        for run, code in ((hour, "aborted"), (for_ever, "timeout")):
            reply = await run.reply(PATIENCE)
            assert isinstance(reply, Failed), reply
            assert reply.code == code


async def test_a_host_that_takes_a_turn_at_once_finds_it(database: str, engine: Engine) -> None:
    """DBOS has a turn before the transaction that gave it ends. Runs that slept were lost."""
    run = await engine.submit("__out = 1", queue="quick")
    me, loop = Host("me", "quick", "kind", ("go",), (), engine.build), asyncio.get_running_loop()
    async with Engine(store=database, isolation="inline") as other:
        jobs, theirs = engine.store.jobs, other.store.jobs
        assert jobs is not None
        assert theirs is not None
        taking: list[Future[Job | None]] = []

        def give(job: Job) -> str:
            taking.append(asyncio.run_coroutine_threadsafe(theirs.claim(job.run_id, job.turn, me), loop))
            time.sleep(0.5)  # it asks, and waits
            return "kind"

        for turn in (1, 2, 3):
            assert await jobs.to_give("quick", give, 50) == 1
            job = await asyncio.wrap_future(taking[-1])
            assert job is not None, f"turn {turn} is lost"
            assert job.turn == turn
            assert await jobs.rest(job, "timer", 0.0)
    assert (await run.job()).turn == 3


SWEEPS = OFTEN + "host.SWEEP_BEATS = 1\n"


def rows(database: str, text: str, *values: Any) -> list[Any]:
    with psycopg.connect(database, autocommit=True) as db:
        done = db.execute(text.encode(), values)
        return done.fetchall() if done.description else []


async def test_a_turn_that_ended_without_a_host_is_given_again(database: str, folder: Path, engine: Engine) -> None:
    (folder / "ask.json").write_text('{"rules": [{"action": "ask", "tool": "shop.pay"}]}')
    with fleet(database, folder) as made:
        made.start("--queue", "lost", "--policy", str(folder / "ask.json"), prelude=SWEEPS)
        run = await engine.submit('__out, _ = codemode.CallTool("shop.pay", map[string]any{"key": "a"})', queue="lost")
        await until(run, "resting")
        lose = "UPDATE codemode_jobs SET state = 'queued', given = turn, due_at = 0 WHERE run_id = %b"
        rows(database, lose, run.run_id.encode())  # DBOS has ended this turn
        give_up = time.monotonic() + PATIENCE
        while (job := await run.job()).turn != 2 or job.state != "resting":
            assert time.monotonic() < give_up, (job, made.logs())
            await asyncio.sleep(0.05)
        await engine.session().approve("call_1", run_id=run.run_id)
        assert await value_of(run) == "paid a", made.logs()


async def test_turns_that_ended_long_ago_leave_the_database(database: str, folder: Path, engine: Engine) -> None:
    with fleet(database, folder) as made:
        made.start("--queue", "swept", prelude=SWEEPS + "host.FATE_SECONDS = 2.0\n")
        runs = [await engine.submit("__out = 1", queue="swept") for _ in range(5)]
        assert [await value_of(run) for run in runs] == [1] * 5
        ids = [f"{run.run_id}/1" for run in runs]
        count = "SELECT count(*) FROM codemode_dbos.workflow_status WHERE workflow_uuid = ANY(%s)"
        give_up = time.monotonic() + PATIENCE
        while rows(database, count, ids) != [(0,)]:
            assert time.monotonic() < give_up, made.logs()
            await asyncio.sleep(0.1)
