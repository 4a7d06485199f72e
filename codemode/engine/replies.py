"""The replies of exec and wait: a union tagged by `status`."""

from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from codemode.dsl.diagnostics import Diagnostic, Repair
from codemode.engine.attachments import File
from codemode.engine.call_records import ToolCallRecord
from codemode.engine.codes import error_class
from codemode.engine.durable.stored_attachments import FileInfo
from codemode.engine.effects import Effects
from codemode.errors import CodeModeError, InputError, Phase


class _Model(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", defer_build=True)


class TextOutput(_Model):
    """Printed text, or text given to `text(...)`. When it did not fit, `omitted_bytes` tells how much of it is missing."""

    type: Literal["text"] = "text"
    text: str
    stream: Literal["stdout", "stderr"] | None = None
    omitted_bytes: int = 0
    result_id: str | None = None


class JsonOutput(_Model):
    """A value given to `json(...)`."""

    type: Literal["json"] = "json"
    value: Any


class Truncated(_Model):
    """Stands for a value that did not fit: the beginning of its compact JSON, how many bytes are missing, and the id of the whole value."""

    truncated: Literal[True] = True
    prefix: str
    omitted_bytes: int
    result_id: str


class Attachment(_Model):
    """A picture or file that a reply's value or output names by its `id`. `bytes` is its size, `data` its content."""

    id: str
    media_type: str
    name: str = ""
    bytes: int

    _data: builtins.bytes | None = PrivateAttr(default=None)

    @classmethod
    def of(cls, info: FileInfo, found: tuple[FileInfo, File] | None) -> Attachment:
        """`found` is what the store has under its id."""
        made = cls(id=info.id, media_type=info.media_type, name=info.name, bytes=info.size)
        made._data = found[1].data if found is not None else None
        return made

    @property
    def data(self) -> builtins.bytes:
        """The bytes. Raises InputError if the attachment was read from JSON, or if the reply has too many to include them all; use `await
        session.attachment(id)` then, while it is kept."""
        if self._data is None:
            raise InputError(f"ask the session for it, while it is kept: await session.attachment({self.id!r})")
        return self._data


Output = Annotated[TextOutput | JsonOutput, Field(discriminator="type")]


class PendingCall(_Model):
    """A nested call that has not ended. A call with `needs_approval` has the arguments with which it would be made, and the `effects` of the
    program if the approval is for all of it (`Policy(ask="program")`). With a `question` the call is under way and asks it: `id` is then the
    question's id, and `arguments` are the initial values of a form for the answer."""

    id: str
    tool: str
    ms: float = 0.0
    queued: bool = False
    needs_approval: bool = False
    arguments: dict[str, Any] | None = None
    effects: Effects | None = Field(default=None, exclude_if=lambda effects: effects is None)
    question: str = Field(default="", exclude_if=lambda question: not question)


class Telemetry(_Model):
    """Counts and times, never arguments or results. Times are milliseconds by phase. `called_ids` are the catalog ids of the called tools;
    `truncated` tells that a part of the reply did not fit; `expires_at`, in seconds since 1970, is until when a waiting run can be continued."""

    visible_tools: int = 0
    catalog: dict[str, int] = Field(default_factory=dict[str, int])
    execs: int = 0
    waits: int = 0
    searches: int = 0
    describes: int = 0
    calls: int = 0
    called: list[str] = Field(default_factory=list[str])
    called_ids: list[str] = Field(default_factory=list[str])
    truncated: bool = False
    expires_at: float | None = None
    limit: str = ""
    events: list[str] = Field(default_factory=list[str])
    steps: int = 0
    peak_memory_bytes: int = 0
    ms: dict[str, float] = Field(default_factory=dict[str, float])


class _Reply(_Model):
    """The fields that all replies share."""

    if TYPE_CHECKING:  # each reply has the field where its own JSON has it
        output: list[Output] = []

    @property
    def stdout(self) -> str:
        """What the program printed since the last reply, as far as the reply includes it."""
        return printed(self.output, "stdout")

    @property
    def stderr(self) -> str:
        """The standard error of the program since the last reply, as far as the reply includes it."""
        return printed(self.output, "stderr")

    def _repr_html_(self) -> str:
        """The card that a notebook shows."""
        from codemode.engine.card import Card, json_text  # few replies are shown in notebooks

        reply = cast("Completed | Waiting | Failed", self)
        texts = [item.text if isinstance(item, TextOutput) else json_text(item.value) for item in reply.output]
        return Card(
            status=reply.status,
            value=reply.value if isinstance(reply, Completed) else None,
            has_value=isinstance(reply, Completed) and reply.has_value,
            said=self._said(),
            stdout="\n".join(texts),
            calls=reply.tool_calls,
            warnings=reply.warnings,
            attachments=reply.attachments,
        ).html()

    def _said(self) -> str:
        """Returns the text of a card about the outcome."""
        return ""


class _NotFailed(_Reply):
    @property
    def code(self) -> str:
        """No error code."""
        return ""

    @property
    def error(self) -> str:
        """No error."""
        return ""


class Completed(_NotFailed):
    """The program ended. `value` is its `__out` as plain JSON data (`has_value` tells whether it set one), or a `Truncated` as a dict.

    `output` is what it printed since the last reply, `repairs` are the corrections of its text, `tool_calls` all its nested calls. `omitted` counts
    list entries that did not fit into the reply; omitted successful calls are counted by tool in `omitted_calls`.
    """

    status: Literal["completed"] = "completed"
    run_id: str = ""
    value: Any = None
    has_value: bool = False
    exit_code: int = 0
    output: list[Output] = Field(default_factory=list[Output])
    repairs: list[Repair] = Field(default_factory=list[Repair])
    warnings: list[Diagnostic] = Field(default_factory=list[Diagnostic])
    tool_calls: list[ToolCallRecord] = Field(default_factory=list[ToolCallRecord])
    attachments: list[Attachment] = Field(default_factory=list[Attachment])
    omitted: dict[str, int] = Field(default_factory=dict[str, int])
    omitted_calls: dict[str, int] = Field(default_factory=dict[str, int])
    telemetry: Telemetry = Field(default_factory=Telemetry)

    def result(self) -> Any:
        """The value; a `Truncated` as a dict when it did not fit (`Session.result` then has the whole)."""
        return self.value

    # what the other replies have: one may be read as the other

    @property
    def pending_tool_calls(self) -> list[PendingCall]:
        """Always empty: all calls have settled."""
        return []


class Waiting(_NotFailed):
    """The program waits for something outside; continue it with `wait(run_id)`, within `Limits.snapshot_ttl_seconds`.

    `reason` is what it waits for: open calls, a person's decision (see `Session.approve`), the next timer of a submitted run that sleeps, or only the
    next wait, if it yielded; `note` is then the text that it passed. `pending_tool_calls` are the calls that have not ended.
    """

    status: Literal["waiting"] = "waiting"
    run_id: str
    reason: Literal["pending_tools", "yield", "approval", "timer"]
    note: str = ""
    pending_tool_calls: list[PendingCall] = Field(default_factory=list[PendingCall])
    output: list[Output] = Field(default_factory=list[Output])
    repairs: list[Repair] = Field(default_factory=list[Repair])
    warnings: list[Diagnostic] = Field(default_factory=list[Diagnostic])
    tool_calls: list[ToolCallRecord] = Field(default_factory=list[ToolCallRecord])
    attachments: list[Attachment] = Field(default_factory=list[Attachment])
    omitted: dict[str, int] = Field(default_factory=dict[str, int])
    omitted_calls: dict[str, int] = Field(default_factory=dict[str, int])
    telemetry: Telemetry = Field(default_factory=Telemetry)

    def _said(self) -> str:
        return "\n".join([self.reason, *(f"{call.id} {call.tool}" for call in self.pending_tool_calls)])

    def result(self) -> Any:
        """Raises InputError: there is no value yet."""
        calls = ", ".join(dict.fromkeys(call.tool for call in self.pending_tool_calls[:5]))
        needed = "approval of " if self.reason == "approval" else ""
        why = (
            f"it waits for {needed}{calls}"
            if calls
            else "it sleeps"
            if self.reason == "timer"
            else "it yielded control"
        )
        told = f"the run has not ended, {why}: continue it with `await session.wait(reply.run_id)`"
        raise InputError(told)

    # what the other replies have: one may be read as the other

    @property
    def value(self) -> Any:
        """Raises InputError, as `result` does."""
        return self.result()

    @property
    def has_value(self) -> bool:
        """There is no value yet."""
        return False


class Failed(_Reply):
    """The cell failed. `code` is one of docs/contract.md's error codes, `error` a text for people and models, `phase` how far it got.

    `diagnostics` are the problems with their places, `hint` is what to write instead, `trace` is the program's own stack in Go's format. `tool_calls`
    are the calls made so far; `to_error` converts the reply to an exception.
    """

    status: Literal["failed"] = "failed"
    run_id: str = ""
    code: str
    error: str
    phase: Phase
    hint: str = ""
    trace: str = ""
    exit_code: int = 1
    diagnostics: list[Diagnostic] = Field(default_factory=list[Diagnostic])
    output: list[Output] = Field(default_factory=list[Output])
    repairs: list[Repair] = Field(default_factory=list[Repair])
    warnings: list[Diagnostic] = Field(default_factory=list[Diagnostic])
    tool_calls: list[ToolCallRecord] = Field(default_factory=list[ToolCallRecord])
    attachments: list[Attachment] = Field(default_factory=list[Attachment])
    omitted: dict[str, int] = Field(default_factory=dict[str, int])
    omitted_calls: dict[str, int] = Field(default_factory=dict[str, int])
    telemetry: Telemetry = Field(default_factory=Telemetry)

    @property
    def is_abort(self) -> bool:
        """Whether this is the reply of the `abort` that ended the run, not that of a later request about the run."""
        return (self.code, self.phase) == ("aborted", "host")

    def _said(self) -> str:
        return "\n".join([f"{self.code}: {self.error}", *map(str, self.diagnostics)])

    # what the other replies have: one may be read as the other

    @property
    def value(self) -> Any:
        """Raises the failure, as `result` does."""
        return self.result()

    @property
    def has_value(self) -> bool:
        """There is no value."""
        return False

    @property
    def pending_tool_calls(self) -> list[PendingCall]:
        """Always empty: the run waits for no calls."""
        return []

    def result(self) -> Any:
        """Raises the failure as an exception of the family, see `to_error`."""
        raise self.to_error()

    def to_error(self) -> CodeModeError:
        """The failure as an exception of the family."""
        error = error_class(self.code)(
            self.error.removeprefix("panic: "), code=self.code, phase=self.phase, diagnostics=self.diagnostics
        )
        error.hint, error.trace = self.hint, self.trace
        error.stdout, error.stderr, error.exit_code = self.stdout, self.stderr, self.exit_code
        error.tool_calls, error.steps = self.tool_calls, self.telemetry.steps
        return error


Reply = Annotated[Completed | Waiting | Failed, Field(discriminator="status")]


def printed(output: list[Output], stream: Literal["stdout", "stderr"] | None = None) -> str:
    """Returns the text printed to a stream, or to both."""
    streams = ("stdout", "stderr") if stream is None else (stream,)
    return "".join(item.text for item in output if isinstance(item, TextOutput) and item.stream in streams)
