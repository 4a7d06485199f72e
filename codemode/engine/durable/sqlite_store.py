"""The durable store: runs and session values, in one SQLite file that several processes share. Its own thread works on the file.

A caller that gives up withdraws work that has not begun, also while another process has the file locked; work that has begun finishes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.sqlite_file import SqliteFile
from codemode.engine.durable.sqlite_runs import RunTable
from codemode.engine.durable.sqlite_values import ValueTable
from codemode.engine.durable.store_thread import StoreThread
from codemode.errors import ConfigError

P = ParamSpec("P")
T = TypeVar("T")


def path_of(url: str) -> Path:
    """The path of the file in a URL. Raises ConfigError if the URL is not `sqlite:///FILE`."""
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


class _Tables(RunTable, ValueTable):
    """All tables of one file."""


def _on_thread(
    method: Callable[Concatenate[_Tables, P], T],
) -> Callable[Concatenate[SqliteStore, P], CoroutineType[Any, Any, T]]:
    """Makes a method of the tables one of the store: it is done by the thread of the store, after all earlier requests."""

    async def done(store: SqliteStore, *args: P.args, **named: P.kwargs) -> T:
        return await store.do(lambda: method(store.tables, *args, **named))

    return done


class SqliteStore:
    """A RunStore in one file, which is created if needed. Raises ConfigError if the file cannot be used."""

    durable = True
    ahead = 0.0
    jobs: Jobs | None = None

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = SqliteFile(path, clock)
        self.tables = _Tables(self._file)
        self._thread = StoreThread()

    async def do(self, work: Callable[[], T]) -> T:
        """Does work on the file, after all earlier requests."""
        return await self._thread.do(partial(self._file.run, work))

    async def close(self) -> None:
        closing = asyncio.ensure_future(self._thread.do(lambda _: self._file.close()))
        await asyncio.wait([closing])  # closed even if nobody waits for that any more

    # --- runs -----------------------------------------------------------------------------------------------------

    create = _on_thread(_Tables.create)
    append = _on_thread(_Tables.append)
    park = _on_thread(_Tables.park)
    resume = _on_thread(_Tables.resume)
    read = _on_thread(_Tables.read)
    info = _on_thread(_Tables.info)
    lease = _on_thread(_Tables.lease)
    renew = _on_thread(_Tables.renew)
    release = _on_thread(_Tables.release)
    end = _on_thread(_Tables.end)
    expire = _on_thread(_Tables.expire)
    list = _on_thread(_Tables.list)

    # --- what sessions keep ---------------------------------------------------------------------------------------

    save_values = _on_thread(_Tables.save_values)
    save_result = _on_thread(_Tables.save_result)
    load_value = _on_thread(_Tables.load_value)
    delete_value = _on_thread(_Tables.delete_value)
    values = _on_thread(_Tables.values)
    save_files = _on_thread(_Tables.save_files)
    load_file = _on_thread(_Tables.load_file)
    files = _on_thread(_Tables.files)
