"""Go as a language of the engine."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import WHOLE, Shown, declaration
from codemode.data.gc_pause import no_collections
from codemode.dsl import Diagnostic, Source, parse
from codemode.engine.failures import Failure, failure_of
from codemode.engine.json_data import encode
from codemode.engine.languages.language import Compiled, Prepared
from codemode.engine.limits import KIB
from codemode.engine.natives.calling import HostView
from codemode.engine.rejections import first, our_bugs, rejection
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.errors import SourceRejected
from codemode.interpreter.machine.guest_to_host import LESS, sent
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.missing_keys import shows_missing
from codemode.interpreter.machine.request_limits import SHARE, too_much
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.signals import Failed
from codemode.interpreter.machine.values import Exit, Halt
from codemode.types.limits import TooComplex
from codemode.types.objects import ToolIndex

if TYPE_CHECKING:
    from codemode.dsl import Parsed
    from codemode.engine.effects import Effects
    from codemode.types import Checked

LARGE = 64 * KIB  # bytes of a value's JSON from which it is passed on without decoding


def checked(code: str, toolbox: Toolbox, *, strict: bool = False) -> tuple[Parsed, Checked]:
    """Parses and checks a program and returns the checked tree; type errors are in the result. Raises ParseError and InputError."""
    parsed = parse(code)
    return parsed, _types_of(parsed, toolbox, strict)


def _types_of(parsed: Parsed, toolbox: Toolbox, strict: bool) -> Checked:
    # here and below, because Python cells need neither checker nor lowering
    from codemode.dsl.check import check, parser_problems

    found = check(
        parsed.file,
        importer=toolbox.library,
        tools=toolbox.catalog,
        strict=strict,
        predeclared=toolbox.library.predeclared(),
        source=parsed.source,
    )
    found.problems += parser_problems(parsed.warnings, [*parsed.mends, *found.mends])
    return found


@our_bugs()
@no_collections()
def compile_source(code: str, toolbox: Toolbox, *, strict: bool = False) -> Compiled:
    """Compiles a program. Raises SourceRejected or InputError if it cannot run."""
    from codemode.interpreter.lowering.lower import lower

    began = time.perf_counter()
    parsed = parse(code)
    source, parsed_at = parsed.source, time.perf_counter()
    found = _types_of(parsed, toolbox, strict)
    if found.errors:
        raise rejection([source.bind(p) for p in found.errors])
    checked_at = time.perf_counter()
    try:
        program = lower(found)
    except TooComplex as stop:
        pos, end = stop.at or (found.file.pos, found.file.end)
        raise rejection([source.bind(stop.problem(pos, end))]) from stop
    times = (began, parsed_at, checked_at, time.perf_counter())
    mends = sorted([*parsed.mends, *found.mends], key=lambda m: m.pos)
    prepared = Prepared(
        repairs=first(source.bind_mend(m) for m in mends if not m.of_result),
        result_repairs=first(source.bind_mend(m) for m in mends if m.of_result),
        warnings=first(source.bind(p) for p in found.problems),
        calls=tuple(found.tool_calls),
        ms={name: (end - start) * 1000 for name, start, end in zip(("parse", "check", "lower"), times, times[1:])},
    )
    # the program keeps the result of the checker, and these take much memory; nobody reads them again
    found.mends.clear()
    found.problems.clear()
    return Compiled(program, source, prepared, Go(), program.expressions)


class Go:
    name = "go"
    title, comment, search = "Go", "//", "codemode.SearchTools(query, limit)"
    call = '__out = codemode.CallTool("name", map[string]any{...})'

    def check(self, code: str, toolbox: Toolbox, *, strict: bool) -> list[Diagnostic]:
        with our_bugs():
            parsed, found = checked(code, toolbox, strict=strict)
        return [parsed.source.bind(problem) for problem in sorted(found.problems, key=lambda p: p.pos)]

    def compile(self, code: str, toolbox: Toolbox, *, strict: bool) -> Compiled:
        return compile_source(code, toolbox, strict=strict)

    def reads(self, code: str, *, repaired: bool = False) -> bool:
        try:
            with our_bugs():
                return not any(mend.python for mend in parse(code, repair=repaired).mends)
        except SourceRejected:
            return False

    def machine(self, compiled: Compiled, tools: ToolIndex, start: Start) -> Machine:
        return Machine(
            Entry(compiled.program, compiled.source.text),
            limits=start.limits.machine,
            seed=start.seed,
            started_at=start.started_at,
            data={"host": HostView(tools, start.given())},
        )

    def failure(
        self, signal: Failed, source: Source, warnings: Sequence[Diagnostic], told: Sequence[Diagnostic]
    ) -> Failure:
        return failure_of(signal, source, warnings, told)

    def effects(self, code: str, toolbox: Toolbox, *, strict: bool) -> Effects:
        from codemode.engine.effect_sites import effects_of  # needs pydantic, which a run does not

        with our_bugs():
            parsed, found = checked(code, toolbox, strict=strict)
            if found.errors:
                raise rejection([parsed.source.bind(p) for p in found.errors])
            return effects_of(found, parsed.source, toolbox.catalog)

    def guide(self) -> str:
        from codemode.engine import guide  # here and below, because a program that runs needs none of it

        return guide.whole_guide()

    def snippet_guide(self, *, streams: bool) -> str:
        from codemode.engine import guide

        return guide.snippet_guide(streams=streams)

    def agent_text(self) -> str:
        from codemode.engine import guide

        return guide.agent_text()

    def declaration(self, entry: ToolEntry, shown: Shown = WHOLE) -> str:
        return declaration(entry, shown)

    def mcp_call(self, tool: str) -> str:
        return f"call {tool}(args), not codemode.CallTool"


class Entry:
    """The program, with its result turned into JSON inside the guest: there it may block, and the guest's budget pays for it."""

    __slots__ = ("converted", "encoded", "has_value", "out_pos", "program", "value")

    def __init__(self, program: Any, text: str) -> None:
        self.program = program
        self.out_pos = max(0, text.rfind("__out"))  # the most likely place where the result is set
        self.value: Any = None
        self.has_value = False
        self.encoded: bytes | None = None  # of a large value
        self.converted = False

    def start(self, run: Run) -> None:
        self.program.start(run)

    def main(self, run: Run) -> None:
        try:
            self.program.main(run)
        except Exit as leaving:
            if leaving.error is None:
                self._convert(run)
            raise
        self._convert(run)

    def out(self, run: Run) -> tuple[Any, bool]:
        if not self.converted:
            # os.Exit in another goroutine than main
            try:
                self._convert(run)
            except Halt:
                self.value, self.has_value = None, False
        return self.value, self.has_value

    def _convert(self, run: Run) -> None:
        self.converted = True
        value, self.has_value = self.program.out(run)
        if self.has_value:
            self.value, odd = sent(run, value)
            if odd:
                run.warn(f"in __out, {odd}: the result has a text instead", self.out_pos)
            self.encoded = encoded_result(run, self.value)
            if run.shapes.misses:
                run.shapes.in_value = shows_missing(self.value)


def is_small(value: Any) -> bool:
    """Whether plain data certainly has little JSON, judged at a glance."""
    if isinstance(value, str):
        return len(value) < 1000
    items = cast("dict[str, Any] | list[Any]", value)
    if len(items) >= 20:
        return False
    inside: Iterable[Any] = items
    if isinstance(items, dict):
        if sum(map(len, items)) >= 1000:
            return False
        inside = items.values()
    return all(type(item) not in (dict, list) and (type(item) is not str or len(item) < 100) for item in inside)


def encoded_result(run: Run, value: Any) -> bytes | None:
    """Returns the JSON of a result that is plain data, if it is large. Raises Halt if it is too large."""
    if type(value) not in (dict, list, str) or is_small(value):
        return None
    data = encode(value)
    run.charge(len(data) // 64)
    most = run.limits.memory_limit_bytes // SHARE
    if len(data) > most:
        raise Halt("memory_limit_exceeded", f"the result has {too_much(len(data), most)}", LESS)
    return data if len(data) > LARGE else None
