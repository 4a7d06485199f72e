"""Opens the runs of a session: new ones, and those that another process began."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from codemode.engine.attachment_storage import RunFiles
from codemode.engine.caller import Caller
from codemode.engine.calls import Calls, CallSettings
from codemode.engine.cell import Cell
from codemode.engine.cell_output import Listener
from codemode.engine.clock import Clock
from codemode.engine.driver import REVIVE_SECONDS, Driver
from codemode.engine.durable.journal import Journal, head_of, refusal_of
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.left_runs import FAILED, unrestored
from codemode.engine.durable.replay import replay
from codemode.engine.durable.restore import restore
from codemode.engine.durable.store import GRACE, RunInfo, Scope, within
from codemode.engine.durable.suspended import SuspendedRun
from codemode.engine.event_reporter import EventReporter
from codemode.engine.guest import Guest
from codemode.engine.inputs import encoded_data, plain_facts
from codemode.engine.languages import candidates
from codemode.engine.languages.language import OtherLanguage
from codemode.engine.limits import check_limits
from codemode.engine.listing import Listings
from codemode.engine.protocols import ToolSource
from codemode.engine.questions import Questions
from codemode.engine.replies import Telemetry
from codemode.engine.requests import Requests
from codemode.engine.session_host import SessionHost
from codemode.engine.session_state import SessionState
from codemode.engine.start import Start
from codemode.engine.threads import aside
from codemode.engine.toolbox import Toolbox
from codemode.errors import RunError, SourceRejected
from codemode.interpreter.machine.signals import Resume, Yielded
from codemode.records import dataclass

T = TypeVar("T")


@dataclass(slots=True)
class NewRun:
    """A run before its cell is made."""

    start: Start
    toolbox: Toolbox
    guest: Guest
    journal: Journal
    reporter: EventReporter
    telemetry: Telemetry


class RunOpener:
    """Opens the runs of one session. `sources` are those of the session alone."""

    def __init__(
        self,
        host: SessionHost,
        state: SessionState,
        scope: Scope,
        context: Mapping[str, Any],
        sources: Sequence[ToolSource],
    ) -> None:
        self._host = host
        self._state = state
        self._scope = scope
        self._context = context
        self._facts = plain_facts(context)
        self._sources = (*host.sources, *sources)
        self._extended = host.listings.extended(sources) if sources else None
        self.answer_timeout = host.answer_timeout

    @property
    def listings(self) -> Listings:
        return self._extended or self._host.listings

    def close(self) -> None:
        if self._extended is not None:
            self._extended.close()

    async def start(self, text: str, data: Any, language: str) -> Start:
        host = self._host
        languages = candidates(language, host.languages, strict=host.strict)
        encoded = None if data is None else (await aside(data, partial(encoded_data, data)))[1]
        now = time.time_ns() + int(host.store.ahead * 1e9)
        return Start(text, host.strict, host.limits, int.from_bytes(os.urandom(7)), now, None, languages, encoded)

    async def toolbox(self, telemetry: Telemetry, code: str, budget: float) -> Toolbox:
        """The tools for a program that has `budget` milliseconds."""
        agent, session = self._scope
        toolbox = await self._host.toolbox(agent, session, code=code, seconds=budget / 1000, listings=self.listings)
        telemetry.visible_tools = len(toolbox.catalog)
        telemetry.catalog = toolbox.by_source()
        # why is for the host's log: it may name a tool that the caller may not know of
        telemetry.events += [f"namespace_withheld {name}" for name in toolbox.withheld]
        return toolbox

    def run(self, new: NewRun, listener: Listener | None = None) -> SuspendedRun:
        host, id, limits = self._host, new.reporter.run_id, new.start.limits
        new.start = new.start.without_data()  # the guest has it, and the journal
        calls = Calls(
            new.toolbox,
            self._sources,
            CallSettings(host.policy, host.hooks, host.outputs, host.schemas, host.observed, host.result_sizes),
            caller=Caller(*self._scope, id, self._context, self._facts),
            files=RunFiles(self._state.files, id, limits),
            listings=self.listings,
            look=Once(lambda: host.shown_effects(new.start, new.toolbox)),
        )
        requests = Requests(calls, lambda: self._state, limits)
        clock = Clock(new.start.started_at, ahead=host.store.ahead)
        cell = Cell(id, new.guest, requests, clock, listener=listener, journal=new.journal, reporter=new.reporter)
        driver = Driver(cell, new.journal, partial(self._revive, new, cell))
        driver.policy.submitted = host.runs.deliveries.get(id) is not None
        if self.answer_timeout is not None:
            calls.asking = Questions(
                calls, cell.questions, cell.running, new.reporter, self.answer_timeout, driver.wake
            ).ask
        return SuspendedRun(cell, driver, self._scope, new.telemetry, new.journal, new.reporter)

    async def _revive(self, new: NewRun, cell: Cell, deadline: float) -> None:
        """Starts the guest again in a new worker and replays its events."""
        if new.journal.given_up:
            told = "the worker process ended, and the run's journal was larger than max_snapshot_bytes"
            raise RunError(told, code="snapshot_restore_failed", phase="host")
        head, *entries = await new.journal.whole()
        start, _ = head_of(head, has_policy=self._host.policy is not None)
        cell.guest = await self._host.open_guest(self._scope[0], start, new.toolbox, deadline)
        try:
            await replay(cell.guest, entries, deadline)
        except BaseException:
            cell.guest.close()  # it is nowhere near where the cell is
            raise
        new.telemetry.events.append("revived")

    async def restored(
        self, lease: Lease, until: float, budget: float, telemetry: Telemetry, reporter: EventReporter
    ) -> SuspendedRun:
        """The run, restored from the journal that another process (or this one, earlier) wrote. If it cannot be restored here, it stays in the store
        for a process that can; LeftRun tells which calls it has made."""
        found: list[tuple[RunInfo | None, list[bytes]]] = []
        try:
            run = await self._restored(lease, until, budget, telemetry, reporter, found)
        except RunError as why:
            if why.code != FAILED or not found:
                raise
            raise unrestored(why, *found[0]) from why
        info = found[0][0]
        telemetry.events.append("restored")
        run.driver.policy.submitted |= info is not None and info.reason == "timer"
        last, inbox = run.cell.last, run.cell.inbox
        resumed = any(isinstance(event, Resume) for event in inbox)
        run.reason = "yield" if last is not None and isinstance(last.signal, Yielded) and not resumed else ""
        return run

    async def _restored(
        self,
        lease: Lease,
        until: float,
        budget: float,
        telemetry: Telemetry,
        reporter: EventReporter,
        found: list[tuple[RunInfo | None, list[bytes]]],
    ) -> SuspendedRun:
        """`found` gets what the store has of the run."""
        runs = self._host.runs
        try:
            notes = await within(until, runs.store.read(lease.run_id))
            info = await within(until, runs.store.info(lease.run_id))
            found.append((info, notes))
            start, begun_by = head_of(notes[0], has_policy=self._host.policy is not None)
            check_limits(start.limits, self._host.limits)
            run = await self._opened(start, telemetry, reporter, time.monotonic() + budget / 1000)
        except BaseException:
            await runs.leave(lease)
            raise
        try:
            run.journal.reopen(notes, info)
            await within(max(until, time.monotonic() + GRACE), run.cell.calls.files.reopen())
            try:
                exact = begun_by == self._host.build
                await restore(run, notes[1:], time.monotonic() + REVIVE_SECONDS, exact=exact)
            except RunError as unfit:
                raise refusal_of(unfit, begun_by, self._host.build) from unfit
            run.journal.go_on(run.cell.seen)
            await within(time.monotonic() + budget / 1000 + GRACE, runs.restored(run))
        except BaseException:
            run.cell.guest.close()
            await runs.leave(lease)
            raise
        return run

    async def _opened(
        self, start: Start, telemetry: Telemetry, reporter: EventReporter, deadline: float
    ) -> SuspendedRun:
        toolbox = await self.toolbox(telemetry, start.code, (deadline - time.monotonic()) * 1000)
        try:
            guest = await self._host.open_guest(self._scope[0], start, toolbox, deadline)
        except SourceRejected as rejected:
            told = f"the program no longer fits the tools, or this version of codemode: {rejected.message}"
            raise RunError(told, code="snapshot_restore_failed", phase="host") from rejected
        except OtherLanguage as other:
            told = f"another version of codemode began the run, in another language: this version reads the program as {other.name.title()}"
            raise RunError(told, code="snapshot_restore_failed", phase="host") from other
        journal = self._host.runs.journal(reporter.run_id, self._scope)
        return self.run(NewRun(start, toolbox, guest, journal, reporter, telemetry))


class Once(Generic[T]):
    """Calling it returns the result of `find`. If a caller is cancelled, the next one calls `find`."""

    def __init__(self, find: Callable[[], Awaitable[T]]) -> None:
        self._find = find
        self._lock = asyncio.Lock()
        self._found: list[T] = []

    async def __call__(self) -> T:
        async with self._lock:
            if not self._found:
                self._found.append(await self._find())
        return self._found[0]
