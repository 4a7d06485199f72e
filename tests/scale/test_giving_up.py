"""Submitted runs while no worker has them: they end only when nobody answers them in time, or when they kill one worker after the other."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from codemode import Engine, Failed
from codemode.engine.durable.jobs import NOT_HERE, Host
from codemode.engine.submitting import SubmittedRun
from codemode.scale.giving_up import MAX_DEATHS
from tests.scale.fleet import PATIENCE, fleet
from tests.scale.test_worker import call, until, until_effect, value_of

pytestmark = pytest.mark.anyio

LOOKS_OFTEN = "import codemode.scale.host as host\nhost.BEAT_SECONDS = 0.2\n"
DIES = "\nimport signal\n@tool(idempotent=True)\ndef die(key: str) -> str:\n    _note('die', key)\n    os.kill(os.getpid(), signal.SIGKILL)\n"


def sql(database: str, text: str, *values: Any) -> list[Any]:
    with psycopg.connect(database, autocommit=True) as db:
        done = db.execute(text.encode(), values)
        return done.fetchall() if done.description else []


def again(tool: str, key: str, **more: Any) -> str:
    return call(tool, key, **more).replace("v, err :=", "v, err =")


async def after_its_time(database: str, engine: Engine, run: SubmittedRun) -> None:
    sql(database, "UPDATE codemode_runs SET expires_at = 1, lease_until = 0 WHERE run_id = %b", run.run_id.encode())
    await engine.runs.expire_all()
    assert engine.store.jobs is not None
    await engine.store.jobs.sweep()


async def test_a_run_that_waits_for_a_worker_does_not_expire(database: str, folder: Path, engine: Engine) -> None:
    code = f"{call('put', 'before')}{again('slow', 'gap', seconds=30)}{again('put', 'after')}__out = v"
    with fleet(database, folder) as made:
        first = made.start("--queue", "gap")
        run = await engine.submit(code, queue="gap")
        await until_effect(made, "slow", "gap")
        made.kill(first)
        await after_its_time(database, engine, run)
        made.start("--queue", "gap", prelude=LOOKS_OFTEN)
        assert await value_of(run) == "put after"
        assert [effect[:2] for effect in made.effects()] == [("put", "before"), ("slow", "gap"), ("put", "after")]


async def test_a_run_that_was_approved_does_not_expire_in_its_queue(
    database: str, folder: Path, engine: Engine
) -> None:
    (folder / "ask.json").write_text('{"rules": [{"action": "ask", "tool": "shop.pay"}]}')
    options = "--queue", "asked", "--policy", str(folder / "ask.json")
    with fleet(database, folder) as made:
        first = made.start(*options)
        runs = [await engine.submit(f"{call('pay', f'p{n}')}__out = v", agent=f"p{n}", queue="asked") for n in range(2)]
        for run in runs:
            await until(run, "resting")
        assert made.stop(first) == 0
        await engine.session("p0").approve("call_1", run_id=runs[0].run_id)
        for run in runs:
            await after_its_time(database, engine, run)
        late = await runs[1].reply(PATIENCE)
        assert isinstance(late, Failed)
        assert late.code == "snapshot_expired"  # nobody answered
        made.start(*options)
        assert await value_of(runs[0]) == "paid p0"


async def test_a_run_that_sleeps_does_not_expire(database: str, folder: Path, engine: Engine) -> None:
    with fleet(database, folder) as made:
        host = made.start("--queue", "asleep")
        run = await engine.submit("time.Sleep(6 * time.Second)\n__out = 7", queue="asleep")
        assert (await until(run, "resting")).reason == "timer"
        assert made.stop(host) == 0
        await after_its_time(database, engine, run)
        made.start("--queue", "asleep")
        assert await value_of(run) == 7


async def test_a_run_that_kills_its_workers_is_ended(database: str, folder: Path, engine: Engine) -> None:
    """The last two of them are real."""
    shop = folder / "shop.py"
    shop.write_text((Path(__file__).with_name("shop.py")).read_text() + DIES)
    options = "--queue", "deadly", "--functions", str(shop)
    async with Engine(store=database, isolation="inline", history="1h") as watching:
        with fleet(database, folder) as made:
            run = await engine.submit(
                f"{call('put', 'before')}fmt.Println(v)\n{again('die', 'it')}__out = v", queue="deadly"
            )
            made.start(*options, wait=False)
            made.hosts[0].wait()
            sql(database, "UPDATE codemode_jobs SET deaths = %s", MAX_DEATHS - 2)
            for _ in range(2):
                host = made.start(*options, prelude=LOOKS_OFTEN, wait=False)
                give_up = time.monotonic() + PATIENCE
                while host.poll() is None and (await run.job()).state != "ended":
                    assert time.monotonic() < give_up, made.logs()
                    # it need not wait for a minute
                    sql(database, "UPDATE codemode_jobs SET due_at = 0")
                    await asyncio.sleep(0.05)
            reply = await run.reply(PATIENCE)
            other = await engine.submit("__out = 1", queue="deadly")
            assert await value_of(other) == 1
        assert isinstance(reply, Failed)
        assert (reply.code, reply.error) == (
            "internal_error",
            f"{MAX_DEATHS} workers died one after the other while they drove the run; these calls were under way: shop.die",
        )
        assert [each.text for each in reply.output if each.type == "text"] == ["put before\n"]
        assert [(each.tool, each.status) for each in reply.tool_calls] == [("shop.put", "ok"), ("shop.die", "in_doubt")]
        [record] = [each for each in await watching.runs(limit=200) if each.run_id == run.run_id]
        assert record.status == "failed"
        info = await engine.store.info(run.run_id)
        assert info is not None
        assert info.state == "failed"


async def test_from_the_second_death_on_there_is_a_pause(database: str, engine: Engine) -> None:
    run = await engine.submit("__out = 1", queue="nobody")
    jobs = engine.store.jobs
    assert jobs is not None
    for deaths, at_once in ((1, True), (2, False), (3, False)):
        sql(database, "UPDATE codemode_jobs SET state = 'driven' WHERE run_id = %b", run.run_id.encode())
        job = await run.job()
        assert await jobs.take_back([(job.run_id, job.turn)], dead=True) == [run.run_id]
        assert (await run.job()).deaths == deaths
        [(due, now)] = sql(
            database,
            "SELECT due_at, extract(epoch FROM clock_timestamp())::float8 FROM codemode_jobs WHERE run_id = %b",
            run.run_id.encode(),
        )
        assert (due <= now) == at_once


async def test_only_progress_makes_its_deaths_forgotten(database: str, engine: Engine) -> None:
    run = await engine.submit("__out = 1", queue="elsewhere")
    jobs, me = engine.store.jobs, Host("me", "elsewhere", "", ("go",), (), engine.build)
    assert jobs is not None
    sql(database, "UPDATE codemode_jobs SET deaths = 3 WHERE run_id = %b", run.run_id.encode())
    for progress, deaths in ((False, 3), (False, 3), (True, 0)):
        claimed = await jobs.claim(run.run_id, 1, me, progress=progress)
        assert claimed is not None
        assert claimed.deaths == deaths
    sql(database, "UPDATE codemode_jobs SET deaths = 3 WHERE run_id = %b", run.run_id.encode())
    assert await jobs.rest(claimed, NOT_HERE, 0.0)
    assert (await run.job()).deaths == 3
