"""The clock of a run."""

from __future__ import annotations

import time


class Clock:
    """Unix time in nanoseconds: the host's time at the start, then monotonic. `lag` is time that does not count because the run waited for a
    person. `ahead` is how many seconds the clock that hosts share is ahead of this host's clock."""

    __slots__ = ("_offset", "lag", "started_at")

    def __init__(self, started_at: int | None = None, ahead: float = 0.0) -> None:
        now = time.time_ns() + int(ahead * 1e9)
        self.started_at = started_at if started_at is not None else now
        self.lag = 0
        self._offset = now - time.monotonic_ns()

    def now(self) -> int:
        return time.monotonic_ns() + self._offset - self.lag

    def go_on_from(self, at: int) -> None:
        """Does not count the time that has passed since `at`."""
        self.lag += max(0, self.now() - at)

    def seconds_until(self, at: int) -> float:
        return max(0.0, (at - self.now()) / 1e9)
