"""What was acknowledged is in the store and in the history, also when the process is killed at that moment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, FunctionSource, Policy, Rule

pytestmark = pytest.mark.anyio

CHILD = """
import asyncio, os, signal, sys
from tests.engine.test_killed_after_a_reply import engine, CODE

async def main(store, log, run_id, how):
    session = engine(store, log, asks=how != "exec").session("ann", "s")
    if how == "exec":
        print((await session.exec(CODE)).value, flush=True)
    elif how == "deny":
        await session.deny("call_1", "too much", run_id=run_id)
    else:
        await session.approve("call_1", {"order": "O-2"} if how == "edit" else None, run_id=run_id)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main(*sys.argv[1:]))
"""
CODE = """
r, err := codemode.CallTool("shop.ship", map[string]any{"order": "O-1"})
if err != nil {
	codemode.CallTool("shop.cancel", map[string]any{"order": "O-1"})
	return err
}
__out = r
"""


def engine(store: str, log: str, *, asks: bool = False, **options: Any) -> Engine:
    def ship(order: str) -> str:
        with open(log, "a") as file:
            file.write(f"ship {order}\n")
        return "shipped"

    def cancel(order: str) -> str:
        with open(log, "a") as file:
            file.write(f"cancel {order}\n")
        return "cancelled"

    tools = FunctionSource.from_functions(ship, cancel, owner="shop")
    policy = Policy([Rule("ask", "shop.ship")] if asks else [])
    return Engine([tools], store=store, policy=policy, **{"isolation": "inline", "history": "1d"} | options)


def killed(store: str, log: Path, run_id: str, how: str) -> str:
    ended = subprocess.run([sys.executable, "-c", CHILD, store, str(log), run_id, how], capture_output=True, text=True)
    assert ended.returncode == -9, ended.stderr
    return ended.stdout


async def test_a_reply_that_arrived_stays_the_outcome(tmp_path: Path) -> None:
    store, log = f"sqlite:///{tmp_path}/runs.db", tmp_path / "log"
    assert killed(store, log, "", "exec") == "shipped\n"
    async with engine(store, str(log)) as here:
        [run] = await here.runs("ann")
        reply = await here.session("ann", "s").wait(run.run_id)
        assert isinstance(reply, Completed), reply
        assert (reply.value, [call.status for call in reply.tool_calls]) == ("shipped", ["ok"])
    assert log.read_text() == "ship O-1\n"


@pytest.mark.parametrize(
    ("how", "told"), [("approve", (True, False)), ("edit", (True, True)), ("deny", (False, False))]
)
async def test_a_decision_is_in_the_history(tmp_path: Path, how: str, told: tuple[bool, bool]) -> None:
    store, log = f"sqlite:///{tmp_path}/runs.db", tmp_path / "log"
    async with engine(store, str(log), asks=True) as first:
        reply = await first.session("ann", "s").exec(CODE)
    killed(store, log, reply.run_id, how)
    async with engine(store, str(log), asks=True) as here:
        await here.session("ann", "s").wait(reply.run_id)
        events = (await here.trajectory(reply.run_id)).events
    given = [each for each in events if each["type"] == "approval_given"]
    assert [(each["call_id"], each["approved"], each["edited"]) for each in given] == [("call_1", *told)]


async def test_a_run_belongs_to_who_began_it(tmp_path: Path) -> None:
    """The process that begins it keeps no history, the one where somebody decides does."""
    store, log = f"sqlite:///{tmp_path}/runs.db", str(tmp_path / "log")
    async with engine(store, log, asks=True, history=None) as first:
        reply = await first.session("ann", "s").exec(CODE)
    async with engine(store, log, asks=True) as second:
        session = second.session("ann", "s")
        await session.approve("call_1", run_id=reply.run_id)
        assert (await session.wait(reply.run_id)).status == "completed"
        assert [run.run_id for run in await second.runs("ann")] == [reply.run_id]
        assert await second.runs("") == []
