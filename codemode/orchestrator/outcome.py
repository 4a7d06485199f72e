"""The outcomes that `CodeModeUTCP` returns."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from codemode.dsl import Diagnostic, Repair
from codemode.engine import Attachment, ToolCallRecord
from codemode.engine.card import Card
from codemode.errors import CodeModeError
from codemode.orchestrator.approvals import PendingApproval
from codemode.orchestrator.usage import Usage

# an agent has the last two
StageName = Literal["decide", "select", "plan", "generate", "execute", "repair", "exec", "wait"]

PipelineName = Literal["auto", "staged", "single"]
WayName = Literal["staged", "single"]


@dataclass(slots=True, frozen=True)
class CodeModeArgs:
    """A program to run, and the milliseconds that it may take."""

    code: str
    timeout: float = 3000


@dataclass(slots=True, frozen=True)
class PlanMade:
    """The model's plan: the tools that it named, names that the catalog does not have, and whether it said that it streams."""

    tools: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    stream: bool = False


@dataclass(slots=True, frozen=True)
class StageRecord:
    """One stage and how long it took. `cached` tells that the answer came from the cache and no model was asked."""

    name: StageName
    ms: float
    cached: bool = False


@dataclass(slots=True, frozen=True)
class Attempt:
    """One snippet that was tried. `problem` is "" for the one that worked. `run_id` is "" if the snippet was not run."""

    code: str
    problem: str = ""
    tool_calls: Sequence[ToolCallRecord] = ()
    run_id: str = ""


@dataclass(slots=True)
class CallOutcome:
    """The answer to a prompt. Unpacks to `(used_tools, value)`, as in the Go original.

    `status` is "completed"; "waiting" when a call needs somebody's approval (`approvals`, only with a store: see `CodeModeUTCP.resume`, which
    takes `run_id`); or "failed" on the `outcome` of the error that was raised. `used_tools` is False when the model said that no tool is needed,
    when there is no tool, or when the request failed before there was a program; `notes` say which.

    `code` is the snippet that worked, or that was tried last, `tool_calls` its nested calls (earlier attempts keep theirs in `history`),
    `repairs` the repairs of its text, `attempts` how many snippets were tried, `warnings` the warnings about the run, `pipeline` how the
    model was asked. `notes` also name differences from the model's plan (unknown tools that were dropped, called tools that were not selected, a
    wrong stream flag), and what the model searched for. `stdout` is all that was printed, also with `print`.
    `attachments` are the pictures and files whose handles are in the value or in what the snippet printed. `run_id` is the last run of a snippet,
    which `tool_calls`, `exit_code`, `omitted` and `omitted_calls` are of (as in the replies of `exec`), `session` the session of all runs.
    """

    used_tools: bool
    value: Any = None
    code: str = ""
    plan: PlanMade = PlanMade()
    tool_calls: Sequence[ToolCallRecord] = ()
    repairs: Sequence[Repair] = ()
    attempts: int = 0
    usage: Usage = field(default_factory=Usage)
    stdout: str = ""
    warnings: Sequence[Diagnostic] = ()
    notes: list[str] = field(default_factory=list[str])
    stages: list[StageRecord] = field(default_factory=list[StageRecord])
    history: list[Attempt] = field(default_factory=list[Attempt])
    status: Literal["completed", "waiting", "failed"] = "completed"
    pipeline: WayName | None = None
    run_id: str = ""
    approvals: list[PendingApproval] = field(default_factory=list[PendingApproval])
    attachments: Sequence[Attachment] = ()
    session: str = ""
    exit_code: int = 0
    omitted: dict[str, int] = field(default_factory=dict[str, int])
    omitted_calls: dict[str, int] = field(default_factory=dict[str, int])

    def __iter__(self) -> Iterator[Any]:
        yield self.used_tools
        yield self.value

    def _repr_html_(self) -> str:
        """Returns the HTML that a notebook shows."""
        return Card(
            status=self.status,
            value=self.value,
            has_value=self.used_tools and self.status == "completed",
            said="" if self.used_tools else "no tool was used: " + ("; ".join(self.notes) or "none was needed"),
            code=self.code,
            stdout=self.stdout,
            calls=self.tool_calls,
            warnings=self.warnings,
            attachments=self.attachments,
        ).html()


@contextmanager
def failing(outcome: CallOutcome) -> Generator[None]:
    """Adds the outcome, as far as it got, to an error that leaves this block."""
    try:
        yield
    except CodeModeError as error:
        outcome.status = "failed"
        if error.outcome is None:
            error.outcome = outcome
            raise
        # two requests that waited for the same load get the same error object
        own = copy(error)
        own.outcome = outcome
        raise own from error
