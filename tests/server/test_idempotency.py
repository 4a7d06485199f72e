"""`Idempotency-Key`: a request that is sent again does not run its program again."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2
import pytest

from codemode import Limits
from tests.server.conftest import Running, serving
from tests.server.test_mcp_disconnects import CODE, gated

pytestmark = pytest.mark.anyio
PAY = '__out = bank.pay(to="ann", amount=3)'
ADD = "__out = math.add(a=1, b=2)"
FREE: dict[str, Any] = {"policy": None}


async def sent(running: Running, code: str, key: str, path: str = "/v1/exec", **body: Any) -> httpx2.Response:
    return await running.post(path, {"code": code} | body, **{"idempotency-key": key})


@pytest.mark.parametrize("path", ["/v1/exec", "/v1/run"])
@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_the_same_request_runs_once(path: str, isolation: str) -> None:
    async with serving(isolation=isolation, **FREE) as running:
        first = (await sent(running, PAY, "a", path)).json()
        again = (await sent(running, PAY, "a", path)).json()
        assert first["value"] == again["value"] == "paid 3 to ann"
        assert first == again
        assert running.bank.paid == [("ann", 3)]


@pytest.mark.parametrize("other", [{"key": "b"}, {"code": f"{PAY} // again"}, {"session": "s"}, {"data": 1}])
async def test_another_key_program_session_or_data_is_another_run(other: dict[str, Any]) -> None:
    async with serving(**FREE) as running:
        first = (await sent(running, PAY, "a")).json()
        second = (await sent(running, **({"code": PAY, "key": "a"} | other))).json()
        assert first["run_id"] != second["run_id"]
        assert len(running.bank.paid) == 2


async def test_without_a_key_each_request_is_a_run() -> None:
    async with serving(**FREE) as running:
        for _ in range(2):
            await running.post("/v1/exec", {"code": PAY})
        assert len(running.bank.paid) == 2


async def test_a_run_that_waits_for_a_person_goes_on_once_it_may() -> None:
    async with serving() as running:
        for _ in range(2):
            asked = (await sent(running, PAY, "a")).json()
            assert (asked["status"], asked["reason"]) == ("waiting", "approval")
        await running.post(f"/v1/runs/{asked['run_id']}/approve", {"call_id": "call_1"})
        for _ in range(2):
            assert (await sent(running, PAY, "a")).json()["value"] == "paid 3 to ann"
        assert running.bank.paid == [("ann", 3)]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_client_that_left_gets_the_reply_when_it_comes_back(isolation: Any) -> None:
    async with gated(isolation=isolation) as (running, gate):
        async with httpx2.AsyncClient(base_url=running.url, timeout=30, headers={"idempotency-key": "a"}) as http:
            asking = asyncio.create_task(http.post("/v1/exec", json={"code": CODE}))
            while not gate.begun:
                await asyncio.sleep(0.01)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
        async with asyncio.timeout(20):
            while running.server.hub.is_busy:
                await asyncio.sleep(0.01)
        gate.open.set()
        answer = (await sent(running, CODE, "a")).json()
        assert (answer["status"], answer["value"], gate.begun, gate.cancelled) == ("completed", "read", 1, 0)


async def test_two_at_once_are_one_run() -> None:
    async with gated() as (running, gate):
        first = asyncio.create_task(sent(running, CODE, "a"))
        while not gate.begun:
            await asyncio.sleep(0.01)
        busy = await sent(running, CODE, "a")
        assert (busy.status_code, busy.json()["error"]["code"]) == (409, "run_busy")
        assert busy.headers["retry-after"] == "1"
        gate.open.set()
        assert (await first).json()["value"] == "read"
        assert gate.begun == 1


async def test_a_failed_program_is_not_tried_again() -> None:
    async with serving(**FREE) as running:
        for code in (f'{PAY}\npanic("no")', "__out = x"):
            first, again = [(await sent(running, code, "a")).json() for _ in range(2)]
            assert first == again
            assert first["status"] == "failed"
        assert len(running.bank.paid) == 1


async def test_a_program_that_never_began_begins() -> None:
    """The host could not start it, so no call was made."""
    async with serving(**FREE) as running:
        engine = running.server.hub.engine
        ready = engine.ready

        async def never() -> None:
            raise TimeoutError

        engine.ready = never  # type: ignore[method-assign]
        assert (await sent(running, PAY, "a")).json()["code"] == "timeout"
        engine.ready = ready  # type: ignore[method-assign]
        assert (await sent(running, PAY, "a")).json()["value"] == "paid 3 to ann"


async def test_after_a_restart_the_reply_is_that_of_the_run(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with serving(store=store, engine={"history": "1h"}, **FREE) as running:
        first = (await sent(running, PAY, "a")).json()
    async with serving(store=store, engine={"history": "1h"}, **FREE) as running:
        assert (await sent(running, PAY, "a")).json() == first
        assert running.bank.paid == []


async def test_after_a_restart_without_history_it_is_not_run_again(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with serving(store=store, **FREE) as running:
        await sent(running, PAY, "a")
    async with serving(store=store, **FREE) as running:
        answer = await sent(running, PAY, "a")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "run_not_found")
        assert running.bank.paid == []


async def test_two_servers_begin_it_once(tmp_path: Path) -> None:
    how: dict[str, Any] = {"store": f"sqlite:///{tmp_path}/runs.db", "engine": {"history": "1h"}, **FREE}
    async with serving(**how) as one, serving(**how) as two:
        for number in range(15):
            answers = await asyncio.gather(*(sent(each, PAY, str(number)) for each in (one, two)))
            assert [answer.json()["value"] for answer in answers if answer.status_code == 200]
            for answer in answers:
                assert answer.status_code in (200, 404, 409), answer.text
        for number in range(15):
            for each in (one, two):
                assert (await sent(each, PAY, str(number))).json()["value"] == "paid 3 to ann"
        assert len(one.bank.paid) + len(two.bank.paid) == 15


async def test_the_order_of_keys_in_data_does_not_count() -> None:
    async with serving(**FREE) as running:
        code = "__out = bank.pay(to=data.to, amount=data.amount)"
        for data in ({"to": "ann", "amount": 3}, {"amount": 3, "to": "ann"}):
            assert (await sent(running, code, "a", data=data, language="go")).json()["value"] == "paid 3 to ann"
        await sent(running, code, "a", data=data)
        assert len(running.bank.paid) == 1


async def test_a_program_that_yields_goes_on_with_wait_alone() -> None:
    """The client may not have received what the program wanted to show before it goes on."""
    async with serving(**FREE) as running:
        code = f'text("three to ann?")\nyield_control("check the amount")\n{PAY}'
        first, again = [(await sent(running, code, "a")).json() for _ in range(2)]
        assert first == again
        assert (first["status"], first["reason"], running.bank.paid) == ("waiting", "yield", [])
        assert (await running.post("/v1/wait", {"run_id": first["run_id"]})).json()["value"] == "paid 3 to ann"
        assert (await sent(running, code, "a")).json()["value"] == "paid 3 to ann"
        assert len(running.bank.paid) == 1


async def test_a_call_that_never_started_is_made(tmp_path: Path) -> None:
    """The store was away when the call was about to be made."""
    store = f"sqlite:///{tmp_path}/runs.db"
    async with serving(store=store, engine={"limits": Limits(timeout_ms=300)}, **FREE) as running:
        await running.post("/v1/exec", {"code": "__out = 1"})
        with closing(sqlite3.connect(tmp_path / "runs.db")) as other:
            other.execute("BEGIN EXCLUSIVE")
            away = (await sent(running, PAY, "a")).json()
            assert (away["status"], away["code"]) == ("failed", "runtime_unavailable")
            assert [call["status"] for call in away["tool_calls"]] == ["never_started"]
            other.rollback()
        assert (await sent(running, PAY, "a")).json()["value"] == "paid 3 to ann"


@pytest.mark.parametrize("key", ["", "a b", "x" * 201, "\u00e9"])
async def test_a_key_that_is_none_is_refused(key: str) -> None:
    async with serving(**FREE) as running:
        headers: Any = {"idempotency-key": key.encode()}
        answer = await running.http.post("/v1/exec", json={"code": PAY}, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_input")
        assert "Idempotency-Key" in answer.json()["error"]["message"]
        assert running.bank.paid == []


async def test_a_prompt_with_a_key_is_refused() -> None:
    async with serving() as running:
        answer = await running.post("/v1/call", {"prompt": "pay"}, **{"idempotency-key": "a"})
        assert answer.status_code == 422
        assert "Idempotency-Key" in answer.json()["error"]["message"]


async def test_the_document_of_the_api_has_the_header() -> None:
    async with serving() as running:
        paths = (await running.http.get("/openapi.json")).json()["paths"]
        for path in ("/v1/exec", "/v1/run"):
            [header] = paths[path]["post"]["parameters"]
            assert (header["name"], header["in"]) == ("Idempotency-Key", "header")


@pytest.mark.parametrize(
    ("body", "run_id"),
    [
        ({"code": ADD}, "run_5404977d6742da18c0a21bf2002b47f9"),
        (
            {"code": ADD, "session": "s", "data": {"b": [1, 2.5, None], "a": "é"}},
            "run_3956f9bda537710f5cf78a0bba461ee1",
        ),
    ],
)
async def test_a_key_means_the_same_run_in_every_version(body: dict[str, Any], run_id: str) -> None:
    """A request may be sent again after an upgrade: a change of how ids are made would run its program again."""
    async with serving(**FREE) as running:
        assert (await running.post("/v1/exec", body, **{"idempotency-key": "order-17"})).json()["run_id"] == run_id
