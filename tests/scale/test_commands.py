"""`codemode runs`, `approve`, `deny` and `abort` over Postgres, of runs that workers drive."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from codemode import Engine, Failed
from codemode.engine.durable.jobs import NOT_HERE
from tests.commands import in_process
from tests.scale.fleet import PATIENCE, Fleet
from tests.scale.test_giving_up import sql
from tests.scale.test_worker import call, until, value_of

pytestmark = pytest.mark.anyio


async def test_runs_that_workers_drive_are_listed_decided_and_aborted_by_commands(
    database: str, hosts: Fleet, folder: Path, engine: Engine
) -> None:
    async def command(*words: str) -> Any:
        """What a command says; it is as in a process of its own."""
        done = await asyncio.to_thread(in_process, folder, *words, CODEMODE_STORE=database)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout) if "--json" in words else done.stdout + done.stderr

    async def listed(*words: str) -> dict[str, Any]:
        return {run["run_id"]: run for run in await command("runs", "--json", *words)}

    agents = ("approved", "denied", "gone")
    runs = {name: await engine.submit(f"{call('pay', name)}__out = v", agent=name) for name in agents}
    later = await engine.submit("__out = 1", agent="later", delay=3600)
    stuck = await engine.submit("__out = 1", agent="stuck", sources=["nobody_has_it"])
    for run in runs.values():
        assert (await until(run, "resting")).reason == "approval"
    give_up = time.monotonic() + PATIENCE
    while not (found := await listed())[stuck.run_id]["reason"]:
        assert time.monotonic() < give_up, hosts.logs()
    shown = {name: found[run.run_id] for name, run in runs.items()}
    assert {run["agent"]: (run["state"], run["reason"]) for run in found.values()} == {
        **dict.fromkeys(agents, ("waiting", "approval")),
        "later": ("queued", ""),
        "stuck": ("queued", "no host has what it needs: go, nobody_has_it"),
    }
    gone = runs["gone"].run_id
    for reason in (NOT_HERE, "approval"):
        sql(database, "UPDATE codemode_jobs SET reason = %s WHERE run_id = %b", reason, gone.encode())
        assert (await listed("--agent", "gone"))[gone]["reason"] == reason
    assert list(await listed("--agent", "denied")) == [runs["denied"].run_id]
    table = await command("runs")
    assert 'call_1 shop.pay {"key": "approved"}' in table
    assert "no host has what it needs" in table

    def of(name: str) -> tuple[str, str, str, str, str, str]:
        call_id = shown[name]["approvals"][0]["call_id"]
        return shown[name]["run_id"], call_id, "--agent", name, "--session", ""

    told = await command("approve", *of("approved"), "--arguments", '{"key": "other"}')
    assert told == 'approved: shop.pay {"key": "other"}\nnow a worker continues the run\n'
    assert "denied: shop.pay" in await command("deny", *of("denied"), "--reason", "too much")
    assert await value_of(runs["approved"]) == "paid other"
    assert "too much" in await value_of(runs["denied"])
    for run, agent in ((runs["gone"], "gone"), (later, "later"), (stuck, "stuck")):
        told = await command("abort", run.run_id, "--agent", agent, "--session", "")
        assert told == f"{run.run_id} was aborted\n"
        reply = await run.reply(PATIENCE)
        assert isinstance(reply, Failed)
        assert reply.code == "aborted"
    while await listed():  # the journals of runs that have ended go a moment later
        assert time.monotonic() < give_up, await listed()
    again = await asyncio.to_thread(
        in_process, folder, "abort", later.run_id, "--agent", "later", "--session", "", CODEMODE_STORE=database
    )
    assert again.returncode == 1
    assert "run_not_found" in again.stderr
    assert [key for kind, key, _ in hosts.effects() if kind == "pay"] == ["other"]
