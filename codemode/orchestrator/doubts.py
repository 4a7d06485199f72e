"""Programs that ran to their end with a result that is probably wrong. The codes of their warnings tell, never the texts."""

from __future__ import annotations

from codemode.dsl import Diagnostic
from codemode.engine import Completed
from codemode.interpreter.lowering.left_behind import GOROUTINES_LEFT
from codemode.interpreter.machine.missing_keys import MISSING_IN_VALUE

DOUBTFUL = frozenset({MISSING_IN_VALUE, GOROUTINES_LEFT})


def doubts(reply: Completed) -> list[Diagnostic]:
    """The warnings that make the reply a problem to repair."""
    return [warning for warning in reply.warnings if warning.code in DOUBTFUL]
