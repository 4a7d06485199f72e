"""What hostile programs, and whoever else works on the database, can take from an engine whose runs are in Postgres, and from its other callers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import quote

import psycopg
import pytest

from codemode import Completed, Engine, Failed, Limits, Waiting
from codemode.engine.durable.jobs import Host, Job, Task
from codemode.engine.durable.leases import LEASE_SECONDS
from codemode.engine.durable.postgres_store import LANES, PostgresStore
from codemode.errors import InternalError
from tests.host.gauges import Ticker

pytestmark = pytest.mark.anyio

WAITS = 'text("x")\nyield_control("")\n__out = 1'
SAVES = 'store.Save("k", 1)\nresults.Save(strings.Repeat("x", 100_000))\n__out = 1'
FILLS = 'for i := range 8 {\n\tresults.Save(strings.Repeat("\\x01", 600_000))\n\tstore.Save(fmt.Sprint(i), strings.Repeat("x", 30_000))\n}\n__out = 1'
GAP = 2.0  # seconds of this process; a loop that waits for a locked table stands for 10
LATE = 5.0


@asynccontextmanager
async def attacked(url: str, **limits: int) -> AsyncGenerator[tuple[Engine, Ticker]]:
    """An engine whose event loop must go on."""
    ticker = Ticker()
    async with Engine(store=url, isolation="inline", limits=Limits(**limits)) as engine:
        assert isinstance(await engine.session("warm").exec(SAVES), Completed)
        ticking = asyncio.create_task(ticker.tick())
        await asyncio.sleep(0)
        yield engine, ticker
        ticking.cancel()
        assert ticker.largest_gap() < GAP


@pytest.mark.parametrize("code", [WAITS, SAVES, "__out = 1"], ids=["waits", "saves", "nothing to keep"])
async def test_tables_that_somebody_keeps_locked(postgres_url: str, code: str) -> None:
    with psycopg.connect(postgres_url) as other:
        async with attacked(postgres_url) as (engine, ticker):
            other.execute("LOCK TABLE codemode_runs, codemode_entries, codemode_values IN ACCESS EXCLUSIVE MODE")
            deadline = time.monotonic() + 0.5
            reply = await engine.session("a").exec(code, timeout_ms=500)
            assert ticker.after(deadline) < LATE
            assert isinstance(reply, Completed) or getattr(reply, "code", "") in ("runtime_unavailable", "timeout", "")
            other.rollback()
            again = await engine.session("b").exec(SAVES, timeout_ms=20_000)
            assert isinstance(again, Completed), again


@contextmanager
def stopped_host(url: str) -> Generator[subprocess.Popen[str]]:
    """A host that stands still in the middle of a transaction, with the session s of ann locked."""
    command = [sys.executable, "-m", "tests.engine.stopped_host", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stopped:
        try:
            assert stopped.stdout is not None
            assert stopped.stdout.readline() == "saves\n"
            yield stopped
        finally:
            stopped.kill()


async def test_a_host_that_stands_still_in_a_transaction_keeps_only_its_session_waiting(postgres_url: str) -> None:
    """And that until its callers' deadlines, and at most as long as a lease lasts. What it did not save is not saved when it goes on."""
    sharing = [f"s{n}" for n in range(100) if (hash(("bob", f"s{n}")) - hash(("ann", "s"))) % LANES == 0]
    async with attacked(postgres_url) as (engine, ticker):
        with stopped_host(postgres_url) as stopped:
            began, deadline = time.monotonic(), time.monotonic() + 0.5
            locked = asyncio.create_task(engine.session("ann", "s").exec(SAVES, timeout_ms=500))
            await asyncio.sleep(0.2)
            others = await asyncio.gather(*(engine.session("bob", each).exec(SAVES) for each in sharing[:5]))
            assert [reply for reply in others if not isinstance(reply, Completed)] == []
            assert isinstance(await locked, Failed)
            assert ticker.after(deadline) < LATE
            while not isinstance(await engine.session("ann", "s").exec(SAVES, timeout_ms=1000), Completed):
                assert time.monotonic() < began + LEASE_SECONDS + LATE
            os.kill(stopped.pid, signal.SIGCONT)
            assert stopped.stdout is not None
            assert stopped.stdout.read() == "25P03\n"  # its transaction was ended
        read = await engine.session("ann", "s").exec('__out = store.Load("k")')
        assert isinstance(read, Completed)
        assert read.value == 1


