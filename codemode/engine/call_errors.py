"""The errors of calls that could not be made or that failed, with the messages that the program receives, and warnings about tools."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from codemode.catalog import Catalog
from codemode.catalog.names import quoted
from codemode.dsl import Diagnostic
from codemode.errors import CodeModeError, ToolError, ToolSourceError
from codemode.interpreter.machine.signals import MAX_WARNING, MAX_WARNINGS

log = logging.getLogger("codemode")

MAX_MESSAGE = 4000  # characters of a tool's error that a program receives


def denied(name: str) -> ToolError:
    return ToolError(f"the tool {quoted([name])} may not be called here", code="tool_denied")


def not_found(catalog: Catalog, name: str) -> ToolError:
    near = catalog.suggest(name)
    hint = f"; did you mean {quoted(near)}?" if near else ""
    return ToolError(f"there is no tool {quoted([name])}{hint}", code="tool_not_found")


def was_cancelled(failure: BaseException) -> bool:
    """Whether it is the CancelledError of asyncio or of concurrent.futures. It is known by its name, because not every process imports them. Nobody
    asks how a call ended that we cancelled, so the tool itself, or what it uses, cancelled something that it then awaited."""
    return any(kind.__name__ == "CancelledError" for kind in type(failure).__mro__)


def told(tool: str, failure: BaseException) -> tuple[str, str]:
    """Returns the code and message of a failed call, for the program. An exception that is not a codemode error is a bug of the source: it is
    logged, and the program receives a general message."""
    if was_cancelled(failure):
        code, message = "nested_tool_failed", f"{tool}: the tool cancelled what it was waiting for"
    elif isinstance(failure, CodeModeError):
        code = failure.code if isinstance(failure, ToolError | ToolSourceError) else "nested_tool_failed"
        message = failure.message
    else:
        log.error("the source of tool %s failed", tool, exc_info=failure)
        code, message = "nested_tool_failed", f"{tool}: the tool failed unexpectedly"
    cut = message if len(message) <= MAX_MESSAGE else message[: MAX_MESSAGE - 1] + "…"
    return code, cut if cut.isascii() else cut.encode("utf-8", "replace").decode()  # replaces lone surrogates


class ToolWarnings:
    """The warnings about tools that the reply of a run has, at most MAX_WARNINGS different ones. It has no reference to its run: a circle of
    references would keep the memory of the run until the next collection of garbage."""

    def __init__(self) -> None:
        self._by_message: dict[str, Diagnostic] = {}

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._by_message.values())

    def add(self, message: str, hint: str = "") -> None:
        if message not in self._by_message and len(self._by_message) < MAX_WARNINGS:
            told = Diagnostic("tool_warning", message[:MAX_WARNING], 0, 0, 0, 0, "", hint, "warning")
            self._by_message[message] = told
