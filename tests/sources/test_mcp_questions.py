"""What a server asks a person in the middle of a call: answered as calls are approved, by who may, in time, and by nobody else."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextvars import Context
from pathlib import Path
from typing import Any

import pytest

from codemode import Completed, Engine, FunctionTool, McpSource, Waiting
from codemode.engine import CallContext
from codemode.engine.events import ApprovalAsked, ApprovalGiven, RunEvent
from codemode.engine.protocols import Answer
from codemode.errors import ConfigError, InputError, RunError
from codemode.sources.mcp_elicitation import OpenCall, OpenCalls
from codemode.sources.mcp_limits import CallTime
from tests.mcp_forks import ROOT
from tests.mcp_sources import old

pytestmark = pytest.mark.anyio
BOOK = '__out = MCP.daily.book_table(day="Friday")'
OLD = "__out = MCP.old.last()"


def daily(**more: Any) -> McpSource:
    return McpSource.stdio(sys.executable, ["-m", "tests.mcp_daily_server"], cwd=ROOT, name="daily", **more)


@pytest.fixture(scope="module")
def servers() -> Any:
    """One of the newer protocol, which asks in its answer to a call, and one of the older, which asks by itself."""
    sources = [daily(), old("elicits")]
    yield sources

    async def close() -> None:
        for source in sources:
            await source.close()

    asyncio.run(close())


@pytest.fixture(params=["inline", "process"])
async def engine(request: pytest.FixtureRequest, servers: list[McpSource]) -> AsyncIterator[Engine]:
    async with Engine(servers, isolation=request.param, answer_timeout=60) as made:
        await made.catalog()
        yield made


async def asked(engine: Engine, code: str) -> Waiting:
    reply = await engine.session("ann").exec(code)
    assert isinstance(reply, Waiting), reply
    assert reply.reason == "approval"
    return reply


@pytest.mark.parametrize(
    ("code", "question", "form", "answer", "value"),
    [
        (BOOK, "A table on Friday for whom?", {"name": "", "seats": 2}, {"name": "Ann"}, "2 seats for Ann"),
        (OLD, "Which size?", {"size": 0}, {"size": 4}, {"action": "accept", "content": {"size": 4}}),
    ],
)
async def test_the_answer_of_a_person_goes_on_with_the_call(
    engine: Engine, code: str, question: str, form: Any, answer: Any, value: Any
) -> None:
    reply = await asked(engine, code)
    [pending] = reply.pending_tool_calls
    assert (pending.question, pending.arguments, pending.needs_approval) == (question, form, True)
    [waiting] = (await engine.session("ann").asked())[reply.run_id]
    assert (waiting.question, waiting.call_id) == (question, pending.id)
    assert await engine.session("bob").asked() == {}
    await engine.session("ann").approve(pending.id, answer)
    done = await engine.session("ann").wait(reply.run_id)
    assert isinstance(done, Completed), done
    assert done.value == value
    assert [call.status for call in done.tool_calls] == ["ok"]


@pytest.mark.parametrize("server", [0, 1])
async def test_the_time_that_a_person_takes_is_not_the_calls(servers: list[McpSource], server: int) -> None:
    source = servers[server]
    await source.list_tools()

    async def thinking(question: str, schema: Any) -> Answer:
        await asyncio.sleep(3)
        return Answer("cancel")

    name, arguments = [("MCP.daily.book_table", {"day": "Friday"}), ("MCP.old.last", {})][server]
    given = await source.call(name, arguments, CallContext(timeout=2, asking=thinking))
    assert given in ("cancel", {"action": "cancel"})


@pytest.mark.parametrize(("code", "value"), [(BOOK, "decline"), (OLD, {"action": "decline"})])
async def test_a_person_declines(engine: Engine, code: str, value: Any) -> None:
    reply = await asked(engine, code)
    await engine.session("ann").deny(reply.pending_tool_calls[0].id, "not today")
    done = await engine.session("ann").wait(reply.run_id)
    assert isinstance(done, Completed)
    assert done.value == value


async def test_an_answer_that_does_not_fit_leaves_the_question_open(engine: Engine) -> None:
    session, reply = engine.session("ann"), await asked(engine, BOOK)
    call_id = reply.pending_tool_calls[0].id
    for wrong in (None, {"name": ""}, {"name": "Ann", "seats": "two"}):
        with pytest.raises(InputError, match="does not fit the question of MCP"):
            await session.approve(call_id, wrong)
    with pytest.raises(InputError, match="each time"):
        await session.approve(call_id, {"name": "Ann"}, always=True)
    with pytest.raises(RunError, match="another agent"):
        await engine.session("bob").approve(call_id, {"name": "Bob"}, run_id=reply.run_id)
    await session.approve_all(reply.run_id)
    assert len((await session.asked())[reply.run_id]) == 1
    await session.abort(reply.run_id)


async def test_a_question_ends_with_its_run(engine: Engine) -> None:
    reply = await asked(engine, OLD)
    await engine.session("ann").abort(reply.run_id)
    assert await engine.session("ann").asked() == {}
    again = await asked(engine, OLD)  # the server has an answer, and is there for others
    await engine.session("ann").approve(again.pending_tool_calls[0].id, {"size": 1})
    assert isinstance(await engine.session("ann").wait(again.run_id), Completed)


async def test_the_rest_of_a_program_goes_on_while_somebody_thinks(engine: Engine) -> None:
    code = (
        'done := make(chan any)\ngo func() { v, err := MCP.daily.book_table(map[string]any{"day": "Monday"})\n'
        "if err != nil { v = err.Error() }\ndone <- v }()\n"
        "shot, _ := MCP.daily.take_snapshot()\ntext(shot)\n__out = <-done"
    )
    reply = await asked(engine, code)
    assert [block.model_dump()["text"] for block in reply.output] == ["a page"]
    await engine.session("ann").approve(reply.pending_tool_calls[0].id, {"name": "Ann", "seats": 1})
    done = await engine.session("ann").wait(reply.run_id)
    assert isinstance(done, Completed)
    assert done.value == "1 seats for Ann"


async def test_nobody_answers(servers: list[McpSource]) -> None:
    heard: list[RunEvent] = []
    async with Engine(servers, isolation="inline", answer_timeout=0.2, on_event=heard.append) as engine:
        reply = await asked(engine, BOOK)
        await asyncio.sleep(0.5)
        done = await engine.session("ann").wait(reply.run_id)
        assert isinstance(done, Completed)
        assert done.value == "cancel"
    [question] = [event for event in heard if isinstance(event, ApprovalAsked)]
    assert question.answer_schema is not None
    assert set(question.answer_schema["properties"]) == {"name", "seats"}
    [given] = [event for event in heard if isinstance(event, ApprovalGiven)]
    assert (given.call_id, given.approved, given.reason) == (question.call_id, False, "nobody answered in time")


@pytest.mark.parametrize(("code", "value"), [(BOOK, "decline"), (OLD, {"action": "decline"})])
async def test_where_nobody_is_there_it_is_declined(servers: list[McpSource], code: str, value: Any) -> None:
    async with Engine(servers, isolation="inline") as engine:
        reply = await engine.session().exec(code)
        assert isinstance(reply, Completed), reply
        assert reply.value == value


async def test_a_question_that_may_be_of_somebody_elses_run_is_shown_to_nobody() -> None:
    """An older server does not say for which call it asks: the question of one agent's call must not reach another's person."""
    source = old("elicits-late")
    async with Engine([source], isolation="inline", answer_timeout=60) as engine:
        await engine.catalog()
        replies = await asyncio.gather(*(engine.session(agent).exec(OLD) for agent in ("ann", "bob")))
        assert [reply.result() for reply in replies] == [{"action": "decline"}, "last"]
    await source.close()


async def test_a_call_in_doubt_after_its_process_ended(servers: list[McpSource], tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'runs.db'}"
    async with Engine(servers, isolation="inline", store=store, answer_timeout=60) as engine:
        reply = await asked(engine, f"{BOOK}")
        async with Engine(servers, isolation="inline", store=store, answer_timeout=60) as other:
            assert await other.session("ann").asked() == {}  # the call is not there, and so is its question
            with pytest.raises(RunError, match="another process is driving the run"):
                await other.session("ann").approve("call_1.1", {"name": "Ann"}, run_id=reply.run_id)
    async with Engine(servers, isolation="inline", store=store) as later:
        ended = await later.session("ann").wait(reply.run_id)
        assert ended.tool_calls[0].status == "in_doubt"


async def test_a_function_may_ask_too_but_not_without_end() -> None:
    said: list[Any] = []

    async def curious(context: CallContext) -> int:
        """Ask again and again."""
        schema: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer", "default": 1}}}
        schema["properties"]["x"] = {"description": "x" * 20_000 * (not said)}
        for number in range(30):
            said.append((await context.ask(f"{number} " + "?" * 10_000, schema)).action)
            schema["properties"].pop("x", None)
        return said.count("accept")

    async with Engine([FunctionTool("a.curious", curious)], isolation="inline", answer_timeout=60) as engine:
        session = engine.session()
        reply = await session.exec('r, err := codemode.CallTool("a.curious")\n__out = r')
        while isinstance(reply, Waiting):
            [pending] = reply.pending_tool_calls
            assert len(pending.question) == 4000
            await session.approve(pending.id)
            reply = await session.wait(reply.run_id)
        assert reply.result() == 20
    assert said == ["decline", *["accept"] * 20, *["decline"] * 9]  # the first has a form of 20,000 characters


@pytest.mark.parametrize("wrong", [0, -1, True, "5", 1e9, float("nan")])
def test_an_invalid_answer_timeout_is_refused(wrong: Any) -> None:
    with pytest.raises(ConfigError, match="answer_timeout must be the seconds"):
        Engine(answer_timeout=wrong)


def test_a_question_is_data() -> None:
    event = ApprovalAsked(run_id="r", at=0.0, call_id="c", tool="t", arguments={}, question="?", answer_schema={})
    assert json.loads(json.dumps(event.as_dict()))["question"] == "?"


async def test_a_question_that_may_be_of_several_calls_names_them() -> None:
    heard: list[str] = []

    async def asking(question: str, schema: Any) -> Answer:
        heard.append(question)
        return Answer("accept", {})

    calls, context = OpenCalls(), CallContext(agent="a", run_id="r", asking=asking)
    async with asyncio.timeout(10) as deadline:
        time = CallTime(deadline, 10)
        with calls.during(OpenCall("MCP.shop.confirm", context, time)):
            with calls.during(OpenCall("MCP.shop.slow", context, time)):
                await asyncio.create_task(calls.answer("Really?", {}), context=Context())
            await asyncio.create_task(calls.answer("Sure?", {}), context=Context())
    assert heard == [
        "Really?\n\n(asked by MCP.shop.confirm or MCP.shop.slow: the server does not say which)",
        "Sure?",
    ]
