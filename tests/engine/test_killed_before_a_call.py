"""A process is killed while hooks or the policy look at a call: the call was not made, so it is not in doubt."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Hook, Policy, Rule, Waiting, tool
from codemode.catalog import ToolEntry
from codemode.engine.protocols import CallContext

pytestmark = pytest.mark.anyio

PROGRAM = """
codemode.CallTool("price", map[string]any{})
paid, err := codemode.CallTool("pay", map[string]any{"amount": 5})
if err != nil { return err }
__out = paid
"""
STREAM = """
codemode.CallTool("price", map[string]any{})
s, err := codemode.CallToolStream("lines", map[string]any{})
if err != nil { return err }
for {
    piece, err := s.Next()
    if err == io.EOF { break }
    if err != nil { return err }
    __out = piece
}
"""


class Looks(Hook):
    """Looks at calls, and is killed at the first one that is not of the price."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def look(self) -> bool:
        first = not (self.folder / "looked").exists()
        (self.folder / "looked").touch()
        if first:
            os.kill(os.getpid(), signal.SIGKILL)
        return True

    async def before(self, tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> None:
        if tool.name != "price":
            self.look()


def engine_of(folder: Path, kind: str) -> Engine:
    def note() -> None:
        with (folder / "made").open("a") as made:
            made.write("x")

    @tool(read_only=True)
    def price() -> int:
        return 5

    @tool
    def pay(amount: int) -> str:
        note()
        return f"paid {amount}"

    @tool
    async def lines() -> AsyncIterator[str]:
        note()
        yield "a line"

    looks = Looks(folder)
    action = "allow" if kind == "allow" else "ask"
    policy = Policy([Rule("allow", "price"), Rule(action, "*", when=lambda args, tool: looks.look())])
    return Engine(
        [price, pay, lines],
        store=f"sqlite:///{folder / 'runs.db'}",
        isolation="inline",
        hooks=[looks] if kind == "hook" else [],
        policy=None if kind == "hook" else policy,
    )


@pytest.mark.parametrize("code", [PROGRAM, STREAM], ids=["call", "stream"])
@pytest.mark.parametrize("kind", ["ask", "allow", "hook"])
async def test_a_call_that_was_only_looked_at_is_not_in_doubt(tmp_path: Path, kind: str, code: str) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.engine.test_killed_before_a_call", str(tmp_path), kind, code], timeout=60
    )
    assert child.returncode == -signal.SIGKILL
    assert not (tmp_path / "made").exists()
    async with engine_of(tmp_path, kind) as engine:
        (info,) = await engine.store.list()
        session = engine.session()
        reply = await session.wait(info.run_id)
        if kind == "ask":
            assert isinstance(reply, Waiting), reply
            assert not (tmp_path / "made").exists()
            await session.approve(reply.pending_tool_calls[0].id)
            reply = await session.wait(reply.run_id)
        assert isinstance(reply, Completed), reply
        assert [call.status for call in reply.tool_calls] == ["ok", "ok"]
    assert (tmp_path / "made").read_text() == "x"


if __name__ == "__main__":
    asyncio.run(engine_of(Path(sys.argv[1]), sys.argv[2]).session().exec(sys.argv[3]))
