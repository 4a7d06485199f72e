"""What both drivers of cells decide: when a guest moves on, what it waits for, and how its run ends or is parked. Nothing here waits: the drivers
move guests, make calls and wait, and say what came of it and what time it is (monotonic seconds)."""

from __future__ import annotations

from typing import Generic, Literal, Protocol, TypeVar

from codemode.engine.call_errors import was_cancelled
from codemode.engine.call_records import OpenCall
from codemode.engine.cell import Cell
from codemode.engine.failures import Failure
from codemode.engine.guest import GuestLost
from codemode.interpreter.machine.signals import (
    Calls,
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

READ_AHEAD = 32  # unread pieces of a stream after which a driver stops reading ahead
# shortest and longest sleep for which a submitted run is given back; a longer sleep ends with `timeout`
REST_SECONDS = (5.0, 30 * 86_400.0)
REVIVALS = 3  # workers that one exec or wait may lose without a fault of the guest

Settled = ToolResult | ToolFailure | StreamEnd


class Cancellable(Protocol):
    def cancel(self) -> object: ...


Work = TypeVar("Work", bound=Cancellable)


@dataclass(slots=True)
class Ended:
    """The cell has ended: with a result, with a failure, or because a function raised what is for the host (`leaving`), such as SystemExit."""

    signal: Finished | None
    failure: Failure | None = None
    leaving: BaseException | None = None


@dataclass(slots=True)
class Blocked:
    """The cell waits for something that did not arrive in time."""

    reason: Literal["pending_tools", "yield", "approval", "timer"]
    note: str = ""
    seconds: float = 0.0  # until the next timer


@dataclass(slots=True)
class Waits:
    """The driver has to wait for news of a call, at most `until`."""

    signal: Signal
    until: float
    wake_at: int | None = None  # of the next timer, unix ns


class DriverPolicy(Generic[Work]):
    """Decides for one cell. `parks`: a run that is blocked is left waiting, to be continued later; otherwise it has to end in time.

    A driver calls `begin`, and then for each turn `interrupted`, `next` after the guest has moved and its calls have been started, and `woke` after
    it has waited. Each returns what to do next: Ended, Blocked, Waits, or None for another turn.
    """

    # the host of a submitted run drives it for as long as it takes, and continues it when its next timer is due
    submitted = False
    deadline = 0.0
    aborted = ""  # the reason
    _budget_ms = 0.0
    _losses = 0
    _leaving: BaseException | None = None

    def __init__(self, cell: Cell, *, parks: bool) -> None:
        self.cell = cell
        self.open: dict[str, Work] = {}  # what the driver does for the calls under way
        self._parks = parks

    def begin(self, deadline: float, budget_ms: float) -> None:
        self.deadline, self._budget_ms = deadline, budget_ms
        self._losses = 0

    def interrupted(self) -> Ended | None:
        """Ends the run for reasons that do not lie in its program."""
        if self._leaving is not None:
            return Ended(None, leaving=self._leaving)
        return Ended(None, Failure("aborted", self.aborted)) if self.aborted else None

    def lost(self, lost: GuestLost) -> Ended | None:
        """The process of the guest is gone: the run fails if the guest caused it. None: the guest has to be restored."""
        self._losses += not lost.evicted
        failure = lost.failure
        if failure is None:
            if self._parks and self._losses <= REVIVALS:
                return None
            failure = Failure("internal_error", "the worker process of the program ended several times")
        return self.out_of_time() if failure.code == "timeout" else Ended(None, failure)

    def next(self, signal: Signal, now: float) -> Ended | Blocked | Waits | None:
        if isinstance(signal, Finished):
            return self._drain(signal)
        if isinstance(signal, Failed):
            return Ended(None, self.cell.failure())
        going = bool(self.cell.inbox)
        if isinstance(signal, Yielded):
            if not self._parks and now < self.deadline:
                self.cell.resume()  # nobody else could take a turn
                return None
            if self._parks and not going:
                return Blocked("yield", signal.reason)
        if not going and not isinstance(signal, Sliced):
            return self._wait(signal, now)
        if now < self.deadline:
            return None
        if self.submitted and not isinstance(signal, Sliced):
            return Blocked("pending_tools")  # a result has just arrived: the host continues the run
        return self.out_of_time()

    def _wait(self, signal: Signal, now: float) -> Blocked | Waits:
        """Every goroutine waits: for a result, a timer, an approval, or the deadline."""
        if self.cell.waits_for_people:
            return Blocked("approval")
        wake_at = signal.wake_at if isinstance(signal, Calls | Sleeping) else None
        if wake_at is None:
            return Waits(signal, self.deadline)
        seconds = self.cell.clock.seconds_until(wake_at)
        until = min(self.deadline, now + seconds)
        least, most = (0.0 if until >= self.deadline else REST_SECONDS[0]), REST_SECONDS[1]
        if self.submitted and isinstance(signal, Sleeping) and least <= seconds <= most:
            return Blocked("timer", seconds=seconds)
        return Waits(signal, until, wake_at)

    def _drain(self, signal: Finished) -> Ended | Blocked | Waits:
        """The program has ended: close its open streams and wait for its other calls."""
        cell = self.cell
        if cell.running or cell.queued or cell.asked:
            for call_id in cell.open_streams():
                self.drop(call_id)
            if cell.waits_for_people:
                return Blocked("approval")
            if cell.running or cell.queued:
                return Waits(signal, self.deadline)
        failure = cell.failure()
        return Ended(signal) if failure is None else Ended(None, failure)

    def woke(self, waits: Waits, came: bool, now: float) -> Ended | Blocked | None:
        """`came`: there is news of a call."""
        cell, signal = self.cell, waits.signal
        interrupted = self.interrupted()
        if interrupted is not None:
            return interrupted
        if waits.wake_at is not None and cell.clock.now() >= waits.wake_at:
            cell.fire_timers(waits.wake_at)
        # checked also after news: otherwise a program of short sleeps or quick calls would never end
        if now < self.deadline or (came and isinstance(signal, Finished)):
            return None
        if isinstance(signal, Sleeping) or not self._parks:
            return self.out_of_time()
        return Blocked(cell.blocked_by)

    def out_of_time(self) -> Ended:
        pending = [opened.record.tool for opened in self.cell.running.values()]
        return Ended(None, Failure.timeout(self._budget_ms, pending))

    def drop(self, call_id: str) -> None:
        """Ends a stream that nobody reads any more."""
        self.cell.drop_stream(call_id)
        work = self.open.pop(call_id, None)
        if work is not None:
            work.cancel()

    def raised(self, opened: OpenCall, failure: BaseException) -> ToolFailure | None:
        """The end of a call that raised. None if what it raised ends the run, because it is for the host: KeyboardInterrupt and the like."""
        if isinstance(failure, Exception) or was_cancelled(failure):
            return self.cell.failure_of(opened.call, failure)
        self._leaving = failure
        self.cell.left(opened, failure)
        return None
