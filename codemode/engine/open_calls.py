"""A call that a cell has not answered yet."""

from __future__ import annotations

from typing import Any

from codemode.engine.call_records import ToolCallRecord
from codemode.engine.grants import NO_FIT, Fit
from codemode.interpreter.machine.signals import ToolCall
from codemode.records import dataclass


@dataclass(slots=True)
class OpenCall:
    """A call that runs, waits for a free place, or waits for approval (then `arguments` are what the person sees)."""

    call: ToolCall
    record: ToolCallRecord
    began: float = 0.0
    arguments: dict[str, Any] | None = None
    approved: bool = False
    edited: bool = False  # by the person who approved it
    fit: Fit = NO_FIT
    expected: int = 0  # bytes of its result, if known
    got: int = 0  # pieces that an earlier process received before the stream was opened again
