"""Compiles source text to a program that can run: parse, check, lower. Every problem becomes a diagnostic with its place."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from codemode.data.gc_pause import no_collections
from codemode.dsl import Diagnostic, Repair, Source
from codemode.dsl.diagnostics import Problem
from codemode.engine.inputs import source_text
from codemode.engine.toolbox import Toolbox
from codemode.errors import CheckError, CodeModeError, InternalError, ModuleAccessError, SourceRejected
from codemode.records import dataclass
from codemode.tool_cache import ToolCache, program_key
from codemode.types.limits import TooComplex

if TYPE_CHECKING:
    from codemode.dsl import Parsed
    from codemode.engine.languages import Language
    from codemode.types import Checked

log = logging.getLogger("codemode")

T = TypeVar("T", Repair, Diagnostic)
MAX_TOLD = 1000  # repairs, warnings or errors of one program that its reply may name
MAX_TOLD_CHARS = 1 << 20  # of their messages
EXPRESSION = 4  # characters for each expression of ordinary programs


@dataclass(slots=True, frozen=True)
class Prepared:
    """Facts about a program's text from before it ran. `result_repairs` count only if the program returns that result; `calls` are the tools that
    it calls by constant names; `ms` is the time of each phase: parse (with the repairs), check, lower."""

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
    expressions: int = 0  # that were lowered


def checked(code: str, toolbox: Toolbox, *, strict: bool = False) -> tuple[Parsed, Checked]:
    """Parses and checks a program and returns the checked tree; type errors are in the result. Raises ParseError and InputError."""
    from codemode.dsl import parse  # here and below, because a host whose programs run in workers compiles none

    parsed = parse(code)
    return parsed, _types_of(parsed, toolbox, strict)


def _types_of(parsed: Parsed, toolbox: Toolbox, strict: bool) -> Checked:
    from codemode.dsl.check import check

    found = check(
        parsed.file,
        importer=toolbox.library,
        tools=toolbox.catalog,
        strict=strict,
        predeclared=toolbox.library.predeclared(),
        source=parsed.source,
    )
    found.problems += parsed.warnings
    return found


@contextmanager
def our_bugs() -> Generator[None]:
    """Turns exceptions of the block into codemode errors. An unexpected one is a bug of codemode: it is logged, and its text is not shown."""
    from codemode.dsl.deep_stack import DeepStack

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
        raise CheckError("compiling the program needs more memory than there is") from full
    except Exception as bug:
        log.exception("internal error while compiling")
        raise InternalError("internal error while compiling the program") from bug


@our_bugs()
@no_collections()
def compile_source(code: str, toolbox: Toolbox, *, strict: bool = False) -> Compiled:
    """Compiles a program. Raises SourceRejected or InputError if it cannot run."""
    from codemode.dsl import parse
    from codemode.engine.languages import language_of
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
    return Compiled(program, source, prepared, language_of("go"), program.expressions)


def compile_cached(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: Sequence[str] = ("go",)
) -> Compiled:
    """Returns the program from the cache, or compiles and caches it. Raises InputError as `source_text` does, for shell commands and what is not
    text. `languages`: see `Start`."""
    if type(code) is not str:
        source_text(code, language=languages[0])

    def compiled() -> Compiled:
        from codemode.engine.languages import compile_as

        return compile_as(languages, source_text(code, language=languages[0]), toolbox, strict=strict)

    return cache.program(
        program_key(code, toolbox.version, (strict, *languages)),
        compiled,
        lambda made: max(made.expressions, len(code) // EXPRESSION),
    )


def compile_given(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: Sequence[str] = ("go",)
) -> Compiled:
    """Like `compile_cached`. Raises OtherLanguage if the program is in Python, which is none of the `languages`: its blocks are Python's, or Go
    refuses its operators."""
    made, refused = None, None
    try:
        made = compile_cached(code, toolbox, cache, strict=strict, languages=languages)
        if not made.prepared.repairs:
            return made
    except CodeModeError as error:
        refused = error

    from codemode.engine.languages import PYTHON, OtherLanguage, may_be_python
    from codemode.python.grammar import has_blocks

    if (made is None or has_blocks(code)) and may_be_python(languages, code, strict=strict):
        raise OtherLanguage(PYTHON)
    if made is None:
        assert refused is not None
        raise refused
    return made


def languages_of(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: tuple[str, ...] = ("go",)
) -> tuple[str, ...]:
    """Returns the languages that a run of the program tries, the stated one first."""
    from codemode.engine.languages import OtherLanguage, may_be_python

    if not may_be_python(languages, code, strict=strict):
        return languages
    try:
        compile_given(code, toolbox, cache, strict=strict, languages=languages)
    except OtherLanguage as other:
        return (*languages, other.name)
    except CodeModeError:
        pass
    return languages


def rejection(diagnostics: Sequence[Diagnostic]) -> SourceRejected:
    """The error for the problems of a source; its text is the first problem."""
    head = diagnostics[0]
    more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
    kind = ModuleAccessError if head.code == "module_access_denied" else CheckError
    text = f"{head.line}:{head.column}: {head.message}{more}"
    error = kind(text, code=head.code, diagnostics=first(diagnostics))
    error.hint = head.hint
    return error


def first(told: Iterable[T]) -> tuple[T, ...]:
    """As many of them as anybody reads. A program may have thousands, or each may show a type of 50 KB."""
    found, size = list[T](), 0
    for each in islice(told, MAX_TOLD):
        found.append(each)
        size += len(each.message)
        if size > MAX_TOLD_CHARS:
            break
    return tuple(found)


def place_of(source: Source, problem: Problem) -> Diagnostic:
    """The place of a run-time problem. Without an end it is marked up to the end of the word."""
    end = problem.end
    text = source.text
    if end <= problem.pos:
        end = problem.pos
        while end < len(text) and (text[end].isalnum() or text[end] in "_."):
            end += 1
    return source.bind(replace(problem, end=max(end, problem.pos + 1)))
