"""Restores a run that another process began: its cell is rebuilt from the journal. Calls without a recorded end are in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codemode.engine.call_records import OpenCall
from codemode.engine.cell import Cell
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.leases import is_dead
from codemode.engine.durable.replay import UnknownEntry, replay
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.effects import Effects
from codemode.engine.grants import Fit, ProgramApproval
from codemode.errors import RunError
from codemode.interpreter.machine.signals import (
    TOOL_KINDS,
    Chunk,
    Event,
    Failed,
    Finished,
    StreamEnd,
    ToolFailure,
    ToolResult,
)

IN_DOUBT = (
    "the call was started by a process that ended before it could note the outcome: it may or may not have taken effect;"
    " find out with another tool before you repeat it"
)


async def restore(run: SuspendedRun, notes: Sequence[bytes], deadline: float, *, exact: bool) -> None:
    """Restores a new run to the end of its journal; `exact` as in `replay`. Raises RunError and GuestLost."""
    cell, follower = run.cell, _Follower(run.cell, run.journal)
    run.reporter.muted = True  # the listener of that time has received it
    at = await replay(cell.guest, notes, deadline, follower, exact=exact)
    cell.seen = at.seen
    cell.put_back(at.events)
    if cell.ended is not None:
        cell.look_at_rest(at.events)
        for call_id in cell.open_streams():
            cell.drop_stream(call_id)
    follower.set_clock()
    follower.look_at_reply()
    run.reporter.muted = False
    run.reporter.resumed(restored=True)
    for opened in (*cell.asked.values(), *cell.queued):
        follower.check_tool(opened)
    _decide_doubts(run, {opened.call.call_id for opened in cell.running.values() if follower.is_of_other_tool(opened)})


class _Follower:
    """Applies a journal to a cell without repeating calls."""

    def __init__(self, cell: Cell, journal: Journal) -> None:
        self._cell = cell
        self._journal = journal
        self._asked_at: int | None = None  # since when the run waits for a person and the clock stands still
        self._replying = ""  # the owner that was returning a reply at its last sign of life
        self._tools: dict[str, str] = {}  # the ids of the tools that calls were made by, or asked about

    def is_of_other_tool(self, opened: OpenCall) -> bool:
        """Whether another tool has the name now."""
        entry = self._cell.calls.catalog.get(opened.call.tool)
        return entry is not None and self._tools.get(opened.call.call_id, "") not in ("", entry.id)

    def check_tool(self, opened: OpenCall) -> None:
        """Raises RunError for a call that a person decides about, or has decided about, if another tool would make it."""
        if self.is_of_other_tool(opened):
            told = f"a person was asked about a call of {self._tools[opened.call.call_id]}, but here {opened.call.tool} is a different tool"
            raise RunError(f"the run cannot be restored: {told}", code="snapshot_restore_failed", phase="host")

    def event(self, event: Event, ms: float) -> None:
        cell = self._cell
        if isinstance(event, Chunk) and event.call_id in cell.running:
            cell.running[event.call_id].got += 1
        elif isinstance(event, ToolResult | ToolFailure | StreamEnd):
            self._started(event.call_id)
            cell.settle(event, ms)

    def turn(self, turn: Any) -> None:
        cell = self._cell
        cell.last = turn
        cell.printed.take(turn.blocks)
        signal = turn.signal
        if isinstance(signal, Finished | Failed):
            cell.ended = signal
        for call_id in signal.closed:
            cell.drop_stream(call_id)
        for call in signal.calls:
            if call.kind not in TOOL_KINDS:
                cell.requests.replay(call)
        # calls beyond the limit were refused by an event, which is also in the journal
        cell.queue([call for call in signal.calls if call.kind in TOOL_KINDS])

    def note(self, entry: list[Any]) -> None:
        cell = self._cell
        match entry:
            case ["begin", call_id, *tool]:
                self._tools[call_id] = "".join(tool)  # earlier versions did not note it
                self._started(call_id)
                if call_id not in cell.running:
                    raise ValueError("a call that the program did not make")
                cell.running[call_id].record.status = "in_doubt"
            case ["noted", call_id, text, result]:
                cell.notes(call_id, text, result)
            case ["again", call_id]:
                cell.again(call_id)
            case ["doubt", call_id]:
                cell.doubts(call_id)
            case ["park", reason, at, lag, owner]:
                self._replying = owner
                cell.clock.lag = lag
                self._asked_at = at if reason == "approval" else None
            case ["clock", lag]:
                cell.clock.lag = lag
                self._asked_at = None
            case ["replied"]:
                self._replying = ""
                cell.printed.drain()
            case ["saved"]:
                cell.requests.saved()
            case ["said", *_]:
                pass  # the output is repeated
            case _:
                self._approval(entry)

    def _started(self, call_id: str) -> None:
        """Counts a call as started, if it is queued."""
        opened = next((o for o in self._cell.queued if o.call.call_id == call_id), None)
        if opened is not None:
            self._cell.queued.remove(opened)
            self._cell.began(opened)

    def _approval(self, entry: list[Any]) -> None:
        cell = self._cell
        match entry:
            case ["program", effects]:
                cell.program = ProgramApproval(Effects.model_validate(effects))
            case ["ask", call_id, arguments, _, *fit]:
                self._started(call_id)
                cell.asks(call_id, arguments, Fit(*fit))
                self._tools[call_id] = next(iter(Fit(*fit).names), "")
            case ["covered", call_id, arguments, names, places] if cell.program is not None:
                self._tools[call_id] = names[0]
                cell.program.take(Fit(names, places))
                self._started(call_id)
                cell.asks(call_id, arguments)
                cell.approves(call_id, None)
            case ["grant", call_id, tools, *_] if cell.program is not None:
                cell.grants(call_id, tools)
            case ["deny", _, _, *_]:
                pass  # done by the event beside it
            case ["refuse", reason, *_] if cell.program is not None:
                cell.program.refuse(reason)
            case ["approve_all"]:
                cell.calls.approved_all = True
            case ["approve", call_id, arguments, *_]:
                cell.approves(call_id, arguments)
            case _:
                raise UnknownEntry

    def set_clock(self) -> None:
        cell = self._cell
        if self._asked_at is not None:
            cell.clock.go_on_from(self._asked_at)
            self._journal.note("clock", cell.clock.lag)

    def look_at_reply(self) -> None:
        """If the process died before its last reply can have arrived, includes that output in the next reply."""
        if self._replying and not is_dead(self._replying):
            self._cell.printed.drain()
            self._journal.note("replied")


def _decide_doubts(run: SuspendedRun, of_other_tools: set[str]) -> None:
    """Handles calls that began and have no recorded end: repeatable ones are repeated, by the same tool; for the others the guest gets an error."""
    cell = run.cell
    for call_id, opened in reversed(list(cell.running.items())):
        entry = cell.calls.catalog.get(opened.call.tool)
        if entry is not None and (entry.read_only or entry.idempotent) and call_id not in of_other_tools:
            run.journal.note("again", call_id)
            cell.again(call_id)
    for opened in list(cell.running.values()):
        cell.doubt(opened.call.call_id, f"{opened.call.tool}: {IN_DOUBT}")
