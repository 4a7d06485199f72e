"""Runs that another build of codemode began: they continue where their calls agree; a refused one tells which calls it has made."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Failed, Policy, Session, reply_text
from codemode.engine.build import build
from tests.engine.durable_world import World

pytestmark = pytest.mark.anyio

PAYS = """
first, _ := codemode.CallTool("w.pay", map[string]any{"to": "ann", "amount": 1})
_, failed := codemode.CallTool("w.fails", map[string]any{"key": "k"})
n := 0
for i := range 50 { n += i }
yield_control()
second, _ := codemode.CallTool("w.read", map[string]any{"key": "x"})
__out = []any{first, failed != nil, second, n}
"""
DONE = ["paid 1 to ann", True, "<x>", 1225]


def rewrite(world: World, change: Any) -> None:
    """Changes the entries of the only journal."""
    with closing(sqlite3.connect(world.url.removeprefix("sqlite:///"))) as db, db:
        for number, entry in db.execute("SELECT number, entry FROM entries").fetchall():
            db.execute("UPDATE entries SET entry = ? WHERE number = ?", (change(entry), number))
        db.execute("UPDATE runs SET size = (SELECT sum(length(entry)) FROM entries)")


def of_build(name: str) -> Any:
    return lambda entry: re.sub(rb'"version":"[^"]*"', b'"version":"%b"' % name.encode(), entry)


def dearer(entry: bytes) -> bytes:
    """As if each turn had taken seven steps more."""
    if not entry.startswith(b'["turn",'):
        return entry
    turn = json.loads(entry)
    turn[3] += 7
    return json.dumps(turn, separators=(",", ":")).encode()


async def left(world: World, code: str = PAYS) -> str:
    """A run that waits, and whose process is gone."""
    session = world.session()
    reply = await session.exec(code)
    assert reply.status == "waiting", reply
    await session.engine.close()
    return reply.run_id


async def continued(session: Session, run_id: str) -> Any:
    reply = await session.wait(run_id)
    await session.engine.close()
    return reply


async def test_the_journal_names_the_build(world: World) -> None:
    await left(world)
    with closing(sqlite3.connect(world.url.removeprefix("sqlite:///"))) as db:
        head = json.loads(db.execute("SELECT entry FROM entries ORDER BY number LIMIT 1").fetchone()[0])
    assert head["version"] == build()
    assert re.fullmatch(r"[\d.]+\+[0-9a-f]{8}", build())


async def test_a_run_of_another_build_continues_if_only_the_price_of_steps_differs(world: World) -> None:
    run_id = await left(world)
    rewrite(world, dearer)
    refused = await continued(world.session(), run_id)
    assert isinstance(refused, Failed)
    assert "other steps or calls" in refused.error
    rewrite(world, of_build("0.0.9+00000000"))
    done = await continued(world.session(), run_id)
    assert isinstance(done, Completed), done
    assert done.value == DONE
    assert world.done == ["ann 1", "k", "x"]


async def test_a_run_of_another_build_that_makes_other_calls_is_refused(world: World) -> None:
    run_id = await left(world)
    rewrite(world, of_build("0.0.9+00000000"))
    rewrite(world, lambda entry: entry.replace(b'"ann"', b'"bob"') if entry.startswith(b'["turn"') else entry)
    refused = await continued(world.session(), run_id)
    assert refused.code == "snapshot_restore_failed"
    for told in ("0.0.9+00000000", build(), "look at what they did before you start it again"):
        assert told in refused.error


async def test_a_refused_run_tells_its_calls(world: World) -> None:
    run_id = await left(world)
    rewrite(world, dearer)
    refused = await continued(world.session(), run_id)
    assert [(call.tool, call.status) for call in refused.tool_calls] == [("w.pay", "ok"), ("w.fails", "error")]
    told = json.loads(reply_text(refused))
    assert told["error"].endswith("look at what they did before you start it again")
    assert "w.pay" in reply_text(refused)


async def test_a_refused_run_without_calls_may_be_started_again(world: World) -> None:
    run_id = await left(world, "yield_control()\n__out = 1")
    rewrite(world, dearer)
    refused = await continued(world.session(), run_id)
    assert refused.error.endswith("it has made no calls, so it may be started again")
    assert refused.tool_calls == []


async def test_an_aborted_run_tells_its_calls(world: World) -> None:
    run_id = await left(world)
    session = world.session()
    aborted = await session.abort(run_id)
    await session.engine.close()
    assert aborted.code == "aborted"
    assert [(call.tool, call.status) for call in aborted.tool_calls] == [("w.pay", "ok"), ("w.fails", "error")]


async def test_an_entry_of_a_newer_build_is_not_damage(world: World) -> None:
    run_id = await left(world)
    rewrite(world, lambda entry: re.sub(rb'\["begin",("[^"]*"),', rb'["opened",\1,', entry))
    refused = await continued(world.session(), run_id)
    assert "a newer one, which wrote it, can continue it" in refused.error


async def test_the_first_journals_knew_one_language(world: World) -> None:
    run_id = await left(world)
    rewrite(world, lambda entry: re.sub(rb',?"languages":\["go"\]', b"", entry))
    assert (await continued(world.session(), run_id)).value == DONE


async def test_effects_that_cannot_be_found_leave_each_call_to_be_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ImportError("cannot import name 'FOREIGN'")  # as where files were replaced under a process

    world = World(tmp_path)
    session = world.session(policy=Policy([("ask", "w.pay")], ask="program"))
    monkeypatch.setattr("codemode.engine.cell.Cell.look_at_program", broken)
    reply = await session.exec('__out, _ = codemode.CallTool("w.pay", map[string]any{"to": "ann", "amount": 1})')
    assert (reply.status, getattr(reply, "reason", "")) == ("waiting", "approval"), reply
    await session.approve("call_1", run_id=reply.run_id)
    assert (await session.wait(reply.run_id)).value == "paid 1 to ann"  # type: ignore[union-attr]
    assert "asked about one by one" in caplog.text
    await session.engine.close()
