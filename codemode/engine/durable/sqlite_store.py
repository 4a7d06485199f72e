"""The durable store: runs and what sessions keep, in one SQLite file that several processes share.

What was appended survives the death of any process at any moment, kill -9 included. The journal of SQLite is a write-ahead log with
`synchronous=NORMAL`: a power cut or a crash of the operating system may lose the last moments before it, never the file's consistency. All
processes have to be on one machine, because the log needs shared memory; a network file system has none.
"""

from __future__ import annotations

import builtins
import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from codemode.engine.durable.files import GRACE_SECONDS, FileInfo, files_in_the_way
from codemode.engine.durable.leases import LEASE_SECONDS, lapsed
from codemode.engine.durable.store import (
    FATE_SECONDS,
    MAX_FATES,
    MAX_SESSIONS,
    Fate,
    Kind,
    RunInfo,
    Scope,
    busy,
    gone,
    in_the_way,
)
from codemode.errors import ConfigError, InternalError, RunError

BUSY_SECONDS = 10.0  # how long one process waits for the write of another
WAL_BYTES = 16 << 20  # the log shrinks to this after a large write
APPLICATION = 0x436F4D6F  # "CoMo": the mark of our files

_RUN = "number, run_id, agent, session, state, reason, created_at, expires_at, size, owner, lease_until"

# Version n of the schema is what the first n steps make. Steps are never changed, only added.
MIGRATIONS = (
    """
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
    """,
    """
    CREATE TABLE sessions (
        number INTEGER PRIMARY KEY,
        agent BLOB NOT NULL,
        session BLOB NOT NULL,
        given INTEGER NOT NULL,
        used_at REAL NOT NULL,
        UNIQUE (agent, session)
    );
    CREATE INDEX sessions_by_use ON sessions (used_at);
    CREATE TABLE kept (
        number INTEGER PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        key BLOB NOT NULL,
        size INTEGER NOT NULL,
        value BLOB NOT NULL,
        UNIQUE (session, kind, key)
    );
    """,
    """
    CREATE TABLE files (
        number INTEGER PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES sessions (number) ON DELETE CASCADE,
        id TEXT NOT NULL,
        run_id BLOB NOT NULL,
        media_type TEXT NOT NULL,
        name TEXT NOT NULL,
        size INTEGER NOT NULL,
        ttl REAL NOT NULL,
        expires_at REAL NOT NULL,
        data BLOB NOT NULL,
        UNIQUE (session, id)
    );
    CREATE INDEX files_of_run ON files (run_id);
    CREATE INDEX files_by_expiry ON files (expires_at);
    """,
)


def path_of(url: str) -> Path:
    """The file that a URL names. Raises ConfigError for what is no `sqlite:///FILE`."""
    head, _, path = url.partition(":///")
    if head != "sqlite" or not path or "?" in path or "\0" in path:
        raise ConfigError(
            f"{url[:200]!r} names no file for the run store: write sqlite:///runs.db for a file in the working directory,"
            " sqlite:////var/lib/app/runs.db for an absolute path; options after ? are not known"
        )
    if path == ":memory:":
        raise ConfigError(
            "sqlite:///:memory: does not outlive the process: name a file, or leave the store out to keep runs in memory"
        )
    return Path(path)


