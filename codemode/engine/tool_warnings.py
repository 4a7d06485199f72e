"""The warnings about tools that the reply of a run has."""

from __future__ import annotations

from collections.abc import Iterator

from codemode.dsl import Diagnostic
from codemode.interpreter.machine.signals import MAX_WARNING, MAX_WARNINGS


class ToolWarnings:
    """At most MAX_WARNINGS different warnings. It has no reference to its run: a circle of references would keep the memory of the run until the next
    collection of garbage."""

    def __init__(self) -> None:
        self._by_message: dict[str, Diagnostic] = {}

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._by_message.values())

    def add(self, message: str, hint: str = "") -> None:
        if message not in self._by_message and len(self._by_message) < MAX_WARNINGS:
            told = Diagnostic("tool_warning", message[:MAX_WARNING], 0, 0, 0, 0, "", hint, "warning")
            self._by_message[message] = told
