"""Daemon threads for plain functions that may block. A function that never returns uses up a thread, but does not keep the process alive."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakKeyDictionary

from codemode.cancellation import CancelToken
from codemode.data import is_large
from codemode.engine.background import running_loop

if TYPE_CHECKING:
    import asyncio

S = TypeVar("S")
T = TypeVar("T")
_Job = tuple[Future[Any], Callable[[], Any]]

IDLE_SECONDS = 30.0
MAX_THREADS = 256
LONG = 0.005  # seconds on the event loop after which others get their turn


class DaemonThreads:
    """Threads made when needed and kept while there is work. Beyond `limit` jobs wait in a queue."""

    def __init__(self, limit: int = MAX_THREADS) -> None:
        self.limit = limit
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0
        self._count = 0

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Runs `work` in a thread, in a copy of the caller's context variables."""
        future: Future[T] = Future()
        context = copy_context()
        with self._lock:
            if self._idle > 0:
                self._idle -= 1  # promised to this job
                spawn = False
            else:
                spawn = self._count < self.limit
                self._count += spawn
            self._jobs.put((future, lambda: context.run(work)))
        if spawn:
            threading.Thread(target=self._serve, name="codemode-tool", daemon=True).start()
        return future

    def _serve(self) -> None:
        while True:
            try:
                future, work = self._jobs.get(timeout=IDLE_SECONDS)
            except Empty:
                with self._lock:
                    if not self._jobs.empty():
                        continue
                    if self._idle > 0:
                        self._idle -= 1
                    self._count -= 1
                    return
            self._do(future, work)
            del future, work  # what the job held must not live on while the thread is idle
            with self._lock:
                if self._jobs.empty():
                    self._idle += 1

    def _do(self, future: Future[Any], work: Callable[[], Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = work()
        except StopIteration as failure:
            future.set_exception(RuntimeError(f"the function raised {failure!r}"))  # no coroutine can receive it
        except BaseException as failure:
            # also SystemExit and KeyboardInterrupt of a tool belong to its caller, not to this thread
            future.set_exception(failure)
        else:
            future.set_result(result)
        finally:
            # a failure has this frame, and must not keep itself through it
            del future, work


async def in_thread(work: Callable[[], T]) -> T:
    """Runs a function that may block in a thread and returns its result. Cancelling abandons the thread."""
    import asyncio  # here and below, because a program that is run directly does not need it

    return await asyncio.wrap_future(tool_threads.submit(work))


async def in_thread_then(make: Callable[[], S], convert: Callable[[S], T]) -> T:
    """Like `in_thread`, and converts there what the function returns. Cancelling leaves the function alone and ends the conversion."""

    def both(token: CancelToken) -> T:
        made = make()
        return token.run(lambda: convert(made))

    return await _while_awaited(tool_threads, both)


async def aside(data: object, work: Callable[[], T]) -> T:
    """Runs `work`; in one of a few threads if `data` is large, so that the event loop is not blocked. Cancelling ends it as in `in_few`."""
    if not is_large(data) or running_loop() is None:
        return work()
    return await _while_awaited(_few, lambda token: token.run(work))


async def in_few(work: Callable[[], T]) -> T:
    """Runs a long computation in one of two threads, which are not those of `aside`, because others wait for those."""
    return await _while_awaited(_computing, lambda token: token.run(work))


async def _while_awaited(threads: DaemonThreads, work: Callable[[CancelToken], T]) -> T:
    """Cancelling drops work that has not begun; work that has begun ends at its next `check_cancelled`."""
    import asyncio

    token = CancelToken()
    try:
        return await asyncio.wrap_future(threads.submit(lambda: work(token)))
    finally:
        token.cancelled = True


async def in_turn(work: Callable[[], T]) -> T:
    """Runs `work` on this thread. The event loop does other things after each that takes long, also when many come at once."""
    loop = running_loop()
    if loop is None:
        return work()
    import asyncio

    async with _turns.setdefault(loop, asyncio.Lock()):
        began = perf_counter()
        try:
            return work()
        finally:
            if perf_counter() - began > LONG:
                await asyncio.sleep(0)


_turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
_few = DaemonThreads(2)
_computing = DaemonThreads(2)
tool_threads = DaemonThreads()
run_threads = DaemonThreads(sys.maxsize)  # each has a thread that waits for it
