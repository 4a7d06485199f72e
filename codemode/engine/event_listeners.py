"""Delivers events to a listener. A listener cannot harm the run: its exceptions are logged, and it loses events while it blocks."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import Any, cast

from codemode.data import NotPlain, TooMany, least_size
from codemode.engine.events import (
    ApprovalAsked,
    CallEnded,
    CallProgress,
    CallStarted,
    EventListener,
    RunEvent,
    RunOutput,
    RunStarted,
)
from codemode.engine.json_data import encode
from codemode.engine.sizes import shown_of
from codemode.engine.threads import DaemonThreads
from codemode.errors import ConfigError

log = logging.getLogger("codemode")

MAX_EVENTS = 1000  # events that may wait for one listener; beyond it, output and progress events are dropped
MAX_BYTES = 4 << 20  # characters of their texts
MAX_DATA, SHOWN = 256 << 10, 4000  # bytes of arguments or a result in an event, and how many are told of larger ones
BATCH = 64  # events that a thread takes at once
HEARD_SECONDS = 0.2  # how long the reply of a run waits for a listener
LINGER_SECONDS = 30.0  # seconds for a listener that has not received everything when its run ends

_PASSING = (RunOutput, CallStarted, CallProgress, CallEnded)

listener_threads = DaemonThreads()


def checked_listener(listener: Any) -> Any:
    """Returns the listener. Raises ConfigError if it cannot be called."""
    if listener is not None and not callable(listener):
        raise ConfigError(
            f"on_event must be a function that takes an event, async or not, not {type(listener).__name__}"
        )
    return listener


def feeds_of(listener: EventListener | None) -> tuple[Feed, ...]:
    """The feed of one listener, in a list; empty without a listener. Raises ConfigError."""
    return () if checked_listener(listener) is None else (Feed(cast("EventListener", listener)),)


class Feed:
    """The queue of one listener, in order. Any thread that runs an event loop may add events.

    An async listener is called on the event loop, a plain one in a thread, so it may block.
    """

    def __init__(self, listener: EventListener) -> None:
        self.listener = listener
        self._lost = 0  # events lost since the last one that was queued
        self._lock = Lock()
        self._queue: deque[tuple[RunEvent, int]] = deque()
        self._bytes = 0
        self._pump: asyncio.Task[None] | None = None
        self._behind = False
        self._failed = False
        self._closed = False

    def put(self, event: RunEvent) -> None:
        event, size = _bounded(event)
        with self._lock:
            if self._closed or not self._has_room(event, size):
                self._lost += 1
                return
            self._queue.append((replace(event, lost=self._lost) if self._lost else event, size))
            self._lost = 0
            self._bytes += size
            pump = self._pump
            if pump is None or pump.done() or pump.get_loop().is_closed():
                self._pump = asyncio.get_running_loop().create_task(self._tell())

    def _has_room(self, event: RunEvent, size: int) -> bool:
        """Makes room in a full queue. An event that begins, ends, waits or asks replaces the oldest output or progress event."""
        if len(self._queue) < MAX_EVENTS and self._bytes + size <= MAX_BYTES:
            return True
        if isinstance(event, _PASSING):
            return False
        if len(self._queue) < 2 * MAX_EVENTS and self._bytes + size <= 2 * MAX_BYTES:
            return True
        for place, (old, held) in enumerate(self._queue):
            if isinstance(old, _PASSING):
                del self._queue[place]
                self._bytes -= held
                self._lost += 1
                return self._bytes + size <= 2 * MAX_BYTES
        return False

    def _take(self, most: int) -> list[RunEvent]:
        with self._lock:
            taken = [self._queue.popleft() for _ in range(min(most, len(self._queue)))]
            self._bytes -= sum(size for _, size in taken)
            if not taken:
                self._pump = None
                self._behind = False
            return [event for event, _ in taken]

    async def _tell(self) -> None:
        is_async = _is_async(self.listener)
        while events := self._take(1 if is_async else BATCH):
            try:
                if is_async:
                    await self._await(self.listener(events[0]), events[0])
                else:
                    told = listener_threads.submit(lambda given=events: self._call(given))
                    for event, heard in await asyncio.wrap_future(told):
                        await self._await(heard, event)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("events could not be delivered")

    async def _await(self, heard: Any, event: RunEvent) -> None:
        try:
            await heard
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
        except Exception as failure:
            self._note(failure, event)

    def _call(self, events: Sequence[RunEvent]) -> list[tuple[RunEvent, Any]]:
        """Calls the listener in a thread. Returns an awaitable if the listener returned one."""
        left: list[tuple[RunEvent, Any]] = []
        for event in events:
            try:
                heard = self.listener(event)
            except BaseException as failure:  # also SystemExit: a listener must not end anything
                self._note(failure, event)
            else:
                if inspect.isawaitable(heard):
                    left.append((event, heard))
        return left

    def _note(self, failure: BaseException, event: RunEvent) -> None:
        # only the first exception is logged in full; a listener that always fails must not fill the log
        if not self._failed:
            log.error("on_event failed at an event %r; the run goes on", event.type, exc_info=failure)
        else:
            log.debug("on_event failed again, at an event %r: %s", event.type, type(failure).__name__)
        self._failed = True

    async def heard(self, seconds: float = HEARD_SECONDS) -> None:
        """Waits until the listener has received everything. A slow listener is waited for once, for a short time."""
        with self._lock:
            pump = self._pump
            tired = self._behind and seconds <= HEARD_SECONDS
            if pump is None or tired or pump.get_loop() is not asyncio.get_running_loop():
                return
        await asyncio.wait([pump], timeout=seconds)
        with self._lock:
            self._behind = self._pump is not None and not self._pump.done()

    async def close(self, seconds: float = HEARD_SECONDS) -> None:
        """Closes the feed. A listener that blocks is abandoned."""
        await self.heard(seconds)
        with self._lock:
            self._closed = True
            self._queue.clear()
            pump = self._pump
        if pump is not None and not pump.get_loop().is_closed():
            pump.get_loop().call_soon_threadsafe(pump.cancel)

    def end(self) -> None:
        """Takes no more events; the listener gets some time for the queued ones."""
        with self._lock:
            pump = self._pump
        if pump is not None and not pump.done():
            pump.get_loop().call_later(LINGER_SECONDS, pump.cancel)


def _is_async(listener: Any) -> bool:
    return inspect.iscoroutinefunction(listener) or inspect.iscoroutinefunction(type(listener).__call__)


def _bounded(event: RunEvent) -> tuple[RunEvent, int]:
    """The event and about its bytes. Of arguments and results that are too large only the beginning is sent."""
    match event:
        case RunStarted():
            return event, 200 + len(event.code)
        case RunOutput():
            return event, 200 + len(event.text)
        case CallProgress():
            return event, 200 + len(event.message)
        case CallEnded():
            result, size = _beginning(event.result)
            return replace(event, result=result) if size > MAX_DATA else event, 200 + len(event.error) + min(
                size, MAX_DATA
            )
        case CallStarted() | ApprovalAsked():
            arguments, size = _beginning(event.arguments)
            return replace(event, arguments=arguments) if size > MAX_DATA else event, 200 + min(size, MAX_DATA)
        case _:
            return event, 200


def _beginning(data: Any) -> tuple[Any, int]:
    """The data and about its bytes, or the beginning of data that is too large."""
    try:
        size = 0 if data is None else least_size(data, MAX_DATA)
    except (NotPlain, TooMany):
        size = MAX_DATA + 1
    if size <= MAX_DATA:
        return data, size
    text = encode(data)
    return shown_of(text, len(text), SHOWN), size
