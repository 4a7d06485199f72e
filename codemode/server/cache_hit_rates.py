"""Hit rates of the caches over the last hours. Their counts are noted every few minutes."""

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
    """The time between two notes: when it ended (seconds since 1970), and the counts in that time."""

    at: float
    hits: int
    misses: int

    @property
    def rate(self) -> float | None:
        """Hits per look-up; None if there was no look-up."""
        asked = self.hits + self.misses
        return self.hits / asked if asked else None


class Rates:
    """Notes of one cache's counts, of the last day."""

    def __init__(self, stats: Callable[[], CacheStats]) -> None:
        self._stats = stats
        self._notes: deque[tuple[float, CacheStats]] = deque([(time.time(), CacheStats())], maxlen=KEPT + 1)

    def note(self, now: float | None = None) -> None:
        """Notes the current counts; `now` is in seconds since 1970."""
        self._notes.append((time.time() if now is None else now, self._stats()))

    async def keep_noting(self) -> None:
        """Notes the counts every few minutes, until cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            self.note()

    def over_time(self) -> dict[str, list[Stretch]]:
        """Returns the stretches of each cache, oldest first; the last one ends now."""
        notes = [*self._notes, (time.time(), self._stats())]
        found: dict[str, list[Stretch]] = {}
        for name, field in CACHES.items():
            counts = [(at, getattr(s, f"{field}_hits"), getattr(s, f"{field}_misses")) for at, s in notes]
            pairs = pairwise(counts)
            # clearing a cache does not reset its counts
            found[name] = [Stretch(b[0], b[1] - a[1], b[2] - a[2]) for a, b in pairs]
        return found
