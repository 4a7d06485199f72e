"""Turns a guest's failure into the parts of a reply: message, hint, place in the source, Go's stack trace."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.dsl import Diagnostic, Source
from codemode.dsl.diagnostics import HIDDEN_VARIABLE, Problem
from codemode.dsl.missing_keys import MISSING_KEY
from codemode.engine.rejections import place_of
from codemode.interpreter.machine.signals import Failed, Frame
from codemode.records import dataclass

MAX_FUNC = 200  # characters of a function's name


@dataclass(slots=True)
class Failure:
    """Why a cell failed, before it becomes a reply or an exception."""

    code: str
    message: str
    hint: str = ""
    trace: str = ""
    exit_code: int = 1
    diagnostics: Sequence[Diagnostic] = ()

    @classmethod
    def timeout(cls, ms: float, pending: list[str] | None = None) -> Failure:
        waiting = f"; these calls had not ended: {', '.join(pending)}" if pending else ""
        hint = (
            "do less in one run, or ask for a longer timeout"
            if not pending
            else "call tools at the same time with goroutines, or ask for a longer timeout"
        )
        return cls("timeout", f"the program did not end within {ms:g} ms{waiting}", hint)


_ENDLESS = frozenset({"tool_call_limit_exceeded", "step_limit_exceeded", "memory_limit_exceeded"})


def failure_of(
    signal: Failed, source: Source, warnings: Sequence[Diagnostic] = (), told: Sequence[Diagnostic] = ()
) -> Failure:
    """Returns the failure of a program. If it met a limit, warnings about its text that explain this are added; a panic is explained by the
    missing map keys in `told`."""
    message, hint = signal.message, signal.hint
    if signal.code == "guest_panic":
        message, hint = _with_missing(message, signal.hint, source.place(signal.pos)[0], told)
    found = Failure(signal.code, message, hint, exit_code=signal.exit_code)
    if signal.pos >= 0:
        found.diagnostics = [
            place_of(source, Problem(signal.code, message, signal.pos, signal.pos, hint, reason=signal.reason))
        ]
        if signal.code in _ENDLESS:
            found.diagnostics += [w for w in warnings if w.reason == HIDDEN_VARIABLE]
    if signal.trace or signal.code in ("guest_panic", "deadlock"):
        found.trace = _trace(signal, source)
    return found


def _with_missing(message: str, hint: str, line: int, told: Sequence[Diagnostic]) -> tuple[str, str]:
    """Adds a missing map key to the message and hint of a panic: in the panic's own line it is the reason, in another line it may be the reason."""
    missing = [d for d in told if d.code == MISSING_KEY]
    here = [d for d in missing if d.line == line]
    if not missing:
        return message, hint
    last = (here or missing)[-1]
    reason = f"{last.message}; {last.hint}" if last.hint else last.message
    return (f"{message} ({reason})", hint) if here else (message, f"{hint}; {reason}" if hint else reason)


def _trace(signal: Failed, source: Source) -> str:
    state = signal.waiting.get(signal.goroutine, "running")
    lines = [f"goroutine {signal.goroutine} [{state}]:"]
    lines += [line for frame in signal.trace for line in _frame(frame, source)]
    return "\n".join(lines) + "\n"


def _frame(frame: Frame, source: Source) -> list[str]:
    where = f"\t{source.name}:{source.place(frame.pos)[0]}" if frame.pos >= 0 else f"\t{source.name}"
    return [f"{frame.func[:MAX_FUNC]}(...)", where]
