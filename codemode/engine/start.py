"""The start of a run."""

from __future__ import annotations

from typing import Any

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
    encoded: bytes | None = None  # the data as JSON, if somebody has made it already
