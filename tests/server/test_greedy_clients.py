"""What one client with a token can make the server hold, and take away from others."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from codemode.engine.json_data import MAX_VALUES, has_too_many_values
from codemode.server.access import LOCAL, Identity
from codemode.server.bodies import Bodies
from codemode.server.events import MAX_BYTES, MAX_READERS, MAX_RUN_BYTES, MAX_WATCHED, Ended, Watch
from codemode.server.gate import MAX_PAGES, Keys
from codemode.server.routes import Refusal
from codemode.server.views import view_of
from tests.server.conftest import Running, serving
from tests.server.test_decisions import house
from tests.server.test_gate import CODE, TOKENS, bearer

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("body", "too_many"),
    [
        ("[" + "0," * MAX_VALUES + "0]", True),
        ("[" + "[]," * (MAX_VALUES // 2) + "0]", True),
        ("{" + ",".join(f'"{n}" : 0' for n in range(MAX_VALUES + 1)) + "}", True),
        ("[" + '"",' * 2 * MAX_VALUES + "0]", True),
        ("[" * (MAX_VALUES + 1), True),
        # what is inside of texts is no value
        (json.dumps(", [ { " * MAX_VALUES), False),
        (json.dumps('\\", [ { ' * 40_000 + "\\"), False),
        ("[" + "0," * (MAX_VALUES - 10) + "0]", False),
        ("[" + "[]," * 100 + "0]", False),
    ],
    ids=range(9),
)
async def test_values_are_counted_without_reading_them(body: str, too_many: bool) -> None:
    assert has_too_many_values(body.encode()) == too_many


async def test_a_body_of_too_many_values_is_refused_at_each_door() -> None:
    data = b'{"code": "__out = 1", "data": [' + b"[]," * MAX_VALUES + b"0]}"
    async with serving() as running:
        for path in ("/v1/exec", "/v1/wait", "/mcp"):
            answer = await running.http.post(path, content=data, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large"), path
        many = json.dumps({f"f{n}": n for n in range(10_000)})
        answer = await running.http.post("/v1/exec", content=many, headers={"content-type": "application/json"})
        assert answer.status_code == 422
        assert "unknown key 'f0'" in answer.json()["error"]["message"]
        assert (await running.post("/v1/exec", CODE)).json()["value"] == 3


async def test_large_bodies_wait_until_there_is_room_and_no_token_has_all_of_it() -> None:
    bodies = Bodies(1 << 20, 0.2, held=4 << 20)
    read = 0

    async def receive() -> dict[str, Any]:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b" " * 1000, "more_body": False}

    with bodies.held() as one, bodies.held() as two, bodies.held() as three, bodies.held() as other:
        for holding in (one, two):
            await bodies.read(receive, 1 << 20, "ci", holding)
        with pytest.raises(Refusal) as refused:
            await bodies.read(receive, 1 << 20, "ci", three)
        assert (refused.value.status, read) == (503, 2)
        await bodies.read(receive, 1 << 20, "boss", other)
        small = bodies.held()
        with small as held:
            await bodies.read(receive, 1000, "ci", held)
    with bodies.held() as again:
        await bodies.read(receive, 1 << 20, "ci", again)


async def test_who_has_no_token_keeps_nobody_out() -> None:
    """Bodies that never arrive, large and small ones."""
    async with serving(tokens=TOKENS, max_requests=16, max_body_seconds=5) as running:
        large = {"code": "__out = len(data)", "data": "x" * 200_000}

        async def silent(path: str, length: int) -> bytes:
            reader, writer = await asyncio.open_connection("127.0.0.1", httpx2.URL(running.url).port)
            try:
                writer.write(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode())
                return await reader.read(200)
            finally:
                writer.close()

        waiting = [
            asyncio.create_task(silent(path, length))
            for path in ("/login", "/healthz")
            for length in (10, 4 << 20)
            for _ in range(20)
        ]
        await asyncio.sleep(0.3)
        began = time.monotonic()
        answer = await running.post("/v1/exec", large, **bearer("cm_ci"))
        assert (answer.status_code, answer.json()["value"]) == (200, 200_000)
        assert (await running.http.get("/healthz")).status_code == 200
        assert time.monotonic() - began < 4, "no share of theirs was awaited"
        refused = [task.result().split(b" ", 2)[1] for task in waiting if task.done()]
        assert {*refused} <= {b"413", b"503"}
        assert len(refused) >= 40 + 40 - 2
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        form = {"token": "cm_ci"}
        assert (await running.http.post("/login", data=form, follow_redirects=False)).status_code < 400


async def test_one_token_leaves_room_for_others() -> None:
    slow = {"code": "time.Sleep(400 * time.Millisecond)\n__out = 1"}
    async with serving(tokens=TOKENS, max_requests=4) as running:
        answers = [asyncio.create_task(running.post("/v1/exec", slow, **bearer("cm_ci"))) for _ in range(4)]
        await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        other = await running.post("/v1/exec", CODE, **bearer("cm_guest"))
        assert other.status_code == 200
        assert sorted([(await answer).status_code for answer in answers]) == [200, 200, 503, 503]


OPENS = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}},
}


async def _open(running: Running, secret: str = "") -> httpx2.Response:
    """Opens a session of MCP over HTTP."""
    who = bearer(secret) if secret else {}
    return await running.post("/mcp", OPENS, accept="application/json, text/event-stream", **who)


async def test_one_token_leaves_mcp_sessions_for_others_and_its_sessions_are_its_own() -> None:
    async with serving(tokens=TOKENS, max_mcp_sessions=30) as running:
        answers = [await _open(running, "cm_ci") for _ in range(11)]
        assert [answer.status_code for answer in answers] == [200] * 10 + [503]
        error = answers[-1].json()["error"]["message"]
        assert error == (
            "the token 'ci' has 10 MCP sessions open, which is the limit: end unused ones (DELETE with their Mcp-Session-Id),"
            " or wait until one has had no request for 30 minutes"
        )
        others = await _open(running, "cm_guest")
        assert others.status_code == 200

        async def end(answer: httpx2.Response, secret: str) -> int:
            named = {"mcp-session-id": answer.headers["mcp-session-id"], "content-type": "application/json"}
            return (await running.http.delete("/mcp", headers={**named, **bearer(secret)})).status_code

        assert await end(answers[0], "cm_guest") == 404
        assert await end(answers[0], "cm_ci") == 200
        assert (await _open(running, "cm_ci")).status_code == 200


async def test_without_tokens_there_are_as_many_mcp_sessions_as_the_server_may_have() -> None:
    async with serving(max_mcp_sessions=3) as running:
        answers = [await _open(running) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 503]
        assert "the server has 3 MCP sessions open" in answers[-1].text


def _event(run: int, text: str) -> dict[str, Any]:
    return {"type": "output", "run_id": f"run_{run}", "at": 0.0, "stream": "stdout", "text": text}


async def test_what_is_kept_for_those_who_watch_is_bounded_in_bytes() -> None:
    watch = Watch()
    with watch.reading(LOCAL, None) as reader:
        for run in range(100):
            watch.tell({"type": "started", "run_id": f"run_{run}", "at": 0.0, "agent": "a"}, "a")
            for n in range(40):
                watch.tell(_event(run, f"{n}" + "x" * 60_000), None)
        assert sum(len(event["text"]) for event in reader.drain()) <= 1 << 20
    assert reader.lost > 3900
    kept = [watch.latest(f"run_{run}") for run in range(100)]
    sizes = [sum(len(event.get("text", "")) for event in events) for events in kept]
    assert max(sizes) <= MAX_RUN_BYTES
    assert sum(sizes) <= MAX_BYTES
    assert sizes[-1] > 0
    assert kept[-1][-1]["text"].startswith("39")


async def test_keys_and_wide_characters_of_values_count() -> None:
    watch = Watch()
    for run in range(300):
        watch.tell({"type": "started", "run_id": f"run_{run}", "at": 0.0, "agent": "a"}, "a")
        value = {f"{run}" + "x" * 60_000 + "\N{GRINNING FACE}": 1}  # four bytes for each character
        watch.tell({"type": "ended", "run_id": f"run_{run}", "at": 0.0, "reply": {"value": value}}, None)
    kept = [event for run in range(300) for event in watch.latest(f"run_{run}") if event["type"] == "ended"]
    assert 0 < len(kept) <= MAX_BYTES // 240_000


async def test_an_event_is_written_once_for_all_its_readers() -> None:
    watch, started = Watch(), {"type": "started", "run_id": "run_1", "at": 1.0, "agent": "a"}
    ended = {"type": "ended", "run_id": "run_1", "at": 2.0, "text": "a\r\nb\ud800"}
    with watch.reading(LOCAL, None) as one, watch.reading(LOCAL, None) as two:
        watch.tell(started, "a")
        watch.tell(ended, None)
        assert [await one.next(), await two.next()] == [started, started]
        texts = [watch.written(await reader.next()) for reader in (one, two)]
    assert texts[0] is texts[1]
    assert texts[0].startswith(b"id: 2.000000\r\nevent: ended\r\ndata: {")
    assert texts[0].endswith(b"}\r\n\r\n")
    assert watch.written(started) != texts[0]


def _who(name: str) -> Identity:
    return Identity(name, name)


async def test_one_token_leaves_room_for_the_readers_of_others() -> None:
    watch = Watch()
    with ExitStack() as stack:
        eve = [stack.enter_context(watch.reading(_who("eve"), None)) for _ in range(MAX_READERS)]
        assert (watch.has_room(_who("eve")), watch.has_room(_who("ann"))) == (False, True)
        ann = stack.enter_context(watch.reading(_who("ann"), None))
        assert watch.readers == MAX_READERS
        watch.tell({"type": "started", "run_id": "run_1", "at": 0.0, "agent": "eve"}, "eve")
        watch.tell({"type": "started", "run_id": "run_2", "at": 0.0, "agent": "ann"}, "ann")
        with pytest.raises(Ended):
            await eve[0].next()
        assert (await eve[1].next())["run_id"] == "run_1"
        assert (await ann.next())["run_id"] == "run_2"
        for _ in range(MAX_READERS // 2 - 1):
            stack.enter_context(watch.reading(_who("ann"), None))
        assert (watch.has_room(_who("eve")), watch.has_room(_who("ann"))) == (False, False)
        assert watch.readers == MAX_READERS
    assert watch.readers == 0


async def test_a_reader_that_makes_room_has_an_end() -> None:
    async with serving(tokens=TOKENS, connections={"most": 20}) as running:
        watch = running.server.watch
        async with running.http.stream("GET", "/v1/events", headers=bearer("cm_ci")) as stream:
            while not watch.readers:
                await asyncio.sleep(0.01)
            with ExitStack() as stack:
                for _ in range(MAX_READERS - 1):
                    stack.enter_context(watch.reading(_who("ci"), None))
                stack.enter_context(watch.reading(_who("boss"), None))
                async with asyncio.timeout(10):
                    assert [line async for line in stream.aiter_lines() if line.startswith("data")] == []


def test_one_agent_leaves_room_for_the_events_of_others() -> None:
    watch = Watch()
    for agent, run in [("ann", 0), *(("eve", run) for run in range(1, MAX_WATCHED + 10))]:
        watch.tell({"type": "started", "run_id": f"run_{run}", "at": 0.0, "agent": agent}, agent)
    assert (watch.knows("run_0"), watch.knows("run_1"), len(watch.runs(LOCAL))) == (True, False, MAX_WATCHED)
    for run in range(1, 100):
        for _ in range(20):
            watch.tell(_event(run + 400, "x" * 60_000), None)
    assert watch.knows("run_0")


def test_one_token_leaves_room_for_the_cookies_of_others() -> None:
    keys = Keys()
    ann = keys.admit(_who("ann"))
    eve = [keys.admit(_who("eve")) for _ in range(MAX_PAGES + 5)]
    assert (keys.find(ann) is not None, keys.find(eve[0]), keys.find(eve[-1]) is not None) == (True, None, True)
    keys.forget(ann)
    assert keys.find(ann) is None


async def test_pages_that_are_asked_for_at_once_leave_turns_to_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, seen = 0, list[int]()

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    def slow(*given: Any) -> Any:
        seen.append(turns)
        time.sleep(0.01)
        return view_of(*given)

    async with house(tmp_path, history=None) as place:
        await place.running.post("/v1/exec", {"code": "__out = 1"})
        monkeypatch.setattr("codemode.server.run_list.view_of", slow)
        task = asyncio.create_task(others())
        answers = await asyncio.gather(*(place.browser.get("/") for _ in range(10)))
        task.cancel()
    assert {answer.status_code for answer in answers} == {200}
    assert len(seen) >= 10
    assert len(set(seen)) == len(seen)
