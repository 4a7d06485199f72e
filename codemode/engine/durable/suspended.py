"""A run that is driven, or that waits in the process which drove it."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Mapping
from math import inf
from typing import Final

from codemode.data import least_size
from codemode.engine.cell import Cell
from codemode.engine.driver import Driver
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.store import RunInfo, Scope
from codemode.engine.event_reporter import EventReporter
from codemode.engine.replies import Telemetry
from codemode.records import dataclass

MAX_HELD: Final = 16 << 20  # bytes of arguments and results of all runs that wait in a process


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
    held: int = 0  # bytes of arguments and results that it holds while it waits
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

    def measure(self) -> None:
        """Notes what the run holds from now on."""
        cell = self.cell
        opened = (*cell.asked.values(), *cell.running.values(), *cell.queued)
        self.held = cell.inbox.held + sum(least_size(each.call.arguments, inf) for each in opened)


def no_room(kept: Mapping[str, SuspendedRun], run: SuspendedRun, most: int) -> str:
    """Returns why another run cannot wait here; "" if it can."""
    if len(kept) >= most:
        told = "continue or abort one of them, or allow more (Limits; --waiting of codemode serve)"
        return f"more than {most} runs are waiting (max_suspended_runs): {told}"
    if run.held and run.held + sum(each.held for each in kept.values()) > MAX_HELD:
        return f"the calls of runs that wait have more than {MAX_HELD >> 20} MiB of arguments in all; wait for one of them, or abort it"
    return ""


def one_too_many(kept: Mapping[str, SuspendedRun], run: SuspendedRun, most: int) -> SuspendedRun | None:
    """Returns which run to let go, so that another one can wait here. If there are too many, the oldest one of the agent that has the most, if the
    agent of the new one has fewer."""
    free = [each for each in kept.values() if each.free and not each.busy]
    if len(kept) < most:
        return max((each for each in free if each.held), key=lambda each: each.held, default=None)
    counts = Counter(each.scope[0] for each in kept.values())
    crowd = max(counts.values())
    return next((each for each in free if counts[each.scope[0]] == crowd > counts[run.scope[0]] + 1), None)
