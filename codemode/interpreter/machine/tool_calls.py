"""Calls and streams as goroutines see them. What is delivered from outside is turned into guest values by the goroutine that waits,
so that its own budgets pay for it."""

from __future__ import annotations

from collections import deque
from typing import Any, Literal

from codemode.interpreter.machine.incoming import to_guest, tool_error
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.scheduler import Goroutine
from codemode.interpreter.machine.signals import TOOL_KINDS, Chunk, StreamEnd, ToolFailure, ToolResult

Answer = ToolResult | ToolFailure | Chunk | StreamEnd


def call_tool(
    run: Run, tool: str, arguments: dict[str, Any], *, kind: str = "tool", name: str = "", size: int = 0
) -> tuple[Any, Any]:
    """Make a call and block the goroutine until it is answered: (value, nil) or (nil, error), both guest values. `name` is what a tool that is
    called by its id is called in messages, `size` the bytes of arguments that are worth counting."""
    sched = run.sched
    sched.issue(sched.current, tool, arguments, False, kind, size)
    answer = sched.park("tool call")
    if isinstance(answer, ToolFailure):
        return None, tool_error(answer.message)
    return to_guest(run, answer.value, (name or tool) if kind in TOOL_KINDS else ""), None


class Stream:
    """A streaming call. Answers queue up until the guest asks for them."""

    __slots__ = ("answers", "call_id", "ended", "tool", "waiter")

    def __init__(self, tool: str = "") -> None:
        self.tool = tool
        self.call_id = ""
        self.answers: deque[Answer] = deque()
        self.ended = False  # the last answer has been handed out, or the guest closed it
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
        """The next chunk as a guest value, the end, or an error value. After the end or an error it is the end for ever."""
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
        """Stop reading; the driver is told to close the call if it still runs."""
        if not self.ended:
            self.ended = True
            self.answers.clear()
            if run.sched.waiters.get(self.call_id) is not None:
                run.sched.waiters[self.call_id] = None
                run.sched.arguments.pop(self.call_id, None)
                run.sched.closed.append(self.call_id)


def open_stream(run: Run, tool: str, arguments: dict[str, Any], *, size: int = 0) -> tuple[Stream | None, Any]:
    """Start a streaming call and wait for its first sign of life: (stream, nil), or (nil, error) if it could not be opened."""
    stream = Stream(tool)
    stream.call_id = run.sched.issue(stream, tool, arguments, True, "tool", size)
    stream.wait(run)
    first = stream.answers[0] if stream.answers else None
    if isinstance(first, ToolFailure):
        stream.ended = True
        return None, tool_error(first.message)
    return stream, None
