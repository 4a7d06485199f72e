"""How often a server process is started, and how often a server is asked for its list."""

from __future__ import annotations

import time
from collections import deque

AT_ONCE = 4  # starts without a pause between them
REMEMBERED = 300.0  # seconds after which a start is forgotten
LONGEST_PAUSE = 60.0
MAX_LISTINGS, LISTINGS_WITHIN = 5, 10.0


class Starts:
    """The starts of one process. After some it has to wait, twice as long each time, up to a minute."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=100)

    def wait(self) -> float:
        """The seconds until it may be started again."""
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
    """A server that says without end that its tools are others now is asked a few times within some seconds, and then when they have passed."""

    def __init__(self) -> None:
        self._at: deque[float] = deque(maxlen=MAX_LISTINGS)
        self.count = 0

    @property
    def is_due(self) -> bool:
        """Whether another one may be asked for."""
        return len(self._at) < MAX_LISTINGS or time.monotonic() - self._at[0] >= LISTINGS_WITHIN

    def note(self) -> None:
        self._at.append(time.monotonic())
        self.count += 1
