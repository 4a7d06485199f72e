"""Goroutines on greenlets, one deterministic run queue, timers and open tool calls. The only file that switches greenlets.

The hub is whoever called `Machine.step`. A goroutine leaves the hub's loop by parking (it waits for somebody to make it ready), by using up
its slice, or by ending. Nothing here reads a clock or does I/O.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from threading import local
from typing import Any, TypeVar, cast

from greenlet import GreenletExit, getcurrent, greenlet

from codemode.interpreter.machine.library_threads import LibraryThread
from codemode.interpreter.machine.limits import Meter
from codemode.interpreter.machine.signals import TOOL_KINDS, ToolCall
from codemode.interpreter.machine.values import Exit, GoPanic, Halt

T = TypeVar("T")


class Goroutine:
    __slots__ = ("caught", "depth", "id", "name", "panic", "pos", "room", "sleeper", "start", "value", "waiting")

    def __init__(self, id: int, name: str, pos: int) -> None:
        self.id = id
        self.name = name
        self.pos = pos  # where the go statement is
        self.depth = 0
        self.room = 0  # see Run.room
        self.value: Any = None  # what park() returns
        self.panic: Any = None  # the panic that a deferred call runs for now (see deferred.py)
        self.caught: Any = None  # the error that a `catch` of another language is given
        self.waiting = ""  # why it is parked, in the words of Go's traces
        self.start: Callable[[], bool] | None = None  # what it does, until it begins
        self.sleeper: greenlet | None = None  # while it goes on


def _nothing() -> None:
    pass


class Timer:
    __slots__ = ("fire", "pending", "when")

    def __init__(self, when: int, fire: Callable[[], None]) -> None:
        self.when = when
        self.fire = fire
        self.pending = True


class _Sleepers(local):
    """Greenlets of this thread whose goroutine has ended. Making a stack costs more than all else that a short goroutine does."""

    def __init__(self) -> None:
        self.idle: list[greenlet] = []

    def serve(self, body: Callable[[], bool] | None) -> None:
        """What a greenlet does: one goroutine after the other."""
        me = getcurrent()
        while body is not None and body() and len(self.idle) < IDLE_SLEEPERS:
            body = None  # what an ended goroutine held must not live on
            self.idle.append(me)
            body = cast(greenlet, me.parent).switch()


CALLS_AT_ONCE = 32  # new calls that the driver gets to start while the guest goes on
IDLE_SLEEPERS = 64
_sleepers = _Sleepers()


class Scheduler:
    """One run's goroutines. `failure` is the first uncaught panic, halt or bug, with the goroutine it happened in."""

    def __init__(self, run: Meter) -> None:
        self.run_state = run
        self.queue: deque[Goroutine] = deque()
        self.alive: dict[int, Goroutine] = {}
        self.current: Goroutine = Goroutine(0, "", -1)
        self.main: Goroutine | None = None
        self.main_done = False
        self.failure: tuple[BaseException, Goroutine] | None = None
        self.sliced = False
        self.leaves_work = False  # whether the driver does long work aside
        self.work: LibraryThread | None = None  # what the current goroutine waits for
        self._is_working = False  # long work, here or aside: no other goroutine gets a turn until it is done
        self.yielded: tuple[str, Goroutine] | None = None
        self.new_calls: list[ToolCall] = []
        self.waiters: dict[str, Any] = {}  # call id -> Goroutine or Stream
        self.closed: list[str] = []  # streams the guest closed
        self.arguments: dict[str, dict[str, Any]] = {}  # the open ones of the calls in waiters
        self.calls_made = 0
        self.sizes: dict[str, int] = {}  # bytes of the arguments of open calls that are worth counting
        self.open_bytes = 0  # their sum
        self.away = 0  # of it, the bytes that have left the guest
        self._hub: greenlet = getcurrent()
        self._next_id = 1
        self._timers: list[tuple[int, int, Timer]] = []
        self._timer_seq = 0
        self._stopped = 0  # stopped timers that are still in the heap

    @property
    def hub(self) -> greenlet:
        """The greenlet that runs the goroutines. A goroutine that switches there without being queued gets no further turn."""
        return self._hub

    # --- for lowered code and libraries ---------------------------------------------------------------------------

    def go(self, fn: Callable[..., Any], args: tuple[Any, ...], name: str = "func", pos: int = -1) -> Goroutine:
        limit = self.run_state.limits.max_goroutines
        if len(self.alive) >= limit:
            raise Halt(
                "too_many_goroutines",
                f"more than {limit} goroutines at once",
                "start a few workers that share a channel instead of one goroutine for each item",
            )
        self.run_state.alloc(2048)
        g = Goroutine(self._next_id, name, pos)
        self._next_id += 1
        g.start = self._body(g, fn, args)
        self.alive[g.id] = g
        self.queue.append(g)
        return g

    def park(self, why: str) -> Any:
        """Blocks the current goroutine until `ready` is called for it; returns the value given there."""
        g = self.current
        g.waiting = why
        self._hub.switch()
        return g.value

    def ready(self, g: Goroutine, value: Any = None) -> None:
        g.value = value
        g.waiting = ""
        self.queue.append(g)

    def gosched(self) -> None:
        self.queue.append(self.current)
        self._hub.switch()

    def slice_over(self) -> None:
        """Returns control to the driver for a moment. The meter calls it inside a goroutine; in the hub (timers) it does nothing."""
        if not self._is_working and getcurrent() is not self._hub:
            self.sliced = True
            self.gosched()

    def aside(self, work: Callable[[], T]) -> T:
        """Does long work that involves no goroutine. The driver may do something else meanwhile, but no goroutine gets a turn."""
        if self._is_working:
            return work()
        self._is_working = True
        try:
            if not self.leaves_work or getcurrent() is self._hub:
                return work()
            left = self.work = LibraryThread(self.run_state, work)
            self.queue.appendleft(self.current)
            try:
                self._hub.switch()
            except BaseException:
                left.give_up()
                raise
            finally:
                self.work = None
            return left.result()
        finally:
            self._is_working = False

    def sleep(self, ns: int) -> None:
        if ns <= 0:
            self.gosched()
            return
        g = self.current
        self.add_timer(self.run_state.now_ns() + ns, lambda: self.ready(g))
        self.park("sleep")

    def yield_control(self, reason: str) -> None:
        self.yielded = (reason, self.current)
        self.park("yield")

    # --- timers ---------------------------------------------------------------------------------------------------

    def add_timer(self, when: int, fire: Callable[[], None]) -> Timer:
        """Calls `fire` in the hub once the run's clock reaches `when` (unix ns). `fire` must not block."""
        self.run_state.alloc(256)
        timer = Timer(when, fire)
        self._timer_seq += 1
        heappush(self._timers, (when, self._timer_seq, timer))
        return timer

    def stop_timer(self, timer: Timer) -> bool:
        was, timer.pending = timer.pending, False
        if was:
            self._stopped += 1
            if self._stopped > 1000 and self._stopped * 2 > len(self._timers):
                # in place, because the hub may be iterating over it
                self._timers[:] = [entry for entry in self._timers if entry[2].pending]
                heapify(self._timers)
                self._stopped = 0
        return was

    def fire_due(self) -> None:
        timers = self._timers
        if not timers:
            return
        now = self.run_state.now_ns()
        while timers and (timers[0][0] <= now or not timers[0][2].pending):
            timer = heappop(timers)[2]
            if timer.pending:
                timer.pending = False
                try:
                    timer.fire()
                except Halt as stop:  # its work is charged, too
                    self.failure = self.failure or (stop, self.main or self.current)

    def measured(self) -> int:
        """Returns the number of calls in progress, of all goroutines together. Deeper calls are charged again from now on."""
        self.current.depth = self.run_state.depth
        self.run_state.room = self.run_state.depth
        for g in self.alive.values():
            g.room = g.depth
        return sum(g.depth for g in self.alive.values())

    def breathe(self) -> None:
        """Returns control to the driver for a moment. No other goroutine runs meanwhile."""
        if not self._is_working and getcurrent() is not self._hub:
            self.sliced = True
            self.queue.appendleft(self.current)
            self._hub.switch()

    def held_by_timers(self) -> list[object]:
        """The functions that pending timers will call, or the objects whose methods those are."""
        return [getattr(t.fire, "__self__", t.fire) for _, _, t in self._timers if t.pending]

    def next_timer(self) -> int | None:
        timers = self._timers
        while timers and not timers[0][2].pending:
            heappop(timers)
        return timers[0][0] if timers else None

    # --- tool calls -------------------------------------------------------------------------------------------------

    def issue(
        self, waiter: Any, tool: str, arguments: dict[str, Any], streaming: bool, kind: str, size: int = 0
    ) -> str:
        """Records a call that leaves the guest; the delivery of its result finds `waiter`. `size` is the bytes of its arguments."""
        if len(self.new_calls) >= CALLS_AT_ONCE:
            self.breathe()
        limit = self.run_state.limits.max_tool_calls
        if kind in TOOL_KINDS:
            self.calls_made += 1
            if self.calls_made > limit:
                raise Halt(
                    "tool_call_limit_exceeded",
                    f"more than {limit} tool calls in one run",
                    "a loop over pages has to move on (set its cursor with =, not :=) and to end; else ask for more per call, or for less",
                )
        call_id = f"call_{len(self.waiters) + 1}" if kind in TOOL_KINDS else f"{kind}_{len(self.waiters) + 1}"
        self.waiters[call_id] = waiter
        self.arguments[call_id] = arguments
        self.new_calls.append(ToolCall(call_id, tool, arguments, streaming, kind))
        if size:
            self._weigh(call_id, size)
        return call_id

    def _weigh(self, call_id: str, size: int) -> None:
        limits = self.run_state.limits
        self.sizes[call_id] = size
        self.open_bytes += size
        if self.open_bytes > limits.memory_limit_bytes:
            told = f"the arguments of the calls that are open have more than {limits.memory_limit_bytes} bytes together"
            raise Halt("memory_limit_exceeded", told, "call fewer tools at once, or with less")

    def leaving(self, *, all: bool = False) -> list[ToolCall]:
        """Returns the new calls that leave the guest now, in order: as many as fit into the guest's share for arguments; the rest leave when those
        have been answered, or when the program has ended."""
        calls = self.new_calls
        if all or not self.sizes:
            self.new_calls = []
            return calls
        room, count = self.run_state.limits.memory_limit_bytes // 4 - self.away, 0
        for call in calls:
            size = self.sizes.get(call.call_id, 0)
            if size > room and self.away:
                break
            self.away += size
            room -= size
            count += 1
        self.new_calls = calls[count:]
        return calls[:count]

    def came_back(self, call_id: str) -> None:
        """Records that the call was answered."""
        size = self.sizes.pop(call_id, 0)
        self.away -= size
        self.open_bytes -= size

    def open_calls(self) -> list[str]:
        return [call_id for call_id, waiter in self.waiters.items() if waiter is not None]

    # --- the hub ----------------------------------------------------------------------------------------------------

    def loop(self) -> None:
        """Runs goroutines until main has ended, something failed, a slice is over, control was yielded, or all are parked."""
        hub = self._hub = getcurrent()
        run, queue = self.run_state, self.queue
        while queue and self.failure is None:
            g = queue.popleft()
            self.current = g
            run.depth, run.room = g.depth, g.room
            glet = g.sleeper
            if glet is None:
                body, g.start = g.start, None
                idle = _sleepers.idle
                glet = g.sleeper = idle.pop() if idle else greenlet(_sleepers.serve)
                glet.parent = hub
                glet.switch(body)
            else:
                if glet.parent is not hub:
                    glet.parent = hub
                glet.switch()
            g.depth, g.room = run.depth, run.room
            if self.sliced or self.main_done or self.yielded is not None or self.work is not None:
                return

    def _body(self, g: Goroutine, fn: Callable[..., Any], args: tuple[Any, ...]) -> Callable[[], bool]:
        def body() -> bool:
            """Runs one goroutine; returns whether its greenlet may be used again."""
            try:
                fn(*args)
                if g is self.main:
                    self.main_done = True
            except GreenletExit:
                return False
            except GoPanic as panic:
                if not panic.goexit and self.failure is None:
                    self.failure = (panic, g)
            except (Halt, Exit, Exception) as stop:
                if self.failure is None:
                    self.failure = (stop, g)
            finally:
                self.alive.pop(g.id, None)
                g.sleeper = None
            return True

        return body

    def close(self) -> None:
        """Ends every goroutine without running its deferred functions."""
        self.queue.clear()
        for _, _, timer in self._timers:
            timer.fire = _nothing  # the function that it had often refers to the timer
        self._timers.clear()
        for g in list(self.alive.values()):
            glet = g.sleeper
            if glet is not None:
                glet.parent = getcurrent()
                glet.throw(GreenletExit)
        self.alive.clear()
