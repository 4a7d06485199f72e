"""Answers that are large: what many clients that do not read them cost the server, and that they are whole."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest

from codemode import Engine
from codemode.engine.events import RunEnded, RunStarted
from codemode.errors import InputError
from codemode.server.answers import Answers, Pieces
from codemode.server.routes import Refusal
from codemode.server.status_endpoints import BATCH
from tests.host.gauges import Ticker
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio
SCOPE: Any = {"type": "http", "method": "GET", "path": "/", "headers": []}


async def _never() -> Any:
    await asyncio.Event().wait()


def _collector(sent: list[dict[str, Any]], *, reads: asyncio.Event | None = None) -> Any:
    async def send(message: dict[str, Any]) -> None:
        if reads is not None:
            await reads.wait()
        sent.append({**message, "body": bytes(message.get("body", b""))})

    return send


async def test_answers_that_nobody_reads_are_made_only_as_far_as_there_is_room() -> None:
    answers, made, reads = Answers(room=10 << 20, seconds=0.2), list[int](), asyncio.Event()

    async def pieces() -> Pieces:
        made.append(1)
        yield b"x" * (4 << 20)

    sent: list[dict[str, Any]] = []
    send = _collector(sent, reads=reads)
    tasks = [
        asyncio.create_task(answers.make(who, 4 << 20, pieces, "text/plain")(SCOPE, _never, send))
        for who in ("ann", "ann", "ann", "bob", "bob")
    ]
    await asyncio.sleep(0.4)
    assert len(made) == 2
    reads.set()
    await asyncio.gather(*tasks)
    assert sorted(message["status"] for message in sent if "status" in message) == [200, 200, 503, 503, 503]
    assert max(len(message["body"]) for message in sent) == 64 << 10
    await answers.make("ann", 4 << 20, pieces, "text/plain")(SCOPE, _never, send)
    assert len(made) == 3


@pytest.mark.parametrize(("wrong", "status"), [(InputError("no such"), 422), (Refusal(404, "not_found", "no"), 404)])
async def test_an_answer_that_cannot_be_made_is_an_error(wrong: Exception, status: int) -> None:
    async def pieces() -> Pieces:
        raise wrong
        yield b""

    sent: list[dict[str, Any]] = []
    await Answers().make("ann", 1, pieces, "text/plain")(SCOPE, _never, _collector(sent))
    assert sent[0]["status"] == status


async def test_results_are_sent_as_they_are_kept() -> None:
    async with serving() as running:
        code = 'results.Save(map[string]any{"a": []int{1, 2}, "b": "é\\U0001F600"})\nresults.Save("x")\n__out = 1'
        assert (await running.post("/v1/exec", {"code": code})).status_code == 200
        assert (await running.http.get("/v1/results/res_1")).json() == {"a": [1, 2], "b": "é😀"}
        assert (await running.http.get("/v1/results/res_2")).text == '"x"'
        refused = await running.http.get("/v1/results/res_3")
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")
        missing = await running.http.get("/v1/attachments/pic_9")
        assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not_found")


async def test_a_text_of_half_a_pair_is_sent_escaped() -> None:
    async with serving() as running:
        session = running.server.hub.engine.session("local", "default")
        await session.state.save_result('"a\ud800"')
        assert (await running.http.get("/v1/results/res_1")).content == b'"a\\ud800"'


async def _with_runs(engine: Engine, count: int, value: Any) -> None:
    assert engine.history is not None
    for n in range(count):
        run_id, began = f"run_{n}", time.time() - 1000 + n
        engine.history.hear(RunStarted(run_id=run_id, at=began, agent="local", session="", code=f"// {n}"))
        reply = {"status": "completed", "value": value, "tool_calls": []}
        engine.history.hear(RunEnded(run_id=run_id, at=began + 0.5, status="completed", reply=reply))  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [0, 1, BATCH - 1, BATCH, BATCH + 1, 2 * BATCH, 2 * BATCH + 5])
async def test_a_list_of_runs_is_whole(count: int) -> None:
    async with serving(engine={"history": "1h"}) as running:
        await _with_runs(running.server.hub.engine, count, [1])
        for limit in (1, BATCH, BATCH + 1, 200):
            listed = (await running.http.get(f"/v1/runs?limit={limit}")).json()["runs"]
            assert [run["run_id"] for run in listed] == [f"run_{n}" for n in reversed(range(count))][:limit]
            assert all(set(run) >= {"agent", "calls", "replies", "omitted"} for run in listed)


async def test_a_list_of_large_runs_leaves_the_event_loop_free() -> None:
    async with serving(engine={"history": "1h"}) as running:
        await asyncio.to_thread(lambda: None)
        await _with_runs(running.server.hub.engine, 100, [0] * 30_000)
        ticker = Ticker()
        ticking = asyncio.create_task(ticker.tick())
        await asyncio.sleep(0)
        reader, writer = await asyncio.open_connection("127.0.0.1", int(running.url.rpartition(":")[2]))
        writer.write(b"GET /v1/runs?limit=200 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        size = 0
        while part := await reader.read(1 << 16):
            size += len(part)
        writer.close()
        ticking.cancel()
        assert size > 100 * 60_000
        assert ticker.largest_gap() < 0.5  # it was 2.5 s


async def test_one_run_is_told_with_all_its_parts() -> None:
    async with serving(engine={"history": "1h"}) as running:
        reply = (await running.post("/v1/exec", {"code": "__out = math.add(a=1, b=2)"})).json()
        answer = await running.http.get(f"/v1/runs/{reply['run_id']}")
        run = json.loads(answer.content)
        assert (run["status"], run["replies"][-1]["value"], run["calls"][0]["tool"]) == ("completed", 3, "math.add")
        assert (await running.http.get("/v1/runs/run_0")).status_code == 404
