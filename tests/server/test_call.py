"""Prompts over HTTP: their programs are those of the caller, in the server's own engine."""

from __future__ import annotations

from typing import Any

import pytest

from codemode import CodeModeUTCP, Hook, Policy
from codemode.server.access import Tokens, hash_of
from tests.server.conftest import Running, serving

pytestmark = pytest.mark.anyio

PAYING = 'codemode.CallTool("bank.pay", map[string]any{"to": "eve", "amount": 5})'
TOKENS = Tokens.of_data(
    {
        "tokens": [
            {"name": "ci", "sha256": hash_of("cm_ci"), "scopes": ["run", "read"]},
            {"name": "boss", "sha256": hash_of("cm_boss"), "agent": "*", "scopes": ["approve", "read"]},
            {
                "name": "guest",
                "sha256": hash_of("cm_guest"),
                "scopes": ["run", "read"],
                "policy": [{"action": "deny", "tool": "bank.pay"}],
            },
        ]
    }
)


def front(code: str = f"__out = {PAYING}") -> CodeModeUTCP:
    return CodeModeUTCP(None, lambda _: f"```go\n{code}\n```", pipeline="single", isolation="inline")


async def call(running: Running, who: str) -> Any:
    return (await running.post("/v1/call", {"prompt": "pay eve 5"}, authorization=f"Bearer cm_{who}")).json()


async def test_the_policy_of_a_token_holds_for_prompts() -> None:
    async with serving(policy=Policy(), tokens=TOKENS, front=front()) as running:
        refused = await call(running, "guest")
        assert "bank.pay" in refused["error"]["message"]
        assert running.bank.paid == []
        assert (await call(running, "ci"))["value"] == "paid 5 to eve"


async def test_a_run_of_a_prompt_is_the_callers() -> None:
    async with serving(policy=Policy(), tokens=TOKENS, front=front(), engine={"history": "1d"}) as running:
        await call(running, "ci")

        async def agents(who: str) -> list[str]:
            listed = await running.http.get("/v1/runs", headers={"authorization": f"Bearer cm_{who}"})
            return [run["agent"] for run in listed.json()["runs"]]

        assert (await agents("ci"), await agents("guest"), await agents("boss")) == (["ci"], [], ["ci"])


async def test_a_prompt_whose_program_asks_waits_for_a_person() -> None:
    async with serving(tokens=TOKENS, front=front()) as running:
        waiting = await call(running, "ci")
        assert (waiting["status"], running.bank.paid) == ("waiting", [])
        path = f"/v1/runs/{waiting['run_id']}"
        other = await running.post("/v1/wait", {"run_id": waiting["run_id"]}, authorization="Bearer cm_guest")
        assert other.status_code == 404
        decided = await running.post(f"{path}/approve", {"call_id": "call_1"}, authorization="Bearer cm_boss")
        assert decided.json()["decision"] == "approved"
        done = await running.post("/v1/wait", {"run_id": waiting["run_id"]}, authorization="Bearer cm_ci")
        assert (done.json()["value"], running.bank.paid) == ("paid 5 to eve", [("eve", 5)])


async def test_hooks_and_limits_of_the_engine_hold_for_prompts() -> None:
    heard: list[tuple[str, str]] = []

    class Heard(Hook):
        async def before(self, tool: Any, arguments: dict[str, Any], context: Any) -> None:
            heard.append((context.agent, tool.name))

    async with serving(policy=Policy(), tokens=TOKENS, front=front(), engine={"hooks": [Heard()]}) as running:
        await call(running, "ci")
        assert heard == [("ci", "bank.pay")]


async def test_a_repaired_program_does_not_pay_twice() -> None:
    answers = [f"```go\n{PAYING}\npanic(1)\n```", f"```go\n__out = {PAYING}\n```"]
    mending = CodeModeUTCP(None, lambda _: answers.pop(0), pipeline="single", isolation="inline")
    async with serving(policy=Policy(), tokens=TOKENS, front=mending) as running:
        assert (await call(running, "ci"))["value"] == "paid 5 to eve"
        assert running.bank.paid == [("eve", 5)]
