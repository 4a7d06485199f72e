"""Finds programs that completed with a result that is probably wrong, by the codes of their warnings."""

from __future__ import annotations

import re

from codemode.dsl import Diagnostic
from codemode.dsl.diagnostics import NO_RESULT
from codemode.dsl.missing_keys import MISSING_IN_VALUE
from codemode.engine import Completed
from codemode.interpreter.lowering.dropped_errors import DROPPED_ERROR
from codemode.interpreter.lowering.goroutine_leaks import GOROUTINES_LEFT

_SAVES = re.compile(r"\b(?:store|results)\b")
DOUBTFUL = frozenset({MISSING_IN_VALUE, GOROUTINES_LEFT, DROPPED_ERROR})


def doubts(reply: Completed) -> list[Diagnostic]:
    """Returns the warnings that make the reply a problem to repair."""
    return [warning for warning in reply.warnings if warning.code in DOUBTFUL]


def nothing_said(reply: Completed, code: str) -> list[Diagnostic]:
    """Returns why a program that gave no value and printed nothing did not answer the request, which only one with an effect may do: a call, or a
    value that it saves."""
    if reply.has_value or reply.output or _SAVES.search(code):
        return []
    if any(warning.code == NO_RESULT for warning in reply.warnings):
        return reply.warnings
    message, hint = "the program gives no value and prints nothing", "assign the answer to __out"
    return [Diagnostic(NO_RESULT, message, 0, 0, 0, 0, "", hint, "warning", NO_RESULT), *reply.warnings]
