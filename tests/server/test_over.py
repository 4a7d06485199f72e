"""Requests about runs that are over, that have not begun, or that other processes drive: the server says of them what the store knows."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from codemode.errors import RunError
from codemode.server.routes import status_of
from tests.commands import in_process
from tests.server.test_decisions import House, house

pytestmark = pytest.mark.anyio

ASKS = '__out = bank.pay(to="ann", amount=1)'
ENDS = {
    "aborted": ("aborted", 409),
    "over": ("snapshot_expired", 410),
    "completed": ("run_not_found", 404),
    "unknown": ("run_not_found", 404),
}


def end_its_time(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "runs.db")) as db, db:
        db.execute("UPDATE runs SET expires_at = 1.0")


async def brought_to(end: str, place: House, folder: Path) -> str:
    """A run of the server in that state."""
    session = place.running.server.hub.engine.session("local", "s")
    run_id = (await session.exec(ASKS)).run_id
    match end:
        case "aborted":
            assert (await session.abort(run_id)).is_abort
        case "over":
            end_its_time(folder)
        case "completed":
            await session.approve("call_1", run_id=run_id)
            assert (await session.wait(run_id)).status == "completed"
        case _:
            run_id = "run_0123456789abcdef"
    return run_id


async def abort_at(door: str, place: House, run_id: str) -> tuple[str, int]:
    """The code and the status of the answer."""
    match door:
        case "http":
            answer = await place.running.post(f"/v1/runs/{run_id}/abort")
            return answer.json()["error"]["code"], answer.status_code
        case "page":
            return "", (await place.browser.post(f"/runs/{run_id}/abort?csrf={place.csrf}")).status_code
        case "python":
            reply = await place.running.server.hub.engine.session("local", "s").abort(run_id)
            assert not reply.is_abort
            return reply.code, status_of(RunError(reply.error, code=reply.code))
        case _:
            words = ["abort", run_id, "--agent", "local", "--session", "s", "--store", "sqlite:///runs.db", "--json"]
            done = await asyncio.to_thread(in_process, place.folder, *words)
            assert done.returncode == 1
            return json.loads(done.stdout)["code"], 0


@pytest.mark.parametrize("end", ENDS)
async def test_an_abort_that_ends_nothing_is_an_error_at_each_door(tmp_path: Path, end: str) -> None:
    async with house(tmp_path) as place:
        run_id = await brought_to(end, place, tmp_path)
        for door in ("http", "page", "command line", "python"):
            code, status = await abort_at(door, place, run_id)
            assert code in (ENDS[end][0], ""), door
            assert status in (ENDS[end][1], 0), door
