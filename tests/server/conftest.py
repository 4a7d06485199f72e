"""A server on a port of this machine, in the process of the test."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from codemode import Engine, FunctionSource, FunctionTool, Policy, Rule
from codemode.server.app import Server, create_app
from codemode.server.events import Watch
from codemode.server.serving import bound, configured
from tests import browsers

collect_ignore = [] if browsers.found() else ["browser"]


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


async def slow(seconds: float = 0.2) -> str:
    """Answer after a while."""
    await asyncio.sleep(seconds)
    return "done"


class Bank:
    """Where payments are made; `paid` is what was."""

    def __init__(self) -> None:
        self.paid: list[tuple[str, float]] = []

    def pay(self, to: str, amount: float) -> str:
        """Pay somebody."""
        self.paid.append((to, amount))
        return f"paid {amount:g} to {to}"

    def source(self) -> FunctionSource:
        tools = [
            FunctionTool("math.add", add, read_only=True),
            FunctionTool("time.slow", slow, idempotent=True),
            FunctionTool("bank.pay", self.pay),
        ]
        return FunctionSource(tools, owner="shop")


POLICY = Policy([Rule("ask", "bank.pay")])


@dataclass
class Running:
    server: Server
    url: str
    bank: Bank
    http: httpx2.AsyncClient

    @property
    def key(self) -> dict[str, str]:
        """The headers of a person, where there are no tokens."""
        return {"authorization": f"Bearer {self.server.keys.secret}"}

    async def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        if path.endswith(("/approve", "/deny")):
            headers = self.key | headers
        return await self.http.post(path, json=body if body is not None else {}, headers=headers)


@asynccontextmanager
async def over_mcp(running: Running, mode: str, headers: dict[str, str], **options: Any) -> AsyncGenerator[Client]:
    """A client of MCP that sends these headers."""
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        transport = streamable_http_client(f"{running.url}/mcp", http_client=http)
        async with Client(transport, mode=mode, **options) as client:
            yield client


@asynccontextmanager
async def serving(
    *,
    store: str | None = None,
    isolation: str = "inline",
    sources: Sequence[Any] = (),
    policy: Policy = POLICY,
    engine: dict[str, Any] | None = None,
    connections: dict[str, Any] | None = None,
    send_buffer: int = 0,
    **options: Any,
) -> AsyncGenerator[Running]:
    """`sources` are those of the engine instead of the bank, `connections` the bounds of connections, `send_buffer` how many bytes the system keeps
    for a client that does not read them, if not megabytes."""
    bank, watch = Bank(), Watch()
    made = Engine(
        sources or [bank.source()],
        isolation=isolation,
        store=store,
        policy=policy,
        on_event=watch.hear,
        **(engine or {}),
    )
    sock = bound("127.0.0.1", 0)
    if send_buffer:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    url = f"http://127.0.0.1:{sock.getsockname()[1]}"
    server = create_app(made, watch, url=url, **options)
    running = uvicorn.Server(configured(server.app, **(connections or {})))
    task = asyncio.create_task(running.serve([sock]))
    while not running.started and not task.done():
        await asyncio.sleep(0.01)
    async with httpx2.AsyncClient(base_url=url, timeout=30) as http:
        try:
            yield Running(server, url, bank, http)
        finally:
            running.should_exit = True
            await task
