"""The errors for programs that cannot run, and the places of problems."""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from codemode.dsl import Diagnostic, Repair, Source
from codemode.dsl.diagnostics import Problem
from codemode.errors import CheckError, CodeModeError, InternalError, ModuleAccessError, SourceRejected
from codemode.types.limits import TooComplex

log = logging.getLogger("codemode")

T = TypeVar("T", Repair, Diagnostic)
MAX_TOLD = 1000  # repairs, warnings or errors of one program that its reply may name
MAX_TOLD_CHARS = 1 << 20  # of their messages


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
