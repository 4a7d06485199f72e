"""One thread that works for event loops, in the order of the requests."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[asyncio.Future[Any], Callable[[Callable[[], bool]], Any]]


class GivenUp(Exception):
    """The caller gave up before the work began."""


class StoreThread:
    """A daemon thread, started at first use and stopped with this object. It is cheaper than an executor, and every step of a durable run uses it."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._starting = threading.Lock()
        self.started = False

    async def do(self, work: Callable[[Callable[[], bool]], T]) -> T:
        """Returns the result of `work`, which gets a function that tells whether anybody still waits for it. If the caller gives up before the
        work begins, it is skipped."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if not self.started:
            self._start()
        self._jobs.put((done, work))
        return await done

    def _start(self) -> None:
        with self._starting:
            if not self.started:
                self.started = True
                threading.Thread(target=_serve, args=(self._jobs,), name="codemode-store", daemon=True).start()
                weakref.finalize(self, self._jobs.put, None)


def _serve(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        done, work = job
        if not done.cancelled():
            _do(done, work)
        del job, done, work  # what they refer to must not stay alive while the thread is idle


def _do(done: asyncio.Future[Any], work: Callable[[Callable[[], bool]], Any]) -> None:
    result, failure = None, None
    try:
        result = work(done.cancelled)
    except BaseException as raised:
        failure = raised
    with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
        done.get_loop().call_soon_threadsafe(_settle, done, result, failure)


def _settle(done: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if done.done():
        return
    if failure is not None:
        done.set_exception(failure)
    else:
        done.set_result(result)
