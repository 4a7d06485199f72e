"""What every run store does, in memory, in a file and in Postgres; and what sessions keep in it."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from codemode.engine.durable.leases import LEASE_SECONDS, owner_name
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.postgres_store import PostgresStore
from codemode.engine.durable.shown_urls import without_password
from codemode.engine.durable.sqlite_store import SqliteStore
from codemode.engine.durable.store import RunStore
from codemode.engine.durable.store_urls import open_store
from codemode.engine.durable.stored_attachments import GRACE_SECONDS, FileInfo
from codemode.engine.session_state import SessionState
from codemode.errors import CodeModeError, ConfigError, RunError, ToolError
from tests.engine.plain_store import Plain, done

SCOPE = ("agent", "session")
HOSTILE = ["", "'; DROP TABLE runs; --", "\ud800 alone", "nul \0 within", "ä" * 200, "%", "__proto__"]


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def maker(request: pytest.FixtureRequest, clock: Clock, tmp_path: Path) -> Callable[[], RunStore]:
    """Opens the store of one test, as often as it is called."""
    makers: dict[str, Callable[[], RunStore]] = {
        "memory": lambda: MemoryStore(clock),
        "sqlite": lambda: SqliteStore(tmp_path / "runs.db", clock),
        "postgres": lambda: PostgresStore(request.getfixturevalue("postgres_url"), clock),
    }
    return makers[request.param]


@pytest.fixture
def store(maker: Callable[[], RunStore]) -> Iterator[Plain]:
    made = Plain(maker())
    yield made
    made.close()


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many fates and sessions are kept, in every store: as many as a test can make quickly."""
    for module in ("memory_store", "sqlite_runs", "postgres_runs"):
        monkeypatch.setattr(f"codemode.engine.durable.{module}.MAX_FATES", 60)
    for module in ("memory_store", "sqlite_values", "postgres_values"):
        monkeypatch.setattr(f"codemode.engine.durable.{module}.MAX_SESSIONS", 60)
    monkeypatch.setattr("codemode.engine.durable.postgres_values.PRUNE_EVERY", 1)
    return 60


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(CodeModeError) as caught:
        act()
    return caught.value.code


SESSIONS = [
    *(("quiet", name) for name in "ab"),
    *(("greedy", str(number)) for number in range(20)),
    *(("another", name) for name in "ab"),
]


