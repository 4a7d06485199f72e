"""Lists runs: those that are not over from the store, and all recorded runs from history."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence

from codemode.engine.durable.history import HistoryStore, RunRecord, Trajectory
from codemode.engine.durable.recovery import Recovery
from codemode.engine.durable.store import RunStore, gone
from codemode.engine.event_listeners import Feed
from codemode.errors import ConfigError
from codemode.records import dataclass

MAX_LISTED = 500  # runs in one list
WRITTEN_SECONDS = 2.0  # how long a reader of history waits for events that are not written yet


@dataclass(slots=True, frozen=True)
class RunFilter:
    """Selects runs; None selects any. `before` is a `started_at`."""

    agent: str | None
    session: str | None
    status: str | None
    before: float | None

    def latest(self, runs: Sequence[RunRecord]) -> list[RunRecord]:
        """The selected runs, the latest first."""
        return [
            run
            for run in sorted(runs, key=lambda run: -run.started_at)
            if self.agent in (None, run.agent)
            and self.session in (None, run.session)
            and self.status in (None, run.status)
            and (self.before is None or run.started_at < self.before)
        ]


class RunListing:
    """The past of one engine; `feeds` are those through which history receives the runs."""

    def __init__(
        self, store: RunStore, history: HistoryStore | None, feeds: Sequence[Feed], recovery: Recovery
    ) -> None:
        self._store = store
        self._history = history
        self._feeds = feeds
        self._recovery = recovery

    async def runs(self, wanted: RunFilter, limit: int, ended: Collection[str]) -> list[RunRecord]:
        """Returns at most `limit` runs, the latest first; `ended` are over even if the store does not have that yet. Raises CodeModeError."""
        most = max(1, min(limit, MAX_LISTED))
        if self._history is not None:
            await self._written()
            which = (wanted.agent, wanted.session, wanted.status, most, wanted.before)
            found = await asyncio.to_thread(self._history.runs, *which)
        else:
            now = time.time()
            found = [
                RunRecord(info.run_id, *info.scope, info.state, info.reason, info.created_at)
                for info in await self._store.list()
                if info.run_id not in ended and not info.is_over(now)
            ]
        return wanted.latest(await self._with_jobs(found))[:most]

    async def trajectory(self, run_id: str) -> Trajectory:
        """Returns all recorded events of a run. Raises RunError if nothing is recorded, and ConfigError without history."""
        if self._history is None:
            raise ConfigError('the engine keeps no history of runs: give it one, such as Engine(history="7d")')
        await self._written()
        events = await asyncio.to_thread(self._history.events, run_id)
        if not events:
            raise gone(run_id, None)
        return Trajectory(run_id, tuple(events))

    async def _written(self) -> None:
        """Waits until history has all events, of this process and of processes that were killed."""
        await asyncio.gather(*(feed.heard(WRITTEN_SECONDS) for feed in self._feeds))
        await self._recovery.of_all()

    async def _with_jobs(self, runs: list[RunRecord]) -> list[RunRecord]:
        """Adds the submitted runs that no host drives, and why none does."""
        if self._store.jobs is None:
            return runs
        known = {run.run_id: run for run in runs}
        for job in await self._store.jobs.open():
            run = known.get(job.run_id)
            if job.state != "queued":
                continue
            if run is None:
                runs.append(RunRecord(job.run_id, *job.scope, "queued", job.reason, job.created_at, code=job.task.code))
            else:
                run.status, run.reason = "queued", job.reason
        return runs
