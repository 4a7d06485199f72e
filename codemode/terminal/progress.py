"""Shows the progress of a prompt on standard error: one line that changes, or plain lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from codemode.catalog.schemas import one_line
from codemode.orchestrator.events import (
    ApprovalWanted,
    Event,
    ModelAnswered,
    ModelCalled,
    Repaired,
    StageFinished,
    StageStarted,
    ToolCalled,
    ToolEnded,
)
from codemode.terminal.render import tell


@contextmanager
def progress(*, verbose: bool) -> Generator[Callable[[Event], None]]:
    """Yields a listener for events. A terminal shows a status that disappears at the end; with `verbose`, and elsewhere, every step gets a line."""
    if verbose or not sys.stderr.isatty():
        yield lambda event: tell(plain_line(event))
        return
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    with console.status("thinking") as shown:
        view = StatusLine()

        def show(event: Event) -> None:
            # names of tools are foreign text, not markup
            from rich.text import Text

            shown.update(Text(view.after(event)))

        yield show


class StatusLine:
    """The current state in one line."""

    def __init__(self) -> None:
        self._stage = "thinking"
        self._asking = False
        self._repairs = 0
        self._open: dict[str, str] = {}
        self._calls = 0

    def after(self, event: Event) -> str:
        match event:
            case StageStarted(stage):
                self._stage = stage
            case ModelCalled() | ModelAnswered():
                self._asking = isinstance(event, ModelCalled)
            case ToolCalled(call_id, tool):
                self._open[call_id] = one_line(tool, 60)
                self._calls += 1
            case ToolEnded(call_id):
                self._open.pop(call_id, None)
            case Repaired():
                self._repairs += 1
            case _:
                pass
        return self._line()

    def _line(self) -> str:
        parts = [f"{self._stage}: asking the model" if self._asking else self._stage]
        if self._open:
            names = list(dict.fromkeys(self._open.values()))
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            parts.append(f"calling {', '.join(names[:3])}{more}")
        if self._calls:
            parts.append(f"{self._calls} call{'' if self._calls == 1 else 's'}")
        if self._repairs:
            parts.append(f"repair {self._repairs}")
        return ", ".join(parts)


def plain_line(event: Event) -> str:
    """Returns an event as a line, or "" for one that needs none, such as the beginning of a stage."""
    match event:
        case StageFinished(stage, ms, cached, error):
            return f"{stage}: {error or ('from the cache' if cached else 'done')}, {ms:.0f} ms"
        case ModelAnswered(_, ms, sent, received, error):
            tokens = f", {sent} tokens in, {received} out" if sent or received else ""
            return f"model: {error or 'answered'}, {ms:.0f} ms{tokens}"
        case ToolEnded(_, tool, status, ms, known):
            return f"call {one_line(tool, 120)}: {status}{', as it was recorded' if known else ''}, {ms:.0f} ms"
        case Repaired(attempt, code):
            return f"repaired: attempt {attempt} had failed with {code}"
        case ApprovalWanted(run_id, call_id, tool):
            return f"approval needed: {one_line(tool, 120)}, call {call_id} of {run_id}"
        case _:
            return ""
