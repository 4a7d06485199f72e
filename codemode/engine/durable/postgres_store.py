"""The store that several machines share: runs and session values, in Postgres. Its own threads do the work, each with its own connection.

Accesses to one run, or to one session, are done in the order of the requests, because they go to the same lane.
"""

from __future__ import annotations

import asyncio
import builtins
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.postgres_database import Database, Work
from codemode.engine.durable.postgres_jobs import PostgresJobs
from codemode.engine.durable.postgres_lock_waits import Lane
from codemode.engine.durable.postgres_runs import RunTable
from codemode.engine.durable.postgres_values import ValueTable
from codemode.engine.durable.store import Fate, Kind, RunInfo, Scope
from codemode.engine.durable.stored_attachments import FileInfo

T = TypeVar("T")

LANES: Final = 4  # for runs and sessions; one more is for requests about all of them
_LEASES: Final = "leases"  # they are renewed also while another request about all runs waits for locked rows


class PostgresStore:
    """A RunStore in the tables of one database, which are created if needed. Raises ConfigError if the database cannot be used."""

    durable = True

    def __init__(self, url: str, clock: Callable[[], float] | None = None) -> None:
        self.database = Database(url, clock)
        self._runs = RunTable(self.database)
        self._values = ValueTable(self.database)
        self.jobs: Jobs | None = PostgresJobs(self)
        self._lanes = [Lane(self.database) for _ in range(LANES)]
        self._all = Lane(self.database)

    async def do(self, about: object, work: Work[T]) -> T:
        """Does work on the database, after all earlier requests about the same run or session; None means all runs."""
        lane = self._all if about in (None, _LEASES) else self._lanes[hash(about) % LANES]
        return await lane.do(about, work)

    async def close(self) -> None:
        await asyncio.gather(*(lane.ended() for lane in (*self._lanes, self._all)))
        assert isinstance(self.jobs, PostgresJobs)
        await asyncio.to_thread(self.jobs.news.close)
        self.database.close()

    @property
    def ahead(self) -> float:
        return self.database.ahead

    # --- runs -----------------------------------------------------------------------------------------------------

    async def create(
        self, run_id: str, scope: Scope, entries: Sequence[bytes], *, owner: str, expires_at: float
    ) -> Lease:
        return await self.do(run_id, lambda db, _: self._runs.create(db, run_id, scope, entries, owner, expires_at))

    async def append(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        await self.do(lease.run_id, lambda db, _: self._runs.append(db, lease, at, entries))

    async def park(
        self, lease: Lease, at: int, entries: Sequence[bytes], *, reason: str, expires_at: float, free: bool
    ) -> None:
        await self.do(lease.run_id, lambda db, _: self._runs.park(db, lease, at, entries, reason, expires_at, free))

    async def resume(self, lease: Lease, at: int, entries: Sequence[bytes]) -> None:
        await self.do(lease.run_id, lambda db, _: self._runs.resume(db, lease, at, entries))

    async def read(self, run_id: str) -> builtins.list[bytes]:
        return await self.do(run_id, lambda db, _: self._runs.read(db, run_id))

    async def info(self, run_id: str) -> RunInfo | None:
        return await self.do(run_id, lambda db, _: self._runs.info(db, run_id))

    async def lease(self, run_id: str, owner: str) -> RunInfo | None:
        return await self.do(run_id, lambda db, _: self._runs.lease(db, run_id, owner))

    async def renew(self, leases: Sequence[Lease]) -> None:
        await self.do(_LEASES, lambda db, _: self._runs.renew(db, leases))

    async def release(self, lease: Lease) -> None:
        await self.do(lease.run_id, lambda db, _: self._runs.release(db, lease))

    async def end(self, lease: Lease, fate: Fate) -> None:
        await self.do(lease.run_id, lambda db, again: self._runs.end(db, lease, fate, again))

    async def expire(self, now: float) -> builtins.list[str]:
        return await self.do(None, lambda db, _: self._runs.expire(db, now))

    # --- sessions -------------------------------------------------------------------------------------------------

    async def save_values(self, scope: Scope, kind: Kind, values: Mapping[str, str]) -> None:
        await self.do(scope, lambda db, _: self._values.save_values(db, scope, kind, values))

    async def save_result(self, scope: Scope, text: str) -> str:
        return await self.do(scope, lambda db, _: self._values.save_result(db, scope, text))

    async def load_value(self, scope: Scope, kind: Kind, key: str) -> str | None:
        return await self.do(scope, lambda db, _: self._values.load_value(db, scope, kind, key))

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        return await self.do(scope, lambda db, again: self._values.delete_value(db, scope, kind, key, again))

    async def values(self, scope: Scope, kind: Kind) -> builtins.list[tuple[str, int]]:
        return await self.do(scope, lambda db, _: self._values.values(db, scope, kind))

    async def save_files(self, scope: Scope, files: Sequence[tuple[FileInfo, bytes]]) -> None:
        await self.do(scope, lambda db, _: self._values.save_files(db, scope, files))

    async def load_file(self, scope: Scope, id: str) -> tuple[FileInfo, bytes] | None:
        return await self.do(scope, lambda db, _: self._values.load_file(db, scope, id))

    async def files(self, scope: Scope) -> builtins.list[FileInfo]:
        return await self.do(scope, lambda db, _: self._values.files(db, scope))

    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        return await self.do(None, lambda db, _: self._runs.list(db, scope))
