"""sync: Once and functions that run once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.sync.locks import Storage, mutex_lock, mutex_unlock, sync
from codemode.stdlib.sync.wait import repanicked

sync.type("type Once struct { _ noCopy; done atomic.Bool; m Mutex }")
_DONE, _M = 1, 2
_BIT = 1  # index in an atomic.Bool
_RESULT = 800  # bytes that a function of OnceFunc keeps


@sync.method("func (o *Once) Do(f func())", run=True)
def do(run: Run, o: Storage, f: Callable[[], None]) -> None:
    if o[_DONE][_BIT]:
        return
    mutex_lock(run, o[_M])
    if not o[_DONE][_BIT]:
        try:
            f()
        except Exception:
            _finish(run, o)  # a panic also counts as a return
            raise
    _finish(run, o)


def _finish(run: Run, o: Storage) -> None:
    o[_DONE][_BIT] = 1
    mutex_unlock(run, o[_M])


class _Result:
    """The result of the only call, or its panic."""

    __slots__ = ("f", "once", "panic", "run", "value")

    def __init__(self, run: Run, f: Callable[[], Any]) -> None:
        run.alloc(_RESULT)
        self.run = run
        self.f: Callable[[], Any] | None = f
        self.once: Storage = [[], [[], 0], [[], [0, 0], None]]
        self.panic: GoPanic | None = None
        self.value: Any = None

    def get(self) -> Any:
        self.run.charge(1)
        do(self.run, self.once, self._call)
        if self.panic is not None:
            raise GoPanic(self.panic.value)
        return self.value

    def _call(self) -> None:
        f, self.f = self.f, None
        if f is None:
            return
        try:
            self.value = f()
        except Exception as exc:
            self.panic = as_panic(exc)
            if self.panic is None or self.panic.goexit:
                raise
            raise repanicked(self.panic) from None


sync.row("func OnceFunc(f func()) func()", lambda run, f: _Result(run, f).get)
sync.row("func OnceValue[T any](f func() T) func() T", lambda run, f: _Result(run, f).get)
sync.row("func OnceValues[T1, T2 any](f func() (T1, T2)) func() (T1, T2)", lambda run, f: _Result(run, f).get)
