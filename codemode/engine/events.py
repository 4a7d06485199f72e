"""The events of a run: one typed stream for each run, made in one place (`event_reporter`).

Events carry names, counts, times, codes, and what the program prints. Arguments and results of calls are included only with `Engine(record="all")`;
the arguments of calls that need approval are always included.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import fields
from typing import Any, ClassVar, Literal

from pydantic import BaseModel

from codemode.engine.call_records import CallStatus
from codemode.engine.effects import Effects
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.interpreter.machine.signals import Stream
from codemode.records import dataclass

EndStatus = Literal["completed", "failed", "aborted", "expired"]


@dataclass(slots=True, frozen=True, kw_only=True)
class _Event:
    """`at` is seconds since 1970; it strictly increases within a run, so it identifies the event. `lost` counts the events before this one that
    were dropped because the listener was too slow."""

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
    """`exec` received a program."""

    type: ClassVar[str] = "started"
    agent: str
    session: str
    code: str


@dataclass(slots=True, frozen=True, kw_only=True)
class RunOutput(_Event):
    """The program printed, or called `text` or `json` (then `text` is compact JSON). Long output is cut; `omitted_bytes` counts what is missing."""

    type: ClassVar[str] = "output"
    stream: Stream
    text: str
    omitted_bytes: int = 0


@dataclass(slots=True, frozen=True, kw_only=True)
class CallStarted(_Event):
    """A call was passed to its tool. `tool_id` is the tool's id in the catalog, "" if it has none."""

    type: ClassVar[str] = "call_started"
    call_id: str
    tool: str
    tool_id: str = ""
    arguments: Any = None


@dataclass(slots=True, frozen=True, kw_only=True)
class CallProgress(_Event):
    """A tool reports its progress: `progress` of `total`, if the total is known."""

    type: ClassVar[str] = "call_progress"
    call_id: str
    tool: str
    progress: float
    total: float | None = None
    message: str = ""


@dataclass(slots=True, frozen=True, kw_only=True)
class CallEnded(_Event):
    """A call ended, or its outcome will never be known ("in_doubt"). `ms` is how long it took."""

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
    """The program waits for something outside. `reply` is what `exec` or `wait` returns, None if its caller has gone."""

    type: ClassVar[str] = "waiting"
    reason: str
    reply: Waiting | None = None


@dataclass(slots=True, frozen=True, kw_only=True)
class RunResumed(_Event):
    """The run continues. `restored`: it was rebuilt from what another process, or this one earlier, had written."""

    type: ClassVar[str] = "resumed"
    restored: bool = False


@dataclass(slots=True, frozen=True, kw_only=True)
class ApprovalAsked(_Event):
    """A call with these arguments needs a person's approval. `effects` is what the whole program can do, if the approval is for the program. With
    a `question` the call is under way and asks it: `call_id` is then the id of the question, `answer_schema` the JSON Schema of the answer,
    `arguments` the initial values of a form for it."""

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
    """A person decided about a call, or answered its question. `edited`: the person changed the arguments. `program`: the decision is about the
    whole program and covers this call. `by` is who decided, on a server the name of the token; "" if nobody was named."""

    type: ClassVar[str] = "approval_given"
    call_id: str
    tool: str
    approved: bool
    edited: bool = False
    reason: str = ""
    program: bool = False
    by: str = ""


@dataclass(slots=True, frozen=True, kw_only=True)
class RunEnded(_Event):
    """The run is over. `reply` is its last reply, None for a run that expired, or that an exception for the host ended."""

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
