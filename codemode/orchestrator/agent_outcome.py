"""The outcome of a conversation of `run_agent`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from codemode.engine import Completed, Failed, Session, ToolCallRecord, Waiting
from codemode.engine.card import Card
from codemode.orchestrator.approvals import PendingApproval
from codemode.orchestrator.chat import Message
from codemode.orchestrator.usage import Usage

Reply = Completed | Waiting | Failed


@dataclass(slots=True)
class AgentOutcome:
    """How a conversation ended.

    `status` is "answered", "out_of_turns" if the model requested another call after `turns` turns, or "failed" on the `outcome` of the error that
    was raised; `answer` is then its last text. `transcript` has every message, also the one that reminds a model to call exec when its
    answer is a program; `replies` has every reply of exec and wait. `approvals` are calls that wait for an approval: their runs wait in `session`
    until they are approved, aborted or expire. `notes` say so if the answer was cut off at the model's token limit.
    """

    status: Literal["answered", "out_of_turns", "failed"]
    answer: str
    turns: int
    transcript: list[Message]
    session: Session
    replies: list[Reply] = field(default_factory=list[Reply])
    approvals: list[PendingApproval] = field(default_factory=list[PendingApproval])
    usage: Usage = field(default_factory=Usage)
    notes: list[str] = field(default_factory=list[str])

    @property
    def tool_calls(self) -> list[ToolCallRecord]:
        """All nested calls, each in its last reported state."""
        last = {(reply.run_id, call.id): call for reply in self.replies for call in reply.tool_calls}
        return list(last.values())

    def _repr_html_(self) -> str:
        """Returns the HTML that a notebook shows."""
        pictures = [each for reply in self.replies for each in reply.attachments]
        shown = Card(status=self.status, has_value=False, said=self.answer, calls=self.tool_calls, attachments=pictures)
        return shown.html()
