"""sync: the package, mutexes and reader/writer locks.

A lock is passed to the goroutine that has waited longest, so that no goroutine starves. The fields are those of Go's structs, as far as printing a
struct with a lock shows them. A hidden field has the queue of waiting goroutines. It is None if the queue is empty, so that an unlocked lock may
be copied.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.values import Box, Halt
from codemode.stdlib.registry import Package
from codemode.types.model import pointer_to

sync = Package("sync")

Storage = list[Any]

sync.type("type noCopy struct {}")
sync.type("type innerMutex struct { state int32; sema uint32 }")
sync.type("type Locker interface { Lock(); Unlock() }")


def fatal(text: str) -> Halt:
    """Returns a fatal error of Go's run time, which recover cannot catch."""
    return Halt("guest_panic", f"fatal error: {text}", exit_code=2)


def wait_in(run: Run, owner: Storage, field: int, why: str) -> None:
    """Appends the current goroutine to the queue in a hidden field of `owner` and parks it."""
    queue: deque[Goroutine] | None = owner[field]
    if queue is None:
        queue = owner[field] = deque[Goroutine]()
    queue.append(run.sched.current)
    run.sched.park(why)


def wake_from(run: Run, owner: Storage, field: int) -> bool:
    """Makes the first goroutine of the queue ready. Returns False if there is none."""
    queue: deque[Goroutine] | None = owner[field]
    if queue is None:
        return False
    run.sched.ready(queue.popleft())
    if not queue:
        owner[field] = None
    return True


# --- Mutex -------------------------------------------------------------------------------------------------------

sync.type("type Mutex struct { _ noCopy; mu innerMutex; waiters native }")
_MU, _MUTEX_WAITERS = 1, 2
_LOCKED, _ONE_WAITER = 1, 8  # bits of state, as in Go


@sync.method("func (m *Mutex) Lock()", run=True)
def mutex_lock(run: Run, m: Storage) -> None:
    mu = m[_MU]
    if mu[0]:
        mu[0] += _ONE_WAITER
        wait_in(run, m, _MUTEX_WAITERS, "sync.Mutex.Lock")
    else:
        mu[0] = _LOCKED


@sync.method("func (m *Mutex) TryLock() bool")
def mutex_try_lock(m: Storage) -> bool:
    if m[_MU][0]:
        return False
    m[_MU][0] = _LOCKED
    return True


@sync.method("func (m *Mutex) Unlock()", run=True)
def mutex_unlock(run: Run, m: Storage) -> None:
    mu = m[_MU]
    if not mu[0]:
        raise fatal("sync: unlock of unlocked mutex")
    if wake_from(run, m, _MUTEX_WAITERS):
        mu[0] -= _ONE_WAITER
    else:
        mu[0] = 0


# --- RWMutex -----------------------------------------------------------------------------------------------------

sync.type(
    "type RWMutex struct { w Mutex; writerSem uint32; readerSem uint32; readerCount atomic.Int32; readerWait atomic.Int32; "
    "writers native; readers native }"
)
_W, _, _, _COUNT, _LEAVING, _WRITERS, _READERS = range(7)
_VALUE = 1  # index in an atomic.Int32
_MAX_READERS = 1 << 30  # a writer that waits or has the lock subtracts this from the number of readers


@sync.method("func (rw *RWMutex) RLock()", run=True)
def rlock(run: Run, rw: Storage) -> None:
    rw[_COUNT][_VALUE] += 1
    if rw[_COUNT][_VALUE] < 0:
        wait_in(run, rw, _READERS, "sync.RWMutex.RLock")


@sync.method("func (rw *RWMutex) TryRLock() bool")
def try_rlock(rw: Storage) -> bool:
    if rw[_COUNT][_VALUE] < 0:
        return False
    rw[_COUNT][_VALUE] += 1
    return True


@sync.method("func (rw *RWMutex) RUnlock()", run=True)
def runlock(run: Run, rw: Storage) -> None:
    count = rw[_COUNT]
    if count[_VALUE] in (0, -_MAX_READERS):
        raise fatal("sync: RUnlock of unlocked RWMutex")
    count[_VALUE] -= 1
    if count[_VALUE] < 0:
        rw[_LEAVING][_VALUE] -= 1
        if rw[_LEAVING][_VALUE] == 0:
            wake_from(run, rw, _WRITERS)


@sync.method("func (rw *RWMutex) Lock()", run=True)
def lock(run: Run, rw: Storage) -> None:
    mutex_lock(run, rw[_W])
    readers = rw[_COUNT][_VALUE]
    rw[_COUNT][_VALUE] -= _MAX_READERS
    if readers:
        rw[_LEAVING][_VALUE] = readers
        wait_in(run, rw, _WRITERS, "sync.RWMutex.Lock")


@sync.method("func (rw *RWMutex) TryLock() bool")
def try_lock(rw: Storage) -> bool:
    if rw[_COUNT][_VALUE] != 0 or not mutex_try_lock(rw[_W]):
        return False
    rw[_COUNT][_VALUE] = -_MAX_READERS
    return True


@sync.method("func (rw *RWMutex) Unlock()", run=True)
def unlock(run: Run, rw: Storage) -> None:
    count = rw[_COUNT]
    if count[_VALUE] >= 0:
        raise fatal("sync: Unlock of unlocked RWMutex")
    count[_VALUE] += _MAX_READERS
    while wake_from(run, rw, _READERS):
        pass
    mutex_unlock(run, rw[_W])


_RLOCKER = pointer_to(sync.type("type rlocker struct { rw *RWMutex }"))

sync.row("func (rw *RWMutex) RLocker() Locker", lambda rw: Box(_RLOCKER, [rw]))
sync.row("func (r *rlocker) Lock()", lambda run, r: rlock(run, r[0]))
sync.row("func (r *rlocker) Unlock()", lambda run, r: runlock(run, r[0]))
