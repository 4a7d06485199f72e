"""Runs that wait for somebody to go on with them: who may, until when, and what became of the others.

A run that waits is in the store, where any process finds it. The process that drove it also keeps it as it is (`SuspendedRun`), so that going on
costs nothing; that copy counts only as long as nobody else has moved the run.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import dataclass

from codemode.engine.cell import Cell
from codemode.engine.driver import Driver
from codemode.engine.journal import Journal
from codemode.engine.leases import LEASE_SECONDS, owner_name
from codemode.engine.limits import Limits
from codemode.engine.replies import Telemetry
from codemode.engine.store import RunStore, Scope, gone
from codemode.errors import RunError

log = logging.getLogger("codemode")


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
    reason: str = ""  # why it waits
    parked_at: int = 0  # since when, on its clock
    busy: bool = True
    expiry: asyncio.TimerHandle | None = None


class Runs:
    """The runs that one engine drives or keeps."""

    def __init__(self, store: RunStore, limits: Limits) -> None:
        self.store = store
        self.owner = owner_name()
        self._limits = limits
        self._kept: dict[str, SuspendedRun] = {}
        self._driven: dict[str, SuspendedRun] = {}
        self._farewells: set[asyncio.Task[None]] = set()
        self._renewal: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._kept)

    def journal(self, run_id: str, scope: Scope) -> Journal:
        limits = self._limits
        return Journal(
            self.store, run_id, scope, self.owner, limits.max_snapshot_bytes, float(limits.snapshot_ttl_seconds)
        )

    def begin(self, run: SuspendedRun) -> None:
        """The run is driven from now on."""
        self._driven[run.cell.run_id] = run
        if self.store.durable and self._renewal is None:
            self._renew()

    def park(self, run: SuspendedRun, reason: str) -> None:
        """Keep a run that waits. Its time to live starts now. Raises RunError when it cannot be kept."""
        cell, journal, run_id = run.cell, run.journal, run.cell.run_id
        if len(self._kept) >= self._limits.max_suspended_runs:
            raise RunError(
                f"more than {self._limits.max_suspended_runs} runs are waiting; wait for one of them, or abort it",
                code="too_many_runs",
                phase="host",
            )
        journal.note("park", reason, cell.clock.now(), cell.clock.lag)
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
        """What the run has said until now is being delivered. A run with nothing open is free for others from now on."""
        run.journal.note("replied")
        run.journal.commit()
        if self.store.durable and not run.cell.running:
            self.store.release(run.cell.run_id, self.owner)

    def take(self, run_id: str, scope: Scope) -> SuspendedRun | None:
        """The run, for its owner to go on with; None when it has to be made again from the store, of which it is leased now.

        Raises RunError and leaves the run as it is if that may not be.
        """
        run = self._kept.get(run_id)
        if run is not None and run.scope == scope and not run.driver.is_here:
            raise RunError("somebody else is waiting for the run", code="run_busy")
        info = self.store.info(run_id)
        if info is None:
            raise gone(run_id, None)
        if info.scope != scope:
            raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")
        if info.state not in ("running", "waiting"):
            self._forget(run)
            raise gone(run_id, info.state)
        if info.expires_at is not None and info.expires_at <= time.time() and info.state == "waiting":
            self.store.expire(time.time())
            self._forget(run)
            raise gone(run_id, "expired")
        if run_id in self._driven or not self.store.lease(run_id, self.owner):
            raise RunError("somebody else is waiting for the run", code="run_busy")
        if run is not None and run.journal.written != info.size:
            # another process has gone on with it meanwhile
            self._forget(run)
            run = None
        self.store.resume(run_id, self.owner)
        if run is not None:
            self._stop_timer(run)
            del self._kept[run_id]
            run.busy = True
            self.begin(run)
        return run

    def end(self, run: SuspendedRun, fate: str) -> None:
        """The run is over."""
        run_id = run.cell.run_id
        self._stop_timer(run)
        self._kept.pop(run_id, None)
        self._driven.pop(run_id, None)
        if run.journal.created and not run.journal.given_up:
            try:
                self.store.end(run_id, self.owner, fate)  # pyright: ignore[reportArgumentType] - one of Fate
            except RunError as lost:
                log.warning("run %s: %s", run_id, lost.message)

    def drop(self, run: SuspendedRun) -> None:
        """Do not drive the run after all; in the store it stays as it is."""
        self._driven.pop(run.cell.run_id, None)

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
        self._stop_timer(run)
        self._kept.pop(run.cell.run_id, None)
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
        except RunError as over:
            log.debug("run %s: %s", run_id, over.message)

    def _stop_timer(self, run: SuspendedRun) -> None:
        if run.expiry is not None:
            run.expiry.cancel()
            run.expiry = None

    def _renew(self) -> None:
        """Keep what this process works on, and sweep what nobody went on with."""
        self._renewal = None
        self.store.expire(time.time())
        working = [r for r in (*self._driven.values(), *self._kept.values()) if r.journal.created]
        for run in working:
            if run.busy or run.cell.running:
                try:
                    self.store.lease(run.cell.run_id, self.owner)
                except RunError as lost:
                    log.warning("run %s: %s", run.cell.run_id, lost.message)
        if self._driven or self._kept:
            self._renewal = asyncio.get_running_loop().call_later(LEASE_SECONDS / 3, self._renew)

    async def close(self) -> None:
        """Let go of everything that waits: runs in a durable store stay there for others, those in memory are aborted."""
        if self._renewal is not None:
            self._renewal.cancel()
            self._renewal = None
        for run in list(self._kept.values()):
            if self.store.durable:
                self._stop_timer(run)
                self._kept.pop(run.cell.run_id, None)
                await run.driver.stop()
                self.store.release(run.cell.run_id, self.owner)
            else:
                self.end(run, "aborted")
                await run.driver.stop()
