"""`codemode serve` and `codemode mcp`: the server as a process."""

from __future__ import annotations

import asyncio
import errno
import resource
import signal
import socket
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, Final, cast

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from codemode.errors import ConfigError
from codemode.server.app import Server
from codemode.server.gate import MAX_HEAD

HEADER_SECONDS: Final = 10.0  # for the head of a request
UNREAD_SECONDS: Final = 30.0  # seconds for which a client may read nothing
MAX_CONNECTIONS: Final = 2000
KEEP_ALIVE: Final = 15


class _Connection(H11Protocol):
    """Closes a connection whose request does not arrive completely in time, or whose client does not read its answers, and connections beyond the
    limit. uvicorn checks time only between requests, and the number of connections only when a request has arrived."""

    def __init__(self, *given: Any, header_seconds: float, unread_seconds: float, most: int, **named: Any) -> None:
        super().__init__(*given, **named)
        self._header_seconds = header_seconds
        self._unread_seconds = unread_seconds
        self._most = most
        self._late: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(cast(Any, self).connections) > self._most:
            transport.abort()
        else:
            self._look()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self._unread_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._late, self._unread):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def _unsupported_upgrade_warning(self) -> None:
        """No line in the log for each client that asks for a WebSocket: any client could fill it."""

    def _look(self) -> None:
        """Limits the time for the head of a request, from its beginning until it is complete; the first one begins with the connection."""
        conn = cast(Any, self).conn
        has_begun = cast(Any, self).cycle is None or conn.trailing_data[0]
        if conn.their_state is not h11.IDLE or not has_begun:
            if self._late is not None:
                self._late.cancel()
                self._late = None
        elif self._late is None:
            self._late = self.loop.call_later(self._header_seconds, self._close)

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


def configured(
    app: Any, header_seconds: float = HEADER_SECONDS, unread_seconds: float = UNREAD_SECONDS, most: int = 0
) -> uvicorn.Config:
    """How connections are taken. `most` is how many may be open, 0 for as many as this process has files for."""
    most = most or min(MAX_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
    return uvicorn.Config(
        app,
        http=cast(Any, partial(_Connection, header_seconds=header_seconds, unread_seconds=unread_seconds, most=most)),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
    )


def bound(host: str, port: int) -> socket.socket:
    """Returns a listening socket. Raises ConfigError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off delays only for a socket that names its protocol; otherwise the body of each answer is sent 40 ms after its head
    made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(1024)
    except OSError as wrong:
        made.close()
        hint = (
            "; choose another with --port, or --port 0 for any that is free" if wrong.errno == errno.EADDRINUSE else ""
        )
        raise ConfigError(f"cannot listen on {host}:{port}: {wrong.strerror or wrong}{hint}") from wrong
    return made


async def serve(server: Server, sock: socket.socket, ready: Callable[[], None], tell: Callable[[str], None]) -> None:
    """Answers until SIGTERM or SIGINT; then tells so, and lets the runs under way end or be parked."""
    running = uvicorn.Server(configured(server.app))
    # the signals are handled here: runs under way are drained before connections are closed
    cast(Any, running).capture_signals = nullcontext
    loop = asyncio.get_running_loop()
    ending = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
    await asyncio.sleep(0)  # an interrupt during the imports cancels this task here: nothing has begun yet
    serving = asyncio.create_task(running.serve([sock]))
    while not running.started and not serving.done():
        await asyncio.sleep(0.01)
    if not serving.done():
        ready()
    waiting = asyncio.create_task(ending.wait())
    await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not serving.done():
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)  # a second signal ends the server at once
        tell("codemode is shutting down: no new runs start, those under way end or wait in the store")
        await server.hub.drain()
        running.should_exit = True
    await serving