class SqliteStore:
    """A RunStore in one file, which is made when it is not there. Raises ConfigError when the file cannot be used."""

    durable = True

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path = path.absolute()
        self._clock = clock
        self._lock = threading.RLock()
        self._db = _connected(self._path)
        try:
            self._prepare()
        except BaseException as error:
            self._db.close()
            if isinstance(error, sqlite3.Error):
                raise _unusable(self._path, error) from error
            raise

    def _prepare(self) -> None:
        with self._transaction("BEGIN"):
            self._version()
        self._db.execute("PRAGMA foreign_keys=ON")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
        self._keep_log()
        with self._transaction():
            version = self._version()  # another process may have brought the file up to date meanwhile
            if version == len(MIGRATIONS):
                return
            for step in MIGRATIONS[version:]:
                for statement in filter(str.strip, step.split(";")):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id={APPLICATION}")
            self._db.execute(f"PRAGMA user_version={len(MIGRATIONS)}")

    def _version(self) -> int:
        """Of the tables; 0 for an empty file. Raises ConfigError when the file is not for us."""
        version = self._pragma("user_version")
        if self._pragma("application_id") != APPLICATION and self._one("SELECT 1 FROM sqlite_schema"):
            raise ConfigError(f"{self._path} is the database of something else, not a run store: name another file")
        if version > len(MIGRATIONS):
            raise ConfigError(
                f"the run store {self._path} was made by a newer codemode (its tables have version {version}, this one knows"
                f" {len(MIGRATIONS)}): update codemode, or name another file"
            )
        return version

    def _keep_log(self) -> None:
        """Turn the write-ahead log on, for which SQLite itself does not wait until others that open the file let go of it."""
        until = time.monotonic() + BUSY_SECONDS
        while True:
            try:
                if self._one("PRAGMA journal_mode=WAL") == ("wal",):
                    return
                raise ConfigError(
                    f"the file system of the run store {self._path} has no shared memory: put it on a local disk"
                )
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _pragma(self, name: str) -> int:
        return self._db.execute(f"PRAGMA {name}").fetchone()[0]

    def _one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        return cast("tuple[Any, ...] | None", self._db.execute(sql, values).fetchone())

    @contextmanager
    def _read(self) -> Generator[None]:
        with self._lock:
            try:
                yield
            except sqlite3.Error as error:
                raise _broken(self._path, error) from error

    @contextmanager
    def _write(self) -> Generator[None]:
        with self._read(), self._transaction():
            yield

    @contextmanager
    def _transaction(self, begin: str = "BEGIN IMMEDIATE") -> Generator[None]:
        """All of it or nothing, and nobody else writes meanwhile."""
        self._db.execute(begin)
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    # --- runs -----------------------------------------------------------------------------------------------------

    def create(self, run_id: str, scope: Scope, head: bytes, *, owner: str, expires_at: float) -> None:
        now = self._clock()
        with self._write():
            if self._one(
                "SELECT 1 FROM runs WHERE run_id = ? UNION ALL SELECT 1 FROM fates WHERE run_id = ?",
                *_raw(run_id),
                *_raw(run_id),
            ):
                raise busy(run_id)
            made = self._db.execute(
                "INSERT INTO runs (run_id, agent, session, state, reason, created_at, expires_at, size, owner, lease_until)"
                " VALUES (?, ?, ?, 'running', '', ?, ?, ?, ?, ?)",
                (*_raw(run_id, *scope), now, expires_at, len(head), owner, now + LEASE_SECONDS),
            )
            self._db.execute("INSERT INTO entries (run, entry) VALUES (?, ?)", (made.lastrowid, head))

    def append(self, run_id: str, owner: str, entries: Sequence[bytes]) -> None:
        with self._write():
            number = self._held(run_id, owner)
            self._db.executemany(
                "INSERT INTO entries (run, entry) VALUES (?, ?)", [(number, entry) for entry in entries]
            )
            self._db.execute(
                "UPDATE runs SET size = size + ?, lease_until = ? WHERE number = ?",
                (sum(map(len, entries)), self._clock() + LEASE_SECONDS, number),
            )

    def read(self, run_id: str) -> list[bytes]:
        with self._read():
            rows = self._db.execute(
                "SELECT entry FROM entries WHERE run = (SELECT number FROM runs WHERE run_id = ?) ORDER BY number",
                _raw(run_id),
            ).fetchall()
            if not rows:
                raise self._gone(run_id)
            return [row[0] for row in rows]

    def info(self, run_id: str) -> RunInfo | None:
        with self._read():
            row = self._one(f"SELECT {_RUN} FROM runs WHERE run_id = ?", *_raw(run_id))
            if row is not None:
                return _info(row)
            ended = self._one(
                "SELECT agent, session, fate, created_at FROM fates WHERE run_id = ? AND ended_at >= ?",
                *_raw(run_id),
                self._clock() - FATE_SECONDS,
            )
            if ended is None:
                return None
            agent, session, fate, created_at = ended
            return RunInfo(run_id, (_text(agent), _text(session)), fate, "", created_at, None, 0, "", 0.0)

    def lease(self, run_id: str, owner: str) -> bool:
        now = self._clock()
        with self._write():
            number, holder, until = self._live(run_id)
            if holder != owner and not lapsed(holder, until, now):
                return False
            self._db.execute(
                "UPDATE runs SET owner = ?, lease_until = ? WHERE number = ?", (owner, now + LEASE_SECONDS, number)
            )
            return True

    def release(self, run_id: str, owner: str) -> None:
        with self._write():
            self._db.execute(
                "UPDATE runs SET owner = '', lease_until = 0 WHERE run_id = ? AND owner = ?", (*_raw(run_id), owner)
            )

    def park(self, run_id: str, owner: str, reason: str, expires_at: float) -> None:
        with self._write():
            number = self._held(run_id, owner)
            self._db.execute(
                "UPDATE runs SET state = 'waiting', reason = ?, expires_at = ? WHERE number = ?",
                (reason, expires_at, number),
            )

    def resume(self, run_id: str, owner: str) -> None:
        with self._write():
            self._db.execute(
                "UPDATE runs SET state = 'running', reason = '' WHERE number = ?", (self._held(run_id, owner),)
            )

    def end(self, run_id: str, owner: str | None, fate: Fate) -> None:
        with self._write():
            number = self._live(run_id)[0] if owner is None else self._held(run_id, owner)
            self._end(number, fate)

    def expire(self, now: float) -> list[str]:
        with self._read():  # almost always there is nothing to do, and a look does not keep writers waiting
            if self._one("SELECT 1 FROM runs WHERE expires_at <= ?", now) is None and not self._one(
                f"SELECT 1 FROM files WHERE {_OVER}", now
            ):
                return []
        ended: list[str] = []
        with self._write():
            rows = self._db.execute(f"SELECT {_RUN} FROM runs WHERE expires_at <= ? ORDER BY number", (now,)).fetchall()
            for row in rows:
                run = _info(row)
                if run.state == "waiting" or lapsed(run.owner, run.lease_until, now):
                    self._end(row[0], "expired")
                    ended.append(run.run_id)
            self._db.execute(f"DELETE FROM files WHERE {_OVER}", (now,))
        return ended

    def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        with self._read():
            where, values = ("", ()) if scope is None else ("WHERE agent = ? AND session = ?", _raw(*scope))
            rows = self._db.execute(f"SELECT {_RUN} FROM runs {where} ORDER BY number", values).fetchall()
            return [_info(row) for row in rows]

    def _live(self, run_id: str) -> tuple[int, str, float]:
        row = self._one("SELECT number, owner, lease_until FROM runs WHERE run_id = ?", *_raw(run_id))
        if row is None:
            raise self._gone(run_id)
        return cast("tuple[int, str, float]", row)

    def _held(self, run_id: str, owner: str) -> int:
        number, holder, _ = self._live(run_id)
        if not owner or holder != owner:
            raise busy(run_id)
        return number

    def _gone(self, run_id: str) -> RunError:
        info = self.info(run_id)
        return gone(run_id, info.state if info is not None else None)

    def _end(self, number: int, fate: Fate) -> None:
        now = self._clock()
        made = self._db.execute(
            "INSERT INTO fates (run_id, agent, session, fate, created_at, ended_at)"
            " SELECT run_id, agent, session, ?, created_at, ? FROM runs WHERE number = ?",
            (fate, now, number),
        )
        of_run = "run_id = (SELECT run_id FROM runs WHERE number = ?)"
        if fate in ("aborted", "expired"):
            self._db.execute(f"DELETE FROM files WHERE {of_run}", (number,))
        else:
            self._db.execute(f"UPDATE files SET expires_at = ? + ttl WHERE {of_run}", (now, number))
        self._db.execute("DELETE FROM entries WHERE run = ?", (number,))
        self._db.execute("DELETE FROM runs WHERE number = ?", (number,))
        self._db.execute(
            "DELETE FROM fates WHERE number <= ? OR ended_at < ?",
            ((made.lastrowid or 0) - MAX_FATES, now - FATE_SECONDS),
        )

    # --- values of sessions ---------------------------------------------------------------------------------------

    def save_value(self, scope: Scope, kind: Kind, key: str, text: str) -> None:
        name, data = _raw(key, text)
        with self._write():
            going = in_the_way(kind, self.values(scope, kind), key, len(data))
            session = self._session(scope)
            self._db.executemany(
                "DELETE FROM kept WHERE session = ? AND kind = ? AND key = ?",
                [(session, kind, *_raw(old)) for old in [*going, key]],
            )
            self._db.execute(
                "INSERT INTO kept (session, kind, key, size, value) VALUES (?, ?, ?, ?, ?)",
                (session, kind, name, len(data), data),
            )

    def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        with self._read():
            row = self._one(
                f"SELECT value FROM kept WHERE {_OF_SESSION} AND kind = ? AND key = ?", *_raw(*scope), kind, *_raw(key)
            )
            return _text(row[0]) if row is not None else None

    def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        with self._write():
            sql = f"DELETE FROM kept WHERE {_OF_SESSION} AND kind = ? AND key = ?"
            return self._db.execute(sql, (*_raw(*scope), kind, *_raw(key))).rowcount > 0

    def values(self, scope: Scope, kind: Kind) -> builtins.list[tuple[str, int]]:
        with self._read():
            sql = f"SELECT key, size FROM kept WHERE {_OF_SESSION} AND kind = ? ORDER BY number"
            rows = self._db.execute(sql, (*_raw(*scope), kind)).fetchall()
            return [(_text(key), size) for key, size in rows]

    def next_number(self, scope: Scope) -> int:
        with self._write():
            session = self._session(scope)
            self._db.execute("UPDATE sessions SET given = given + 1 WHERE number = ?", (session,))
            row = self._one("SELECT given FROM sessions WHERE number = ?", session)
            return row[0] if row is not None else 1

    def _session(self, scope: Scope) -> int:
        """The number of a session that is used now; it is made when it is not there."""
        row = self._one("SELECT number FROM sessions WHERE agent = ? AND session = ?", *_raw(*scope))
        if row is not None:
            self._db.execute("UPDATE sessions SET used_at = ? WHERE number = ?", (self._clock(), row[0]))
            return row[0]
        self._db.execute(
            "DELETE FROM sessions WHERE number = (SELECT number FROM sessions ORDER BY used_at LIMIT 1)"
            " AND (SELECT count(*) FROM sessions) >= ?",
            (MAX_SESSIONS,),
        )
        made = self._db.execute(
            "INSERT INTO sessions (agent, session, given, used_at) VALUES (?, ?, 0, ?)", (*_raw(*scope), self._clock())
        )
        return made.lastrowid or 0

    def save_file(self, scope: Scope, info: FileInfo, data: bytes) -> None:
        now = self._clock()
        with self._write():
            self._db.execute(f"DELETE FROM files WHERE {_OVER}", (now,))
            going, session = files_in_the_way(self.files(scope), info), self._session(scope)
            self._db.executemany(
                "DELETE FROM files WHERE session = ? AND id = ?", [(session, id) for id in [*going, info.id]]
            )
            values = (info.id, *_raw(info.run_id), info.media_type, info.name, info.size, info.ttl)
            self._db.execute(
                "INSERT INTO files (session, id, run_id, media_type, name, size, ttl, expires_at, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (session, *values, now + info.ttl + GRACE_SECONDS, data),
            )

    def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        with self._read():
            sql = f"SELECT {_FILE}, data FROM files WHERE {_OF_SESSION} AND id = ? AND NOT ({_OVER})"
            row = self._one(sql, *_raw(*scope), id, self._clock())
            return (_file(row), row[-1]) if row is not None else None

    def files(self, scope: Scope) -> builtins.list[FileInfo]:
        with self._read():
            sql = f"SELECT {_FILE} FROM files WHERE {_OF_SESSION} AND NOT ({_OVER}) ORDER BY number"
            return [_file(row) for row in self._db.execute(sql, (*_raw(*scope), self._clock())).fetchall()]

    def close(self) -> None:
        with self._lock:
            self._db.close()


