"""What happens in a run, as it happens: one typed stream of events for each run, told from one place (`telling`).

Events tell names, counts, times, codes, and what the program prints. Arguments and results of calls are in them only where the host asks for that
(`Engine(record="all")`), but for those that somebody is asked to approve.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from pydantic import BaseModel

from codemode.engine.effects import Effects
from codemode.engine.printed import Stream
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.engine.results import CallStatus

EndStatus = Literal["completed", "failed", "aborted", "expired"]


@dataclass(slots=True, frozen=True, kw_only=True)
class _Event:
    """`at` is seconds since 1970; within a run it always increases, so that it names the event. `lost` counts the events before this one that its
    listener was too slow for."""

    type: ClassVar[str]
    run_id: str
    at: float
    lost: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The event as JSON data, with its `type`."""
        told: dict[str, Any] = {"type": self.type}
        for each in fields(self):
            value = getattr(self, each.name)
            told[each.name] = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
        return told


@dataclass(slots=True, frozen=True, kw_only=True)
class RunStarted(_Event):
    """A program was given to `exec`."""

    type: ClassVar[str] = "started"
    agent: str
    session: str
    code: str


@dataclass(slots=True, frozen=True, kw_only=True)
class RunOutput(_Event):
    """The program printed something, or said it with `text` or `json` (then `text` is compact JSON). Of long ones this is the beginning, and
    `omitted_bytes` tells how much is missing."""

    type: ClassVar[str] = "output"
    stream: Stream
    text: str
    omitted_bytes: int = 0


@dataclass(slots=True, frozen=True, kw_only=True)
class CallStarted(_Event):
    """A call was given to its tool. `tool_id` is the tool's id in the catalog, "" if it has none."""

    type: ClassVar[str] = "call_started"
    call_id: str
    tool: str
    tool_id: str = ""
    arguments: Any = None


@dataclass(slots=True, frozen=True, kw_only=True)
class CallProgress(_Event):
    """The tool says how far it is: `progress` of `total`, if it knows that."""

    type: ClassVar[str] = "call_progress"
    call_id: str
    tool: str
    progress: float
    total: float | None = None
    message: str = ""


@dataclass(slots=True, frozen=True, kw_only=True)
class CallEnded(_Event):
    """It is known how a call ended, or that it will not be known ("in_doubt"). `ms` is how long it took."""

    type: ClassVar[str] = "call_ended"
    call_id: str
    tool: str
    tool_id: str = ""
    status: CallStatus
    ms: float = 0.0
    code: str = ""
    error: str = ""
    result: Any = None


@dataclass(slots=True, frozen=True, kw_only=True)
class RunWaiting(_Event):
    """The program waits for something outside; `reply` is what `exec` or `wait` gives, None if its caller went away."""

    type: ClassVar[str] = "waiting"
    reason: str
    reply: Waiting | None = None


@dataclass(slots=True, frozen=True, kw_only=True)
class RunResumed(_Event):
    """Somebody goes on with the run. `restored`: it was made again from what another process, or this one earlier, had written."""

    type: ClassVar[str] = "resumed"
    restored: bool = False


@dataclass(slots=True, frozen=True, kw_only=True)
class ApprovalAsked(_Event):
    """A call may only be made when a person says so, with these arguments. `effects` is what the whole program can do, where that is what the person
    is asked about. With a `question` the call is under way and asks something; `call_id` is the question's own id, `answer_schema` the JSON Schema of
    the answer, `arguments` what a form of it begins with."""

    type: ClassVar[str] = "approval_asked"
    call_id: str
    tool: str
    tool_id: str = ""
    arguments: dict[str, Any]
    effects: Effects | None = None
    question: str = ""
    answer_schema: dict[str, Any] | None = None


@dataclass(slots=True, frozen=True, kw_only=True)
class ApprovalGiven(_Event):
    """A person decided about a call, or answered its question. `edited`: with other arguments than it was asked for; `program`: about the whole
    program, and so about this call of it."""

    type: ClassVar[str] = "approval_given"
    call_id: str
    tool: str
    approved: bool
    edited: bool = False
    reason: str = ""
    program: bool = False


@dataclass(slots=True, frozen=True, kw_only=True)
class RunEnded(_Event):
    """The run is over. `reply` is its last one; None for a run that expired, or whose caller went away."""

    type: ClassVar[str] = "ended"
    status: EndStatus
    code: str = ""
    error: str = ""
    reply: Completed | Failed | None = None


RunEvent = (
    RunStarted
    | RunOutput
    | CallStarted
    | CallProgress
    | CallEnded
    | RunWaiting
    | RunResumed
    | ApprovalAsked
    | ApprovalGiven
    | RunEnded
)
EventListener = Callable[[RunEvent], Awaitable[object] | object]
