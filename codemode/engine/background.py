"""One event loop in a daemon thread, for runs that are driven without one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

# imported when a loop is needed: it costs more than all that a short program needs
if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None

# loops whose own thread waits for a run to end: nothing that is scheduled there can be answered meanwhile
_blocked: set[asyncio.AbstractEventLoop] = set()


def background_loop() -> asyncio.AbstractEventLoop:
    """The loop, started when first asked for."""
    import asyncio

    global _loop
    with _lock:
        if _loop is None or _loop.is_closed():
            _loop = asyncio.new_event_loop()
            threading.Thread(target=_loop.run_forever, name="codemode-loop", daemon=True).start()
        return _loop


def in_background(work: Coroutine[Any, Any, T]) -> Future[T]:
    """Run a coroutine on the background loop and wait for it."""
    import asyncio

    return asyncio.run_coroutine_threadsafe(work, background_loop())


def waited_for(start: Callable[[], Awaitable[T]]) -> T:
    """The result of a coroutine, for a caller who cannot await it: in a thread without an event loop, or while the thread's own loop stands still."""

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
    """The loop that runs in this thread, if there is one."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None:
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


@contextmanager
def blocking(loop: asyncio.AbstractEventLoop | None) -> Generator[None]:
    """While the block runs, `loop` does not."""
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
