"""Who decided about a call, and when, is known afterwards: in events, runs, history and the log, by the name of the token, never by its secret."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp.types import ElicitResult

from codemode import Engine, Policy, Rule
from codemode.server.access import Tokens, hash_of
from tests.server.conftest import Running, over_mcp, serving

pytestmark = pytest.mark.anyio

TOKENS = Tokens.of_data(
    {
        "tokens": [
            {"name": "ci", "sha256": hash_of("cm_ci"), "agent": "team", "scopes": ["run", "read"]},
            {"name": "ann", "sha256": hash_of("cm_ann"), "agent": "*", "scopes": ["approve", "read"]},
            {"name": "bob", "sha256": hash_of("cm_bob"), "agent": "team", "scopes": ["run", "approve", "read"]},
        ]
    }
)
PAY = '__out = bank.pay(to="ann", amount=3)'
PAYS = 'for i := range 3 { bank.pay(to="ann", amount=i) }'


def of(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer cm_{secret}"}


async def waits(running: Running, code: str = PAY) -> str:
    reply = (await running.post("/v1/exec", {"code": code}, **of("ci"))).json()
    assert reply["status"] == "waiting", reply
    return reply["run_id"]


async def over_http(running: Running, run_id: str, word: str) -> None:
    answer = await running.http.post(f"/v1/runs/{run_id}/{word}", json={"call_id": "call_1"}, headers=of("ann"))
    assert answer.status_code == 200, answer.text


@asynccontextmanager
async def signed_in(running: Running) -> AsyncGenerator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(base_url=running.url, timeout=30) as browser:
        await browser.post("/login", data={"token": "cm_ann"})
        yield browser


async def at_the_page(running: Running, run_id: str, word: str) -> None:
    async with signed_in(running) as browser:
        found = re.search(r"csrf=([\w-]+)", (await browser.get(f"/runs/{run_id}")).text)
        assert found is not None
        answer = await browser.post(f"/runs/{run_id}/{word}?csrf={found[1]}", data={"call_id": "call_1"})
        assert answer.status_code == 303, answer.text


async def record(running: Running, run_id: str) -> dict[str, Any]:
    return (await running.http.get(f"/v1/runs/{run_id}", headers=of("ann"))).json()


async def given(engine: Engine, run_id: str) -> list[tuple[bool, str]]:
    events = (await engine.trajectory(run_id)).events
    return [(each["approved"], each["by"]) for each in events if each["type"] == "approval_given"]


@pytest.mark.parametrize("store", ["memory", "file"])
@pytest.mark.parametrize("word", ["approve", "deny"])
@pytest.mark.parametrize("door", [over_http, at_the_page])
async def test_a_decision_names_its_token(
    tmp_path: Path, store: str, word: str, door: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "codemode")
    url = f"sqlite:///{tmp_path}/runs.db" if store == "file" else None
    async with serving(tokens=TOKENS, store=url, engine={"history": "1d"}) as running:
        run_id = await waits(running)
        await door(running, run_id, word)
        await running.post("/v1/wait", {"run_id": run_id}, **of("ci"))
        assert await given(running.server.hub.engine, run_id) == [(word == "approve", "ann")]
        [call] = (await record(running, run_id))["calls"]
        assert call["decided_by"] == "ann"
        assert call["decided_at"] > (await record(running, run_id))["started_at"]
        async with signed_in(running) as browser:
            assert "<code>bank.pay</code> by ann" in (await browser.get(f"/runs/{run_id}")).text
        late = await running.post(f"/v1/runs/{run_id}/deny", {"call_id": "call_1"}, **of("bob"))
        assert "by ann" in late.json()["error"]["message"]
        shown = (await running.http.get(f"/v1/runs/{run_id}", headers=of("bob"))).text
    done = "approved" if word == "approve" else "denied"
    assert f"{run_id}: call_1 of bank.pay is {done} by 'ann'" in caplog.text
    assert "cm_ann" not in caplog.text + shown


async def test_a_decision_over_mcp_names_its_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "codemode")

    async def ask(_: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="accept")

    async with serving(tokens=TOKENS, engine={"history": "1d"}) as running:
        async with over_mcp(running, "legacy", of("bob"), elicitation_callback=ask) as client:
            await client.call_tool("exec", {"code": PAY})
        [run] = (await running.http.get("/v1/runs", headers=of("ann"))).json()["runs"]
        assert await given(running.server.hub.engine, run["run_id"]) == [(True, "bob")]
        assert run["calls"][0]["decided_by"] == "bob"
        assert f"{run['run_id']}: call_1 of bank.pay is approved by 'bob'" in caplog.text


async def test_the_log_tells_who_aborted_a_run(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "codemode")
    async with serving(tokens=TOKENS) as running:
        run_id = await waits(running)
        await running.post(f"/v1/runs/{run_id}/abort", **of("bob"))
        again = await running.post(f"/v1/runs/{run_id}/abort", **of("ci"))
    assert again.status_code == 409
    assert [line for line in caplog.messages if "aborted by" in line] == [f"{run_id}: aborted by 'bob'"]


@pytest.mark.parametrize("word", ["approve", "deny"])
async def test_a_decision_about_a_program_names_its_token(tmp_path: Path, word: str) -> None:
    policy = Policy([Rule("ask", "bank.pay")], ask="program")
    url = f"sqlite:///{tmp_path}/runs.db"
    async with serving(tokens=TOKENS, policy=policy, store=url, engine={"history": "1d"}) as running:
        run_id = await waits(running, PAYS)
        await over_http(running, run_id, word)
        await running.post("/v1/wait", {"run_id": run_id}, **of("ci"))
        assert await given(running.server.hub.engine, run_id) == [(word == "approve", "ann")]
