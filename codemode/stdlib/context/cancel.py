"""context: cancellation, its propagation to derived contexts, and functions that run after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine import channels
from codemode.interpreter.machine.dispatch import implements
from codemode.interpreter.machine.panics import place_of_call
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, type_of
from codemode.stdlib.context.base import (
    CANCEL,
    CANCELED,
    CAUSE,
    CHILDREN,
    DONE,
    ERR,
    OWNER,
    PARENT,
    STOP,
    TIMER_CANCEL,
    TIMER_TIMER,
    Storage,
    cancel_key,
    cause_of,
    check_parent,
    context,
    done_channel,
    done_of,
    err_of,
    value_of,
)
from codemode.stdlib.streams import call
from codemode.types import model
from codemode.types.model import BOOL, signature_of

# Functions given to the guest capture storages, not these tuples, so that all they refer to counts as guest memory.
# A child of a cancelCtx: its cancelCtx, and a function to call when it is cancelled (stop a timer, start a function).
Child = tuple[Storage, Callable[[Run], None] | None]

_CANCEL = 1000  # bytes of a context with its cancel function and its entry in its parent
_AFTER = 1600  # bytes of a function that waits for a context

_STOPPER = signature_of((), (BOOL,))
_AFTER_FUNC = model.interface_of({"AfterFunc": signature_of((signature_of((), ()),), (_STOPPER,))})


def cancel(run: Run, child: Child, err: Any, cause: Any, remove: bool = True) -> None:
    """Cancels a context and all derived contexts. Contexts that are already cancelled keep their error."""
    work = [child]
    while work:
        run.charge(1)
        c, finish = work.pop()
        fresh = c[ERR] is None
        if fresh:
            c[ERR], c[CAUSE] = err, err if cause is None else cause
            children: dict[int, Child] | None = c[CHILDREN]
            c[CHILDREN] = None
            if c[DONE] is not None:
                c[DONE].close(run)
            if children:
                work.extend(reversed(children.values()))
        if c is child[0] and remove and (fresh or finish is not None):
            _remove(c)
        if finish is not None:
            finish(run)


def _remove(c: Storage) -> None:
    """Removes a context from its parent's children."""
    if type_of(c[PARENT]) is STOP:
        c[PARENT].v[1]()
        return
    owner: Storage | None = c[OWNER]
    if owner is not None and owner[CHILDREN] is not None:
        owner[CHILDREN].pop(id(c), None)


def propagate(run: Run, parent: Any, child: Child) -> None:
    """Arranges for the child to be cancelled when its parent is."""
    c = child[0]
    c[PARENT] = parent
    done = done_of(run, parent)
    if done is None:
        return
    if done.take(run) is not None:
        cancel(run, child, err_of(run, parent), cause_of(run, parent), remove=False)
        return
    owner = _owner(run, parent, done)
    if owner is not None:
        if owner[ERR] is not None:  # cancelled during the call of its Value method
            cancel(run, child, owner[ERR], owner[CAUSE], remove=False)
        else:
            c[OWNER] = owner
            if owner[CHILDREN] is None:
                owner[CHILDREN] = {}
            owner[CHILDREN][id(c)] = child
        return

    def parent_is_done() -> None:
        cancel(run, child, err_of(run, parent), cause_of(run, parent), remove=False)

    t = type_of(parent)
    if t is not None and implements(t, _AFTER_FUNC):
        c[PARENT] = Box(STOP, [parent, call(run, parent, "AfterFunc", parent_is_done)])
        return

    def watch() -> None:
        if channels.select(run, [("recv", done, None), ("recv", done_channel(run, c), None)], False)[0] == 0:
            parent_is_done()

    run.sched.go(watch, (), "context.(*cancelCtx).propagateCancel")


def _owner(run: Run, parent: Any, done: channels.Channel) -> Storage | None:
    """Returns the cancelCtx in a context, if the context uses its Done channel."""
    found = value_of(run, parent, cancel_key(run))
    if type_of(found) is not CANCEL or found.v is None:
        return None
    return found.v if found.v[DONE] is done else None


def new_cancel() -> Storage:
    return [None] * 6


def derived(run: Run, parent: Any) -> Box:
    """Returns a new cancelCtx with this parent."""
    check_parent(parent)
    run.alloc(_CANCEL)
    part = new_cancel()
    propagate(run, parent, (part, None))
    return Box(CANCEL, part)


@context.func("func WithCancel(parent Context) (ctx Context, cancel CancelFunc)", run=True)
def with_cancel(run: Run, parent: Any) -> tuple[Box, Callable[[], None]]:
    made = derived(run, parent)
    part: Storage = made.v
    return made, lambda: cancel(run, (part, None), CANCELED, None)


@context.func("func WithCancelCause(parent Context) (ctx Context, cancel CancelCauseFunc)", run=True)
def with_cancel_cause(run: Run, parent: Any) -> tuple[Box, Callable[[Any], None]]:
    made = derived(run, parent)
    part: Storage = made.v
    return made, lambda cause: cancel(run, (part, None), CANCELED, cause)


@context.func("func AfterFunc(ctx Context, f func()) (stop func() bool)", run=True)
def after_func(run: Run, ctx: Any, f: Callable[[], None]) -> Callable[[], bool]:
    run.alloc(_AFTER)
    pos = place_of_call()
    waiting: list[Callable[[], None] | None] = [f]  # in a list, so that all that f refers to counts as guest memory

    def start(run: Run) -> None:
        pending, waiting[0] = waiting[0], None
        if pending is not None:
            run.sched.go(pending, (), "context.AfterFunc", pos)

    part = new_cancel()
    propagate(run, ctx, (part, start))

    def stop() -> bool:
        stopped, waiting[0] = waiting[0] is not None, None
        if stopped:
            cancel(run, (part, start), CANCELED, None)
        return stopped

    return stop


def timer_child(timer: Storage) -> Child:
    """Returns a timerCtx as a child. Its cancellation stops the timer."""

    def stop(run: Run) -> None:
        if timer[TIMER_TIMER] is not None:
            run.sched.stop_timer(timer[TIMER_TIMER])
            timer[TIMER_TIMER] = None

    return timer[TIMER_CANCEL], stop
