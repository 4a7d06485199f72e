"""Who decided is recorded if the host names somebody: in the event, in the history, and in the journal, where other processes find it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from codemode import CodeModeError, Engine, FunctionSource, Policy, Rule
from codemode.engine.durable.history import record_of

pytestmark = pytest.mark.anyio

CODE = """
_, first := codemode.CallTool("bank.pay", map[string]any{"to": "ann", "amount": 1})
_, second := codemode.CallTool("bank.pay", map[string]any{"to": "bob", "amount": 2})
__out = []any{first, second}
"""
DECISIONS = {"approve": 3, "deny": 3, "grant": 3, "refuse": 2}  # how long their notes are without a name
WORDS = ["approve", "edit", "deny", "approve_all"]


def pay(to: str, amount: float) -> str:
    return f"paid {amount:g} to {to}"


def engine(folder: Path, ask: Any = "call", **options: Any) -> Engine:
    policy = Policy([Rule("ask", "bank.pay")], ask=ask)
    bank = FunctionSource.from_functions(pay, owner="bank")
    return Engine([bank], store=f"sqlite:///{folder}/runs.db", policy=policy, isolation="inline", **options)


async def decide(here: Engine, word: str, run_id: str, by: str) -> None:
    session = here.session()
    match word:
        case "approve_all":
            await session.approve_all(run_id, by=by)
        case "deny":
            await session.deny("call_1", "too much", run_id=run_id, by=by)
        case _:
            edited = {"to": "eve", "amount": 1} if word == "edit" else None
            await session.approve("call_1", edited, run_id=run_id, by=by)


@pytest.mark.parametrize("ask", ["call", "program"])
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_decision_names_who_made_it(tmp_path: Path, word: str, ask: str, elsewhere: bool) -> None:
    async with engine(tmp_path, ask, history="1d") as first, engine(tmp_path, ask, history="1d") as second:
        run_id = (await first.session().exec(CODE)).run_id
        await decide(second if elsewhere else first, word, run_id, "ann")
        with pytest.raises(CodeModeError, match=r"was already (approved|denied \(too much\)) by ann"):
            await first.session().approve("call_1", run_id=run_id)
        reply = await first.session().wait(run_id)
        events = (await first.trajectory(run_id)).events
        given = [(each["call_id"], each["by"]) for each in events if each["type"] == "approval_given"]
        assert given[0] == ("call_1", "ann")
        [run] = [run for run in await first.runs() if run.run_id == run_id]
        assert run.calls[0].decided_by == "ann"
        assert run.started_at < run.calls[0].decided_at
        assert reply.run_id == run_id


@pytest.mark.parametrize("ask", ["call", "program"])
@pytest.mark.parametrize("word", WORDS[:3])
@pytest.mark.parametrize("by", ["", "ann"])
async def test_the_journal_tells_who_decided(tmp_path: Path, word: str, ask: str, by: str) -> None:
    """No process wrote a history when somebody decided. Without a name the journal is as earlier versions wrote it."""
    async with engine(tmp_path, ask) as first:
        run_id = (await first.session().exec(CODE)).run_id
        await decide(first, word, run_id, by)
        said = [note for note in map(json.loads, (await first.store.read(run_id))[1:]) if note[0] in DECISIONS]
        assert [len(note) for note in said] == [DECISIONS[said[0][0]] + bool(by)]
    async with engine(tmp_path, ask, history="1d") as second:
        assert (await second.session().wait(run_id)).code != "snapshot_restore_failed"
        events = (await second.trajectory(run_id)).events
        given = next(each for each in events if each["type"] == "approval_given")
        assert (given["call_id"], given["by"], given["recovered"]) == ("call_1", by, True)


def test_events_of_earlier_versions_are_read() -> None:
    call = {"run_id": "run_1", "call_id": "call_1", "tool": "bank.pay"}
    asked = {"type": "approval_asked", "at": 1.0, **call, "arguments": {}, "effects": None}
    given = {"type": "approval_given", "at": 2.0, **call, "approved": True, "edited": False, "reason": ""}
    [made] = record_of("run_1", [asked, given]).calls
    assert (made.status, made.decided_by, made.decided_at) == ("approved", "", 2.0)


async def test_who_decides_is_named_by_a_text(tmp_path: Path) -> None:
    async with engine(tmp_path) as here:
        run_id = (await here.session().exec(CODE)).run_id
        for word in WORDS:
            with pytest.raises(CodeModeError, match="by must be"):
                await decide(here, word, run_id, 7)  # type: ignore[arg-type]
