"""The meter of a Python run. It adds an end that the program cannot catch or delay."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from operator import length_hint
from typing import Any
from weakref import WeakSet

from greenlet import getcurrent

from codemode.interpreter.machine.run import Run, over_limit
from codemode.interpreter.machine.signals import Frame, Stream
from codemode.interpreter.machine.values import Halt

_SMALL = 128  # bytes that a new object of Python counts, about
_PLACE = 8  # bytes of a place in a list, which a step can fill
_AHEAD = 63  # steps that `ticks` charges ahead at most
_SPARE = 200  # items that charge: one is lost where Python's recursion limit is met in it, and none may be the last


def _resident() -> int:
    """The memory of the process in bytes; where the system does not tell, or does not let a worker read it, the most that it has had, or 0."""
    global _statm
    if _statm:
        try:
            file = os.open(_statm, os.O_RDONLY)
            try:
                return int(os.read(file, 64).split()[1]) * os.sysconf("SC_PAGE_SIZE")
            finally:
                os.close(file)
        except OSError:
            _statm = ""
    with suppress(ImportError, OSError):
        import resource  # not on every system

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return 0


_statm = "/proc/self/statm"
_last = 0  # what `_resident` told when a run of this process last looked


class _Ahead:
    """The last item of `PythonRun.ticks`. Its truth charges a step, and those ahead of it."""

    __slots__ = ("_run",)

    def __init__(self, run: PythonRun) -> None:
        self._run = run

    def __bool__(self) -> bool:
        run = self._run
        # the next item is this one again, if the charge raises or another goroutine runs meanwhile
        run.ticks.__setstate__(_AHEAD)
        run.fuel -= 1.0
        if run.fuel < 0.0:
            run.refuel()
        run.give_back()
        ahead = min(_AHEAD, int(run.fuel))
        run.fuel -= ahead
        run.ticks.__setstate__(_AHEAD - ahead)
        return True


class PythonRun(Run):
    """The meter of one Python run. After `stop`, every charge and every guard raises, and no goroutine of the run continues."""

    __slots__ = (
        "__weakref__",
        "_before",
        "_blocks",
        "_found",
        "_resident",
        "_slices",
        "final",
        "guest",
        "is_collecting",
        "places",
        "pledged",
        "spent",
        "ticks",
    )

    final: Halt | None
    guest: Any  # a Guest
    places: list[Frame]  # where it was stopped, innermost first
    pledged: int  # bytes of unfinished comprehensions, which nothing refers to yet
    spent: int  # the steps when `poison` was called
    ticks: (
        Any  # for `compress`: an endless iterator of true items, each of which has cost a step when its truth is known
    )
    is_collecting: bool  # whether the garbage collector runs; it starts at different moments in every process

    def __init__(self, *args: Any) -> None:
        self.final = None
        self.guest = None
        self.places = []
        self.spent = -1
        self.is_collecting = False
        self.pledged = 0
        self._before = 0.0, _AHEAD
        self._blocks = sys.getallocatedblocks()  # small objects in the process when it was last looked
        self._resident = _last  # bytes of the process when it was last looked
        self._found = 0  # bytes that were live then
        self._slices = 0  # slices of steps since then
        self.ticks = iter([*(True,) * _AHEAD, *(_Ahead(self),) * _SPARE])
        self.ticks.__setstate__(_AHEAD)
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
        self.give_back()
        if self.spent < 0:
            self.spent = super().steps
        if self.final is None:
            self.final = Halt("aborted", "the run has ended")
        self._not_granted = 0
        self.fuel = 0.0

    @property
    def steps(self) -> int:
        if self.spent < 0:
            self.give_back()
            return super().steps
        return self.spent

    def give_back(self) -> None:
        """Makes steps that `ticks` charged ahead part of the fuel again."""
        ahead = length_hint(self.ticks) - _SPARE
        if ahead > 0:
            self.ticks.__setstate__(_AHEAD)
            self.fuel += ahead

    def collect(self, begins: bool) -> None:
        """Marks the start or the end of a garbage collection. Generators that it closes run no code of the program, because collections happen at
        different moments in every process."""
        if begins:
            self._before = self.fuel, _AHEAD + _SPARE - length_hint(self.ticks)
            self.fuel = -1.0
            self.ticks.__setstate__(_AHEAD)
        else:
            self.fuel, at = self._before
            self.ticks.__setstate__(at)
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
        self.give_back()
        if self.fuel >= 0.0:
            return False
        try:
            done = super().refuel()
            self._look()
            return done
        except Halt as stop:
            if self.final is None:
                self.stop(stop)
            raise

    def _look(self) -> None:
        """Measures what is live when there are many more small objects in the process, when it has become larger, or after many steps: lists, tuples,
        closures, texts of a few thousand characters and the like are made without any charge. It charges nothing and the run ends only if it
        holds too much, because other runs make objects, too."""
        global _last
        limit = self.limits.memory_limit_bytes
        room = max(limit - self._found, limit >> 2)
        self._slices += 1
        blocks, resident = sys.getallocatedblocks(), _resident()
        _last = resident
        self._blocks, self._resident = min(self._blocks, blocks), min(self._resident, resident)
        is_due = (blocks - self._blocks) * _SMALL >= room or resident - self._resident >= room
        if not is_due and self._slices * self.limits.slice_steps * _PLACE < limit:
            return
        self._blocks, self._resident, self._slices = blocks, resident, 0
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
