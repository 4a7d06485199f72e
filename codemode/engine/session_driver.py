"""How a session drives a run until it ends, waits, or is abandoned."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from contextlib import suppress
from typing import Literal

from codemode.engine.driver_policy import Blocked, Ended
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.runs import Runs
from codemode.engine.durable.store import GRACE, Scope, Unanswered
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.failures import Failure
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.engine.reply_builder import Replies
from codemode.engine.session_state import SessionState
from codemode.errors import CodeModeError

log = logging.getLogger("codemode")

LEFT = "nobody waited for the program any more (the client left, or its exec was cancelled), so the run was aborted"
IN_DOUBT = "calls whose status is in_doubt may or may not have taken effect: find out before you repeat them"


class SessionDriver:
    """Drives the runs of one session."""

    def __init__(self, runs: Runs, state: SessionState, replies: Replies) -> None:
        self._runs = runs
        self._state = state
        self._replies = replies

    async def drive(
        self, run: SuspendedRun, deadline: float, budget: float, *, known: bool
    ) -> Completed | Waiting | Failed:
        """Drives a run and returns its reply. `known`: the caller has the run's id, so a cancelled run waits instead of being aborted."""
        began = time.perf_counter()
        self._state.driving[run.cell.run_id] = run.driver
        if run.cell.run_id in self._state.aborting:
            self._state.abort(run.cell.run_id)
        try:
            try:
                outcome = await self._outcome(run, deadline, budget)
            finally:
                run.telemetry.ms["run"] = run.telemetry.ms.get("run", 0.0) + elapsed_ms(began)
            until = math.inf if run.driver.policy.submitted else max(deadline + 2 * GRACE, time.monotonic() + GRACE)
            if isinstance(outcome, Blocked):
                return await self._blocked(run, outcome, until)
            reply = await self._replies.ended(run, outcome, until)
            fate = "aborted" if reply.code == "aborted" else reply.status
            deliver = self._runs.deliveries.get(run.cell.run_id)
            if deliver is not None:
                await deliver(reply)
                del self._runs.deliveries[run.cell.run_id]
            elif known and self._runs.store.jobs is not None:  # the process that submitted the run is told as well
                await self._runs.store.jobs.end(run.cell.run_id, self._runs.owner, reply.model_dump_json().encode())
            if deliver is None:
                await self._runs.keep_end(run)
            await self._runs.end(run, fate, delivered=deliver is not None)
            run.reporter.ended(fate, reply)
            return reply
        except asyncio.CancelledError:
            # anyio cancels every later await of a cancelled caller, so the rest is done outside of it
            await asyncio.shield(self._runs.background(self._given_up(run, known)))
            raise
        except BaseException:
            await self._abandoned(run)
            raise
        finally:
            self._state.driving.pop(run.cell.run_id, None)

    async def _outcome(self, run: SuspendedRun, deadline: float, budget: float) -> Ended | Blocked:
        try:
            return await run.driver.drive(deadline, budget)
        except CodeModeError as error:
            # the run could not be restored, another process has taken it over, or the store does not answer
            run.reporter.muted = error.code in ("run_busy", "run_not_found")  # whoever has it now tells of its end
            await run.driver.stop()
            return Ended(None, Failure(error.code, error.message))

    async def _blocked(self, run: SuspendedRun, outcome: Blocked, until: float) -> Waiting | Failed:
        runs = self._runs
        try:
            run.parked_at, run.sleeps = run.cell.clock.now(), outcome.seconds
            await runs.park(run, outcome.reason, until, replying=True)
            run.telemetry.events.append("waiting")
            reply = await self._replies.waiting(run, outcome, until)
            await runs.replied(run)
            if outcome.reason == "timer" and run.cell.run_id not in runs.deliveries:
                assert runs.store.jobs is not None
                await runs.store.jobs.wake(run.cell.run_id)  # whoever drives such a run must watch the timer
        except CodeModeError as error:
            failure = Failure(error.code, error.message)
            return await self.stopped(run, "failed", failure, until)
        run.reporter.waiting(outcome.reason, reply)
        return reply

    async def _given_up(self, run: SuspendedRun, known: bool) -> None:
        """Handles a cancelled caller."""
        if known and await self.left(run):
            return
        hint = IN_DOUBT if run.cell.running else ""
        await self.stopped(run, "aborted", Failure("aborted", LEFT, hint), time.monotonic() + GRACE)

    async def left(self, run: SuspendedRun) -> bool:
        """The caller has stopped waiting and may come back: the run stays where it is, and its calls continue."""
        runs, cell = self._runs, run.cell
        if run.driver.stopped:
            return await runs.leave_ended(run)
        try:
            reason = "approval" if cell.waits_for_people else "pending_tools"
            if runs.kept(cell.run_id) is not run:
                run.parked_at = cell.clock.now()
                await runs.park(run, reason, time.monotonic() + GRACE, replying=False)
            await runs.share(run)
        except CodeModeError as error:
            log.warning("run %s: %s", cell.run_id, error.message)
            return False
        run.telemetry.events.append("waiting")
        run.reporter.waiting(reason)
        return True

    async def taken(self, run_id: str, scope: Scope) -> SuspendedRun | Lease:
        """Takes the run as soon as the store answers, however often it does not. Raises CodeModeError, also when the engine is closed."""
        while True:
            with suppress(Unanswered):
                return await self._runs.take(run_id, scope)

    async def stopped(
        self, run: SuspendedRun, fate: Literal["aborted", "failed"], failure: Failure, until: float
    ) -> Failed:
        """Ends a run that was stopped from outside and returns its failed reply."""
        try:
            await run.driver.stop()
        finally:
            await self._runs.end(run, fate)
        reply = await self._replies.failed(run, failure, until)
        run.reporter.ended(fate, reply)
        return reply

    async def _abandoned(self, run: SuspendedRun) -> None:
        """Removes everything of the run, even if the caller is cancelled again."""
        try:
            await run.driver.stop()
        finally:
            await self._runs.end(run, "aborted")
            run.reporter.ended("aborted")


def elapsed_ms(began: float) -> float:
    """Milliseconds since `began`, a `time.perf_counter()`."""
    return round((time.perf_counter() - began) * 1000, 3)
