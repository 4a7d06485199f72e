"""The meter of a Python run. It adds an end that the program cannot catch or delay."""

from __future__ import annotations

import gc
import sys
from typing import Any
from weakref import WeakSet

from greenlet import getcurrent

from codemode.interpreter.machine.run import Run, over_limit
from codemode.interpreter.machine.signals import Frame, Stream
from codemode.interpreter.machine.values import Halt

_SMALL = 128  # bytes that a new object of Python counts, about
_PLACE = 8  # bytes of a place in a list, which a step can fill


class PythonRun(Run):
    """The meter of one Python run. After `stop`, every charge and every guard raises, and no goroutine of the run continues."""

    __slots__ = (
        "__weakref__",
        "_blocks",
        "_found",
        "_fuel_before",
        "_slices",
        "final",
        "guest",
        "is_collecting",
        "places",
        "pledged",
        "spent",
    )

    final: Halt | None
    guest: Any  # a Guest
    places: list[Frame]  # where it was stopped, innermost first
    pledged: int  # bytes of unfinished comprehensions, which nothing refers to yet
    spent: int  # the steps when `poison` was called
    is_collecting: bool  # whether the garbage collector runs; it starts at different moments in every process

    def __init__(self, *args: Any) -> None:
        self.final = None
        self.guest = None
        self.places = []
        self.spent = -1
        self.is_collecting = False
        self.pledged = 0
        self._fuel_before = 0.0
        self._blocks = sys.getallocatedblocks()  # small objects in the process when it was last looked
        self._found = 0  # bytes that were live then
        self._slices = 0  # slices of steps since then
        super().__init__(*args)

    def stop(self, stop: Halt) -> None:
        """Ends the run. It does not return: the driver continues at once, so that no handler, no `finally` and no C function that called the
        program notices."""
        if self.final is None:
            self.final = stop
            self.places = self.guest.text.stack()
        self.poison()
        sched = self.sched
        if sched.failure is None:
            sched.failure = (self.final, sched.current)
            hub = sched.hub
            if getcurrent() is not hub:
                hub.switch()
        raise self.final

    def poison(self) -> None:
        """Removes all remaining steps: code that still runs, such as a finalizer, ends at its next charge."""
        if self.spent < 0:
            self.spent = super().steps
        if self.final is None:
            self.final = Halt("aborted", "the run has ended")
        self._not_granted = 0
        self.fuel = 0.0

    @property
    def steps(self) -> int:
        return super().steps if self.spent < 0 else self.spent

    def collect(self, begins: bool) -> None:
        """Marks the start or the end of a garbage collection. Generators that it closes run no code of the program, because collections happen at
        different moments in every process."""
        if begins:
            self._fuel_before, self.fuel = self.fuel, -1.0
        else:
            self.fuel = self._fuel_before
        self.is_collecting = begins

    @property
    def is_silent(self) -> bool:
        """Whether the program may run no code: during a garbage collection, and after its end, when another program may run."""
        return self.is_collecting or self.final is not None

    def refuel(self) -> bool:
        if self.is_collecting:
            raise GeneratorExit
        if self.final is not None:
            self.fuel = 0.0
            # allowed in a generator
            raise GeneratorExit if isinstance(sys.exc_info()[1], GeneratorExit) else self.final
        try:
            done = super().refuel()
            self._look()
            return done
        except Halt as stop:
            if self.final is None:
                self.stop(stop)
            raise

    def _look(self) -> None:
        """Measures what is live when there are many more small objects in the process, or after many steps: lists, tuples, closures and the like
        are made without any charge. It charges nothing and the run ends only if it holds too much, because other runs make objects, too."""
        limit = self.limits.memory_limit_bytes
        room = max(limit - self._found, limit >> 2)
        self._slices += 1
        blocks = sys.getallocatedblocks()
        self._blocks = min(self._blocks, blocks)
        if (blocks - self._blocks) * _SMALL < room and self._slices * self.limits.slice_steps * _PLACE < limit:
            return
        self._blocks, self._slices = blocks, 0
        self._found = self.measure()
        if self._found > limit:
            raise over_limit(limit)

    def take(self, size: int) -> None:
        """Charges `size` bytes before they are made, and the work of filling them. Raises Halt after the run has ended."""
        if self.final is not None:
            raise self.final
        self.held += size
        if self.held > self.most:
            self.over_memory(size)
        if size > 512:
            self.work(size >> 9)

    work = Run.charge

    def check(self) -> None:
        """Raises the failure that ended the run, if it has ended."""
        if self.final is not None:
            raise self.final

    def deeper(self, depth: int, name: str) -> None:
        pass  # Python's recursion limit applies

    def over_memory(self, size: int) -> None:
        self.check()
        try:
            super().over_memory(size)
        except Halt as stop:
            self.stop(stop)

    def print(self, text: bytes, stream: Stream = "stdout") -> None:
        self.check()
        try:
            super().print(text, stream)
        except Halt as stop:
            self.stop(stop)


_alive: WeakSet[PythonRun] = WeakSet()


def begin(run: PythonRun) -> None:
    """Tells the run when the garbage collector starts and stops."""
    _alive.add(run)
    if _collected not in gc.callbacks:
        gc.callbacks.append(_collected)


def end(run: PythonRun) -> None:
    _alive.discard(run)
    if not _alive and _collected in gc.callbacks:
        gc.callbacks.remove(_collected)


def _collected(phase: str, info: dict[str, int]) -> None:
    for run in tuple(_alive):
        if run.is_collecting is not (phase == "start"):
            run.collect(phase == "start")
