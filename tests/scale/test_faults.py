"""Faults of hosts, of Postgres and of what is between them. The long form of the trial is `make test-scale`."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator

import psycopg
import pytest

from codemode import Completed, Engine, FunctionSource
from codemode.engine.durable import postgres_database
from codemode.engine.durable.postgres_store import PostgresStore
from codemode.engine.durable.store import Unanswered
from tests.engine.kill_runs import ForkServer, Killed
from tests.engine.plain_store import Plain
from tests.postgres import Postgres
from tests.scale.fleet import PATIENCE, fleet
from tests.scale.test_worker import call, value_of
from tests.scale.trial import Trial

pytestmark = pytest.mark.anyio

SCOPE = ("agent", "session")


def test_hosts_postgres_and_connections_are_killed_and_each_run_ends_right() -> None:
    trial = Trial(runs=100, hosts=2, least=40, postgres_kills=1, patience=10 * PATIENCE).go()
    assert trial.killed > 0


# --- hosts over the store alone -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fork_server() -> Iterator[ForkServer]:
    with ForkServer() as made:
        yield made


@pytest.mark.parametrize("point", [0, 3, 9, 16, 25])
def test_a_host_is_killed_before_and_after_a_write(fork_server: ForkServer, postgres_url: str, point: int) -> None:
    how = {"kill_after" if point % 2 else "kill_before": point // 2 + 1}
    run = Killed(fork_server, 2_000_000 + point, repeatable=point % 4 < 2, url=postgres_url).go([how, how])
    run.check()


# --- Postgres -----------------------------------------------------------------------------------------------------------


async def test_postgres_is_killed_under_a_run(mortal: Postgres) -> None:
    """The run goes on when it is back; every call is made once."""
    made: list[int] = []

    def pay(number: int) -> str:
        """Pay."""
        made.append(number)
        return f"paid {number}"

    code = """
found := []any{}
for i := range 40 {
	v, err := codemode.CallTool("t.pay", map[string]any{"number": i})
	if err != nil { v = err.Error() }
	found = append(found, v)
}
__out = found
"""
    source = FunctionSource.from_functions(pay, owner="t")
    async with Engine([source], isolation="inline", store=mortal.url("postgres")) as engine:
        running = asyncio.create_task(engine.session().exec(code, timeout_ms=60_000))
        for some in (5, 20):
            while len(made) < some:
                await asyncio.sleep(0.002)
            await asyncio.to_thread(mortal.kill)
            await asyncio.to_thread(mortal.start)
        reply = await running
    assert isinstance(reply, Completed), reply
    assert reply.value == [f"paid {number}" for number in range(40)]
    assert made == list(range(40))


def test_nothing_that_was_acknowledged_is_lost_when_postgres_is_killed(mortal: Postgres) -> None:
    with mortal.schema("acknowledged") as url:
        store, stop = Plain(PostgresStore(url)), threading.Event()
        store.create("run", SCOPE, b"0", owner="me", expires_at=time.time() + 600)
        written = [0]

        def write() -> None:
            while not stop.is_set():
                store.append("run", "me", [b"%d" % (written[0] + 1), bytes(1000)])
                written[0] += 1

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for _ in range(3):
                before = written[0]
                while written[0] < before + 10:
                    time.sleep(0.005)
                mortal.kill()
                mortal.start()
        finally:
            stop.set()
            writer.join()
        numbers = [int(entry) for entry in store.read("run")[1::2]]
        assert numbers == list(range(1, written[0] + 1))
        store.close()


def test_a_full_disk_is_told_and_the_store_goes_on_when_there_is_room(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error of a full disk comes from a trigger, so that the disk of the tests stays as it is."""
    monkeypatch.setattr(postgres_database, "BUSY_SECONDS", 0.3)
    store = Plain(PostgresStore(postgres_url))
    store.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 60)
    with psycopg.connect(postgres_url, autocommit=True) as db:
        db.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
        )
        db.execute("CREATE TRIGGER full_disk BEFORE INSERT ON codemode_entries EXECUTE FUNCTION full_disk()")
        with pytest.raises(Unanswered, match="its disk is full"):
            store.append("run", "me", [b"more"])
        assert store.read("run") == [b"head"]
        db.execute("DROP TRIGGER full_disk ON codemode_entries")
    store.append("run", "me", [b"more"])
    assert store.read("run") == [b"head", b"more"]
    store.close()


