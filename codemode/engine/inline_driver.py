"""Drives a cell in the caller's thread, or in one beside it, as its policy decides. An event loop is started only if a tool needs one."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn

from codemode.catalog import ToolEntry
from codemode.engine.background import Started, background_loop
from codemode.engine.call_records import OpenCall
from codemode.engine.cell import Cell
from codemode.engine.driver_policy import READ_AHEAD, Blocked, DriverPolicy, Ended, Settled, Waits
from codemode.engine.durable.memory_store import at_once
from codemode.engine.guest import GuestLost
from codemode.engine.protocols import CallContext
from codemode.engine.threads import run_threads, tool_threads
from codemode.errors import ToolError
from codemode.interpreter.machine.signals import Calls, Chunk, Failed, StreamEnd, ToolResult

if TYPE_CHECKING:
    import asyncio

Function = tuple[ToolEntry, CallContext]  # for a call of a plain function
LOOK_AGAIN = 0.01  # seconds between two checks, past the deadline, of a run that is about to end by itself


def _same(outcome: Any) -> Any:
    return outcome


def _raise(failure: BaseException) -> NoReturn:
    raise failure


class InlineDriver:
    """Drives a cell to its end, without an event loop. Plain functions run in threads, everything else on the background loop; results arrive
    through a queue.

    A function may block, and a blocked thread cannot be interrupted. Where a time limit applies, the caller's thread therefore must not call
    functions. Either it drives the cell itself and gives each function to a thread (`drive`), or another thread drives the cell and calls a function
    directly if nothing else runs beside it (`drive_aside`: one thread switch for the run instead of one for each call). Without a time limit, the
    caller's thread drives the cell and calls such functions itself (`drive_and_call`).
    """

    def __init__(self, cell: Cell, deadline: float, budget_ms: float) -> None:
        self.cell = cell
        self.policy: DriverPolicy[Future[Any] | Started] = DriverPolicy(cell, parks=False)
        self.policy.begin(deadline, budget_ms)
        self._news: SimpleQueue[Any] = SimpleQueue()
        self._room: dict[str, asyncio.Semaphore] = {}
        # pieces of a stream that were delivered, and whose room is not released yet
        self._owed: dict[str, int] = {}
        self._calls_here = False  # the driving thread calls functions if nothing else runs beside them
        self._lock = Lock()  # guards the next two
        self._inside = False  # inside a function
        self._given_up = False

    def drive_and_call(self) -> Ended:
        self._calls_here = True
        return self.drive()

    def drive_aside(self) -> Ended:
        """Like `drive_and_call`, in another thread while this one only waits."""
        future = run_threads.submit(self.drive_and_call)
        try:
            while True:
                try:
                    return future.result(max(self.policy.deadline - time.monotonic(), LOOK_AGAIN))
                except TimeoutError:
                    if future.done():
                        raise
                with self._lock:
                    if self._inside:
                        outcome = self.policy.out_of_time()
                        self.cell.leave_calls()
                        self._give_up()
                        return outcome
        except BaseException:  # such as KeyboardInterrupt
            self._give_up()
            self._news.put(None)
            raise

    def _give_up(self) -> None:
        """Nobody waits for the run any more: the thread that drives it ends it as soon as it can."""
        self._given_up = self.cell.calls.token.cancelled = True
        self.policy.aborted = "the caller does not wait any longer"

    def drive(self) -> Ended:
        """Raises what a function raised for the host, such as KeyboardInterrupt."""
        try:
            outcome = self._turn()
            while outcome is None:
                outcome = self.policy.interrupted() or self._turn()
            if outcome.leaving is not None:
                raise outcome.leaving
            return outcome
        finally:
            self._stop()

    def _turn(self) -> Ended | None:
        cell, policy = self.cell, self.policy
        signal = cell.ended
        if signal is None:
            try:
                signal = cell.move_here(policy.deadline)
            except GuestLost as lost:
                return policy.lost(lost)
            for call_id in signal.closed:
                policy.drop(call_id)
            if signal.calls or cell.unanswered:
                at_once(cell.admit(signal.calls))  # saved values are kept in memory
        if cell.queued and not isinstance(signal, Failed):
            waits = self._calls_here and type(signal) is Calls and signal.wake_at is None and not cell.inbox
            self._start_calls(alone=waits and len(cell.queued) == 1 and not cell.running)
        if self._owed:
            self._give_room()
        now = time.monotonic()
        step = policy.next(signal, now)
        if isinstance(step, Waits):
            came = self._take_news(step.until - now)
            step = policy.woke(step, came, time.monotonic())
        elif step is None and not self._news.empty():
            self._take_news(0)
        assert not isinstance(step, Blocked)  # this run cannot be parked
        return step

    def _stop(self) -> None:
        for future in list(self.policy.open.values()):
            future.cancel()
        self.policy.open.clear()
        self.cell.calls.token.cancelled = True
        self.cell.close()

    # --- calls ----------------------------------------------------------------------------------------------------

    def _start_calls(self, *, alone: bool = False) -> None:
        """`alone`: nothing else could happen before the call that is started has ended."""
        while (opened := self.cell.next_to_start()) is not None:
            self._start(opened, alone)

    def _start(self, opened: OpenCall, alone: bool) -> None:
        call = opened.call
        try:
            function, work = self._function(opened)
        except ToolError as refused:
            self.cell.settled(self.cell.failure_of(call, refused))
            return
        if work is not None:
            if alone:
                self._call_here(opened, function, work)
                return
            future = self.policy.open[call.call_id] = tool_threads.submit(work)
            future.add_done_callback(partial(self._ended, opened, function))
        else:
            self.policy.open[call.call_id] = Started(self._carried(opened))

    def _function(self, opened: OpenCall) -> tuple[Function | None, Callable[[], Any] | None]:
        """Calls a plain function. Raises ToolError."""
        call, calls = opened.call, self.cell.calls
        entry, source = calls.find(call.tool, call.kind)
        direct = None if call.streaming else source.direct(entry.name)
        if direct is None:
            return None, None
        files = calls.files.of_call(call.call_id)
        context = calls.context(call.call_id, files)
        at_once(files.read(call.arguments))
        return (entry, context), partial(direct, calls.prepare(entry, call.arguments, context), context)

    def _call_here(self, opened: OpenCall, function: Function | None, work: Callable[[], Any]) -> None:
        with self._lock:
            self._inside = True
        event = self._event(opened, partial(copy_context().run, work), function)
        with self._lock:
            self._inside = False
        if event is None:
            self._news.put(None)
        elif not self._given_up:
            self.cell.settled(event)

    async def _carried(self, opened: OpenCall) -> None:
        """Makes a call on the background loop. An exception for the host, such as KeyboardInterrupt, would end that loop: it is handed over, too."""
        call, calls = opened.call, self.cell.calls
        outcome: Callable[[], Any]
        try:
            if call.streaming:
                outcome = partial(_same, await self._stream(opened))
            else:
                outcome = partial(_same, await calls.perform(call.tool, call.arguments, call.call_id, call.kind))
        except GeneratorExit:
            raise
        except BaseException as failure:
            outcome = partial(_raise, failure)
        self._news.put((opened, outcome, None))

    def _ended(self, opened: OpenCall, function: Function | None, future: Future[Any]) -> None:
        """Runs in the thread of the call."""
        self._news.put((opened, future.result, function))

    async def _stream(self, opened: OpenCall) -> StreamEnd:
        """Runs on the background loop."""
        import asyncio

        call = opened.call
        room = self._room[call.call_id] = asyncio.Semaphore(READ_AHEAD)
        pieces = self.cell.calls.pieces(call.tool, call.arguments, call.call_id)
        try:
            async for piece, _ in pieces:
                await room.acquire()
                self._news.put((opened, Chunk(self.cell.clock.now(), call.call_id, piece), None))
        finally:
            await pieces.aclose()
        return StreamEnd(self.cell.clock.now(), call.call_id)

    def _give_room(self) -> None:
        """Lets streams continue that the guest has read."""
        for call_id, owed in list(self._owed.items()):
            if self.cell.unread_of(call_id) < READ_AHEAD // 2:
                del self._owed[call_id]
                for _ in range(owed):
                    background_loop().call_soon_threadsafe(self._room[call_id].release)

    def _take_news(self, timeout: float) -> bool:
        """Delivers the results that have arrived; waits for the first."""
        came = False
        while True:
            try:
                news = self._news.get(timeout=timeout) if timeout > 0 and not came else self._news.get_nowait()
            except Empty:
                if came and self.policy.interrupted() is None:
                    self._start_calls()
                return came
            came = True
            if news is not None:
                self._hand_over(*news)

    def _hand_over(self, opened: OpenCall, news: Chunk | Callable[[], Any], function: Function | None) -> None:
        cell, call = self.cell, opened.call
        if call.call_id not in cell.running:
            return  # dropped
        if isinstance(news, Chunk):
            self._owed[call.call_id] = self._owed.get(call.call_id, 0) + 1
            cell.deliver(news)
            return
        self.policy.open.pop(call.call_id, None)
        event = self._event(opened, news, function)
        if event is not None:
            cell.settled(event)

    def _event(self, opened: OpenCall, outcome: Callable[[], Any], function: Function | None) -> Settled | None:
        """The outcome of a call as an event: `outcome` returns the result or raises the error. None if it ends the run."""
        cell, call = self.cell, opened.call
        encoded: bytes | None = None
        try:
            result = outcome()
            if function is not None:
                # a result that is too large for the program ends it
                entry, context = function
                result = cell.calls.conclude(entry, result, context)
                cell.calls.look_at(result, call.call_id)
                at_once(cell.calls.files.flush())
                encoded = cell.calls.measured(entry, result)
            elif not isinstance(result, StreamEnd):
                result, encoded = result
        except BaseException as failure:
            return self.policy.raised(opened, failure)
        if isinstance(result, StreamEnd):
            return result
        return ToolResult(cell.clock.now(), call.call_id, result, encoded)