class TestRuns:
    @pytest.fixture(autouse=True)
    def run(self, store: Plain, clock: Clock) -> None:
        store.create("run", SCOPE, b"head", owner="me", expires_at=clock.now + 100)

    def test_a_journal_is_read_as_it_was_written(self, store: Plain) -> None:
        store.append("run", "me", [b"one", b"", bytes(range(256))])
        store.append("run", "me", [])
        store.append("run", "me", [b"last"])
        assert store.read("run") == [b"head", b"one", b"", bytes(range(256)), b"last"]
        info = store.info("run")
        assert info is not None
        assert info.size == 4 + 3 + 256 + 4

    def test_what_was_read_is_a_copy(self, store: Plain) -> None:
        store.read("run").clear()
        assert store.read("run") == [b"head"]

    def test_entries_of_ten_megabytes_come_back_whole(self, store: Plain) -> None:
        big = os.urandom(10 << 20)
        store.append("run", "me", [big, b"after"])
        assert store.read("run") == [b"head", big, b"after"]

    def test_entries_are_appended_all_or_none(self, store: Plain) -> None:
        with pytest.raises((TypeError, CodeModeError)):
            store.append("run", "me", [b"one", None])  # type: ignore[list-item]
        assert store.read("run") == [b"head"]
        store.append("run", "me", [b"two"])
        assert store.read("run") == [b"head", b"two"]

    def test_journals_do_not_mix(self, store: Plain, clock: Clock) -> None:
        store.create("other", SCOPE, b"other head", owner="me", expires_at=clock.now + 100)
        for i in range(20):
            store.append("run" if i % 2 else "other", "me", [b"%d" % i])
        assert store.read("run")[1:] == [b"%d" % i for i in range(1, 20, 2)]
        store.end("other", "me", "completed")
        assert store.read("run")[1:] == [b"%d" % i for i in range(1, 20, 2)]

    def test_what_is_known_of_a_run(self, store: Plain, clock: Clock) -> None:
        info = store.info("run")
        assert info is not None
        assert (info.run_id, info.scope, info.state, info.reason) == ("run", SCOPE, "running", "")
        assert (info.created_at, info.expires_at) == (clock.now, clock.now + 100)
        assert (info.owner, info.lease_until) == ("me", clock.now + LEASE_SECONDS)
        assert store.info("nobody") is None

    def test_a_run_is_parked_and_goes_on(self, store: Plain, clock: Clock) -> None:
        store.park("run", "me", "approval", clock.now + 900)
        store.release("run", "me")
        info = store.info("run")
        assert info is not None
        assert (info.state, info.reason, info.expires_at, info.owner) == ("waiting", "approval", clock.now + 900, "")
        assert store.lease("run", "you")
        store.resume("run", "you")
        store.append("run", "you", [b"more"])
        info = store.info("run")
        assert info is not None
        assert (info.state, info.reason, info.owner) == ("running", "", "you")
        assert store.read("run") == [b"head", b"more"]

    def test_runs_are_listed_oldest_first(self, store: Plain, clock: Clock) -> None:
        for i, scope in enumerate([SCOPE, ("agent", "other"), ("other", "session"), SCOPE]):
            clock.now += 1
            store.create(f"r{i}", scope, b"", owner="me", expires_at=clock.now)
        store.end("r0", "me", "failed")
        assert [info.run_id for info in store.list()] == ["run", "r1", "r2", "r3"]
        assert [info.run_id for info in store.list(SCOPE)] == ["run", "r3"]
        assert store.list(("nobody", "")) == []

    def test_an_id_is_used_once(self, store: Plain, clock: Clock) -> None:
        def create() -> None:
            store.create("run", ("thief", ""), b"mine", owner="thief", expires_at=clock.now + 1)

        assert code_of(create) == "run_busy"
        assert store.read("run") == [b"head"]
        store.end("run", "me", "completed")
        assert code_of(create) == "run_busy"

    @pytest.mark.parametrize("name", HOSTILE)
    def test_hostile_names_are_only_names(self, store: Plain, clock: Clock, name: str) -> None:
        assert store.info(name) is None
        assert code_of(lambda: store.read(name)) == "run_not_found"
        assert code_of(lambda: store.lease(name, "me")) == "run_not_found"
        store.create(name, (name, name), b"h", owner="me", expires_at=clock.now + 1)
        info = store.info(name)
        assert info is not None
        assert (info.run_id, info.scope) == (name, (name, name))
        assert [run.run_id for run in store.list((name, name))] == [name]
        store.release(name, "me")
        assert store.lease(name, "you")
        store.end(name, "you", "aborted")
        assert [info.run_id for info in store.list()] == ["run"]

    # --- leases ---------------------------------------------------------------------------------------------------

    def test_one_owner_at_a_time(self, store: Plain) -> None:
        assert store.lease("run", "me")
        assert not store.lease("run", "you")
        store.release("run", "you")  # who does not hold it cannot give it back
        assert not store.lease("run", "you")
        store.release("run", "me")
        assert store.lease("run", "you")
        assert not store.lease("run", "me")

    @pytest.mark.parametrize("owner", ["you", ""])
    def test_only_the_holder_writes(self, store: Plain, clock: Clock, owner: str) -> None:
        if not owner:
            store.release("run", "me")  # a free run is nobody's, not anybody's
        assert code_of(lambda: store.append("run", owner, [b"x"])) == "run_busy"
        assert code_of(lambda: store.park("run", owner, "yield", clock.now)) == "run_busy"
        assert code_of(lambda: store.resume("run", owner)) == "run_busy"
        assert code_of(lambda: store.end("run", owner, "failed")) == "run_busy"
        assert store.read("run") == [b"head"]

    def test_a_lease_ends_by_itself_and_is_renewed(self, store: Plain, clock: Clock) -> None:
        clock.now += LEASE_SECONDS - 1
        assert not store.lease("run", "you")
        assert store.lease("run", "me")
        clock.now += LEASE_SECONDS - 1
        assert not store.lease("run", "you")
        store.append("run", "me", [b"alive"])  # who writes lives
        clock.now += LEASE_SECONDS - 1
        assert not store.lease("run", "you")
        clock.now += 1
        assert store.lease("run", "you")

    def test_an_owner_that_lost_the_lease_is_told_and_changes_nothing(self, store: Plain, clock: Clock) -> None:
        clock.now += LEASE_SECONDS + 1
        store.append("run", "me", [b"late, but nobody came"])
        clock.now += LEASE_SECONDS + 1
        assert store.lease("run", "you")
        assert code_of(lambda: store.append("run", "me", [b"too late"])) == "run_busy"
        assert not store.lease("run", "me")
        assert store.read("run") == [b"head", b"late, but nobody came"]

    def test_a_clock_that_is_set_back_locks_nobody_out(self, store: Plain, clock: Clock) -> None:
        clock.now -= 7200
        assert store.lease("run", "you")
        info = store.info("run")
        assert info is not None
        assert info.lease_until == clock.now + LEASE_SECONDS
        clock.now -= 5
        assert not store.lease("run", "me")

    # --- ends -----------------------------------------------------------------------------------------------------

    @pytest.mark.parametrize(
        ("fate", "code"),
        [
            ("completed", "run_not_found"),
            ("failed", "run_not_found"),
            ("aborted", "aborted"),
            ("expired", "snapshot_expired"),
        ],
    )
    @pytest.mark.parametrize("owner", ["me", None])
    def test_the_fate_stays_known(self, store: Plain, clock: Clock, fate: str, code: str, owner: str | None) -> None:
        store.end("run", owner, fate)  # type: ignore[arg-type]
        info = store.info("run")
        assert info is not None
        assert (info.scope, info.state, info.created_at, info.size, info.owner) == (SCOPE, fate, clock.now, 0, "")
        assert store.list() == []
        for ask in (
            lambda: store.read("run"),
            lambda: store.append("run", "me", [b"x"]),
            lambda: store.lease("run", "me"),
            lambda: store.park("run", "me", "yield", clock.now),
            lambda: store.resume("run", "me"),
            lambda: store.end("run", "me", "completed"),
            lambda: store.end("run", None, "aborted"),
        ):
            assert code_of(ask) == code
        store.release("run", "me")
        assert store.info("run") == info

    def test_a_fate_is_forgotten_after_a_week(self, store: Plain, clock: Clock) -> None:
        store.end("run", "me", "aborted")
        clock.now += 7 * 86_400 - 1
        assert store.info("run") is not None
        clock.now += 2
        assert store.info("run") is None
        assert code_of(lambda: store.read("run")) == "run_not_found"

    def test_so_many_fates_are_remembered(self, store: Plain, clock: Clock, few: int) -> None:
        for i in range(few + 1):
            store.create(f"r{i}", SCOPE, b"", owner="me", expires_at=clock.now)
            store.end(f"r{i}", "me", "completed")
        store.expire(clock.now)  # makes room in Postgres, where a host does it every few seconds
        assert store.info("r0") is None
        assert store.info("r1") is not None
        assert store.info("run") is not None

    def test_one_agent_does_not_push_out_the_fates_of_others(self, store: Plain, clock: Clock, few: int) -> None:
        agents = ["quiet", *["greedy"] * few, "another"]
        for i, agent in enumerate(agents):
            store.create(f"r{i}", (agent, "s"), b"", owner="me", expires_at=clock.now)
            store.end(f"r{i}", "me", "completed")
        store.expire(clock.now)
        assert [i for i in range(few + 2) if store.info(f"r{i}") is None] == [1, 2]

    def test_runs_expire_when_nobody_drives_them(self, store: Plain, clock: Clock) -> None:
        for name in ("parked", "parked longer", "driven", "left"):
            store.create(name, SCOPE, b"h", owner=name, expires_at=clock.now + 50)
        store.park("parked", "parked", "yield", clock.now + 60)
        store.park("parked longer", "parked longer", "yield", clock.now + 70)
        assert store.expire(clock.now + 49) == []
        clock.now += 60
        store.lease("driven", "driven")
        assert sorted(store.expire(clock.now)) == ["left", "parked"]
        assert store.expire(clock.now) == []
        assert code_of(lambda: store.read("parked")) == "snapshot_expired"
        assert sorted(info.run_id for info in store.list()) == ["driven", "parked longer", "run"]

    # --- threads --------------------------------------------------------------------------------------------------

    def test_threads_take_turns(self, store: Plain, clock: Clock) -> None:
        failures: list[BaseException] = []

        def work(name: str) -> None:
            try:
                store.create(name, SCOPE, b"h", owner=name, expires_at=clock.now + 100)
                for i in range(50):
                    store.append(name, name, [f"{name} {i}".encode()])
                    store.save_value(SCOPE, "store", name, str(i))
                    store.info(name)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(f"t{i}",)) for i in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert failures == []
        for i in range(6):
            mine = [f"t{i} {n}".encode() for n in range(50)]
            assert store.read(f"t{i}")[1:] == mine


