"""The record of one nested call, and a call that a cell has not answered yet."""

from __future__ import annotations

from typing import Any, Literal

from codemode.engine.grants import NO_FIT, Fit
from codemode.interpreter.machine.signals import ToolCall
from codemode.records import dataclass

CallStatus = Literal["ok", "error", "denied", "never_started", "in_doubt"]

_STATUS: dict[str, CallStatus] = {
    "tool_denied": "denied",
    "tool_not_found": "never_started",
    "invalid_tool_input": "never_started",
    "source_unavailable": "never_started",
}


def status_of(code: str) -> CallStatus:
    """Returns the status of a call that failed with this code: it may have been refused before it was made."""
    return _STATUS.get(code, "error")


@dataclass(slots=True)
class ToolCallRecord:
    """One nested call and how it ended. `tool` is the tool's name, `ms` how long it took; `error` and `code` say why it failed.

    `note` is for the model. About a call that worked: its result reports an error, or does not match the tool's output schema. About one that did
    not: the beginning of its arguments, so that it can be told from others.
    `result` is what the tool gave when that was kept from the program (`outputs="strict"`): the value, or the beginning of its JSON if that is long.
    """

    id: str
    tool: str
    status: CallStatus
    ms: float = 0.0
    error: str = ""
    code: str = ""
    note: str = ""
    result: Any = None

    def copy(self) -> ToolCallRecord:
        # `dataclasses.replace` takes longer, and a run may have many records
        return ToolCallRecord(self.id, self.tool, self.status, self.ms, self.error, self.code, self.note, self.result)


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
