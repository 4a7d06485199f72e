"""The list of what waits for a person, and its number beside the link to it."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from codemode import FunctionSource, FunctionTool, Limits
from codemode.errors import InternalError
from codemode.server.access import LOCAL
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio
PAY = '__out = bank.pay(to="ann", amount={})'


async def shown(running: Running, path: str) -> tuple[int, list[str]]:
    """The number beside the link to the approvals, and the runs to which a page of them leads, in order."""
    await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
    page = (await running.http.get(path)).text
    number = re.search(r'class="count">(\d+)<', page)
    return int(number[1]) if number else 0, re.findall(r'id="to-(run_\w+)"', page)


async def asked(running: Running, number: int) -> str:
    return (await running.post("/v1/exec", {"code": PAY.format(number)})).json()["run_id"]


async def test_the_number_is_that_of_the_approvals_also_after_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'runs.db'}"
    async with serving(store=store) as running:
        runs = [await asked(running, number) for number in range(3)]
        assert await shown(running, "/approvals") == (3, runs)
    async with serving(store=store) as running:
        assert await shown(running, "/approvals") == (3, runs)
        decided = await running.post(f"/v1/runs/{runs[0]}/approve", {"call_id": "call_1"})
        assert decided.status_code == 200
        csrf = {"x-csrf-token": re.findall(r"csrf=([\w-]+)", (await running.http.get("/")).text)[0]}
        await running.post("/v1/wait", {"run_id": runs[0]}, **csrf)
        assert await shown(running, "/approvals") == (2, runs[1:])


async def test_what_is_decided_and_only_has_to_be_continued_is_not_to_decide() -> None:
    async with serving() as running:
        runs = [await asked(running, number) for number in range(2)]
        await running.post(f"/v1/runs/{runs[1]}/approve", {"call_id": "call_1"})
        assert await shown(running, "/approvals") == (1, runs[:1])


async def test_a_run_whose_client_has_left_is_to_decide_beside_its_other_calls() -> None:
    async with serving() as running:
        body = {"code": "go time.slow(seconds=5)\n" + PAY.format(1), "timeout_ms": 300}
        run_id = (await running.post("/v1/exec", body)).json()["run_id"]
        with suppress(httpx2.TimeoutException):
            await running.http.post("/v1/wait", json={"run_id": run_id}, timeout=0.5)
        latest = running.server.watch.latest
        while latest(run_id)[-1]["type"] != "waiting":
            await asyncio.sleep(0.05)
        assert latest(run_id)[-1]["reason"] == "pending_tools"
        assert await shown(running, "/approvals") == (1, [run_id])
        page = (await running.http.get(f"/runs/{run_id}")).text
        assert 'id="busy"' not in page
        [csrf] = set(re.findall(r"csrf=([\w%.-]+)", page))
        form = {"call_id": re.findall(r'name="call_id" value="(\w+)"', page)[0]}
        assert (await running.http.post(f"/runs/{run_id}/approve?csrf={csrf}", data=form)).status_code == 303
        assert (await shown(running, "/approvals"))[0] == 0


async def test_all_that_waits_can_be_reached_and_what_expires_first_is_first() -> None:
    async with serving() as running:
        runs = [await asked(running, number) for number in range(60)]
        assert await shown(running, "/approvals") == (60, runs[:50])
        assert await shown(running, "/approvals?page=2") == (60, runs[50:])
        page = (await running.http.get("/approvals")).text
        assert 'href="/approvals?page=2"' in page
        # a wait begins its time again
        csrf = {"x-csrf-token": re.findall(r"csrf=([\w-]+)", page)[0]}
        await running.post("/v1/wait", {"run_id": runs[0]}, **csrf)
        assert (await shown(running, "/approvals"))[1][0] == runs[1]
        assert (await shown(running, "/approvals?page=2"))[1][-1] == runs[0]


async def test_a_store_that_fails_is_not_said_to_have_nothing_to_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(scope: object = None) -> list[object]:
        raise InternalError("the store does not work")

    async with serving() as running:
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        monkeypatch.setattr(running.server.hub.engine.store, "list", broken)
        page = await running.http.get("/tools")
        assert page.status_code == 200
        assert "the store does not answer" in page.text


async def test_a_run_that_nobody_decided_about_says_so() -> None:
    engine = {"limits": Limits(snapshot_ttl_seconds=1), "history": "1h"}
    async with serving(engine=engine) as running:
        run_id = await asked(running, 1)
        await shown(running, "/")
        for _ in range(100):
            if 'class="state expired"' in (await running.http.get("/")).text:
                break
            await asyncio.sleep(0.05)
        page = (await running.http.get(f"/runs/{run_id}")).text
        assert "nobody decided in time" in page
        assert "for approval" not in page


async def test_arguments_that_a_call_does_not_give_are_told() -> None:
    schema = {"properties": {"to": {}, "notify": {"default": True}, "memo": {}}}
    tool = FunctionTool("bank.pay", lambda **given: given, input_schema=schema)
    async with serving(sources=[FunctionSource([tool], owner="bank")]) as running:
        run_id = (await running.post("/v1/exec", {"code": '__out = bank.pay(to="ann")'})).json()["run_id"]
        await shown(running, "/")
        assert "Not given: notify (true by default), memo" in (await running.http.get(f"/runs/{run_id}")).text
