"""How often the caches had what was asked for, over the last hours: what they counted is noted every few minutes."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from codemode.tool_cache import CacheStats

SECONDS: Final = 300.0  # between two notes
KEPT: Final = 288  # notes: a day
CACHES: Final = {"tool lists": "specs", "selections": "selection", "programs": "program"}


@dataclass(slots=True, frozen=True)
class Stretch:
    """The time between two notes: when it ended (seconds since 1970), and what was counted meanwhile."""

    at: float
    hits: int
    misses: int

    @property
    def rate(self) -> float | None:
        """Hits per look-up; None where nothing was looked up."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else None


class Rates:
    """Notes of one cache's counts, of the last day."""

    def __init__(self, stats: Callable[[], CacheStats]) -> None:
        self._stats = stats
        self._notes: deque[tuple[float, CacheStats]] = deque([(time.time(), CacheStats())], maxlen=KEPT + 1)

    def note(self, now: float | None = None) -> None:
        """Notes what is counted now; `now` is in seconds since 1970."""
        self._notes.append((time.time() if now is None else now, self._stats()))

    async def keep_noting(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            self.note()

    def over_time(self) -> dict[str, list[Stretch]]:
        """Of each cache, oldest first; the last stretch ends now."""
        notes = [*self._notes, (time.time(), self._stats())]
        found: dict[str, list[Stretch]] = {}
        for name, field in CACHES.items():
            counts = [(at, getattr(s, f"{field}_hits"), getattr(s, f"{field}_misses")) for at, s in notes]
            pairs = pairwise(counts)
            # a cache that was emptied counts on; none of its counts goes down
            found[name] = [Stretch(b[0], b[1] - a[1], b[2] - a[2]) for a, b in pairs]
        return found
