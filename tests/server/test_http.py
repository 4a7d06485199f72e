"""The server over real HTTP: the story of an approval from curl alone, and clients that are many, slow, huge, wrong or never listen."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import time
from contextlib import suppress
from typing import Any

import httpx2
import pytest

from codemode import Limits
from codemode.server.access import LOCAL, Tokens, hash_of
from codemode.server.events import MAX_BEHIND
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio

TOKENS = Tokens.of_data(
    {
        "tokens": [
            {"name": "ci", "sha256": hash_of("cm_ci"), "scopes": ["run", "read"]},
            {"name": "ann", "sha256": hash_of("cm_ann"), "agent": "*", "scopes": ["approve", "read"]},
        ]
    }
)
PAY = '__out = bank.pay(to="ann", amount=3)'


async def curl(running: Running, path: str, body: Any = None, *, token: str = "", head: bool = False) -> Any:
    assert shutil.which("curl"), "this test is about curl: apt-get install curl"
    command = ["curl", "-sS", "--max-time", "30", running.url + path]
    command += ["-H", f"authorization: Bearer {token}"] if token else []
    command += ["-H", "content-type: application/json", "-d", json.dumps(body)] if body is not None else []
    command += ["-o", "/dev/null", "-w", "%{http_code}"] if head else []
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    assert process.returncode == 0
    return json.loads(out)


async def test_an_approval_from_curl_alone() -> None:
    async with serving(tokens=TOKENS, engine={"history": "1d"}) as running:
        waiting = await curl(running, "/v1/exec", {"code": PAY}, token="cm_ci")
        assert (waiting["status"], waiting["reason"]) == ("waiting", "approval")
        [call] = waiting["pending_tool_calls"]
        assert (call["tool"], call["arguments"]) == ("bank.pay", {"to": "ann", "amount": 3})
        run = f"/v1/runs/{waiting['run_id']}"
        # whoever runs programs does not approve them, and whoever approves does not run any
        decision = {"call_id": call["id"], "arguments": {"to": "bob", "amount": 5}}
        assert await curl(running, f"{run}/approve", decision, token="cm_ci", head=True) == 403
        assert await curl(running, "/v1/exec", {"code": PAY}, token="cm_ann", head=True) == 403
        assert await curl(running, f"{run}/approve", decision, token="cm_ni", head=True) == 401
        [seen] = (await curl(running, "/v1/runs?status=waiting", token="cm_ann"))["runs"]
        assert (seen["run_id"], seen["code"]) == (waiting["run_id"], PAY)
        refused = await curl(running, "/v1/runs?status=wating", token="cm_ann")
        assert refused["error"]["message"].startswith("status must be one of running, waiting, completed,")
        refused = await curl(running, "/v1/runs?limit=201", token="cm_ann")
        assert refused["error"]["message"] == "limit must be a whole number from 1 to 200, not '201'"
        assert (await curl(running, f"{run}/approve", decision, token="cm_ann"))["decision"] == "approved"
        again = await curl(running, f"{run}/deny", {"call_id": call["id"]}, token="cm_ann")
        assert again["error"]["code"] == "already_decided"
        done = await curl(running, "/v1/wait", {"run_id": waiting["run_id"]}, token="cm_ci")
        assert done["value"] == "paid 5 to bob"
        assert (await curl(running, run, token="cm_ann"))["status"] == "completed"
        assert running.bank.paid == [("bob", 5)]


async def test_three_hundred_runs_at_once() -> None:
    async with serving(engine={"history": "1d"}) as running:

        async def one(number: int) -> Any:
            code = f"time.slow(seconds=0.1)\n__out = math.add(a={number}, b=1)"
            return (await running.post("/v1/run", {"code": code, "session": f"s{number % 7}"})).json().get("value")

        assert await asyncio.gather(*map(one, range(300))) == [number + 1 for number in range(300)]
        listed = (await running.http.get("/v1/runs?limit=200")).json()["runs"]
        before = listed[-1]["started_at"]
        listed += (await running.http.get(f"/v1/runs?limit=200&before={before}")).json()["runs"]
        assert len({run["run_id"] for run in listed}) == 300
        assert {run["status"] for run in listed} == {"completed"}
        assert not running.server.hub.is_busy


@pytest.mark.parametrize("more", [{}, {"timeout_ms": 300}])
async def test_run_answers_at_the_end_or_in_the_time_that_it_is_given(more: dict[str, Any]) -> None:
    async with serving(engine={"limits": Limits(timeout_ms=300)}) as running:
        began = time.monotonic()
        code = "__out = 7\ntime.slow(seconds=1.5)"
        reply = (await running.post("/v1/run", {"code": code, **more})).json()
        if more:
            assert (reply["status"], reply["reason"], time.monotonic() - began < 1.4) == (
                "waiting",
                "pending_tools",
                True,
            )
            reply = (await running.post("/v1/wait", {"run_id": reply["run_id"], "timeout_ms": 5000})).json()
        assert (reply["status"], reply["value"]) == ("completed", 7)


async def test_an_approval_that_is_sent_many_times_counts_once() -> None:
    async with serving() as running:
        waiting = (await running.post("/v1/exec", {"code": PAY})).json()
        path = f"/v1/runs/{waiting['run_id']}"
        bodies = [{"call_id": "call_1", "arguments": {"to": f"p{number}", "amount": 1}} for number in range(20)]
        answers = await asyncio.gather(*(running.post(f"{path}/approve", body) for body in bodies))
        codes = sorted(answer.status_code for answer in answers)
        assert codes == [200] + [409] * 19
        done = (await running.post("/v1/wait", {"run_id": waiting["run_id"]})).json()
        assert done["status"] == "completed"
        assert len(running.bank.paid) == 1


async def test_the_end_of_a_run_is_told_again_to_who_waits_for_it() -> None:
    """A person approves at the page, which goes on with the run; then the agent waits, as it was told."""
    async with serving() as running:
        waiting = (await running.post("/v1/exec", {"code": "time.slow(seconds=0.2)\n" + PAY})).json()
        path = f"/runs/{waiting['run_id']}"
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        form = re.search('action="([^"]*approve[^"]*)"', (await running.http.get(path)).text)
        assert form is not None
        decided = await running.http.post(form[1], data={"call_id": "call_2"})
        assert decided.status_code == 303
        running.http.cookies.clear()
        for _ in range(2):
            done = (await running.post("/v1/wait", {"run_id": waiting["run_id"]})).json()
            assert done.get("value") == "paid 3 to ann", done
        assert running.bank.paid == [("ann", 3)]
        unknown = await running.post("/v1/wait", {"run_id": "run_0123456789abcdef"})
        assert unknown.status_code == 404


async def test_answers_to_one_client_do_not_wait_for_its_system() -> None:
    """Without TCP_NODELAY the body of each answer, after the first few, is sent when its head was acknowledged: 40 ms later."""
    async with serving() as running:
        took: list[float] = []
        for _ in range(60):
            began = time.monotonic()
            assert (await running.http.get("/v1/runs?limit=1")).status_code == 200
            took.append(time.monotonic() - began)
        assert min(took[30:]) < 0.03


async def test_problems_of_a_request_are_named() -> None:
    async with serving() as running:
        for path, body, told in [
            (
                "/v1/exec",
                {"cod": "1"},
                "unknown key 'cod', did you mean 'code'?; there are code, session, data, timeout_ms, language",
            ),
            ("/v1/exec", {}, "code is missing"),
            (
                "/v1/exec",
                ["1"],
                "the body must be a JSON object with the keys code, session, data, timeout_ms, language",
            ),
        ]:
            answer = await running.post(path, body)
            assert (answer.status_code, answer.json()["error"]["message"]) == (422, told)
        answer = await running.http.get("/v1/tools?querry=pay")
        told = "unknown parameter 'querry', did you mean 'query'?; there are query, limit"
        assert (answer.status_code, answer.json()["error"]["message"]) == (400, told)


async def test_a_path_or_a_method_that_is_not_there_is_told_as_json() -> None:
    async with serving() as running:
        missing = await running.http.get("/v1/nothing")
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")
        wrong = await running.http.get("/v1/exec")
        assert (wrong.status_code, wrong.json()["error"]["code"]) == (405, "method_not_allowed")
        assert wrong.headers["allow"] == "POST"


# --- raw connections ----------------------------------------------------------------------------------------------------


async def opened(running: Running, buffer: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection; `buffer` is how many bytes the system receives for it before it reads them."""
    host, port = running.url.removeprefix("http://").split(":")
    connection = socket.socket()
    if buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, (host, int(port)))
    return await asyncio.open_connection(sock=connection)


