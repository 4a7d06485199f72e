"""The sans-I/O machine: `step()` runs the guest until it needs something from outside and returns a signal that tells what; `deliver()` takes the
results."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

from codemode.dsl.deep_stack import DeepStack
from codemode.interpreter.machine.big_values import Paying
from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.library_threads import LibraryThread
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.memory import measure
from codemode.interpreter.machine.panics import as_panic, guest_trace, hint_of_panic, panic_text, stack_of
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine, Scheduler
from codemode.interpreter.machine.signals import (
    Abort,
    Block,
    Calls,
    Chunk,
    Event,
    Failed,
    Finished,
    Frame,
    Resume,
    Signal,
    Sleeping,
    Sliced,
    StreamEnd,
    ToolFailure,
    ToolResult,
    Yielded,
)
from codemode.interpreter.machine.sizes import MAX_TOLD, told
from codemode.interpreter.machine.values import Exit, GoPanic, Halt
from codemode.types import model


class Program(Protocol):
    """A lowered program: reusable, without the state of any run."""

    encoded: bytes | None  # the JSON of a large result

    def start(self, run: Run) -> None: ...
    def main(self, run: Run) -> None: ...
    def out(self, run: Run) -> tuple[Any, bool]: ...


class Machine:
    """One run of a program. Drive it from one thread: step, start the calls that the signal contains, deliver their results, step again.

    `seed` and `started_at` (unix ns) make the run deterministic; `data` is what host-provided globals read.
    """

    run_class = Run

    def __init__(
        self,
        program: Program,
        *,
        limits: MachineLimits | None = None,
        seed: int = 0,
        started_at: int = 0,
        data: dict[str, Any] | None = None,
    ) -> None:
        self.program = program
        self.run = self.run_class(limits or MachineLimits(), seed, started_at)
        self.run.data = data or {}
        self.sched = self.run.sched = Scheduler(self.run)
        self.run.measure = lambda: measure(self.run)
        self.ended: Finished | Failed | None = None
        self._abort: Abort | None = None
        self._started = False
        self._room = DeepStack(self.run.limits.max_call_depth)
        self._paying = Paying(self.run)

    @property
    def steps(self) -> int:
        return self.run.steps

    @property
    def work(self) -> LibraryThread | None:
        """Long work for which the guest waits, in a step that is not over."""
        return self.sched.work

    def leave_work(self) -> None:
        """From now on the driver does the `work`."""
        self.sched.leaves_work = True

    def take_blocks(self) -> list[Block]:
        """Returns what the guest printed since the last call, piece by piece."""
        blocks, self.run.output = self.run.output, []
        return blocks

    def buffered(self, call_id: str) -> int:
        """Number of chunks of a stream that wait for the guest; a driver limits reading ahead by it."""
        stream = self.sched.waiters.get(call_id)
        return len(getattr(stream, "answers", ()))

    # --- in -------------------------------------------------------------------------------------------------------

    def deliver(self, event: Event) -> None:
        """Accepts an event. Drops the result of a call that nobody waits for any more."""
        self.run.set_clock(event.at)
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event)

    def _answer(self, event: ToolResult | ToolFailure | Chunk | StreamEnd) -> None:
        if self.sched.sizes:
            self.sched.came_back(event.call_id)
        waiters = self.sched.waiters
        waiter = waiters.get(event.call_id)
        if waiter is None:
            return
        if not isinstance(event, Chunk):
            waiters[event.call_id] = None
            self.sched.arguments.pop(event.call_id, None)
        if isinstance(waiter, Goroutine):
            self.sched.ready(waiter, event)
        else:  # a stream, or another receiver of results
            waiter.put(self.run, event)

    def _resume(self, _: Event) -> None:
        if self.sched.yielded is not None:
            g = self.sched.yielded[1]
            self.sched.yielded = None
            self.sched.ready(g)

    def _note_abort(self, event: Abort) -> None:
        self._abort = event

    # --- out ------------------------------------------------------------------------------------------------------

    def step(self) -> Signal:
        """Continues until the guest ends or needs something from outside. After Finished or Failed it always returns the same signal. While `work`
        is set, the step is not over: the driver does that work and calls `step` again before it delivers anything."""
        if self.ended is not None:
            return self.ended
        with self._room, self._paying:
            return self._step()

    def _step(self) -> Signal:
        sched = self.sched
        if self._abort is not None:
            return self._end(Failed(code=self._abort.code, message=self._abort.message))
        if sched.yielded is not None:
            return self._signal(Yielded(reason=sched.yielded[0]))
        if not self._started:
            self._started = True
            sched.main = sched.go(self._main, (), "main.main")
        if sched.work is None:
            sched.fire_due()
        sched.sliced = False
        sched.loop()
        if sched.work is not None:
            return Sliced()
        if sched.failure is not None:
            (stop, g), sched.failure = sched.failure, None  # its traceback has frames that refer to the scheduler
            with self.run.telling():
                failed = self._failed(stop, g)
            return self._end(failed)
        if sched.main_done:
            value, has_value = self.program.out(self.run)
            return self._end(Finished(value=value, has_value=has_value))
        if sched.yielded is not None:
            return self._signal(Yielded(reason=sched.yielded[0]))
        if sched.sliced:
            return self._signal(Sliced())
        wake_at = sched.next_timer()
        if sched.new_calls or sched.open_calls():
            return self._signal(Calls(wake_at=wake_at))
        if wake_at is not None:
            return self._signal(Sleeping(wake_at=wake_at))
        return self._end(self._deadlock())

    def _main(self) -> None:
        self.program.start(self.run)
        self.program.main(self.run)

    def _signal(self, signal: Signal) -> Signal:
        sched = self.sched
        if sched.new_calls:
            signal.calls = sched.leaving(all=isinstance(signal, Finished))
        if sched.closed:
            signal.closed, sched.closed = sched.closed, []
        return signal

    def _end(self, signal: Finished | Failed) -> Signal:
        signal.open_calls = self.sched.open_calls()
        self._signal(signal)
        self.ended = signal
        self.sched.close()
        self._leave()
        return signal

    def close(self) -> None:
        """Ends the run where it is, without deferred functions."""
        if self.ended is None:
            self.ended = Failed(code="aborted", message="the run was closed")
            with self._room:  # goroutines are ended where they are, which may be deep
                self.sched.close()
            self._leave()

    def _leave(self) -> None:
        """Breaks the circles of references that would keep the memory of the guest until the next collection of garbage."""
        self.run.measure = None
        self.sched.run_state = cast(Any, None)
        self.run.globals.clear()
        self.run.services.clear()

    # --- failures -------------------------------------------------------------------------------------------------

    def _failed(self, stop: BaseException, g: Goroutine) -> Failed | Finished:
        try:
            return self._told(stop, g)
        except (GoPanic, Halt, Exit, Exception) as again:
            # an Error or String method of the program, which itself failed
            found = again if isinstance(again, Halt | Exit) else as_panic(again) or again
            return self._told(found.with_traceback(stop.__traceback__), g)

    def _told(self, stop: BaseException, g: Goroutine) -> Failed | Finished:
        found = self._how(stop, g)
        if isinstance(found, Failed):
            found.message, found.hint = _cut(found.message), _cut(found.hint)
        return found

    def _how(self, stop: BaseException, g: Goroutine) -> Failed | Finished:
        trace = guest_trace(stop)
        pos = trace[0].pos if trace else -1
        if isinstance(stop, Exit):
            if stop.error is None:
                value, has_value = self.program.out(self.run)
                return Finished(value=value, has_value=has_value, exit_code=stop.status)
            message = error_text(self.run, stop.error)
            return Failed(code="guest_error", message=message, hint=stop.hint, pos=pos, trace=trace, goroutine=g.id)
        if isinstance(stop, Halt):
            return Failed(
                code=stop.code,
                message=stop.message,
                hint=stop.hint,
                pos=pos,
                trace=trace,
                goroutine=g.id,
                exit_code=stop.exit_code,
            )
        panic = stop if isinstance(stop, GoPanic) else as_panic(stop)
        if panic is None:
            return self._unexpected(stop, pos, trace, g)
        message = f"panic: {panic_text(self.run, panic)}"
        reason, hint = hint_of_panic(panic) or ("", "")
        return Failed(
            code="guest_panic",
            message=message,
            hint=hint,
            pos=pos,
            trace=trace,
            goroutine=g.id,
            exit_code=2,
            reason=reason,
        )

    def _unexpected(self, stop: BaseException, pos: int, trace: list[Frame], g: Goroutine) -> Failed:
        if isinstance(stop, RecursionError):
            return Failed(
                code="call_depth_exceeded",
                message="the program's calls are nested too deeply",
                hint="use a loop, or a recursion that ends sooner",
                pos=pos,
                trace=trace,
                goroutine=g.id,
            )
        if isinstance(stop, model.TooComplex):
            return Failed(code="memory_limit_exceeded", message=stop.MESSAGE, hint=stop.HINT, pos=pos, trace=trace)
        if isinstance(stop, MemoryError):
            return Failed(
                code="memory_limit_exceeded",
                message="the program needs more memory than there is",
                pos=pos,
                trace=trace,
            )
        self.bug = stop
        return Failed(
            code="internal_error", message="internal error in the interpreter", pos=pos, trace=trace, goroutine=g.id
        )

    bug: BaseException | None = None  # the exception behind an internal_error, for the host's log

    def _deadlock(self) -> Failed:
        g = self.sched.main or self.sched.current
        parked = {other.id: other.waiting for other in list(self.sched.alive.values())[:5]}
        waiting = ", ".join(f"goroutine {number} [{why}]" for number, why in parked.items())
        trace = stack_of(g.sleeper.gr_frame) if g.sleeper else []
        return Failed(
            code="deadlock",
            message=f"fatal error: {'all goroutines are asleep' if self.sched.alive else _NOBODY} - deadlock!",
            hint=f"waiting: {waiting}" if waiting else "",
            pos=trace[0].pos if trace else -1,
            trace=trace,
            goroutine=g.id,
            exit_code=2,
            waiting=parked,
        )


_NOBODY = "no goroutines (main called runtime.Goexit)"


def error_text(run: Run, error: Any) -> str:
    """The text of an error value (calls its Error method), or the beginning of a long one."""
    method = find_method(run, error, "Error")
    text = method() if method is not None else b"error"
    return told(text) if isinstance(text, bytes) else str(text)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TOLD else told(text.encode("utf-8", "replace"))


_HANDLERS: dict[type, Callable[[Machine, Any], None]] = {
    ToolResult: Machine._answer,  # pyright: ignore[reportPrivateUsage] - the table belongs to the class
    ToolFailure: Machine._answer,  # pyright: ignore[reportPrivateUsage]
    Chunk: Machine._answer,  # pyright: ignore[reportPrivateUsage]
    StreamEnd: Machine._answer,  # pyright: ignore[reportPrivateUsage]
    Resume: Machine._resume,  # pyright: ignore[reportPrivateUsage]
    Abort: Machine._note_abort,  # pyright: ignore[reportPrivateUsage]
}
