"""Python as a language of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import WHOLE, Shown
from codemode.catalog.namespaces import Verb, has_calls
from codemode.catalog.schemas import takes_bytes
from codemode.catalog.stubs import stub
from codemode.dsl import Diagnostic, Repair, Source
from codemode.dsl.diagnostics import Problem
from codemode.engine import guide
from codemode.engine.failures import Failure
from codemode.engine.languages.go import encoded_result
from codemode.engine.languages.language import Compiled, Prepared
from codemode.engine.rejections import first, our_bugs, place_of, rejection
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.errors import ParseError
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Failed
from codemode.python import compiling
from codemode.python.checking import Fault
from codemode.python.grammar import is_python
from codemode.python.program import Entry, PythonMachine
from codemode.python.tool_names import Verb as PythonVerb
from codemode.types.objects import ToolIndex

if TYPE_CHECKING:
    from codemode.engine.effects import Effects

FILE = "cell.py"


class Python:
    name = "python"
    title, comment, search = "Python", "#", "search_tools(query)"
    call = '__out = call_tool("name", {...})'

    def check(self, code: str, toolbox: Toolbox, *, strict: bool) -> list[Diagnostic]:
        return _compiled(code, toolbox)[2]

    def compile(self, code: str, toolbox: Toolbox, *, strict: bool) -> Compiled:
        found, source, placed = _compiled(code, toolbox)
        if found.code is None:
            head = placed[0]
            if head.code == "parse_failed":
                raise ParseError(f"{head.line}:{head.column}: {head.message}", diagnostics=placed)
            raise rejection(placed)
        repairs = tuple(Repair(message, *source.place(pos)) for message, pos, _ in found.mends)
        prepared = Prepared(repairs=repairs, warnings=first(placed), calls=tuple(found.calls), ms=found.ms)
        return Compiled(found.code, source, prepared, self)

    def reads(self, code: str, *, repaired: bool = False) -> bool:
        return is_python(code)

    def machine(self, compiled: Compiled, tools: ToolIndex, start: Start) -> Machine:
        limits: MachineLimits = start.limits.machine
        entry = Entry(compiled.program, tools, start.given(), encoded_result, takes_bytes)
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

    def effects(self, code: str, toolbox: Toolbox, *, strict: bool) -> Effects:
        from codemode.engine.languages.python_effects import effects_of  # needs pydantic, which a run does not

        found, source, placed = _compiled(code, toolbox)
        if found.code is None:
            raise rejection(placed)
        with our_bugs():
            return effects_of(found.reach(), source, toolbox.catalog)

    def guide(self) -> str:
        return guide.python_guide()

    def snippet_guide(self, *, streams: bool) -> str:
        return guide.python_snippet_guide(streams=streams)

    def agent_text(self) -> str:
        return guide.python_agent_text()

    def declaration(self, entry: ToolEntry, shown: Shown = WHOLE) -> str:
        return stub(entry, shown)

    def mcp_call(self, tool: str) -> str:
        return f"call {tool}(...)"


def _compiled(code: str, toolbox: Toolbox) -> tuple[compiling.Compiled, Source, list[Diagnostic]]:
    """Returns what compiling found, the source, and the faults with their places."""
    with our_bugs():
        found = compiling.compiled(code, toolbox.catalog, _spaces(toolbox))
        source = Source(found.text.text, FILE)
        return found, source, [source.bind(_problem(fault)) for fault in found.faults]


def _spaces(toolbox: Toolbox) -> dict[str, Any]:
    return {each.namespace.name: _members(each.namespace.verbs, each.tools) for each in toolbox.namespaces}


def _members(members: Mapping[str, Any], tools: Mapping[str, str]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, member in members.items():
        if isinstance(member, Verb):
            made[name] = PythonVerb(tools[member.tool], member.params)
        else:
            made[name] = _members(cast("dict[str, Any]", member), tools) if has_calls(member) else member
    return made


def _problem(fault: Fault) -> Problem:
    severity = "warning" if fault.severity == "warning" else "error"
    return Problem(fault.code, fault.message, fault.pos, fault.end, fault.hint, severity, fault.reason)