async def shut(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


def head(running: Running, line: str, *more: str) -> bytes:
    host = running.url.removeprefix("http://")
    return "\r\n".join([line, f"Host: {host}", *more, "", ""]).encode("latin-1")


async def closes(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes the connection."""
    try:
        return await asyncio.wait_for(reader.read(), 30)
    except ConnectionError:
        return b""


async def answers(running: Running) -> bool:
    try:
        return await works(running)
    except httpx2.TransportError:
        return False


async def works(running: Running) -> bool:
    return (await running.post("/v1/exec", {"code": "__out = 1 + 1"})).json()["value"] == 2


@pytest.mark.parametrize("first", [b"", b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"], ids=["first", "next"])
async def test_heads_that_never_end_are_given_up(first: bytes) -> None:
    """Slow loris: a little of a head again and again, in the first request of a connection and in the one after it."""
    async with serving(connections={"header_seconds": 0.5}) as running:

        async def drip() -> bool:
            reader, writer = await opened(running)
            try:
                if first:
                    writer.write(first)
                    await asyncio.wait_for(reader.readuntil(b"}"), 30)
                writer.write(b"GET / HTTP/1.1\r\n")
                for number in range(300):
                    writer.write(f"X-{number}: a\r\n".encode())
                    await writer.drain()
                    await asyncio.sleep(0.1)
                    if reader.at_eof():
                        return True
                return False
            except ConnectionError:
                return True
            finally:
                await shut(writer)

        dripping = [asyncio.create_task(drip()) for _ in range(100)]
        assert await works(running)
        assert all(await asyncio.gather(*dripping))
        assert await works(running)


async def test_clients_that_never_read_their_answers_are_given_up() -> None:
    """They ask for much, one after the other, and read nothing: the server has their requests until then, and no room for others."""
    async with serving(max_requests=5, connections={"unread_seconds": 1.0}) as running:
        asking = head(running, "GET /openapi.json HTTP/1.1") * 2000
        held = [await opened(running) for _ in range(5)]
        for _, writer in held:
            writer.write(asking)
        for status in (503, 200):
            async with asyncio.timeout(30):
                while (await running.http.get("/healthz")).status_code != status:
                    await asyncio.sleep(0.01)
        for _, writer in held:
            await shut(writer)


async def test_more_connections_than_may_be_are_closed() -> None:
    async with serving(connections={"most": 20}) as running:
        held = [await opened(running) for _ in range(60)]
        ends = [asyncio.create_task(closes(reader)) for reader, _ in held]
        done, _ = await asyncio.wait(ends, timeout=30, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 40:
            done, _ = await asyncio.wait(ends, timeout=1)
        for end in ends:
            end.cancel()
        for _, writer in held:
            await shut(writer)
        async with asyncio.timeout(30):
            while not await answers(running):
                await asyncio.sleep(0.1)


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("GET /v1/runs HTTP/1.1", ["X-Huge: " + "a" * 100_000]),
        ("GET /v1/runs HTTP/1.1", [f"X-{number}: {'a' * 100}" for number in range(1000)]),
        ("GET /v1/runs?" + "a" * 100_000 + " HTTP/1.1", []),
        ("POST /v1/exec HTTP/1.1", ["Content-Length: 5", "Content-Length: 50"]),
        ("POST /v1/exec HTTP/1.1", ["Content-Length: -1"]),
        ("POST /v1/exec HTTP/1.1", ["Transfer-Encoding: chunked, identity"]),
        ("POST /v1/exec HTTP/1.1", ["Content-Type: application/json", "Transfer-Encoding: chunked", "", "zz"]),
        ("GET /v1/runs HTTP/1.1", ["Host: evil.example"]),
        ("GET /v1/runs HTTP/1.1", ["X-Fold: a", " b: c\x00"]),
        ("GET http://evil.example/v1/nothing HTTP/1.1", []),
        ("TRACE /v1/runs HTTP/1.1", []),
        ("GET\t/v1/runs HTTP/1.1", []),
        ("GET /v1/runs/%00%ff HTTP/1.1", []),
        ("PRI * HTTP/2.0", []),
        ("\x16\x03\x01\x02", []),
    ],
    ids=lambda each: each[:24] if isinstance(each, str) else " ".join(each)[:24],
)
async def test_requests_that_are_wrong_are_refused(line: str, more: list[str]) -> None:
    async with serving(connections={"header_seconds": 1.0}, max_body_seconds=1.0) as running:
        reader, writer = await opened(running)
        writer.write(head(running, line, *more, "Connection: close"))
        answer = await closes(reader)
        await shut(writer)
        assert answer == b"" or answer[9:10] == b"4", answer[:80]
        assert await works(running)


@pytest.mark.parametrize(
    "body",
    [
        b'{"code": "\\ud800"}',
        b'{"code": "__out = data", "data": "\\udfff"}',
        b'{"code": "__out = data", "data": 1e999}',
        b'{"code": "__out = data", "data": NaN}',
        b'{"code": "__out = data", "data": ' + b"9" * 10_000 + b"}",
        b'{"code": "__out = data", "data": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"code": "__out = data", "data": ' + b'{"a":' * 400 + b"1" + b"}" * 400 + b"}",
        b'{"code": "__out = 1", "session": "' + b"s" * 201 + b'"}',
        b'{"code": "__out = 1", "session": "\\u0000/../x"}',
        b'{"code": "__out = 1", "timeout_ms": 1e300}',
        b'{"code": "__out = 1", "timeout_ms": 1e-300}',
        b'{"code": "__out = 1", "language": "cobol"}',
        b'{"code": 1}',
        b"[]",
        b"\xff\xfe",
        b"",
    ],
    ids=lambda body: repr(body[:48]),
)
async def test_bodies_that_are_odd_never_break_it(body: bytes) -> None:
    async with serving() as running:
        answer = await running.http.post("/v1/exec", content=body, headers={"content-type": "application/json"})
        assert answer.status_code < 500, answer.text
        answer.json()
        assert await works(running)


async def test_readers_of_events_who_never_read_cost_a_bounded_part() -> None:
    readers = 8
    async with serving(send_buffer=4096) as running:
        held = [await opened(running, 4096) for _ in range(readers)]
        for _, writer in held:
            writer.write(head(running, "GET /v1/events HTTP/1.1"))
        async with asyncio.timeout(30):
            while running.server.watch.readers < readers:
                await asyncio.sleep(0.01)
        text = "x" * 50_000
        for _ in range(10):
            code = f'for i := range 80 {{ math.add(a=i, b=1) }}\nfmt.Println("{text}")\n__out = 7'
            assert (await running.post("/v1/exec", {"code": code})).json()["value"] == 7
        assert readers * MAX_BEHIND / 2 < running.server.watch.unread <= readers * MAX_BEHIND
        for _, writer in held:
            writer.transport.abort()
            await shut(writer)
        async with asyncio.timeout(60):
            while running.server.watch.readers:
                await asyncio.sleep(0.05)
        assert await works(running)
