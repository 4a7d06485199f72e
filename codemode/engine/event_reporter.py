"""The one place where events of a run are made: its cell and its session report what happens, and the events go to the listeners.

The log hears of the same: at INFO what happens, with names, sizes and codes; at DEBUG the texts.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from codemode.engine.call_records import ToolCallRecord
from codemode.engine.cell_output import Decoding
from codemode.engine.effects import Effects
from codemode.engine.event_listeners import Feed, feeds_of
from codemode.engine.event_log import log_event
from codemode.engine.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallEnded,
    CallProgress,
    CallStarted,
    EndStatus,
    EventListener,
    RunEnded,
    RunEvent,
    RunOutput,
    RunResumed,
    RunStarted,
    RunWaiting,
)
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.interpreter.machine.signals import Block

log = logging.getLogger("codemode")

MAX_TEXT = 64 << 10  # characters of one output in an event
MAX_CODE = 256 << 10  # characters of a program; longer ones are refused
MAX_MESSAGE = 1000  # characters of what a tool says of its progress
MAX_ERROR = 4000

Make = Callable[..., RunEvent]
Values = Callable[[str, Any], Any]  # of a tool, by its name


class EventReporter:
    """Makes the events of one run, on its event loop; only `progress` may be called from any thread.

    `feeds` receive the events of all runs. `muted` while a run is restored: its old events are not sent again.
    """

    def __init__(self, run_id: str, feeds: Sequence[Feed] = (), tell_values: Values | None = None) -> None:
        """`tell_values` makes of arguments and results what events may have of them; without it they have nothing."""
        self.run_id = run_id
        self._values = tell_values
        self.muted = False
        self._own: Feed | None = None
        self._feeds = tuple(feeds)
        self._at = 0.0
        self.began = False
        self._over = False
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        self._open: dict[str, str] = {}  # tools by the ids of their calls
        self._progress: dict[str, tuple[float, float | None, str]] = {}  # the latest of each call, not told yet
        self._decoding = Decoding()

    @property
    def is_heard(self) -> bool:
        told = bool(self._feeds or self._own) or log.isEnabledFor(logging.INFO)
        return told and not self.muted and not self._over

    def _tell(self, make: Make, **told: Any) -> None:
        if not self.is_heard:
            return
        self._at = max(time.time(), self._at + 1e-6)
        event = make(run_id=self.run_id, at=self._at, **told)
        if log.isEnabledFor(logging.INFO):
            log_event(event)
        for feed in self._feeds:
            feed.put(event)
        if self._own is not None:
            self._own.put(event)

    async def heard(self) -> None:
        """Waits a short time until the listeners have heard everything."""
        for feed in (*self._feeds, self._own):
            if feed is not None:
                await feed.heard()

    def listen(self, listener: EventListener | None) -> None:
        """Makes this the run's own listener, in place of the one before."""
        for feed in feeds_of(listener):
            if self._own is not None:
                self._own.end()
            self._own = feed

    # --- the run --------------------------------------------------------------------------------------------------

    def started(self, agent: str, session: str, code: str) -> None:
        self.began = True
        self._tell(RunStarted, agent=agent, session=session, code=code[:MAX_CODE])

    def outputs(self, blocks: Sequence[Block]) -> None:
        """Tells the output of a turn; the text for one stream is one event."""
        if not self.is_heard:
            return
        for text in self._decoding.texts(blocks):
            shown = str(text[:MAX_TEXT])
            omitted = len(text[MAX_TEXT:].encode()) if len(text) > MAX_TEXT else 0
            self._tell(RunOutput, stream=text.stream, text=shown, omitted_bytes=omitted)

    def waiting(self, reason: str, reply: Waiting | None = None) -> None:
        self._tell(RunWaiting, reason=reason, reply=reply)

    def resumed(self, *, restored: bool = False) -> None:
        self._tell(RunResumed, restored=restored)

    def ended(self, status: EndStatus, reply: Completed | Failed | None = None) -> None:
        """Tells the last event of the run; later ones are dropped."""
        code, error = (reply.code, reply.error[:MAX_ERROR]) if isinstance(reply, Failed) else ("", "")
        self._tell(RunEnded, status=status, code=code, error=error, reply=reply)
        self._over = True
        if self._own is not None:
            self._own.end()

    def refused(self, reply: Failed) -> None:
        """Tells the end of a run that was refused. If it never began, only its caller is told, and not the listeners to all runs."""
        if not self.began:
            self._feeds = ()
        self.ended("aborted" if reply.code == "aborted" else "failed", reply)

    # --- calls ----------------------------------------------------------------------------------------------------

    def call_started(self, call_id: str, tool: str, tool_id: str, arguments: dict[str, Any]) -> None:
        self._open[call_id] = tool
        if self.is_heard:
            given = self._value(tool, arguments)
            self._tell(CallStarted, call_id=call_id, tool=tool, tool_id=tool_id, arguments=given)

    @property
    def has_values(self) -> bool:
        """Whether events have arguments and results of calls."""
        return self._values is not None and self.is_heard

    def _value(self, tool: str, value: Any) -> Any:
        return self._values(tool, value) if self._values is not None and value is not None else None

    def call_ended(self, call: ToolCallRecord, tool_id: str, result: Any = None) -> None:
        self._tell_progress()
        self._open.pop(call.id, None)
        if not self.is_heard:
            return
        self._tell(
            CallEnded,
            call_id=call.id,
            tool=call.tool,
            tool_id=tool_id,
            status=call.status,
            ms=call.ms,
            code=call.code,
            error=call.error[:MAX_ERROR],
            result=self._value(call.tool, result),
        )

    def asked(
        self,
        call: ToolCallRecord,
        tool_id: str,
        arguments: dict[str, Any],
        effects: Effects | None = None,
        question: dict[str, Any] | None = None,
    ) -> None:
        told = question if question is not None else {"call_id": call.id}
        self._tell(ApprovalAsked, **told, tool=call.tool, tool_id=tool_id, arguments=arguments, effects=effects)

    def decided(self, call_id: str, tool: str, **told: Any) -> None:
        """`told` are the other fields of the event."""
        self._tell(ApprovalGiven, call_id=call_id, tool=tool, **told)

    def progress(self, call_id: str, done: float, total: float | None, message: str) -> None:
        """Tells the progress of a call. Any thread may do so, as often as it likes: between two turns of the event loop only the last is told."""
        if call_id not in self._open:
            return
        with self._lock:
            idle = not self._progress
            self._progress[call_id] = (done, total, message[:MAX_MESSAGE])
        if idle:
            with suppress(RuntimeError):  # the loop is closed: nobody is there to hear it
                self._loop.call_soon_threadsafe(self._tell_progress)

    def _tell_progress(self) -> None:
        with self._lock:
            latest, self._progress = self._progress, {}
        for call_id, (done, total, message) in latest.items():
            tool = self._open.get(call_id)
            if tool is not None:
                self._tell(CallProgress, call_id=call_id, tool=tool, progress=done, total=total, message=message)
