"""UTCP against those who mean ill: arguments that lead elsewhere, servers that break off or send us away, manuals that are traps."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from codemode import Completed, Engine
from codemode.engine.protocols import CallContext
from codemode.errors import ConfigError, ToolError, ToolSourceError
from codemode.sources import UtcpSource

pytestmark = pytest.mark.anyio
HERE = CallContext()
ANYTHING: dict[str, Any] = {"type": "object", "additionalProperties": True}
KEY = {"auth_type": "api_key", "api_key": "SECRET", "var_name": "X-Api-Key", "location": "header"}
HTTP = b"HTTP/1.1 %s\r\ncontent-type: %s\r\ncontent-length: %d\r\n%s\r\n%s"

NOT_HTTP = "its answer is not valid HTTP: "
ODD_ANSWERS = {
    "/nothing": (b"", "Server disconnected"),
    "/garbage": (b"\x00\x01garbage\r\n\r\n", f"{NOT_HTTP}Bad status line"),
    "/long-header": (b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000, f"{NOT_HTTP}Got more than 8190 bytes when reading"),
    "/many-headers": (b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 50_000, f"{NOT_HTTP}Too many headers received"),
    "/chunk": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        f"{NOT_HTTP}Invalid character in chunk size",
    ),
    "/not-packed": (
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nabcde",
        f"{NOT_HTTP}Can not decode content-encoding",
    ),
    "/too-many": (
        b"HTTP/1.1 429 Too Many Requests\r\nretry-after: 7\x1b\r\ncontent-length: 4\r\n\r\nslow",
        "HTTP 429 Too Many Requests: slow (Retry-After: 7)",
    ),
    "/error": (b"HTTP/1.1 500 \x1b[31mX\r\ncontent-length: 4\r\n\r\n\x1b[0m", "HTTP 500 [31mX: [0m"),
}


class Server:
    """What was asked of it: the head of each request. Addresses say how it behaves."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.documents: dict[str, tuple[bytes, bytes]] = {}
        self.elsewhere = ""
        self.url = ""

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while head := (await reader.readuntil(b"\r\n\r\n")).decode():
                self.asked.append(head)
                path = head.split()[1].partition("?")[0]
                if path == "/half":
                    writer.write(HTTP % (b"200 OK", b"application/json", 100, b"", b"[1,"))
                    await reader.read()
                elif path == "/cut":
                    writer.write(HTTP % (b"200 OK", b"application/json", 100, b"", b"[1,"))
                    break
                elif path.startswith("/away"):
                    where = f"location: {self.elsewhere}/landed\r\n".encode()
                    writer.write(HTTP % (b"307 Away", b"text/plain", 0, where, b""))
                elif path in self.documents:
                    kind, content = self.documents[path]
                    writer.write(HTTP % (b"200 OK", kind, len(content), b"", content))
                elif path in ODD_ANSWERS:
                    writer.write(ODD_ANSWERS[path][0])
                    break
                elif path == "/no-text":
                    writer.write(HTTP % (b"200 OK", b"text/plain; charset=utf-8", 2, b"", b"\xff\xfe"))
                else:
                    writer.write(HTTP % (b"200 OK", b"application/json", 4, b"", b'"ok"'))
                await writer.drain()
        writer.close()

    def tool(self, name: str, path: str = "/", **more: Any) -> dict[str, Any]:
        inputs, description = more.pop("inputs", ANYTHING), more.pop("description", "")
        how = {"call_template_type": "http", "url": f"{self.url}{path}", **more}
        return {"name": name, "description": description, "inputs": inputs, "tool_call_template": how}

    async def source(self, *tools: dict[str, Any], **more: Any) -> UtcpSource:
        manual = {"name": "m", "call_template_type": "text", "content": manual_of(*tools)}
        return await UtcpSource.from_config({"manual_call_templates": [manual]}, **more)

    async def registered(self, kind: str, content: str | bytes) -> UtcpSource:
        self.documents["/manual"] = (kind.encode(), content if isinstance(content, bytes) else content.encode())
        manual = {"name": "m", "call_template_type": "http", "url": f"{self.url}/manual"}
        return await UtcpSource.from_config({"manual_call_templates": [manual]})


