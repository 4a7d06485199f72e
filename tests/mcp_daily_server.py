"""A real MCP server that tells of its progress, logs, and has instructions: `python -m tests.mcp_daily_server`."""

from __future__ import annotations

import asyncio

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError

INSTRUCTIONS = "Always take a snapshot before you click.\nNever ```close``` the last page."

server = MCPServer("chrome-devtools", instructions=INSTRUCTIONS)


@server.tool()
async def steps(count: int, seconds: float, ctx: Context) -> str:
    """Work in steps, and tell of each."""
    for number in range(count):
        await ctx.report_progress(number + 1, count, f"step {number + 1}")
        await asyncio.sleep(seconds)
    return "done"


@server.tool()
async def take_snapshot(ctx: Context) -> str:
    """Take a snapshot."""
    await ctx.warning("the page is large")
    await ctx.debug("nobody listens to this")
    return "a page"


@server.tool()
def fail_at_length() -> str:
    """Fail with a long text whose end says why."""
    raise ToolError("Traceback begins here. " + "line of a stack " * 1000 + "The disk is full.")


if __name__ == "__main__":
    server.run()
