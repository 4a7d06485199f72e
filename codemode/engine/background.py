"""One event loop in a daemon thread, for callers that have no event loop of their own."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

# asyncio is imported only when a loop is needed: the import costs more than a short program
if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")

HOST_WAIT = 10.0  # seconds that a host waits for all tools

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_pid = 0  # the process that has it
_scheduled: list[Started] = []  # what the loop has not begun yet

# loops whose own thread waits for a run to end: work that is scheduled on them cannot finish meanwhile
_blocked: set[asyncio.AbstractEventLoop] = set()


def background_loop() -> asyncio.AbstractEventLoop:
    """The background loop; the first call starts it."""
    import asyncio

    global _loop, _pid
    with _lock:
        if _pid != os.getpid():  # after a fork its thread is not there
            _loop, _pid = None, os.getpid()
            _scheduled.clear()
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="codemode-loop", daemon=True).start()
        return _loop


def in_background(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Schedules a coroutine on the background loop and returns its future."""
    future: Future[T] = Future()
    loop = background_loop()
    loop.call_soon_threadsafe(_attend, loop, work, future)
    return future


def _attend(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], future: Future[Any]) -> None:
    """Runs on the loop, in a copy of the caller's context."""
    task = loop.create_task(work)
    task.add_done_callback(partial(_told, future))
    future.add_done_callback(partial(_dropped, task))


def _told(future: Future[Any], task: asyncio.Task[Any]) -> None:
    failure = None
    if task.cancelled():
        future.cancel()
    else:
        failure = task.exception()  # also if nobody waits any more: asyncio logs a failure that nobody has asked for
    if not future.set_running_or_notify_cancel():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(task.result())


def _dropped(task: asyncio.Task[Any], future: Future[Any]) -> None:
    if future.cancelled() and not task.done():
        task.get_loop().call_soon_threadsafe(task.cancel)


class Started:
    """A coroutine on the background loop that reports its own end. It has no future, and the loop is woken once for many of them, because a program
    may start many calls at once."""

    __slots__ = ("_context", "_is_dropped", "_task", "_work")

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = work
        self._context = copy_context()
        self._task: asyncio.Task[None] | None = None
        self._is_dropped = False
        loop = background_loop()
        with _lock:
            _scheduled.append(self)
            is_first = len(_scheduled) == 1
        if is_first:
            loop.call_soon_threadsafe(_begin, loop)

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Runs on the loop."""
        self._task = loop.create_task(self._work, context=self._context)
        if self._is_dropped:
            self._task.cancel()

    def cancel(self) -> None:
        self._is_dropped = True
        if self._task is not None:
            self._task.get_loop().call_soon_threadsafe(self._task.cancel)


def _begin(loop: asyncio.AbstractEventLoop) -> None:
    """Runs on the loop."""
    with _lock:
        scheduled = _scheduled.copy()
        _scheduled.clear()
    for started in scheduled:
        started.begin(loop)


def waited_for(start: Callable[[], Awaitable[T]]) -> T:
    """Runs a coroutine on the background loop, blocks, and returns its result, for callers that have no event loop or block it."""

    async def work() -> T:
        return await start()

    with blocking(running_loop()):
        future = in_background(work())
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The event loop that runs in this thread, None if there is none."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@contextmanager
def blocking(loop: asyncio.AbstractEventLoop | None) -> Generator[None]:
    """Marks `loop` as blocked while the block runs."""
    if loop is None or loop in _blocked:
        yield
        return
    _blocked.add(loop)
    try:
        yield
    finally:
        _blocked.discard(loop)


def is_blocked(loop: asyncio.AbstractEventLoop) -> bool:
    return loop in _blocked
