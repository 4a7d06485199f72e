"""Calls and streams as goroutines see them. The waiting goroutine converts delivered data to guest values, so that its own budgets pay for it."""

from __future__ import annotations

from collections import deque
from typing import Any, Literal

from codemode.interpreter.machine.host_to_guest import to_guest, tool_error
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.signals import TOOL_KINDS, Chunk, StreamEnd, ToolFailure, ToolResult

Answer = ToolResult | ToolFailure | Chunk | StreamEnd


def call_tool(
    run: Run, tool: str, arguments: dict[str, Any], *, kind: str = "tool", name: str = "", size: int = 0
) -> tuple[Any, Any]:
    """Makes a call and blocks the goroutine until it is answered. Returns (value, nil) or (nil, error), both guest values. `name` is the name in
    messages of a tool that is called by its id, `size` the bytes of its arguments."""
    sched = run.sched
    sched.issue(sched.current, tool, arguments, False, kind, size)
    answer = sched.park("tool call")
    if isinstance(answer, ToolFailure):
        return None, tool_error(answer.message)
    return to_guest(run, answer.value, (name or tool) if kind in TOOL_KINDS else ""), None


class Stream:
    """A streaming call. Results are queued until the guest reads them."""

    __slots__ = ("answers", "call_id", "ended", "tool", "waiter")

    def __init__(self, tool: str = "") -> None:
        self.tool = tool
        self.call_id = ""
        self.answers: deque[Answer] = deque()
        self.ended = False  # the last result was returned, or the guest closed the stream
        self.waiter: Goroutine | None = None

    def put(self, run: Run, answer: Answer) -> None:
        self.answers.append(answer)
        if self.waiter is not None:
            g, self.waiter = self.waiter, None
            run.sched.ready(g)

    def wait(self, run: Run) -> None:
        while not self.answers and not self.ended:
            self.waiter = run.sched.current
            run.sched.park("stream receive")

    def next(self, run: Run) -> tuple[Literal["item", "end", "error"], Any]:
        """Returns the next chunk as a guest value, the end, or an error value. After the end or an error it always returns the end."""
        run.charge(1)
        if not self.ended:
            self.wait(run)
        if self.ended:
            return "end", None
        answer = self.answers.popleft()
        if isinstance(answer, Chunk):
            return "item", to_guest(run, answer.value, self.tool)
        self.ended = True
        if isinstance(answer, ToolFailure):
            return "error", tool_error(answer.message)
        return "end", None

    def close(self, run: Run) -> None:
        """Stops reading; the driver is told to close the call if it still runs."""
        if not self.ended:
            self.ended = True
            self.answers.clear()
            if run.sched.waiters.get(self.call_id) is not None:
                run.sched.waiters[self.call_id] = None
                run.sched.arguments.pop(self.call_id, None)
                run.sched.closed.append(self.call_id)


def open_stream(run: Run, tool: str, arguments: dict[str, Any], *, size: int = 0) -> tuple[Stream | None, Any]:
    """Starts a streaming call and waits for its first event. Returns (stream, nil), or (nil, error) if it could not be opened."""
    stream = Stream(tool)
    stream.call_id = run.sched.issue(stream, tool, arguments, True, "tool", size)
    stream.wait(run)
    first = stream.answers[0] if stream.answers else None
    if isinstance(first, ToolFailure):
        stream.ended = True
        return None, tool_error(first.message)
    return stream, None
