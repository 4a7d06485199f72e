"""The Postgres store: texts and values that a database might choke on, URLs that cannot be used, and a database that goes away."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from codemode.engine.durable import postgres_database
from codemode.engine.durable.history import Keeping
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.postgres_database import Database
from codemode.engine.durable.postgres_history import PostgresHistory
from codemode.engine.durable.postgres_schema import MIGRATIONS
from codemode.engine.durable.postgres_store import PostgresStore
from codemode.engine.durable.store import Unanswered
from codemode.engine.durable.store_urls import open_store
from codemode.engine.events import RunEnded, RunStarted
from codemode.errors import ConfigError, InternalError, RunError
from tests.engine.plain_store import Plain, done
from tests.postgres import Postgres
from tests.tcp_proxy import TcpProxy, tcp_proxy

SCOPE = ("agent", "session")


@pytest.fixture
def store(postgres_url: str) -> Iterator[Plain]:
    made = Plain(PostgresStore(postgres_url))
    yield made
    made.close()


def sql(url: str, text: str) -> list[tuple[object, ...]]:
    with psycopg.connect(url, autocommit=True) as db:
        found = db.execute(text.encode())
        return found.fetchall() if found.description is not None else []


# --- what is kept -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        '"nul \\u0000 within"',
        '"a real \0 zero"',
        "[" * 50_000 + "]" * 50_000,
        json.dumps({"k" * 50_000: "\ud800"}, ensure_ascii=False),
        "%s %b %(x)s $1 \\' '; DROP TABLE codemode_runs; --",
        "x" * (8 << 20),
    ],
    ids=["escaped zero", "zero", "deep", "surrogate", "placeholders", "8 MB"],
)
def test_values_come_back_as_they_were(store: Plain, value: str) -> None:
    store.save_value(SCOPE, "result", "k\0", value)
    assert store.load_value(SCOPE, "result", "k\0") == value
    store.create("run", SCOPE, value.encode(errors="surrogatepass"), owner="me", expires_at=time.time() + 60)
    store.append("run", "me", [value.encode(errors="surrogatepass")] * 2)
    assert store.read("run") == [value.encode(errors="surrogatepass")] * 3


def test_a_name_that_no_database_takes_is_told_and_the_store_goes_on(store: Plain) -> None:
    with pytest.raises(InternalError, match="does not work") as caught:
        store.create("run", SCOPE, b"h", owner="zero \0", expires_at=time.time() + 60)
    assert caught.value.code == "runtime_unavailable"
    assert store.list() == []


# --- opening --------------------------------------------------------------------------------------------------------------


def told(url: str) -> str:
    with pytest.raises(ConfigError) as caught:
        open_store(url)
    assert "secret" not in caught.value.message
    return caught.value.message


def test_a_database_that_is_not_there(postgres: Postgres) -> None:
    assert "there is no such database: make it first" in told(postgres.url("nowhere"))


def test_a_server_that_is_not_there() -> None:
    message = told("postgresql://me:secret@127.0.0.1:1/runs")
    assert "postgresql://127.0.0.1:1/runs: it cannot be reached: is Postgres running there" in message


@pytest.mark.parametrize("url", ["postgresql://h/d?nonsense=1", "postgresql://[::1/d", "postgresql://h:x/d"])
def test_a_url_that_is_none(url: str) -> None:
    assert "write postgresql://user@host:5432/database" in told(url) or "cannot be reached" in told(url)


def test_a_user_without_rights(postgres: Postgres, postgres_url: str) -> None:
    postgres.execute("CREATE ROLE stranger LOGIN")
    try:
        stranger = postgres_url.replace("postgres@", "stranger:secret@")
        assert "names no schema that the user 'stranger' may use" in told(stranger)
        schema = postgres_url.rpartition("%3D")[2]
        postgres.execute(f"GRANT USAGE ON SCHEMA {schema} TO stranger")
        assert "has no right to make or use its tables: GRANT USAGE, CREATE ON SCHEMA" in told(stranger)
        assert "refuses the user 'nobody_known'" in told(postgres_url.replace("postgres@", "nobody_known@"))
    finally:
        postgres.execute("DROP OWNED BY stranger")
        postgres.execute("DROP ROLE stranger")


def test_a_schema_that_is_not_there(postgres: Postgres) -> None:
    assert "CREATE SCHEMA" in told(postgres.url("postgres", "not_made"))


def test_a_database_that_can_only_be_read(postgres_url: str) -> None:
    assert "it can only be read" in told(postgres_url + "%20-cdefault_transaction_read_only%3Don")


def test_tables_of_a_newer_version_are_refused_and_left_alone(store: Plain, postgres_url: str) -> None:
    sql(postgres_url, "UPDATE codemode_schema SET version = 99")
    assert "made by a newer codemode (its tables have version 99" in told(postgres_url)
    assert sql(postgres_url, "SELECT version FROM codemode_schema") == [(99,)]


def test_a_migration_that_fails_changes_nothing(postgres_url: str) -> None:
    sql(postgres_url, "CREATE TABLE codemode_values (in_the_way int)")
    assert "already exists" in told(postgres_url)
    assert sql(postgres_url, "SELECT to_regclass('codemode_runs') IS NULL") == [(True,)]
    sql(postgres_url, "DROP TABLE codemode_values")
    done(open_store(postgres_url).close())
    assert sql(postgres_url, "SELECT version FROM codemode_schema") == [(len(MIGRATIONS),)]


def test_hosts_that_start_at_once_make_the_tables_once(postgres_url: str) -> None:
    stores: list[object] = []
    starts = threading.Barrier(6)

    def start() -> None:
        starts.wait()
        stores.append(Plain(PostgresStore(postgres_url)))

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(stores) == 6
    for made in stores:
        assert isinstance(made, Plain)
        made.close()


WITHOUT = """
import sys
sys.modules["psycopg"] = None
from codemode import Engine
from codemode.engine.events import RunEnded, RunStarted
from codemode.errors import ConfigError
try:
    Engine(store="postgresql://h/d")
