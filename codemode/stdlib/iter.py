"""iter: push iterators, and Pull, which turns one into a function that returns one value at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.typeops import zero_maker
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import Package
from codemode.types.model import Type

iter = Package("iter")

iter.type("type Seq[V any] func(yield func(V) bool)")
iter.type("type Seq2[K, V any] func(yield func(K, V) bool)")


class _Puller:
    """The state of one Pull. A goroutine runs the sequence and takes turns with the caller of next."""

    def __init__(self, run: Run, seq: Callable[..., Any], zeros: tuple[Callable[[], Any], ...]) -> None:
        self.run = run
        self.seq = seq
        self.zeros = zeros
        self.worker: Goroutine | None = None
        self.asker: Goroutine | None = None
        self.asked = False  # whether next waits for a value
        self.done = False  # whether the sequence has ended or was stopped
        self.panic: GoPanic | None = None

    def next(self) -> tuple[Any, ...]:
        if self.asked and not self.done:
            raise GoPanic(b"iter.Pull: next called again before yield")
        if not self.done:
            self.asked = True
            values = self._turn()
            if values is not None:
                return (*values, True)
        return (*[zero() for zero in self.zeros], False)

    def stop(self) -> None:
        if not self.done:
            self.done = True
            if self.worker is not None:
                self._turn()

    def _turn(self) -> tuple[Any, ...] | None:
        sched = self.run.sched
        self.asker = sched.current
        if self.worker is None:
            self.worker = sched.go(self._work, (), "iter.Pull", -1)
        else:
            sched.ready(self.worker)
        values = sched.park("coroutine")
        if self.panic is not None:
            panic, self.panic = self.panic, None
            raise panic
        return values

    def _work(self) -> None:
        try:
            self.seq(self._yield)
        except Exception as exc:
            self.panic = as_panic(exc)
            if self.panic is None:
                raise
        self.done = True
        self.run.sched.ready(self._asker(), None)

    def _yield(self, *values: Any) -> bool:
        if self.done:
            return False
        if not self.asked:
            raise GoPanic(b"iter.Pull: yield called again before next")
        self.asked = False
        sched = self.run.sched
        sched.ready(self._asker(), values)
        sched.park("coroutine")
        return not self.done

    def _asker(self) -> Goroutine:
        assert self.asker is not None
        return self.asker


@iter.func("func Pull[V any](seq Seq[V]) (next func() (V, bool), stop func())", run=True, types=True)
def pull(run: Run, types: tuple[Type, ...], seq: Callable[..., Any]) -> tuple[Any, Any]:
    puller = _Puller(run, seq, tuple(zero_maker(t) for t in types))
    return puller.next, puller.stop


iter.func("func Pull2[K, V any](seq Seq2[K, V]) (next func() (K, V, bool), stop func())", run=True, types=True)(pull)
