"""Daemon threads for plain functions that may block. A function that never returns uses up a thread, but does not keep the process alive."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from contextvars import copy_context
from functools import partial
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
_Job = Callable[[], None]

IDLE_SECONDS = 30.0
MAX_THREADS = 256
LONG = 0.005  # seconds on the event loop after which others get their turn


class DaemonThreads:
    """Threads made when needed and kept while there is work. Beyond `limit`, or where the system refuses another one, jobs wait in a queue."""

    def __init__(self, limit: int = MAX_THREADS) -> None:
        self.limit = limit
        self._begin()

    def _begin(self) -> None:
        self._pid = os.getpid()
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._lock = threading.RLock()
        self._open = 0  # jobs that have not ended
        self._count = 0  # threads

    def submit(self, work: Callable[[], T]) -> Future[T]:
        """Runs `work` in a thread, in a copy of the caller's context variables."""
        future: Future[T] = Future()
        self.start(partial(_fulfil, future, partial(copy_context().run, work)))
        return future

    def start(self, job: _Job) -> None:
        """Runs `job`, which raises nothing, in a thread. Raises RuntimeError if there is no thread and the system refuses one."""
        if self._pid != os.getpid():
            self._begin()  # a process that was forked off has none of the threads
        with self._lock:
            if self._count <= self._open and self._count < self.limit:
                self._spawn()
            self._open += 1
            self._jobs.put(job)

    def _spawn(self) -> None:
        thread = threading.Thread(target=self._serve, name="codemode-tool", daemon=True)
        try:
            thread.start()
        except RuntimeError:
            if not self._count:
                raise
        else:
            self._count += 1

    def _serve(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=IDLE_SECONDS)
            except Empty:
                with self._lock:
                    if not self._jobs.empty():
                        continue
                    self._count -= 1
                    return
            job()
            del job  # what it held must not live on while the thread is idle
            with self._lock:
                self._open -= 1


def _fulfil(future: Future[Any], work: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    result, failure = _tried(work)
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)
    del future, failure  # a failure refers to this frame


def _tried(work: Callable[[], T]) -> tuple[T | None, BaseException | None]:
    """Returns the result, and the exception that the work raised, if any."""
    try:
        return work(), None
    except StopIteration as failure:
        return None, RuntimeError(f"the function raised {failure!r}")  # no coroutine can receive it
    except BaseException as failure:
        # also SystemExit and KeyboardInterrupt of a tool belong to its caller, not to this thread
        return None, failure
    finally:
        del work


async def in_thread(work: Callable[[], T]) -> T:
    """Runs a function that may block in a thread and returns its result. Cancelling abandons the thread."""
    return await _while_awaited(tool_threads, lambda _: work())


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
    import asyncio  # here and below, because a program that is run directly does not need it

    token = CancelToken()
    outcome = asyncio.get_running_loop().create_future()
    # a future of `submit` would cost as much again as the whole way to the thread and back
    threads.start(partial(_do, partial(copy_context().run, partial(work, token)), token, outcome))
    try:
        return await outcome
    finally:
        token.cancelled = True
        del outcome  # a failure refers to this frame


def _do(work: Callable[[], Any], token: CancelToken, outcome: asyncio.Future[Any]) -> None:
    if not token.cancelled:
        result, failure = _tried(work)
        with suppress(RuntimeError):  # the loop is closed
            outcome.get_loop().call_soon_threadsafe(settle, outcome, result, failure)
        del outcome, failure  # a failure refers to this frame


def settle(outcome: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    """Gives a future its result or its failure, on its loop."""
    if outcome.done():
        return  # cancelled
    if failure is not None:
        outcome.set_exception(failure)
    else:
        outcome.set_result(result)


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
