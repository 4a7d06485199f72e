"""Drives a cell on the caller's event loop: slices, calls, timers, one deadline."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from codemode.engine.cell import Cell, OpenCall
from codemode.engine.durable.store import GRACE, within
from codemode.engine.failures import Failure
from codemode.engine.guest import GuestLost
from codemode.engine.large_answers import LargeAnswers
from codemode.engine.protocols import ApprovalNeeded
from codemode.errors import CodeModeError, InternalError, RunError
from codemode.interpreter.machine.signals import (
    Calls,
    Chunk,
    Failed,
    Finished,
    Signal,
    Sleeping,
    Sliced,
    StreamEnd,
    ToolFailure,
    ToolResult,
    Yielded,
)
from codemode.records import dataclass

log = logging.getLogger("codemode")

READ_AHEAD = 32  # unread pieces of a stream after which a driver stops reading ahead
BREATH = 0.002  # seconds of work after which the event loop gets a turn
SOON = 0.002  # seconds after which the end of a call is written to the journal, if no other entry is written before
ENDING = "the process that drives the run is shutting down; call wait again, and the next process continues the run"
FAREWELL = 0.1  # seconds that cancelled calls get to clean up
REST_SECONDS = (
    5.0,
    30 * 86_400.0,
)  # shortest and longest sleep for which a submitted run is given back; a longer sleep ends with `timeout`
REVIVE_SECONDS = 120.0  # limit for replaying a guest; its own limits bound the work
REVIVALS = 3  # workers that one exec or wait may lose without a fault of the guest

Settled = ToolResult | ToolFailure | StreamEnd


@dataclass(slots=True)
class Ended:
    """The cell has ended, with a result or with a failure."""

    signal: Finished | None
    failure: Failure | None = None


@dataclass(slots=True)
class Blocked:
    """The cell waits for something that did not arrive in time."""

    reason: Literal["pending_tools", "yield", "approval", "timer"]
    note: str = ""
    seconds: float = 0.0  # until the next timer


class Driver:
    """Drives one cell on one event loop. Calls continue while nobody drives the cell; results are delivered in the order of arrival."""

    def __init__(self, cell: Cell, revive: Callable[[float], Awaitable[None]] | None = None) -> None:
        self.cell = cell
        cell.calls.large = LargeAnswers()
        self._revive = revive
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()
        self._stepped = asyncio.Event()
        self._breathed = 0.0
        self._losses = 0
        self._uncounted = 0.0  # seconds spent on restoring the guest, or in which a submitted run waited for the store
        self._loop = asyncio.get_running_loop()
        self._leaving: BaseException | None = None  # a BaseException that a function raised, such as SystemExit
        self._aborted = ""  # the reason
        self._lost: CodeModeError | None = None  # set if this process may no longer drive the run
        self._unrecorded: list[OpenCall] = []  # calls that may be made only after the journal has recorded them
        self._unwritten = False  # calls have ended and the journal may not have it
        self._recorder: asyncio.TimerHandle | asyncio.Task[None] | None = None
        self._rests_at: float | None = None  # how long calls under way may take when the process ends
        self.stopped = False
        self.submitted = (
            False  # a host drives the cell for as long as it takes, and continues it when its next timer is due
        )
        self.on_rest: Callable[[], Awaitable[None]] | None = None  # called when no call is open any more

    @property
    def is_here(self) -> bool:
        """Whether the running event loop is the one on which the run's calls are made."""
        return asyncio.get_running_loop() is self._loop

    async def drive(self, deadline: float, budget_ms: float) -> Ended | Blocked:
        """Drives the cell until it ends, is blocked at `deadline` (monotonic seconds), or is out of time. If the caller is cancelled, the cell
        keeps its state and its open calls, and can be driven again unless it is `stopped`. A BaseException of a function is raised again after the
        cell has ended."""
        self._breathed = time.monotonic()
        self._losses = 0
        self._uncounted = 0.0
        while True:
            if self._leaving is not None:
                await self.stop()
                raise self._leaving
            if self._aborted:
                await self.stop()
                return Ended(None, Failure("aborted", self._aborted))
            if self._lost is not None:
                raise self._lost
            if self._rests_at is not None and await self._comes_to_rest(self._rests_at):
                return Blocked(self.cell.blocked_by, ENDING)
            outcome = await self._turn(deadline + self._uncounted, budget_ms)
            if outcome is not None:
                return outcome

    async def _turn(self, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        cell, uncounted = self.cell, self._uncounted
        if cell.ended is None:
            self._news.clear()
            try:
                signal: Signal = await cell.move(deadline)
            except GuestLost as lost:
                return await self._revived_after(lost, deadline, budget_ms)
            for call_id in signal.closed:
                self._drop(call_id)
            if signal.calls:
                await self._in_time(cell.admit(signal.calls), deadline)
        else:
            signal = cell.ended
        if isinstance(signal, Failed):
            await self.stop()
            return Ended(None, cell.failure())
        if (cell.queued or self._unrecorded) and not await self._started(deadline):
            return Blocked("pending_tools")
        deadline += self._uncounted - uncounted
        self._stepped.set()
        if isinstance(signal, Finished):
            return await self._drain(signal, deadline)
        going = bool(cell.inbox)
        if isinstance(signal, Yielded) and not going:
            return Blocked("yield", signal.reason)
        if isinstance(signal, Sliced) or going:
            if time.monotonic() >= deadline:
                if self.submitted and not isinstance(signal, Sliced):
                    return Blocked("pending_tools")  # a result has just arrived: the host continues the run
                return await self._out_of_time(budget_ms)
            await self._breathe()
            return None
        return await self._wait(signal, deadline, budget_ms)

    async def _in_time(self, work: Awaitable[None], deadline: float) -> None:
        """Awaits `work`. Raises InternalError if the run store does not answer in time. A store in memory always answers in time; a submitted run
        waits as long as it takes."""
        journal = self.cell.journal
        if journal is not None and journal.store.durable and not self.submitted:
            await within(max(deadline, time.monotonic()) + GRACE, work)
            return
        began = time.monotonic() if self.submitted else 0.0
        await work
        if self.submitted:
            self._uncounted += time.monotonic() - began

    async def _started(self, deadline: float) -> bool:
        """Starts queued calls and returns whether they are recorded; if not, they wait until somebody drives the run again. Raises InternalError
        if the run itself cannot be recorded in time; then nothing of it has happened."""
        journal = self.cell.journal
        try:
            await self._in_time(self.start_calls(), deadline)
        except InternalError:
            if journal is None or not journal.created or time.monotonic() < deadline:
                raise
            return False
        return True

    async def _revived_after(self, lost: GuestLost, deadline: float, budget_ms: float) -> Ended | None:
        """Handles the loss of the worker: the run fails if the guest caused it, otherwise the guest is restored."""
        self._losses += not lost.evicted
        failure = lost.failure
        if failure is None and (self._revive is None or self._losses > REVIVALS):
            failure = Failure("internal_error", "the worker process of the program ended again and again")
        if failure is not None:
            if failure.code == "timeout":
                failure = Failure.timeout(budget_ms, [opened.record.tool for opened in self.cell.running.values()])
            await self.stop()
            return Ended(None, failure)
        assert self._revive is not None
        began = time.monotonic()
        try:
            await self._revive(began + REVIVE_SECONDS)
        except GuestLost as again:
            return await self._revived_after(again, deadline, budget_ms)
        self._uncounted += time.monotonic() - began
        return None

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now - self._breathed >= BREATH:
            await asyncio.sleep(0)
            self._breathed = time.monotonic()

    async def _wait(self, signal: Signal, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        """Waits while every goroutine waits: for a result, a timer, an approval, or the deadline."""
        cell = self.cell
        if cell.waits_for_people:
            return Blocked("approval")
        wake_at = signal.wake_at if isinstance(signal, Calls | Sleeping) else None
        until = deadline
        if wake_at is not None:
            seconds = cell.clock.seconds_until(wake_at)
            until = min(until, time.monotonic() + seconds)
            least, most = (0.0 if until >= deadline else REST_SECONDS[0]), REST_SECONDS[1]
            if self.submitted and isinstance(signal, Sleeping) and least <= seconds <= most:
                return Blocked("timer", seconds=seconds)
        await self._news_before(until)
        if wake_at is not None and cell.clock.now() >= wake_at:
            cell.fire_timers(wake_at)
        # checked also after news: otherwise a program of short sleeps or quick calls would never end
        if time.monotonic() < deadline:
            return None
        if isinstance(signal, Sleeping):
            return await self._out_of_time(budget_ms)
        return Blocked(cell.blocked_by)

    async def _news_before(self, until: float) -> bool:
        if not self._news.is_set():
            left = until - time.monotonic()
            if left > 0:
                try:
                    async with asyncio.timeout(left):
                        await self._news.wait()
                except TimeoutError:
                    pass
            self._breathed = time.monotonic()
        came = self._news.is_set()
        self._news.clear()
        return came

    async def _drain(self, signal: Finished, deadline: float) -> Ended | Blocked | None:
        """The program has ended: close its open streams and wait for its other calls."""
        cell = self.cell
        for call_id in cell.open_streams():
            self._drop(call_id)
        if cell.waits_for_people:
            return Blocked("approval")
        if not cell.running and not cell.queued:
            await self.stop()
            failure = cell.failure()
            return Ended(signal) if failure is None else Ended(None, failure)
        if await self._news_before(deadline) or time.monotonic() < deadline:
            return None
        return Blocked(cell.blocked_by)

    async def _out_of_time(self, budget_ms: float) -> Ended:
        pending = [opened.record.tool for opened in self.cell.running.values()]
        await self.stop()
        return Ended(None, Failure.timeout(budget_ms, pending))

    def wake(self) -> None:
        """Wakes up the caller that drives the cell."""
        self._news.set()

    def abort(self, why: str) -> None:
        """Tells the caller that drives the cell to end it."""
        self._aborted = why
        self.wake()

    def rest_soon(self, seconds: float) -> None:
        """Stops driving the cell as soon as it can be restored from the store. Calls under way get `seconds` to end; no other call is started."""
        self._rests_at = time.monotonic() + seconds
        self.wake()

    async def _comes_to_rest(self, until: float) -> bool:
        """Whether the cell may be left now; False if it has ended or cannot be restored."""
        cell = self.cell
        if cell.journal is None or cell.journal.given_up:
            return False
        while cell.running and not cell.waits_for_people and time.monotonic() < until:
            await self._news_before(until)
            if self._aborted or self._leaving is not None or self._lost is not None:
                return False
        return cell.ended is None or bool(cell.running or cell.queued or cell.asked)

    async def stop(self) -> None:
        """Cancels all open calls and ends the guest."""
        self.stopped = True
        tasks = [task for task in self._tasks.values() if not task.done()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        for opened in self._unrecorded:
            self.cell.not_made(opened)
        self._unrecorded.clear()
        self.cell.close()
        if isinstance(self._recorder, asyncio.Task):
            tasks.append(self._recorder)
        elif self._recorder is not None:
            self._recorder.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL)

    # --- calls ----------------------------------------------------------------------------------------------------

    async def start_calls(self) -> None:
        """Makes as many queued calls as may run, after the journal has recorded them. If this is cancelled, the next attempt makes them."""
        if self._rests_at is not None:
            return
        cell, opening = self.cell, self._unrecorded
        self._unrecorded = []
        while (opened := cell.next_to_start()) is not None:
            opening.append(opened)
        if opening and cell.journal is not None:
            try:
                await cell.journal.commit()
            except BaseException:
                self._unrecorded = [*opening, *self._unrecorded]
                raise
        for opened in opening:
            call_id = opened.call.call_id
            if self.stopped:
                cell.not_made(opened)
            elif cell.running.get(call_id) is opened:  # the stream may have been closed meanwhile
                self._tasks[call_id] = asyncio.create_task(self._guarded(opened))

    async def _guarded(self, opened: OpenCall) -> None:
        call_id = opened.call.call_id
        try:
            event: Settled = await (self._stream(opened) if opened.call.streaming else self._call(opened))
        except asyncio.CancelledError as failure:
            if call_id not in self._tasks:
                raise  # cancelled by us
            event = self.cell.failure_of(opened.call, failure)
        except ApprovalNeeded as needed:
            arguments = needed.arguments
            await self.cell.look_at_program()
            self._tasks.pop(call_id, None)
            self._note(lambda: self.cell.ask(opened, arguments))
            return
        except Exception as failure:
            event = self.cell.failure_of(opened.call, failure)
        except GeneratorExit:
            raise  # the event loop is closed
        except BaseException as leaving:
            # KeyboardInterrupt and the like are for the host, not for this task's loop: `drive` raises them
            self._leaving = leaving
            self.cell.left(opened, leaving)
            self._news.set()
            return
        self._tasks.pop(call_id, None)
        self._note(lambda: self.cell.settled(event))

    def _note(self, news: Callable[[], None]) -> None:
        """Delivers the event to the guest at once; the journal records it before anything that the guest does next."""
        news()
        self._news.set()
        journal = self.cell.journal
        durable = journal is not None and journal.store.durable
        if not self.stopped and (durable or self.cell.queued):
            self._unwritten = True
            if self._recorder is None:
                # usually the guest continues and makes another call, whose record includes this one
                self._recorder = self._loop.call_later(SOON if durable else 0, self._start_recording)

    def rest(self) -> None:
        """Leaves it to the caller to write the notes so far. Starts no calls meanwhile, because the run may be given to another process."""
        self._unwritten = False
        if isinstance(self._recorder, asyncio.TimerHandle):
            self._recorder.cancel()
            self._recorder = None

    def _start_recording(self) -> None:
        self._recorder = self._loop.create_task(self._recording())

    async def _recording(self) -> None:
        while self._unwritten and not self.stopped:
            self._unwritten = False
            await self._record()
        self._recorder = None

    async def _record(self) -> None:
        """Writes the notes. Otherwise ended calls would be in doubt until the next commit, and queued calls would not start."""
        cell = self.cell
        try:
            await self.start_calls()
            if cell.journal is not None and cell.journal.store.durable:
                await cell.journal.commit()
            if not self._tasks and self.on_rest is not None:
                await self.on_rest()
        except RunError as lost:  # another process has taken over the run
            log.warning("run %s: %s", cell.run_id, lost.message)
            self._lost = lost
            self._news.set()
        except CodeModeError as broken:  # the store did not answer: the notes are written with the next commit
            log.warning("run %s: %s", cell.run_id, broken.message)

    async def _call(self, opened: OpenCall) -> ToolResult:
        call = opened.call
        approved = opened.arguments if opened.approved else None
        value, encoded = await self.cell.calls.perform(
            call.tool, call.arguments, call.call_id, call.kind, approved, edited=opened.edited
        )
        if self.cell.guest.is_elsewhere:
            value = None  # only its JSON is sent
        return ToolResult(self.cell.clock.now(), call.call_id, value, encoded)

    async def _stream(self, opened: OpenCall) -> StreamEnd:
        call, cell = opened.call, self.cell
        approved = opened.arguments if opened.approved else None
        pieces = cell.calls.pieces(call.tool, call.arguments, call.call_id, approved, edited=opened.edited)
        skip = opened.got  # of a stream that is opened again: the pieces that the guest has received already
        try:
            async for piece, encoded in pieces:
                if skip:
                    skip -= 1
                    continue
                if cell.guest.is_elsewhere:
                    piece = None
                cell.deliver(Chunk(cell.clock.now(), call.call_id, piece, encoded))
                self._news.set()
                while cell.unread_of(call.call_id) >= READ_AHEAD:
                    self._stepped.clear()
                    await self._stepped.wait()
        finally:
            await pieces.aclose()
        return StreamEnd(cell.clock.now(), call.call_id)

    def _drop(self, call_id: str) -> None:
        self.cell.drop_stream(call_id)
        task = self._tasks.pop(call_id, None)
        if task is not None:
            task.cancel()
