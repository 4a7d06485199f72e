"""What the tools of all agent frameworks have in common: calls are answered in order, and a cancelled turn leaves no run behind."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from codemode import Engine, FunctionSource, Policy, Waiting
from codemode.engine.frameworks import Answers

pytestmark = pytest.mark.anyio

COUNT = """
n := store.Load("n")
if n == nil {
	n = 0
}
codemode.CallTool("t.nap", map[string]any{"seconds": 0.05})
store.Save("n", n + 1)
__out = n + 1
"""
each_isolation = pytest.mark.parametrize("isolation", ["inline", "process"])


async def nap(seconds: float) -> float:
    await asyncio.sleep(seconds)
    return seconds


def pay(amount: int) -> str:
    return f"paid {amount}"


TOOLS = FunctionSource.from_functions(nap, pay, owner="t")
ASKS = Policy([("ask", "t.pay")])


@each_isolation
async def test_calls_of_one_turn_are_answered_in_order(isolation: str) -> None:
    async with Engine([TOOLS], isolation=isolation) as engine:
        answers = Answers(engine.session())
        replies = await asyncio.gather(*(answers("exec", {"code": COUNT}) for _ in range(3)))
        assert [reply.result() for reply in replies] == [1, 2, 3]


async def test_a_call_is_answered_after_one_that_was_cancelled_or_waits() -> None:
    async with Engine([TOOLS], isolation="inline", policy=ASKS) as engine:
        answers = Answers(engine.session())
        slow = asyncio.create_task(answers("exec", {"code": "t.nap(seconds=60)"}))
        asks = asyncio.create_task(answers("exec", {"code": "__out = t.pay(amount=5)"}))
        last = asyncio.create_task(answers("exec", {"code": "__out = 1"}))
        await asyncio.sleep(0.1)
        assert not asks.done()
        slow.cancel()
        assert isinstance(await asks, Waiting)
        assert (await last).result() == 1


@each_isolation
async def test_an_agent_that_a_program_calls_has_the_same_tools(isolation: str) -> None:
    async def ask_another(code: str) -> Any:
        """Lets another agent with the same tools work."""
        return (await answers("exec", {"code": code})).result()

    async with Engine([ask_another], isolation=isolation) as engine:
        answers = Answers(engine.session())
        reply = await asyncio.wait_for(answers("exec", {"code": '__out = ask_another(code="__out = 6 * 7")'}), 8)
        assert reply.result() == 42


def test_the_same_tools_are_used_on_one_loop_after_the_other() -> None:
    answers = Answers(Engine([TOOLS], isolation="inline").session())

    async def twice() -> list[Any]:
        replies = await asyncio.gather(*(answers("exec", {"code": COUNT}) for _ in range(2)))
        return [reply.result() for reply in replies]

    assert [asyncio.run(twice()), asyncio.run(twice())] == [[1, 2], [3, 4]]


@pytest.mark.parametrize("form", [lambda run_id: {"run_id": run_id}, lambda run_id: run_id])
async def test_a_cancelled_wait_ends_its_run(form: Any) -> None:
    async with Engine([TOOLS], isolation="inline") as engine:
        session = engine.session()
        answers = Answers(session)
        reply = await session.exec("t.nap(seconds=60)", timeout_ms=100)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(answers("wait", form(reply.run_id)), 0.1)
        async with asyncio.timeout(5):
            while await engine.store.list(session.scope):
                await asyncio.sleep(0.01)
        assert (await session.wait(reply.run_id)).code == "aborted"  # type: ignore[union-attr]


async def test_a_cancelled_wait_leaves_a_run_that_waits_for_a_person() -> None:
    async with Engine([TOOLS], isolation="inline", policy=ASKS) as engine:
        session = engine.session()
        answers = Answers(session)
        code = 'go t.nap(seconds=0.5)\ngo t.pay(amount=5)\n__out = "both"\ntime.Sleep(time.Second)'
        reply = await session.exec(code, timeout_ms=100)
        assert isinstance(reply, Waiting)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(answers("wait", {"run_id": reply.run_id}), 0.1)
        await asyncio.sleep(0.1)
        await session.approve(next(iter((await session.asked())[reply.run_id])).call_id, run_id=reply.run_id)
        assert (await session.wait(reply.run_id)).result() == "both"