async def test_an_agent_that_saves_as_much_as_it_may_leaves_the_store_to_others(postgres_url: str) -> None:
    async with attacked(postgres_url) as (engine, ticker):
        attack = [asyncio.create_task(engine.session("mallory", f"s{n}").exec(FILLS)) for n in range(12)]
        await asyncio.sleep(0.1)
        for number in range(3):
            deadline = time.monotonic() + 5
            reply = await engine.session("ann", f"s{number}").exec(WAITS, timeout_ms=5000)
            assert isinstance(reply, Waiting), reply
            assert ticker.after(deadline) < LATE
            await engine.session("ann", f"s{number}").abort(reply.run_id)
        ends = await asyncio.gather(*attack)
        assert all(isinstance(end, Completed | Failed) and getattr(end, "code", "") != "internal_error" for end in ends)


async def test_runs_that_wait_take_no_connections_and_no_turns_of_others(postgres_url: str) -> None:
    name = f"waiters of {postgres_url[-12:]}"  # the server is shared with the tests of other processes
    async with attacked(f"{postgres_url}&application_name={quote(name)}", max_suspended_runs=20) as (engine, ticker):
        replies = await asyncio.gather(*(engine.session("mallory", f"s{n}").exec(WAITS) for n in range(60)))
        assert sum(isinstance(reply, Waiting) for reply in replies) == 20
        with psycopg.connect(postgres_url) as db:
            row = db.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [name]).fetchone()
        assert row is not None
        assert 1 <= row[0] <= 6
        session, deadline = engine.session("ann"), time.monotonic() + 5
        waiting = [await session.exec(WAITS, timeout_ms=5000) for _ in range(5)]
        assert [reply for reply in waiting if not isinstance(reply, Waiting)] == []
        assert ticker.after(deadline) < LATE
        refused = await engine.session("mallory").exec(WAITS)
        assert isinstance(refused, Failed)
        assert refused.code == "too_many_runs"
        for number, reply in enumerate(replies):  # also those whose place others have now
            if isinstance(reply, Waiting):
                assert isinstance(await engine.session("mallory", f"s{number}").wait(reply.run_id), Completed)


@pytest.mark.parametrize("data", [b"\xff[", b"[", b"[" * 200_000], ids=["no text", "no JSON", "nested too deep"])
async def test_a_job_that_is_damaged_does_not_keep_its_queue_from_the_others(postgres_url: str, data: bytes) -> None:
    store = PostgresStore(postgres_url)
    jobs = store.jobs
    assert jobs is not None
    try:
        for number in range(3):
            await jobs.submit(f"run_{number}", ("a", "s"), Task("__out = 1", None, "go"))
        with psycopg.connect(postgres_url, autocommit=True) as db:
            db.execute("UPDATE codemode_jobs SET data = %b WHERE run_id = 'run_1'", (data,))
        given: list[str] = []

        def give(job: Job) -> str:
            given.append(job.run_id)
            return "kind"

        await jobs.to_give("default", give, 50)
        assert given == ["run_0", "run_2"]
        assert await jobs.to_give("default", give, 50) == 0
        assert [job.run_id for job in await jobs.open()] == ["run_0", "run_2"]
        with pytest.raises(InternalError, match=r"damaged|no UTF-8"):
            await jobs.get("run_1")
        host = Host("h", "default", "kind", ("go",), (), "1")
        claimed = await jobs.claim("run_2", 1, host)
        assert claimed is not None
    finally:
        await store.close()
