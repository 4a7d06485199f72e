"""One cell: a guest, its open calls, its output, and how it ended. A cell uses no event loop; drivers move it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from codemode.catalog.schemas import show
from codemode.dsl import Diagnostic, Repair
from codemode.dsl.missing_keys import MISSING_IN_VALUE, MISSING_KEY
from codemode.engine.call_errors import told
from codemode.engine.call_records import OpenCall, ToolCallRecord, status_of
from codemode.engine.cell_output import CellOutput, Listener
from codemode.engine.clock import Clock
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.store import within
from codemode.engine.failures import Failure
from codemode.engine.grants import NO_FIT, Fit, ProgramApproval, denial, kept_schema, names_of
from codemode.engine.guest import Guest, LocalGuest, Turn
from codemode.engine.inbox import Inbox, size_of
from codemode.engine.json_data import decode
from codemode.engine.limits import KIB
from codemode.engine.requests import Requests
from codemode.engine.session_state import Encoded
from codemode.interpreter.machine.signals import (
    TOOL_KINDS,
    Event,
    Failed,
    Finished,
    Resume,
    Signal,
    StreamEnd,
    TimerFired,
    ToolCall,
    ToolFailure,
    ToolResult,
)

if TYPE_CHECKING:
    from codemode.engine.effects import Effects
    from codemode.engine.event_reporter import EventReporter
    from codemode.engine.questions import Question

LARGE = 64 * KIB  # bytes of a result; the size of smaller ones is not looked up in advance
MAX_SHOWN = 120  # characters of the arguments of a call that failed


class Cell:
    """Moves a guest (`move`), accepts its new calls (`admit`) and queues their results (`settled`). All methods are called from one thread.

    Events wait in the `inbox` until the next move of the guest.
    """

    def __init__(
        self,
        run_id: str,
        guest: Guest,
        requests: Requests,
        clock: Clock,
        *,
        listener: Listener | None = None,
        journal: Journal | None = None,
        reporter: EventReporter | None = None,
    ) -> None:
        self.run_id = run_id
        self.guest = guest
        self.prepared = guest.prepared
        self.calls = calls = requests.calls
        self.requests = requests
        self.limits = requests.limits
        self.clock = clock
        self.journal = journal
        self.reporter = reporter  # is told of everything that happens here
        calls.reporter = reporter
        self.printed = CellOutput(listener)
        self.records: dict[str, ToolCallRecord] = {}
        self.queued: deque[OpenCall] = deque()
        self.unanswered: deque[ToolCall] = deque()  # requests
        self.running: dict[str, OpenCall] = {}
        self.asked: dict[str, OpenCall] = {}  # by call id, in the order in which they asked for approval
        self.questions: dict[str, Question] = {}  # questions of calls under way, by question id
        self.program: ProgramApproval | None = None  # what is shown to a person who approves the whole program
        self.inbox = Inbox(self.limits.memory_limit_bytes // 4)
        self.seen = 0  # number of events that the guest has received
        self.last: Turn | None = None
        self.ended: Finished | Failed | None = None
        self.unseen: ToolFailure | None = None  # the first failed call whose error the ended program did not read

    @property
    def value(self) -> Any:
        """The result as data; None if it is so large that only its JSON is kept, see `large_value`."""
        return self.ended.value if isinstance(self.ended, Finished) else None

    @property
    def large_value(self) -> bytes | None:
        """The JSON of a large result."""
        return self.ended.encoded if isinstance(self.ended, Finished) else None

    @property
    def repairs(self) -> list[Repair]:
        """The repairs of the program's text, by place. A repair of the result is included only if the program returned that result."""
        found = [*self.prepared.repairs]
        if isinstance(self.ended, Finished) and self.ended.has_value:
            found += self.prepared.result_repairs
        return sorted(found, key=lambda repair: (repair.line, repair.column))

    @property
    def warnings(self) -> list[Diagnostic]:
        """The warnings of the program's text, of its run and of its calls."""
        told = self.last.warnings if self.last is not None else []
        missed = {(d.line, d.column) for d in told if d.code in (MISSING_KEY, MISSING_IN_VALUE)}
        expected = [d for d in self.prepared.warnings if d.code != MISSING_KEY or (d.line, d.column) not in missed]
        return [*expected, *told, *self.calls.warnings]

    @property
    def steps(self) -> int:
        return self.last.steps if self.last is not None else 0

    @property
    def peak_memory(self) -> int:
        return self.last.memory if self.last is not None else 0

    # --- moving ---------------------------------------------------------------------------------------------------

    async def move(self, deadline: float) -> Signal:
        """Moves the guest for one turn. Raises GuestLost; undelivered events then stay in the inbox."""
        events = self.inbox.next()[:]
        self.guest.revivable = self.journal is not None and not self.journal.given_up
        turn = await self.guest.move(events, deadline)
        self._delivered(len(events))
        return self.took(turn)

    def move_here(self, deadline: float) -> Signal:
        """Like `move`, for a guest in this process."""
        guest = self.guest
        assert isinstance(guest, LocalGuest)
        events = self.inbox.next()
        turn = guest.move_here(events, deadline=deadline)
        if events:
            self._delivered(len(events))
        return self.took(turn)

    def _delivered(self, count: int) -> None:
        """The guest has received these events, so other large answers may be read."""
        self.seen += count
        for call_id in self.inbox.delivered(count):
            if self.calls.large is not None:
                self.calls.large.leave(call_id)

    def took(self, turn: Turn) -> Signal:
        """Records what a turn brought."""
        self.last = turn
        if self.journal is not None:
            self.journal.turn(turn, self.seen)
        if turn.blocks:
            self.printed.take(turn.blocks)
            if self.reporter is not None:
                self.reporter.outputs(turn.blocks)
            turn.blocks = []  # this turn may be the last for a long time
        signal = turn.signal
        if isinstance(signal, Finished | Failed):
            self.ended = signal
            self.look_at_rest(self.inbox)
        return signal

    def look_at_rest(self, events: Iterable[Event]) -> None:
        """Searches the events that the ended guest did not receive for a failed call, which the program then never read."""
        failed = (e for e in events if isinstance(e, ToolFailure) and e.call_id in self.records)
        self.unseen = next(failed, self.unseen)

    def unread_of(self, call_id: str) -> int:
        """Number of pieces of a stream that the guest has not read; a driver limits reading ahead by it."""
        buffered = self.last.buffered.get(call_id, 0) if self.last is not None else 0
        return self.inbox.unread.get(call_id, 0) + buffered

    def deliver(self, event: Event, ms: float = 0.0) -> None:
        if self.journal is not None:
            self.journal.event(event, ms)
        self.take_in(event)

    def put_back(self, events: Sequence[Event]) -> None:
        """Replaces the inbox with the events that a restored guest has not received yet."""
        self.inbox.clear()
        for event in events:
            self.take_in(event)

    def take_in(self, event: Event) -> None:
        if self.ended is None:
            self.inbox.put(event)

    def resume(self) -> None:
        self.deliver(Resume(self.clock.now()))

    def fire_timers(self, at: int) -> None:
        self.deliver(TimerFired(max(at, self.clock.now())))

    # --- calls ----------------------------------------------------------------------------------------------------

    async def admit(self, new: list[ToolCall], until: float | None = None, late: float | None = None) -> None:
        """Accepts new calls: tool calls are queued, requests are answered here, as far as the guest can take the answers. Questions about the catalog
        can take seconds (the first search among many tools): they fail at `until`, as the program's time ends. Other requests wait for the run
        store. Raises InternalError if it does not answer until `late`."""
        self.queue([call for call in new if call.kind in TOOL_KINDS])
        self.unanswered += [call for call in new if call.kind not in TOOL_KINDS]
        while self.unanswered and self.inbox.held <= self.inbox.most_at_once:
            call = self.unanswered.popleft()
            if until is not None and self.requests.only_reads(call):
                self.deliver(await self._answer(call, until))
            else:
                answer = self._answer(call)
                self.deliver(await (answer if late is None else within(late, answer)))

    def queue(self, calls: list[ToolCall]) -> None:
        """Record calls and queue them. The machine limits their number, because it counts tool calls and goroutines."""
        for call in calls:
            record = self.records[call.call_id] = ToolCallRecord(
                call.call_id, self.calls.tool_name(call.tool), "never_started"
            )
            self.queued.append(OpenCall(call, record))

    async def _answer(self, call: ToolCall, until: float | None = None) -> ToolResult | ToolFailure:
        try:
            answer = self.requests.answer(call)
            result = await (answer if until is None else within(until, answer))
            if isinstance(result, Encoded):
                return ToolResult(self.clock.now(), call.call_id, None, result.data, is_read=False)
            return ToolResult(self.clock.now(), call.call_id, result)
        except Exception as failure:
            code, message = told(call.kind, failure)
            return ToolFailure(self.clock.now(), call.call_id, message, code)

    def next_to_start(self) -> OpenCall | None:
        """Returns the next queued call if another one may run, and counts it as started; else None."""
        if not self.queued or len(self.running) >= self.limits.max_pending_tool_calls:
            return None
        if self.inbox.held > self.inbox.most_at_once and self.ended is None:
            return None  # the undelivered results are as much as the guest can take
        expected = self.calls.expected(self.queued[0].call.tool)
        if expected > LARGE and self.running:
            others = sum(running.expected for running in self.running.values())
            if others + self.inbox.held + expected > self.inbox.most_at_once:
                return None  # its result would not fit beside those of the calls under way
        opened = self.queued.popleft()
        opened.expected = expected
        self.began(opened)
        if self.calls.recording is None:
            self.note_begin(opened)
        return opened

    def began(self, opened: OpenCall) -> None:
        opened.began = time.monotonic()
        self.running[opened.call.call_id] = opened

    def note_begin(self, opened: OpenCall) -> None:
        """Notes in the journal that a call is about to reach its tool."""
        opened.record.status = "in_doubt"  # until the outcome is known
        self._note("begin", opened.call.call_id, self.calls.tool_id(opened.call.tool))

    def again(self, call_id: str) -> None:
        """Queues a call again whose outcome is unknown."""
        opened = self.running.pop(call_id)
        opened.record.status = "never_started"
        self.queued.appendleft(opened)

    def settled(self, event: ToolResult | ToolFailure | StreamEnd) -> None:
        """Records how a call ended and queues the event for the guest."""
        opened = self.running.get(event.call_id)
        if opened is not None:
            ms = round((time.monotonic() - opened.began) * 1000, 3)
            self._take_note(opened)
            if self.journal is not None:
                self.journal.event(event, ms)
            self.settle(event, ms)

    def _take_note(self, opened: OpenCall) -> None:
        """Copies the notes about the call into its record."""
        noted = self.calls.noted.pop(opened.call.call_id, None)
        if noted is None:
            return
        self._note("noted", opened.call.call_id, noted.text, noted.result)
        self.notes(opened.call.call_id, noted.text, noted.result)

    def notes(self, call_id: str, text: str, result: Any) -> None:
        record = self.records[call_id]
        record.note, record.result = text, result

    def doubt(self, call_id: str, message: str) -> None:
        """Tells the guest that the outcome of a call is unknown and that the call cannot be repeated."""
        event = ToolFailure(self.clock.now(), call_id, message)
        if self.journal is not None:
            self.journal.event(event)
        self._note("doubt", call_id)
        self.settle(event, 0.0, doubtful=True)
        self.doubts(call_id)
        self._tell_end(self.records[call_id])

    def doubts(self, call_id: str) -> None:
        self.records[call_id].status = "in_doubt"

    def _tell_end(self, record: ToolCallRecord, result: Any = None) -> None:
        if self.reporter is not None:
            self.reporter.call_ended(record, self.calls.tool_id(record.tool), result)

    def settle(self, event: ToolResult | ToolFailure | StreamEnd, ms: float, *, doubtful: bool = False) -> None:
        opened = self.running.pop(event.call_id, None) or self.asked.pop(event.call_id, None)
        self._end_questions(event.call_id)
        if opened is None:
            return
        record = opened.record
        record.ms = ms
        if self.calls.large is not None and (self.ended is not None or not size_of(event)):
            self.calls.large.leave(event.call_id)
        if isinstance(event, ToolFailure):
            record.status, record.error, record.code = status_of(event.code), event.message, event.code
            if self.ended is not None and self.unseen is None:
                self.unseen = event
        else:
            record.status = "ok"
        if not doubtful:
            self._tell_end(record, self._recorded(event))
        if record.status != "ok" and not record.note and opened.call.arguments:
            record.note = f"with {show(opened.call.arguments, MAX_SHOWN)}"
        self.take_in(event)

    def _recorded(self, event: ToolResult | ToolFailure | StreamEnd) -> Any:
        """The result of a call, for events that carry results. A guest in another process leaves only its JSON, which is decoded here."""
        if not isinstance(event, ToolResult) or self.reporter is None or not self.reporter.has_values:
            return None
        return decode(event.encoded) if event.value is None and event.encoded is not None else event.value

    def failure_of(self, call: ToolCall, failure: BaseException) -> ToolFailure:
        code, message = told(call.tool, failure)
        return ToolFailure(self.clock.now(), call.call_id, message, code)

    def not_made(self, opened: OpenCall) -> None:
        """Marks a call that counts as started as never started."""
        if self.running.pop(opened.call.call_id, None) is not None:
            opened.record.status = "never_started"

    def left(self, opened: OpenCall, leaving: BaseException) -> None:
        """Records that a function raised a BaseException, such as SystemExit: the run ends, and the host receives the exception."""
        opened.record.status, opened.record.error = "error", type(leaving).__name__

    def drop_stream(self, call_id: str) -> None:
        """Ends a stream that the guest closed."""
        opened = self.running.pop(call_id, None)
        if opened is not None:
            self._end_questions(call_id)
            self._take_note(opened)
            opened.record.status = "ok"
            opened.record.ms = round((time.monotonic() - opened.began) * 1000, 3)
            self._tell_end(opened.record)
        for waiting in [w for w in self.queued if w.call.call_id == call_id]:
            self.queued.remove(waiting)

    def open_streams(self) -> list[str]:
        return [o.call.call_id for o in (*self.running.values(), *self.queued) if o.call.streaming]

    # --- people ---------------------------------------------------------------------------------------------------

    @property
    def asking(self) -> set[str]:
        """The ids of calls under way that wait for the answer to a question."""
        return {question.call.id for question in self.questions.values()}

    @property
    def waits_for_people(self) -> bool:
        """Whether the run cannot go on before a person has decided or answered something."""
        if not (self.asked or self.questions) or self.queued:
            return False
        return self.running.keys() <= self.asking

    @property
    def blocked_by(self) -> Literal["approval", "pending_tools"]:
        """The reason for waiting that a reply gives."""
        return "approval" if self.asked or self.questions else "pending_tools"

    def _end_questions(self, call_id: str) -> None:
        """Ends the questions of a call that is over."""
        for question in self.questions.values():
            if question.call.id == call_id:
                question.end()

    # --- approval ---------------------------------------------------------------------------------------------------

    async def look_at_program(self) -> None:
        """Determines what a person sees of the whole program, if the policy asks about programs."""
        if self.program is None and (effects := await self.calls.effects()) is not None and self.program is None:
            self.program = ProgramApproval(effects)
            self._note("program", effects.model_dump(mode="json"))

    def ask(self, opened: OpenCall, arguments: dict[str, Any]) -> None:
        """Lets the call wait until a person decides, unless a decision about the whole program covers it."""
        call, program, entry = opened.call, self.program, self.calls.catalog.get(opened.call.tool)
        fit = NO_FIT if entry is None else Fit(names_of(entry))
        if self.running.get(call.call_id) is not opened:
            return  # only a dishonest worker process sends two calls with one id
        if program is not None:
            if program.refusal is not None:
                self.settled(denial(call.tool, call.call_id, program.refusal, self.clock.now()))
                return
            fit = self.calls.fit(program, call, arguments)
            if program.take(fit):
                self._note("covered", call.call_id, arguments, fit.names, fit.places)
                self.asks(call.call_id, arguments)
                self.approves(call.call_id, None)
                return
            carries = not program.is_decided and not any(other.fit.carries for other in self.asked.values())
            fit = replace(fit, carries=carries)
        self._note("ask", call.call_id, arguments, kept_schema(entry), fit.names, fit.places, fit.carries)
        self.asks(call.call_id, arguments, fit)
        if self.reporter is not None:
            tool_id = self.calls.tool_id(opened.record.tool)
            self.reporter.asked(opened.record, tool_id, arguments, self.effects_of(call.call_id))

    def effects_of(self, call_id: str) -> Effects | None:
        """The effects of the whole program, if the approval of this waiting call is for the program; None if it is for the call alone."""
        return self.program.effects if self.program is not None and self.asked[call_id].fit.carries else None

    def asks(self, call_id: str, arguments: dict[str, Any], fit: Fit = NO_FIT) -> None:
        opened = self.running.pop(call_id)
        opened.record.status = "never_started"
        opened.arguments = arguments
        opened.fit = fit
        self.asked[call_id] = opened

    def approve(self, call_id: str, arguments: dict[str, Any] | None, by: str = "") -> None:
        """Queues an approved call, with other arguments if some are given. The journal has the decision already."""
        if self.reporter is not None:
            tool = self.records[call_id].tool
            self.reporter.decided(call_id, tool, approved=True, edited=arguments is not None, by=by)
        self.approves(call_id, arguments)

    def approves(self, call_id: str, arguments: dict[str, Any] | None) -> None:
        opened = self.asked.pop(call_id)
        if arguments is not None:
            opened.arguments = arguments
            opened.edited = True
        opened.approved = True
        self.queued.appendleft(opened)

    def grant(self, call_id: str, tools: Sequence[str], by: str = "") -> None:
        """Grants the program as it was shown to a person. The journal has the decision already."""
        for each in self.grants(call_id, tools):
            if self.reporter is not None:
                self.reporter.decided(each, self.records[each].tool, approved=True, program=True, by=by)

    def grants(self, call_id: str, tools: Sequence[str]) -> list[str]:
        """Queues the calls that the grant covers."""
        assert self.program is not None
        self.program.grant(tools)
        passing = self.program.let_through(call_id, {id: opened.fit for id, opened in self.asked.items()})
        for each in reversed(passing):  # the call that asked first is made first
            self.approves(each, None)
        return passing

    def deny(self, event: ToolFailure, reason: str = "", *, program: bool = False, by: str = "") -> None:
        """Refuses a call. The journal has the decision already."""
        if self.reporter is not None:
            tool = self.records[event.call_id].tool
            self.reporter.decided(event.call_id, tool, approved=False, reason=reason, program=program, by=by)
        self.settle(event, 0.0)

    def _note(self, *entry: Any) -> None:
        if self.journal is not None:
            self.journal.note(*entry)

    # --- the end --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Ends the guest where it is. Calls under way are then in doubt; queued ones were never started."""
        self.leave_calls()
        self.guest.close()

    def leave_calls(self) -> None:
        now = time.monotonic()
        for opened in self.running.values():
            opened.record.ms = round((now - opened.began) * 1000, 3)
            self._tell_end(opened.record)
            self._end_questions(opened.call.call_id)
        self.running.clear()
        self.queued.clear()
        self.asked.clear()

    def failure(self) -> Failure | None:
        """The failure of a program that failed, or that ended with a failed call whose error it never read."""
        if isinstance(self.ended, Failed):
            assert self.last is not None
            return self.last.failure
        unseen = self.unseen
        if unseen is None:
            return None
        tool = self.records[unseen.call_id].tool
        hint = "wait for every call that you start (sync.WaitGroup or a channel) and check its error"
        told = f"a call of {tool} failed and the program did not check its error: {unseen.message}"
        return Failure("nested_tool_failed", told, hint)
