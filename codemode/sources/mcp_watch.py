"""The state of one connection to an MCP server."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TextIO, cast

from codemode.sources.utcp_results import short

SESSION_GONE = "codemode: the session may be gone"  # in the data of an error, with its own data
SAID = 3  # lines of a server's stderr that an error shows
LONGEST_LINE = 4096  # of its stderr


def data_of(odd: Exception) -> tuple[Any, bool]:
    """Returns what an error of MCP says besides its message, and whether its request was refused without a look at it."""
    data: Any = getattr(odd, "data", None)
    if isinstance(data, dict) and SESSION_GONE in data:
        return cast("dict[str, Any]", data)[SESSION_GONE], True
    return cast(Any, data), False


@dataclass(slots=True)
class Talk:
    """The state of the communication with one server; `version` is that of its protocol."""

    version: str = ""
    questions: int = 0  # questions of the server whose answer was not sent yet
    answers: int = 0  # of the server
    # requested lists: the method by its number
    lists: dict[int | str, str] = field(default_factory=dict[int | str, str])
    left_out: list[str] = field(default_factory=list[str])  # of lists


class LastWords:
    """A server process with the last lines of its stderr, or the last refusals of a server over HTTP."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=SAID)
        self.ended_for = ""  # why the server was ended here
        self.process: Any = None
        self._reading: threading.Thread | None = None

    def pipe(self) -> TextIO:
        """Returns a file for the process to write to; the caller closes it once the process has it."""
        reading, writing = os.pipe()
        self._reading = threading.Thread(target=self._read, args=(reading,), name="codemode-mcp-stderr", daemon=True)
        self._reading.start()
        return os.fdopen(writing, "w")

    def kill(self) -> None:
        """Ends the process and the processes that it started, which are a process group."""
        if self.process is not None and hasattr(os, "killpg"):
            # a group keeps its number as long as it has a process
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _read(self, fd: int) -> None:
        with os.fdopen(fd, "r", encoding="utf-8", errors="replace") as lines:
            while line := lines.readline(LONGEST_LINE):
                if line.strip():
                    self._lines.append(short(line, 300))

    def answered(self, status: int, reason: str) -> None:
        """An HTTP answer came."""
        if status < 400:
            self._lines.clear()
        else:
            self._lines.append(f"HTTP {status} {reason}".strip())

    async def text(self) -> str:
        if self._reading is not None:
            # the last output of a process may arrive after its end
            await asyncio.to_thread(self._reading.join, 0.2)
        return " | ".join(dict.fromkeys(self._lines))


@dataclass(slots=True, frozen=True)
class Watch:
    """The state of one connection: `over` is set when the server ends its side, or has to be ended."""

    over: asyncio.Event
    words: LastWords
    talk: Talk
    max_answer: int
