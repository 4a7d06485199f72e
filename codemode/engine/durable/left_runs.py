"""Runs that nobody continues here: the error says which calls they have made, so that nobody makes them twice by starting the run again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from codemode.engine.call_records import ToolCallRecord
from codemode.engine.durable.recovery import events_in
from codemode.engine.durable.store import RunInfo, RunStore
from codemode.engine.events import CallEnded, CallStarted
from codemode.errors import CodeModeError, RunError

FAILED = "snapshot_restore_failed"
AGAIN = "it has made no calls, so it may be started again"
LOOK = "it has made calls (tool_calls): look at what they did before you start it again"


class LeftRun(RunError):
    """`calls` are those that the run has made, without their results."""

    def __init__(self, message: str, code: str, calls: Sequence[ToolCallRecord]) -> None:
        super().__init__(message, code=code, phase="host")
        self.calls = tuple(calls)


def calls_in(info: RunInfo, notes: Sequence[bytes]) -> list[ToolCallRecord]:
    """The calls that a journal records. One without a recorded end is in doubt."""
    found: dict[str, ToolCallRecord] = {}
    for event in events_in(info, notes):
        match event:
            case CallStarted():
                found[event.call_id] = ToolCallRecord(event.call_id, event.tool, "in_doubt")
            case CallEnded():
                ended = ToolCallRecord(event.call_id, event.tool, event.status, event.ms, event.error, event.code)
                found[event.call_id] = ended
            case _:
                pass
    return list(found.values())


async def aborted(store: RunStore, run_id: str) -> LeftRun:
    """The error of a run that is about to be aborted, which the store still has."""
    calls: list[ToolCallRecord] = []
    with suppress(CodeModeError):
        if (info := await store.info(run_id)) is not None:
            calls = await asyncio.to_thread(calls_in, info, await store.read(run_id))
    return LeftRun("the run was aborted", "aborted", calls)


def unrestored(why: RunError, info: RunInfo | None, notes: Sequence[bytes]) -> LeftRun:
    """The error of a run that cannot be restored here."""
    calls = calls_in(info, notes) if info is not None else []
    made = any(call.status not in ("never_started", "denied") for call in calls)
    return LeftRun(f"{why.message}; {LOOK if made else AGAIN}", FAILED, calls)
