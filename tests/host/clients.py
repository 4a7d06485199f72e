"""Clients of the server, with a token: what they send, and what programs of theirs leave behind for those who watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tests.host.attacks import Attack
from tests.host.host import Host

HEAD = "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
MOST = 4 << 20


def body(data: str) -> bytes:
    """A program with that data, as large as a body may be."""
    return f'{{"code": "__out = 1", "data": {data}}}'.encode()


BODIES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a body of lists": ("/v1/exec", lambda: body("[" + "[]," * (MOST // 3 - 100) + "0]")),
    "a body of objects": ("/v1/exec", lambda: body("[" + '{"a":1},' * (MOST // 8 - 100) + "0]")),
    "a body of keys": ("/v1/exec", lambda: body("{" + ",".join(f'"{n}":0' for n in range(350_000)) + "}")),
    "a body of spaced keys": ("/v1/exec", lambda: body("{" + ",".join(f'"{n}" :0' for n in range(330_000)) + "}")),
    "a body of numbers": ("/v1/exec", lambda: body("[" + "0," * (MOST // 2 - 100) + "0]")),
    "a body of deep lists": ("/v1/exec", lambda: body("[" * 1_000_000 + "]" * 1_000_000)),
    "a body of escapes": ("/v1/exec", lambda: body('"' + "\\u00e9" * (MOST // 6 - 100) + '"')),
    "a body of long numbers": ("/v1/exec", lambda: body("[" + ("9" * 4000 + ",") * 1000 + "0]")),
    "a program of 4 MB": ("/v1/exec", lambda: json.dumps({"code": "x" * (MOST - 100)}).encode()),
    "a program of 4 MB of brackets": ("/v1/exec", lambda: json.dumps({"code": "(" * (MOST - 100)}).encode()),
    "a list of arguments over MCP": (
        "/mcp",
        lambda: (
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"exec","arguments":{"code":['
            + b"[]," * (MOST // 3 - 100)
            + b"0]}}}"
        ),
    ),
    "a body that is no JSON": ("/v1/exec", lambda: b"\xff" * (MOST - 1)),
    "fields that are not there": ("/v1/exec", lambda: json.dumps({f"f{n}": n for n in range(100_000)}).encode()),
}
QUERIES: dict[str, str] = {
    "a query of 30 KB": "/v1/tools?limit=50&query=" + "add+two+" * 3700,
    "a query of many words": "/v1/tools?limit=50&query=" + "+".join(f"w{n}" for n in range(4500)),
    "a tool of 30 KB of name": "/v1/tools/" + "x" * 30_000,
    "a run of 30 KB of id": "/v1/runs/" + "x" * 30_000,
    "a session of 30 KB of name": "/v1/results/r?session=" + "x" * 30_000,
    "a query of many fields": "/v1/tools?" + "&".join(f"a{n}=1" for n in range(4000)),
    "a cookie of many parts": "/\tcookie: " + "; ".join(f"a{n}=1" for n in range(4000)),
}
KEEPS = 'text := strings.Repeat("x", 8_000_000)\nstore.Save("k", text)\nresults.Save(text)\n__out = 1'
WAITS = '\nyield_control("")'
FLOOD = 'for i := range 100 {\n\tfmt.Println(strings.Repeat("x", 65_000), i)\n}'


class Door:
    """The server, and a way to it."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def answer(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            for at in range(0, len(request), 1 << 16):
                writer.write(request[at : at + (1 << 16)])
                await writer.drain()
            return await reader.read(1 << 16)
        except ConnectionError:
            return b""
        finally:
            writer.close()


def served(play: Callable[[Host, Door, Any], Any]) -> Any:
    async def whole(host: Host, made: Any) -> None:
        from tests.server.conftest import serving

        async with serving(isolation=host.isolation, engine={"workers": 2}) as running:
            await running.server.hub.engine.ready()
            host.ticker.begin()  # what came before was ours
            await play(host, Door(int(running.url.rpartition(":")[2])), made)

    return whole


def posted(path: str, times: int = 1) -> Any:
    async def play(host: Host, door: Door, data: bytes) -> None:
        request = HEAD.format(path=path, length=len(data)).encode() + data
        answers = await asyncio.gather(*(door.answer(request) for _ in range(times)))
        host.ended(" ".join(dict.fromkeys(_status(answer) for answer in answers)))

    return served(play)


def asked(path: str) -> Any:
    async def play(host: Host, door: Door, _: Any) -> None:
        path_, _, more = path.partition("\t")
        head = f"GET {path_} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n{more + chr(13) + chr(10) if more else ''}\r\n"
        host.ended(_status(await door.answer(head.encode())))

    return served(play)


def _status(answer: bytes) -> str:
    return answer[9:12].decode() if answer.startswith(b"HTTP/1.1 ") else "closed"


def one_after_the_other(times: int, code: str, data: str = "", *, sessions: int = 1) -> Any:
    """So many runs, of so many sessions in turn."""

    async def play(host: Host, door: Door, _: Any) -> None:
        for number in range(times):
            body = json.dumps({"code": code, "data": data, "session": f"s{number % sessions}"}).encode()
            request = HEAD.format(path="/v1/exec", length=len(body)).encode() + body
            host.ended(_status(await door.answer(request)))

    return served(play)


GROUP = "clients of the server"
# answers that say no, or that the program was run; none is a failure of the server
ENDS = frozenset(
    {"200", "400", "404", "405", "406", "413", "414", "422", "431", "503", "closed", "401", "429", "303", "302"}
)
ATTACKS = [
    *(Attack(f"{name}, sent", GROUP, ends=ENDS, make=make, play=posted(path)) for name, (path, make) in BODIES.items()),
    *(Attack(f"{name}, sent", GROUP, ends=ENDS, play=asked(path)) for name, path in QUERIES.items()),
    Attack(
        "bodies of 4 MB, 20 at once",
        GROUP,
        ends=ENDS,
        make=lambda: body('"' + "x" * (MOST - 100) + '"'),
        play=posted("/v1/exec", 20),
    ),
    # each run says as much as a run may
    Attack("output of 30 runs, and nobody watches", GROUP, ends=ENDS, play=one_after_the_other(30, FLOOD)),
    Attack("output of 30 sessions", GROUP, ends=ENDS, play=one_after_the_other(30, FLOOD, sessions=30)),
    Attack("values kept in 10 sessions", GROUP, ends=ENDS, play=one_after_the_other(20, KEEPS, sessions=10)),
    Attack(
        "20 runs that wait, with 4 MB of data",
        GROUP,
        ends=ENDS,
        play=one_after_the_other(20, 'yield_control("")', "x" * (MOST - 1000)),
    ),
    Attack("20 runs that wait, with their output", GROUP, ends=ENDS, play=one_after_the_other(20, FLOOD + WAITS)),
]