# --- hosts that stand still, and versions -------------------------------------------------------------------------------


async def test_a_host_that_stood_still_writes_nothing_into_a_run_that_another_drives(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """It comes back in the middle of its call: the run has ended elsewhere, and its reply stays what it was."""
    code = f"{call('slow', 'still', seconds=1)}fmt.Println(v)\n{call('put', 'after').replace('v, err :=', 'v, err =')}__out = v"
    folder = tmp_path_factory.mktemp("still")
    with fleet(database, folder) as made:
        async with Engine(store=database, isolation="inline") as engine:
            first = made.start("--queue", "still")
            run = await engine.submit(code, queue="still")
            while ("slow", "still") not in [effect[:2] for effect in made.effects()]:
                await asyncio.sleep(0.02)
            os.kill(first.pid, signal.SIGSTOP)
            second = made.start("--queue", "still")
            assert await value_of(run) == "put after"
            reply = await run.reply(1)
            os.kill(first.pid, signal.SIGCONT)
            while ("slow over", "still") not in [effect[:2] for effect in made.effects()]:
                await asyncio.sleep(0.02)
            assert await value_of(await engine.submit("__out = 7", queue="still")) == 7
            await asyncio.sleep(0.5)
            assert await run.reply(1) == reply
            assert "may or may not have taken effect" in str(reply.output)
            puts = [pid for kind, key, pid in made.effects() if (kind, key) == ("put", "after")]
            assert puts == [second.pid]


NEWER = "import codemode.engine.build\ncodemode.engine.build.build = lambda: '99.0'\n"
UNLIKE = NEWER + "import codemode.engine.durable.replay as replay\nreplay._same = lambda *_: False\n"


async def test_hosts_of_two_versions(database: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A newer host goes on with a run when its replay agrees; else the run waits for a host of its version, and says so."""
    folder = tmp_path_factory.mktemp("versions")
    (folder / "ask.json").write_text('{"rules": [{"action": "ask", "tool": "shop.pay"}]}')
    options = ("--queue", "versions", "--policy", str(folder / "ask.json"))
    with fleet(database, folder) as made:
        async with Engine(store=database, isolation="inline") as engine:
            old = made.start(*options)
            runs = [
                await engine.submit(f"{call('pay', f'v{n}')}__out = v", agent=f"v{n}", queue="versions")
                for n in range(2)
            ]
            for run in runs:
                while (await run.job()).state != "resting":
                    await asyncio.sleep(0.05)
            assert made.stop(old) == 0

            async def approve(number: int) -> None:
                session = engine.session(f"v{number}")
                ((run_id, asked),) = (await session.asked()).items()
                await session.approve(asked[0].call_id, run_id=run_id)

            unlike = made.start(*options, prelude=UNLIKE)
            await approve(0)
            until = time.monotonic() + PATIENCE
            while not (job := await runs[0].job()).reason:
                assert time.monotonic() < until, made.logs()
                await asyncio.sleep(0.05)
            assert (job.state, job.refused) == ("queued", ("99.0",))
            assert job.reason == "no host has what it needs: go, not codemode 99.0"
            assert made.stop(unlike) == 0
            newer = made.start(*options, prelude=NEWER)
            await approve(1)
            assert await value_of(runs[1]) == "paid v1", made.logs()
            assert made.stop(newer) == 0
            made.start(*options)
            assert await value_of(runs[0]) == "paid v0", made.logs()
