"""Describes what went wrong with a snippet, for the model that repairs it and for the person who asked."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from codemode.dsl import Diagnostic
from codemode.engine import Failed
from codemode.engine.model_text import own_stack
from codemode.engine.replies import printed
from codemode.errors import CodeModeError, LimitError, ModelError
from codemode.orchestrator.effect_ledger import CallRecord, Ledger
from codemode.orchestrator.outcome import Attempt

MAX_PROBLEMS = 20
MAX_PRINTED = 2_000  # characters of what the snippet printed before it failed
MAX_TEXT = 4_000  # characters of one message
MAX_CALLS = 40  # calls of one tool that are listed one by one
UNUSABLE = "Your last answer could not be used"

_TICKS = re.compile(r"`+")

# limits that the snippet reaches, also where the host finds it
_OF_SNIPPETS = frozenset(["memory_limit_exceeded", "snapshot_limit_exceeded"])
# failures of the host that may be over when the same snippet is run again
_PASSING = frozenset(["timeout", "internal_error", "source_unavailable"])


def repairable(reply: Failed) -> bool:
    """Whether another snippet could succeed. A failure of the host is no mistake of the snippet, nor is a wrong setting."""
    if reply.phase == "host":
        return reply.code in _OF_SNIPPETS
    return reply.code != "invalid_config"


def may_work_again(reply: Failed, ledger: Ledger) -> bool:
    """Whether the same snippet is run once more, without asking the model: the host failed, and this attempt has called nothing."""
    return reply.phase == "host" and reply.code in _PASSING and ledger.untouched


def problem_text(reply: Failed | None, failure: CodeModeError) -> str:
    """Returns everything that is known about a failure: the message, places with carets, hints, the stack of a panic, and the output before it."""
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
        how = "was not run" if reply.phase == "input" else "failed while it ran"
        parts.append(f"It {how} ({reply.code}): {shortened(reply.error, MAX_TEXT)}")
        parts += [_placed(diagnostic, reply.error) for diagnostic in shown]
        parts += filter(None, [own_stack(reply.trace)])
    if reply.hint and not any(reply.hint == diagnostic.hint for diagnostic in shown):
        parts.append(f"Hint: {reply.hint}")
    said = printed(reply.output)
    if said:
        # the last output is nearest to the failure
        cut = "..." if len(said) > MAX_PRINTED else ""
        parts.append(f"It had printed:\n{cut}{said[-MAX_PRINTED:]}")
    return "\n".join(parts)


def _placed(diagnostic: Diagnostic, told: str) -> str:
    """Returns a problem with its place. A message that was given already is left out."""
    message = "" if diagnostic.message == told else shortened(diagnostic.message, MAX_TEXT)
    return str(replace(diagnostic, message=message or "here"))


def shortened(text: str, size: int) -> str:
    """Returns the beginning and the end of a long text, because a wrapped error is at the end."""
    half = size // 2
    return text if len(text) <= size else f"{text[:half]}\n... ({len(text) - 2 * half} characters) ...\n{text[-half:]}"


def fenced(text: str, info: str = "") -> str:
    """Returns the text in a fence that is longer than any fence inside, because parts of the text come from tools."""
    fence = "`" * max(3, 1 + max(map(len, _TICKS.findall(text)), default=0))
    return f"{fence}{info}\n{text}\n{fence}"


def doubt_text(found: Sequence[Diagnostic], value: Any) -> str:
    """Returns why the result of a completed program counts as a problem."""
    shown = json.dumps(value, ensure_ascii=False, default=str)
    if len(shown) > MAX_PRINTED:
        shown = f"{shown[:MAX_PRINTED]}... ({len(shown)} characters)"
    warned = [str(warning) for warning in found[:MAX_PROBLEMS]]
    return "\n".join(
        ["It ran to its end, but its result is probably not what was asked for:", *warned, f"Its value was: {shown}"]
    )


def calls_text(ledger: Ledger) -> str:
    """Lists the calls of the attempts so far. Of many calls, those with effects and those that failed come first, then the last ones."""
    if not ledger.records:
        return "None."
    records = _most_telling(ledger.records)
    lines = [f"- attempt {record.attempt}: {record}" for record in records]
    if len(records) < len(ledger.records):
        left_out = Counter(record.tool for record in ledger.records) - Counter(record.tool for record in records)
        told = ", ".join(f"{tool} ({count})" for tool, count in left_out.items())
        lines.insert(0, f"- {left_out.total()} more calls, which are not shown: {told}")
    if any(record.status == "ok" and not record.repeatable for record in ledger.records):
        lines.append(
            "What worked has had its effect. A call with the same tool and the same arguments is not made again: it gives its recorded "
            "result. Do not make such a call with other arguments unless the request asks for it."
        )
    if ledger.in_doubt:
        lines.append(
            "A call whose end is not known may have had its effect. The same call is not made again: find out with other tools what became of it."
        )
    return "\n".join(lines)


def _most_telling(records: Sequence[CallRecord]) -> list[CallRecord]:
    """Returns at most MAX_CALLS of them, in their order."""

    def weight(at: int) -> tuple[bool, int]:
        record = records[at]
        return record.status != "ok" or not record.repeatable, at

    chosen = sorted(range(len(records)), key=weight)[-MAX_CALLS:]
    return [records[at] for at in sorted(chosen)]


def unanswered(error: ModelError | LimitError, before: CodeModeError) -> CodeModeError:
    """Returns the error when the model no longer answers, after a problem. If it answered nonsense before, that is the first problem."""
    if isinstance(error, LimitError):
        return LimitError(f"{error.message}; the last problem was: {before.message}", code=error.code, phase="host")
    if isinstance(before, ModelError):
        made = ModelError(f"{before.message}; the model was asked again: {error.message}", code=before.code)
    else:
        made = ModelError(f"{error.message}; the model was asked to repair: {before.message}", code=error.code)
    made.is_temporary, made.retry_after = error.is_temporary, error.retry_after
    return made


def gave_up(failure: CodeModeError, history: Sequence[Attempt]) -> CodeModeError:
    """Returns the last failure, with what was tried before it."""
    if len(history) < 2:
        return failure
    lines = [first_line(attempt.problem) for attempt in history]
    told = f"gave up after {len(history)} attempts"
    if len(set(lines)) == 1:
        told += ", which all failed in this way"
    else:
        told += ":" + "".join(f"\n{number}. {line}" for number, line in enumerate(lines, 1))
    failure.message = f"{failure.message}\n{told}"
    failure.args = (failure.message,)
    return failure


def first_line(problem: str) -> str:
    """Returns the line of a problem that names it."""
    lines = [line.strip() for line in problem.splitlines() if line.strip()]
    if len(lines) > 1 and lines[0].endswith(":"):
        lines = lines[1:]
    return lines[0][:300] if lines else "unknown"
