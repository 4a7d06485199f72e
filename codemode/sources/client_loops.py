"""Calls clients that belong to one event loop from other event loops."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from functools import cache
from typing import Any, TypeVar

from codemode.engine.background import is_blocked
from codemode.engine.yielding_loop import new_yielding_loop
from codemode.errors import ToolError

T = TypeVar("T")

_END = object()
READ_AHEAD = 16


class OwnerLoop:
    """The event loop that a client was made on. All its work is done there.

    A client whose loop was closed moves to the loop of the next call.
    """

    def __init__(self) -> None:
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None

    def _elsewhere(self) -> asyncio.AbstractEventLoop | None:
        """Returns the loop on which to work, None for the current one."""
        here = asyncio.get_running_loop()
        if self._loop is None or self._loop.is_closed():
            self._loop = here
        # a loop whose thread waits for this call would never answer; nothing else uses the client there meanwhile
        if self._loop is here or is_blocked(self._loop):
            return None
        if not self._loop.is_running():
            raise ToolError(
                "the tool's client belongs to an event loop that is not running; make the client on the loop that uses it"
            )
        return self._loop

    async def run(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Returns the result of `work()` on the owner loop; cancelling here cancels there."""
        owner = self._elsewhere()
        if owner is None:
            return await work()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), owner))

    async def stream(self, work: Callable[[], AsyncGenerator[T, None]]) -> AsyncIterator[T]:
        """Yields the pieces of `work()`, which is iterated on the owner loop, at most a few pieces ahead."""
        owner, here = self._elsewhere(), asyncio.get_running_loop()
        if owner is None:
            async with aclosing(work()) as local:
                async for piece in local:
                    yield piece
            return
        pieces: asyncio.Queue[Any] = asyncio.Queue()
        room = asyncio.Semaphore(READ_AHEAD)  # used on the owner loop only

        async def pump() -> None:
            async with aclosing(work()) as remote:
                async for piece in remote:
                    await room.acquire()
                    here.call_soon_threadsafe(pieces.put_nowait, piece)

        pumping = asyncio.run_coroutine_threadsafe(pump(), owner)
        pumping.add_done_callback(lambda _: _tell(here, pieces))
        try:
            while (piece := await pieces.get()) is not _END:
                owner.call_soon_threadsafe(room.release)
                yield piece
            pumping.result()
        finally:
            pumping.cancel()


def _tell(loop: asyncio.AbstractEventLoop, pieces: asyncio.Queue[Any]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(pieces.put_nowait, _END)


async def within(seconds: float, work: Awaitable[T]) -> T:
    """Returns the result of some work. Raises TimeoutError when it takes longer, even if the work ignores its cancellation."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait([task], timeout=seconds)
        if done:
            return task.result()
        raise TimeoutError
    finally:
        if not task.done():
            task.cancel()
            task.add_done_callback(lambda late: late.cancelled() or late.exception())  # nobody waits for it any more


@cache
def io_loop() -> asyncio.AbstractEventLoop:
    """Returns an event loop in its own daemon thread, for connections that outlive the loops of their callers.

    No tool and no program ever runs there, so that nothing can block it.
    """
    return loop_in_thread("codemode-io")


@cache
def _reading_loop() -> asyncio.AbstractEventLoop:
    return loop_in_thread("codemode-reading")


def loop_in_thread(name: str) -> asyncio.AbstractEventLoop:
    """Returns an event loop in a daemon thread of its own. It is closed when it is stopped."""
    loop = new_yielding_loop()

    def work() -> None:
        try:
            loop.run_forever()
        finally:
            loop.close()

    threading.Thread(target=work, name=name, daemon=True).start()
    return loop


async def on_io_loop(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Returns the result of `work()` on that loop; cancelling here cancels there."""
    return await _on(io_loop(), work)


async def on_reading_loop(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Like `on_io_loop`, for work that may compute for a long time between two awaits."""
    return await _on(_reading_loop(), work)


async def _on(loop: asyncio.AbstractEventLoop, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    if asyncio.get_running_loop() is loop:
        return await work()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work(), loop))
