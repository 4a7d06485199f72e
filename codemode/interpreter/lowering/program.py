"""A lowered program. It has no state of a run, so runs and threads may share it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.dsl.deep_stack import DeepStack
from codemode.interpreter.lowering.builder import Builder
from codemode.interpreter.lowering.goroutine_leaks import leak_warnings
from codemode.interpreter.machine.dispatch import Target, implements
from codemode.interpreter.machine.frames import Code, FuncCode
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Exit, too_deep, type_of
from codemode.types import model
from codemode.types.model import Type
from codemode.types.objects import Func


class Program:
    """The program that `interpreter.machine` drives: `start` gives a run its globals, `main` runs it, `out` reads its result."""

    def __init__(self, builder: Builder, init: Code, inits: list[FuncCode], main: FuncCode) -> None:
        self.builder = builder
        self.targets: dict[tuple[Type, str], Target | None] = {}
        self._init = init
        self._inits = inits
        self._main = main
        self.out_index = builder.out_slot() if builder.checked.out is not None else -1
        self._makers: list[Callable[[], Any]] = []
        self.expressions = 0  # that were lowered before the first run

    def seal(self, makers: list[Callable[[], Any]]) -> None:
        self._makers = makers
        self.expressions = self.builder.expressions

    def start(self, run: Run) -> None:
        run.program = self
        run.globals = [make() for make in self._makers]

    def main(self, run: Run) -> None:
        """Runs package variables, init functions, then main."""
        self.builder.tier.begin_run()
        enter(run, "main.init", self._init)
        for code in self._inits:
            code.entry(run)
        try:
            self._main.entry(run)
        except Exit as leaving:
            if leaving.error is None:
                self._look_at_out(run)
            raise
        self._look_at_out(run)
        if len(run.sched.alive) > 1:
            run.leaks = leak_warnings(run.sched, self.builder.checked.file)

    def _look_at_out(self, run: Run) -> None:
        """Rejects an error as a result."""
        value, _ = self.out(run)
        kind = type_of(value)
        if kind is not None and implements(kind, model.ERROR):
            raise Exit(1, value, "__out held an error: put the result there, and handle or return the error")

    def out(self, run: Run) -> tuple[Any, bool]:
        """Returns the value of __out, and whether the program has one; a value that a repair put there does not count if the program printed its
        result."""
        checked = self.builder.checked
        if self.out_index < 0 or not checked.sets_out or self.out_index >= len(run.globals):
            return None, False
        if checked.out_unless_printed and run.has_printed:
            return None, False
        return run.globals[self.out_index], True

    def entry(self, func: Func, type_args: tuple[Type, ...]) -> Target:
        """Returns a guest function or method that is first needed at run time, for example through an interface."""
        builder = self.builder
        with builder.lock:
            code = builder.code(func, type_args)
            if not code.ready:
                with DeepStack(0):
                    builder.drain()
        return code.entry


def enter(run: Run, who: str, code: Code) -> None:
    """Runs code in its own frame, as the function `who`."""
    if run.limits.max_call_depth < 1:
        raise too_deep(run.limits.max_call_depth, who)
    code([run])