class TestValues:
    def test_values_are_kept_by_session_kind_and_key(self, store: Plain) -> None:
        store.save_value(SCOPE, "result", "k", "1")
        store.save_value(SCOPE, "store", "k", "2")
        store.save_value(("agent", "other"), "store", "k", "3")
        assert store.load_value(SCOPE, "result", "k") == "1"
        assert store.load_value(SCOPE, "store", "k") == "2"
        assert store.load_value(("agent", "other"), "store", "k") == "3"
        assert store.load_value(("other", "session"), "store", "k") is None
        assert store.delete_value(SCOPE, "store", "k")
        assert not store.delete_value(SCOPE, "store", "k")
        assert not store.delete_value(("nobody", ""), "store", "k")
        assert store.load_value(SCOPE, "store", "k") is None
        assert store.load_value(SCOPE, "result", "k") == "1"

    def test_values_are_listed_oldest_first_with_their_bytes(self, store: Plain) -> None:
        for key in "abc":
            store.save_value(SCOPE, "store", key, '"ä"')
        store.save_value(SCOPE, "store", "a", "1")
        assert store.values(SCOPE, "store") == [("b", 4), ("c", 4), ("a", 1)]
        assert store.values(SCOPE, "result") == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_texts_are_only_texts(self, store: Plain, text: str) -> None:
        store.save_value((text, text), "result", text, text)
        assert store.load_value((text, text), "result", text) == text
        assert [key for key, _ in store.values((text, text), "result")] == [text]
        assert store.next_number((text, text)) == 1

    def test_results_make_room(self, store: Plain) -> None:
        for i in range(300):
            store.save_value(SCOPE, "result", str(i), "1")
        assert [key for key, _ in store.values(SCOPE, "result")] == [str(i) for i in range(44, 300)]
        half = "x" * (32 << 20)
        store.save_value(SCOPE, "result", "half", half)
        store.save_value(SCOPE, "result", "other half", half)
        assert [key for key, _ in store.values(SCOPE, "result")] == ["half", "other half"]

    def test_stored_values_that_do_not_fit_are_refused(self, store: Plain) -> None:
        for i in range(256):
            store.save_value(SCOPE, "store", str(i), "1")
        with pytest.raises(ToolError, match="at most 256 values"):
            store.save_value(SCOPE, "store", "one more", "1")
        store.save_value(SCOPE, "store", "7", "2")
        assert store.load_value(SCOPE, "store", "7") == "2"
        with pytest.raises(ToolError, match="at most 256 values of 67108864 bytes"):
            store.save_value(SCOPE, "store", "7", "x" * (64 << 20))
        assert store.load_value(SCOPE, "store", "7") == "2"

    @pytest.mark.parametrize("kind", ["result", "store"])
    def test_no_value_and_no_key_is_larger_than_all_may_be(self, store: Plain, kind: str) -> None:
        store.save_value(SCOPE, kind, "k", "1")  # type: ignore[arg-type]
        with pytest.raises(ToolError, match="too large to keep"):
            store.save_value(SCOPE, kind, "k", "ä" * ((32 << 20) + 1))  # type: ignore[arg-type]
        with pytest.raises(ToolError, match="1001 characters is too long"):
            store.save_value(SCOPE, kind, "k" * 1001, "1")  # type: ignore[arg-type]
        assert store.values(SCOPE, kind) == [("k", 1)]  # type: ignore[arg-type]

    def test_numbers_are_given_once(self, store: Plain) -> None:
        assert [store.next_number(SCOPE) for _ in range(3)] == [1, 2, 3]
        assert store.next_number(("agent", "other")) == 1
        assert store.next_number(SCOPE) == 4

    def test_sessions_that_are_not_used_make_room(self, store: Plain, clock: Clock, few: int) -> None:
        store.save_value(SCOPE, "store", "k", "1")
        store.save_value(("first", ""), "store", "k", "1")
        for i in range(few - 1):
            clock.now += 1
            if i == few // 2:
                store.next_number(SCOPE)
            store.next_number((f"agent_{i}", ""))
        assert store.load_value(SCOPE, "store", "k") == "1"
        assert store.load_value(("first", ""), "store", "k") is None
        assert store.values(("first", ""), "store") == []


