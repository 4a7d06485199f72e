"""Programs that ran to their end and still did not do what they were written for: by the codes of their warnings, never by their texts."""

from __future__ import annotations

from codemode.dsl import Diagnostic
from codemode.engine import Completed
from codemode.interpreter.missing_keys import MISSING_IN_VALUE

GOROUTINES_LEFT = (
    "goroutines_left"  # the program ended before goroutines that it had started, or before calls of theirs
)

DOUBTFUL = frozenset({MISSING_IN_VALUE, GOROUTINES_LEFT})


def doubts(reply: Completed) -> list[Diagnostic]:
    """The warnings that make the reply a problem to repair."""
    return [warning for warning in reply.warnings if warning.code in DOUBTFUL]
