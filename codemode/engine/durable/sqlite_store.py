"""The durable store: runs and session values, in one SQLite file that several processes share. Its own thread works on the file.

A caller that gives up withdraws work that has not begun, also while another process has the file locked; work that has begun finishes.
"""

from __future__ import annotations

import asyncio
import builtins
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.sqlite_file import SqliteFile
from codemode.engine.durable.sqlite_runs import RunTable
from codemode.engine.durable.sqlite_values import ValueTable
from codemode.engine.durable.store import Fate, Kind, RunInfo, Scope
from codemode.engine.durable.store_thread import StoreThread
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.errors import ConfigError

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


class SqliteStore:
    """A RunStore in one file, which is created if needed. Raises ConfigError if the file cannot be used."""

    durable = True
    ahead = 0.0
    jobs: Jobs | None = None

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = SqliteFile(path, clock)
        self._runs = RunTable(self._file)
        self._values = ValueTable(self._file)
        self._thread = StoreThread()

    async def _do(self, work: Callable[[], T]) -> T:
        """Does work on the file, after all earlier requests."""
        return await self._thread.do(partial(self._file.run, work))

    async def close(self) -> None:
        closing = asyncio.ensure_future(self._thread.do(lambda _: self._file.close()))
        await asyncio.wait([closing])  # closed even if nobody waits for that any more

    # --- runs -----------------------------------------------------------------------------------------------------

    async def create(
        self, run_id: str, scope: Scope, entries: Sequence[bytes], *, owner: str, expires_at: float
    ) -> Lease:
        return await self._do(lambda: self._runs.create(run_id, scope, entries, owner, expires_at))

    async def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        await self._do(lambda: self._runs.append(lease, at, entries))

    async def park(
        self, lease: Lease, at: int, entries: Sequence[bytes], *, reason: str, expires_at: float, free: bool
    ) -> None:
        await self._do(lambda: self._runs.park(lease, at, entries, reason, expires_at, free))

    async def resume(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        await self._do(lambda: self._runs.resume(lease, at, entries))

    async def read(self, run_id: str) -> builtins.list[bytes]:
        return await self._do(lambda: self._runs.read(run_id))

    async def info(self, run_id: str) -> RunInfo | None:
        return await self._do(lambda: self._runs.info(run_id))

    async def lease(self, run_id: str, owner: str) -> RunInfo | None:
        return await self._do(lambda: self._runs.lease(run_id, owner))

    async def renew(self, leases: Sequence[Lease]) -> None:
        await self._do(lambda: self._runs.renew(leases))

    async def release(self, lease: Lease) -> None:
        await self._do(lambda: self._runs.release(lease))

    async def end(self, lease: Lease, fate: Fate) -> None:
        await self._do(lambda: self._runs.end(lease, fate))

    async def expire(self, now: float) -> builtins.list[str]:
        return await self._do(lambda: self._runs.expire(now))

    # --- what sessions keep ---------------------------------------------------------------------------------------

    async def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        await self._do(lambda: self._values.save_values(scope, kind, values))

    async def save_result(self, scope: Scope, text: str) -> str:
        return await self._do(lambda: self._values.save_result(scope, text))

    async def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        return await self._do(lambda: self._values.load_value(scope, kind, key))

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        return await self._do(lambda: self._values.delete_value(scope, kind, key))

    async def values(self, scope: Scope, kind: Kind) -> builtins.list[tuple[str, int]]:
        return await self._do(lambda: self._values.values(scope, kind))

    async def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        await self._do(lambda: self._values.save_files(scope, files))

    async def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        return await self._do(lambda: self._values.load_file(scope, id))

    async def files(self, scope: Scope) -> builtins.list[FileInfo]:
        return await self._do(lambda: self._values.files(scope))

    # last, because from here on the name is the method
    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        return await self._do(lambda: self._runs.list(scope))
