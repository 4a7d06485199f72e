"""How a program asks the host: for a tool, or for what the engine itself knows. What is too long or too much is refused here."""

from __future__ import annotations

from typing import Any

from codemode.data.inspection import CONTAINER
from codemode.engine.json_data import encode
from codemode.interpreter.machine.guest_to_host import LESS, sent
from codemode.interpreter.machine.request_limits import REQUEST_STEPS, SHARE, TEXTS, TOOL, too_long, too_much
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.tool_calls import Stream, call_tool, open_stream
from codemode.interpreter.machine.values import GoPanic, Halt, new_error

_ITEM = 32  # bytes of the host that a value takes besides its text
_SMALL = 1 << 10  # bytes that are not worth counting


def most_of(run: Run) -> int:
    """The most bytes of one request to the host."""
    return run.limits.memory_limit_bytes // SHARE


def tool_name(given: bytes) -> tuple[str, Any]:
    """Returns the name of a tool, or the error that it is too long."""
    problem = too_long(TOOL, given)
    return ("", new_error(problem)) if problem else (given.decode("utf-8", "replace"), None)


def call(run: Run, tool: str, arguments: dict[str, Any], *, kind: str = "tool", name: str = "") -> tuple[Any, Any]:
    """Calls a tool: (value, nil) or (nil, error)."""
    size, problem = _size(run, tool, arguments)
    return (None, problem) if problem is not None else call_tool(run, tool, arguments, kind=kind, name=name, size=size)


def stream(run: Run, tool: str, arguments: dict[str, Any]) -> tuple[Stream | None, Any]:
    """Opens a stream: (stream, nil) or (nil, error)."""
    size, problem = _size(run, tool, arguments)
    return (None, problem) if problem is not None else open_stream(run, tool, arguments, size=size)


def _size(run: Run, tool: str, arguments: dict[str, Any]) -> tuple[int, Any]:
    """Returns the size of the arguments in a request, or the error that they are too large."""
    if not arguments:
        return 0, None
    data = encode(arguments)
    if len(data) <= _SMALL:
        return 0, None
    size = len(data) + _ITEM * (data.count(b",") + data.count(b"[") + data.count(b"{"))
    run.charge(size // 64)
    most = most_of(run)
    if size <= most:
        return size, None
    return 0, new_error(f"{tool}: its arguments are {too_much(size, most)}: {LESS}")


def ask(run: Run, kind: str, what: str, size: int = 0, **request: Any) -> tuple[Any, Any]:
    """Asks the engine: (value, nil) or (nil, error). Texts are given as the program's own."""
    run.charge(REQUEST_STEPS)
    text = TEXTS.get((kind, what))
    if text is not None:
        given = request[text.name]
        problem = too_long(text, given)
        if problem:
            return None, new_error(problem)
        request[text.name] = given.decode("utf-8", "replace")
    return call_tool(run, what, request, kind=kind, size=size)


def saved(run: Run, value: Any) -> bytes:
    """A value that is to be kept, as compact JSON."""
    made, _ = sent(run, value)
    data = encode(made)
    size = len(data) + CONTAINER * (data.count(b"[") + data.count(b"{"))
    if size > most_of(run):
        raise Halt("memory_limit_exceeded", f"a value that is saved has {too_much(size, most_of(run))}", LESS)
    run.charge(size // 64)
    run.alloc(len(data))
    return data


def must(error: Any) -> None:
    """Raises an error as a panic, for functions that return no error."""
    if error is not None:
        raise GoPanic(error)
