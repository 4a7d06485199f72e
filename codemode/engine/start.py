"""The start of a run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from codemode.engine.inputs import plain_data
from codemode.engine.json_data import decode
from codemode.engine.limits import Limits
from codemode.records import dataclass


@dataclass(slots=True, frozen=True)
class Start:
    """Everything that determines what a guest does, except the events that are delivered to it. It is plain data, so it can be stored and sent."""

    code: str
    strict: bool
    limits: Limits
    seed: int
    started_at: int  # unix ns
    data: Any = None
    languages: tuple[str, ...] = ("go",)  # the stated language, and the languages that the text may be in instead
    encoded: bytes | None = None  # JSON in place of `data`: of large data there should be only one copy

    def given(self) -> Any:
        """The data for the program, which nobody else has. Raises InputError."""
        return plain_data(self.data) if self.encoded is None else decode(self.encoded)

    def without_data(self) -> Start:
        return self if self.data is None and self.encoded is None else replace(self, data=None, encoded=None)
