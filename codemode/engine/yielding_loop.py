"""Event loops in threads beside the host's event loop."""

from __future__ import annotations

import asyncio
import selectors
import sys
import time
from typing import Final

WAITED: Final = 0.001  # seconds; a loop that waited as long let other threads run
BUSY: Final = 0.01  # seconds without such a wait after which a loop rests
REST: Final = 0.0005  # seconds


def new_yielding_loop() -> asyncio.AbstractEventLoop:
    """Returns an event loop for a thread of its own. It lets other threads have Python's lock in time.

    A busy loop releases the lock only during short system calls. Each release wakes the threads that wait for the lock, but the loop has the lock
    again before they run. Python makes it hand over the lock only if nobody was woken for 5 ms, so the others might wait without end.
    """
    if sys.platform == "win32":
        return asyncio.new_event_loop()  # the one that can start processes has no selector
    return asyncio.SelectorEventLoop(_RestingSelector())


class _RestingSelector(selectors.DefaultSelector):
    """A selector that sleeps for a moment whenever its loop has been busy for some time."""

    def __init__(self) -> None:
        super().__init__()
        self._busy_since = time.monotonic()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        began = time.monotonic()
        ready = super().select(timeout)
        now = time.monotonic()
        if now - began < WAITED:
            if now - self._busy_since < BUSY:
                return ready
            time.sleep(REST)
            now = time.monotonic()
        self._busy_since = now
        return ready
