"""Keeps requests that wait for locked rows, of a host that hangs in a transaction for example, from delaying requests for other rows."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from codemode.engine.durable.postgres_database import Database, Locked, Work
from codemode.engine.durable.store_thread import Elsewhere, StoreThread

T = TypeVar("T")


class Lane:
    """Two threads, and so two connections at most. The first does all requests in their order, until one meets locked rows. That one goes on in the
    second thread, and so do later ones about the same run or session."""

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
