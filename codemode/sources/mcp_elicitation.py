"""Questions that an MCP server asks a person during a call (elicitation). This file does not need the mcp package."""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from codemode.engine.protocols import Answer, CallContext
from codemode.sources.mcp_limits import CallTime

log = logging.getLogger("codemode")

DECLINED = Answer("decline")


@dataclass(slots=True, eq=False)
class OpenCall:
    """A call under way to a server."""

    name: str
    context: CallContext
    time: CallTime


_current: ContextVar[OpenCall | None] = ContextVar("codemode_mcp_call", default=None)


class OpenCalls:
    """The calls under way to one server. Its questions go to the person behind one of them, and to nobody else."""

    def __init__(self) -> None:
        self._calls: list[OpenCall] = []

    @contextmanager
    def during(self, call: OpenCall) -> Generator[None]:
        """Marks the call as under way in this block."""
        self._calls.append(call)
        token = _current.set(call)
        try:
            yield
        finally:
            _current.reset(token)
            self._calls.remove(call)

    async def answer(self, question: str, schema: Mapping[str, Any]) -> Answer:
        """Returns the person's answer. A question that may belong to several runs is declined, because it is unknown who may see it."""
        calls = self._of_question()
        if not calls or calls[-1].context.asking is None:
            return DECLINED
        names = sorted({call.name for call in calls})
        if len(names) > 1:
            question = f"{question}\n\n(asked by {' or '.join(names)}: the server does not say which)"
        for call in calls:
            call.time.pause()
        try:
            return await calls[-1].context.ask(question, schema)
        finally:
            for call in calls:
                if call in self._calls:
                    call.time.go_on()

    def _of_question(self) -> list[OpenCall]:
        """Returns the calls that may have asked. Newer servers ask within the answer to a call, older ones at any time."""
        current = _current.get()
        if current in self._calls:
            return [current]
        runs = {(call.context.agent, call.context.session, call.context.run_id) for call in self._calls}
        if len(runs) > 1:
            log.warning(
                "%s: its server asked a question while calls of several runs were under way: declined",
                self._calls[-1].name,
            )
            return []
        return self._calls[:]
