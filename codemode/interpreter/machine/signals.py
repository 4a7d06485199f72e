"""What a machine says to its driver, and what a driver may say to it. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# --- out: a call the guest wants made, and the reasons step() returns ------------------------------------------------


@dataclass(slots=True, frozen=True)
class ToolCall:
    """A call that has left the guest. `arguments` is plain JSON data."""

    call_id: str
    tool: str
    arguments: dict[str, Any]
    streaming: bool = False
    kind: str = "tool"  # one of TOOL_KINDS, or another request that the engine answers (search, describe, ...)


TOOL_KINDS = ("tool", "mcp")  # calls that leave for a tool: by its name, or as the function of an MCP server


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
    """Every goroutine waits and calls are open. `wake_at` (unix ns) is the earliest timer, if there is one."""

    wake_at: int | None = None


@dataclass(slots=True)
class Sleeping(Signal):
    """Every goroutine waits and no call is open; deliver TimerFired at `wake_at` (unix ns)."""

    wake_at: int = 0


@dataclass(slots=True)
class Yielded(Signal):
    """The guest called yield_control(reason); deliver Resume to go on."""

    reason: str = ""


@dataclass(slots=True)
class Finished(Signal):
    """The program ended. `value` is the interface value of __out (see outgoing), `open_calls` are calls nobody waits for any more. `encoded` is the
    JSON of a large value; what has crossed from another process has nothing else."""

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
    """The program failed. `message` is for people and models, `reason` the code of what led to a panic (see advice). `trace` is the guest's stack,
    innermost first, of goroutine `goroutine`."""

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
    """`at` is the run's clock (unix ns) when the event arrived; the guest's time.Now never runs behind it."""

    at: int


@dataclass(slots=True, frozen=True)
class ToolResult(Event):
    """The call has ended well."""

    call_id: str
    value: Any  # plain JSON data
    encoded: bytes | None = field(
        default=None, compare=False, repr=False
    )  # the value's JSON, if somebody has made it already


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
    """A time that the guest waits for has come."""


@dataclass(slots=True, frozen=True)
class Resume(Event):
    """Go on after yield_control."""


@dataclass(slots=True, frozen=True)
class Abort(Event):
    """The run is over, whatever the guest does."""

    code: str = "aborted"
    message: str = "the run was aborted"
