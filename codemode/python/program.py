"""A compiled Python program and its machine, which is the same machine as for Go, with the same goroutines."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import decimal
import sys
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from greenlet import GreenletExit

from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.signals import Failed, Finished, Frame, Signal
from codemode.interpreter.machine.values import Halt
from codemode.python import words
from codemode.python.failure_text import failed_with
from codemode.python.frames import Text
from codemode.python.guards import Guest
from codemode.python.library import ALL_GUARDS, names_of
from codemode.python.memory import measure
from codemode.python.meter import PythonRun, begin, end
from codemode.python.results import Result
from codemode.python.tasks import Coroutine, Task, Tasks
from codemode.python.tool_names import Spaces
from codemode.python.tools import ToolApi
from codemode.python.values import Leave

DEPTH = 1000  # nesting of the program's calls
FRAMES = 3 * DEPTH  # Python frames, with those of the guards and the library


@dataclass(slots=True, frozen=True)
class Code:
    """A compiled program. It can run any number of times."""

    code: CodeType
    text: Text
    is_async: bool
    names: tuple[str, ...]  # names that it reads and does not bind
    guards: tuple[str, ...]  # the guards that it calls
    unsaid: tuple[str, str] = ("", "")  # why the program may show no result, and what its result may be
    spaces: Spaces = field(default_factory=lambda: {})  # the registered namespaces


class Entry:
    """The program that a machine runs, and its result as plain data."""

    def __init__(self, code: Code, catalog: Any, data: Any, encode: Any, takes_bytes: Any) -> None:
        self._takes_bytes = takes_bytes
        self.code = code
        self.catalog = catalog
        self.data = data
        self._encode = encode
        self.encoded: bytes | None = None
        self.value: Any = None
        self.has_value = False
        self.guest: Guest | None = None
        self.exit_code = 0

    def start(self, run: Any) -> None:
        begin(run)
        guest = self.guest = Guest(run, self.code.text, ALL_GUARDS)
        guest.tasks = Tasks(run)
        how: Any = {"takes_bytes": self._takes_bytes, "is_async": self.code.is_async}
        guest.api = ToolApi(guest, self.catalog, self.data, self.code.spaces, **how)
        for name in self.code.guards:
            guest.guard(name)
        guest.names.update(names_of(guest, self.code.names))
        guest.space["__builtins__"] = guest.names
        main = Task(guest.tasks, "main")
        guest.tasks._by_goroutine[run.sched.current.id] = main

    def main(self, run: Any) -> None:
        guest = self.guest
        assert guest is not None
        try:
            try:
                decimal.setcontext(decimal.DefaultContext)  # the greenlet may have run another program
                exec(self.code.code, guest.space)
            except Leave:
                pass
            except SystemExit as leaving:
                self._exit(leaving)
            self._convert(run)
            self._tell_of_lost(guest)
        except (Halt, GreenletExit):
            raise
        except MemoryError:
            run.stop(Halt("memory_limit_exceeded", "the program needs more memory than there is"))
        except BaseException as failure:
            raise Uncaught(failed_with(failure, guest.text, guest)) from None

    def _exit(self, leaving: SystemExit) -> None:
        code = leaving.code
        if code is None or isinstance(code, int):
            self.exit_code = int(code or 0) & 0xFF
        else:
            raise leaving

    def _convert(self, run: Any) -> None:
        guest = self.guest
        assert guest is not None
        value, self.has_value = self._result(run, guest)
        if not self.has_value:
            return

        def odd(told: str) -> None:
            run.warn(f"{told}: the result has a text instead", max(0, guest.text.text.rfind("__out")))

        self.value = Result(run, guest.str, odd).of(value)
        self.encoded = self._encode(run, self.value)

    def _result(self, run: Any, guest: Guest) -> tuple[Any, bool]:
        """Returns the value of the program, and whether it has one. A last expression that is None is none if something was printed."""
        space = guest.space
        by = next((name for name in ("__out", words.RETURNED) if name in space), words.LAST)
        value = _awaited(guest, space.get(by))
        if value is None and words.OUT_OF_FUNCTION in space:
            by = words.OUT_OF_FUNCTION
            value = _awaited(guest, space[by])
        why, meant = self.code.unsaid
        if value is None and why and by == words.LAST and not run.has_printed:
            told = f"the program gives no value and prints nothing: {why}"
            run.warn(told, 0, hint=f"write __out = {meant}")
        return value, value is not None or (by in space and (by != words.LAST or not run.has_printed))

    def _tell_of_lost(self, guest: Guest) -> None:
        for task in guest.tasks.lost:
            if not task.looked_at and task.failure is not None:
                found = failed_with(task.failure, guest.text, guest)
                guest.run.warn(
                    f"a task failed and nobody awaited it: {found.message}",
                    max(0, found.pos),
                    hint="await every task that you make",
                )

    def out(self, run: Any) -> tuple[Any, bool]:
        return self.value, self.has_value


def _awaited(guest: Guest, value: Any) -> Any:
    return guest.tasks.wait_for(value) if isinstance(value, Coroutine | Task) else value


class Uncaught(Exception):
    """The program did not catch an exception. `told` was made where the program still ran, because texts of exceptions may be made by its code."""

    def __init__(self, told: Failed) -> None:
        super().__init__()
        self.told = told


class PythonMachine(Machine):
    """One run of a Python program. See Machine."""

    run_class = PythonRun
    program: Entry
    run: PythonRun

    def __init__(self, program: Entry, **options: Any) -> None:
        super().__init__(program, **options)
        self.run.measure = lambda: measure(self.run)

    def _step(self) -> Signal:
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(_depth() + FRAMES)
        try:
            signal = super()._step()
        finally:
            sys.setrecursionlimit(before)
        if isinstance(signal, Finished):
            signal.exit_code = self.program.exit_code
        return signal

    def _end(self, signal: Finished | Failed) -> Signal:
        if isinstance(signal, Finished):
            self._tell_of_tasks()
        self.run.poison()
        return super()._end(signal)

    def close(self) -> None:
        self.run.poison()
        super().close()
        end(self.run)

    def _tell_of_tasks(self) -> None:
        guest = self.program.guest
        if guest is None:
            return
        for (name, pos), count in guest.tasks.unawaited.items():
            if count > 0:
                told = f"{name} was called and not awaited: the call was not made"
                self.run.warn(
                    told,
                    max(0, pos),
                    hint="write `await` before the call; in a program with `await`, all calls need it",
                )
        open_tasks = [t for t in guest.tasks._by_goroutine.values() if t.name != "main" and not t.is_done]
        if open_tasks:
            told = f"the program ended while {len(open_tasks)} of its tasks were still running"
            self.run.warn(told, 0, hint="await every task that you make")

    def _how(self, stop: BaseException, g: Goroutine) -> Failed | Finished:
        if isinstance(stop, Halt):
            places: list[Frame] = self.run.places
            pos = places[0].pos if places else -1
            return Failed(code=stop.code, message=stop.message, hint=stop.hint, pos=pos, trace=places, goroutine=g.id)
        if isinstance(stop, Uncaught):
            return stop.told
        self.bug = stop
        return Failed(code="internal_error", message="internal error in the interpreter")

    def _deadlock(self) -> Failed:
        waiting = ", ".join(sorted({g.waiting for g in self.sched.alive.values() if g.waiting}))
        g = self.sched.main or self.sched.current
        trace = self.program.guest.text.stack(g.sleeper.gr_frame) if self.program.guest and g.sleeper else []
        return Failed(
            code="deadlock",
            message="deadlock: every task waits for another one, and no call is open",
            hint=f"waiting: {waiting}" if waiting else "",
            pos=trace[0].pos if trace else -1,
            trace=trace,
        )


def _depth() -> int:
    depth, frame = 0, sys._getframe()  # pyright: ignore[reportPrivateUsage] - CPython's own way to its frames
    while frame is not None:
        depth, frame = depth + 1, frame.f_back
    return depth
