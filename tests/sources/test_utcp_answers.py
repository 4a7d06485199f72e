"""Servers of UTCP whose answers do not end: what is read of them is bounded, packed or not, in whole or in pieces."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from utcp.utcp_client import UtcpClient

import codemode
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError, ToolSourceError
from codemode.sources import UtcpSource
from tests.servers import obj, serving

pytestmark = pytest.mark.anyio
HERE = CallContext()
MOST = 1 << 20
ENDLESS = 64 << 20  # so much that a test ends when nothing stops it
SAYS = "its answer has more than 1048576 bytes, the limit for one answer"

KINDS = {
    "json": "application/json",
    "text": "text/plain",
    "bytes": "application/octet-stream",
    "lines": "application/x-ndjson",
    "events": "text/event-stream",
}
PARTS = {"json": b"[0,", "text": b"abc", "bytes": b"abc", "lines": b'"abc', "events": b"data: abc"}


@dataclass
class Flood:
    url: str = ""

    def tool(self, name: str, kind: str, path: str, **more: Any) -> dict[str, Any]:
        how = {"call_template_type": kind, "url": f"{self.url}/{path}", **more}
        return {"name": name, "description": "", "inputs": obj(), "tool_call_template": how}

    def manual(self) -> dict[str, Any]:
        tools = [self.tool(f"{shape}_{packed}", "http", f"{shape}/{packed}") for shape in KINDS for packed in PACKED]
        for shape in ("json", "bytes", "lines"):
            tools += [
                self.tool(f"stream_{shape}_{packed}", "streamable_http", f"{shape}/{packed}", chunk_size=1 << 62)
                for packed in PACKED
            ]
        tools += [self.tool(f"stream_events_{packed}", "sse", f"events/{packed}") for packed in PACKED]
        tools += [self.tool("nested", "http", "nested"), self.tool("stream_nested", "streamable_http", "nested")]
        tools += [self.tool(f"odd_{name}", "http", f"odd/{name}") for name in ODD]
        tools += [self.tool("few_lines", "streamable_http", "lines")]
        tools += [self.tool("many_events", "sse", "many"), self.tool("exact", "http", "exact")]
        return {"utcp_version": "1.0.1", "manual_version": "1", "tools": tools}


ODD = {"cut": '{"a": [1, 2', "list": " [1,", "word": "OK", "empty": ""}  # said to be JSON
EVENT = "x" * 1000
LINES = [1, {"a": "ä\n"}, "x" * 1000, []]
PACKED = ("plain", "gzip", "deflate")


def packer_of(how: str) -> Any:
    return zlib.compressobj(9, zlib.DEFLATED, 31 if how == "gzip" else zlib.MAX_WBITS)


def app(flood: Flood) -> Starlette:
    async def endless(request: Request) -> Response:
        shape, packed = request.path_params["shape"], request.path_params["packed"]
        part = PARTS[shape] * ((1 << 16) // len(PARTS[shape]))

        async def body() -> AsyncIterator[bytes]:
            packer = packer_of(packed)
            for _ in range(0, ENDLESS, len(part)):
                if await request.is_disconnected():
                    return
                yield part if packed == "plain" else packer.compress(part)

        headers = {} if packed == "plain" else {"content-encoding": packed}
        return StreamingResponse(body(), media_type=KINDS[shape], headers=headers)

    async def many(_: Request) -> Response:
        return StreamingResponse(iter([f'data: "{EVENT}"\n\n'.encode() * 2000]), media_type="text/event-stream")

    async def lines(_: Request) -> Response:
        text = "".join(f"{json.dumps(value)}\n" for value in LINES) + '\n  \n"the last"'
        parts = [text[at : at + 7].encode() for at in range(0, len(text), 7)]
        return StreamingResponse(iter(parts), media_type="application/x-ndjson")

    async def nested(_: Request) -> Response:
        return Response(b"[" + b"[],{}," * 250_001 + b"0]", media_type="application/json")

    async def exact(_: Request) -> Response:
        return Response(json.dumps("x" * (MOST - 2)), media_type="application/json")

    async def odd(request: Request) -> Response:
        return Response(ODD[request.path_params["name"]], media_type="application/json")

    async def manual(_: Request) -> Response:
        return Response(json.dumps(flood.manual()), media_type="application/json")

    return Starlette(
        routes=[
            Route("/utcp", manual),
            Route("/many", many),
            Route("/exact", exact),
            Route("/nested", nested),
            Route("/lines", lines),
            Route("/odd/{name}", odd),
            Route("/{shape}/{packed}", endless),
        ]
    )


@pytest.fixture(scope="module")
def flood() -> Iterator[Flood]:
    flood = Flood()
    with serving(app(flood)) as url:
        flood.url = url
        yield flood


def template(flood: Flood, path: str = "utcp") -> dict[str, Any]:
    return {"name": "flood", "call_template_type": "http", "url": f"{flood.url}/{path}", "http_method": "GET"}


@pytest.fixture(scope="module")
def source(flood: Flood) -> UtcpSource:
    return source_of(flood)


def source_of(flood: Flood) -> UtcpSource:
    config = {"manual_call_templates": [template(flood)]}
    return asyncio.run(UtcpSource.from_config(config, max_answer_bytes=MOST))


async def refused(source: UtcpSource, tool: str) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await source.call(f"flood.{tool}", {}, HERE)
    return caught.value


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("shape", KINDS)
async def test_an_answer_without_an_end_is_refused(source: UtcpSource, shape: str, packed: str) -> None:
    failed = await refused(source, f"{shape}_{packed}")
    assert failed.message == f"flood.{shape}_{packed}: {SAYS}: ask the tool for less, such as one page at a time"
    assert failed.code == "invalid_tool_output"


@pytest.mark.parametrize("name", ["cut", "list"])
async def test_json_that_is_cut_off_is_an_error(source: UtcpSource, name: str) -> None:
    failed = await refused(source, f"odd_{name}")
    assert "its answer is declared as JSON, but is not valid JSON; it may have been cut off" in failed.message


async def test_a_word_declared_as_json_is_text(source: UtcpSource) -> None:
    assert await source.call("flood.odd_word", {}, HERE) == "OK"
    assert await source.call("flood.odd_empty", {}, HERE) is None


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("shape", ["json", "bytes", "lines", "events"])
async def test_the_pieces_of_a_stream_are_not_gathered_without_end(source: UtcpSource, shape: str, packed: str) -> None:
    assert SAYS in (await refused(source, f"stream_{shape}_{packed}")).message


@pytest.mark.parametrize("packed", PACKED)
@pytest.mark.parametrize("shape", ["json", "lines", "events"])
async def test_one_piece_of_a_stream_that_does_not_end_is_refused(source: UtcpSource, shape: str, packed: str) -> None:
    with pytest.raises(ToolError, match=SAYS):
        async for _ in source.stream(f"flood.stream_{shape}_{packed}", {}, HERE):
            raise AssertionError("there is no piece")


async def test_no_more_is_taken_from_a_server_than_fits() -> None:
    sent = 0

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[")
        with suppress(ConnectionError):
            while sent < ENDLESS:
                writer.write(b"0," * (1 << 15))
                await writer.drain()
                sent += 1 << 16
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        tool = Flood(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}").tool("all", "http", "")
        content = json.dumps({"utcp_version": "1.0.1", "manual_version": "1", "tools": [tool]})
        manual = {"name": "flood", "call_template_type": "text", "content": content}
        source = await UtcpSource.from_config({"manual_call_templates": [manual]}, max_answer_bytes=MOST)
        assert SAYS in (await refused(source, "all")).message
    assert MOST < sent < 16 * MOST  # the buffers of the way hold some


async def test_a_stream_may_be_longer_than_one_answer_in_pieces_that_are_not(source: UtcpSource) -> None:
    size = 0
    pieces: Any = source.stream("flood.stream_bytes_plain", {}, HERE)
    async for piece in pieces:
        assert len(piece) <= MOST
        size += len(piece)
        if size > 3 * MOST:
            break
    await pieces.aclose()
    events = [piece async for piece in source.stream("flood.many_events", {}, HERE)]
    assert events == [EVENT] * 2000
    assert SAYS in (await refused(source, "many_events")).message


@pytest.mark.parametrize("tool", ["nested", "stream_nested"])
async def test_lists_and_objects_are_counted_because_each_takes_much(flood: Flood, tool: str) -> None:
    source = await UtcpSource.from_config({"manual_call_templates": [template(flood)]})
    assert (
        "its answer has more than 500000 lists and objects, the limit for one answer"
        in (await refused(source, tool)).message
    )
    with pytest.raises(ToolError, match="more than 500000 lists and objects"):
        async for _ in source.stream(f"flood.{tool}", {}, HERE):
            raise AssertionError("there is no piece")


async def test_lines_are_what_they_were_however_they_arrive(source: UtcpSource) -> None:
    assert [piece async for piece in source.stream("flood.few_lines", {}, HERE)] == [*LINES, "the last"]
    assert await source.call("flood.few_lines", {}, HERE) == [*LINES, "the last"]


async def test_an_answer_at_the_limit_is_read(source: UtcpSource) -> None:
    assert await source.call("flood.exact", {}, HERE) == "x" * (MOST - 2)


@pytest.mark.parametrize("path", ["json/plain", "json/gzip", "text/deflate"])
async def test_a_manual_without_an_end_cannot_be_registered(flood: Flood, path: str) -> None:
    with pytest.raises(ToolSourceError) as caught:
        await UtcpSource.from_config({"manual_call_templates": [template(flood, path)]}, max_answer_bytes=MOST)
    assert caught.value.message == (
        f"manual 'flood' at {flood.url}/{path}: {SAYS}; if that is intended, raise max_answer_bytes"
    )


async def test_a_client_of_the_hosts_own_is_bounded_in_calls_and_only_there(flood: Flood) -> None:
    client = await UtcpClient.create(config={"manual_call_templates": [template(flood)]})
    source = UtcpSource(client, max_answer_bytes=1000)
    with pytest.raises(ToolError, match="more than 1000 bytes"):
        await source.call("flood.exact", {}, HERE)
    assert len(await client.call_tool("flood.exact", {})) == MOST - 2


def test_a_program_can_go_on(flood: Flood) -> None:
    source = source_of(flood)  # the client of the other one belongs to the loop of the tests
    code = '_, err := codemode.CallTool("flood.json_gzip", map[string]any{})\n__out = err.Error()'
    assert SAYS in codemode.run(code, sources=[source]).value
