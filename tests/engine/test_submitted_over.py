"""Submitted runs that are decided about, aborted or over while no worker runs; the test is their host."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from codemode import Completed, Engine, Failed, Waiting
from codemode.engine.durable.jobs import Host, Jobs
from codemode.engine.submitting import SubmittedRun
from codemode.errors import CodeModeError
from tests.engine.durable_world import World
from tests.engine.test_durable import ASK

pytestmark = pytest.mark.anyio

PAY = '__out = w.pay(to="Ann", amount=5)'


class House:
    """An engine that submits and drives, and other processes that know the database."""

    def __init__(self, world: World, url: str) -> None:
        self.engine = world.engine(store=url, policy=ASK)
        self.other = world.engine(store=url, policy=ASK)
        assert self.engine.store.jobs is not None
        self.jobs: Jobs = self.engine.store.jobs
        self._url = url

    def sql(self, text: str) -> None:
        with psycopg.connect(self._url, autocommit=True) as db:
            db.execute(text.encode())

    async def resting(self) -> SubmittedRun:
        """A run that waits for approval, without a host."""
        run = await self.engine.submit(PAY, agent="a", session="s")
        job = await self.jobs.claim(run.run_id, 1, Host("h", "default", "kind", ("go",), (), "1"))
        assert job is not None
        reply = await self.engine.session("a", "s").drive(run.run_id, job.task, self._deliver, timeout_ms=20_000)
        assert isinstance(reply, Waiting), reply
        await self.engine.runs.let_go(run.run_id)
        assert await self.jobs.rest(job, reply.reason)
        return run

    async def _deliver(self, reply: object) -> None:
        raise AssertionError(reply)


@pytest.fixture
async def house(tmp_path: Path, postgres_url: str) -> AsyncIterator[House]:
    world = World(tmp_path)
    yield House(world, postgres_url)
    await world.close()


async def code_of(engine: Engine, run: SubmittedRun | None) -> str:
    try:
        await engine.session("a", "s").approve("call_1", run_id=run.run_id if run is not None else None)
    except CodeModeError as error:
        return error.code
    return ""


@pytest.mark.parametrize("named", [True, False])
async def test_a_second_decision_wakes_a_run_whose_first_decider_was_killed(house: House, named: bool) -> None:
    """After it had recorded the decision, before it queued the run."""
    run = await house.resting()
    assert await code_of(house.other, run) == ""
    assert (await run.job()).state == "queued"
    house.sql("UPDATE codemode_jobs SET state = 'resting', reason = 'approval', due_at = 'infinity'")
    assert await code_of(house.other, run if named else None) == "already_decided"
    assert (await run.job()).state == "queued"


@pytest.mark.parametrize("by", [-86_400, 86_400])
async def test_a_clock_that_is_set_ends_no_run(house: House, monkeypatch: pytest.MonkeyPatch, by: int) -> None:
    """That of the database counts; this host has compared its own with it before."""
    run = await house.resting()
    session = house.other.session("a", "s")
    assert list(await session.asked()) == [run.run_id]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + by)
    assert list(await session.asked()) == [run.run_id]
    monkeypatch.setattr(time, "time", lambda: real() - by)
    await session.approve("call_1", run_id=run.run_id)
    monkeypatch.setattr(time, "time", lambda: real() + 2 * by)
    reply = await session.wait(run.run_id)
    assert isinstance(reply, Completed), reply
    assert reply.value == "paid 5 to Ann"


async def test_a_clock_that_is_set_during_a_sweep_ends_no_run(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    run = await house.resting()
    real, asked = time.time, count()
    monkeypatch.setattr(time, "time", lambda: real() + (86_400 if next(asked) == 0 else -86_400))
    await house.other.runs.expire_all()
    info = await house.other.store.info(run.run_id)
    assert info is not None
    assert info.state == "waiting"


@pytest.mark.parametrize("end", ["aborted", "expired"])
async def test_an_abort_ends_the_job_of_a_run_that_is_over(house: House, end: str) -> None:
    """The process of an earlier abort was killed before it had told the submitter, or no worker has swept."""
    run = await house.resting()
    session = house.other.session("a", "s")
    if end == "aborted":
        assert (await session.abort(run.run_id)).is_abort
        house.sql("UPDATE codemode_jobs SET state = 'resting', reason = 'approval', due_at = 'infinity', reply = NULL")
    else:
        house.sql("UPDATE codemode_runs SET expires_at = 1")
    reply = await session.abort(run.run_id)
    assert not reply.is_abort
    code = "aborted" if end == "aborted" else "snapshot_expired"
    assert reply.code == code
    last = await run.reply(timeout=10)
    assert isinstance(last, Failed)
    assert last.code == code
