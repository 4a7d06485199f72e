"""The protocols between the engine and the outside: the sources of tools, and the hooks on calls."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast, runtime_checkable

from codemode.cancellation import ALWAYS, CancelToken
from codemode.catalog.entries import ToolEntry
from codemode.data import MAX_SIZE
from codemode.engine.attachments import File
from codemode.errors import ConfigError, ToolError
from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.engine.attachment_storage import CallFiles

Report = Callable[[float, float | None, str], None]  # done, total, message


@dataclass(slots=True, frozen=True)
class Answer:
    """A person's answer to a question: "accept" with an answer, "decline", or "cancel" if nobody answered in time."""

    action: Literal["accept", "decline", "cancel"]
    content: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)


Ask = Callable[[str, Mapping[str, Any]], Awaitable[Answer]]  # question, JSON Schema of an answer


@dataclass(slots=True, frozen=True)
class CallContext:
    """The caller of a nested call, passed with the call. `timeout` is the time of the call in seconds, None for no limit. `context` is what the
    host passes with the session (`Engine.session(context=...)`)."""

    agent: str = ""
    session: str = ""
    run_id: str = ""
    call_id: str = ""
    timeout: float | None = None
    context: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False, compare=False)
    attaching: CallFiles | None = field(default=None, repr=False, compare=False)
    reporting: Report | None = field(default=None, repr=False, compare=False)
    asking: Ask | None = field(default=None, repr=False, compare=False)
    largest: int = field(default=MAX_SIZE, repr=False, compare=False)  # maximum bytes of the result's JSON
    waiting: Callable[[str], Awaitable[None]] | None = field(default=None, repr=False, compare=False)
    token: CancelToken = field(default=ALWAYS, repr=False, compare=False)  # ends the conversion of the result

    def keep(self, given: File) -> dict[str, Any]:
        """Keeps a picture or file, and returns its handle, which the program receives. For sources; functions simply return pictures and files.

        Raises ToolError if there is no run.
        """
        if self.attaching is None:
            raise ToolError(f"{given!r} cannot be kept: no program is running")
        return self.attaching.keep(given)

    def report_progress(self, progress: float, total: float | None = None, message: str = "") -> None:
        """Reports the progress of the call, on any thread and as often as you like; listeners of the run (`on_event`) receive the latest.

        Raises ToolError if a value is not a number.
        """
        known = total is None or _is_number(total)
        if not _is_number(progress) or not known:
            raise ToolError(f"progress needs two numbers, done and total, not {progress!r} of {total!r}")
        if self.reporting is not None:
            self.reporting(progress, total, str(message))

    async def ask(self, question: str, schema: Mapping[str, Any]) -> Answer:
        """Asks a person a question during the call, and waits for the answer. `schema` is the JSON Schema of the answer, an object of plain
        fields. The question is declined if nobody can answer (`Engine(answer_timeout=...)`), or if the call asks too much."""
        return await self.asking(question, schema) if self.asking is not None else Answer("decline")

    async def large_answer(self) -> None:
        """Waits until there is room for a large answer. For sources that have read the first 256 KiB of an answer, before they read on."""
        if self.waiting is not None:
            await self.waiting(self.call_id)

    def find(self, value: object) -> File | None:
        """Returns the picture or file of a handle (or id) in the call's arguments; None if the run and its session have no such attachment."""
        return self.attaching.find(value) if self.attaching is not None else None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300


class ApprovalNeeded(Exception):
    """A person must approve the call, with these arguments, before it is made."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        super().__init__("the call needs approval")
        self.arguments = arguments


@runtime_checkable
class ToolSource(Protocol):
    """A source of tools. Failures of a call are `codemode.errors.ToolError`, failures of the source `ToolSourceError`."""

    def known_tools(self) -> Sequence[ToolEntry] | None:
        """Returns the tools if they are known without waiting, else None."""
        ...

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Returns all current tools."""
        ...

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        """Calls a tool to its end. The result is plain JSON data, also with handles of what the context `keep`s, or an Image or File. The result of
        a tool that streams is the list of its pieces."""
        ...

    def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        """Calls a tool and yields its results, piece by piece."""
        ...

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        """Returns a plain function that makes the call on any thread, for tools that need no event loop."""
        ...

    async def close(self) -> None:
        """Closes what the source itself opened."""
        ...


class SourcePart(Protocol):
    """A part of a source that is listed separately, such as one server of many: a part that hangs does not affect the others.

    A source with parts has a method `parts() -> Sequence[SourcePart]`, which returns the same objects each time. `name` is for messages; `prefix` is
    the beginning of its tools' names, before a dot ("" if unknown). A part may have a number `generation`, which changes with its tools, and a text
    `notes` about itself. `list_tools` may take any time: no program has to wait for it.
    """

    @property
    def name(self) -> str: ...
    @property
    def prefix(self) -> str: ...

    def known_tools(self) -> Sequence[ToolEntry] | None:
        """Returns the tools if they are known without waiting, else None."""
        ...

    async def list_tools(self) -> Sequence[ToolEntry]:
        """Returns all current tools. Raises ToolSourceError."""
        ...


class Hook:
    """Observes programs and their nested calls, and may change them. Override only the methods you need; all may also be plain functions.

    `before` may return other arguments (None keeps them) or raise `ToolError` to refuse; `after` may return another result wrapped in a one-element
    list (None keeps it), so that a result of None differs from no change.
    """

    async def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> dict[str, Any] | None:
        """Returns other arguments for the call, None to keep them. They are checked afterwards. Raises ToolError to refuse the call."""
        return None

    async def after(
        self, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext
    ) -> list[Any] | None:
        """Returns `[other]` to replace `result` for the program (for a stream, each piece), None to keep it."""
        return None

    async def before_exec(self, code: str, context: CallContext) -> str | None:
        """Returns another program to run in place of the one given to `exec`, None to keep it. Raises ToolError to refuse it."""
        return None

    async def after_exec(self, reply: Any, context: CallContext) -> Any | None:
        """Returns another reply, of the same three kinds, in place of a reply of `exec` or `wait`; None to keep it."""
        return None


_WATCHES = ("before", "after", "before_exec", "after_exec")


def checked_hooks(hooks: object) -> tuple[Hook, ...]:
    """Returns the hooks. Raises ConfigError, also for a hook that overrides no method."""
    if not isinstance(hooks, list | tuple):
        raise ConfigError(f"hooks must be a list, hooks=[...], not {type(hooks).__name__}")
    for hook in cast("Sequence[object]", hooks):
        kind = type(hook)
        if isinstance(hook, type) or not (isinstance(hook, Hook) or (_has(kind, "before") and _has(kind, "after"))):
            named = (
                f"the class {hook.__name__}; give an object of it"
                if isinstance(hook, type)
                else f"an object of the type {kind.__name__}"
            )
            raise ConfigError(f"not a hook: {named}; derive from codemode.Hook and override {_TOLD}")
        if all(getattr(kind, name, None) is getattr(Hook, name) for name in _WATCHES):
            raise ConfigError(f"the hook {kind.__name__} overrides none of {_TOLD}: it would never be called")
    return cast("tuple[Hook, ...]", tuple(cast("Sequence[object]", hooks)))


def _has(kind: type[object], name: str) -> bool:
    return callable(getattr(kind, name, None))


_TOLD = "before, after, before_exec or after_exec"