class TestSessionState:
    def test_two_states_of_one_session_share_its_values(self, store: Plain) -> None:
        one, two, stranger = (SessionState(store.store, scope) for scope in (SCOPE, SCOPE, ("x", "y")))
        assert (done(one.save_result('{"a":1}')), done(two.save_result("2"))) == ("res_1", "res_2")
        assert done(two.results.load("res_1")) == {"a": 1}
        assert done(one.results.load("res_2")) == 2
        with pytest.raises(KeyError):
            done(stranger.results.load("res_1"))
        done(one.store.save({"k": "[1]"}))
        assert done(two.store.load("k")) == [1]
        assert done(two.store.delete("k"))
        with pytest.raises(KeyError):
            done(one.store.load("k"))

    def test_values_are_saved_all_or_none(self, store: Plain) -> None:
        state = SessionState(store.store, SCOPE)
        done(state.store.save({"a": "1", "b": "2"}))
        with pytest.raises(ToolError, match="at most 256 values"):
            done(state.store.save({"a": "3"} | {f"k{i}": "1" for i in range(255)}))
        assert store.values(SCOPE, "store") == [("a", 1), ("b", 1)]
        assert done(state.store.load("a")) == 1

    def test_values_that_are_no_text_of_utf8_come_back(self, store: Plain) -> None:
        state = SessionState(store.store, SCOPE)
        done(state.store.save({"k": json.dumps("\ud83d", ensure_ascii=False)}))
        assert done(state.store.load("k")) == "\ud83d"

    def test_each_state_without_a_store_is_alone(self) -> None:
        one, two = SessionState(), SessionState()
        done(one.store.save({"k": "1"}))
        with pytest.raises(KeyError):
            done(two.store.load("k"))


