"""What one client with a token can make the server hold, and take away from others."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from codemode.server.access import LOCAL
from codemode.server.bodies import MAX_VALUES, Bodies, has_too_many_values
from codemode.server.events import MAX_BYTES, MAX_RUN_BYTES, Watch
from codemode.server.routes import Refusal
from tests.server.conftest import serving
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
        assert "f0: Extra inputs are not permitted" in answer.text
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


async def test_one_token_leaves_room_for_others() -> None:
    slow = {"code": "time.Sleep(400 * time.Millisecond)\n__out = 1"}
    async with serving(tokens=TOKENS, max_requests=4) as running:
        answers = [asyncio.create_task(running.post("/v1/exec", slow, **bearer("cm_ci"))) for _ in range(4)]
        await asyncio.wait(answers, return_when=asyncio.FIRST_COMPLETED)
        other = await running.post("/v1/exec", CODE, **bearer("cm_guest"))
        assert other.status_code == 200
        assert sorted([(await answer).status_code for answer in answers]) == [200, 200, 503, 503]


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
