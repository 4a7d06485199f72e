"""The data between a machine and its driver: signals out, events in."""

from __future__ import annotations

from dataclasses import field
from typing import Any, Literal

from codemode.records import dataclass

MAX_WARNINGS = 20  # of one run
MAX_WARNING = 400  # characters of one

# --- out: what is printed ---------------------------------------------------------------------------------------------

Stream = Literal["stdout", "stderr", "text", "json"]
# A piece of the output, and where it goes; each piece of `text` and `json` is an item of its own. A program can print very many pieces. They are
# tuples, because Python does not look for cycles in tuples of such parts.
Block = tuple[Stream, bytes]

# --- out: calls, and the reasons why step() returns -------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class ToolCall:
    """A call that has left the guest. `arguments` is plain JSON data."""

    call_id: str
    tool: str
    arguments: dict[str, Any]
    streaming: bool = False
    kind: str = "tool"  # one of TOOL_KINDS, or another request that the engine answers (search, describe, ...)


MCP_CALL = "mcp"  # the kind of a call that only the functions of package MCP make
TOOL_KINDS = ("tool", MCP_CALL)  # calls of tools: by name, or as the function of an MCP server


@dataclass(slots=True)
class Signal:
    """`calls`: calls made since the last signal, to be started now. `closed`: streams the guest closed since then."""

    calls: list[ToolCall] = field(default_factory=lambda: [])
    closed: list[str] = field(default_factory=lambda: [])


@dataclass(slots=True)
class Sliced(Signal):
    """The slice of steps is used up; step again at any time."""


@dataclass(slots=True)
class Calls(Signal):
    """Every goroutine waits, and calls are open. `wake_at` (unix ns) is the earliest timer, if there is one."""

    wake_at: int | None = None


@dataclass(slots=True)
class Sleeping(Signal):
    """Every goroutine waits and no call is open; deliver TimerFired at `wake_at` (unix ns)."""

    wake_at: int = 0


@dataclass(slots=True)
class Yielded(Signal):
    """The guest called yield_control(reason); deliver Resume to continue."""

    reason: str = ""


@dataclass(slots=True)
class Finished(Signal):
    """The program ended. `value` is the interface value of __out (see outgoing), `open_calls` are calls that nobody waits for any more. `encoded`
    is the JSON of a large value; a value from another process exists only in this form."""

    value: Any = None
    has_value: bool = False
    exit_code: int = 0
    encoded: bytes | None = field(default=None, compare=False, repr=False)
    open_calls: list[str] = field(default_factory=lambda: [])


@dataclass(slots=True, frozen=True)
class Frame:
    """One line of a guest stack: function name and source offset."""

    func: str
    pos: int


@dataclass(slots=True)
class Failed(Signal):
    """The program failed. `message` is for people and models, `reason` the code of what led to a panic (see panic_hint). `trace` is the stack of the
    guest's goroutine `goroutine`, innermost first."""

    code: str = "guest_panic"
    message: str = ""
    hint: str = ""
    pos: int = -1
    goroutine: int = 1
    trace: list[Frame] = field(default_factory=lambda: [])
    exit_code: int = 1
    open_calls: list[str] = field(default_factory=lambda: [])
    reason: str = ""
    waiting: dict[int, str] = field(default_factory=lambda: {})  # goroutines of a deadlock, and what they wait for


# --- in: events ----------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Event:
    """`at` is the run's clock (unix ns) when the event arrived; the guest's time.Now is never earlier than that."""

    at: int


@dataclass(slots=True, frozen=True)
class ToolResult(Event):
    """The call succeeded."""

    call_id: str
    value: Any  # plain JSON data
    encoded: bytes | None = field(default=None, compare=False, repr=False)  # the value's JSON, if it was already made
    # else `encoded` was saved, and nobody knows whether it is JSON
    is_read: bool = field(default=True, compare=False, repr=False)


@dataclass(slots=True, frozen=True)
class ToolFailure(Event):
    """The call, or the stream, failed. `code` is one of the tool error codes."""

    call_id: str
    message: str
    code: str = "nested_tool_failed"


@dataclass(slots=True, frozen=True)
class Chunk(Event):
    """One piece of a stream."""

    call_id: str
    value: Any
    encoded: bytes | None = field(default=None, compare=False, repr=False)  # as in ToolResult


@dataclass(slots=True, frozen=True)
class StreamEnd(Event):
    """The stream has no more pieces."""

    call_id: str


@dataclass(slots=True, frozen=True)
class TimerFired(Event):
    """The time of a timer has come."""


@dataclass(slots=True, frozen=True)
class Resume(Event):
    """Continue after yield_control."""


@dataclass(slots=True, frozen=True)
class Abort(Event):
    """The run ends, whatever the guest does."""

    code: str = "aborted"
    message: str = "the run was aborted"
