"""Drives a cell on the caller's event loop, as its policy decides: makes calls, waits for them, keeps the journal."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from codemode.engine.call_records import OpenCall
from codemode.engine.cell import Cell
from codemode.engine.driver_policy import READ_AHEAD, Blocked, DriverPolicy, Ended, Settled, Waits
from codemode.engine.durable.journal import Journal
from codemode.engine.durable.store import GRACE, within
from codemode.engine.guest import GuestLost
from codemode.engine.large_answers import LargeAnswers
from codemode.engine.protocols import ApprovalNeeded
from codemode.errors import CodeModeError, InternalError, RunError
from codemode.interpreter.machine.signals import Chunk, Failed, Signal, StreamEnd, ToolResult

log = logging.getLogger("codemode")

BREATH = 0.002  # seconds of work after which the event loop gets a turn
SOON = 0.002  # seconds after which the end of a call is written to the journal, if no other entry is written before
ENDING = "the process that drives the run is shutting down; call wait again, and the next process continues the run"
AGAIN = 0.2  # seconds after which a store that did not answer is asked again
FAREWELL = 0.1  # seconds that cancelled calls get to clean up
REVIVE_SECONDS = 120.0  # limit for replaying a guest; its own limits bound the work


class Driver:
    """Drives one cell on one event loop. Calls continue while nobody drives the cell; results are delivered in the order of arrival."""

    def __init__(self, cell: Cell, journal: Journal, revive: Callable[[float], Awaitable[None]]) -> None:
        self.cell = cell
        self._journal = journal
        cell.calls.large = LargeAnswers()
        cell.calls.recording = self._recorded if cell.calls.are_judged else None
        self.policy: DriverPolicy[asyncio.Task[None]] = DriverPolicy(cell, parks=True)
        self._revive = revive
        self._came = False  # news that nobody has looked at
        self._waiter: asyncio.Future[None] | None = None  # of the caller that drives the cell, while it waits
        self._stepped = asyncio.Event()
        self._breathed = 0.0
        self._loop = asyncio.get_running_loop()
        self._lost: CodeModeError | None = None  # set if this process may no longer drive the run
        self._unrecorded: list[OpenCall] = []  # calls that may be made only after the journal has recorded them
        self._unwritten = False  # calls have ended and the journal may not have it
        self._recorder: asyncio.TimerHandle | asyncio.Task[None] | None = None
        self._joined: asyncio.Task[None] | None = None  # the next write of calls that are to be made
        self._commits: set[asyncio.Task[None]] = set()
        self._rests_at: float | None = None  # how long calls under way may take when the process ends
        self.stopped = False
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
        self.policy.begin(deadline, budget_ms)
        outcome = None
        while outcome is None:
            outcome = self.policy.interrupted()
            if outcome is None:
                if self._lost is not None:
                    raise self._lost
                if self._rests_at is not None and await self._comes_to_rest(self._rests_at):
                    return Blocked(self.cell.blocked_by, ENDING)
                outcome = await self._turn()
        if isinstance(outcome, Ended):
            await self.stop()
            if outcome.leaving is not None:
                raise outcome.leaving
        return outcome

    async def _turn(self) -> Ended | Blocked | None:
        cell, policy = self.cell, self.policy
        if cell.ended is None:
            self._came = False
            try:
                signal: Signal = await cell.move(policy.deadline)
            except GuestLost as lost:
                return await self._revived_after(lost)
            for call_id in signal.closed:
                policy.drop(call_id)
            if signal.calls or cell.unanswered:
                until = None if policy.submitted else policy.deadline
                await self._uncounted(cell.admit(signal.calls, until, self._late))
        else:
            signal = cell.ended
        starts = not isinstance(signal, Failed) and bool(cell.queued or self._unrecorded)
        if starts and not await self._started():
            return Blocked("pending_tools")
        self._stepped.set()
        step = policy.next(signal, time.monotonic())
        if isinstance(step, Waits):
            came = await self._news_before(step.until)
            return policy.woke(step, came, time.monotonic())
        if step is None:
            # calls that have just been started begin now, while the guest goes on
            await (asyncio.sleep(0) if starts and cell.running else self._breathe())
        return step

    @property
    def _late(self) -> float | None:
        """The time by which the run store has to answer. None (no limit) for a store in memory, and for a submitted run."""
        if self.policy.submitted or not self._journal.store.durable:
            return None
        return max(self.policy.deadline, time.monotonic()) + GRACE

    async def _uncounted(self, work: Awaitable[None]) -> None:
        """Awaits work of the run store, whose time does not count for a submitted run."""
        began = time.monotonic()
        await work
        if self.policy.submitted:
            self.policy.deadline += time.monotonic() - began

    async def _started(self) -> bool:
        """Starts queued calls and returns whether they are recorded; if not, they wait until somebody drives the run again. Raises InternalError
        if the run itself cannot be recorded in time; then nothing of it has happened."""
        try:
            late = self._late
            await self._uncounted(self.start_calls() if late is None else within(late, self.start_calls()))
        except InternalError:
            if not self._journal.created or time.monotonic() < self.policy.deadline:
                raise
            return False
        return True

    async def _revived_after(self, lost: GuestLost) -> Ended | None:
        """Handles the loss of the worker. Restoring the guest does not count as its time."""
        ended = self.policy.lost(lost)
        if ended is not None:
            return ended
        began = time.monotonic()
        try:
            await self._revive(began + REVIVE_SECONDS)
        except GuestLost as again:
            return await self._revived_after(again)
        self.policy.deadline += time.monotonic() - began
        return None

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now - self._breathed >= BREATH:
            await asyncio.sleep(0)
            self._breathed = time.monotonic()

    async def _news_before(self, until: float) -> bool:
        if not self._came:
            left = until - time.monotonic()
            if left > 0:
                self._waiter = self._loop.create_future()
                timer = self._loop.call_later(left, self._stir)
                try:
                    await self._waiter
                finally:
                    timer.cancel()
                    self._waiter = None
                self._breathed = time.monotonic()
            else:
                await self._breathe()  # a program of sleeps that are over at once never waits
        came, self._came = self._came, False
        return came

    def wake(self) -> None:
        """Tells the caller that drives the cell that there is news."""
        self._came = True
        self._stir()

    def _stir(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def abort(self, why: str) -> None:
        """Tells the caller that drives the cell to end it."""
        self.policy.aborted = why
        self.wake()

    def rest_soon(self, seconds: float) -> None:
        """Stops driving the cell as soon as it can be restored from the store. Calls under way get `seconds` to end; no other call is started."""
        self._rests_at = time.monotonic() + seconds
        self.wake()

    async def _comes_to_rest(self, until: float) -> bool:
        """Whether the cell may be left now; False if it has ended or cannot be restored."""
        cell = self.cell
        if self._journal.given_up:
            return False
        while cell.running and not cell.waits_for_people and time.monotonic() < until:
            await self._news_before(until)
            if self.policy.interrupted() is not None or self._lost is not None:
                return False
        return cell.ended is None or bool(cell.running or cell.queued or cell.asked)

    async def stop(self) -> None:
        """Cancels all open calls and ends the guest."""
        self.stopped = True
        tasks = [task for task in (*self.policy.open.values(), *self._commits) if not task.done()]
        self.policy.open.clear()
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
        # The driver and the calls refer to each other. Such a circle would keep the memory of the run until Python collects garbage.
        if self.cell.calls.recording is not None:
            self.cell.calls.recording = _over

    # --- calls ----------------------------------------------------------------------------------------------------

    async def start_calls(self) -> None:
        """Makes as many queued calls as may run, after the journal has recorded them. If this is cancelled, the next attempt makes them."""
        if self._rests_at is not None:
            return
        cell, opening = self.cell, self._unrecorded
        self._unrecorded = []
        while (opened := cell.next_to_start()) is not None:
            opening.append(opened)
        if opening and cell.calls.recording is None:  # each is recorded when it has been judged
            try:
                await self._journal.commit()
            except BaseException:
                self._unrecorded = [*opening, *self._unrecorded]
                raise
        for opened in opening:
            call_id = opened.call.call_id
            if self.stopped:
                cell.not_made(opened)
            elif cell.running.get(call_id) is opened:  # the stream may have been closed meanwhile
                self.policy.open[call_id] = asyncio.create_task(self._guarded(opened))

    async def _recorded(self, call_id: str) -> None:
        """Returns when the store has recorded that a call is made. Hooks and the policy come before: they look again if the process is killed."""
        self.cell.note_begin(self.cell.running[call_id])
        if self._joined is None:
            self._joined = self._loop.create_task(self._commit())
            self._commits.add(self._joined)
            self._joined.add_done_callback(self._commits.discard)
        await asyncio.shield(self._joined)
        if self._lost is not None:
            raise self._lost

    async def _commit(self) -> None:
        """Writes what all calls of this moment have noted. Asks the store until it answers."""
        self._joined = None
        while not self.stopped:
            try:
                await self._journal.commit()
                return
            except RunError as lost:
                self._lose(lost)
                return
            except CodeModeError as broken:
                log.warning("run %s: %s", self.cell.run_id, broken.message)
                await asyncio.sleep(AGAIN)

    def _lose(self, lost: RunError) -> None:
        """Tells the caller that drives the cell that another process has taken over the run."""
        log.warning("run %s: %s", self.cell.run_id, lost.message)
        self._lost = lost
        self.wake()

    async def _guarded(self, opened: OpenCall) -> None:
        call_id, under_way = opened.call.call_id, self.policy.open
        try:
            event: Settled | None = await (self._stream(opened) if opened.call.streaming else self._call(opened))
        except asyncio.CancelledError as failure:
            if call_id not in under_way:
                raise  # cancelled by us
            event = self.cell.failure_of(opened.call, failure)
        except ApprovalNeeded as needed:
            arguments = needed.arguments
            try:
                await self.cell.look_at_program()
            except Exception:
                log.exception(
                    "run %s: what the program can do is not known: its calls are asked about one by one",
                    self.cell.run_id,
                )
            under_way.pop(call_id, None)
            self._note(lambda: self.cell.ask(opened, arguments))
            return
        except GeneratorExit:
            raise  # the event loop is closed
        except BaseException as failure:
            event = self.policy.raised(opened, failure)
        if event is None:
            self.wake()  # `drive` raises what ends the run, not this task's loop
            return
        settled = event
        under_way.pop(call_id, None)
        self._note(lambda: self.cell.settled(settled))

    def _note(self, news: Callable[[], None]) -> None:
        """Delivers the event to the guest at once; the journal records it before anything that the guest does next."""
        news()
        self.wake()
        durable = self._journal.store.durable
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
            if self._journal.store.durable:
                await self._journal.commit()
            if not self.policy.open and self.on_rest is not None:
                await self.on_rest()
        except RunError as lost:
            self._lose(lost)
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
                self.wake()
                while cell.unread_of(call.call_id) >= READ_AHEAD or cell.inbox.held > cell.inbox.most_at_once:
                    self._stepped.clear()
                    await self._stepped.wait()
        finally:
            await pieces.aclose()
        return StreamEnd(cell.clock.now(), call.call_id)


async def _over(_: str) -> None:
    """Records no call: the run has ended, and what looked at the call for so long that nobody waits any more finds out here."""
    raise asyncio.CancelledError
