"""The caller of a program's tools, and the notes that are recorded with a call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from codemode.records import dataclass

MAX_NOTE = 300  # characters of one note about a call


@dataclass(slots=True, frozen=True)
class Caller:
    """The agent, session and run that a program's calls are made for."""

    agent: str = ""
    session: str = ""
    run_id: str = ""
    context: Mapping[str, Any] = field(default_factory=dict[str, Any])
    # the part of the context that is plain data, for policies
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])


NOBODY = Caller()


@dataclass(slots=True)
class Noted:
    """Notes for the record of a call."""

    text: str = ""
    result: Any = None

    def add(self, text: str) -> None:
        """Adds a note once, if there is room."""
        if text not in self.text and len(self.text) + len(text) <= 2 * MAX_NOTE:
            self.text = f"{self.text}; {text}" if self.text else text
