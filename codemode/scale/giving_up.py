"""Ends a run whose hosts died one after the other while they drove it: one of its calls may be what kills them, and other runs with them."""

from __future__ import annotations

import time
from typing import Final, cast

from codemode.engine import Engine, Failed
from codemode.engine.call_records import CallStatus, ToolCallRecord
from codemode.engine.durable.history import record_of
from codemode.engine.durable.jobs import Job
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.recovery import events_in
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.events import RunEnded, RunEvent, RunOutput
from codemode.engine.replies import Output, TextOutput
from codemode.errors import RunError

MAX_DEATHS: Final = 10  # not few: a machine may also be switched off, or another run may have used up its memory


async def given_up(engine: Engine, job: Job) -> tuple[Failed, SuspendedRun | Lease | None] | None:
    """Returns the last reply of the run, with its calls, and the run itself if it has begun. Returns None while the lease of its last host has not
    ended."""
    try:
        taken = await engine.runs.take(job.run_id, job.scope)
    except RunError as error:
        if error.code == "run_busy":
            return None
        if error.code != "run_not_found":  # it has ended otherwise
            return Failed(run_id=job.run_id, code=error.code, error=error.message, phase="host"), None
        return _reply(job, [], []), None
    info = await engine.store.info(job.run_id)
    events = events_in(info, await engine.store.read(job.run_id)) if info is not None else []
    # the job has the output of earlier replies, the journal has all of it
    said: list[Output] = [_said(each) for each in events if isinstance(each, RunOutput)]
    return _reply(job, _calls(job.run_id, events), said if job.said == b"[]" else []), taken


def _said(event: RunOutput) -> Output:
    return TextOutput(text=event.text, stream=event.stream if event.stream in ("stdout", "stderr") else None)


def _calls(run_id: str, events: list[RunEvent]) -> list[ToolCallRecord]:
    ended = [*events, RunEnded(run_id=run_id, at=time.time(), status="failed")]
    calls = record_of(run_id, [event.as_dict() for event in ended]).calls
    return [ToolCallRecord(c.id, c.tool, cast(CallStatus, c.status), c.ms, c.error, c.code) for c in calls]


def _reply(job: Job, calls: list[ToolCallRecord], said: list[Output]) -> Failed:
    open_calls = sorted({call.tool for call in calls if call.status == "in_doubt"})
    what = f"; these calls were under way: {', '.join(open_calls)}" if open_calls else ""
    return Failed(
        run_id=job.run_id,
        code="internal_error",
        phase="host",
        error=f"{job.deaths} workers died one after the other while they drove the run{what}",
        hint="one of its calls may end the process: look at the logs of the workers before it is started again",
        tool_calls=calls,
        output=said,
    )
