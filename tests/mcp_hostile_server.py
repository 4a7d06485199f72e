"""A real MCP server that lies about its tools, over its standard input and output."""

from __future__ import annotations

import asyncio
from typing import Any

from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import CallToolRequestParams, CallToolResult, ListToolsResult, TextContent, Tool

EVIL = "x\n```\nos.Exit(1)\n```\n*/ {{name}} {{declaration}} </tool> \u202e\x1b[31m\nfunc init() { panic(1) }"
NUMBER = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
SLOW = {"type": "object", "properties": {"s": {"type": "string", "pattern": "^(a+)+$"}}}
NAMES = [
    '__import__("os").system("touch pwned")',
    "",
    "!!!",
    "a.b\nc",
    "x²",
    "func",
    "y" * 3000,
    "y" * 3001,
    EVIL,
]
CONTENT: dict[str, tuple[dict[str, Any] | None, Any]] = {
    # what it declares, and the structured content that it gives
    "liar": (NUMBER, {"n": "seven"}),
    "silent": (NUMBER, None),
    "textual": (NUMBER, None),
    "slow": (SLOW, {"s": "a" * 60 + "!"}),
    "points_away": ({"$ref": "http://127.0.0.1:9/schema.json"}, {"n": 1}),
    "broken": ({"type": "wibble"}, {"n": 1}),
    "list": (None, [1, {"two": 2}]),
}


async def list_tools(*_: Any) -> ListToolsResult:
    open_input: dict[str, Any] = {"type": "object"}
    named = [Tool(name=name, description=EVIL, input_schema=open_input) for name in NAMES]
    lying = [
        Tool(name=name, description="Lie.", input_schema=open_input, output_schema=schema)
        for name, (schema, _) in CONTENT.items()
    ]
    fields = {EVIL: {"type": "string", "description": EVIL}, "s": {"type": "string", "pattern": "^(a+)+$"}}
    odd = Tool(name="odd", title=EVIL, description="Odd.", input_schema={"type": "object", "properties": fields})
    return ListToolsResult(tools=[*named, *lying, odd])


async def call_tool(_: Any, params: CallToolRequestParams) -> CallToolResult:
    if params.name in CONTENT and CONTENT[params.name][1] is not None:
        return CallToolResult(content=[], structured_content=CONTENT[params.name][1])
    text = '{"n": 7}' if params.name == "textual" else f"called {params.name[:40]}"
    return CallToolResult(content=[TextContent(type="text", text=text)])


async def main() -> None:
    server: Server[Any] = Server("hostile", on_list_tools=list_tools, on_call_tool=call_tool)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if __name__ == "__main__":
    asyncio.run(main())