def manual_of(*tools: dict[str, Any]) -> str:
    return json.dumps({"utcp_version": "1.0.1", "manual_version": "1", "tools": list(tools)})


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    made, other = Server(), Server()
    async with (
        await asyncio.start_server(made.talk, "127.0.0.1", 0) as here,
        await asyncio.start_server(other.talk, "127.0.0.1", 0) as there,
    ):
        made.url = f"http://127.0.0.1:{here.sockets[0].getsockname()[1]}"
        made.elsewhere = f"http://127.0.0.1:{there.sockets[0].getsockname()[1]}"
        other.asked = made.asked
        yield made


def lines(server: Server) -> list[str]:
    """The first lines of what was asked, without the version."""
    return [head.partition(" HTTP/")[0] for head in server.asked]


# --- arguments ------------------------------------------------------------------------------------------------------------

LEADS_AWAY = "which would lead to another address"


@pytest.mark.parametrize("id", ["..", ".", "../x", "a/../../b", "..\\x", "..;", ". ", "a/.."])
async def test_a_path_parameter_does_not_lead_to_another_address(server: Server, id: str) -> None:
    source = await server.source(server.tool("drop", "/users/{id}", http_method="DELETE"))
    with pytest.raises(ToolError) as caught:
        await source.call("m.drop", {"id": id}, HERE)
    assert caught.value.message == f"m.drop: id is {json.dumps(id)}, {LEADS_AWAY}"
    assert caught.value.code == "invalid_tool_input"
    assert server.asked == []


async def test_two_path_parameters_or_an_empty_one_do_not_either(server: Server) -> None:
    source = await server.source(server.tool("two", "/users/{a}{b}"), server.tool("drop", "/users/{id}"))
    with pytest.raises(ToolError, match=rf'm\.two: a is "\." and b is "\.", {LEADS_AWAY}'):
        await source.call("m.two", {"a": ".", "b": "."}, HERE)
    with pytest.raises(ToolError, match=r'm\.drop: id is "", and a part of an address cannot be empty'):
        await source.call("m.drop", {"id": ""}, HERE)
    assert server.asked == []
    assert await source.call("m.two", {"a": "", "b": "..."}, HERE) == "ok"
    assert lines(server) == ["GET /users/..."]


@pytest.mark.parametrize(
    ("id", "path"),
    [
        ("a/b", "a%2Fb"),
        ("%2e%2e", "%252e%252e"),
        ("..%2f", "..%252f"),
        ("a b?c#d", "a%20b%3Fc%23d"),
        ("\r\nX: 1", "%0D%0AX:%201"),
        (["a", True, None, 2], "a,true,2"),
        ({"k": [1]}, "%7B%22k%22:%5B1%5D%7D"),
        (False, "false"),
    ],
)
async def test_a_path_parameter_stays_one_part_of_the_path(server: Server, id: Any, path: str) -> None:
    source = await server.source(server.tool("get", "/users/{id}/x"))
    assert await source.call("m.get", {"id": id}, HERE) == "ok"
    assert lines(server) == [f"GET /users/{path}/x"]


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\x00b", "\x7f"])
async def test_an_argument_adds_no_header(server: Server, value: str) -> None:
    source = await server.source(server.tool("head", header_fields=["X-A"]))
    with pytest.raises(ToolError, match=r"m\.head: X-A has a control character, and a header cannot have one"):
        await source.call("m.head", {"X-A": value}, HERE)
    assert server.asked == []


@pytest.mark.parametrize("name", ["Host", "content-length", "Transfer-Encoding", "CONNECTION"])
async def test_an_argument_does_not_say_where_a_request_goes_or_ends(server: Server, name: str) -> None:
    source = await server.source(server.tool("head", header_fields=[name]))
    with pytest.raises(ToolError, match=f"{name} cannot be set: this header controls how the request is sent"):
        await source.call("m.head", {name: "5"}, HERE)
    assert server.asked == []


