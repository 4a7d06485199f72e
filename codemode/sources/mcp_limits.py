"""Limits: starts of a server process, listings of a server, and the time of a call."""

from __future__ import annotations

import asyncio
import time
from collections import deque

AT_ONCE = 4  # starts without a pause between them
REMEMBERED = 300.0  # seconds after which a start is forgotten
LONGEST_PAUSE = 60.0
MOST_EXTENDED = 10  # the longest time of a call with progress, in multiples of its timeout
MAX_LISTINGS, LISTINGS_WITHIN = 5, 10.0


class Starts:
    """The starts of one process. After some starts it has to wait, twice as long each time, up to a minute."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=100)

    def wait(self) -> float:
        """Returns the seconds until the process may be started again."""
        now = time.monotonic()
        while self._at and now - self._at[0] > REMEMBERED:
            self._at.popleft()
        if len(self._at) < AT_ONCE:
            return 0.0
        return max(0.0, self._at[-1] + min(2.0 ** (len(self._at) - AT_ONCE), LONGEST_PAUSE) - now)

    def note(self) -> None:
        self._at.append(time.monotonic())

    def forget(self) -> None:
        self._at.clear()

    def __str__(self) -> str:
        return f"it was started {len(self._at)} times within {time.monotonic() - self._at[0]:.0f} s"


class Listings:
    """Limits the listings of a server that keeps reporting changes: a few within some seconds, then only after these seconds."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=MAX_LISTINGS)
        self.count = 0

    @property
    def is_due(self) -> bool:
        """Whether another listing is allowed now."""
        return len(self._at) < MAX_LISTINGS or time.monotonic() - self._at[0] >= LISTINGS_WITHIN

    def note(self) -> None:
        self._at.append(time.monotonic())
        self.count += 1


class CallTime:
    """The time of a call. A report of progress restarts it, up to a limit. It stops while a person is asked."""

    def __init__(self, deadline: asyncio.Timeout, seconds: float) -> None:
        self._deadline = deadline
        self._seconds = seconds
        self._now = asyncio.get_running_loop().time
        self._last = self._now() + MOST_EXTENDED * seconds
        self._paused = 0
        self._since = 0.0

    def extend(self) -> None:
        if not self._paused and not self._deadline.expired():
            self._deadline.reschedule(min(self._now() + self._seconds, self._last))

    def pause(self) -> None:
        self._paused += 1
        if self._paused == 1 and not self._deadline.expired():
            self._since = self._now()
            self._deadline.reschedule(None)

    def go_on(self) -> None:
        self._paused -= 1
        if not self._paused:
            self._last += self._now() - self._since
            self.extend()
