"""Compiles source text to a program that can run: parse, check, lower. Every problem becomes a diagnostic with its place."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from codemode.dsl import Diagnostic, Parsed, Repair, Source, parse
from codemode.dsl.deep_stack import DeepStack
from codemode.dsl.diagnostics import Problem
from codemode.engine.inputs import source_text
from codemode.engine.toolbox import Toolbox
from codemode.errors import CheckError, CodeModeError, InternalError, ModuleAccessError, SourceRejected
from codemode.interpreter.lowering.lower import lower
from codemode.tool_cache import ToolCache, program_key
from codemode.types import Checked
from codemode.types import check as check_types
from codemode.types.model import TooComplex

if TYPE_CHECKING:
    from codemode.engine.languages import Language

log = logging.getLogger("codemode")


@dataclass(slots=True, frozen=True)
class Prepared:
    """What was found out about a program's text before it ran. `result_repairs` are those that count if the program gives its result so; `calls` are
    the tools it calls by constant name; `ms` is the time for each phase: parse (with the repairs), check, lower."""

    repairs: tuple[Repair, ...]
    warnings: tuple[Diagnostic, ...]
    calls: tuple[tuple[str, bool, int], ...]
    ms: dict[str, float]
    result_repairs: tuple[Repair, ...] = ()


@dataclass(slots=True, frozen=True)
class Compiled:
    """A program that can run."""

    program: Any
    source: Source
    prepared: Prepared
    language: Language


def checked(code: str, toolbox: Toolbox, *, strict: bool = False) -> tuple[Parsed, Checked]:
    """The checked tree. Raises ParseError and InputError; problems of types are in the result."""
    parsed = parse(code)
    return parsed, _types_of(parsed, toolbox, strict)


def _types_of(parsed: Parsed, toolbox: Toolbox, strict: bool) -> Checked:
    found = check_types(
        parsed.file,
        importer=toolbox.library,
        tools=toolbox.catalog,
        strict=strict,
        predeclared=toolbox.library.predeclared(),
        source=parsed.source,
    )
    found.problems += parsed.warnings
    return found


def compile_source(code: str, toolbox: Toolbox, *, strict: bool = False) -> Compiled:
    """Raises a SourceRejected or InputError when the source cannot run."""
    with our_bugs():
        return _compiled(code, toolbox, strict)


@contextmanager
def our_bugs() -> Generator[None]:
    """An exception that is not one of codemode's errors is a bug of ours: it is logged and not shown."""
    try:
        with DeepStack(0):
            yield
    except CodeModeError:
        raise
    except RecursionError as deep:
        raise CheckError("the program is nested too deeply") from deep
    except TooComplex as stop:
        raise CheckError(stop.MESSAGE, code=stop.CODE) from stop
    except MemoryError as full:
        raise CheckError("the program needs more memory to be compiled than there is") from full
    except Exception as bug:
        log.exception("internal error while compiling")
        raise InternalError("internal error while compiling the program") from bug


def _compiled(code: str, toolbox: Toolbox, strict: bool) -> Compiled:
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
        repairs=tuple(source.bind_mend(m) for m in mends if not m.of_result),
        result_repairs=tuple(source.bind_mend(m) for m in mends if m.of_result),
        warnings=tuple(source.bind(p) for p in found.problems),
        calls=tuple(found.tool_calls),
        ms={name: (end - start) * 1000 for name, start, end in zip(("parse", "check", "lower"), times, times[1:])},
    )
    from codemode.engine.languages import language_of

    return Compiled(program, source, prepared, language_of("go"))


def compile_cached(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: Sequence[str] = ("go",)
) -> Compiled:
    """The program from the cache, or compiled and kept. What is no text or meant for a shell is refused as by `source_text`. `languages`: see
    `Start`."""
    if type(code) is not str:
        source_text(code)

    def compiled() -> Compiled:
        from codemode.engine.languages import compile_as

        return compile_as(languages, source_text(code), toolbox, strict=strict)

    return cache.program(program_key(code, toolbox.version, (strict, *languages)), compiled)


def rejection(diagnostics: Sequence[Diagnostic]) -> SourceRejected:
    """The error for problems of a source; its text is the first of them."""
    first = diagnostics[0]
    more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
    kind = ModuleAccessError if first.code == "module_access_denied" else CheckError
    error = kind(f"{first.line}:{first.column}: {first.message}{more}", code=first.code, diagnostics=diagnostics)
    error.hint = first.hint
    return error


def place_of(source: Source, problem: Problem) -> Diagnostic:
    """A run-time problem with its place; one without an end is marked to the end of the word there."""
    end = problem.end
    text = source.text
    if end <= problem.pos:
        end = problem.pos
        while end < len(text) and (text[end].isalnum() or text[end] in "_."):
            end += 1
    return source.bind(replace(problem, end=max(end, problem.pos + 1)))
