"""A worker process: it has one guest at a time and moves it when the host asks. It has no tools, opens nothing and waits only for the host."""

from __future__ import annotations

import gc
import logging
import math
import resource
import socket
import time
from collections.abc import Callable
from typing import Any

from codemode.engine.compiling import compile_given
from codemode.engine.failures import Failure
from codemode.engine.guest import LocalGuest
from codemode.engine.json_data import encode
from codemode.engine.languages.language import OtherLanguage
from codemode.engine.toolbox import Toolbox
from codemode.engine.wire import (
    of_failure,
    of_prepared,
    of_rejection,
    of_turn,
    to_entries,
    to_event,
    to_offers,
    to_start,
)
from codemode.engine.workers.frames import LEFT_MEMORY, QUANTUM, Line, frame, framed, largest_reply
from codemode.errors import CodeModeError
from codemode.interpreter.machine.signals import Event, Finished
from codemode.tool_cache import ToolCache

MAX_PROGRAMS = 128
LARGE_RUN = 8 << 20  # bytes of a run after which its garbage is collected at once
CPU_GRACE = 2  # seconds beyond the budget of a move; the host ends a worker that is late long before
MAX_LOG = 8000


class Work:
    """What a worker has: toolboxes by version, compiled programs, and the guest."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._toolboxes: dict[str, Toolbox] = {}
        self._programs = ToolCache(max_programs=MAX_PROGRAMS)
        self._guest: LocalGuest | None = None
        self._events: list[Event] = []
        self._largest = 0  # bytes of a reply
        self._cpu_until = 0
        self._peak = 0
        self._answers: dict[str, Callable[..., Any]] = {
            "catalog": self._catalog,
            "start": self._start,
            "event": self._event,
            "move": self._move,
            "drop": self._drop,
        }

    def serve(self) -> None:
        """Until the host has gone."""
        while True:
            reply = self.answer(self._line.receive())
            if reply is not None:
                self._send(reply)

    def answer(self, message: list[Any]) -> list[Any] | None:
        """The reply to one message, if it has one. The JSON of a large result is its last item, as bytes."""
        return self._answers[message[0]](*message[1:])

    def _send(self, reply: list[Any]) -> None:
        result = reply.pop() if isinstance(reply[-1], bytes) else b""
        data = framed(encode(reply), len(result))
        if self._largest and len(data) + len(result) > self._largest:
            told = (
                f"the program sends {len(data) + len(result)} bytes to the host at once; the limit is {self._largest}"
            )
            hint = "keep less data at once, for example aggregate page by page"
            data, result = frame(["failed", of_failure(Failure("memory_limit_exceeded", told, hint))]), b""
        self._line.send(data)
        if result:
            self._line.send(result)

    def _catalog(self, version: str, tools: Any, namespaces: Any, absent: Any, gone: str | None) -> list[Any]:
        self._spend_until(60)
        if gone is not None:
            self._toolboxes.pop(gone, None)
        self._toolboxes[version] = Toolbox.received(version, to_entries(tools), absent, to_offers(namespaces))
        return ["catalog", version]

    def _start(self, version: str, form: Any, ahead: float | None, schemas: dict[str, Any]) -> list[Any]:
        self._drop()
        start = to_start(form)
        self._largest = largest_reply(start.limits)
        self._spend_until(60)
        toolbox = self._toolboxes[version]
        if schemas:
            toolbox.catalog.learn(schemas)
        try:
            compiled = compile_given(
                start.code, toolbox, self._programs, strict=start.strict, languages=start.languages
            )
        except OtherLanguage as other:
            return ["rejected", other.name]
        except CodeModeError as refused:
            return ["rejected", of_rejection(refused)]
        self._guest = LocalGuest(compiled, toolbox.catalog, start)
        started = ["started", of_prepared(compiled.prepared)]
        if ahead is None:
            return started
        # at once, so that the host goes on meanwhile, and so that whatever happens in the turn happens to a guest that has begun
        self._send(started)
        return self._move(ahead, QUANTUM, None)

    def _event(self, form: Any) -> None:
        self._events.append(to_event(form))

    def _move(self, left: float, quantum: float, ticks: int | None) -> list[Any]:
        assert self._guest is not None
        self._spend_until(left)
        events, self._events = self._events, []
        turn = self._guest.move_here(events, ticks, time.monotonic() + min(quantum, left))
        self._peak = turn.memory
        result = turn.signal.encoded if isinstance(turn.signal, Finished) else None
        return ["turn", of_turn(turn), *([] if result is None else [result])]

    def _drop(self) -> None:
        if self._guest is None:
            return
        self._guest.close()
        self._guest = None
        self._events = []
        if self._peak > LARGE_RUN:
            gc.collect()
        self._peak = 0

    def _spend_until(self, seconds: float) -> None:
        """Gives the guest the processor for so long: the kernel ends a worker that the host has lost sight of."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        until = math.ceil(used.ru_utime + used.ru_stime + max(seconds, 0)) + CPU_GRACE
        if until != self._cpu_until:
            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            # a machine may allow less than a guest; the kernel then ends the worker at that
            soft = until if hard == resource.RLIM_INFINITY else min(until, hard)
            resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))
            self._cpu_until = until


class _ToHost(logging.Handler):
    """Sends what is logged here to the host, which logs it."""

    def __init__(self, line: Line) -> None:
        super().__init__()
        self._line = line

    def emit(self, record: logging.LogRecord) -> None:
        self._line.send(frame(["log", self.format(record)[-MAX_LOG:]]))


def work(sock: socket.socket, protections: list[str]) -> int:
    """Serves the host at the other end; gives the exit status."""
    line = Line(sock)
    logging.getLogger("codemode").addHandler(_ToHost(line))
    line.send(frame(["ready", protections]))
    try:
        Work(line).serve()
    except (EOFError, ConnectionError):
        return 0
    except MemoryError:
        return LEFT_MEMORY
    return 0
