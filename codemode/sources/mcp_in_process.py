"""MCP servers that live in this process: FastMCP's, and those of the official package."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

from codemode.errors import ConfigError
from codemode.sources.client_loops import loop_in_thread
from codemode.sources.mcp_watch import Watch

GOODBYE = 2.0  # seconds that a server gets to end


def lowlevel_of(server: Any) -> Any:
    """Returns the object that speaks the protocol: the server itself, or the one inside FastMCP and MCPServer. None if it is not a server."""
    for found in (server, getattr(server, "_mcp_server", None), getattr(server, "_lowlevel_server", None)):
        if callable(getattr(found, "create_initialization_options", None)) and callable(getattr(found, "run", None)):
            return found
    return None


def name_of(server: Any, name: str | None) -> str:
    """Returns the name by which programs call the server. Raises ConfigError."""
    if lowlevel_of(server) is None:
        raise ConfigError(f"McpSource.inside needs a server, such as FastMCP('shop'), not {type(server).__name__}")
    return name if name is not None else str(getattr(server, "name", "") or "server")


@asynccontextmanager
async def streams(server: Any, watch: Watch) -> AsyncGenerator[tuple[Any, Any]]:
    """Yields the streams to a server, which runs while they are open. Messages go from loop to loop without waiting."""
    from anyio import create_memory_object_stream

    # a loop for each server, because its tools may block it
    here, there = asyncio.get_running_loop(), loop_in_thread("codemode-mcp-inside")
    heard, hears = create_memory_object_stream[Any](math.inf)
    says, said = create_memory_object_stream[Any](math.inf)

    def deliver(loop: asyncio.AbstractEventLoop, put: Callable[..., Any], *message: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed because the process ends
            loop.call_soon_threadsafe(partial(_put, put, *message))

    inbox, requests = create_memory_object_stream[Any](math.inf)
    running = asyncio.run_coroutine_threadsafe(
        _serve(server, requests, partial(deliver, here, heard.send_nowait)), there
    )
    running.add_done_callback(lambda _: deliver(here, heard.close))
    running.add_done_callback(lambda _: deliver(here, watch.over.set))

    async def forward() -> None:
        async for message in said:
            deliver(there, inbox.send_nowait, message)

    forwarding = asyncio.create_task(forward())
    try:
        yield hears, says
    finally:
        forwarding.cancel()
        deliver(there, inbox.close)
        ended = asyncio.wrap_future(running)
        await asyncio.wait([ended], timeout=GOODBYE)
        if not ended.done():
            ended.cancel()
        for stream in (hears, says, said, heard):
            stream.close()
        deliver(there, there.stop)
        if ended.done() and not ended.cancelled():
            ended.result()  # raises the error that ended the server


def _put(put: Callable[..., Any], *message: Any) -> None:
    from anyio import BrokenResourceError, ClosedResourceError

    with suppress(BrokenResourceError, ClosedResourceError):  # nobody listens any more
        put(*message)


async def _serve(server: Any, requests: Any, tell: Callable[[Any], None]) -> None:
    """Runs a server on its own loop until the requests end."""
    from anyio import create_memory_object_stream

    lowlevel = lowlevel_of(server)
    answers, answered = create_memory_object_stream[Any](math.inf)

    async def forward() -> None:
        async for message in answered:
            tell(message)

    forwarding = asyncio.create_task(forward())
    try:
        async with AsyncExitStack() as stack:
            # FastMCP's own lifespan, which its transports enter around the server
            lifespan: Callable[[], Any] | None = getattr(server, "_lifespan_manager", None)
            if lifespan is not None:
                await stack.enter_async_context(lifespan())
            run: Callable[..., Awaitable[None]] = lowlevel.run
            await run(requests, answers, lowlevel.create_initialization_options())
    finally:
        answers.close()
        await asyncio.wait([forwarding], timeout=GOODBYE)
        forwarding.cancel()
        for stream in (requests, answered):
            stream.close()
