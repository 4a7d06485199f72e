"""MCP servers whose answers do not end: what is read of them is bounded, over every transport."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from codemode import McpSource
from codemode.errors import ConfigError, ToolError, ToolSourceError
from tests.mcp_sources import HERE, old
from tests.servers import serving

pytestmark = pytest.mark.anyio

MOST = 1 << 20
ENDLESS = 64 << 20
SAYS = "its answer has more than 1048576 bytes, the most that is read"
ADVICE = ": ask it for less, such as one page at a time"

# --- a process ------------------------------------------------------------------------------------------------------------


async def test_a_process_whose_line_does_not_end_is_ended_and_started_again() -> None:
    source = old("floods", max_answer_bytes=MOST)
    await source.list_tools()
    first = await source.call("MCP.old.last", {}, HERE)
    with pytest.raises(ToolError) as caught:
        await source.call("MCP.old.make_thing_2", {}, HERE)
    assert f"was ended: {SAYS}{ADVICE}; whether the call had an effect is not known" in caught.value.message
    assert caught.value.code == "invalid_tool_output"
    assert await source.call("MCP.old.last", {}, HERE) != first
    await source.close()


@pytest.mark.parametrize("mode", ["floods-list", "many-pages"])
async def test_a_list_without_an_end_is_refused(mode: str) -> None:
    source = old(mode, max_answer_bytes=MOST)
    with pytest.raises(ToolSourceError, match=f"cannot list its tools: .*{SAYS}.*give more max_answer_bytes"):
        await source.list_tools()
    await source.close()


async def test_lines_that_are_no_text_are_passed_over() -> None:
    source = old("binary")
    assert len(await source.list_tools()) == 7
    assert await source.call("MCP.old.make_thing", {}, HERE) == "make_thing"
    await source.close()


async def test_what_a_server_mutters_is_not_kept() -> None:
    source = old("mutters")
    await source.list_tools()
    (server,) = source._servers
    assert len(await server.connection._words.text()) <= 1000
    await source.close()


# --- HTTP -----------------------------------------------------------------------------------------------------------------

TOOLS = [{"name": name, "description": "", "inputSchema": {"type": "object"}} for name in ("fine", "flood", "exact")]


class _Server:
    """Streamable HTTP by hand. The path says how it answers a call, or a question for its list."""

    def __init__(self) -> None:
        self.app = Starlette(routes=[Route("/{shape}/{packed}/{what:path}", self.answer, methods=["GET", "POST", "DELETE"])])

    async def answer(self, request: Request) -> Response:
        if request.method != "POST":
            return Response(status_code=405)
        asked = await request.json()
        if "id" not in asked:
            return Response(status_code=202)
        method, params = asked["method"], asked.get("params") or {}
        what = request.path_params["what"]
        if method == what or (method == "tools/call" and params["name"] == "flood"):
            return self.endless(request, asked["id"])
        result: dict[str, Any] | None = None
        if method == "initialize":
            result = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "flood", "version": "0"},
            }
        elif method == "tools/list":
            result = {"tools": TOOLS}
        elif method == "tools/call":
            result = {"content": [{"type": "text", "text": "fine"}]}
        told = {"result": result} if result is not None else {"error": {"code": -32601, "message": "none"}}
        return Response(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **told}), media_type="application/json")

    def endless(self, request: Request, id: Any) -> Response:
        shape, packed = request.path_params["shape"], request.path_params["packed"]
        begin = f'{{"jsonrpc": "2.0", "id": {id}, "result": "'.encode()

        async def body() -> AsyncIterator[bytes]:
            packer = zlib.compressobj(9, zlib.DEFLATED, 31)
            pack = packer.compress if packed == "gzip" else bytes
            yield pack(b"data: " + begin if shape == "events" else begin)
            for _ in range(0, ENDLESS, 1 << 16):
                if await request.is_disconnected():
                    return
                yield pack(b"x" * (1 << 16))

        headers = {"content-encoding": "gzip"} if packed == "gzip" else {}
        kind = "text/event-stream" if shape == "events" else "application/json"
        return StreamingResponse(body(), media_type=kind, headers=headers, status_code=400 if shape == "error" else 200)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with serving(_Server().app) as url:
        yield url


@pytest.mark.parametrize("packed", ["plain", "gzip"])
@pytest.mark.parametrize("shape", ["json", "events"])
async def test_an_answer_of_http_without_an_end_is_refused(url: str, shape: str, packed: str) -> None:
    source = McpSource.http(f"{url}/{shape}/{packed}/calls", name="web", max_answer_bytes=MOST)
    calls = [source.call(f"MCP.web.{tool}", {}, HERE) for tool in ("flood", "fine", "flood", "fine")]
    first, second, third, fourth = await asyncio.gather(*calls, return_exceptions=True)
    assert second == fourth == "fine"  # and the connection stays
    for failed in (first, third):
        assert isinstance(failed, ToolError)
        assert failed.message == f"MCP.web.flood: {SAYS}{ADVICE}"
        assert failed.code == "invalid_tool_output"
    await source.close()


async def test_an_error_of_http_without_an_end_is_an_error(url: str) -> None:
    source = McpSource.http(f"{url}/error/plain/calls", name="web", max_answer_bytes=MOST)
    with pytest.raises(ToolError, match=r"MCP\.web\.flood: Server returned an error response"):
        await source.call("MCP.web.flood", {}, HERE)
    assert await source.call("MCP.web.fine", {}, HERE) == "fine"
    await source.close()


@pytest.mark.parametrize("shape", ["json", "events"])
async def test_a_list_of_http_without_an_end_is_refused(url: str, shape: str) -> None:
    source = McpSource.http(f"{url}/{shape}/gzip/tools/list", name="web", max_answer_bytes=MOST)
    with pytest.raises(ToolSourceError, match=f"cannot list its tools: {SAYS}; .*give more max_answer_bytes"):
        await source.list_tools()
    await source.close()


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "1"])
def test_a_bound_is_a_number_of_bytes(limit: Any) -> None:
    with pytest.raises(ConfigError, match="max_answer_bytes is how many bytes"):
        McpSource.http("http://127.0.0.1:9/mcp", max_answer_bytes=limit)
