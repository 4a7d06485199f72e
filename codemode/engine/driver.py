"""Drives a cell on the caller's event loop: slices, calls, timers, one deadline."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from codemode.engine.cell import Cell, OpenCall
from codemode.engine.failures import Failure
from codemode.engine.guest import GuestLost
from codemode.engine.protocols import ApprovalNeeded
from codemode.errors import CodeModeError
from codemode.interpreter.signals import (
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

log = logging.getLogger("codemode")

READ_AHEAD = 32  # pieces of a stream that may wait for the guest
BREATH = 0.002  # seconds of work after which the event loop gets a turn
FAREWELL = 0.1  # seconds that cancelled calls get to clean up
REVIVE_SECONDS = 120.0  # for doing again what a guest has done; its own limits bound how much that can be
REVIVALS = 3  # workers that one exec or wait may lose without the guest's fault

Settled = ToolResult | ToolFailure | StreamEnd


@dataclass(slots=True)
class Ended:
    """The cell is over: well, or with a failure."""

    signal: Finished | None
    failure: Failure | None = None


@dataclass(slots=True)
class Blocked:
    """The cell waits for something that did not come in time."""

    reason: Literal["pending_tools", "yield", "approval"]
    note: str = ""


class Driver:
    """One cell on one event loop. Calls go on while nobody drives; their answers are delivered in the order they came."""

    def __init__(self, cell: Cell, revive: Callable[[float], Awaitable[None]] | None = None) -> None:
        self.cell = cell
        self._revive = revive
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()
        self._stepped = asyncio.Event()
        self._breathed = 0.0
        self._losses = 0
        self._revived = 0.0  # seconds that it took to bring the guest back, which do not count
        self._loop = asyncio.get_running_loop()
        self._leaving: BaseException | None = None  # what a function raised that is no failure of its call
        self._aborted = ""  # why
        self.stopped = False
        self.on_rest: Callable[[], None] | None = None  # hears that no call is open any more

    @property
    def is_here(self) -> bool:
        """Whether this is the event loop that the calls of the run live on."""
        return asyncio.get_running_loop() is self._loop

    async def drive(self, deadline: float, budget_ms: float) -> Ended | Blocked:
        """Go on until the cell ends, blocks until `deadline` (monotonic seconds), or runs out of time. Cancelled, it leaves the cell as it is,
        with its calls open, and can be driven again if it is not `stopped`. Raises what a function raised that is no Exception, after the end."""
        self._breathed = time.monotonic()
        self._losses = 0
        self._revived = 0.0
        while True:
            if self._leaving is not None:
                await self.stop()
                raise self._leaving
            if self._aborted:
                await self.stop()
                return Ended(None, Failure("aborted", self._aborted))
            outcome = await self._turn(deadline + self._revived, budget_ms)
            if outcome is not None:
                return outcome

    async def _turn(self, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        cell = self.cell
        if cell.ended is None:
            self._news.clear()
            try:
                signal: Signal = await cell.move(deadline)
            except GuestLost as lost:
                return await self._lost(lost, deadline, budget_ms)
            for call_id in signal.closed:
                self._drop(call_id)
            cell.admit(signal.calls)
        else:
            signal = cell.ended
        if isinstance(signal, Failed):
            await self.stop()
            return Ended(None, cell.failure())
        self._start_calls()
        self._stepped.set()
        if isinstance(signal, Finished):
            return await self._drain(signal, deadline)
        going = bool(cell.inbox)
        if isinstance(signal, Yielded) and not going:
            return Blocked("yield", signal.reason)
        if isinstance(signal, Sliced) or going:
            if time.monotonic() >= deadline:
                return await self._out_of_time(budget_ms)
            await self._breathe()
            return None
        return await self._wait(signal, deadline, budget_ms)

    async def _lost(self, lost: GuestLost, deadline: float, budget_ms: float) -> Ended | None:
        """The worker is gone: what the guest did to lose it is its failure, else it is brought back."""
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
            return await self._lost(again, deadline, budget_ms)
        self._revived += time.monotonic() - began
        return None

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now - self._breathed >= BREATH:
            await asyncio.sleep(0)
            self._breathed = time.monotonic()

    async def _wait(self, signal: Signal, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        """Every goroutine waits: for an answer, a timer, an approval, or the end of the time."""
        cell = self.cell
        if cell.asked and not cell.running and not cell.queued:
            return Blocked("approval")
        wake_at = signal.wake_at if isinstance(signal, Calls | Sleeping) else None
        until = deadline
        if wake_at is not None:
            until = min(until, time.monotonic() + cell.clock.seconds_until(wake_at))
        await self._news_before(until)
        if wake_at is not None and cell.clock.now() >= wake_at:
            cell.fire_timers(wake_at)
        # also when something came: a program of short sleeps or quick calls would not end otherwise
        if time.monotonic() < deadline:
            return None
        if isinstance(signal, Sleeping):
            return await self._out_of_time(budget_ms)
        return Blocked("approval" if cell.asked else "pending_tools")

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
        """The program has ended: its open streams are closed, the other calls it started are waited for."""
        cell = self.cell
        for call_id in cell.open_streams():
            self._drop(call_id)
        if not cell.running and not cell.queued:
            if cell.asked:
                return Blocked("approval")
            await self.stop()
            failure = cell.failure()
            return Ended(signal) if failure is None else Ended(None, failure)
        if await self._news_before(deadline) or time.monotonic() < deadline:
            return None
        return Blocked("approval" if cell.asked else "pending_tools")

    async def _out_of_time(self, budget_ms: float) -> Ended:
        pending = [opened.record.tool for opened in self.cell.running.values()]
        await self.stop()
        return Ended(None, Failure.timeout(budget_ms, pending))

    def abort(self, why: str) -> None:
        """Have whoever drives the cell end it."""
        self._aborted = why
        self._news.set()

    async def stop(self) -> None:
        """Cancel what is open and end the guest."""
        self.stopped = True
        tasks = [task for task in self._tasks.values() if not task.done()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        self.cell.close()
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL)

    # --- calls ----------------------------------------------------------------------------------------------------

    def _start_calls(self) -> None:
        cell = self.cell
        opening: list[OpenCall] = []
        while (opened := cell.next_to_start()) is not None:
            opening.append(opened)
        if opening and cell.journal is not None:
            cell.journal.commit()
        for opened in opening:
            self._tasks[opened.call.call_id] = asyncio.create_task(self._guarded(opened))

    async def _guarded(self, opened: OpenCall) -> None:
        call_id = opened.call.call_id
        try:
            event: Settled = await (self._stream(opened) if opened.call.streaming else self._call(opened))
        except asyncio.CancelledError as failure:
            if call_id not in self._tasks:
                raise  # by us
            event = self.cell.failure_of(opened.call, failure)
        except ApprovalNeeded as needed:
            arguments = needed.arguments
            self._tasks.pop(call_id, None)
            self._note(lambda: self.cell.ask(opened, arguments))
            return
        except Exception as failure:
            event = self.cell.failure_of(opened.call, failure)
        except GeneratorExit:
            raise  # the event loop is closed
        except BaseException as leaving:
            # KeyboardInterrupt and the like are for the host, not for the loop of this task: whoever drives raises it
            self._leaving = leaving
            self.cell.left(opened, leaving)
            self._news.set()
            return
        self._tasks.pop(call_id, None)
        self._note(lambda: self.cell.settled(event))

    def _note(self, news: Callable[[], None]) -> None:
        try:
            news()
            self._start_calls()
            if not self._tasks and self.on_rest is not None:
                self.on_rest()
        except CodeModeError as lost:
            # another process took the run over, or the store broke: what happens here no longer counts
            log.warning("run %s: %s", self.cell.run_id, lost.message)
        self._news.set()

    async def _call(self, opened: OpenCall) -> ToolResult:
        call = opened.call
        approved = opened.arguments if opened.approved else None
        value, encoded = await self.cell.calls.perform(
            call.tool, call.arguments, call.call_id, call.kind, approved, edited=opened.edited
        )
        return ToolResult(self.cell.clock.now(), call.call_id, value, encoded)

    async def _stream(self, opened: OpenCall) -> StreamEnd:
        call, cell = opened.call, self.cell
        approved = opened.arguments if opened.approved else None
        pieces = cell.calls.pieces(call.tool, call.arguments, call.call_id, approved, edited=opened.edited)
        skip = opened.got  # of a stream that is made again, what the guest has got already
        try:
            async for piece, encoded in pieces:
                if skip:
                    skip -= 1
                    continue
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
