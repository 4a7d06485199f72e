"""A guest: one program on one machine, moved turn by turn. `LocalGuest` runs in this process; messages move one in a worker (see remote.py)."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import field
from math import inf
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Final, Protocol

from codemode.data.gc_pause import no_collections
from codemode.dsl import Diagnostic
from codemode.engine.codes import error_class
from codemode.engine.failures import Failure
from codemode.engine.json_data import WireError, decode
from codemode.engine.languages.language import Compiled, Prepared
from codemode.engine.rejections import place_of
from codemode.engine.start import Start
from codemode.errors import CodeModeError
from codemode.interpreter.machine.signals import (
    Block,
    Event,
    Failed,
    Finished,
    Signal,
    Sliced,
    StreamEnd,
    ToolFailure,
    ToolResult,
)
from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.interpreter.machine.library_threads import LibraryThread
    from codemode.types.objects import ToolIndex

log = logging.getLogger("codemode")

AT_ONCE = 0.001  # seconds that a guest works before its driver, or the event loop, gets a turn
# bytes of output after which a turn ends: whoever drives the guest holds the output of a turn several times
PRINTED_AT_ONCE: Final = 1 << 20


@dataclass(slots=True)
class Turn:
    """The result of moving a guest.

    `ticks` is how many steps of the machine the turn took; with the events delivered before, that is enough to repeat the turn. `steps` and `memory`
    are what the run has used so far (`memory` at its peak, in bytes). `buffered` maps open streams to the number of pieces that wait for the guest. A
    signal `Finished` carries the value as plain JSON data; with a signal `Failed` comes the `failure` in words. `warnings` are all of the run so far.
    """

    signal: Signal
    ticks: int = 1
    steps: int = 0
    memory: int = 0
    blocks: list[Block] = field(default_factory=lambda: [])
    buffered: dict[str, int] = field(default_factory=lambda: {})
    failure: Failure | None = None
    warnings: list[Diagnostic] = field(default_factory=lambda: [])


class GuestLost(Exception):
    """The process of a guest is gone. `failure` describes how the guest caused it; without one, the guest can be restored from its journal.
    `evicted`: its worker was taken for another guest."""

    def __init__(self, failure: Failure | None = None, *, evicted: bool = False) -> None:
        super().__init__(failure.message if failure is not None else "the worker process ended")
        self.failure = failure
        self.evicted = evicted

    def error(self, budget: float) -> CodeModeError:
        """The error for a worker that was lost before the program began. `budget` is the program's time in milliseconds."""
        failure = self.failure or Failure("internal_error", "the worker process ended while it prepared the program")
        if failure.code == "timeout":
            failure = Failure("timeout", f"the program could not be prepared within {budget:g} ms")
        error = error_class(failure.code)(failure.message, code=failure.code, phase="host")
        error.hint = failure.hint
        return error


class Guest(Protocol):
    """A guest as its driver sees it. Only one driver moves it at a time."""

    prepared: Prepared
    is_elsewhere: bool  # whether it is in another process
    revivable: bool  # whether the driver can restore it, so that its process may be taken away while it waits

    async def move(self, events: Sequence[Event], deadline: float, ticks: int | None = None) -> Turn:
        """Delivers events, then runs for one turn, or for exactly `ticks` unless something else ends it before, such as much output. `deadline` is
        monotonic seconds: a guest that cannot be interrupted is ended soon after it. Raises GuestLost."""
        ...

    def close(self) -> None:
        """Ends the guest where it is."""
        ...


def read(at: int, call_id: str, data: bytes) -> Event:
    """The event that brings a saved value, given as JSON, which may be damaged."""
    try:
        with no_collections():
            return ToolResult(at, call_id, decode(data))
    except WireError as odd:
        return ToolFailure(at, call_id, f"the data in the run store is damaged: {odd}")


