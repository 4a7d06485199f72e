"""`CodeModeUTCP(store=...)`: a request whose program needs somebody's approval waits, and can be gone on with, also by another process."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from codemode import (
    CallOutcome,
    CodeModeUTCP,
    Engine,
    FunctionSource,
    FunctionTool,
    Limits,
    Policy,
    Rule,
    ScriptedModel,
)
from codemode.engine import ToolCallRecord
from codemode.engine.durable.store import OF_RUNS
from codemode.errors import ConfigError, InputError, RunError, ToolError
from codemode.orchestrator import PendingApproval, parked_requests
from codemode.orchestrator.events import ApprovalWanted, Event, Finished
from codemode.orchestrator.outcome import Attempt

pytestmark = pytest.mark.anyio

ADD = 'n, err := codemode.CallTool("bank.count", map[string]any{})\nif err != nil { return err }\n'
SEND = 'r, err := codemode.CallTool("bank.send", map[string]any{"to": "Ann", "amount": 50})\nif err != nil { return err }\n'
LOG = 'codemode.CallTool("bank.log", map[string]any{"text": "began"})\n'
RULES = Policy([Rule("ask", "bank.send")])
ASK = "send Ann 50"


class Bank:
    def __init__(self) -> None:
        self.sent: list[str] = []
        self.logged: list[str] = []

    def send(self, to: str, amount: float) -> str:
        """Send money."""
        self.sent.append(f"{to} {amount:g}")
        return f"sent {amount:g} to {to}"

    def log(self, text: str) -> str:
        """Write down."""
        self.logged.append(text)
        return "logged"

    def source(self) -> FunctionSource:
        return FunctionSource([FunctionTool("bank.send", self.send), FunctionTool("bank.log", self.log)])

    def app(self, store: str | None, *answers: Any, **options: Any) -> CodeModeUTCP:
        said = [{"code": answer} if isinstance(answer, str) else answer for answer in answers]
        return CodeModeUTCP(
            None, ScriptedModel(said), sources=[self.source()], store=store, **{"policy": RULES, **options}
        )


@pytest.fixture
def bank() -> Bank:
    return Bank()


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return "memory" if request.param == "memory" else f"sqlite:///{tmp_path}/runs.db"


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_a_call_that_needs_approval_waits_and_continues(bank: Bank, store: str, isolation: str) -> None:
    events: list[Event] = []
    code = f'fmt.Println("one")\n{LOG}{SEND}fmt.Println("two")\n__out = r'
    async with bank.app(store, code, isolation=isolation) as cm:
        waiting = await cm.call_tool(ASK, on_event=events.append)
        assert (waiting.status, waiting.used_tools, waiting.value) == ("waiting", True, None)
        assert (waiting.code, waiting.attempts, waiting.stdout) == (code, 0, "one\n")
        [pending] = waiting.approvals
        assert pending == PendingApproval(waiting.run_id, pending.call_id, "bank.send", {"to": "Ann", "amount": 50})
        assert [type(event) for event in events[-2:]] == [ApprovalWanted, Finished]
        assert await cm.approvals() == [pending]
        again = await cm.resume(waiting)
        assert (again.status, again.approvals, bank.sent) == ("waiting", [pending], [])
        await cm.approve(pending)
        outcome = await cm.resume(again, on_event=events.append)
    assert (outcome.status, outcome.value, outcome.used_tools) == ("completed", "sent 50 to Ann", True)
    assert (bank.sent, bank.logged) == (["Ann 50"], ["began"])
    assert (outcome.code, outcome.attempts, outcome.usage.requests) == (code, 1, 1)
    assert outcome.stdout == "one\ntwo\n"
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("bank.log", "ok"), ("bank.send", "ok")]
    assert outcome.approvals == []
    last = events[-1]
    assert isinstance(last, Finished)
    assert last.outcome is outcome


@pytest.mark.parametrize("word", ["approve", "deny"])
async def test_a_decision_may_name_who_made_it(bank: Bank, store: str, word: str) -> None:
    async with bank.app(store, LOG + SEND + "__out = r") as cm:
        [pending] = (await cm.call_tool(ASK)).approvals
        decide = cm.approve if word == "approve" else cm.deny
        await decide(pending, by="ann")
        with pytest.raises(RunError, match="by ann"):
            await decide(pending, by="bob")


async def test_another_process_goes_on_by_the_id_alone(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with bank.app(store, "__out = one", LOG + SEND + "__out = r") as first:
        waiting = await first.call_tool(ASK)
    async with bank.app(store) as second:
        [pending] = await second.approvals()
        assert pending.run_id == waiting.run_id
        await second.approve(pending.call_id, {"to": "Bob", "amount": 4}, run_id=pending.run_id)
    async with bank.app(store) as third:
        outcome = await third.resume(waiting.run_id)
        assert await third.approvals() == []
    assert (outcome.value, bank.sent, bank.logged) == ("sent 4 to Bob", ["Bob 4"], ["began"])
    assert (outcome.attempts, outcome.usage.requests, outcome.pipeline) == (2, 2, "single")
    assert [attempt.code for attempt in outcome.history] == ["__out = one", waiting.code]
    assert "undefined: one" in outcome.history[0].problem


async def test_another_process_repairs_what_fails_after_it_waited(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    failing = LOG + SEND + "var m map[string]int\nm[r] = 1"
    async with bank.app(store, failing) as first:
        waiting = await first.call_tool(ASK)
        await first.approve(waiting.approvals[0])
    model = ScriptedModel([{"code": LOG + "__out = 1"}])
    async with CodeModeUTCP(None, model, sources=[bank.source()], store=store, policy=RULES) as second:
        outcome = await second.resume(waiting.run_id)
    assert (outcome.value, bank.sent, bank.logged) == (1, ["Ann 50"], ["began"]), "nothing was done twice"
    assert "assignment to entry in nil map" in model.prompts[0]
    assert 'bank.send({"amount": 50, "to": "Ann"}) worked' in model.prompts[0]
    assert ASK in model.prompts[0]
    assert outcome.attempts == 2


async def test_a_repaired_program_that_waits_does_not_repeat_what_was_done(bank: Bank, store: str) -> None:
    async with bank.app(store, LOG + "panic(1)", LOG + SEND + LOG + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        await cm.approve(waiting.approvals[0])
        outcome = await cm.resume(waiting)
    assert outcome.value == "sent 50 to Ann"
    assert bank.logged == ["began", "began"], "one of the first program, one that the second makes more often"


async def test_answers_from_the_record_are_kept_while_it_waits(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with bank.app(store, LOG + "panic(1)", SEND + LOG + "__out = r") as first:
        waiting = await first.call_tool(ASK)
        await first.approve(waiting.approvals[0])
    async with bank.app(store) as second:
        assert (await second.resume(waiting.run_id)).value == "sent 50 to Ann"
    assert bank.logged == ["began"]


async def test_an_approved_call_that_was_made_is_not_asked_about_again(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with bank.app(store, SEND + "panic(1)", SEND + "__out = r") as first:
        waiting = await first.call_tool(ASK)
        await first.approve(waiting.approvals[0])
        outcome = await first.resume(waiting)
        assert (outcome.status, outcome.value, outcome.attempts) == ("completed", "sent 50 to Ann", 2)
    assert bank.sent == ["Ann 50"]
    twice = 'call := func() { codemode.CallTool("bank.send", map[string]any{"to": "Ann", "amount": 50}) }\ngo call()\ncall()\n'
    async with bank.app(store, SEND + "panic(1)", twice + "__out = 2") as first:
        waiting = await first.call_tool(ASK)
        await first.approve(waiting.approvals[0])
        more = await first.resume(waiting)
        assert (more.status, len(more.approvals)) == ("waiting", 1), "the second one is another call"
        assert bank.sent == ["Ann 50", "Ann 50"]


@pytest.mark.parametrize("handled", [True, False])
async def test_denied(bank: Bank, store: str, handled: bool) -> None:
    code = SEND.replace("return err", "__out = err.Error()\nreturn nil") if handled else SEND
    async with bank.app(store, code + "__out = 1", '__out = "no"') as cm:
        waiting = await cm.call_tool(ASK)
        await cm.deny(waiting.approvals[0], "too much")
        outcome = await cm.resume(waiting)
    assert bank.sent == []
    if handled:
        assert "too much" in outcome.value
    else:
        assert (outcome.value, outcome.attempts) == ("no", 2)
        assert "too much" in outcome.history[0].problem


async def test_several_calls_and_several_waits(bank: Bank, store: str) -> None:
    code = SEND + SEND.replace(":=", "=").replace("Ann", "Bob").replace("r, err = ", "r, err = ") + "__out = r"
    async with bank.app(store, code) as cm:
        first = await cm.call_tool(ASK)
        await cm.approve(first.approvals[0])
        second = await cm.resume(first)
        assert (second.status, second.run_id) == ("waiting", first.run_id)
        assert second.approvals[0].arguments["to"] == "Bob"
        await cm.approve(second.approvals[0])
        outcome = await cm.resume(second)
    assert (outcome.value, bank.sent) == ("sent 50 to Bob", ["Ann 50", "Bob 50"])


async def test_requests_that_cannot_be_resumed(bank: Bank, store: str) -> None:
    async with bank.app(store, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        with pytest.raises(RunError) as caught:
            await cm.resume("run_unknown")
        assert caught.value.code == "run_not_found"
        for wrong in ("", None, CallOutcome(used_tools=True)):
            with pytest.raises(InputError):
                await cm.resume(wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError, match="run_id"):
            await cm.approve("call_1")
        with pytest.raises(InputError, match="no call"):
            await cm.approve("call_77", run_id=waiting.run_id)
        with pytest.raises(InputError, match="do not fit"):
            await cm.approve(waiting.approvals[0], {"to": 3})
        await cm.approve(waiting.approvals[0])
        done, refused = await asyncio.gather(cm.resume(waiting), cm.resume(waiting), return_exceptions=True)
        assert isinstance(done, CallOutcome)
        assert done.value == "sent 50 to Ann"
        assert isinstance(refused, RunError)
        assert refused.code in ("run_busy", "run_not_found")
        with pytest.raises(RunError) as caught:
            await cm.resume(waiting)
        assert caught.value.code == "run_not_found"
    assert bank.sent == ["Ann 50"]


async def test_a_run_of_another_agent_is_not_touched(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with bank.app(store, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
    async with bank.app(store, agent="other") as cm:
        assert await cm.approvals() == []
        for deed in (cm.resume(waiting), cm.approve(waiting.approvals[0]), cm.abort(waiting)):
            with pytest.raises(RunError) as caught:
                await deed
            assert caught.value.code == "run_scope_mismatch"
    async with Engine([bank.source()], store=store, policy=RULES) as engine:
        reply = await engine.session("codemode", "mine").exec(SEND)
        assert reply.status == "waiting"
    async with bank.app(store) as cm:
        with pytest.raises(RunError, match="does not belong to a prompt"):
            await cm.resume(reply.run_id)


async def test_aborted(bank: Bank, store: str) -> None:
    async with bank.app(store, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        await cm.abort(waiting)
        assert await cm.approvals() == []
        with pytest.raises(RunError):
            await cm.abort(waiting)
        with pytest.raises(RunError):
            await cm.resume(waiting)
    assert bank.sent == []


async def test_nothing_of_a_request_stays_behind(bank: Bank, store: str) -> None:
    async with bank.app(store, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        assert (await parked_requests.load(cm.engine.store, waiting.run_id)).request == ASK
        await cm.approve(waiting.approvals[0])
        await cm.resume(waiting)
        with pytest.raises(RunError):
            await parked_requests.load(cm.engine.store, waiting.run_id)


@pytest.mark.parametrize("end", ["aborted", "expired"])
@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_nothing_stays_of_a_request_that_nobody_decides(
    bank: Bank, kind: str, end: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Prompts, programs and results stayed in the store in plain text."""
    postgres = request.getfixturevalue("postgres_url") if kind == "postgres" else ""
    url = {"memory": "memory", "sqlite": f"sqlite:///{tmp_path}/runs.db", "postgres": postgres}[kind]
    async with bank.app(url, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        kept = cm.engine.store
        assert await kept.values((OF_RUNS, waiting.run_id), "store") != []
        if end == "aborted":
            assert (await cm.engine.session(cm.agent, waiting.session).abort(waiting.run_id)).is_abort
        else:
            assert waiting.run_id in await kept.expire(time.time() + 10**6)
        assert await kept.values((OF_RUNS, waiting.run_id), "store") == []


async def test_a_program_cannot_reach_what_is_kept_of_its_request(bank: Bank, store: str) -> None:
    code = 'store.Save("request", "mine")\nv, _ := store.Load("request")\n' + SEND + "__out = v"
    async with bank.app(store, code) as cm:
        waiting = await cm.call_tool(ASK)
        await cm.approve(waiting.approvals[0])
        assert (await cm.resume(waiting)).value == "mine"


async def test_an_unreadable_parked_request_is_refused(bank: Bank, store: str) -> None:
    async with bank.app(store, SEND + "__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        for text in ("[]", "{", json.dumps({"request": 3})):
            await cm.engine.store.save_values((OF_RUNS, waiting.run_id), "store", {"request": text})
            with pytest.raises(RunError) as caught:
                await cm.resume(waiting)
            assert caught.value.code == "snapshot_restore_failed"


async def test_calls_that_are_too_large_to_be_kept_are_not_repeated_either(bank: Bank, store: str) -> None:
    code = LOG.replace("began", "b" * 50_000) + SEND + "panic(1)"
    async with bank.app(store, code, LOG, limits=Limits(max_snapshot_bytes=150_000), max_repairs=2) as cm:
        waiting = await cm.call_tool(ASK)
        cm.engine.limits = Limits(max_snapshot_bytes=20_000)
        again = await cm.resume(waiting)
        assert again.status == "waiting"
        assert (await parked_requests.load(cm.engine.store, waiting.run_id)).records is None
        await cm.approve(waiting.approvals[0])
        with pytest.raises(Exception, match="1"):
            await cm.resume(waiting)
    assert bank.logged == ["b" * 50_000], "without the record nothing is repaired"


async def test_going_on_needs_no_model(bank: Bank, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db"
    async with bank.app(store, SEND + "__out = r") as first:
        waiting = await first.call_tool(ASK)
        await first.approve(waiting.approvals[0])
    async with CodeModeUTCP(None, None, sources=[bank.source()], store=store, policy=RULES) as second:
        assert (await second.resume(waiting.run_id)).value == "sent 50 to Ann"


async def test_cancelled_while_it_goes_on_it_waits_again(bank: Bank, store: str) -> None:
    async with bank.app(store, SEND + "time.Sleep(time.Second)\n__out = r") as cm:
        waiting = await cm.call_tool(ASK)
        await cm.approve(waiting.approvals[0])
        task = asyncio.create_task(cm.resume(waiting))
        async with asyncio.timeout(30):
            while not bank.sent:
                await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await cm.resume(waiting)).value == "sent 50 to Ann"
    assert bank.sent == ["Ann 50"]


async def test_without_a_store_the_failure_names_the_ways(bank: Bank) -> None:
    cm = bank.app(None, SEND)
    for asked in (cm.call_tool(ASK), cm.execute(SEND)):
        with pytest.raises(ToolError, match=r"bank\.send needs approval") as caught:
            await asked
        assert caught.value.code == "tool_denied"
        for way in ("store=", "run_agent", "Engine.session"):
            assert way in caught.value.message
    with pytest.raises(ToolError, match="approval"):
        await bank.app("memory").execute(SEND)
    with pytest.raises(ConfigError, match="store"):
        bank.app("redis://x")


async def test_a_parked_request_is_read_as_it_was_written() -> None:
    outcome = CallOutcome(used_tools=True, code="x", pipeline="staged", run_id="run_1")
    outcome.history = [Attempt("a", "b", [ToolCallRecord("call_1", "pay", "ok", result={1: object()})])]
    from codemode.engine.durable.memory_store import MemoryStore
    from codemode.orchestrator.effect_ledger import Ledger

    kept, ledger = MemoryStore(), Ledger()
    record, _ = ledger.begin("pay", {"to": "Ann", "n": 1}, False)
    record.status, record.answer = "ok", float("inf")
    ledger.next_attempt()
    await parked_requests.keep(kept, "ask", outcome, ["t"], ledger, 10_000)
    again = await parked_requests.load(kept, "run_1")
    assert [(attempt.code, attempt.problem) for attempt in again.outcome().history] == [("a", "b")]
    assert again.ledger().begin("pay", {"to": "Ann", "n": 1}, False)[1]
    await parked_requests.keep(kept, "ask", outcome, ["t"], ledger, 10)
    assert (await parked_requests.load(kept, "run_1")).records is None
    for odd in ({1: object()}, {"to": "\ud800"}):
        record.answer = odd
        await parked_requests.keep(kept, "ask \ud800", outcome, ["t"], ledger, 10_000)
        assert (
            (await parked_requests.load(kept, "run_1")).request,
            (await parked_requests.load(kept, "run_1")).records,
        ) == (
            "ask ?",
            None,
        )