async def test_headers_and_queries_of_lists_and_objects(server: Server) -> None:
    source = await server.source(server.tool("get", "/q", header_fields=["X-A"]))
    given = {"X-A": ["a", 1, False], "o": {"a": {"b": [1, None]}}, "l": [1, [2], {"x": 1}, None], "a&b=c": "d&e=f"}
    assert await source.call("m.get", given, HERE) == "ok"
    assert lines(server) == [
        "GET /q?o=%7B%22a%22:%7B%22b%22:%5B1,null%5D%7D%7D&l=1&l=%5B2%5D&l=%7B%22x%22:1%7D&a%26b%3Dc=d%26e%3Df"
    ]
    assert "X-A: a,1,false\r\n" in server.asked[0]


# --- servers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["http", "streamable_http", "sse"])
async def test_a_redirect_to_another_server_takes_no_headers(server: Server, kind: str) -> None:
    tool = server.tool("away", "/away", call_template_type=kind, headers={"X-Custom": "STATIC"}, auth=KEY)
    source = await server.source(tool)
    if kind == "http":
        assert await source.call("m.away", {"q": "private"}, HERE) == "ok"
        assert lines(server) == ["GET /away?q=private", "GET /landed"]
        assert "X-Custom: STATIC" in server.asked[0]
    else:
        with pytest.raises(ToolError, match="redirect"):
            await source.call("m.away", {"q": "private"}, HERE)
        assert lines(server) == ["GET /away?q=private"]
    assert "SECRET" in server.asked[0]
    assert not any(word in head for head in server.asked[1:] for word in ("STATIC", "SECRET", "private"))


async def test_a_server_that_stops_in_the_middle(server: Server) -> None:
    source = await server.source(server.tool("half", "/half"), server.tool("cut", "/cut"), call_timeout=0.1)
    with pytest.raises(ToolError, match=r"^m\.half: no answer within 0\.1 s$"):
        await source.call("m.half", {}, HERE)
    with pytest.raises(
        ToolError,
        match=r"^m\.cut: its answer is not valid HTTP: Not enough data .*received 3 of 100 bytes\)$",
    ):
        await source.call("m.cut", {}, HERE)


@pytest.mark.parametrize("path", ODD_ANSWERS)
async def test_broken_http_is_reported_in_words(server: Server, path: str) -> None:
    source = await server.source(server.tool("get", path))
    with pytest.raises(ToolError) as caught:
        await source.call("m.get", {}, HERE)
    assert caught.value.message == f"m.get: {ODD_ANSWERS[path][1]}"


