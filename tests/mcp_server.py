"""A real MCP server with tools that work and tools that misbehave. As a script it talks over its standard input and output."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.utilities.types import Image
from mcp.types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from pydantic import Base64Bytes, BaseModel

from tests.mcp_forks import ROOT, command_line
from tests.ports import unused_port

PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Order(BaseModel):
    id: str
    total: float


def _text(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)])


def build() -> MCPServer:
    """The server, for both ways to reach it."""
    server = MCPServer("tests", version="1.0")
    marks: list[str] = []

    @server.tool(annotations=ToolAnnotations(title="Addition", read_only_hint=True))
    def add(a: float, b: float) -> float:
        """Add two numbers."""
        return a + b

    @server.tool()
    def fail(why: str = "no reason") -> str:
        """Always fail."""
        raise ToolError(why)

    @server.tool(annotations=ToolAnnotations(idempotent_hint=True))
    async def slow(seconds: float = 0.2) -> str:
        """Answer after a while."""
        await asyncio.sleep(seconds)
        return "done"

    @server.tool()
    async def crash() -> str:
        """End the process."""
        print("fatal: out of cheese", file=sys.stderr, flush=True)
        os._exit(3)

    @server.tool(name="where-am-i")
    def where_am_i() -> dict[str, Any]:
        """The process of the server, its folder, and one variable of its environment."""
        return {"pid": os.getpid(), "cwd": os.getcwd(), "word": os.environ.get("MCP_TEST_WORD", "")}

    @server.tool()
    def structured(id: str) -> Order:
        """An order."""
        return Order(id=id, total=12.5)

    @server.tool()
    def image() -> Image:
        """A small picture."""
        return Image(data=PIXEL, format="png")

    @server.tool()
    def content(kind: Literal["json", "list", "text", "nearly", "number", "several", "none"]) -> CallToolResult:
        """Content of several kinds, without structured content."""
        single = {"json": '{"n": 1}', "list": "[1, 2]", "text": "hello", "nearly": "{not json}", "number": "42"}
        if kind in single:
            return _text(single[kind])
        if kind == "none":
            return CallToolResult(content=[])
        return CallToolResult(
            content=[
                TextContent(type="text", text="one"),
                TextContent(type="text", text='{"two": 2}'),
                EmbeddedResource(type="resource", resource=TextResourceContents(uri="note://1", text="three")),
                EmbeddedResource(
                    type="resource",
                    resource=BlobResourceContents(uri="blob://1", mime_type="application/zip", blob="UEs="),
                ),
            ]
        )

    @server.tool()
    def attached(
        kind: Literal["audio", "types", "base64", "path", "structured", "thousands", "link", "text_type"],
    ) -> CallToolResult:
        """Pictures and files, some of them hostile."""
        text = base64.b64encode(PIXEL).decode()
        if kind == "structured":
            picture = ImageContent(type="image", data=text, mime_type="image/png")
            return CallToolResult(content=[picture], structured_content={"n": 1})
        if kind == "thousands":
            return CallToolResult(content=[ImageContent(type="image", data="eA==", mime_type="image/png")] * 3000)
        resource = BlobResourceContents(uri="file:///x/../../etc/%2e%2e%2fpasswd", mime_type="a/b", blob="eA==")
        contents: dict[str, Any] = {
            "audio": AudioContent(type="audio", data="UklGRg==", mime_type="audio/wav"),
            "types": ImageContent(type="image", data=text, mime_type="image/png\r\nX-Evil: yes"),
            "base64": ImageContent(type="image", data="!!! no base64", mime_type="image/png"),
            "path": EmbeddedResource(type="resource", resource=resource),
            "link": ResourceLink(type="resource_link", uri="picture://cat", name="cat"),
            "text_type": ImageContent(type="image", data=text, mime_type="text/html"),
        }
        return CallToolResult(content=[contents[kind]])

    @server.tool()
    def size(data: Base64Bytes) -> int:
        """How many bytes there are."""
        return len(data)

    @server.tool()
    def echo(value: Any) -> CallToolResult:
        """What it was given, as JSON."""
        return _text(json.dumps({"value": value}, ensure_ascii=False))

    @server.tool()
    def big(megabytes: int) -> CallToolResult:
        """So much text."""
        return _text("ü" * (megabytes << 19))

    @server.tool()
    async def chat(ctx: Context[Any]) -> str:
        """Tell of the work while it is done."""
        for step in range(50):
            await ctx.report_progress(step, 50, f"step {step}")
            await ctx.info(f"step {step}")
        return "told"

    @server.tool()
    async def ask(ctx: Context[Any]) -> str:
        """Ask the user."""
        answer = await ctx.elicit("Really?", Order)
        return answer.action

    @server.tool()
    async def endure(seconds: float) -> str:
        """Wait, and leave a mark when that is cancelled."""
        marks.append("begun")
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            marks.append("cancelled")
            raise
        return "endured"

    @server.tool()
    def left() -> list[str]:
        """The marks."""
        return marks

    @server.tool()
    async def grow(ctx: Context[Any]) -> str:
        """Get one more tool."""

        def grown() -> str:
            """Was not there before."""
            return "here"

        server.add_tool(grown)
        await ctx.notify_tools_changed()
        await ctx.session.send_tool_list_changed()
        return "grown"

    @server.tool()
    def mark(what: str) -> int:
        """Leave a mark; a server that was started again has none."""
        marks.append(what)
        return len(marks)

    @server.resource("config://app", mime_type="application/json")
    def config() -> str:
        """The configuration."""
        return '{"theme": "dark"}'

    @server.resource("picture://{name}", mime_type="image/png")
    def picture(name: str) -> bytes:
        """Pictures by name."""
        return PIXEL

    @server.prompt()
    def review(code: str, tone: str = "kind") -> str:
        """Ask for a review."""
        return f"Please review in a {tone} tone: {code}"

    return server


def main(port: int = 0, token: str = "", kind: str = "", *, server: MCPServer | None = None) -> None:
    """Serve over standard input and output, or with a port over streamable HTTP; with a token only those who send it."""
    server = server or build()
    if not port:
        server.run()
        return
    import uvicorn
    from starlette.responses import PlainTextResponse

    app = server.sse_app() if kind == "sse" else server.streamable_http_app()

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        sent = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "http" and token and sent != f"Bearer {token}".encode():
            await PlainTextResponse("who are you?", 401)(scope, receive, send)
        else:
            await app(scope, receive, send)

    uvicorn.run(guarded, port=port, log_level="error", timeout_graceful_shutdown=1)


@contextmanager
def http_server(port: int = 0, token: str = "", kind: str = "") -> Iterator[str]:
    """The server over HTTP on loopback, in a process of its own; gives its address."""
    port = port or unused_port()
    process = subprocess.Popen(command_line(str(port), token, kind), cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None and not _answers(port):
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}/{kind or 'mcp'}"
    finally:
        process.kill()
        process.wait(10)
        while _answers(port):
            time.sleep(0.005)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 0, *sys.argv[2:4])
