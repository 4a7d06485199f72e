"""A call is decided about at the page, over HTTP, over MCP, from the command line and from Python: in all places the same, and who comes second is
told what the first one decided."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.types import ElicitResult

from codemode import CodeModeError, Engine, Limits, Policy, Rule
from codemode.server.access import LOCAL
from codemode.server.routes import status_of
from tests.commands import in_process
from tests.server.conftest import POLICY, Running, over_mcp, serving

pytestmark = pytest.mark.anyio

DOORS = ["python", "http", "page", "command line", "mcp"]
TWO = """
_, first := codemode.CallTool("bank.pay", map[string]any{"to": "ann", "amount": 1})
_, second := codemode.CallTool("bank.pay", map[string]any{"to": "bob", "amount": 2})
__out = []any{first, second}
"""
SESSION = "mcp"


@dataclass
class Told:
    """What a door says: "" is that it was done."""

    problem: str = ""
    status: int = 200


@dataclass
class House:
    """One server and another process with the same store, in whose doors people stand."""

    running: Running
    other: Engine
    folder: Path
    csrf: str
    browser: httpx2.AsyncClient

    async def decide(self, door: str, run_id: str, call_id: str, *, approved: bool) -> Told:
        return await getattr(self, f"_{door.replace(' ', '_')}")(run_id, call_id, approved)

    async def _python(self, run_id: str, call_id: str, approved: bool) -> Told:
        session = self.other.session("local", SESSION)
        try:
            await (session.approve if approved else session.deny)(call_id, run_id=run_id)
        except CodeModeError as error:
            return Told(error.message, status_of(error))
        return Told()

    async def _http(self, run_id: str, call_id: str, approved: bool) -> Told:
        word = "approve" if approved else "deny"
        answer = await self.running.post(f"/v1/runs/{run_id}/{word}", {"call_id": call_id})
        return Told(answer.json().get("error", {}).get("message", ""), answer.status_code)

    async def _page(self, run_id: str, call_id: str, approved: bool) -> Told:
        word = "approve" if approved else "deny"
        form = {"call_id": call_id, "arg.to": "ann", "arg.amount": "1"}
        answer = await self.browser.post(f"/runs/{run_id}/{word}?csrf={self.csrf}", data=form)
        if answer.status_code == 303:
            return Told()
        return Told(re.sub(r"<[^>]*>|\s+", " ", answer.text), answer.status_code)

    async def _command_line(self, run_id: str, call_id: str, approved: bool) -> Told:
        word = "approve" if approved else "deny"
        words = [word, run_id, call_id, "--agent", "local", "--session", SESSION, "--store", "sqlite:///runs.db"]
        done = await asyncio.to_thread(in_process, self.folder, *words)
        return Told() if done.returncode == 0 else Told(" ".join(done.stderr.split()), 0)


@asynccontextmanager
async def house(folder: Path, policy: Policy = POLICY, **options: Any) -> AsyncGenerator[House]:
    url = f"sqlite:///{folder / 'runs.db'}"
    async with serving(store=url, policy=policy, engine={"history": "1h", **options}) as running:
        key = running.server.keys.new_key(LOCAL)
        async with (
            Engine(store=url, isolation="inline") as other,
            httpx2.AsyncClient(base_url=running.url, timeout=30) as browser,
        ):
            await browser.get(f"/?key={key}")
            found = re.search(r"csrf=([\w-]+)", (await browser.get("/try")).text)
            assert found is not None
            yield House(running, other, folder, found[1], browser)


async def waiting_run(house: House, ask: Any) -> tuple[str, str]:
    """A run that waits at its second call at the latest, and all that its client was told."""
    running = house.running
    async with over_mcp(running, "legacy", running.key, elicitation_callback=ask) as client:
        result = await client.call_tool("exec", {"code": TWO})
        [run] = (await house.running.http.get("/v1/runs")).json()["runs"]
        return run["run_id"], " ".join(getattr(block, "text", "") for block in result.content)


@pytest.mark.parametrize(("first", "second"), list(product(DOORS, DOORS[:-1])) + [(door, "mcp") for door in DOORS[:-1]])
async def test_the_second_decision_is_refused_with_the_first_one(tmp_path: Path, first: str, second: str) -> None:
    approved = (DOORS.index(first) + DOORS.index(second)) % 2 == 0
    async with house(tmp_path) as place:
        asked = 0

        async def ask(_: Any, params: Any) -> ElicitResult:
            nonlocal asked
            asked += 1
            if asked > 1:
                return ElicitResult(action="cancel")
            if second == "mcp":
                [run] = (await place.running.http.get("/v1/runs")).json()["runs"]
                assert not (await place.decide(first, run["run_id"], "call_1", approved=approved)).problem
                return ElicitResult(action="decline" if approved else "accept")
            if first == "mcp":
                return ElicitResult(action="accept" if approved else "decline")
            return ElicitResult(action="cancel")

        run_id, told = await waiting_run(place, ask)
        if second != "mcp":
            if first != "mcp":
                assert not (await place.decide(first, run_id, "call_1", approved=approved)).problem
            late = await place.decide(second, run_id, "call_1", approved=not approved)
            assert late.status in (409, 0)
            told = late.problem
        said = "approved" if approved else "denied (the person at the client declined)" if first == "mcp" else "denied"
        assert f"bank.pay was already {said}" in told.replace("&#39;", "'")
        # what was decided stands, and the other call is still to be decided
        reply = await place.other.session("local", SESSION).abort(run_id)
        assert reply.code in ("aborted", "run_busy")
        assert place.running.bank.paid in ([], [("ann", 1)] if approved else [])


ENDS = {
    "aborted": ("aborted", 409),
    "expired": ("nobody continued the run in time", 410),
    "completed": ("has ended", 404),
    "unknown": ("there is no run", 404),
}


@pytest.mark.parametrize("end", ENDS)
async def test_a_run_that_is_over_says_so_in_all_places(tmp_path: Path, end: str) -> None:
    limits: dict[str, Any] = {"limits": Limits(snapshot_ttl_seconds=3)} if end == "expired" else {}
    async with house(tmp_path, **limits) as place:

        async def ask(_: Any, params: Any) -> ElicitResult:
            return ElicitResult(action="cancel")

        run_id, _ = await waiting_run(place, ask)
        session = place.running.server.hub.engine.session("local", SESSION)
        match end:
            case "aborted":
                await session.abort(run_id)
            case "expired":
                # its time begins when it has been parked
                while (info := await place.other.store.info(run_id)) and (
                    info.state == "running" or (info.expires_at or 0) > time.time()
                ):
                    await asyncio.sleep(0.05)
            case "completed":
                await session.approve_all(run_id)
                assert (await session.wait(run_id)).status == "completed"
                while (info := await place.other.store.info(run_id)) is None or info.state == "running":
                    await asyncio.sleep(0.05)  # its reply may be on the way
            case _:
                run_id = "run_0123456789abcdef"
        words, status = ENDS[end]
        for door in DOORS[:-1]:
            # of a run that has completed the server knows what was said of each call; others only that it has ended
            call_id = "call_9" if end == "completed" else "call_1"
            told = await place.decide(door, run_id, call_id, approved=True)
            assert words in told.problem, (door, told)
            assert told.status in (status, 0), (door, told)


async def test_a_whole_program_is_approved_at_each_door(tmp_path: Path) -> None:
    code = 'for i := range 3 { bank.pay(to="ann", amount=i + 1) }\n__out = "done"'
    policy = Policy([Rule("ask", "bank.pay")], ask="program")
    async with house(tmp_path, policy=policy) as place:
        for number, door in enumerate(DOORS[:-1]):
            session = place.running.server.hub.engine.session("local", SESSION)
            reply = await session.exec(code)
            [approval] = (await place.running.http.get(f"/v1/runs/{reply.run_id}/approvals")).json()["approvals"]
            assert approval["effects"]["calls"][0]["times"] == 3
            assert (await place.decide(door, reply.run_id, "call_1", approved=True)).problem == "", door
            async with asyncio.timeout(20):
                while len(place.running.bank.paid) < 3 * (number + 1):
                    if door != "page":  # which goes on by itself
                        assert (await session.wait(reply.run_id)).status == "completed"
                    await asyncio.sleep(0.02)


@pytest.mark.parametrize("decision", ["approve", "deny"])
async def test_invalid_unicode_is_refused_with_a_message(decision: str) -> None:
    """JSON can hold half of a surrogate pair, for which UTF-8 has no bytes; the answer names it nonetheless."""
    async with serving() as running:
        waiting = (await running.post("/v1/exec", {"code": "bank.pay(to=`ann`, amount=3)"})).json()
        answer = await running.http.post(
            f"/v1/runs/{waiting['run_id']}/{decision}",
            content=b'{"call_id": "\\ud800"}',
            headers={"content-type": "application/json", **running.key},
        )
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_input")


async def test_a_run_with_invalid_unicode_is_shown() -> None:
    async with serving() as running:
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        done = await running.http.post(
            "/v1/exec",
            content=b'{"code": "bank.pay(to=data, amount=1)", "data": "\\ud800"}',
            headers={
                "content-type": "application/json",
                "x-csrf-token": running.server.keys.find(running.http.cookies["codemode"])[1],
            },
        )
        path = f"/runs/{done.json()['run_id']}"
        assert [(await running.http.get(each)).status_code for each in ("/", "/approvals", path, f"/v1{path}")] == [
            200
        ] * 4


async def no_answer(_: Any, __: Any) -> ElicitResult:
    await asyncio.sleep(3600)
    raise AssertionError


async def asked_about(running: Running, call_id: str) -> str:
    """The id of the run that waits for a decision about the call."""
    while True:
        for run in (await running.http.get("/v1/runs?status=waiting")).json()["runs"]:
            if call_id in [call["id"] for call in run["calls"]]:
                return run["run_id"]
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("door", ["http", "command line"])
async def test_a_question_ends_when_somebody_else_decides(tmp_path: Path, door: str) -> None:
    async with house(tmp_path) as place, asyncio.timeout(30):
        async with over_mcp(place.running, "legacy", place.running.key, elicitation_callback=no_answer) as client:
            asking = asyncio.create_task(client.call_tool("exec", {"code": TWO}))
            for call_id in ("call_1", "call_2"):
                run_id = await asked_about(place.running, call_id)
                assert not (await place.decide(door, run_id, call_id, approved=call_id == "call_1")).problem
            result: Any = await asking
        told = json.loads(result.content[0].text)
        assert (told["status"], [bool(failed) for failed in told["value"]]) == ("completed", [False, True])


async def test_a_question_ends_with_its_run(tmp_path: Path) -> None:
    async with house(tmp_path) as place, asyncio.timeout(30):
        async with over_mcp(place.running, "legacy", place.running.key, elicitation_callback=no_answer) as client:
            asking = asyncio.create_task(client.call_tool("exec", {"code": TWO}))
            run_id = await asked_about(place.running, "call_1")
            assert (await place.running.post(f"/v1/runs/{run_id}/abort", {})).status_code == 200
            result: Any = await asking
        assert "aborted" in result.content[0].text
