"""One cell: a machine, the calls it has open, what it printed, and how it ended. Knows no event loop; drivers move it."""

from __future__ import annotations

import logging
import os
import re
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from codemode.engine.advice import advice_for
from codemode.engine.calls import Calls, told
from codemode.engine.compiling import Compiled, problem_at
from codemode.engine.limits import QUEUED_CALLS, Limits
from codemode.engine.outputs import Listener, Printed
from codemode.engine.requests import Requests
from codemode.engine.results import CallStatus, ToolCallRecord
from codemode.interpreter.machine import Machine
from codemode.interpreter.outgoing import to_json
from codemode.interpreter.run import ErrorText, Run
from codemode.interpreter.signals import (
    TOOL_KINDS,
    Abort,
    Event,
    Failed,
    Finished,
    Frame,
    Resume,
    Signal,
    StreamEnd,
    TimerFired,
    ToolCall,
    ToolFailure,
    ToolResult,
)
from codemode.interpreter.values import Exit, Halt
from codemode.types.objects import ToolIndex

log = logging.getLogger("codemode")

_STATUS: dict[str, CallStatus] = {
    "tool_denied": "denied",
    "tool_not_found": "never_started",
    "invalid_tool_input": "never_started",
}
_WAITING = re.compile(r"goroutine (\d+) \[(.*?)\]")


class HostView:
    """What natives may know of their run. Not a container, so that it does not count as the guest's memory."""

    __slots__ = ("data", "tools")

    def __init__(self, tools: ToolIndex, data: Any) -> None:
        self.tools = tools
        self.data = data


class _Entry:
    """The program, with its result turned into JSON inside the guest: there it may block, and its own budget pays for it."""

    __slots__ = ("converted", "has_value", "program", "value")

    def __init__(self, program: Any) -> None:
        self.program = program
        self.value: Any = None
        self.has_value = False
        self.converted = False

    def start(self, run: Run) -> None:
        self.program.start(run)

    def main(self, run: Run) -> None:
        try:
            self.program.main(run)
        except Exit as leaving:
            if leaving.error is None:
                self._convert(run)
            raise
        self._convert(run)

    def out(self, run: Run) -> tuple[Any, bool]:
        if not self.converted:
            # os.Exit in another goroutine than main
            try:
                self._convert(run)
            except Halt:
                self.has_value = False
        return None, self.has_value

    def _convert(self, run: Run) -> None:
        self.converted = True
        value, self.has_value = self.program.out(run)
        if self.has_value:
            self.value = to_json(run, value)


class Clock:
    """The run's clock, unix ns: the host's at the start, then monotonic."""

    __slots__ = ("_offset", "started_at")

    def __init__(self) -> None:
        self.started_at = time.time_ns()
        self._offset = self.started_at - time.monotonic_ns()

    def now(self) -> int:
        return time.monotonic_ns() + self._offset

    def seconds_until(self, at: int) -> float:
        return max(0.0, (at - self.now()) / 1e9)


@dataclass(slots=True)
class OpenCall:
    """A call that runs, or waits for a free place."""

    call: ToolCall
    record: ToolCallRecord
    began: float = 0.0


