"""What went wrong with a snippet, in the words for the model that shall repair it and for the person who asked."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.engine import Failed
from codemode.errors import CodeModeError
from codemode.orchestrator.effects import Ledger
from codemode.orchestrator.outcome import Attempt

MAX_PROBLEMS = 20
MAX_PRINTED = 2_000  # characters of what the snippet printed before it failed
MAX_TEXT = 4_000

# another snippet would fail in the same way, or nobody wants one any more
_FINAL = frozenset(["internal_error", "runtime_unavailable", "aborted", "invalid_config", "too_many_runs"])


def repairable(reply: Failed) -> bool:
    """Whether another snippet may do better."""
    # what needs an approval that nobody can give needs it in every snippet
    return reply.code not in _FINAL and not (reply.code == "tool_denied" and reply.phase == "host")


def problem_text(reply: Failed | None, failure: CodeModeError) -> str:
    """Everything that is known about a failure: message, places with carets, hints, the stack of a panic, and what was printed before."""
    if reply is None:
        return failure.message
    parts: list[str] = []
    shown = reply.diagnostics[:MAX_PROBLEMS]
    if reply.phase in ("parse", "check") and shown:
        parts.append(f"It did not pass the {reply.phase} and nothing of it was run:")
        parts += [str(diagnostic) for diagnostic in shown]
        if len(reply.diagnostics) > len(shown):
            parts.append(f"and {len(reply.diagnostics) - len(shown)} more problems")
    else:
        parts.append(f"It failed while it ran ({reply.code}): {reply.error}"[:MAX_TEXT])
        parts += [str(diagnostic) for diagnostic in shown]
        if reply.trace:
            parts.append(reply.trace[:MAX_TEXT])
    if reply.hint:
        parts.append(f"Hint: {reply.hint}")
    printed = reply.stdout
    if printed:
        parts.append(f"It had printed:\n{printed[-MAX_PRINTED:]}")
    return "\n".join(parts)


def calls_text(ledger: Ledger) -> str:
    """What the attempts so far did to the world."""
    if not ledger.records:
        return "None."
    lines = [f"- attempt {record.attempt}: {record}" for record in ledger.records]
    if any(record.status == "ok" and not record.repeatable for record in ledger.records):
        lines.append(
            "What worked has had its effect. A call with the same tool and the same arguments is not made again: it gives its recorded "
            "result. Do not make such a call with other arguments unless the request asks for it."
        )
    if any(record.status == "in doubt" for record in ledger.records):
        lines.append("A call whose end is not known may have had its effect: look before you repeat it.")
    return "\n".join(lines)


def gave_up(failure: CodeModeError, history: Sequence[Attempt]) -> CodeModeError:
    """The last failure, saying also what was tried before it."""
    if len(history) < 2:
        return failure
    told = [f"{number}. {_first_line(attempt.problem)}" for number, attempt in enumerate(history, 1)]
    failure.message = f"{failure.message}\ngave up after {len(history)} attempts:\n" + "\n".join(told)
    failure.args = (failure.message,)
    return failure


def _first_line(problem: str) -> str:
    lines = [line.strip() for line in problem.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].endswith(":"):
        lines = lines[1:]
    return lines[0][:300] if lines else "unknown"
