"""Python, as the engine knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from codemode.catalog import ToolEntry
from codemode.catalog.stubs import stub
from codemode.dsl import Diagnostic, Source
from codemode.dsl.diagnostics import Mend, Problem
from codemode.engine import guide
from codemode.engine.compiling import Compiled, Prepared, our_bugs, place_of, rejection
from codemode.engine.failures import Failure
from codemode.engine.inputs import plain_data
from codemode.engine.languages.go import encoded_result
from codemode.engine.toolbox import Toolbox
from codemode.errors import ParseError
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Failed
from codemode.python import compiling
from codemode.python.checking import Fault
from codemode.python.program import Entry, PythonMachine
from codemode.types.objects import ToolIndex

if TYPE_CHECKING:
    from codemode.engine.guest import Start

FILE = "cell.py"


class Python:
    name = "python"
    only_in_workers = True

    def check(self, code: str, toolbox: Toolbox, *, strict: bool) -> list[Diagnostic]:
        source = Source(code, FILE)
        with our_bugs():
            return [source.bind(_problem(fault)) for fault in compiling.compiled(code, toolbox.catalog).faults]

    def compile(self, code: str, toolbox: Toolbox, *, strict: bool) -> Compiled:
        source = Source(code, FILE)
        with our_bugs():
            found = compiling.compiled(code, toolbox.catalog)
            if found.code is None:
                placed = [source.bind(_problem(fault)) for fault in found.faults]
                if placed[0].code == "parse_failed":
                    first = placed[0]
                    refused = ParseError(f"{first.line}:{first.column}: {first.message}", diagnostics=placed)
                    raise refused
                raise rejection(placed)
        repairs = tuple(source.bind_mend(Mend(*mend)) for mend in found.mends)
        prepared = Prepared(repairs=repairs, warnings=(), calls=tuple(found.calls), ms=found.ms)
        return Compiled(found.code, source, prepared, self)

    def reads(self, code: str) -> bool:
        return compiling.is_python(code)

    def machine(self, compiled: Compiled, tools: ToolIndex, start: Start) -> Machine:
        limits: MachineLimits = start.limits.machine
        entry = Entry(compiled.program, tools, plain_data(start.data), encoded_result)
        return PythonMachine(entry, limits=limits, seed=start.seed, started_at=start.started_at)

    def failure(
        self, signal: Failed, source: Source, warnings: Sequence[Diagnostic], told: Sequence[Diagnostic]
    ) -> Failure:
        found = Failure(signal.code, signal.message, signal.hint, exit_code=signal.exit_code)
        if signal.pos >= 0:
            found.diagnostics = [
                place_of(source, Problem(signal.code, signal.message, signal.pos, signal.pos, signal.hint))
            ]
        if signal.trace:
            lines = ["Traceback (most recent call last):"]
            for frame in reversed(signal.trace):
                line = source.place(frame.pos)[0] if frame.pos >= 0 else 0
                lines.append(f'  File "{source.name}", line {line}, in {frame.func}')
            found.trace = "\n".join([*lines, signal.message.split("\n", 1)[0][:200]]) + "\n"
        return found

    def guide(self) -> str:
        return guide.python_guide()

    def declaration(self, entry: ToolEntry) -> str:
        return stub(entry)


def _problem(fault: Fault) -> Problem:
    severity = "warning" if fault.severity == "warning" else "error"
    return Problem(fault.code, fault.message, fault.pos, fault.end, fault.hint, severity)
