"""time: sleep, timers and tickers. The guest sees virtual time; the machine's driver decides how long they really take."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from codemode.interpreter.machine.channels import Channel
from codemode.interpreter.machine.panics import place_of_call
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Timer
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.time.base import MAX_INT64, Storage, now, time

time.type("type Timer struct { C <-chan Time; timer native }")
time.type("type Ticker struct { C <-chan Time; timer native }")


class _TimerChannel(Channel):
    """The channel of a timer. It buffers one value, but to the guest it is unbuffered."""

    __slots__ = ()

    @property
    def len(self) -> int:
        return 0

    def ring(self, run: Run, value: Any) -> None:
        if not self.try_send(run, value) and not self.buffer:
            self.buffer.append(value)


class _Alarm:
    """The state of a Timer or Ticker. It fires once, or again after each `period`.

    It has a weak reference to its channel: as in Go, a timer is dropped when nothing refers to its channel.
    """

    __slots__ = ("channel", "func", "pending", "period", "pos", "run")

    def __init__(
        self, run: Run, channel: _TimerChannel | None, func: Callable[[], None] | None, period: int = 0
    ) -> None:
        self.run = run
        self.channel = None if channel is None else ref(channel, self._forget)
        self.func = func
        self.period = period
        # only functions need the place of the call; finding it would keep the values of the program's frames alive
        self.pos = place_of_call() if func is not None else -1
        self.pending: Timer | None = None

    def _forget(self, _: object) -> None:
        self.channel = None
        if self.pending is not None:
            self.run.sched.stop_timer(self.pending)
            self.pending = None

    def set(self, delay: int) -> None:
        at = min(self.run.now_ns() + max(delay, 0), MAX_INT64)
        self.pending = self.run.sched.add_timer(at, self.ring)

    def ring(self) -> None:
        run = self.run
        channel = self.channel() if self.channel is not None else None
        if self.func is not None:
            run.sched.go(self.func, (), "time.AfterFunc", self.pos)
        elif channel is not None:
            channel.ring(run, now(run))
        if self.period and self.pending is not None:
            due = self.pending.when
            missed = max(run.now_ns() - due, 0) // self.period  # skip ticks that nothing could have received
            self.pending = run.sched.add_timer(due + self.period * (1 + missed), self.ring)

    def stop(self) -> bool:
        """Stops the timer and returns whether it was still active. Afterwards no old value can be received."""
        was = self.pending is not None and self.run.sched.stop_timer(self.pending)
        self.pending = None
        channel = self.channel() if self.channel is not None else None
        if channel is not None and channel.buffer:
            channel.buffer.clear()
            return True
        return was


def _started(run: Run, delay: int, period: int = 0) -> Storage:
    run.charge(20)
    run.alloc(2048)
    channel = _TimerChannel(0, _zero_time)
    alarm = _Alarm(run, channel, None, period)
    alarm.set(delay)
    return [channel, alarm]


def _zero_time() -> Storage:
    return [0, 0, None]


time.row("func Sleep(d Duration)", lambda run, d: run.sched.sleep(d))
time.row("func NewTimer(d Duration) *Timer", lambda run, d: _started(run, d))
time.row("func After(d Duration) <-chan Time", lambda run, d: _started(run, d)[0])


@time.func("func AfterFunc(d Duration, f func()) *Timer", run=True)
def after_func(run: Run, d: int, f: Callable[[], None]) -> Storage:
    run.charge(20)
    run.alloc(500)
    alarm = _Alarm(run, None, f)
    alarm.set(d)
    return [None, alarm]


@time.func("func NewTicker(d Duration) *Ticker", run=True)
def new_ticker(run: Run, d: int) -> Storage:
    if d <= 0:
        raise GoPanic(b"non-positive interval for NewTicker")
    return _started(run, d, d)


time.row("func Tick(d Duration) <-chan Time", lambda run, d: None if d <= 0 else _started(run, d, d)[0])


@time.method("func (t *Timer) Stop() bool")
def timer_stop(t: Storage) -> bool:
    if t[1] is None:
        raise GoPanic(b"time: Stop called on uninitialized Timer")
    return t[1].stop()


@time.method("func (t *Timer) Reset(d Duration) bool")
def timer_reset(t: Storage, d: int) -> bool:
    if t[1] is None:
        raise GoPanic(b"time: Reset called on uninitialized Timer")
    was: bool = t[1].stop()
    t[1].set(d)
    return was


@time.method("func (t *Ticker) Stop()")
def ticker_stop(t: Storage) -> None:
    if t[1] is not None:
        t[1].stop()


@time.method("func (t *Ticker) Reset(d Duration)")
def ticker_reset(t: Storage, d: int) -> None:
    if d <= 0:
        raise GoPanic(b"non-positive interval for Ticker.Reset")
    if t[1] is None:
        raise GoPanic(b"time: Reset called on uninitialized Ticker")
    alarm: Any = t[1]
    alarm.stop()
    alarm.period = d
    alarm.set(d)
