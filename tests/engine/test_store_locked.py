"""A store that another process keeps locked: who asks has an answer when the time is over, the loop goes on, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Limits, Policy, Waiting
from codemode.engine.durable import sqlite_file
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.sqlite_store import SqliteStore
from codemode.engine.durable.store import RunStore, Unanswered, within
from codemode.errors import InternalError, RunError
from tests.engine.plain_store import done

pytestmark = pytest.mark.anyio

SCOPE = ("agent", "session")
LATE = 1.5  # seconds; alone it is 0.2, but other tests run beside this one
HOLDER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
db.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.readline()
db.execute("COMMIT")
"""


class Ticker:
    """The largest gap of a loop."""

    def __init__(self) -> None:
        self.gap = 0.0

    async def __aenter__(self) -> Ticker:
        self._task = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _tick(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.005)
            self.gap = max(self.gap, time.monotonic() - before)


@contextmanager
def locked(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process has the file locked until the block is left, or it is told something."""
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        try:
            yield holder
        finally:
            holder.kill()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


class Bank:
    def __init__(self) -> None:
        self.paid: list[str] = []

    def pay(self, to: str) -> str:
        """Pay somebody."""
        self.paid.append(to)
        return f"paid {to}"

    def engine(self, path: Path, isolation: str = "inline", policy: Policy | None = None) -> Engine:
        source = FunctionSource.from_functions(self.pay, owner="b")
        return Engine([source], Limits(), isolation=isolation, store=f"sqlite:///{path}", policy=policy, workers=1)


PAY = 'v, err := codemode.CallTool("b.pay", map[string]any{"to": "Ann"})\n__out = []any{v, err}'


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_an_exec_ends_in_time_and_makes_no_call_that_is_not_on_record(path: Path, isolation: str) -> None:
    bank = Bank()
    async with bank.engine(path, isolation) as engine:
        session = engine.session()
        assert (await session.exec("__out = 1")).status == "completed"
        with locked(path):
            async with Ticker() as ticker:
                began = time.monotonic()
                reply = await session.exec(PAY, timeout_ms=300)
                took = time.monotonic() - began
        assert isinstance(reply, Failed)
        assert (reply.code, reply.phase) == ("runtime_unavailable", "host")
        assert "run store did not answer in time" in reply.error
        assert [call.status for call in reply.tool_calls] == ["never_started"]
        assert took < 0.3 + LATE
        assert ticker.gap < LATE
        assert bank.paid == []
        again = await session.exec(PAY)
        assert isinstance(again, Completed)
        assert (again.value, bank.paid) == (["paid Ann", None], ["Ann"])
        await asyncio.sleep(0.05)
        assert bank.paid == ["Ann"], "what was given up is not done later"


async def test_a_run_that_cannot_be_recorded_waits_here_and_is_recorded_later(path: Path) -> None:
    """Its call has begun, so that it must not be lost."""
    gate = asyncio.Event()

    async def slow() -> str:
        """Take long."""
        began.set()
        await gate.wait()
        return "done"

    began = asyncio.Event()
    source = FunctionSource.from_functions(slow, owner="t")
    async with Engine([source], isolation="inline", store=f"sqlite:///{path}") as engine:
        session = engine.session()
        running = asyncio.create_task(session.exec('__out, _ = codemode.CallTool("t.slow")', timeout_ms=400))
        await began.wait()
        with locked(path):
            reply = await running
            assert isinstance(reply, Waiting), reply
            refused = await session.wait(reply.run_id, timeout_ms=100)
            assert isinstance(refused, Failed)
            assert refused.code == "runtime_unavailable"
            asked = asyncio.create_task(session.asked())
            gate.set()
            await asyncio.sleep(0.05)
        assert await asked == {}
        found = await session.wait(reply.run_id)
        assert isinstance(found, Completed), found
        assert found.value == "done"


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_run_that_waits_is_intact_after_what_was_refused(path: Path, isolation: str) -> None:
    bank = Bank()
    async with bank.engine(path, isolation, Policy([("ask", "b.pay")])) as engine:
        session = engine.session()
        reply = await session.exec(PAY)
        assert isinstance(reply, Waiting)
        [call] = reply.pending_tool_calls
        with locked(path):
            async with Ticker() as ticker:
                waited = await session.wait(reply.run_id, timeout_ms=100)
                assert isinstance(waited, Failed)
                assert waited.code == "runtime_unavailable"
                with pytest.raises(TimeoutError):
                    await asyncio.wait_for(session.approve(call.id), 0.1)
            assert ticker.gap < LATE
        # who gave up did not undo what was decided
        done_ = await session.wait(reply.run_id)
        while isinstance(done_, Failed) and done_.code == "run_busy":
            done_ = await session.wait(reply.run_id)
        if isinstance(done_, Waiting):
            done_ = await session.wait(reply.run_id)
        assert isinstance(done_, Completed), done_
        assert (done_.value, bank.paid) == (["paid Ann", None], ["Ann"])


async def test_an_abort_that_the_store_does_not_hear_is_answered_in_time_and_done_later(path: Path) -> None:
    source = FunctionSource.from_functions(Bank().pay, owner="b")
    async with Engine([source], Limits(timeout_ms=300), isolation="inline", store=f"sqlite:///{path}") as engine:
        session = engine.session()
        reply = await session.exec('yield_control("")')
        assert isinstance(reply, Waiting)
        with locked(path):
            began = time.monotonic()
            unheard = await session.abort(reply.run_id)
            assert time.monotonic() - began < 0.3 + LATE
        assert unheard.code == "runtime_unavailable"
        assert "aborted as soon as the store answers" in unheard.error
        for _ in range(100):
            info = await engine.store.info(reply.run_id)
            if info is not None and info.state == "aborted":
                break
            await asyncio.sleep(0.05)
        assert (await session.wait(reply.run_id)).code == "aborted"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("warm", [True, False])
async def test_an_abort_is_done_later_also_after_the_store_has_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    """The file is locked for longer than a request waits."""
    monkeypatch.setattr(sqlite_file, "BUSY_SECONDS", 0.1)
    options: dict[str, Any] = {"isolation": "inline", "store": f"sqlite:///{path}"}
    async with (
        Engine(limits=Limits(timeout_ms=600), **options) as engine,
        Engine(limits=Limits(timeout_ms=600), **options) as other,
    ):
        reply = await engine.session().exec('yield_control("")')
        assert isinstance(reply, Waiting)
        session = (engine if warm else other).session()
        with locked(path):
            assert (await session.abort(reply.run_id)).code == "runtime_unavailable"
        async with asyncio.timeout(20):
            while (info := await other.store.info(reply.run_id)) is None or info.state != "aborted":
                await asyncio.sleep(0.02)


async def test_saved_values_that_are_not_stored_in_time_fail_the_cell(path: Path) -> None:
    async with Bank().engine(path) as engine:
        session = engine.session()
        await session.exec("__out = 1")
        with locked(path):
            began = time.monotonic()
            reply = await session.exec('store.Save("k", 1)\n__out = 1', timeout_ms=200)
            assert time.monotonic() - began < 0.2 + LATE
        assert isinstance(reply, Failed)
        assert reply.code == "runtime_unavailable"
        found = await session.exec('__out, _ = store.Load("k")')
        assert isinstance(found, Completed)
        assert found.value is None


async def test_an_engine_is_made_while_the_file_is_locked(path: Path) -> None:
    await SqliteStore(path).close()
    with locked(path) as holder:
        began = time.monotonic()
        bank = Bank()
        engine = bank.engine(path)
        assert time.monotonic() - began < LATE
        async with engine:
            running = asyncio.create_task(engine.session().exec(PAY))
            await asyncio.sleep(0.1)
            assert bank.paid == []
            assert holder.stdin is not None
            holder.stdin.write("\n")
            holder.stdin.flush()
            assert (await running).value == ["paid Ann", None]


async def test_closing_waits_for_what_is_under_way(path: Path) -> None:
    store = SqliteStore(path)
    with locked(path) as holder:
        made = asyncio.create_task(store.create("run", SCOPE, [b"head"], owner="me", expires_at=time.time() + 60))
        await asyncio.sleep(0.02)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.1)
        assert not closing.done()
        assert holder.stdin is not None
        holder.stdin.write("\n")
        holder.stdin.flush()
        await closing
        assert (await made).run_id == "run"
    with pytest.raises(InternalError, match="closed"):
        await store.list()


# --- what is given up -------------------------------------------------------------------------------------------------


async def test_a_request_that_is_cancelled_before_it_begins_is_not_done(path: Path) -> None:
    store = SqliteStore(path)
    with locked(path):
        for number in range(20):
            with pytest.raises(Unanswered, match="did not answer in time"):
                making = store.create(f"run{number}", SCOPE, [b"h"], owner="me", expires_at=time.time() + 60)
                await within(time.monotonic() + 0.005, making)
    assert await store.list() == []
    await store.close()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[RunStore]:
    made = MemoryStore() if request.param == "memory" else SqliteStore(path)
    yield made
    done(made.close())


async def test_a_write_is_not_done_twice(store: RunStore) -> None:
    """Who has not heard how it went asks for the same again, with what has come since."""
    until = time.time() + 60
    lease = await store.create("run", SCOPE, [b"head"], owner="me", expires_at=until)
    assert await store.create("run", SCOPE, [b"head", b"one"], owner="me", expires_at=until) == lease
    await store.append(lease, 7, [b"two"])
    await store.append(lease, 7, [b"two", b"three"])
    await store.park(lease, 7, [b"two", b"three"], reason="yield", expires_at=until, free=False)
    assert await store.read("run") == [b"head", b"one", b"two", b"three"]
    for at in (0, 3, 100):
        with pytest.raises(RunError) as caught:
            await store.append(lease, at, [b"lost"])
        assert caught.value.code == "run_busy"
    assert await store.read("run") == [b"head", b"one", b"two", b"three"]


async def test_a_host_that_was_away_writes_nothing_even_when_nobody_has_the_run(store: RunStore) -> None:
    until = time.time() + 60
    away = await store.create("run", SCOPE, [b"head"], owner="me", expires_at=until)
    await store.release(away)
    info = await store.lease("run", "you")
    assert info is not None
    assert info.fence == away.fence + 1
    await store.release(info.lease)
    assert (await store.lease("run", "me")) == await store.info("run")
    for write in (
        lambda: store.append(away, 4, [b"late"]),
        lambda: store.park(away, 4, [], reason="yield", expires_at=until, free=False),
        lambda: store.resume(away, 4, [], expires_at=0.0),
        lambda: store.end(away, "completed"),
        lambda: store.append(Lease("run", "", away.fence), 4, [b"nobody's"]),
    ):
        with pytest.raises(RunError) as caught:
            await write()
        assert caught.value.code == "run_busy"
    await store.release(away)
    await store.renew([away])
    info = await store.info("run")
    assert info is not None
    assert (info.owner, info.fence, info.state) == ("me", away.fence + 2, "running")
    assert await store.read("run") == [b"head"]


async def test_requests_are_done_in_order(store: RunStore) -> None:
    lease = await store.create("run", SCOPE, [], owner="me", expires_at=time.time() + 60)
    writes = [store.append(lease, number, [b"%d" % (number % 10)]) for number in range(50)]
    reads = [asyncio.ensure_future(write) for write in writes]
    await asyncio.gather(*reads)
    assert b"".join(await store.read("run")) == b"0123456789" * 5
