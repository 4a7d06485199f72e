"""MCP servers by the plugin utcp-mcp, which needs version 1 of the mcp package and is no neighbour of codemode[mcp]."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ecosystem.plugins import called, engine_over

pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("default")]  # the plugin has some
SERVER = '''
from mcp.server.fastmcp import FastMCP

server = FastMCP("shop")


@server.tool()
def price(sku: str):
    """The price of a product."""
    if sku == "none":
        raise ValueError("no such product")
    return {"sku": sku, "price": 79.0}


server.run()
'''


async def test_a_server_over_stdio(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    servers = {"mcpServers": {"shop": {"command": sys.executable, "args": [str(script)], "transport": "stdio"}}}
    config: dict[str, Any] = {
        "manual_call_templates": [{"name": "hub", "call_template_type": "mcp", "config": servers}]
    }
    async with engine_over(config) as engine:
        [entry] = (await engine.catalog()).entries
        assert entry.name == "hub.shop.price"
        assert await called(engine, entry.name, {"sku": "KB-1"}) == {"sku": "KB-1", "price": 79.0}
        told = await called(engine, entry.name, {"sku": "none"})
        assert told.startswith("error: hub.shop.price: ")
        assert "no such product" in told
