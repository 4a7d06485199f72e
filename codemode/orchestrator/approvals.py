"""Calls that wait for a person's approval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from codemode.engine import Waiting
from codemode.engine.effects import Effects


@dataclass(slots=True, frozen=True)
class PendingApproval:
    """A call that waits for approval, with its arguments, and the `effects` of the program if the approval is
    for all of it (`Policy(ask="program")`).

    After `call_tool`: `await cm.approve(pending)` or `cm.deny(pending)`, then `cm.resume(run_id)`. After `run_agent`:
    `await outcome.session.approve(call_id, run_id=run_id)`, or `deny`. If there is a `question`, the call is already
    under way and asks it: approve it with the answer as `arguments`. The `arguments` of this object are then the initial values of a form.
    """

    run_id: str
    call_id: str
    tool: str
    arguments: dict[str, Any]
    effects: Effects | None = None
    question: str = ""


def approvals_of(reply: Waiting) -> list[PendingApproval]:
    """Returns the calls of a run that wait for approval."""
    pending = [call for call in reply.pending_tool_calls if call.needs_approval]
    return [
        PendingApproval(reply.run_id, call.id, call.tool, call.arguments or {}, call.effects, call.question)
        for call in pending
    ]
