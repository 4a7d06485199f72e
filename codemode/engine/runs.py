"""Runs that wait for somebody to go on with them: who may, until when, and what became of the others."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass

from codemode.engine.cell import Cell
from codemode.engine.driver import Driver
from codemode.engine.limits import Limits
from codemode.engine.replies import Telemetry
from codemode.errors import RunError

REMEMBERED = 1000  # ended runs whose fate can still be told

Scope = tuple[str, str]

_FATES = {
    "completed": ("run_not_found", "the run has ended; its reply was delivered"),
    "aborted": ("aborted", "the run was aborted"),
    "expired": ("snapshot_expired", "nobody went on with the run in time; start it anew"),
}


def run_id() -> str:
    return f"run_{secrets.token_hex(8)}"


@dataclass(slots=True)
class SuspendedRun:
    """A run between exec and its end."""

    cell: Cell
    driver: Driver
    scope: Scope
    telemetry: Telemetry
    yielded: bool = False
    busy: bool = True
    expiry: asyncio.TimerHandle | None = None


class Runs:
    """The runs of one engine."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._waiting: dict[str, SuspendedRun] = {}
        self._fates: OrderedDict[str, tuple[str, Scope]] = OrderedDict()
        self._farewells: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def park(self, run: SuspendedRun) -> None:
        """Keep a run that waits. Its time to live starts now."""
        known = run.cell.run_id in self._waiting
        if not known and len(self._waiting) >= self._limits.max_suspended_runs:
            raise RunError(
                f"more than {self._limits.max_suspended_runs} runs are waiting; wait for one of them, or abort it",
                code="too_many_runs",
                phase="host",
            )
        self._waiting[run.cell.run_id] = run
        run.busy = False
        loop = asyncio.get_running_loop()
        run.expiry = loop.call_later(self._limits.snapshot_ttl_seconds, self._expire, run)

    def take(self, run_id: str, scope: Scope) -> SuspendedRun:
        """The run, for its owner to go on with. Raises RunError and leaves the run as it is if that may not be."""
        run = self._waiting.get(run_id)
        if run is None:
            fate = self._fates.get(run_id)
            if fate is None:
                raise RunError(f"there is no run {run_id[:80]!r}", code="run_not_found")
            if fate[1] != scope:
                raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")
            code, message = _FATES[fate[0]]
            raise RunError(message, code=code)
        if run.scope != scope:
            raise RunError("the run belongs to another agent or session", code="run_scope_mismatch")
        if run.busy or not run.driver.is_here:
            raise RunError("somebody else is waiting for the run", code="run_busy")
        run.busy = True
        self._stop_timer(run)
        return run

    def end(self, run: SuspendedRun, fate: str) -> None:
        """The run is over."""
        self._stop_timer(run)
        self._waiting.pop(run.cell.run_id, None)
        self._fates[run.cell.run_id] = (fate, run.scope)
        while len(self._fates) > REMEMBERED:
            self._fates.popitem(last=False)

    def _expire(self, run: SuspendedRun) -> None:
        self.end(run, "expired")
        farewell = asyncio.get_running_loop().create_task(run.driver.stop())
        self._farewells.add(farewell)
        farewell.add_done_callback(self._farewells.discard)

    def _stop_timer(self, run: SuspendedRun) -> None:
        if run.expiry is not None:
            run.expiry.cancel()
            run.expiry = None

    async def close(self) -> None:
        """Abort everything that waits."""
        for run in list(self._waiting.values()):
            self.end(run, "aborted")
            await run.driver.stop()
