"""A run that is driven, or that waits in the process which drove it."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Sequence

from codemode.engine.cell import Cell
from codemode.engine.driver import Driver
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.store import RunInfo, Scope
from codemode.engine.event_reporter import EventReporter
from codemode.engine.replies import Telemetry
from codemode.records import dataclass


def run_id() -> str:
    return f"run_{os.urandom(8).hex()}"


@dataclass(slots=True)
class SuspendedRun:
    """A run between exec and its end."""

    cell: Cell
    driver: Driver
    scope: Scope
    telemetry: Telemetry
    journal: Journal
    reporter: EventReporter
    reason: str = ""  # why it waits
    parked_at: int = 0  # since when, by the run's clock
    sleeps: float = 0.0  # seconds from then until its next timer, if it waits for one
    busy: bool = True
    free: bool = False  # released to the store
    recording: asyncio.Task[None] | None = None  # writes that the run waits
    expiry: asyncio.TimerHandle | None = None
    # set while its last reply may be on its way, and others could return it
    delivery: asyncio.TimerHandle | None = None

    def is_stale(self, info: RunInfo | None) -> bool:
        """Whether another process has moved the run since it was kept here; `info` is the store's record. Call this only while holding the lease."""
        return info is None or info.state != "waiting" or not self.journal.agrees(info)

    def stop_timers(self) -> None:
        for timer in (self.expiry, self.delivery):
            if timer is not None:
                timer.cancel()
        self.expiry = self.delivery = None


def one_too_many(kept: Sequence[SuspendedRun], agent: str) -> SuspendedRun | None:
    """Returns the oldest run that can be let go of the agent that has the most, if `agent` has fewer."""
    counts = Counter(run.scope[0] for run in kept)
    most = max(counts.values())
    crowded = (run for run in kept if counts[run.scope[0]] == most > counts[agent] + 1 and run.free and not run.busy)
    return next(crowded, None)
