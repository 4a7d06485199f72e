"""One event loop in a daemon thread, for callers that have no event loop of their own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

# asyncio is imported only when a loop is needed: the import costs more than a short program
if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None

# loops whose own thread waits for a run to end: work that is scheduled on them cannot finish meanwhile
_blocked: set[asyncio.AbstractEventLoop] = set()


def background_loop() -> asyncio.AbstractEventLoop:
    """The background loop; the first call starts it."""
    import asyncio

    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="codemode-loop", daemon=True).start()
        return _loop


def in_background(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Schedules a coroutine on the background loop and returns its future."""
    import asyncio

    return asyncio.run_coroutine_threadsafe(work, background_loop())


def waited_for(start: Callable[[], Awaitable[T]]) -> T:
    """Runs a coroutine on the background loop, blocks, and returns its result. For callers that cannot await: they have no event loop, or block
    it."""

    async def work() -> T:
        return await start()

    future = in_background(work())
    try:
        with blocking(running_loop()):
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
