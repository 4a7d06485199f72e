"""The store that several machines share: runs and session values, in Postgres. Its own threads do the work, each with its own connection.

Accesses to one run, or to one session, are done in the order of the requests, because they go to the same lane.
"""

from __future__ import annotations

import asyncio
import builtins
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from types import CoroutineType
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from codemode.engine.durable.jobs import Jobs
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.postgres_database import Connection, Database, Locked, Work
from codemode.engine.durable.postgres_jobs import PostgresJobs
from codemode.engine.durable.postgres_runs import RunTable
from codemode.engine.durable.postgres_values import ValueTable
from codemode.engine.durable.store import Fate, Kind, RunInfo, Scope
from codemode.engine.durable.store_thread import Elsewhere, StoreThread

P = ParamSpec("P")
T = TypeVar("T")

LANES: Final = 4  # for runs and sessions; one more is for requests about all of them
_LEASES: Final = "leases"  # they are renewed also while another request about all runs waits for locked rows


class Lane:
    """Keeps requests that wait for locked rows, of a host that hangs in a transaction for example, from delaying requests for other rows.

    It is two threads, and so two connections at most. The first does all requests in their order, until one meets locked rows. That one goes on in
    the second thread, and so do later ones about the same run or session."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._first = StoreThread()
        self._second = StoreThread()
        self._waiting: Counter[object] = Counter()  # requests that the second thread has, by what they are about
        self._counting = threading.Lock()

    async def do(self, about: object, work: Work[T]) -> T:
        return await self._first.do(partial(self._at_once, about, work))

    def _at_once(self, about: object, work: Work[T], given_up: Callable[[], bool]) -> T:
        again = False
        if about not in self._waiting:
            try:
                return self._database.run(work, given_up, waits=False)
            except Locked as locked:
                again = locked.again
        with self._counting:
            self._waiting[about] += 1
        raise Elsewhere(partial(self._wait, about), partial(self._database.run, work, again=again))

    def _wait(self, about: object, job: Callable[[], None]) -> None:
        self._second.put(partial(self._waited, about, job))

    def _waited(self, about: object, job: Callable[[], Any]) -> None:
        job()
        with self._counting:
            self._waiting[about] -= 1
            if not self._waiting[about]:
                del self._waiting[about]

    async def ended(self) -> None:
        """Returns when all requests so far are done."""
        for thread in (self._first, self._second):
            if thread.started:
                await thread.do(lambda _: None)


class _Tables(RunTable, ValueTable):
    """All tables of one database."""


def _about_one(
    method: Callable[Concatenate[_Tables, Connection, P], T],
) -> Callable[Concatenate[PostgresStore, P], CoroutineType[Any, Any, T]]:
    """Makes a method of the tables one of the store. The first argument is the run or the session that the request is about, or a run's lease."""

    async def done(store: PostgresStore, *args: P.args, **named: P.kwargs) -> T:
        about = args[0].run_id if isinstance(args[0], Lease) else args[0]
        return await store.do(about, lambda db, _: method(store.tables, db, *args, **named))

    return done


class PostgresStore:
    """A RunStore in the tables of one database, which are created if needed. Raises ConfigError if the database cannot be used."""

    durable = True

    def __init__(self, url: str, clock: Callable[[], float] | None = None) -> None:
        self.database = Database(url, clock)
        self.tables = _Tables(self.database)
        self.jobs: Jobs | None = PostgresJobs(self.database, self.do)
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

    create = _about_one(_Tables.create)
    append = _about_one(_Tables.append)
    park = _about_one(_Tables.park)
    resume = _about_one(_Tables.resume)
    read = _about_one(_Tables.read)
    info = _about_one(_Tables.info)
    lease = _about_one(_Tables.lease)
    release = _about_one(_Tables.release)

    async def renew(self, leases: Sequence[Lease]) -> None:
        await self.do(_LEASES, lambda db, _: self.tables.renew(db, leases))

    async def end(self, lease: Lease, fate: Fate) -> None:
        await self.do(lease.run_id, lambda db, again: self.tables.end(db, lease, fate, again))

    async def expire(self, now: float | None = None) -> list[str]:
        return await self.do(None, lambda db, _: self.tables.expire(db, now))

    # --- sessions -------------------------------------------------------------------------------------------------

    save_values = _about_one(_Tables.save_values)
    save_result = _about_one(_Tables.save_result)
    load_value = _about_one(_Tables.load_value)
    values = _about_one(_Tables.values)
    save_files = _about_one(_Tables.save_files)
    load_file = _about_one(_Tables.load_file)
    files = _about_one(_Tables.files)

    async def delete_value(self, scope: Scope, kind: Kind, key: str) -> bool:
        return await self.do(scope, lambda db, again: self.tables.delete_value(db, scope, kind, key, again))

    # last, because from here on the name is the method
    async def list(self, scope: Scope | None = None) -> builtins.list[RunInfo]:
        return await self.do(None, lambda db, _: self.tables.list(db, scope))
