"""sync: waiting for goroutines to end (WaitGroup) and for conditions (Cond)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from codemode.interpreter.machine.panics import as_panic, guest_trace, place_of_call
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.streams import call
from codemode.stdlib.sync.locks import Storage, sync, wait_in, wake_from

# --- WaitGroup ---------------------------------------------------------------------------------------------------

sync.type("type WaitGroup struct { noCopy noCopy; state atomic.Uint64; sema uint32; waiters native }")
_STATE, _WAITERS = 1, 3
_BITS = 2  # index in an atomic.Uint64, whose upper half is the counter and whose lower half is the number of waiters
_UINT64 = (1 << 64) - 1


@sync.method("func (wg *WaitGroup) Add(delta int)", run=True)
def add(run: Run, wg: Storage, delta: int) -> None:
    state = wg[_STATE]
    bits = (state[_BITS] + (delta << 32)) & _UINT64
    counter, waiters = bits >> 32, bits & 0x7FFFFFFF
    state[_BITS] = bits
    if counter >> 31:
        raise GoPanic(b"sync: negative WaitGroup counter")
    if waiters and delta > 0 and counter == delta:
        raise GoPanic(b"sync: WaitGroup misuse: Add called concurrently with Wait")
    if counter == 0 and waiters:
        state[_BITS] = 0
        while wake_from(run, wg, _WAITERS):
            pass


@sync.method("func (wg *WaitGroup) Done()", run=True)
def done(run: Run, wg: Storage) -> None:
    add(run, wg, -1)


@sync.method("func (wg *WaitGroup) Wait()", run=True)
def wait(run: Run, wg: Storage) -> None:
    state = wg[_STATE]
    if state[_BITS] >> 32 == 0:
        return
    state[_BITS] += 1
    wait_in(run, wg, _WAITERS, "sync.WaitGroup.Wait")


@sync.method("func (wg *WaitGroup) Go(f func())", run=True)
def go(run: Run, wg: Storage, f: Callable[[], None]) -> None:

    def task() -> None:
        try:
            f()
        except Exception as exc:
            panic = as_panic(exc)
            if panic is None:
                raise
            if not panic.goexit:
                raise repanicked(panic) from None
            add(run, wg, -1)
            raise
        add(run, wg, -1)

    add(run, wg, 1)
    run.sched.go(task, (), "sync.(*WaitGroup).Go", place_of_call())


def repanicked(panic: GoPanic) -> GoPanic:
    """Returns the panic that panic(recover()) in a deferred function makes of a panic."""
    again = GoPanic(panic.value)
    again.link, panic.recovered = panic, True
    again.trace = guest_trace(panic)
    return again


# --- Cond --------------------------------------------------------------------------------------------------------

sync.type("type Cond struct { noCopy noCopy; L Locker; waiters native }")
_L, _COND_WAITERS = 1, 2


class _Waiter:
    """One call of Wait. It may be notified before it parks, because unlocking L can let other goroutines run."""

    __slots__ = ("g", "notified", "parked")

    def __init__(self, g: Goroutine) -> None:
        self.g = g
        self.parked = False
        self.notified = False


sync.row("func NewCond(l Locker) *Cond", lambda locker: [[], locker, None])


@sync.method("func (c *Cond) Wait()", run=True)
def cond_wait(run: Run, c: Storage) -> None:
    waiter = _Waiter(run.sched.current)
    if c[_COND_WAITERS] is None:
        c[_COND_WAITERS] = deque[_Waiter]()
    c[_COND_WAITERS].append(waiter)
    call(run, c[_L], "Unlock")
    if not waiter.notified:
        waiter.parked = True
        run.sched.park("sync.Cond.Wait")
    call(run, c[_L], "Lock")


def _notify(run: Run, c: Storage) -> bool:
    queue: deque[_Waiter] | None = c[_COND_WAITERS]
    if not queue:
        return False
    waiter = queue.popleft()
    waiter.notified = True
    if waiter.parked:
        run.sched.ready(waiter.g)
    return True


@sync.method("func (c *Cond) Signal()", run=True)
def cond_signal(run: Run, c: Storage) -> None:
    _notify(run, c)


@sync.method("func (c *Cond) Broadcast()", run=True)
def cond_broadcast(run: Run, c: Storage) -> None:
    while _notify(run, c):
        pass
