"""A real MCP server that tells of its progress, logs, and has instructions: `python -m tests.mcp_daily_server`."""

from __future__ import annotations

import asyncio
from typing import Annotated

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

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


class Table(BaseModel):
    """What somebody who books a table says."""

    name: str = Field(min_length=1)
    seats: int = 2


async def for_whom(day: str) -> Elicit[Table]:
    return Elicit(f"A table on {day} for whom?", Table)


@server.tool()
async def book_table(day: str, answer: Annotated[ElicitationResult[Table], Resolve(for_whom)]) -> str:
    """Book a table, after asking for whom."""
    return f"{answer.data.seats} seats for {answer.data.name}" if answer.action == "accept" else answer.action


@server.tool()
def fail_at_length() -> str:
    """Fail with a long text whose end says why."""
    raise ToolError("Traceback begins here. " + "line of a stack " * 1000 + "The disk is full.")


if __name__ == "__main__":
    server.run()
