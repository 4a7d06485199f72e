"""MCP servers whose answers do not end: what is read of them is bounded, over every transport."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest
from mcp import types
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from codemode import McpSource
from codemode.errors import ConfigError, ToolError, ToolSourceError
from codemode.sources.mcp_connection import everything
from tests.mcp_sources import HERE, old
from tests.servers import serving

pytestmark = pytest.mark.anyio

MOST = 1 << 20
ENDLESS = 64 << 20
SAYS = "its answer has more than 1048576 bytes, the limit for one answer"
ADVICE = ": ask the tool for less, such as one page at a time"

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


async def test_a_process_that_asks_and_does_not_listen_is_ended() -> None:
    source = old("asks", call_timeout=20)
    with pytest.raises(
        ToolError, match="was ended: it asked 1000 questions and read no answer; whether the call had an effect"
    ):
        await source.call("MCP.old.last", {}, HERE)
    await source.close()


@pytest.mark.parametrize("mode", ["floods-list", "many-pages"])
async def test_a_list_without_an_end_is_refused(mode: str) -> None:
    source = old(mode, max_answer_bytes=MOST)
    with pytest.raises(ToolSourceError, match=f"cannot list its tools: .*{SAYS}.*raise max_answer_bytes"):
        await source.list_tools()
    await source.close()


async def test_lines_that_are_not_text_are_ignored() -> None:
    source = old("binary")
    assert len(await source.list_tools()) == 7
    assert await source.call("MCP.old.make_thing", {}, HERE) == "make_thing"
    await source.close()


async def test_standard_error_of_a_server_is_not_kept() -> None:
    source = old("mutters")
    await source.list_tools()
    (server,) = source._servers
    assert len(await server.connection._words.text()) <= 1000
    await source.close()


# --- HTTP -----------------------------------------------------------------------------------------------------------------

TOOLS = [
    {"name": name, "description": "", "inputSchema": {"type": "object"}}
    for name in ("fine", "flood", "many", "nested", "odd", "fails")
]

INITIALIZED = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "flood", "version": "0"},
}
TEXT = {"type": "text", "text": "fine"}
RESULTS: dict[str, Any] = {"fine": {"content": [TEXT]}, "many": {"content": [TEXT] * 60_000}, "odd": {"content": "x"}}


class _Server:
    """Streamable HTTP by hand. The path says how it answers a call, or a question for its list."""

    def __init__(self, elsewhere: str = "") -> None:
        self.elsewhere = elsewhere
        self.asked: list[Request] = []
        self.app = Starlette(
            routes=[Route("/{shape}/{packed}/{what:path}", self.answer, methods=["GET", "POST", "DELETE"])]
        )

    async def answer(self, request: Request) -> Response:
        self.asked.append(request)
        if request.method == "GET" and request.path_params["what"] == "again":
            return Response(b"retry: 0\nid: 1\ndata:\n\n", media_type="text/event-stream")
        if self.elsewhere:
            return Response(status_code=307, headers={"location": f"{self.elsewhere}{request.url.path}"})
        if request.method != "POST":
            return Response(status_code=405)
        asked = await request.json()
        if "id" not in asked:
            return Response(status_code=202)
        method, params = asked["method"], asked.get("params") or {}
        what = request.path_params["what"]
        if method == "tools/call" and params["name"] == "nested":
            wide = "[],[]," * 250_001
            text = f'{{"jsonrpc": "2.0", "id": {asked["id"]}, "result": {{"structuredContent": {{"a": [{wide}0]}}}}}}'
            if request.path_params["shape"] == "events":
                return Response(f"id: 1\ndata: {text}\n\n", media_type="text/event-stream")
            return Response(text, media_type="application/json")
        if method == what or (method == "tools/call" and params["name"] == "flood"):
            return self.endless(request, asked["id"])
        result: dict[str, Any] | None = None
        if method == "initialize":
            result = INITIALIZED
        elif method == "tools/list":
            result = {"tools": TOOLS}
        elif method == "tools/call":
            result = RESULTS.get(params["name"])
        failed = (
            {"code": -32000, "message": "sold out"} if method == "tools/call" else {"code": -32601, "message": "none"}
        )
        if method == "tools/call" and params["name"] == "many" and params.get("arguments"):
            result, failed = None, {"code": -32602, "message": "no", "data": {"field": "sku", "why": "too long"}}
        told = {"result": result} if result is not None else {"error": failed}
        text = json.dumps({"jsonrpc": "2.0", "id": asked["id"], **told})
        headers = {"mcp-session-id": "one"} if what == "again" else {}
        return Response(text, media_type="application/json", headers=headers)

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


async def test_what_an_error_says_besides_its_message_is_told(url: str) -> None:
    source = McpSource.http(f"{url}/json/plain/calls", name="web")
    with pytest.raises(ToolError) as caught:
        await source.call("MCP.web.many", {"sku": "x"}, HERE)
    assert caught.value.message == 'MCP.web.many: no ({"field": "sku", "why": "too long"})'
    assert caught.value.code == "invalid_tool_input"
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
    with pytest.raises(ToolSourceError, match=f"cannot list its tools: {SAYS}; .*raise max_answer_bytes"):
        await source.list_tools()
    await source.close()


class _Forgetful:
    """A server whose sessions are gone after a restart, as its answers say in one of several ways."""

    def __init__(self, refusal: Response, refuses: str = "") -> None:
        self.refusal = refusal
        self.refuses = refuses  # a tool whose calls it makes, and refuses in the same way
        self.sessions: list[str] = []
        self.called = 0
        self.app = Starlette(routes=[Route("/mcp", self.answer, methods=["GET", "POST", "DELETE"])])

    async def answer(self, request: Request) -> Response:
        if request.method != "POST":
            return Response(status_code=405)
        asked = await request.json()
        session = request.headers.get("mcp-session-id")
        if session is not None and session not in self.sessions:
            return self.refusal
        if "id" not in asked:
            return Response(status_code=202)
        result: dict[str, Any] | None = {"initialize": INITIALIZED, "tools/list": {"tools": TOOLS}}.get(asked["method"])
        if asked["method"] == "initialize":
            session = f"session-{len(self.sessions)}-{self.called}"
            self.sessions.append(session)
        elif asked["method"] == "tools/call":
            self.called += 1
            if asked["params"]["name"] == self.refuses:
                return self.refusal
            result = RESULTS["fine"]
        told = {"result": result} if result is not None else {"error": {"code": -32601, "message": "none"}}
        headers = {"mcp-session-id": session} if session is not None else {}
        return JSONResponse({"jsonrpc": "2.0", "id": asked["id"], **told}, headers=headers)


def _said(id: str | None, status: int) -> Response:
    error = {"code": -32000, "message": "Session not found"}
    return JSONResponse({"jsonrpc": "2.0", "id": id, "error": error}, status_code=status)


@pytest.mark.parametrize(
    "refusal",
    [_said("server-error", 404), _said(None, 400), Response("no such session", 404)],
    ids=["python", "typescript", "text"],
)
async def test_a_session_that_the_server_has_forgotten_is_begun_again(refusal: Response) -> None:
    forgetful = _Forgetful(refusal)
    with serving(forgetful.app) as url:
        source = McpSource.http(f"{url}/mcp", name="web")
        assert await source.call("MCP.web.fine", {}, HERE) == "fine"
        for restarts in (1, 2):
            forgetful.sessions.clear()
            calls = [source.call("MCP.web.fine", {}, HERE) for _ in range(5)]
            assert await asyncio.gather(*calls) == ["fine"] * 5
            assert (forgetful.called, len(forgetful.sessions)) == (1 + 5 * restarts, 1)
        await source.close()


async def test_a_refusal_that_only_looks_like_a_forgotten_session_is_not_repeated() -> None:
    error = {"code": -32602, "message": "no such day", "data": {"day": 31}}
    picky = _Forgetful(JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status_code=400), refuses="many")
    with serving(picky.app) as url:
        source = McpSource.http(f"{url}/mcp", name="web")
        assert await source.call("MCP.web.fine", {}, HERE) == "fine"
        with pytest.raises(ToolError) as caught:
            await source.call("MCP.web.many", {}, HERE)
        assert caught.value.message == 'MCP.web.many: no such day ({"day": 31})'
        assert (picky.called, len(picky.sessions)) == (2, 1)
        await source.close()


class _OlderServer:
    """The older HTTP: one stream of events, in which the answers come."""

    def __init__(self) -> None:
        self.answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.app = Starlette(routes=[Route("/sse", self.events), Route("/post", self.post, methods=["POST"])])

    async def events(self, request: Request) -> Response:
        async def body() -> AsyncIterator[bytes]:
            yield b"event: endpoint\ndata: /post\n\n"
            while not await request.is_disconnected():
                with suppress(TimeoutError):
                    yield await asyncio.wait_for(self.answers.get(), 0.05)

        return StreamingResponse(body(), media_type="text/event-stream")

    async def post(self, request: Request) -> Response:
        asked = await request.json()
        if "id" in asked:
            told: dict[str, Any] = {"error": {"code": -32601, "message": "none"}}
            if asked["method"] == "initialize":
                told = {"result": INITIALIZED}
            elif asked["method"] == "tools/list":
                told = {"result": {"tools": TOOLS}}
            elif asked["method"] == "tools/call":
                told = {"result": {"content": [TEXT | {"text": "x" * (2 << 20)}]}}
            self.answers.put_nowait(f"data: {json.dumps({'jsonrpc': '2.0', 'id': asked['id'], **told})}\n\n".encode())
        return Response(status_code=202)


async def test_an_event_of_the_older_http_is_bounded_too() -> None:
    with serving(_OlderServer().app) as url:
        server = {"type": "sse", "url": f"{url}/sse"}
        source = McpSource.from_config({"mcpServers": {"web": server}}, call_timeout=5)
        assert len(await source.list_tools()) == len(TOOLS)
        with pytest.raises(
            ToolError, match=r"disconnected during the call \(Server-sent event exceeded the 1048576 byte limit"
        ):
            await source.call("MCP.web.fine", {}, HERE)
        await source.close()


async def test_a_list_of_more_tools_than_anybody_has_is_refused() -> None:
    page = types.ListToolsResult.model_validate({"tools": [TOOLS[0]] * 5001})

    class Client:
        server_capabilities = types.ServerCapabilities(tools=types.ToolsCapability())
        pages = 0

        async def list_tools(self, cursor: str | None = None) -> types.ListToolsResult:
            self.pages += 1
            return page.model_copy(update={"next_cursor": str(self.pages)})

    with pytest.raises(ToolError, match="its list of tools has more than 20000, the limit for one answer"):
        await everything(Client(), 64 << 20)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("tool", "told", "code"),
    [
        ("many", f"its answer has more than 50000 objects, the limit for one answer{ADVICE}", "invalid_tool_output"),
        (
            "nested",
            f"its answer has more than 500000 lists and objects, the limit for one answer{ADVICE}",
            "invalid_tool_output",
        ),
        ("odd", "its answer does not follow MCP: content", "nested_tool_failed"),
        ("fails", "sold out", "nested_tool_failed"),
    ],
)
@pytest.mark.parametrize("shape", ["json", "events"])
async def test_messages_about_invalid_answers(url: str, shape: str, tool: str, told: str, code: str) -> None:
    source = McpSource.http(f"{url}/{shape}/plain/calls", name="web")
    with pytest.raises(ToolError) as caught:
        await source.call(f"MCP.web.{tool}", {}, HERE)
    assert (caught.value.message, caught.value.code) == (f"MCP.web.{tool}: {told}", code)
    assert await source.call("MCP.web.fine", {}, HERE) == "fine"
    await source.close()


async def test_a_server_that_wants_to_be_asked_again_at_once_waits() -> None:
    server = _Server()
    with serving(server.app) as url:
        source = McpSource.http(f"{url}/json/plain/again", name="web")
        await source.list_tools()
        await asyncio.sleep(0.6)
        await source.close()
    assert 1 <= sum(request.method == "GET" for request in server.asked) <= 4


async def test_headers_for_one_server_are_not_sent_to_another() -> None:
    there = _Server()
    with serving(there.app) as elsewhere:
        here = _Server(elsewhere)
        with serving(here.app) as url:
            source = McpSource.http(f"{url}/json/plain/calls", {"Authorization": "SECRET"}, name="web")
            with pytest.raises(ToolSourceError, match=f"Redirect to {elsewhere}.* not followed"):
                await source.list_tools()
            await source.close()
    assert {request.headers["authorization"] for request in here.asked} == {"SECRET"}
    assert there.asked == []


@pytest.mark.parametrize("is_sent_on", [True, False])
async def test_nor_does_a_server_of_the_older_http_name_another(*, is_sent_on: bool) -> None:
    """By a redirect, or by the event that says where messages go."""
    there = _Server()

    async def answer(_: Request) -> Response:
        if is_sent_on:
            return Response(status_code=307, headers={"location": f"{elsewhere}/json/plain/calls"})
        told = f"event: endpoint\ndata: {elsewhere}/json/plain/calls\n\n"
        return Response(told, media_type="text/event-stream")

    with serving(there.app) as elsewhere, serving(Starlette(routes=[Route("/sse", answer)])) as url:
        servers = {"web": {"type": "sse", "url": f"{url}/sse"}}
        source = McpSource.from_config({"mcpServers": servers}, connect_timeout=2)
        with pytest.raises(ToolSourceError, match=r"Redirect response '307|no answer within 2 s"):
            await source.list_tools()
        await source.close()
    assert there.asked == []


@pytest.mark.parametrize("limit", [0, -1, True, 1.5, "1"])
def test_a_bound_is_a_number_of_bytes(limit: Any) -> None:
    with pytest.raises(ConfigError, match="max_answer_bytes must be a number of bytes"):
        McpSource.http("http://127.0.0.1:9/mcp", max_answer_bytes=limit)
