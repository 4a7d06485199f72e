"""Channels and select. They are deterministic: waiting goroutines are served in the order in which they came. A select takes the first ready case
from a start position that the run's own sequence of numbers gives, so that no case starves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Literal

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.values import PLAIN_RUNTIME_ERROR, Box, GoPanic


class Waiter:
    """A goroutine that waits to send or receive, alone or as one case of a select (then all cases share `done`)."""

    __slots__ = ("case", "done", "g", "value")

    def __init__(self, g: Goroutine, value: Any, case: int, done: list[bool]) -> None:
        self.g = g
        self.value = value
        self.case = case
        self.done = done


SIZE = 2048  # bytes of a channel with its three queues; an empty one takes as much


class Channel:
    __slots__ = ("__weakref__", "buffer", "cap", "closed", "receivers", "senders", "zero")

    def __init__(self, capacity: int, zero: Callable[[], Any]) -> None:
        self.cap = capacity
        self.zero = zero
        self.buffer: deque[Any] = deque()
        self.senders: deque[Waiter] = deque()
        self.receivers: deque[Waiter] = deque()
        self.closed = False

    @property
    def len(self) -> int:
        return len(self.buffer)

    def send(self, run: Run, value: Any) -> None:
        if self.try_send(run, value):
            return
        sched = run.sched
        self.senders.append(Waiter(sched.current, value, 0, [False]))
        result = sched.park("chan send")
        if result[1] is False:  # woken by close
            raise _send_on_closed()

    def recv(self, run: Run) -> tuple[Any, bool]:
        ready = self.take(run)
        if ready is not None:
            return ready
        sched = run.sched
        self.receivers.append(Waiter(sched.current, None, 0, [False]))
        _, value, ok = sched.park("chan receive")
        return value, ok

    def close(self, run: Run) -> None:
        if self.closed:
            raise GoPanic(Box(PLAIN_RUNTIME_ERROR, b"close of closed channel"))
        self.closed = True
        while self.receivers:
            waiter = self.receivers.popleft()
            if not waiter.done[0]:
                waiter.done[0] = True
                run.sched.ready(waiter.g, (waiter.case, self.zero(), False))
        while self.senders:
            waiter = self.senders.popleft()
            if not waiter.done[0]:
                waiter.done[0] = True
                run.sched.ready(waiter.g, (waiter.case, False, False))

    def try_send(self, run: Run, value: Any) -> bool:
        """Sends without blocking; returns False if nobody can receive. Timers use it, too."""
        if self.closed:
            raise _send_on_closed()
        receivers = self.receivers
        while receivers:
            waiter = receivers.popleft()
            if not waiter.done[0]:
                waiter.done[0] = True
                run.sched.ready(waiter.g, (waiter.case, value, True))
                return True
        if len(self.buffer) < self.cap:
            self.buffer.append(value)
            return True
        return False

    def take(self, run: Run) -> tuple[Any, bool] | None:
        """Receives without blocking; returns None if there is nothing."""
        if self.buffer:
            value = self.buffer.popleft()
            sender = self._next_sender()
            if sender is not None:
                self.buffer.append(sender.value)
                run.sched.ready(sender.g, (sender.case, True, True))
            return value, True
        sender = self._next_sender()
        if sender is not None:
            run.sched.ready(sender.g, (sender.case, True, True))
            return sender.value, True
        return (self.zero(), False) if self.closed else None

    def _next_sender(self) -> Waiter | None:
        while self.senders:
            waiter = self.senders.popleft()
            if not waiter.done[0]:
                waiter.done[0] = True
                return waiter
        return None

    def can_send(self) -> bool:
        if self.closed or len(self.buffer) < self.cap:
            return True
        while self.receivers and self.receivers[0].done[0]:
            self.receivers.popleft()
        return bool(self.receivers)


Case = tuple[Literal["send", "recv"], Channel | None, Any]


def send(run: Run, channel: Channel | None, value: Any) -> None:
    if channel is None:
        run.sched.park("chan send (nil chan)")
    else:
        channel.send(run, value)


def recv(run: Run, channel: Channel | None) -> tuple[Any, bool]:
    if channel is None:
        run.sched.park("chan receive (nil chan)")
        raise AssertionError("a receive on a nil channel never ends")
    return channel.recv(run)


def close(run: Run, channel: Channel | None) -> None:
    if channel is None:
        raise GoPanic(Box(PLAIN_RUNTIME_ERROR, b"close of nil channel"))
    channel.close(run)


def select(run: Run, cases: list[Case], has_default: bool) -> tuple[int, Any, bool]:
    """Returns the index of the chosen case, and for a receive its value and ok. Index -1 is default."""
    run.charge(len(cases))
    count = len(cases)
    services = run.services
    # not round-robin: a loop with two selects would start each of them at the same case forever
    state: int = services.get("select", 0)
    services["select"] = (state * 1664525 + 1013904223) & 0xFFFFFFFF
    first = state >> 16
    for i in range(count):
        index = (i + first) % count
        kind, channel, value = cases[index]
        if channel is None:
            continue
        if kind == "send":
            if channel.can_send():
                channel.try_send(run, value)
                return index, None, False
        else:
            ready = channel.take(run)
            if ready is not None:
                return index, ready[0], ready[1]
    if has_default:
        return -1, None, False
    return _wait(run, cases)


def _wait(run: Run, cases: list[Case]) -> tuple[int, Any, bool]:
    done = [False]
    g = run.sched.current
    waiting = False
    for index, (kind, channel, value) in enumerate(cases):
        if channel is not None:
            waiting = True
            queue = channel.senders if kind == "send" else channel.receivers
            if len(queue) > 64 and queue[0].done[0]:
                # drop cases of a select that has already taken another case; otherwise a loop would grow the queue forever
                live = [w for w in queue if not w.done[0]]
                queue.clear()
                queue.extend(live)
            queue.append(Waiter(g, value, index, done))
    why = "select" if waiting else "select (no cases)"
    woken: tuple[int, Any, bool] = run.sched.park(why)
    index, value, ok = woken
    if cases[index][0] == "send":
        if value is False:
            raise _send_on_closed()
        return index, None, False
    return index, value, ok


def _send_on_closed() -> GoPanic:
    return GoPanic(Box(PLAIN_RUNTIME_ERROR, b"send on closed channel"))
