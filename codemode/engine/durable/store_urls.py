"""Opens the store of a URL, and its history. A database driver is imported when a URL needs it."""

from __future__ import annotations

from collections.abc import Callable

from codemode.engine.durable.history import History, HistoryStore, Keeping, is_kept_in
from codemode.engine.durable.memory_store import MemoryStore
from codemode.engine.durable.shown_urls import without_password
from codemode.engine.durable.store import RunStore
from codemode.errors import ConfigError


def open_store(url: object) -> RunStore:
    """Opens the store of a URL: None is memory, `sqlite:///runs.db` and `sqlite:////absolute/runs.db` are files, `postgresql://user@host/database`
    is a database shared by machines. Raises ConfigError."""
    if url is None:
        return MemoryStore()
    if isinstance(url, str) and url.startswith("sqlite:"):
        from codemode.engine.durable.sqlite_store import SqliteStore, path_of

        return SqliteStore(path_of(url))
    if is_postgres(url):
        return _open_postgres(str(url))
    shown = repr(without_password(url) if isinstance(url, str) else url)[:80]
    raise ConfigError(
        f"no run store is known for {shown}: leave the store out to keep runs in memory,"
        " or name a file, for example sqlite:///runs.db or sqlite:////var/lib/app/runs.db,"
        " or a database, for example postgresql://app@db.example/codemode"
    )


def is_postgres(url: object) -> bool:
    return isinstance(url, str) and url.startswith(("postgresql://", "postgres://"))


def _open_postgres(url: str) -> RunStore:
    try:
        from codemode.engine.durable.postgres_store import PostgresStore
    except ImportError as missing:
        raise ConfigError(
            f"a run store in Postgres needs the extra: pip install 'codemode[postgres]' ({missing})"
        ) from missing
    return PostgresStore(url)


def open_history(store: RunStore, url: object, seconds: float, keeping: Keeping) -> HistoryStore | None:
    """Opens the history of a store: in its file, in its database, or in memory. Returns None if history is not kept. Raises ConfigError."""
    if not seconds:
        return None
    if is_postgres(url):
        from codemode.engine.durable.postgres_history import PostgresHistory
        from codemode.engine.durable.postgres_store import PostgresStore

        assert isinstance(store, PostgresStore)
        return PostgresHistory(store.database, seconds, keeping)
    return History(store_path(url), seconds, keeping)


def history_beside(url: object) -> Callable[[], HistoryStore | None] | None:
    """Returns a function that opens the history which other processes keep in the store's file; it returns None if there is none, and blocks. None
    if the store is not a file."""
    path = store_path(url)
    if path is None:
        return None

    def opened() -> HistoryStore | None:
        return History(path, 0.0) if is_kept_in(path) else None

    return opened


def store_path(url: object) -> str | None:
    """The path of the store's file; None if the store is not a file."""
    if isinstance(url, str) and url.startswith("sqlite:"):
        from codemode.engine.durable.sqlite_store import path_of

        return str(path_of(url))
    return None
