"""What a worker says is data from a stranger: whatever it is, the run ends with a reply that can be written, and the engine goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from codemode import Completed, Engine, Failed, Waiting
from codemode.engine.workers import nursery
from tests.engine.conftest import Tools
from tests.engine.lies import ODD, REFUSED
from tests.engine.test_process import PROGRAMS

pytestmark = pytest.mark.anyio

START = "import sys; sys.path[:] = sys.argv[3:]; from tests.engine.lies import main; main()"
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
def liars() -> Iterator[nursery.Nursery]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nursery, "_START", START)
        patch.setattr(nursery, "_shared", None)
        made = nursery.borrow()
        yield made
        nursery.give_back(made)


@pytest.fixture
async def engine(liars: nursery.Nursery) -> AsyncIterator[Engine]:
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
async def test_what_makes_no_sense_ends_the_worker(engine: Engine, lie: str) -> None:
    reply = await reply_to(engine, f"// {lie}\n__out = 1", 20_000)
    assert isinstance(reply, Failed)
    assert (reply.code, reply.error) == ("internal_error", "the worker process of the program does not work")
    assert await value_of(engine, "// honest\n__out = 1") == 1


@pytest.mark.parametrize("lie", ODD)
async def test_what_could_be_meant_harms_only_its_run(engine: Engine, lie: str) -> None:
    await reply_to(engine, f"// {lie}\n__out = 1", 100)
    assert await value_of(engine, "// honest\n__out = 1") == 1


async def test_lies_are_told(engine: Engine) -> None:
    assert await value_of(engine, "// another value\n__out = 1") == "a lie"


@pytest.mark.parametrize("name", SPOILED)
async def test_messages_that_are_spoiled(engine: Engine, name: str) -> None:
    for seed in range(6):
        await reply_to(engine, f"// seed {seed}\n{PROGRAMS[name]}")
