"""What a host can find out about runs later: also those that have ended, also those that another process went on with."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Policy, Rule, Waiting
from codemode.engine.durable import history as kept
from codemode.engine.durable import recovery
from codemode.engine.durable.history import History
from codemode.engine.events import RunEnded, RunStarted
from codemode.errors import ConfigError, RunError
from tests.engine.conftest import Tools

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=["memory", "file"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    return None if request.param == "memory" else f"sqlite:///{tmp_path}/runs.db"


CODE = """
fmt.Println("hello")
v, _ := codemode.CallTool("t.note", map[string]any{"text": "s3cret"})
_, err := codemode.CallTool("t.fail")
__out = fmt.Sprint(len(v.(string)), err)
"""


async def test_runs_that_ended_are_listed_with_what_they_did(tools: Tools, isolation: str, store: str | None) -> None:
    async with Engine([tools.source()], isolation=isolation, store=store, history="7d") as engine:
        reply = await engine.session("ann", "today").exec(CODE)
        assert isinstance(reply, Completed), reply
        await engine.session("bob", "today").exec("__out = missing")
        bob, ann = await engine.runs()
        assert (ann.run_id, ann.agent, ann.session, ann.status) == (reply.run_id, "ann", "today", "completed")
        assert ann.code == CODE
        assert [(call.tool, call.tool_id, call.status) for call in ann.calls] == [
            ("t.note", "function:t:note", "ok"),
            ("t.fail", "function:t:fail", "error"),
        ]
        assert ann.started_at < ann.calls[0].started_at < ann.calls[1].started_at < (ann.ended_at or 0)
        assert ann.replies == [reply.model_dump(mode="json")]
        assert (bob.agent, bob.status) == ("bob", "failed")
        assert bob.replies[0]["code"] == "check_failed"
        assert [run.agent for run in await engine.runs("ann")] == ["ann"]
        assert [run.agent for run in await engine.runs(status="failed")] == ["bob"]
        assert [run.agent for run in await engine.runs(limit=1)] == ["bob"]
        assert [run.agent for run in await engine.runs(before=bob.started_at)] == ["ann"]
        assert "s3cret" not in json.dumps([call.arguments for call in ann.calls])


async def test_a_run_that_never_began_is_not_listed(isolation: str, store: str | None) -> None:
    async with Engine(isolation=isolation, store=store, history="7d") as engine:
        session = engine.session()
        for refused in ("", "ls -la"):
            assert (await session.exec(refused)).status == "failed"
        assert (await session.exec("1", timeout_ms=-1)).status == "failed"
        await session.close()
        assert (await session.exec("__out = 1")).status == "failed"
        assert await engine.runs() == []


async def test_a_call_that_waits_for_approval_is_not_running(tools: Tools, isolation: str, store: str | None) -> None:
    policy = Policy([Rule("ask", "t.add")])
    async with Engine([tools.source()], isolation=isolation, store=store, history="7d", policy=policy) as engine:
        session = engine.session()

        async def told() -> list[tuple[str, bool]]:
            [run] = await engine.runs()
            return [(call.status, call.started_at > 0) for call in run.calls]

        reply = await session.exec('__out = codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})')
        assert await told() == [("waiting", False)]
        await session.approve("call_1")
        assert await told() == [("approved", False)]
        await session.wait(reply.run_id)
        assert await told() == [("ok", True)]


async def test_a_call_that_nobody_approved_was_never_made(tools: Tools, isolation: str, store: str | None) -> None:
    policy = Policy([Rule("ask", "t.add")])
    async with Engine([tools.source()], isolation=isolation, store=store, history="7d", policy=policy) as engine:
        session = engine.session()
        reply = await session.exec('__out = codemode.CallTool("t.add", map[string]any{"a": 1, "b": 2})')
        await session.abort(reply.run_id)
        [run] = await engine.runs()
        assert [(call.status, call.started_at) for call in run.calls] == [("never_started", 0)]


async def test_a_trajectory_is_exported_as_json_lines(tools: Tools, isolation: str, store: str | None) -> None:
    async with Engine([tools.source()], isolation=isolation, store=store, history="1h") as engine:
        reply = await engine.session().exec(CODE)
        found = await engine.trajectory(reply.run_id)
        lines = [json.loads(line) for line in found.jsonl().splitlines()]
        assert [line["type"] for line in lines] == [
            "started",
            "output",
            *["call_started", "call_ended"] * 2,
            "ended",
        ]
        assert all(line["run_id"] == reply.run_id for line in lines)
        assert lines[-1]["reply"]["value"] == reply.value
        with pytest.raises(RunError, match="there is no run"):
            await engine.trajectory("run_0")


async def test_arguments_and_results_only_where_the_host_asks_and_as_it_redacts_them(
    tools: Tools, isolation: str, store: str | None
) -> None:
    def redact(tool: str, value: Any) -> Any:
        return json.loads(json.dumps(value).replace("s3cret", f"[{tool}]"))

    async def recorded(**more: Any) -> str:
        policy = Policy([Rule("ask", "t.add")])
        async with Engine([tools.source()], isolation=isolation, history=60, policy=policy, **more) as engine:
            session = engine.session()
            code = CODE.replace("__out", 'codemode.CallTool("t.add", map[string]any{"a": 77, "b": 2})\n__out')
            reply = await session.exec(code)
            assert isinstance(reply, Waiting)
            await session.approve(reply.pending_tool_calls[0].id)
            await session.wait(reply.run_id)
            events = [event for event in (await engine.trajectory(reply.run_id)).events if event["type"] != "started"]
            return json.dumps(events)

    nothing = await recorded(store=store)
    assert "s3cret" not in nothing
    assert '"a": 77' not in nothing
    everything = await recorded(record="all")
    assert '"arguments": {"text": "s3cret"}' in everything
    assert '"result": "noted s3cret"' in everything
    assert everything.count('"a": 77') >= 3  # asked, pending, made
    redacted = await recorded(record="all", redact=redact)
    assert "s3cret" not in redacted
    assert '"arguments": {"text": "[t.note]"}' in redacted
    assert '"result": "noted [t.note]"' in redacted
    broken = await recorded(record="all", redact=lambda tool, value: 1 / 0)
    assert "s3cret" not in broken
    assert "redact failed: ZeroDivisionError" in broken


@pytest.mark.parametrize("record", ["none", "all"])
async def test_redact_gets_the_names_of_tools_however_programs_call_them(
    tools: Tools, isolation: str, record: Any
) -> None:
    asked = set[str]()

    def redact(tool: str, value: Any) -> Any:
        asked.add(tool)
        return "redacted"

    policy = Policy([Rule("ask", "t.note")])
    options: dict[str, Any] = {"history": 60, "record": record, "redact": redact, "policy": policy}
    async with Engine([tools.source()], isolation=isolation, **options) as engine:
        session = engine.session()
        for call in ('codemode.CallTool("function:t:note", args)', "tools.t_note(args)", 'tools.Call("t.note", args)'):
            reply = await session.exec(f"args := data\n__out, _ = {call}", data={"text": "s3cret"})
            assert isinstance(reply, Waiting), reply
            await session.approve(reply.pending_tool_calls[0].id)
            done = await session.wait(reply.run_id)
            assert [call.tool for call in done.tool_calls] == ["t.note"]
            told = (await engine.trajectory(reply.run_id)).jsonl().replace(json.dumps(done.value), "")
            assert "s3cret" not in told
    assert asked == ({"t.note"} if record == "all" else set())


async def test_the_history_of_a_run_that_another_process_goes_on_with(
    tools: Tools, isolation: str, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    code = """
    fmt.Println("before")
    codemode.CallTool("t.note", map[string]any{"text": "one"})
    yield_control("")
    fmt.Println("after")
    codemode.CallTool("t.note", map[string]any{"text": "two"})
    """
    async with Engine([tools.source()], isolation=isolation, store=url, history="1d") as engine:
        reply = await engine.session("a", "s").exec(code)
        assert [run.status for run in await engine.runs()] == ["waiting"]
    async with Engine([tools.source()], isolation=isolation, store=url, history="1d") as engine:
        assert isinstance(await engine.session("a", "s").wait(reply.run_id), Completed)
        (run,) = await engine.runs()
        assert (run.status, run.agent, run.code) == ("completed", "a", code)
        assert [(call.id, call.status) for call in run.calls] == [("call_1", "ok"), ("call_2", "ok")]
        assert [reply["status"] for reply in run.replies] == ["waiting", "completed"]
        types = [event["type"] for event in (await engine.trajectory(reply.run_id)).events]
        once = ["output", "call_started", "call_ended"]
        assert types == ["started", *once, "waiting", "resumed", *once, "ended"]


async def test_history_is_forgotten_in_time_and_bounded(
    tools: Tools, isolation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(kept, "MAX_RUN_BYTES", 20_000)
    url = f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, store=url, history=1) as engine:
        await engine.session().exec('for i := 0; i < 500; i++ { text(strings.Repeat("x", 1000)) }')
        (run,) = await engine.runs()
        assert run.status == "completed"  # how it ended is kept in any case
        assert run.omitted > 400
        await asyncio.sleep(1.1)
        assert await engine.runs() == []
        await engine.session().exec("__out = 1")
        assert len(await engine.runs()) == 1
    with closing(sqlite3.connect(tmp_path / "runs.db")) as db:
        assert db.execute("SELECT count(*) FROM history_runs").fetchone() == (1,)


async def test_calls_whose_events_were_too_much_are_in_the_record_all_the_same(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MAX_RUN_BYTES", 2000)
    async with Engine([tools.source()], isolation="inline", history="1d") as engine:
        await engine.session().exec(
            'for i := 0; i < 40; i++ { codemode.CallTool("t.add", map[string]any{"a": i, "b": 1}) }'
        )
        (run,) = await engine.runs()
        assert run.omitted > 60
        assert [(call.id, call.status) for call in run.calls] == [(f"call_{n}", "ok") for n in range(1, 41)]


async def test_a_run_whose_process_died_before_the_store_had_it_is_over(
    tools: Tools, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation="inline", store=url, history="1d") as engine:
        await engine.session().exec("__out = 1")
        gone = kept.History(f"{tmp_path}/runs.db", 60)  # the history of the process that died
        gone.hear(RunStarted(run_id="run_lost", at=time.time(), agent="a", session="s", code="for {}"))
        gone.close()
        lost, _ = await engine.runs()
        assert (lost.run_id, lost.status) == ("run_lost", "running")  # it may be one that computes
        monkeypatch.setattr(recovery, "LOST_SECONDS", 0.0)
        lost, _ = await engine.runs()
        assert (lost.run_id, lost.status, lost.code) == ("run_lost", "aborted", "for {}")
        last = (await engine.trajectory("run_lost")).events[-1]
        assert (last["type"], last["error"], last["recovered"]) == ("ended", recovery.LOST, True)


async def test_without_history_nothing_is_kept_and_live_runs_are_listed(
    tools: Tools, isolation: str, store: str | None
) -> None:
    async with Engine([tools.source()], isolation=isolation, store=store) as engine:
        await engine.session("a", "s").exec(CODE)
        reply = await engine.session("b", "s").exec('yield_control("")')
        (run,) = await engine.runs()
        assert (run.run_id, run.agent, run.status, run.reason) == (reply.run_id, "b", "waiting", "yield")
        with pytest.raises(ConfigError, match="the engine keeps no history"):
            await engine.trajectory(reply.run_id)


async def test_a_locked_file_does_not_hold_up_runs(tools: Tools, isolation: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.db"
    async with Engine([tools.source()], isolation=isolation, store=url, history="1d") as engine:
        session = engine.session()
        await session.exec("__out = 1")
        with closing(sqlite3.connect(tmp_path / "runs.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            began = time.monotonic()
            for _ in range(3):
                assert isinstance(await session.exec("__out = 1"), Completed)
            assert time.monotonic() - began < 3
            other.execute("ROLLBACK")


def test_what_a_locked_file_has_missed_is_written_later(tmp_path: Path) -> None:
    file = str(tmp_path / "runs.db")
    history = History(file, 3600)
    history._db.execute("PRAGMA busy_timeout=0")
    now = time.time()
    started = RunStarted(run_id="run_1", at=now, agent="a", session="s", code="__out = 1")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            history.hear(started)
        assert history.runs(None, None, None, 10, None) == []
        other.execute("ROLLBACK")
    history.hear(RunEnded(run_id="run_1", at=now + 1, status="completed"))
    [run] = history.runs("a", "s", None, 10, None)
    assert (run.run_id, run.status, run.code) == ("run_1", "completed", "__out = 1")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        history._db.execute("PRAGMA busy_timeout=0")
        for number, agent in enumerate(["a", "\ud800", "a"], 2):  # one that cannot be written is between the others
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                history.hear(replace(started, run_id=f"run_{number}", at=now + number, agent=agent))
        other.execute("ROLLBACK")
    assert [run.run_id for run in history.runs(None, None, None, 10, None)] == ["run_2", "run_1"]
    assert [run.run_id for run in history.runs(None, None, None, 10, None)] == ["run_4", "run_2", "run_1"]
    assert history._db.execute("PRAGMA busy_timeout").fetchone() == (5000,)
    history.close()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"history": "a week"}, "history must say how long"),
        ({"history": 0.1}, "history must say how long"),
        ({"history": True}, "history must say how long"),
        ({"record": "some"}, 'record must be "none" or "all"'),
        ({"redact": 3}, "redact must be a function"),
    ],
)
async def test_invalid_settings_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        Engine(isolation="inline", **options)


def test_a_start_that_is_recovered_late_does_not_open_its_call_again() -> None:
    call = {"call_id": "call_1", "tool": "t.add", "tool_id": "function:t:add"}
    ended = {"type": "call_ended", "at": 2.0, **call, "status": "ok", "ms": 1.0, "code": "", "error": ""}
    asked = {"type": "approval_asked", "at": 3.0, **call}
    begun = {"type": "call_started", "at": 4.0, **call, "recovered": True}
    assert [kept.record_of("r", events).calls[0].status for events in ([ended, begun], [asked], [begun, asked])] == [
        "ok",
        "waiting",
        "running",
    ]


def started(agent: str, number: int, code: str) -> RunStarted:
    return RunStarted(run_id=f"{agent}_{number}", at=time.time(), agent=agent, session="s", code=code)


@pytest.mark.parametrize("path", [None, "history.db"])
def test_an_agent_with_many_runs_makes_room_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str | None
) -> None:
    monkeypatch.setattr(kept, "MAX_RUNS", 5)
    history = kept.History(str(tmp_path / path) if path else None, 3600.0)
    for agent, number in [("quiet", 0), *(("greedy", number) for number in range(20)), ("quiet", 1)]:
        history.hear(started(agent, number, "x"))
    history._sweep()
    found = [run.run_id for run in history.runs(None, None, None, 50, None)]
    assert found == ["quiet_1", "greedy_19", "greedy_18", "greedy_17", "quiet_0"]
    history.close()


def test_an_agent_whose_runs_are_large_makes_room_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MAX_MEMORY", 20_000)
    history = kept.History(None, 3600.0)
    for agent, number in [("quiet", 0), *(("greedy", number) for number in range(20))]:
        history.hear(started(agent, number, "x" * (3000 if agent == "greedy" else 10)))
    history._sweep()
    found = [run.run_id for run in history.runs(None, None, None, 50, None)]
    assert found[-1] == "quiet_0"
    assert 4 <= len(found) <= 7
    history.close()