class TestOpenedAgain:
    def test_what_is_durable_is_there_again(self, maker: Callable[[], RunStore], clock: Clock) -> None:
        first, picture = Plain(maker()), FileInfo("file_1", "open", "image/png", "a.png", 5, 900)
        for run_id in ("open", "ended"):
            first.create(run_id, SCOPE, b"head", owner="me", expires_at=clock.now + 100)
            first.append(run_id, "me", [b"one"])
        first.park("open", "me", "approval", clock.now + 900)
        first.end("ended", "me", "completed")
        first.save_value(SCOPE, "store", "key", "1")
        first.save_file(SCOPE, picture, b"bytes")
        number = first.next_number(SCOPE)
        first.close()
        again = Plain(maker())
        if again.store.durable:
            assert [(each.run_id, each.state) for each in again.list()] == [("open", "waiting")]
            assert again.read("open") == [b"head", b"one"]
            assert code_of(lambda: again.read("ended")) == "run_not_found"  # it has ended
            assert again.load_value(SCOPE, "store", "key") == "1"
            assert again.load_file(SCOPE, picture.id) == (picture, b"bytes")
            assert again.next_number(SCOPE) == number + 1
        else:
            assert (again.list(), again.values(SCOPE, "store"), again.files(SCOPE)) == ([], [], [])
        again.close()


