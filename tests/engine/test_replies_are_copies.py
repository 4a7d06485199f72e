"""A reply is the caller's own: what is changed in it, to show it without secrets for one, changes nothing of the run."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from codemode import Completed, Engine, FunctionSource, Policy, Rule, Session, Waiting

pytestmark = pytest.mark.anyio

PAY = 'r, err := codemode.CallTool("t.pay", map[string]any{"to": "ada", "parts": []int{1, 2}})\n_ = err\n__out = r'
GIVEN = {"to": "ada", "parts": [1, 2]}


@pytest.fixture(params=["inline", "process"])
async def session(request: pytest.FixtureRequest) -> AsyncIterator[Session]:
    def pay(to: str, parts: list[int]) -> dict[str, Any]:
        """Pay somebody."""
        return {"to": to, "parts": parts}

    policy = Policy([Rule("ask", tool="t.pay")])
    source = FunctionSource.from_functions(pay, owner="t")
    async with Engine([source], isolation=request.param, policy=policy) as engine:
        yield engine.session("a", "s")


async def waiting(session: Session) -> Waiting:
    reply = await session.exec(PAY)
    assert isinstance(reply, Waiting), reply
    return reply


async def value_after(session: Session, reply: Waiting, arguments: dict[str, Any] | None = None) -> Any:
    await session.approve(reply.pending_tool_calls[0].id, arguments)
    if arguments is not None:
        redact(arguments)
    ended = await session.wait(reply.run_id)
    assert isinstance(ended, Completed), ended
    return ended.value


def redact(arguments: dict[str, Any] | None) -> None:
    assert arguments is not None
    arguments["to"] = "eve"
    arguments["parts"].clear()


async def test_arguments_that_are_redacted_in_a_reply_are_sent_as_they_were(session: Session) -> None:
    reply = await waiting(session)
    assert reply.pending_tool_calls[0].arguments == GIVEN
    redact(reply.pending_tool_calls[0].arguments)
    assert await value_after(session, reply) == GIVEN


async def test_arguments_of_pending_calls_are_copies(session: Session) -> None:
    reply = await waiting(session)
    [[asked]] = (await session.asked()).values()
    redact(asked.arguments)
    [[again]] = (await session.asked()).values()
    assert again.arguments == GIVEN
    assert await value_after(session, reply) == GIVEN


async def test_edited_arguments_are_copies(session: Session) -> None:
    reply = await waiting(session)
    assert await value_after(session, reply, {"to": "bob", "parts": [3]}) == {"to": "bob", "parts": [3]}


async def test_the_record_of_a_call_in_a_reply_stays_as_it_was(session: Session) -> None:
    reply = await waiting(session)
    [record] = reply.tool_calls
    assert record.status == "never_started"
    record.tool = "t.other"
    await session.approve(reply.pending_tool_calls[0].id)
    ended = await session.wait(reply.run_id)
    assert record.status == "never_started"
    assert [(call.tool, call.status) for call in ended.tool_calls] == [("t.pay", "ok")]
