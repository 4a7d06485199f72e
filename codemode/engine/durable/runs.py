"""Runs that wait for somebody to go on with them: who may, until when, and what became of the others.

A run that waits is in the store, where any process finds it. The process that drove it also keeps it as it is (`SuspendedRun`), so that going on
costs nothing; that copy counts only as long as nobody else has moved the run.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass

from codemode.engine.cell import Cell
from codemode.engine.driver import Driver
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.leases import LEASE_SECONDS, owner_name
from codemode.engine.durable.store import Fate, RunInfo, RunStore, Scope, gone
from codemode.engine.feeds import Feed
from codemode.engine.limits import Limits
from codemode.engine.replies import Telemetry
from codemode.engine.telling import Telling
from codemode.errors import CodeModeError, ConfigError, RunError

log = logging.getLogger("codemode")

DELIVERY_SECONDS = 1.0  # how long a reply may be on its way to whoever waits for it


def run_id() -> str:
    return f"run_{secrets.token_hex(8)}"


@dataclass(slots=True)
class SuspendedRun:
    """A run between exec and its end."""

    cell: Cell
    driver: Driver
    scope: Scope
    telemetry: Telemetry
    journal: Journal
    telling: Telling
    reason: str = ""  # why it waits
    parked_at: int = 0  # since when, on its clock
    busy: bool = True
    expiry: asyncio.TimerHandle | None = None
    delivery: asyncio.TimerHandle | None = None  # while its last reply may be on its way, and others could give it


class Runs:
    """The runs that one engine drives or keeps."""

    def __init__(self, store: RunStore, limits: Limits, feeds: Sequence[Feed] = ()) -> None:
        """`feeds` hear of all runs."""
        self.store = store
        self.feeds = tuple(feeds)
        self.owner = owner_name()
        self._limits = limits
        self._kept: dict[str, SuspendedRun] = {}
        self._driven: dict[str, SuspendedRun | None] = {}  # None while it is made again
        self._ended: dict[str, Fate] = {}  # over, and its reply may be on its way
        self._farewells: set[asyncio.Task[None]] = set()
        self._closed = False
        self._renewal: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._kept)

    def _check_open(self) -> None:
        # else a worker process would be started that nobody ends, and a store in a file has no answer
        if self._closed:
            raise ConfigError("the engine is closed; make a new one, and use it inside its `async with`")

    def journal(self, run_id: str, scope: Scope) -> Journal:
        self._check_open()
        limits = self._limits
        return Journal(
            self.store, run_id, scope, self.owner, limits.max_snapshot_bytes, float(limits.snapshot_ttl_seconds)
        )

    def telling(self, run_id: str) -> Telling:
        """Who tells what happens to a run: the one of its cell if that is here."""
        kept = self._kept.get(run_id)
        return kept.telling if kept is not None else Telling(run_id, self.feeds)

    def begin(self, run: SuspendedRun) -> None:
        """The run is driven from now on."""
        self._drive(run.cell.run_id, run)

    def _drive(self, run_id: str, run: SuspendedRun | None) -> None:
        self._driven[run_id] = run
        if self.store.durable and self._renewal is None:
            self._renew()

    def park(self, run: SuspendedRun, reason: str, *, replying: bool) -> None:
        """Keep a run that waits. Its time to live starts now. Raises RunError when it cannot be kept."""
        self._check_open()
        cell, journal, run_id = run.cell, run.journal, run.cell.run_id
        if len(self._kept) >= self._limits.max_suspended_runs:
            self._forget_stale()
        if len(self._kept) >= self._limits.max_suspended_runs:
            raise RunError(
                f"more than {self._limits.max_suspended_runs} runs are waiting; wait for one of them, or abort it",
                code="too_many_runs",
                phase="host",
            )
        journal.note("park", reason, cell.clock.now(), cell.clock.lag, self.owner if replying else "")
        if journal.given_up:
            raise RunError(
                f"what the run did needs more than the {self._limits.max_snapshot_bytes} bytes that a waiting run may take; "
                "let it do less before it waits",
                code="snapshot_limit_exceeded",
                phase="host",
            )
        journal.commit()
        ttl = self._limits.snapshot_ttl_seconds
        self.store.park(run_id, self.owner, reason, time.time() + ttl)
        self._driven.pop(run_id, None)
        self._kept[run_id] = run
        run.reason, run.busy = reason, False
        run.expiry = asyncio.get_running_loop().call_later(ttl, self._expire, run)

    def replied(self, run: SuspendedRun) -> None:
        """What a parked run has said until now is on its way."""
        if self.store.durable:
            run.delivery = asyncio.get_running_loop().call_later(DELIVERY_SECONDS, self._arrived, run)
        self.share(run)

    def share(self, run: SuspendedRun) -> None:
        """A parked run is free for others as soon as nothing of it is open here."""
        if self.store.durable:
            run.driver.on_rest = lambda: self._rest(run)
            self._rest(run)

    def _arrived(self, run: SuspendedRun) -> None:
        """Nothing of the reply is on its way any more."""
        run_id = run.cell.run_id
        try:
            if run.delivery is not None and self.store.lease(run_id, self.owner) and not self.is_stale(run):
                self._note_arrival(run)
            self._rest(run)
        except CodeModeError as lost:
            log.debug("run %s: %s", run_id, lost.message)

    def _note_arrival(self, run: SuspendedRun) -> None:
        if run.delivery is not None:
            run.delivery.cancel()
            run.delivery = None
            run.journal.note("replied")
            run.journal.commit()

    def _rest(self, run: SuspendedRun) -> None:
        if not run.busy and not run.cell.running:
            self.store.release(run.cell.run_id, self.owner)

    def take(self, run_id: str, scope: Scope) -> SuspendedRun | None:
        """The run, for its owner to go on with; None when it has to be made again from the store, of which it is leased now.

        Raises RunError and leaves the run as it is if that may not be.
        """
        if self.store.durable:  # one in memory still tells what became of its runs
            self._check_open()
        run = self._kept.get(run_id)
        if run is not None and run.scope == scope and not run.driver.is_here:
            raise RunError("somebody else is waiting for the run", code="run_busy")
        self._bury(run_id)
        info = self._info(run_id, scope)
        if run_id not in self._driven and info.expires_at is not None and info.expires_at <= time.time():
            self._tell_expired(self.store.expire(time.time()))
            info = self._info(run_id, scope)
        if run_id in self._driven or not self.store.lease(run_id, self.owner):
            raise RunError("somebody else is waiting for the run", code="run_busy")
        if run is None or self.is_stale(run):
            self._forget(run)
            self._drive(run_id, None)
            return None
        self.store.resume(run_id, self.owner)
        self._note_arrival(run)  # whoever asks for more has it
        self._stop_timers(run)
        del self._kept[run_id]
        run.busy = True
        self.begin(run)
        return run

    def restored(self, run: SuspendedRun) -> None:
        """The run that `take` gave the lease of has been made again."""
        self.store.resume(run.cell.run_id, self.owner)
        self.begin(run)

    def leave(self, run_id: str) -> None:
        """Do not go on with the run that `take` gave the lease of; in the store it stays as it is."""
        self._driven.pop(run_id, None)
        try:
            self.store.release(run_id, self.owner)
        except CodeModeError as broken:
            log.warning("run %s: %s", run_id, broken.message)

    def _info(self, run_id: str, scope: Scope) -> RunInfo:
        """Of a run that has not ended. Raises RunError."""
        info = self.store.info(run_id)
        if info is None:
            raise gone(run_id, None)
        if info.scope != scope:
            raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")
        if info.state not in ("running", "waiting"):
            self._forget(self._kept.get(run_id))
            raise gone(run_id, info.state)
        return info

    def is_stale(self, run: SuspendedRun) -> bool:
        """Whether another process has moved the run since it was kept here. To be asked with the lease in hand."""
        info = self.store.info(run.cell.run_id)
        return info is None or info.state != "waiting" or run.journal.written != info.size

    def _forget_stale(self) -> None:
        for run in list(self._kept.values()):
            if not run.cell.running and self.is_stale(run):
                self._forget(run)

    def end(self, run: SuspendedRun, fate: Fate) -> None:
        """The run is over."""
        run_id = run.cell.run_id
        self._stop_timers(run)
        self._kept.pop(run_id, None)
        self._driven.pop(run_id, None)
        if not run.journal.created or run.journal.given_up:
            return
        self._ended[run_id] = fate
        if self.store.durable and run.cell.ended is not None and fate != "aborted":
            # should this process die before its caller has the reply, another one can make the same again
            asyncio.get_running_loop().call_later(DELIVERY_SECONDS, self._bury, run_id)
        else:
            self._bury(run_id)

    def _bury(self, run_id: str) -> None:
        """Let the store know the end of a run, if that is still to be done."""
        fate = self._ended.pop(run_id, None)
        if fate is None:
            return
        try:
            self.store.end(run_id, self.owner, fate)
        except CodeModeError as lost:
            log.warning("run %s: %s", run_id, lost.message)

    def asking(self, scope: Scope) -> list[SuspendedRun]:
        """Kept runs of a session that wait for approval."""
        return [run for run in self._kept.values() if run.scope == scope and run.cell.asked]

    def drives(self, run_id: str) -> bool:
        return run_id in self._driven

    def kept(self, run_id: str) -> SuspendedRun | None:
        return self._kept.get(run_id)

    def _forget(self, run: SuspendedRun | None) -> None:
        """Let go of the copy that is kept here."""
        if run is None:
            return
        self._stop_timers(run)
        self._kept.pop(run.cell.run_id, None)
        run.telling.muted = True  # it goes on elsewhere, or is over
        farewell = asyncio.get_running_loop().create_task(run.driver.stop())
        self._farewells.add(farewell)
        farewell.add_done_callback(self._farewells.discard)

    def _expire(self, run: SuspendedRun) -> None:
        run_id = run.cell.run_id
        self._forget(run)
        try:
            info = self.store.info(run_id)
            later = info is None or info.expires_at is None or info.expires_at > time.time() + 1
            # the timers of an event loop and the clock are not one; and another process may have gone on with the run
            if not later and self.store.lease(run_id, self.owner):
                self.store.end(run_id, self.owner, "expired")
                run.telling.muted = False
                run.telling.ended("expired")
        except RunError as over:
            log.debug("run %s: %s", run_id, over.message)

    def _tell_expired(self, run_ids: Sequence[str]) -> None:
        for run_id in run_ids:
            Telling(run_id, self.feeds).ended("expired")

    def _stop_timers(self, run: SuspendedRun) -> None:
        for timer in (run.expiry, run.delivery):
            if timer is not None:
                timer.cancel()
        run.expiry = run.delivery = None

    def _renew(self) -> None:
        """Keep what this process works on, and sweep what nobody went on with."""
        self._renewal = None
        self._tell_expired(self.store.expire(time.time()))
        working = [id for id, run in self._driven.items() if run is None or run.journal.created]
        working += [id for id, run in self._kept.items() if run.cell.running]
        for run_id in working:
            try:
                self.store.lease(run_id, self.owner)
            except CodeModeError as lost:
                log.warning("run %s: %s", run_id, lost.message)
        if self._driven or self._kept:
            self._renewal = asyncio.get_running_loop().call_later(LEASE_SECONDS / 3, self._renew)

    async def close(self) -> None:
        """Let go of everything that waits: runs in a durable store stay there for others, those in memory are aborted."""
        self._closed = True
        if self._renewal is not None:
            self._renewal.cancel()
            self._renewal = None
        for run_id in list(self._ended):
            self._bury(run_id)
        for run in list(self._kept.values()):
            if self.store.durable:
                self._arrived(run)
                self._stop_timers(run)
                self._kept.pop(run.cell.run_id, None)
                run.telling.muted = True  # it goes on elsewhere, or is over
                await run.driver.stop()
                self.store.release(run.cell.run_id, self.owner)
            else:
                self.end(run, "aborted")
                await run.driver.stop()
                run.telling.ended("aborted")