except ConfigError as error:
    print(error.message)
"""


def test_without_the_extra_it_says_what_to_install() -> None:
    said = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=120)
    assert "pip install 'codemode[postgres]'" in said.stdout, said.stderr


def test_a_closed_store_says_so(postgres_url: str) -> None:
    store = Plain(PostgresStore(postgres_url))
    store.close()
    store.close()
    with pytest.raises(InternalError, match="is closed"):
        store.info("run")


# --- connections that break ---------------------------------------------------------------------------------------------


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[TcpProxy]:
    with tcp_proxy(postgres.port) as made:
        yield made


@pytest.fixture
def far(postgres: Postgres, proxy: TcpProxy, postgres_url: str) -> Iterator[Plain]:
    """A store behind the proxy."""
    made = Plain(PostgresStore(postgres_url.replace(f":{postgres.port}/", f":{proxy.port}/")))
    yield made
    made.close()


def once(way: str, what: bytes) -> Callable[[str, bytes], bool]:
    """Cut the first connection on which that goes that way."""
    left = [True]

    def cut(direction: str, data: bytes) -> bool:
        if left and direction == way and what in data:
            left.clear()
            return False
        return True

    return cut


OVER = b"INSERT 0 1\0"  # what the server says when a statement that writes a journal is done and committed


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_connection_cut_while_it_writes_writes_once(far: Plain, proxy: TcpProxy, way: str) -> None:
    """`up`: the statement never arrives. `down`: it is done, and nobody hears of it."""
    until = time.time() + 60
    for number in range(8):
        proxy.filter = once(way, b"codemode_entries" if way == "up" else OVER)
        run = f"run{number}"
        far.create(run, SCOPE, b"head", owner="me", expires_at=until)
        proxy.filter = once(way, b"codemode_entries" if way == "up" else OVER)
        far.append(run, "me", [b"one", b"", b"two"])
        assert far.read(run) == [b"head", b"one", b"", b"two"]
    assert proxy.cuts >= 8


@pytest.mark.parametrize("free", [True, False])
def test_a_connection_cut_while_a_run_is_parked_parks_it_once(far: Plain, proxy: TcpProxy, free: bool) -> None:
    far.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 60)
    proxy.filter = once("down", OVER)
    lease = Lease("run", "me", 1)
    park = far.store.park(lease, 4, [b"parked"], reason="yield", expires_at=time.time() + 60, free=free)
    done(park)
    info = far.info("run")
    assert info is not None
    assert (info.state, info.reason, info.owner) == ("waiting", "yield", "" if free else "me")
    assert far.read("run") == [b"head", b"parked"]
    assert proxy.cuts == 1


def test_a_connection_cut_while_a_run_ends_ends_it_once(far: Plain, proxy: TcpProxy) -> None:
    far.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 60)
    proxy.filter = once("down", OVER)
    far.end("run", "me", "completed")
    assert proxy.cuts == 1
    info = far.info("run")
    assert info is not None
    assert info.state == "completed"


def test_connections_that_are_cut_all_the_time_lose_nothing(far: Plain, proxy: TcpProxy) -> None:
    stop, written = threading.Event(), threading.Event()

    def cut() -> None:
        while not stop.wait(0.01):
            proxy.cut()
            written.clear()
            written.wait(60)  # on a busy machine it takes a while to connect

    cutter = threading.Thread(target=cut)
    far.create("run", SCOPE, b"0", owner="me", expires_at=time.time() + 60)
    cutter.start()
    try:
        for number in range(1, 60):
            far.append("run", "me", [b"%d" % number])
            written.set()
    finally:
        stop.set()
        written.set()
        cutter.join()
    assert far.read("run") == [b"%d" % number for number in range(60)]


def test_a_database_that_stays_away_is_told_and_can_be_asked_again(
    far: Plain, proxy: TcpProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_database, "BUSY_SECONDS", 0.3)
    far.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 60)
    proxy.filter = lambda _way, _data: False
    with pytest.raises(Unanswered, match=r"has not answered for 0\.3 seconds.*try again") as caught:
        far.read("run")
    assert caught.value.code == "runtime_unavailable"
    proxy.filter = lambda _way, _data: True
    assert far.read("run") == [b"head"]


# --- clocks and leases --------------------------------------------------------------------------------------------------


def test_the_clocks_of_hosts_do_not_count(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One host's clock is ten minutes fast, the other's ten minutes slow."""
    real = time.time
    shift = {"by": 0.0}
    monkeypatch.setattr(time, "time", lambda: real() + shift["by"])

    def at(by: float) -> None:
        shift["by"] = by

    at(600)
    fast = Plain(PostgresStore(postgres_url))
    at(-600)
    slow = Plain(PostgresStore(postgres_url))
    slow.create("run", SCOPE, b"head", owner="slow", expires_at=time.time() + 300)
    mine = slow.info("run")
    at(600)
    assert fast.expire(time.time()) == []
    assert not fast.lease("run", "fast"), "the lease of the other one has just begun"
    seen = fast.info("run")
    assert seen is not None
    assert mine is not None
    assert abs((seen.expires_at or 0) - (time.time() + 300)) < 30
    assert abs(seen.created_at - mine.created_at - 1200) < 1
    slow.release("run", "slow")
    assert fast.expire(time.time() + 330) == ["run"]
    fast.close()
    slow.close()