async def test_a_server_that_is_not_there_and_comes_back() -> None:
    server = Server()
    async with await asyncio.start_server(server.talk, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        server.url = f"http://127.0.0.1:{port}"
        source = await server.source(server.tool("get"))
    with pytest.raises(ToolError, match=rf"^m\.get: Cannot connect to host 127\.0\.0\.1:{port}$"):
        await source.call("m.get", {}, HERE)
    async with await asyncio.start_server(server.talk, "127.0.0.1", port):
        assert await source.call("m.get", {}, HERE) == "ok"


async def test_an_answer_that_is_no_text(server: Server) -> None:
    source = await server.source(server.tool("get", "/no-text"))
    with pytest.raises(ToolError, match=r"^m\.get: its answer is not text in the encoding that it declares$"):
        await source.call("m.get", {}, HERE)


@pytest.mark.parametrize("word", ["$SECRET", "${SECRET}", "$n_SECRET", "$_SECRET"])
async def test_a_manual_gets_at_no_variables_but_its_own(
    server: Server, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SECRET", "n_SECRET", "_SECRET"):
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("m_OWN", "mine")
    tools = [server.tool("get", headers={"X-V": word}), server.tool("own", headers={"X-V": "$OWN"})]
    source = await server.registered("application/json", manual_of(*tools))
    server.asked.clear()
    with pytest.raises(ToolError, match=r"the variable m_.*SECRET is not set"):
        await source.call("m.get", {}, HERE)
    assert server.asked == []
    assert await source.call("m.own", {}, HERE) == "ok"
    assert "X-V: mine" in server.asked[0]


async def test_manuals_whose_names_collide_are_refused(server: Server) -> None:
    server.documents["/manual"] = (b"application/json", manual_of(server.tool("t")).encode())
    manuals = [{"name": name, "call_template_type": "http", "url": f"{server.url}/manual"} for name in ("a b", "a_b")]
    with pytest.raises(ConfigError, match="the manuals 'a b' and 'a_b' are both called 'a_b' in programs; rename one"):
        await UtcpSource.from_config({"manual_call_templates": manuals})


@pytest.mark.parametrize("name", [{}, {"name": ""}, {"name": None}])
async def test_a_manual_without_a_name_has_the_same_one_at_each_start(server: Server, name: dict[str, Any]) -> None:
    server.documents["/manual"] = (b"application/json", manual_of(server.tool("t")).encode())
    manual = {"call_template_type": "http", "url": f"{server.url}/manual", **name}
    found: set[str] = set()
    for headers in ({}, {"headers": {"X-Token": "1"}}):
        source = await UtcpSource.from_config({"manual_call_templates": [{**manual, **headers}]})
        found.update(entry.name.partition(".")[0] for entry in await source.list_tools())
    [one] = found
    assert re.fullmatch("manual_[0-9a-f]{8}", one)


# --- manuals --------------------------------------------------------------------------------------------------------------


async def test_names_that_cannot_be_shown_are_left_out_and_those_that_come_twice_said(server: Server) -> None:
    names = ["fine", "a\nb", "\x1b[31m", "\u202e", "x" * 300, "", "fine", "späte Bücher", "MCP.a.b"]
    manual = manual_of(*(server.tool(name, inputs={"required": [f"a{at}"]}) for at, name in enumerate(names)))
    source = await server.registered("application/json", manual)
    assert [entry.name for entry in await source.list_tools()] == ["m.MCP.a.b", "m.fine", "m.späte Bücher"]
    left_out = "was left out: its name is empty, too long, or cannot be shown"
    assert source.warnings == [
        "tool 'm.fine' is listed more than once: the last one counts",
        f"tool 'm.a b' {left_out}",
        f"tool 'm. [31m' {left_out}",
        f"tool 'm.' {left_out}",
        f"tool 'm.{'x' * 77}…' {left_out}",
    ]
    with pytest.raises(ToolError, match="a6 is missing"):
        await source.call("m.fine", {}, HERE)


async def test_descriptions_stay_data(server: Server) -> None:
    evil = "\x1b[31m\u202e*/ ```\nos.Exit(1)\x00"
    inputs = {"type": "object", "properties": {f"a{evil}": {"type": "string", "description": evil}}}
    source = await server.registered("application/json", manual_of(server.tool("t", description=evil, inputs=inputs)))
    async with Engine([source], isolation="inline") as engine:
        text = (await engine.session().exec('__out = API.Read("tools/m.go")')).model_dump_json()
        catalog = await engine.catalog()
    shown = text + "".join(map(catalog.declaration, catalog.entries))
    assert "os.Exit(1)" in shown
    assert not any(mark in shown for mark in ("\x1b", "\u202e", "\x00", "\nos.Exit"))


def with_schema(server: Server, depth: int) -> str:
    deep = '{"properties": {"a": ' * depth + "{}" + "}}" * depth
    return manual_of(server.tool("fine"), server.tool("t", inputs="@")).replace('"@"', deep)


@pytest.mark.parametrize("depth", [60, 150])
async def test_schemas_that_are_deep_take_nothing_away(server: Server, depth: int) -> None:
    source = await server.registered("application/json", with_schema(server, depth))
    async with Engine([source], isolation="inline") as engine:
        reply = await engine.session().exec('__out = codemode.CallTool("m.fine")')
    assert reply.status == "completed", reply


# a depth that Python's decoder of JSON reads since version 3.14
DEEP = 5000


@pytest.mark.parametrize("depth", [450] if sys.version_info < (3, 14) else [450, DEEP])
async def test_a_schema_that_is_absurdly_deep_takes_its_tool_away(server: Server, depth: int) -> None:
    source = await server.registered("application/json", with_schema(server, depth))
    assert "m.fine" in [entry.name for entry in await source.list_tools()]
    assert [text for text in source.warnings if "was left out" in text and len(text) < 900]


@pytest.mark.parametrize("depth", [DEEP, 100_000] if sys.version_info < (3, 14) else [100_000])
async def test_schemas_that_are_absurdly_deep_are_refused_in_few_words(server: Server, depth: int) -> None:
    with pytest.raises(ToolSourceError, match=r"^.{10,900}$"):
        await server.registered("application/json", with_schema(server, depth))


BOMB = "a0: &a0 {type: object}\n" + "".join(
    f"a{n}: &a{n} {{type: object, properties: {{l: *a{n - 1}, r: *a{n - 1}}}}}\n" for n in range(1, 40)
)
TRAPS = {
    "document": f"{BOMB}paths: {{/x: {{get: {{operationId: t, requestBody: *a39, responses: {{'200': *a39}}}}}}}}",
    "manual": "utcp_version: '1'\nmanual_version: '1'\ntools:\n- name: t\n  description: ''\n  inputs:\n    properties:\n"
    + "".join(f"      {line}\n" for line in BOMB.splitlines()),
    "loop": "paths: &a {/x: *a}",
    "merges": f"b: &b {{{', '.join(f'k{i}: 1' for i in range(1000))}}}\npaths: {{<<: [{', '.join(['*b'] * 1000)}]}}",
}


@pytest.mark.parametrize("trap", TRAPS)
async def test_aliases_do_not_unfold_without_end(server: Server, trap: str) -> None:
    unfolds = r"merges more than 100000 values$" if trap == "merges" else r"expand to more than 100000 values$"
    with pytest.raises(ToolSourceError, match=unfolds):
        await server.registered("application/yaml", TRAPS[trap])
    manual = {"name": "m", "call_template_type": "text", "content": TRAPS[trap]}
    with pytest.raises(ToolSourceError, match=r"Failed to parse content as JSON or YAML"):
        await UtcpSource.from_config({"manual_call_templates": [manual]})


NOT_JSON = {
    "a number of 7000 digits": "0x" + "f" * 6000,
    "bytes": "!!binary aGVsbG8=",
    "a time": "!!timestamp 2001-12-14",
    "a set": "!!set {a}",
    "no number": "!!float .nan",
}


@pytest.mark.parametrize("odd", NOT_JSON)
async def test_a_manual_that_has_more_than_json_takes_no_other_tools_away(server: Server, odd: str) -> None:
    parameter = f"{{name: x, in: query, schema: {{type: string, default: {NOT_JSON[odd]}}}}}"
    operation = f"{{operationId: t, parameters: [{parameter}], responses: {{'200': {{description: ok}}}}}}"
    manual = f"openapi: 3.0.0\ninfo: {{title: m, version: '1'}}\nservers: [{{url: '{server.url}'}}]\npaths: {{/t: {{get: {operation}}}}}"
    source = await server.registered("application/yaml", manual)
    async with Engine([source]) as engine:
        reply = await engine.session().exec('__out = len(tools.Describe("m.t").declaration) > 0')
        assert isinstance(reply, Completed), reply
        assert reply.value is True


@pytest.mark.parametrize("odd", ["[]", "null", '"x"', '{"paths": [], "openapi": "3"}'])
async def test_an_invalid_manual_is_reported(server: Server, odd: str) -> None:
    with pytest.raises(ToolSourceError, match="neither a UTCP manual nor an OpenAPI document"):
        await server.registered("application/json", odd)


async def test_a_thousand_tools(server: Server) -> None:
    tools = [server.tool(f"t{n}") for n in range(1000)]
    source = await server.registered("application/json", manual_of(*tools))
    assert len(await source.list_tools()) == 1000
    assert await source.call("m.t999", {}, HERE) == "ok"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/{" * 5000, "its address has more than 8192 characters"),
        ("/{" * 1000, "its address has a { without a matching }"),
        ("/{a{b}}", "its address has a { without a matching }"),
        ("/a}/{id}/{}", ""),
    ],
    ids=["long", "open", "nested", "fine"],
)
async def test_an_address_whose_braces_take_long_is_left_out(server: Server, path: str, why: str) -> None:
    fine = server.tool("fine")
    odd = {**server.tool("odd"), "tool_call_template": {**fine["tool_call_template"], "url": f"{server.url}{path}"}}
    source = await server.registered("application/json", manual_of(odd, fine))
    assert [entry.name for entry in await source.list_tools()] == ["m.fine", *([] if why else ["m.odd"])]
    assert source.warnings == ([f"tool 'm.odd' was left out: {why}"] if why else [])
