"""The file of the durable store: creation, upgrades, locks, damage. Everything here runs in the thread of the store.

What was appended survives the death of any process at any moment, including kill -9. The journal of SQLite is a write-ahead log with
`synchronous=NORMAL`: a power cut or a crash of the operating system may lose the last moments before it, never the file's consistency. All processes
must be on one machine, because the log needs shared memory, which a network file system lacks.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from codemode.engine.durable.rows import Damaged
from codemode.engine.durable.store import Unanswered
from codemode.engine.durable.store_thread import GivenUp
from codemode.errors import ConfigError, InternalError

T = TypeVar("T")

BUSY_SECONDS = 10.0  # how long a process waits for another one's write
# seconds between two attempts while another process has the file locked: the first, and the longest
PAUSES = (0.0005, 0.02)
WAL_BYTES = 16 << 20  # the log shrinks to this after a large write
APPLICATION = 0x436F4D6F  # "CoMo": marks files of this store
EXPIRED = "expires_at <= ? AND run_id NOT IN (SELECT run_id FROM runs)"  # bytes of attachments, at a time
_WAITS = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_PROTOCOL)  # error codes of a file that another process is using

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
    """
    ALTER TABLE runs ADD COLUMN fence INTEGER NOT NULL DEFAULT 1;
    """,
)


class SqliteFile:
    """One connection, for one thread at a time. Raises ConfigError if the file cannot be used.

    Opening never waits: if another process has the file locked, the first `run` upgrades it.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self.path = path.absolute()
        self.clock = clock
        self.db = _connected(self.path)
        self._prepared = False
        try:
            self._prepare()
        except BaseException as error:
            if isinstance(error, sqlite3.Error) and _is_locked(error):
                return
            self.db.close()
            if isinstance(error, sqlite3.Error | UnicodeDecodeError | TypeError):
                raise _unusable(self.path, error) from error
            raise

    def run(self, work: Callable[[], T], given_up: Callable[[], bool]) -> T:
        """Runs `work`, again while another process has the file locked. Raises GivenUp, ConfigError, and InternalError (`runtime_unavailable`) if
        the file stays locked for BUSY_SECONDS, or does not work."""
        until, pause = time.monotonic() + BUSY_SECONDS, PAUSES[0]
        while True:
            if given_up():
                raise GivenUp
            try:
                if not self._prepared:
                    self._prepare()
                return work()
            except sqlite3.Error as error:
                if not _is_locked(error):
                    raise _broken(self.path, error) from error
                if time.monotonic() > until:
                    raise _locked(self.path) from error
            except (Damaged, OverflowError, UnicodeDecodeError) as error:
                # a damaged number may be too large to increment; SQLite's message about a damaged schema may not be UTF-8
                raise _broken(self.path, error) from error
            time.sleep(pause)
            pause = min(2 * pause, PAUSES[1])

    def close(self) -> None:
        self.db.close()

    # --- in the work ----------------------------------------------------------------------------------------------

    def one(self, sql: str, *values: Any) -> tuple[Any, ...] | None:
        return cast("tuple[Any, ...] | None", self.db.execute(sql, values).fetchone())

    @contextmanager
    def transaction(self, begin: str = "BEGIN IMMEDIATE") -> Generator[None]:
        """A transaction: all changes or none, and nobody else writes meanwhile."""
        self.db.execute(begin)
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    # --- opening --------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        with self.transaction("BEGIN"):
            version = self._version()
        self.db.execute("PRAGMA foreign_keys=ON")
        self.db.execute("PRAGMA synchronous=NORMAL")
        self.db.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
        if self.one("PRAGMA journal_mode=WAL") != ("wal",):
            raise ConfigError(
                f"the file system of the run store {self.path} has no shared memory: put it on a local disk"
            )
        if version < len(MIGRATIONS):
            with self.transaction():
                self._bring_up_to_date(self._version())  # another process may have done it meanwhile
        self._prepared = True

    def _bring_up_to_date(self, version: int) -> None:
        for step in MIGRATIONS[version:]:
            for statement in filter(str.strip, step.split(";")):
                self.db.execute(statement)
        self.db.execute(f"PRAGMA application_id={APPLICATION}")
        self.db.execute(f"PRAGMA user_version={len(MIGRATIONS)}")

    def _version(self) -> int:
        """The version of the tables; 0 for an empty file. Raises ConfigError if the file belongs to another program or version."""
        version = self._pragma("user_version")
        if self._pragma("application_id") != APPLICATION and self.one("SELECT 1 FROM sqlite_schema"):
            raise ConfigError(f"{self.path} is the database of another application, not a run store: name another file")
        if not 0 <= version <= len(MIGRATIONS):
            raise ConfigError(
                f"the run store {self.path} was made by a newer codemode (its tables have version {version}, this one knows"
                f" {len(MIGRATIONS)}): update codemode, or name another file"
            )
        return version

    def _pragma(self, name: str) -> int:
        return self.db.execute(f"PRAGMA {name}").fetchone()[0]


# Open the file directly only to create it: closing it releases every lock of this process that SQLite has on it.
_making = threading.Lock()


def _connected(path: Path) -> sqlite3.Connection:
    """Creates the file if needed, readable only by its owner: journals contain arguments and results of tools."""
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
            made = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
            made.text_factory = _text
            return made
    except (OSError, ValueError, sqlite3.Error) as error:
        raise _unusable(path, error) from error


def _text(data: bytes) -> str | bytes:
    """A text that is not UTF-8 stays bytes, so that only its row is damaged, not every list with that row."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _is_locked(error: sqlite3.Error) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _WAITS


def _unusable(path: Path, error: Exception) -> ConfigError:
    damaged = getattr(error, "sqlite_errorname", "") in ("SQLITE_NOTADB", "SQLITE_CORRUPT")
    if damaged or isinstance(error, UnicodeDecodeError | TypeError):
        return ConfigError(
            f"the run store {path} is not a database, or it is damaged ({error}): name another file, or move this one away"
        )
    why = error.strerror if isinstance(error, OSError) else str(error)
    return ConfigError(
        f"the run store {path} cannot be opened ({why}): this process needs to read and write the file, and to make files in its folder"
    )


def _broken(path: Path, error: Exception) -> InternalError:
    return InternalError(f"the run store {path} does not work: {error}", code="runtime_unavailable")


def _locked(path: Path) -> Unanswered:
    return Unanswered(
        f"the run store {path} has been locked by another process for {BUSY_SECONDS:g} seconds; nothing was changed, try again"
    )
