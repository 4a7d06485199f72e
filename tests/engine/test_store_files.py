"""The durable store over files that are old, new, damaged, closed to it, or something else."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from codemode.engine.durable import sqlite_values
from codemode.engine.durable.sqlite_file import APPLICATION, MIGRATIONS
from codemode.engine.durable.sqlite_store import SqliteStore
from codemode.errors import ConfigError, InternalError
from tests.engine.plain_store import Plain

SCOPE = ("agent", "session")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


LOCKED = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], timeout=0)
other.execute("PRAGMA locking_mode=EXCLUSIVE")
print(other.execute("SELECT count(*) FROM runs").fetchall())
"""


def test_opening_a_file_again_takes_no_locks_from_who_has_it_open(path: Path) -> None:
    first, second = Plain(SqliteStore(path)), Plain(SqliteStore(path))
    second.close()
    with pytest.raises(ConfigError, match="is a folder"):
        Plain(SqliteStore(path.parent))
    first.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 60)
    told = subprocess.run([sys.executable, "-c", LOCKED, str(path)], capture_output=True, text=True, timeout=60)
    assert "database is locked" in told.stderr
    assert first.read("run") == [b"head"]
    first.close()


# as version 1 made them; the text stays as it is when the schema goes on
VERSION_1 = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY,
    run_id BLOB NOT NULL UNIQUE,
    agent BLOB NOT NULL,
    session BLOB NOT NULL,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    size INTEGER NOT NULL,
    owner TEXT NOT NULL,
    lease_until REAL NOT NULL
);
CREATE INDEX runs_by_expiry ON runs (expires_at);
CREATE TABLE entries (number INTEGER PRIMARY KEY, run INTEGER NOT NULL, entry BLOB NOT NULL);
CREATE INDEX entries_of_run ON entries (run);
CREATE TABLE fates (
    number INTEGER PRIMARY KEY,
    run_id BLOB NOT NULL UNIQUE,
    agent BLOB NOT NULL,
    session BLOB NOT NULL,
    fate TEXT NOT NULL,
    created_at REAL NOT NULL,
    ended_at REAL NOT NULL
);
CREATE INDEX fates_by_end ON fates (ended_at);
INSERT INTO runs VALUES (1, CAST('old' AS BLOB), CAST('agent' AS BLOB), CAST('session' AS BLOB), 'waiting', 'yield', 1.5, 9e9, 7, '', 0);
INSERT INTO entries VALUES (1, 1, CAST('head' AS BLOB)), (2, 1, CAST('one' AS BLOB));
INSERT INTO fates VALUES (1, CAST('gone' AS BLOB), CAST('agent' AS BLOB), CAST('session' AS BLOB), 'aborted', 1.5, 9e9);
PRAGMA application_id=1131367791;
PRAGMA user_version=1;
"""


def made(path: Path, script: str) -> None:
    database = sqlite3.connect(path)
    database.executescript(script)
    database.close()


def version_of(path: Path) -> tuple[int, int]:
    database = sqlite3.connect(path)
    told = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    database.close()
    return told[0], told[1]


def test_a_file_of_version_1_is_brought_up_to_date(path: Path) -> None:
    made(path, VERSION_1)
    store = Plain(SqliteStore(path))
    assert version_of(path) == (APPLICATION, len(MIGRATIONS))
    assert store.read("old") == [b"head", b"one"]
    [info] = store.list()
    assert (info.scope, info.state, info.reason, info.created_at) == (SCOPE, "waiting", "yield", 1.5)
    ended = store.info("gone")
    assert ended is not None
    assert ended.state == "aborted"
    assert store.lease("old", "me")
    store.append("old", "me", [b"two"])
    assert store.state(SCOPE).save_result("1") == "res_1"
    store.close()
    store = Plain(SqliteStore(path))
    assert store.read("old") == [b"head", b"one", b"two"]
    assert store.state(SCOPE).result("res_1") == 1
    store.close()


def test_opening_waits_until_others_let_go_of_the_file(path: Path) -> None:
    made(path, VERSION_1)
    other = sqlite3.connect(path, check_same_thread=False)
    other.execute("BEGIN")
    other.execute("SELECT * FROM runs").fetchall()
    later = threading.Timer(0.3, other.close)
    later.start()
    Plain(SqliteStore(path)).close()
    later.join()


def test_what_version_1_made_is_what_it_makes(path: Path) -> None:
    """The old text above and the first step of the migrations are the same tables."""
    tables = "SELECT name, replace(replace(sql, ' ', ''), char(10), '') FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    old, new = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    old.executescript(VERSION_1)
    new.executescript(MIGRATIONS[0])
    assert old.execute(tables).fetchall() == new.execute(tables).fetchall()
    old.close()
    new.close()


def test_a_migration_that_fails_changes_nothing(path: Path) -> None:
    made(path, VERSION_1 + "CREATE TABLE kept (in_the_way);")  # its second table cannot be made
    with pytest.raises(ConfigError, match="already exists"):
        Plain(SqliteStore(path))
    assert version_of(path) == (APPLICATION, 1)
    made(path, "DROP TABLE kept;")
    store = Plain(SqliteStore(path))
    assert store.read("old") == [b"head", b"one"]
    store.close()


def test_a_session_that_made_room_leaves_nothing_behind(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 500  # thousands of them take seconds
    monkeypatch.setattr(sqlite_values, "MAX_SESSIONS", most)
    store = Plain(SqliteStore(path))
    for i in range(most + 5):
        store.save_value(("agent", str(i)), "store", "k", "1")
    store.close()
    database = sqlite3.connect(path)
    assert database.execute("SELECT count(*), min(session) FROM kept").fetchone() == (most, 6)
    database.close()


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    Plain(SqliteStore(path)).close()
    made(path, "PRAGMA user_version=99;")
    with pytest.raises(ConfigError, match=r"newer codemode .* version 99.*update codemode"):
        Plain(SqliteStore(path))
    assert version_of(path) == (APPLICATION, 99)


def test_the_database_of_something_else_is_left_alone(path: Path) -> None:
    made(path, "CREATE TABLE cookies (name); INSERT INTO cookies VALUES ('mine');")
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="database of another application"):
        Plain(SqliteStore(path))
    assert path.read_bytes() == before


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    with pytest.raises(ConfigError, match="not a database, or it is damaged"):
        Plain(SqliteStore(path))
    assert path.read_text().startswith("Dear diary")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is a folder: name a file in it"):
        Plain(SqliteStore(tmp_path))
    with pytest.raises(ConfigError, match=r"there is no folder .*make it first"):
        Plain(SqliteStore(tmp_path / "none" / "runs.db"))


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_file_is_told_and_nothing_else_escapes(path: Path, seed: int) -> None:
    store = Plain(SqliteStore(path))
    store.create("run", SCOPE, b"head", owner="me", expires_at=time.time() + 3600)
    store.append("run", "me", [bytes(3000)] * 100)
    store.close()
    chance = random.Random(seed)
    damaged = bytearray(path.read_bytes())
    for _ in range(60):
        at = chance.randrange(0 if seed == 0 else 4096, len(damaged) - 400)
        damaged[at : at + 400] = chance.randbytes(400)
    path.write_bytes(damaged)
    with pytest.raises((ConfigError, InternalError)) as caught:
        store = Plain(SqliteStore(path))
        try:
            for _ in range(3):
                store.read("run")
                store.append("run", "me", [bytes(3000)] * 100)
                store.end("run", None, "aborted")
        finally:
            store.close()
    assert "runs.db" in caught.value.message
    assert caught.value.code in ("invalid_config", "runtime_unavailable")


def test_a_closed_store_says_so(path: Path) -> None:
    store = Plain(SqliteStore(path))
    store.close()
    store.close()
    with pytest.raises(InternalError, match="closed") as caught:
        store.info("run")
    assert caught.value.code == "runtime_unavailable"


@contextmanager
def without_privileges() -> Iterator[Path]:
    """A folder of a user whom permissions bind; root's files are open to root whatever they say."""
    with tempfile.TemporaryDirectory() as folder:
        root = os.geteuid() == 0
        if root:
            os.chown(folder, 65534, -1)
            os.seteuid(65534)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)
            os.chmod(folder, 0o700)


@pytest.mark.parametrize("mode", [0o000, 0o400, 0o200])
def test_a_file_without_permission(mode: int) -> None:
    with without_privileges() as folder:
        file = folder / "runs.db"
        Plain(SqliteStore(file)).close()
        file.chmod(mode)
        with pytest.raises(
            ConfigError, match=r"cannot be opened \(.*\): this process needs to read and write the file"
        ):
            Plain(SqliteStore(file))


def test_a_folder_without_permission() -> None:
    with without_privileges() as folder:
        Plain(SqliteStore(folder / "runs.db")).close()
        folder.chmod(0o500)
        for name in ("runs.db", "new.db"):
            with pytest.raises(ConfigError, match="make files in its folder"):
                Plain(SqliteStore(folder / name))
        folder.chmod(0o000)
        with pytest.raises(ConfigError, match="Permission denied"):
            Plain(SqliteStore(folder / "runs.db"))
