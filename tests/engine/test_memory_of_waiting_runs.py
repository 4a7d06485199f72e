"""What runs that wait hold in the host: the arguments of their calls, within a bound for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, Failed, Policy, Rule, Waiting
from codemode.engine.durable.suspended import MAX_HELD

pytestmark = pytest.mark.anyio

SIZE = 4 << 20
FIT = MAX_HELD // (SIZE + 100)
ASKS = f'text := strings.Repeat("x", {SIZE})\n__out = codemode.CallTool("keep", map[string]any{{"text": text}})'
POLICY = Policy([Rule("ask", "keep")])


def keep(text: str) -> int:
    """Keeps a text."""
    return len(text)


def held(engine: Engine) -> int:
    kept: dict[str, Any] = vars(engine.runs)["_kept"]
    return sum(run.held for run in kept.values())


async def test_a_store_takes_over_what_there_is_no_room_for(tmp_path: Path) -> None:
    async with Engine([keep], policy=POLICY, isolation="inline", store=f"sqlite:///{tmp_path}/runs.db") as engine:
        replies: list[Waiting] = []
        for _ in range(FIT + 3):
            session = engine.session("a", "s")
            reply = await session.exec(ASKS)
            assert isinstance(reply, Waiting)
            replies.append(reply)
            assert 0 < held(engine) <= MAX_HELD
            await session.exec("__out = 1")  # the reply has arrived
        assert held(engine) > MAX_HELD - 2 * SIZE
        for reply in replies:
            session = engine.session("a", "s")
            await session.approve(reply.pending_tool_calls[0].id, run_id=reply.run_id)
            ended = await session.wait(reply.run_id)
            assert isinstance(ended, Completed)
            assert ended.value == SIZE


async def test_in_memory_no_more_runs_wait() -> None:
    async with Engine([keep], policy=POLICY, isolation="inline") as engine:
        session = engine.session("a", "s")
        replies = [await session.exec(ASKS) for _ in range(FIT + 1)]
        assert [reply.status for reply in replies] == ["waiting"] * FIT + ["failed"]
        refused = replies[-1]
        assert isinstance(refused, Failed)
        assert refused.code == "too_many_runs"
        assert "more than 16 MiB of arguments" in refused.error
        waits = await session.exec('yield_control("x")')  # it holds nothing
        assert waits.status == "waiting"
        await session.abort(replies[0].run_id)
        assert (await session.exec(ASKS)).status == "waiting"
