"""Builds the replies of exec and wait, within their budget of bytes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from typing import Any

from codemode.data import copied
from codemode.engine.attachment_storage import TOTAL, named_in
from codemode.engine.cell import Cell
from codemode.engine.cell_output import Piece
from codemode.engine.codes import phase_of
from codemode.engine.driver_policy import Blocked, Ended
from codemode.engine.durable.left_runs import LeftRun
from codemode.engine.durable.store import GRACE, within
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.event_reporter import EventReporter
from codemode.engine.failures import Failure
from codemode.engine.json_data import WireError
from codemode.engine.limits import Limits
from codemode.engine.replies import Attachment, Completed, Failed, PendingCall, Telemetry, Waiting
from codemode.engine.reply_truncation import R, fit, is_large
from codemode.engine.session_state import SessionState, compact
from codemode.errors import CodeModeError

log = logging.getLogger("codemode")

MAX_ID = 80  # characters of a run id that somebody made up


class Replies:
    """Builds the replies of one session. Values and output that are cut are kept in the session's state."""

    def __init__(self, limits: Limits, state: SessionState) -> None:
        self._limits = limits
        self._state = state
        Completed.model_rebuild()  # the first reply would wait for this; now the first worker starts meanwhile

    async def ended(self, run: SuspendedRun, outcome: Ended, until: float) -> Completed | Failed:
        cell = run.cell
        if outcome.failure is not None or outcome.signal is None:
            failure = outcome.failure or Failure("internal_error", "the run ended without an outcome")
            return await self.failed(run, failure, until)
        try:
            if cell.requests.stages and await within(until, cell.requests.commit()) and run.journal.created:
                run.journal.note("saved")
                await within(until, run.journal.commit())
        except CodeModeError as error:
            return await self.failed(run, Failure(error.code, error.message), until)
        run.telemetry.events.append("completed")
        printed = cell.printed.drain()
        completed = Completed(
            value=cell.value if cell.large_value is None else None,
            has_value=outcome.signal.has_value,
            exit_code=outcome.signal.exit_code,
            **await self._common(run, printed, until, cell),
        )
        try:
            return await self._fitted(completed, printed, until, cell.large_value)
        except WireError:
            log.error("a worker process sent a value that is not JSON")
            told = "the worker process of the program does not work"
            return await self.failed(run, Failure("internal_error", told), until)

    async def waiting(self, run: SuspendedRun, outcome: Blocked, until: float) -> Waiting:
        cell, now = run.cell, time.monotonic()
        pending = [
            PendingCall(id=o.call.call_id, tool=o.record.tool, ms=round((now - o.began) * 1000, 3))
            for o in cell.running.values()
            if o.call.call_id not in cell.asking
        ]
        pending += [
            PendingCall(id=q.id, tool=q.call.tool, needs_approval=True, arguments=q.form, question=q.text)
            for q in cell.questions.values()
        ]
        pending += [PendingCall(id=o.call.call_id, tool=o.record.tool, queued=True) for o in cell.queued]
        pending += [
            PendingCall(
                id=o.call.call_id,
                tool=o.record.tool,
                needs_approval=True,
                arguments=copied(o.arguments),
                effects=cell.effects_of(o.call.call_id),
            )
            for o in cell.asked.values()
        ]
        printed = cell.printed.drain()
        waiting = Waiting(
            reason=outcome.reason,
            note=outcome.note,
            pending_tool_calls=pending,
            **await self._common(run, printed, until),
        )
        waiting.telemetry.expires_at = round(time.time() + self._limits.snapshot_ttl_seconds, 3)
        return await self._fitted(waiting, printed, until)

    async def failed(self, run: SuspendedRun, failure: Failure, until: float) -> Failed:
        run.telemetry.limit = _limit_of(failure.code)
        run.telemetry.events.append("failed")
        printed = run.cell.printed.drain()
        failed = Failed(
            code=failure.code,
            error=failure.message,
            phase=phase_of(failure.code),
            hint=failure.hint,
            trace=failure.trace,
            exit_code=failure.exit_code,
            diagnostics=list(failure.diagnostics),
            **await self._common(run, printed, until),
        )
        return await self._fitted(failed, printed, until)

    async def _common(
        self, run: SuspendedRun, printed: list[Piece], until: float, ended: Cell | None = None
    ) -> dict[str, Any]:
        """The fields that every reply of a run has."""
        cell = run.cell
        return {
            "run_id": cell.run_id,
            "repairs": cell.repairs,
            "warnings": cell.warnings,
            "tool_calls": [record.copy() for record in cell.records.values()],
            "attachments": await self._named(printed, until, ended),
            "telemetry": self._told(run),
        }

    async def _fitted(self, reply: R, printed: list[Piece], until: float, value: bytes | None = None) -> R:
        """The reply with what the cell printed, which is emptied, within the budget of a reply. `value` is the JSON of a large value. Large replies
        are cut in a thread, so that the event loop is not blocked; the full values of what was cut are kept for the session."""
        budget = self._limits.max_output_bytes
        if is_large(reply, printed, value):
            fitted = await asyncio.to_thread(fit, reply, printed, budget, value)
        else:
            fitted = fit(reply, printed, budget)
        printed.clear()
        if fitted.value is None and fitted.output is None:
            return fitted.reply
        return fitted.kept(await self._saved(fitted.value, until), await self._saved(fitted.output, until))

    async def _saved(self, text: str | None, until: float) -> str:
        if text is None:
            return ""
        try:
            return await within(until, self._state.save_result(text))
        except CodeModeError:
            return ""  # more than a session may keep, or the store does not answer

    async def _named(self, printed: list[Piece], until: float, ended: Cell | None = None) -> list[Attachment]:
        """The attachments whose handles are in the value or in the output."""

        def said() -> Iterator[str]:
            if ended is not None:
                large = ended.large_value
                if large is not None or not isinstance(ended.value, int | float | None):
                    yield large.decode("latin-1") if large is not None else compact(ended.value)  # ids are ASCII
            for _, data in printed:
                yield data.decode("utf-8", "replace")

        ids = named_in(said())
        if not ids:
            return []  # the store is not asked
        try:
            return await within(until, self._known(ids))
        except CodeModeError as error:
            log.warning("attachments of a reply: %s", error.message)
            return []

    async def _known(self, ids: Sequence[str]) -> list[Attachment]:
        return await self.read(await self._state.files.known(ids))

    async def read(self, infos: Sequence[FileInfo]) -> list[Attachment]:
        """The attachments, with data for as many as one run may keep."""
        room, made = TOTAL * self._limits.max_attachment_bytes, list[Attachment]()
        for info in infos:
            room -= info.size
            made.append(Attachment.of(info, await self._state.files.find(info.id) if room >= 0 else None))
        return made

    async def not_begun(self, error: CodeModeError, telemetry: Telemetry, reporter: EventReporter) -> Failed:
        """The reply for a program that was refused before it ran."""
        reply = await self.rejected(error, reporter.run_id if reporter.began else "", telemetry)
        reporter.refused(reply)
        return reply

    async def rejected(self, error: CodeModeError, run_id: object = "", telemetry: Telemetry | None = None) -> Failed:
        telemetry = telemetry or self.telemetry()
        diagnostics = list(error.diagnostics)
        telemetry.limit = _limit_of(error.code)
        if error.code == "snapshot_expired":
            telemetry.events.append("expired")
        failed = Failed(
            run_id=run_id[:MAX_ID] if isinstance(run_id, str) else "",
            code=error.code,
            error=error.message,
            phase=error.phase,
            hint=diagnostics[0].hint if diagnostics else "",
            diagnostics=diagnostics,
            tool_calls=[call.copy() for call in error.calls] if isinstance(error, LeftRun) else [],
            telemetry=telemetry,
        )
        return await self._fitted(failed, [], time.monotonic() + GRACE)

    def telemetry(self) -> Telemetry:
        counts = self._state.counts
        return Telemetry(execs=counts["execs"], waits=counts["waits"], events=["started"])

    def _told(self, run: SuspendedRun) -> Telemetry:
        cell, told = run.cell, run.telemetry
        records = cell.records.values()
        called = list(dict.fromkeys(record.tool for record in records))
        return told.model_copy(
            update={
                "searches": cell.requests.searches,
                "describes": cell.requests.describes,
                "calls": len(records),
                "called": called,
                "called_ids": [id for name in called if (id := cell.calls.tool_id(name))],
                "steps": cell.steps,
                "peak_memory_bytes": cell.peak_memory,
                # objects that still change are copied; a deep copy takes longer than all the rest of a short run
                "catalog": {**told.catalog},
                "events": [*told.events],
                "ms": {**told.ms, "tools": round(sum(record.ms for record in records), 3)},
            }
        )


def _limit_of(code: str) -> str:
    """The code, if it is the code of a limit, else ""."""
    return code if code == "timeout" or code.endswith("_exceeded") or code.startswith("too_many") else ""
