"""MCP servers that live in the host's own process."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import codemode
from codemode import Engine, McpSource
from codemode.engine.events import CallProgress
from codemode.errors import ConfigError

pytestmark = pytest.mark.anyio

life: list[str] = []


@asynccontextmanager
async def lifespan(server: Any) -> AsyncGenerator[None]:
    life.append("begun")
    yield
    life.append("ended")


def shop(name: str = "shop", **options: Any) -> MCPServer:
    made = MCPServer(name, instructions="Prices are in euros.", **options)

    @made.tool()
    def price(sku: str) -> float:
        """What a product costs."""
        if sku != "KB-1":
            raise ToolError(f"there is no {sku!r}")
        return 79.5

    @made.tool()
    async def count(upto: int, ctx: Context) -> str:
        for done in range(upto):
            await ctx.report_progress(done, upto)
        return threading.current_thread().name

    @made.tool()
    async def block() -> None:
        time.sleep(3)

    return made


PRICE = 'p, err := MCP.shop.price(map[string]any{"sku": "KB-1"})\n__out = p'


async def test_a_server_is_a_source_and_is_connected_once() -> None:
    server, heard = shop(), []
    async with Engine([server], on_event=heard.append) as one, Engine([[server]], isolation="inline") as other:
        for engine in (one, other):
            assert (await engine.session().exec(PRICE)).result() == 79.5
        reply = await one.session().exec('n, err := MCP.shop.count(map[string]any{"upto": 3})\n__out = n')
        assert reply.result() == "codemode-mcp-inside"
        assert one.sources == other.sources
        assert "Prices are in euros." in one.session().tools("anthropic")[0]["description"]
        assert [event.progress for event in heard if isinstance(event, CallProgress)][-1] == 2
    assert codemode.run(PRICE, [server]).value == 79.5


async def test_errors_are_told_and_a_closed_source_begins_again() -> None:
    life.clear()
    async with (
        McpSource.inside(shop(lifespan=lifespan), name="wares") as source,
        Engine([source], isolation="inline") as engine,
    ):
        code = '_, err := MCP.wares.price(map[string]any{"sku": "none"})\n__out = err.Error()'
        assert "'none'" in (await engine.session().exec(code)).result()
        await source.close()
        assert life == ["begun", "ended"]
        assert "'none'" in (await engine.session().exec(code)).result()
    assert life == ["begun", "ended"] * 2


async def test_a_tool_that_blocks_keeps_only_its_own_calls_waiting() -> None:
    async with Engine([shop()], isolation="inline") as engine:
        session = engine.session()
        assert (await session.exec(PRICE)).result() == 79.5
        blocked = await session.exec("MCP.shop.block()", timeout_ms=200)
        assert blocked.status == "waiting"
        assert (await engine.session("b").exec("__out = 1")).result() == 1
        await session.abort(blocked.run_id)


async def test_a_server_that_cannot_start_is_reported() -> None:
    @asynccontextmanager
    async def bad(server: Any) -> AsyncGenerator[None]:
        raise RuntimeError("no database")
        yield

    async with McpSource.inside(shop(lifespan=bad)) as source, Engine([source], isolation="inline") as engine:
        assert (await engine.session().exec(PRICE)).result() is None
        assert "MCP server 'shop' (in this process) cannot be reached: no database" in str(engine.warnings)


@pytest.mark.parametrize(("given", "told"), [(3, "not int"), (MCPServer, "not type"), (asyncio.Lock(), "not Lock")])
def test_an_object_that_is_not_a_server_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        McpSource.inside(given)
