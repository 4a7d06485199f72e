"""`codemode serve` and `codemode mcp`: the server as a process."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any, Final, cast

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from codemode.errors import ConfigError
from codemode.server.app import Server

HEADER_SECONDS: Final = 10.0  # for the head of a first request
MAX_HEADER_BYTES: Final = 32 << 10
MAX_CONNECTIONS: Final = 2000
KEEP_ALIVE: Final = 15

log = logging.getLogger("codemode")


class _Patience(H11Protocol):
    """A connection whose first request does not come is closed: uvicorn looks at time only between requests."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._late = self.loop.call_later(HEADER_SECONDS, self._close_if_idle)

    def _close_if_idle(self) -> None:
        cycle = cast(Any, self).cycle
        if cycle is None and not self.transport.is_closing():
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._late is not None:
            self._late.cancel()
        super().connection_lost(exc)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises ConfigError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(1024)
    except OSError as wrong:
        made.close()
        raise ConfigError(f"cannot listen on {host}:{port}: {wrong.strerror or wrong}") from wrong
    return made


async def serve(server: Server, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Answer until SIGTERM or SIGINT; then let the runs that are under way come to an end or a rest."""
    config = uvicorn.Config(
        server.app,
        http=_Patience,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        limit_concurrency=MAX_CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
    )
    running = uvicorn.Server(config)
    # the signals are ours: what is under way is drained before the doors are closed
    cast(Any, running).capture_signals = _no_signals
    loop = asyncio.get_running_loop()
    ending = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ending.set)
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
            loop.remove_signal_handler(number)  # who asks a second time wants it at once
        log.info("ending: no new runs, those under way come to a rest")
        await server.hub.drain()
        running.should_exit = True
    await serving


class _no_signals:  # noqa: N801 - stands for a function of uvicorn's
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
