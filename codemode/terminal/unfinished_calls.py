"""Watches the calls of a command's run, to show them when the user interrupts it."""

from __future__ import annotations

from codemode.catalog.schemas import one_line
from codemode.engine.events import CallEnded, CallStarted, RunEvent

MAX_NAMED = 10  # calls


class UnfinishedCalls:
    """Listens to the events of an engine."""

    def __init__(self) -> None:
        self.run_id = ""
        self._open: dict[str, str] = {}

    def hear(self, event: RunEvent) -> None:
        self.run_id = event.run_id
        if isinstance(event, CallStarted):
            self._open[event.call_id] = one_line(event.tool, 120)
        elif isinstance(event, CallEnded) and event.status != "in_doubt":  # an interrupt leaves it in doubt
            self._open.pop(event.call_id, None)

    def calls_under_way(self) -> list[str]:
        """Returns lines about the calls that have begun and not ended."""
        lines = [f"  {call_id} {tool}" for call_id, tool in list(self._open.items())[:MAX_NAMED]]
        more = len(self._open) - len(lines)
        lines += [f"  and {more} more"] if more > 0 else []
        return ["these calls were under way and may have taken effect:", *lines] if lines else []
