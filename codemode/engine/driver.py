"""Drives a cell on the caller's event loop: slices, calls, timers, one deadline."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, Literal

from codemode.engine.cell import Cell, Failure, OpenCall
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

READ_AHEAD = 32  # pieces of a stream that may wait for the guest
BREATH = 0.002  # seconds of work after which the event loop gets a turn
FAREWELL = 0.1  # seconds that cancelled calls get to clean up

Settled = ToolResult | ToolFailure | StreamEnd | Chunk


@dataclass(slots=True)
class Ended:
    """The cell is over: well, or with a failure."""

    signal: Finished | None
    failure: Failure | None = None


@dataclass(slots=True)
class Blocked:
    """The cell waits for something that did not come in time."""

    reason: Literal["pending_tools", "yield"]
    note: str = ""


class Driver:
    """One cell on one event loop. Calls go on while nobody drives; their answers are delivered in the order they came."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._settled: deque[Settled] = deque()
        self._news = asyncio.Event()
        self._stepped = asyncio.Event()
        self._breathed = 0.0
        self._unread: dict[str, int] = {}
        self._ended: Finished | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def is_here(self) -> bool:
        """Whether this is the event loop that the calls of the run live on."""
        return asyncio.get_running_loop() is self._loop

    async def drive(self, deadline: float, budget_ms: float) -> Ended | Blocked:
        """Go on until the cell ends, blocks until `deadline` (monotonic seconds), or runs out of time."""
        self._breathed = time.monotonic()
        try:
            while True:
                outcome = await self._turn(deadline, budget_ms)
                if outcome is not None:
                    return outcome
        except BaseException:
            # the caller gave up (or we have a bug): nothing of the run may stay behind
            await self.stop()
            raise

    async def _turn(self, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        cell = self.cell
        signal: Signal = self._ended or cell.step()
        for call_id in signal.closed:
            self._drop(call_id)
        going = cell.admit(signal.calls)
        signal.calls, signal.closed = [], []
        self._start_calls()
        if self._deliver():
            going = True
        self._stepped.set()
        if isinstance(signal, Failed):
            await self.stop()
            return Ended(None, cell.failure(signal))
        if isinstance(signal, Finished):
            return await self._drain(signal, deadline)
        if isinstance(signal, Yielded) and not going:
            return Blocked("yield", signal.reason)
        if isinstance(signal, Sliced) or going:
            if time.monotonic() >= deadline:
                return await self._out_of_time(budget_ms)
            await self._breathe()
            return None
        return await self._wait(signal, deadline, budget_ms)

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now - self._breathed >= BREATH:
            await asyncio.sleep(0)
            self._breathed = time.monotonic()

    async def _wait(self, signal: Signal, deadline: float, budget_ms: float) -> Ended | Blocked | None:
        """Every goroutine waits: for an answer, a timer, or the end of the time."""
        wake_at = signal.wake_at if isinstance(signal, Calls | Sleeping) else None
        until = deadline
        if wake_at is not None:
            until = min(until, time.monotonic() + self.cell.clock.seconds_until(wake_at))
        came = await self._news_before(until)
        if wake_at is not None and self.cell.clock.now() >= wake_at:
            self.cell.fire_timers(wake_at)
            came = True
        if came or time.monotonic() < deadline:
            return None
        if isinstance(signal, Sleeping):
            return await self._out_of_time(budget_ms)
        return Blocked("pending_tools")

    async def _news_before(self, until: float) -> bool:
        if self._settled:
            return True
        left = until - time.monotonic()
        if left > 0:
            try:
                async with asyncio.timeout(left):
                    await self._news.wait()
            except TimeoutError:
                pass
        self._breathed = time.monotonic()
        return bool(self._settled)

    async def _drain(self, signal: Finished, deadline: float) -> Ended | Blocked | None:
        """The program has ended: its open streams are closed, the other calls it started are waited for."""
        cell = self._begin_drain(signal)
        if not cell.running and not cell.queued:
            await self.stop()
            return Ended(signal) if cell.unseen is None else Ended(None, cell.failure(signal))
        if await self._news_before(deadline) or time.monotonic() < deadline:
            return None
        return Blocked("pending_tools")

    def _begin_drain(self, signal: Finished) -> Cell:
        if self._ended is None:
            self._ended = signal
            for opened in [o for o in (*self.cell.running.values(), *self.cell.queued) if o.call.streaming]:
                self._drop(opened.call.call_id)
        return self.cell

    async def _out_of_time(self, budget_ms: float) -> Ended:
        pending = [opened.record.tool for opened in self.cell.running.values()]
        await self.stop()
        return Ended(None, Failure.timeout(budget_ms, pending))

    async def stop(self) -> None:
        """Cancel what is open and end the guest."""
        tasks = [task for task in self._tasks.values() if not task.done()]
        self._tasks.clear()
        for task in tasks:
            task.cancel()
        self.cell.close()
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL)

    # --- calls ----------------------------------------------------------------------------------------------------

    def _start_calls(self) -> None:
        while (opened := self.cell.next_to_start()) is not None:
            work = self._stream(opened) if opened.call.streaming else self._call(opened)
            self._tasks[opened.call.call_id] = asyncio.create_task(self._guarded(opened, work))

    async def _guarded(self, opened: OpenCall, work: Coroutine[Any, Any, ToolResult | StreamEnd]) -> None:
        try:
            event: Settled = await work
        except asyncio.CancelledError as failure:
            if opened.call.call_id not in self._tasks:
                raise  # by us
            event = self.cell.failure_of(opened.call, failure)
        except (Exception, SystemExit) as failure:
            # a tool that leaves the process only fails its call
            event = self.cell.failure_of(opened.call, failure)
        self._tasks.pop(opened.call.call_id, None)
        self._settle(event)

    async def _call(self, opened: OpenCall) -> ToolResult:
        call = opened.call
        value = await self.cell.calls.perform(call.tool, call.arguments, call.call_id, call.kind)
        return ToolResult(self.cell.clock.now(), call.call_id, value)

    async def _stream(self, opened: OpenCall) -> StreamEnd:
        call, cell = opened.call, self.cell
        pieces = cell.calls.pieces(call.tool, call.arguments, call.call_id)
        try:
            async for piece in pieces:
                self._unread[call.call_id] = self._unread.get(call.call_id, 0) + 1
                self._settle(Chunk(cell.clock.now(), call.call_id, piece))
                while self._unread[call.call_id] + cell.machine.buffered(call.call_id) >= READ_AHEAD:
                    self._stepped.clear()
                    await self._stepped.wait()
        finally:
            await pieces.aclose()
        return StreamEnd(cell.clock.now(), call.call_id)

    def _settle(self, event: Settled) -> None:
        self._settled.append(event)
        self._news.set()

    def _deliver(self) -> bool:
        """Hand over what has settled, in that order."""
        self._news.clear()
        came = bool(self._settled)
        while self._settled:
            event = self._settled.popleft()
            if isinstance(event, Chunk):
                self._unread[event.call_id] -= 1
                self.cell.deliver(event)
            else:
                self.cell.settled(event)
        if came:
            self._start_calls()
        return came

    def _drop(self, call_id: str) -> None:
        self.cell.drop_stream(call_id)
        task = self._tasks.pop(call_id, None)
        if task is not None:
            task.cancel()