class TestUrls:
    def test_no_url_is_memory(self) -> None:
        store = open_store(None)
        assert isinstance(store, MemoryStore)
        assert not store.durable

    def test_a_relative_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        store = open_store("sqlite:///some runs.db")
        done(store.close())
        assert store.durable
        assert (tmp_path / "some runs.db").stat().st_mode & 0o777 == 0o600

    def test_an_absolute_file(self, tmp_path: Path) -> None:
        done(open_store(f"sqlite:///{tmp_path}/runs.db").close())
        assert (tmp_path / "runs.db").exists()

    @pytest.mark.parametrize(
        ("url", "told"),
        [
            ("sqlite:///:memory:", "does not outlive the process"),
            ("sqlite://", "names no file"),
            ("sqlite:///", "names no file"),
            ("sqlite://runs.db", "names no file"),
            ("sqlite:runs.db", "names no file"),
            ("sqlite:///runs.db?mode=ro", "options after"),
            ("sqlite:///runs\0.db", "names no file"),
            ("sqlite:///\ud800.db", "cannot be opened"),
            (f"sqlite:///{'x' * 300}.db", "cannot be opened"),
            ("redis://localhost", "no run store is known for 'redis://localhost'"),
            ("runs.db", "sqlite:///runs.db"),
            ("", "no run store is known"),
        ],
    )
    def test_a_url_that_names_no_store(self, url: str, told: str) -> None:
        with pytest.raises(ConfigError) as caught:
            open_store(url)
        assert told in caught.value.message

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://app:SEC%RET@db/runs",
            "postgresql://app:a@SECRET@db/runs",
            "postgresql://app:a@b/SECRET@db/runs",
            "postgresql+psycopg://app:SECRET@db/runs",
            "postgresql://app:SECRET/runs",
            "mysql://app:SECRET@db/runs",
            "host=db user=app password=SECRET",
        ],
    )
    def test_a_mistyped_url_does_not_show_its_password(self, url: str) -> None:
        pytest.importorskip("psycopg")
        with pytest.raises(ConfigError) as caught:
            open_store(url)
        assert "SEC" not in caught.value.message
        assert caught.value.__cause__ is None

    def test_another_mistake_in_a_url_with_a_password_is_named(self) -> None:
        pytest.importorskip("psycopg")
        with pytest.raises(ConfigError, match='invalid URI query parameter: "foo"'):
            open_store("postgresql://app:SECRET@db/runs?foo=1")

    @pytest.mark.parametrize(
        ("url", "shown"),
        [
            ("postgresql://app:SECRET@db:5432/runs", "postgresql://app:***@db:5432/runs"),
            ("postgresql://app:a@b:SECRET@db/runs", "postgresql://app:***@db/runs"),
            ("postgresql://app@db/runs?password=SECRET&sslmode=prefer", "postgresql://app@db/runs?password=***&sslmode=prefer"),
            ("postgresql://app@db/runs", "postgresql://app@db/runs"),
            ("postgresql://db:5432,other:5433/runs", "postgresql://db:5432,other:5433/runs"),
            ("postgresql://app:SECRET/runs", "postgresql://app:***/runs"),
            ("host=db password = 'my SECRET\\' too' user=app", "host=db password = *** user=app"),
            ("sqlite:////data/a:1/me@x/runs.db", "sqlite:////data/a:1/me@x/runs.db"),
            ("sqlite:///runs.db", "sqlite:///runs.db"),
            ("", ""),
        ],
    )  # fmt: skip
    def test_it_is_shown_without_its_password(self, url: str, shown: str) -> None:
        assert without_password(url) == shown


def test_names_of_owners_cannot_be_guessed() -> None:
    names = {owner_name() for _ in range(100)}
    assert len(names) == 100
    assert all(len(name.split(" ")[0]) == 32 for name in names)


