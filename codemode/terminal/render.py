"""Replies as text for a terminal: values as JSON, problems with their places, panics as Go prints them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from codemode.engine.escaping import escaped
from codemode.errors import CodeModeError

if TYPE_CHECKING:
    from codemode.dsl.diagnostics import Diagnostic
    from codemode.engine import Completed, Failed, Waiting

# failures that are printed as Go prints them, with the stack of the goroutine
_GO_STYLE = ("guest_panic", "deadlock")


def value_text(value: Any) -> str:
    """Returns a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False, default=str)


def tell(text: str, *, stdout: bool = False) -> None:
    """Prints a message of ours, on standard error: standard output is for the program's output and its value, and for the answers of commands that
    run no program. The control characters of the texts in it are escaped."""
    if text:
        print(escaped(text, keep="\n\t"), file=sys.stdout if stdout else sys.stderr, flush=True)


def quoted(text: str) -> str:
    """Returns a text of a program or a tool for a message: its further lines are marked, so that nobody mistakes them for ours."""
    return text.replace("\n", "\n    | ")


def problems_text(diagnostics: Iterable[Diagnostic], name: str) -> str:
    """Returns one block for each problem (file:line:column, message, the line with a caret, hint), and where to read more about errors."""
    told = [*diagnostics]
    lines = [f"{name}:{'' if diagnostic.line else ' '}{_shown(diagnostic)}" for diagnostic in told]
    reasons = dict.fromkeys(each.reason for each in told if each.reason and each.severity == "error")
    return "\n".join(lines + [f"more: codemode explain {reason}" for reason in [*reasons][:_EXPLAINED]])


def _shown(diagnostic: Diagnostic) -> Diagnostic:
    return replace(diagnostic, message=quoted(diagnostic.message), hint=quoted(diagnostic.hint))


_EXPLAINED = 3  # reasons for which the command is shown


def none_given(diagnostics: Iterable[Diagnostic], tools: object) -> str:
    """Returns what to say about unknown tools where no tools were given at all, or ""."""
    unknown = not tools and any(each.reason == "unknown_tool" for each in diagnostics)
    return "codemode: no tools are given (--functions, --utcp, --mcp)" if unknown else ""


def notes_text(reply: Completed | Failed | Waiting, name: str) -> str:
    """Returns the repairs and warnings of a program that ran, or ""."""
    lines = [f"{name}:{r.line}:{r.column}: repaired: {quoted(r.message)}" for r in getattr(reply, "repairs", ())]
    lines += [f"{name}:{_shown(warning)}" for warning in getattr(reply, "warnings", ())]
    return "\n".join(lines)


def failure_text(reply: Failed, name: str) -> str:
    """Returns the failure of a program."""
    placed = problems_text(reply.diagnostics, name)
    if reply.phase in ("parse", "check") and placed:
        return placed
    if reply.code in _GO_STYLE:
        return "\n\n".join(part for part in (reply.error, reply.trace.rstrip()) if part)
    hinted = any(d.hint == reply.hint for d in reply.diagnostics)
    hint = f"hint: {quoted(reply.hint)}" if reply.hint and not hinted else ""
    trace = "" if reply.code == "guest_error" else reply.trace.rstrip()
    return "\n".join(part for part in (f"{reply.code}: {quoted(reply.error)}", placed, hint, trace) if part)


def error_text(error: CodeModeError) -> str:
    """Returns an error that is not the failure of a program, so there is no reply."""
    placed = "\n".join(str(_shown(diagnostic)) for diagnostic in error.diagnostics)
    return "\n".join(part for part in (f"codemode: {quoted(error.message)}", placed) if part)