def test_a_host_that_was_away_for_longer_than_its_lease_writes_nothing(store: Plain, postgres_url: str) -> None:
    store.create("run", SCOPE, b"head", owner="away", expires_at=time.time() + 60)
    late = Lease("run", "away", 1)
    sql(postgres_url, "UPDATE codemode_runs SET lease_until = 1")
    assert store.lease("run", "heir")
    store.append("run", "heir", [b"his"])
    store.release("run", "heir")  # also when nobody has it now
    other = store.store
    for write in (
        lambda: other.append(late, 4, [b"late"]),
        lambda: other.append(late, 7, [b"late"]),
        lambda: other.park(late, 7, [], reason="yield", expires_at=time.time() + 60, free=True),
        lambda: other.resume(late, 7, [], expires_at=0.0),
        lambda: other.end(late, "completed"),
    ):
        with pytest.raises(RunError) as caught:
            done(write())
        assert caught.value.code == "run_busy"
    done(other.renew([late]))
    done(other.release(late))
    assert store.read("run") == [b"head", b"his"]


# --- history ------------------------------------------------------------------------------------------------------------


def started(run_id: str, agent: str, at: float) -> RunStarted:
    return RunStarted(run_id=run_id, at=at, agent=agent, session="s\0", code="__out = '\0\ud800'")


@pytest.mark.parametrize("clock", [0.0, 600.25])
def test_pages_of_a_list_neither_repeat_nor_skip_a_run(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, clock: float
) -> None:
    """Each connection measures the clocks anew, and so does each host."""
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + clock)
    hosts = [Database(postgres_url) for _ in range(2)]
    histories = [PostgresHistory(host, 3600, Keeping("none", None)) for host in hosts]
    try:
        now = time.time()
        for number in range(20):
            histories[number % 2].hear(started(f"run_{number}", "a", now - 5 + number / 1000))
        found: list[str] = []
        before = None
        for number in range(20):
            with psycopg.connect(postgres_url) as db:
                hosts[number % 2].compare_clocks(db)
            [run] = histories[number % 2].runs(None, None, None, 1, before)
            found.append(run.run_id)
            before = run.started_at
        assert found == [f"run_{number}" for number in reversed(range(20))]
    finally:
        for each in (*histories, *hosts):
            each.close()


def test_history_is_of_all_hosts_and_in_the_time_of_who_reads(postgres_url: str) -> None:
    hosts = [Database(postgres_url) for _ in range(2)]
    one, two = (PostgresHistory(host, 3600, Keeping("none", None)) for host in hosts)
    try:
        now = time.time()
        one.hear(started("run_1", "a\0nn", now - 5))
        two.hear(started("run_2", "b", now - 4))
        two.hear(RunEnded(run_id="run_2", at=now - 3, status="completed"))
        for history in (one, two):
            (second, first) = history.runs(None, None, None, 10, None)
            assert (first.run_id, first.agent, first.session, first.status) == ("run_1", "a\0nn", "s\0", "running")
            assert (second.run_id, second.status) == ("run_2", "completed")
            assert abs(first.started_at - (now - 5)) < 0.5
            assert history.runs("b", None, "completed", 10, None)[0].run_id == "run_2"
            assert history.runs(None, None, None, 10, first.started_at) == []
            assert [run_id for run_id, _ in history.open_runs()] == ["run_1"]
            assert [event["type"] for event in history.events("run_2")] == ["started", "ended"]
        assert [(agent, event["run_id"]) for _, agent, event in two.since(0)] == [("a\0nn", "run_1")]
        assert one.latest() == 3
        one.recover("run_1", "a\0nn", "s\0", [RunEnded(run_id="run_1", at=now, status="aborted")])
        assert two.open_runs() == []
    finally:
        one.close()
        two.close()
        for host in hosts:
            host.close()