def test_errors_of_the_store_are_of_the_family(store: Plain) -> None:
    with pytest.raises(RunError) as caught:
        store.read("nobody")
    assert "nobody" in caught.value.message


def test_results_of_all_sessions_together_are_bounded_in_memory() -> None:
    store = Plain(MemoryStore())
    text = json.dumps("x" * (16 << 20))
    for n in range(40):
        store.save_value(("a", f"s{n}"), "result", "res_1", text)
    kept = [n for n in range(40) if store.load_value(("a", f"s{n}"), "result", "res_1") is not None]
    assert kept == list(range(25, 40))
    for n in kept:
        assert store.delete_value(("a", f"s{n}"), "result", "res_1")
    for n in range(40):
        store.save_value(("a", f"s{n}"), "store", "k", "1")
    store.save_value(("a", "s0"), "result", "res_2", text)
    assert store.load_value(("a", "s0"), "result", "res_2") == text
    assert store.load_value(("a", "s0"), "store", "k") == "1"


def file(id: str, run_id: str = "run", size: int = 3, ttl: float = 100.0) -> FileInfo:
    return FileInfo(id, run_id, "image/png", "täst \u202e.png", size, ttl)


class TestFiles:
    def test_they_are_kept_by_session(self, store: Plain) -> None:
        store.save_file(SCOPE, file("att_1"), b"one")
        store.save_file(("agent", "other"), file("att_1"), b"two")
        store.save_file(SCOPE, file("att_2", size=0), b"")
        assert store.load_file(SCOPE, "att_1") == (file("att_1"), b"one")
        assert store.load_file(("agent", "other"), "att_1") == (file("att_1"), b"two")
        assert store.load_file(("", ""), "att_1") is None
        assert [info.id for info in store.files(SCOPE)] == ["att_1", "att_2"]
        store.save_file(SCOPE, file("att_1"), b"new")
        assert store.load_file(SCOPE, "att_1") == (file("att_1"), b"new")
        assert [info.id for info in store.files(SCOPE)] == ["att_2", "att_1"]

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_names_of_runs_are_only_texts(self, store: Plain, text: str) -> None:
        store.save_file((text, text), file("att_1", text), b"x")
        assert store.files((text, text)) == [file("att_1", text)]

    def test_they_live_as_long_as_their_run_and_a_while_more(self, store: Plain, clock: Clock) -> None:
        store.create("run", SCOPE, b"head", owner="me", expires_at=clock.now + 100_000)
        store.save_file(SCOPE, file("att_1"), b"one")
        clock.now += 10_000
        store.expire(clock.now)
        assert store.load_file(SCOPE, "att_1") is not None
        store.end("run", "me", "completed")
        clock.now += 99
        assert [info.id for info in store.files(SCOPE)] == ["att_1"]
        clock.now += 2
        assert store.load_file(SCOPE, "att_1") is None
        assert store.files(SCOPE) == []
        store.expire(clock.now)
        assert store.files(SCOPE) == []

    def test_those_of_a_run_that_never_waited_expire(self, store: Plain, clock: Clock) -> None:
        store.save_file(SCOPE, file("att_1", "quick"), b"one")
        clock.now += 100 + GRACE_SECONDS - 1
        assert store.load_file(SCOPE, "att_1") is not None
        clock.now += 1
        assert store.load_file(SCOPE, "att_1") is None

    def test_they_go_with_a_run_that_is_aborted_or_expires(self, store: Plain, clock: Clock) -> None:
        for number, fate in enumerate(("aborted", "expired", "failed")):
            store.create(fate, SCOPE, b"head", owner="me", expires_at=clock.now + 10)
            store.save_file(SCOPE, file(f"att_{number}", fate), b"one")
        store.end("aborted", None, "aborted")
        store.park("expired", "me", "yield", clock.now + 10)
        store.end("failed", "me", "failed")
        clock.now += 11
        assert store.expire(clock.now) == ["expired"]
        assert [info.run_id for info in store.files(SCOPE)] == ["failed"]

    def test_the_oldest_make_room_and_those_of_the_same_run_last(
        self, store: Plain, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("codemode.engine.durable.stored_attachments.MAX_FILES_BYTES", 10)
        monkeypatch.setattr("codemode.engine.durable.stored_attachments.MAX_FILES", 4)
        for number, run in enumerate(["new", "old", "old"]):
            store.save_file(SCOPE, file(f"att_{number}", run), b"xxx")
        store.save_file(SCOPE, file("att_3", "new"), b"yyy")
        assert [info.id for info in store.files(SCOPE)] == ["att_0", "att_2", "att_3"]
        for number in range(5):
            store.save_file(SCOPE, file(f"att_small_{number}", "new", size=1), b"z")
        assert len(store.files(SCOPE)) == 4
        assert all(info.run_id == "new" for info in store.files(SCOPE))

    def test_sessions_that_make_room_take_them_along(self, store: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("memory_store", "sqlite_values", "postgres_values"):
            monkeypatch.setattr(f"codemode.engine.durable.{module}.MAX_SESSIONS", 2)
        monkeypatch.setattr("codemode.engine.durable.postgres_values.PRUNE_EVERY", 1)
        store.save_file(SCOPE, file("att_1"), b"one")
        for name in ("x", "y"):
            store.next_number((SCOPE[0], name))
        assert store.files(SCOPE) == []

    def test_an_agent_with_many_sessions_makes_room_itself(self, store: Plain, monkeypatch: pytest.MonkeyPatch) -> None:
        for module in ("memory_store", "sqlite_values", "postgres_values"):
            monkeypatch.setattr(f"codemode.engine.durable.{module}.MAX_SESSIONS", 6)
        monkeypatch.setattr("codemode.engine.durable.postgres_values.PRUNE_EVERY", 1)
        for name in ("a", "b"):
            store.save_value(("quiet", name), "store", "k", "1")
        for number in range(20):
            store.save_value(("greedy", str(number)), "store", "k", "1")
        for name in ("a", "b"):
            store.save_value(("another", name), "store", "k", "1")
        kept = [each for each in SESSIONS if store.load_value(each, "store", "k") is not None]
        assert kept == [SESSIONS[n] for n in (0, 1, 20, 21, 22, 23)]


def test_files_of_all_sessions_together_are_bounded_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemode.engine.durable.stored_attachments.MAX_FILES_BYTES", 10)
    store = Plain(MemoryStore())
    for number in range(5):
        store.save_file(("", str(number)), file("att_1", size=4), b"xxxx")
    assert [bool(store.files(("", str(number)))) for number in range(5)] == [False, False, False, True, True]
    store.save_file(("other", ""), file("att_1", size=4), b"xxxx")
    for name in ("att_2", "att_3", "att_4"):
        store.save_file(("", "4"), file(name, size=4), b"xxxx")
    assert store.files(("other", ""))  # who has the most makes room


def test_an_agent_with_many_results_makes_room_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemode.engine.durable.memory_store.MAX_KEPT", 10)
    store = Plain(MemoryStore())
    store.save_value(("quiet", ""), "result", "res_1", "1234")
    for number in range(9):
        store.save_value(("greedy", str(number)), "result", "res_1", "12")
    assert store.load_value(("quiet", ""), "result", "res_1") == "1234"
    left = [number for number in range(9) if store.load_value(("greedy", str(number)), "result", "res_1")]
    assert left == [6, 7, 8]


def test_a_store_of_before_attachments_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from codemode.engine.durable import sqlite_file

    with monkeypatch.context() as before:
        before.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS[:2])
        old = Plain(SqliteStore(tmp_path / "runs.db"))
        old.save_value(SCOPE, "result", "res_1", "1")
        old.close()
    made = Plain(SqliteStore(tmp_path / "runs.db"))
    made.save_file(SCOPE, file("att_1"), b"one")
    assert made.load_value(SCOPE, "result", "res_1") == "1"
    assert made.load_file(SCOPE, "att_1") == (file("att_1"), b"one")
    made.close()
