"""golang.org/x/sync/errgroup: waits for a group of goroutines and returns their first error.

It is not in Go's standard library, but programs that call several tools at once often use it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.panics import as_panic, place_of_call
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, GoPanic, new_error
from codemode.stdlib.context.cancel import with_cancel_cause
from codemode.stdlib.registry import Package
from codemode.stdlib.sync.locks import Storage, wait_in, wake_from
from codemode.stdlib.sync.wait import add, done, wait

errgroup = Package("golang.org/x/sync/errgroup")

errgroup.type(
    "type Group struct { cancel native; wg sync.WaitGroup; limit int; active int; waiters native; failed bool; err error }"
)
_CANCEL, _WG, _LIMIT, _ACTIVE, _WAITERS, _FAILED, _ERR = range(7)
# the stored limit is one more than the limit, so that 0 means no limit


@errgroup.func("func WithContext(ctx context.Context) (*Group, context.Context)", run=True)
def with_context(run: Run, ctx: Any) -> tuple[Storage, Box]:
    made, cancel = with_cancel_cause(run, ctx)
    return [cancel, [[], [[], [0, 0], 0], 0, None], 0, 0, None, False, None], made


@errgroup.method("func (g *Group) Go(f func() error)", run=True)
def go(run: Run, g: Storage, f: Callable[[], Any]) -> None:
    if g[_LIMIT]:
        if g[_ACTIVE] >= g[_LIMIT] - 1:
            wait_in(run, g, _WAITERS, "chan send")  # an ending goroutine passes its place to this one
        else:
            g[_ACTIVE] += 1
    _start(run, g, f)


@errgroup.method("func (g *Group) TryGo(f func() error) bool", run=True)
def try_go(run: Run, g: Storage, f: Callable[[], Any]) -> bool:
    if g[_LIMIT]:
        if g[_ACTIVE] >= g[_LIMIT] - 1:
            return False
        g[_ACTIVE] += 1
    _start(run, g, f)
    return True


def _start(run: Run, g: Storage, f: Callable[[], Any]) -> None:
    limited = bool(g[_LIMIT])

    def task() -> None:
        try:
            error = f()
        except Exception as exc:
            panic = as_panic(exc)
            if panic is not None and panic.goexit:
                _leave(run, g, limited)
            raise
        if error is not None and not g[_FAILED]:
            g[_FAILED], g[_ERR] = True, error
            if g[_CANCEL] is not None:
                g[_CANCEL](error)
        _leave(run, g, limited)

    add(run, g[_WG], 1)
    run.sched.go(task, (), "errgroup.(*Group).Go", place_of_call())


def _leave(run: Run, g: Storage, limited: bool) -> None:
    if limited and not wake_from(run, g, _WAITERS):
        g[_ACTIVE] -= 1
    done(run, g[_WG])


@errgroup.method("func (g *Group) Wait() error", run=True)
def wait_(run: Run, g: Storage) -> Any:
    wait(run, g[_WG])
    if g[_CANCEL] is not None:
        g[_CANCEL](g[_ERR])
    return g[_ERR]


@errgroup.method("func (g *Group) SetLimit(n int)")
def set_limit(g: Storage, n: int) -> None:
    if n < 0:
        g[_LIMIT] = 0
        return
    if g[_LIMIT] and g[_ACTIVE]:
        text = f"errgroup: modify limit while {g[_ACTIVE]} goroutines in the group are still active"
        raise GoPanic(new_error(text))
    g[_LIMIT], g[_ACTIVE] = n + 1, 0