class LocalGuest:
    """A guest in this process. `move_here` is `move` without an event loop. With `aside`, long work of the library runs in threads, so that a
    guest can be ended at its deadline in the middle of such work."""

    def __init__(self, compiled: Compiled, tools: ToolIndex, start: Start, *, aside: bool = False) -> None:
        self.prepared = compiled.prepared
        self.is_elsewhere = self.revivable = False
        self._source = compiled.source
        self._peak = 0
        self._printed = 0  # bytes of output that earlier turns brought
        self._streams: set[str] = set()
        self._language = compiled.language
        self._is_lost = False
        self.machine = self._language.machine(compiled, tools, start)
        if aside:
            self.machine.leave_work()

    async def move(self, events: Sequence[Event], deadline: float, ticks: int | None = None) -> Turn:
        if self._is_lost:
            raise GuestLost
        self._deliver(events)
        try:
            for work in self._moving(self.machine.step(), ticks):
                if not work.wait(AT_ONCE):
                    await _ended(work, deadline)
        except BaseException as failure:
            # ended in the middle of a step, which cannot be repeated
            self._is_lost = True
            self.close()
            if isinstance(failure, TimeoutError):
                raise GuestLost(Failure.timeout(0)) from None
            raise
        return self._turn(*self._moved)

    def move_here(
        self, events: Sequence[Event], ticks: int | None = None, until: float | None = None, deadline: float = inf
    ) -> Turn:
        """Runs `ticks` steps of the machine, or as many as fit until `until` (monotonic seconds), or into about a millisecond. Anything that the
        driver must handle ends the turn. Raises GuestLost if `deadline` passes during long work."""
        if events:
            self._deliver(events)
        signal = self.machine.step()
        if type(signal) is not Sliced and self.machine.work is None:
            return self._turn(signal, 1)  # the most common case
        for work in self._moving(signal, ticks, until):
            if not work.wait(min(max(deadline - time.monotonic(), 0.0), TIMEOUT_MAX)):
                self.close()
                raise GuestLost(Failure.timeout(0))
        return self._turn(*self._moved)

    def _deliver(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, ToolResult) and not event.is_read and event.encoded is not None:
                event = read(event.at, event.call_id, event.encoded)
            self.machine.deliver(event)
            if self._streams and isinstance(event, StreamEnd | ToolFailure):
                self._streams.discard(event.call_id)

    def _moving(self, signal: Signal, ticks: int | None, until: float | None = None) -> Iterator[LibraryThread]:
        """Continues after the first signal. Yields long work that has begun; it must have ended before the generator is resumed. Leaves the signal
        and the ticks in `_moved`."""
        machine = self.machine
        run, done = machine.run, 1
        until = time.monotonic() + AT_ONCE if until is None else until
        while True:
            if (work := machine.work) is not None:
                work.start()
                yield work
            elif (
                type(signal) is not Sliced
                or signal.calls
                or signal.closed
                or run.out_bytes >= self._printed + PRINTED_AT_ONCE
                or (done >= ticks if ticks is not None else time.monotonic() >= until)
            ):
                break
            else:
                self._look_at_memory()
                done += 1
            signal = machine.step()
        self._moved = signal, done

    def _look_at_memory(self) -> None:
        run = self.machine.run
        used = min(run.live + run.held, run.limits.memory_limit_bytes)
        if used > self._peak:
            self._peak = used

    def _turn(self, signal: Signal, ticks: int) -> Turn:
        machine = self.machine
        run = machine.run
        blocks = machine.take_blocks() if run.output else []
        self._printed = run.out_bytes
        self._look_at_memory()
        if type(signal) is Finished and signal.has_value:
            signal.encoded = machine.program.encoded
        turn = Turn(signal, ticks, run.steps, self._peak, blocks)
        turn.warnings = [place_of(self._source, problem) for problem in run.told()]
        if signal.calls:
            self._streams.update(call.call_id for call in signal.calls if call.streaming)
        if self._streams:
            self._streams.difference_update(signal.closed)
            turn.buffered = {call_id: machine.buffered(call_id) for call_id in self._streams}
        if type(signal) is Failed:
            if signal.code == "internal_error":
                log.error("internal error in a guest", exc_info=machine.bug)
            turn.failure = self._language.failure(signal, self._source, self.prepared.warnings, turn.warnings)
        return turn

    def close(self) -> None:
        self.machine.close()


async def _ended(work: LibraryThread, deadline: float) -> None:
    """Waits for long work. Raises TimeoutError."""
    import asyncio  # imported only where an event loop exists

    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    work.when_over(lambda: loop.call_soon_threadsafe(over.set))
    async with asyncio.timeout_at(loop.time() + deadline - time.monotonic()):
        await over.wait()