class Cell:
    """`step` moves the guest; `admit` takes its new calls; `settle` brings their answers. All from one thread."""

    def __init__(
        self,
        run_id: str,
        compiled: Compiled,
        calls: Calls,
        requests: Requests,
        limits: Limits,
        *,
        data: Any = None,
        listener: Listener | None = None,
    ) -> None:
        self.run_id = run_id
        self.compiled = compiled
        self.calls = calls
        self.requests = requests
        self.limits = limits
        self.clock = Clock()
        self.printed = Printed(listener)
        self.records: dict[str, ToolCallRecord] = {}
        self.queued: deque[OpenCall] = deque()
        self.running: dict[str, OpenCall] = {}
        self.peak_memory = 0
        self.unseen: ToolFailure | None = None  # the first failed call that the ended program did not look at
        self._entry = _Entry(compiled.program)
        self.machine = Machine(
            self._entry,
            limits=limits.machine,
            seed=int.from_bytes(os.urandom(7)),
            started_at=self.clock.started_at,
            data={"host": HostView(calls.catalog, data)},
        )

    @property
    def value(self) -> Any:
        return self._entry.value

    # --- moving ---------------------------------------------------------------------------------------------------

    def step(self) -> Signal:
        machine = self.machine
        signal = machine.step()
        if machine.run.output:
            self.printed.take(machine.take_blocks())
        run = machine.run
        if run.errors:
            self.printed.take([ErrorText(text) for text in run.errors])
            run.errors.clear()
        self.peak_memory = max(self.peak_memory, run.live + min(run.held, run.limits.memory_limit_bytes - run.live))
        return signal

    def deliver(self, event: Event) -> None:
        self.machine.deliver(event)

    def resume(self) -> None:
        self.machine.deliver(Resume(self.clock.now()))

    def fire_timers(self, at: int) -> None:
        self.machine.deliver(TimerFired(max(at, self.clock.now())))

    # --- calls ----------------------------------------------------------------------------------------------------

    def admit(self, new: list[ToolCall]) -> bool:
        """Take new calls in: requests are answered here, tool calls are queued. Returns whether the guest can go on because of it."""
        tools = [call for call in new if call.kind in TOOL_KINDS]
        for call in new:
            if call.kind not in TOOL_KINDS:
                self.deliver(self._answer(call))
        if not tools:
            return bool(new)
        opened = [OpenCall(call, ToolCallRecord(call.call_id, call.tool, "never_started")) for call in tools]
        for each in opened:
            self.records[each.call.call_id] = each.record
        if len(self.queued) + len(self.running) + len(tools) > self.limits.max_pending_tool_calls + QUEUED_CALLS:
            limit = self.limits.max_pending_tool_calls
            self.machine.deliver(
                Abort(
                    self.clock.now(),
                    "too_many_pending_tool_calls",
                    f"more than {limit} tool calls at once and {QUEUED_CALLS} that wait for their turn; none of the last {len(tools)} was started",
                )
            )
            return True
        self.queued.extend(opened)
        return len(tools) < len(new)

    def _answer(self, call: ToolCall) -> ToolResult | ToolFailure:
        now = self.clock.now()
        try:
            return ToolResult(now, call.call_id, self.requests.answer(call))
        except Exception as failure:
            code, message = told(call.kind, failure)
            return ToolFailure(now, call.call_id, message, code)

    def next_to_start(self) -> OpenCall | None:
        """The next queued call, if there is a free place for it. It counts as started."""
        if not self.queued or len(self.running) >= self.limits.max_pending_tool_calls:
            return None
        opened = self.queued.popleft()
        opened.began = time.monotonic()
        opened.record.status = "in_doubt"  # until it is known how it ended
        self.running[opened.call.call_id] = opened
        return opened

    def settled(self, event: ToolResult | ToolFailure | StreamEnd) -> None:
        """A call has ended: note how, and let the guest know."""
        opened = self.running.pop(event.call_id, None)
        if opened is None:
            return
        record = opened.record
        record.ms = round((time.monotonic() - opened.began) * 1000, 3)
        if isinstance(event, ToolFailure):
            record.status, record.error = _STATUS.get(event.code, "error"), event.message
            if self.machine.ended is not None and self.unseen is None:
                self.unseen = event
        else:
            record.status = "ok"
        self.deliver(event)

    def failure_of(self, call: ToolCall, failure: BaseException) -> ToolFailure:
        code, message = told(call.tool, failure)
        return ToolFailure(self.clock.now(), call.call_id, message, code)

    def drop_stream(self, call_id: str) -> None:
        """The guest closed a stream."""
        opened = self.running.pop(call_id, None)
        if opened is not None:
            opened.record.status = "ok"
            opened.record.ms = round((time.monotonic() - opened.began) * 1000, 3)
        for waiting in [w for w in self.queued if w.call.call_id == call_id]:
            self.queued.remove(waiting)

    def close(self) -> None:
        """End the guest where it is. Calls that run are in doubt, queued ones never started."""
        now = time.monotonic()
        for opened in self.running.values():
            opened.record.ms = round((now - opened.began) * 1000, 3)
        self.running.clear()
        self.queued.clear()
        self.machine.close()

    # --- the end --------------------------------------------------------------------------------------------------

    def ended_well(self, signal: Finished) -> bool:
        """Whether the program, with all its calls drained, is complete."""
        return self.unseen is None

    def failure(self, signal: Signal) -> Failure:
        """What to say about a program that failed, or that ended with a failed call that nobody looked at."""
        if isinstance(signal, Failed):
            return self._failure(signal)
        unseen = self.unseen
        assert unseen is not None
        tool = self.records[unseen.call_id].tool
        hint = "wait for every call you start (sync.WaitGroup or a channel) and look at its error"
        return Failure(
            "nested_tool_failed", f"a call of {tool} failed and nobody looked at its error: {unseen.message}", hint
        )

    def _failure(self, signal: Failed) -> Failure:
        if signal.code == "internal_error":
            log.error("internal error in run %s", self.run_id, exc_info=self.machine.bug)
        hint = signal.hint or (advice_for(signal.message) if signal.code == "guest_panic" else "")
        found = Failure(signal.code, signal.message, hint, exit_code=signal.exit_code)
        source = self.compiled.source
        if signal.pos >= 0:
            found.diagnostics = [problem_at(source, signal.code, signal.message, signal.pos, hint)]
        if signal.trace or signal.code in ("guest_panic", "deadlock"):
            found.trace = self._trace(signal)
        return found

    def _trace(self, signal: Failed) -> str:
        states = dict(_WAITING.findall(signal.hint)) if signal.code == "deadlock" else {}
        state = states.get(str(signal.goroutine), "running")
        lines = [f"goroutine {signal.goroutine} [{state}]:"]
        lines += [line for frame in signal.trace for line in self._frame(frame)]
        return "\n".join(lines) + "\n"

    def _frame(self, frame: Frame) -> list[str]:
        source = self.compiled.source
        where = f"\t{source.name}:{source.place(frame.pos)[0]}" if frame.pos >= 0 else f"\t{source.name}"
        return [f"{frame.func}(...)", where]


@dataclass(slots=True)
class Failure:
    """Why a cell failed, before it becomes a reply or an exception."""

    code: str
    message: str
    hint: str = ""
    trace: str = ""
    exit_code: int = 1
    diagnostics: Any = ()

    @classmethod
    def timeout(cls, ms: float, pending: list[str] | None = None) -> Failure:
        waiting = f"; these calls had not ended: {', '.join(pending)}" if pending else ""
        hint = (
            "do less in one run, or ask for a longer timeout"
            if not pending
            else "call tools at the same time with goroutines, or ask for a longer timeout"
        )
        return cls("timeout", f"the program did not end within {ms:g} ms{waiting}", hint)
