"""context: deadlines and timeouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, type_of
from codemode.stdlib.context.base import (
    CANCELED,
    DEADLINE_EXCEEDED,
    ERR,
    PARENT,
    STOP,
    TIMER,
    TIMER_CANCEL,
    TIMER_TIMER,
    Storage,
    check_parent,
    context,
    deadline_of,
)
from codemode.stdlib.context.cancel import cancel, new_cancel, propagate, timer_child, with_cancel
from codemode.stdlib.time.base import now
from codemode.stdlib.time.instants import add, before, until

_TIMED = 1600  # bytes of a context with a timer

Made = tuple[Box, Callable[[], None]]


@context.func("func WithDeadlineCause(parent Context, d time.Time, cause error) (Context, CancelFunc)", run=True)
def with_deadline_cause(run: Run, parent: Any, d: Storage, cause: Any) -> Made:
    check_parent(parent)
    current, has_deadline = deadline_of(run, parent)
    if has_deadline and before(current, d):
        return with_cancel(run, parent)
    run.alloc(_TIMED)
    timer: Storage = [new_cancel(), None, list(d)]
    propagate(run, parent, timer_child(timer))

    def fire() -> None:
        timer[TIMER_TIMER] = None
        cancel(run, timer_child(timer), DEADLINE_EXCEEDED, cause)

    def ring() -> None:
        # removing it from a guest's own parent would call the guest, which a timer cannot do
        if type_of(timer[TIMER_CANCEL][PARENT]) is STOP:
            run.sched.go(fire, (), "context.WithDeadlineCause")
        else:
            fire()

    left = until(run, d)
    if left <= 0:
        fire()
        return Box(TIMER, timer), lambda: None
    if timer[TIMER_CANCEL][ERR] is None:  # not if its parent has already cancelled it
        timer[TIMER_TIMER] = run.sched.add_timer(run.now_ns() + left, ring)
    return Box(TIMER, timer), lambda: cancel(run, timer_child(timer), CANCELED, None)


context.row(
    "func WithDeadline(parent Context, d time.Time) (Context, CancelFunc)",
    lambda run, parent, d: with_deadline_cause(run, parent, d, None),
)
context.row(
    "func WithTimeout(parent Context, timeout time.Duration) (Context, CancelFunc)",
    lambda run, parent, timeout: with_deadline_cause(run, parent, add(now(run), timeout), None),
)
context.row(
    "func WithTimeoutCause(parent Context, timeout time.Duration, cause error) (Context, CancelFunc)",
    lambda run, parent, timeout, cause: with_deadline_cause(run, parent, add(now(run), timeout), cause),
)
