"""What an engine does by itself, while no caller waits for it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from codemode.engine.durable.store import Unanswered, within
from codemode.errors import CodeModeError

T = TypeVar("T")

log = logging.getLogger("codemode")

MOMENT = 1.0  # seconds


class BackgroundTasks:
    """Background work on one event loop."""

    def __init__(self) -> None:
        self.closing = False
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._over)
        return task

    def later(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.TimerHandle:
        """Starts work after some seconds, unless the engine is closing by then: `Runs.close` does that work itself."""
        loop = asyncio.get_running_loop()
        return loop.call_later(seconds, lambda: None if self.closing else self.start(work()))

    def _over(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        failure = None if task.cancelled() else task.exception()
        if failure is not None and not isinstance(failure, CodeModeError):
            log.error("background work of the engine failed", exc_info=failure)

    async def answered(self, ask: Callable[[], Awaitable[None]]) -> None:
        """Repeats a request to the store until it answers, or until `closing`."""
        while True:
            try:
                return await ask()
            except Unanswered as late:
                log.warning("%s", late.message)
                if self.closing:
                    raise

    async def finish(self) -> None:
        """Waits for all of it."""
        if self._tasks:
            await asyncio.wait(self._tasks)


async def briefly(work: Awaitable[None]) -> None:
    """Awaits work for a moment at most. The answer is better with it and possible without it; a failure is logged."""
    await logged(within(time.monotonic() + MOMENT, work))


async def logged(work: Awaitable[None]) -> None:
    """Awaits what a process that ends does last: a failure is for the log."""
    try:
        await work
    except CodeModeError as broken:
        log.warning("%s", broken.message)
