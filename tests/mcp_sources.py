"""Sources over the MCP servers of the tests."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest

import codemode
from codemode import McpSource
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from tests.mcp_forks import ROOT, server_arguments

HERE = CallContext()
SERVER = server_arguments()
OLD = "tests.mcp_old_server"


def stdio(name: str = "demo", **more: Any) -> McpSource:
    return McpSource.stdio(sys.executable, SERVER, cwd=ROOT, name=name, **more)


def old(mode: str, **more: Any) -> McpSource:
    return McpSource.stdio(sys.executable, ["-m", OLD, mode], cwd=ROOT, name=more.pop("name", "old"), **more)


def closed(source: McpSource) -> None:
    asyncio.run(source.close())


def hostile() -> McpSource:
    return McpSource.stdio(sys.executable, ["-m", "tests.mcp_hostile_server"], cwd=ROOT, name="bad")


async def call(source: McpSource, tool: str, context: CallContext = HERE, /, **arguments: Any) -> Any:
    return await source.call(f"MCP.demo.{tool}", arguments, context)


async def refused(source: McpSource, tool: str, context: CallContext = HERE, /, **arguments: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await call(source, tool, context, **arguments)
    return caught.value


def value(code: str, *sources: Any, **more: Any) -> Any:
    return codemode.run(code, sources=sources, **more).value
