"""What a worker says is data from a stranger: whatever it is, the run ends with a reply that can be written, and the engine goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from codemode import Completed, Engine, Failed, FunctionTool, Policy, Rule, Waiting
from codemode.engine.workers import fork_server
from tests.engine.conftest import Tools
from tests.engine.lying_worker import ODD, REFUSED
from tests.engine.test_process import PROGRAMS

pytestmark = pytest.mark.anyio

START = "import sys; sys.path[:] = sys.argv[3:]; from tests.engine.lying_worker import main; main()"
SPOILED = [
    "a value",
    "output",
    "a panic",
    "problems of types",
    "a call",
    "calls that fail",
    "a stream",
    "sleeping",
    "results",
]


@pytest.fixture(scope="module")
def liars() -> Iterator[fork_server.ForkServer]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fork_server, "_START", START)
        patch.setattr(fork_server, "_shared", None)
        made = fork_server.borrow()
        yield made
        fork_server.give_back(made)


@pytest.fixture
async def engine(liars: fork_server.ForkServer) -> AsyncIterator[Engine]:
    async with Engine([Tools().source()], isolation="process", workers=1) as made:
        await made.ready()
        yield made


async def reply_to(engine: Engine, code: str, timeout_ms: float = 500) -> Completed | Failed:
    session = engine.session()
    reply = await session.exec(code, timeout_ms=timeout_ms)
    if isinstance(reply, Waiting):
        reply = await session.wait(reply.run_id, timeout_ms=100)
    if isinstance(reply, Waiting):
        reply = await session.abort(reply.run_id)
    assert reply.model_dump_json()
    return reply


async def value_of(engine: Engine, code: str) -> object:
    reply = await reply_to(engine, code, 20_000)
    assert isinstance(reply, Completed), reply
    return reply.value


@pytest.mark.parametrize("lie", REFUSED)
async def test_an_invalid_message_ends_the_worker(engine: Engine, lie: str) -> None:
    reply = await reply_to(engine, f"// {lie}\n__out = 1", 20_000)
    assert isinstance(reply, Failed)
    assert (reply.code, reply.error) == ("internal_error", "the worker process of the program does not work")
    assert await value_of(engine, "// honest\n__out = 1") == 1


@pytest.mark.parametrize("lie", ODD)
async def test_a_false_but_valid_message_harms_only_its_run(engine: Engine, lie: str) -> None:
    await reply_to(engine, f"// {lie}\n__out = 1", 100)
    assert await value_of(engine, "// honest\n__out = 1") == 1


async def test_lying_workers_are_reported(engine: Engine) -> None:
    assert await value_of(engine, "// another value\n__out = 1") == "a lie"


async def test_a_grant_covers_no_more_calls_than_were_shown_whatever_the_worker_says(
    liars: fork_server.ForkServer,
) -> None:
    """A person approves one payment to ann; the worker makes two of them, and one to bob."""
    paid: list[str] = []
    policy = Policy([Rule("ask", "t.pay")], ask="program")

    def pay(to: str) -> None:
        paid.append(to)

    async with Engine([FunctionTool("t.pay", pay)], isolation="process", workers=1, policy=policy) as engine:
        session = engine.session()
        reply = await session.exec('// more payments\nt.pay(to="ann")')
        assert isinstance(reply, Waiting)
        carries = next(call for call in reply.pending_tool_calls if call.effects is not None)
        assert [(effect.tool, effect.times) for effect in carries.effects.calls] == [("t.pay", 1)]
        await session.approve(carries.id, run_id=reply.run_id)
        reply = await session.wait(reply.run_id, timeout_ms=300)
        assert isinstance(reply, Waiting)
        assert paid == ["ann"]
        assert sorted(str(call.arguments) for call in reply.pending_tool_calls) == ["{'to': 'ann'}", "{'to': 'bob'}"]
        await session.abort(reply.run_id)
        assert paid == ["ann"]


@pytest.mark.parametrize("name", SPOILED)
async def test_damaged_messages(engine: Engine, name: str) -> None:
    for seed in range(6):
        await reply_to(engine, f"// seed {seed}\n{PROGRAMS[name]}")