_FILE = "id, run_id, media_type, name, size, ttl"
_OVER = "expires_at <= ? AND run_id NOT IN (SELECT run_id FROM runs)"
_OF_SESSION = "session = (SELECT number FROM sessions WHERE agent = ? AND session = ?)"


def _raw(*texts: str) -> tuple[bytes, ...]:
    """Texts of guests and hosts may hold lone surrogates, which SQLite's own text cannot."""
    return tuple(text.encode(errors="surrogatepass") for text in texts)


def _text(data: bytes) -> str:
    return data.decode(errors="surrogatepass")


def _info(row: tuple[Any, ...]) -> RunInfo:
    _, run_id, agent, session, *rest = row
    return RunInfo(_text(run_id), (_text(agent), _text(session)), *rest)


def _file(row: tuple[Any, ...]) -> FileInfo:
    id, run_id, *rest = row[:6]
    return FileInfo(id, _text(run_id), *rest)


# Never open the file but to make it: closing it again takes from this process every lock that SQLite holds on it.
_making = threading.Lock()


def _connected(path: Path) -> sqlite3.Connection:
    """The file is made if it is not there, for its owner alone: journals hold what tools were asked and what they said."""
    try:
        if path.is_dir():
            raise ConfigError(f"the run store {path} is a folder: name a file in it, for example {path / 'runs.db'}")
        if not path.parent.is_dir():
            raise ConfigError(f"the run store {path} cannot be made: there is no folder {path.parent}; make it first")
        with _making:
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            if not os.access(path, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    except (OSError, ValueError, sqlite3.Error) as error:
        raise _unusable(path, error) from error


def _unusable(path: Path, error: Exception) -> ConfigError:
    if getattr(error, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
        return ConfigError(
            f"the run store {path} is no database, or a damaged one ({error}): name another file, or move this one away"
        )
    why = error.strerror if isinstance(error, OSError) else str(error)
    return ConfigError(
        f"the run store {path} cannot be opened ({why}): this process needs to read and write the file, and to make files in its folder"
    )


def _broken(path: Path, error: sqlite3.Error) -> InternalError:
    return InternalError(f"the run store {path} does not work: {error}", code="runtime_unavailable")
