"""One thread that works for event loops, in the order of the requests."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import Any, TypeVar

from codemode.engine.threads import settle

T = TypeVar("T")
Work = Callable[[Callable[[], bool]], T]
_Job = Callable[[], None]


class GivenUp(Exception):
    """The caller gave up before the work began."""


class Elsewhere(Exception):
    """Other work goes on with the request; `go` gets it as one call."""

    def __init__(self, go: Callable[[Callable[[], None]], None], work: Work[Any]) -> None:
        self.go = go
        self.work = work


class StoreThread:
    """A daemon thread, started at first use and stopped with this object. It is cheaper than an executor, and every step of a durable run uses it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._starting = threading.Lock()
        self.started = False

    async def do(self, work: Work[T]) -> T:
        """Returns the result of `work`, which gets a function that tells whether anybody still waits for it. If the caller gives up before the
        work begins, it is skipped."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.put(partial(_do, done, work))
        return await done

    def put(self, job: Callable[[], None]) -> None:
        if not self.started:
            self._start()
        self._jobs.put(job)

    def _start(self) -> None:
        with self._starting:
            if not self.started:
                self.started = True
                threading.Thread(target=_serve, args=(self._jobs,), name="codemode-store", daemon=True).start()
                weakref.finalize(self, self._jobs.put, None)


def _serve(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
        del job  # what it refers to must not stay alive while the thread is idle


def _do(done: asyncio.Future[Any], work: Work[Any]) -> None:
    if done.cancelled():
        return
    result, failure = None, None
    try:
        result = work(done.cancelled)
    except Elsewhere as other:
        other.go(partial(_do, done, other.work))
        return
    except BaseException as raised:
        failure = raised
    with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
        done.get_loop().call_soon_threadsafe(settle, done, result, failure)
