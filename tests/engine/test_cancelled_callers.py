"""Callers that give up while they wait, and replies that never arrive: the run goes on, and what it said is heard once."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Policy, Session, Waiting
from codemode.engine.durable import runs
from codemode.engine.durable.leases import owner_name
from tests.engine.durable_world import World
from tests.engine.little_time import exec_in
from tests.engine.test_process import BUSY, Killed

pytestmark = pytest.mark.anyio

KINDS = [("inline", False), ("inline", True), ("process", False), ("process", True)]
NAMES = [f"{isolation} {'file' if durable else 'memory'}" for isolation, durable in KINDS]
each_kind = pytest.mark.parametrize(("isolation", "durable"), KINDS, ids=NAMES)


def session_of(world: World, isolation: str, durable: bool) -> Session:
    return world.session(isolation=isolation, store=world.url if durable else None)


async def give_up(session: Session, run_id: str, seconds: float) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(session.wait(run_id), seconds)


async def waiting(session: Session, code: str, *, timeout_ms: float | None = None) -> Waiting:
    reply = await exec_in(session, code, timeout_ms)
    assert isinstance(reply, Waiting), reply
    return reply


async def completed(session: Session, run_id: str) -> Completed:
    reply = await session.wait(run_id)
    assert isinstance(reply, Completed), reply
    return reply


def said(reply: Waiting | Completed | Failed) -> str:
    return "".join(item.text for item in reply.output if item.type == "text")


# --- callers that give up ----------------------------------------------------------------------------------------------

SLOW = """
yield_control()
fmt.Println("before")
v, err := codemode.CallTool("w.pay", map[string]any{"to": "bob", "amount": 5})
fmt.Println("after")
__out = []any{v, err}
"""


@each_kind
async def test_a_wait_that_is_cancelled_leaves_the_run_and_its_calls(
    world: World, isolation: str, durable: bool
) -> None:
    session = session_of(world, isolation, durable)
    run_id = (await waiting(session, SLOW)).run_id
    gate = world.gate("bob 5")
    given_up = asyncio.create_task(session.wait(run_id))
    while not world.begun:
        await asyncio.sleep(0.001)
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    gate.set()
    reply = await completed(session, run_id)
    assert (reply.value, said(reply)) == (["paid 5 to bob", None], "before\nafter\n")
    assert [call.status for call in reply.tool_calls] == ["ok"]
    assert world.begun == world.done == ["bob 5"]


@each_kind
async def test_a_wait_that_is_cancelled_while_the_program_computes(world: World, isolation: str, durable: bool) -> None:
    session = session_of(world, isolation, durable)
    code = "yield_control()\nn := 0\nfor i := range 3000000 { n += i }\nfmt.Println(n)\n__out = n"
    run_id = (await waiting(session, code)).run_id
    await give_up(session, run_id, 0.02)
    reply = await completed(session, run_id)
    assert (reply.value, said(reply)) == (4499998500000, "4499998500000\n")


@pytest.mark.parametrize("step", ["append", "park", "resume", "lease"])
@pytest.mark.parametrize("landed", [False, True])
async def test_a_caller_gives_up_while_the_store_writes(
    world: World, step: str, landed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store has written or not, and the caller does not hear of it. A call is under way all the time."""
    session = session_of(world, "inline", True)
    code = 'go w.pay(to="bob", amount=5)\n' + "yield_control()\n" * 3 + 'w.pay(to="ann", amount=1)\n__out = 1'
    world.gate("bob 5")
    store = session.engine.store
    run_id = (await waiting(session, code)).run_id
    real, answers = getattr(store, step), asyncio.Event()

    async def held(*args: Any, **options: Any) -> Any:
        if not landed:
            await answers.wait()
        result = await real(*args, **options)
        await answers.wait()
        return result

    monkeypatch.setattr(store, step, held)
    for _ in range(2):
        with suppress(TimeoutError):
            await asyncio.wait_for(session.wait(run_id), 0.05)
    answers.set()
    world.gates["bob 5"].set()
    replies = [await session.wait(run_id)]
    while isinstance(replies[-1], Waiting):
        replies.append(await session.wait(run_id))
    assert isinstance(replies[-1], Completed), replies[-1]
    assert sorted(world.done) == ["ann 1", "bob 5"]
    assert "restored" not in replies[-1].telemetry.events


async def test_a_run_that_was_given_up_is_finished_by_another_process(world: World) -> None:
    session = world.session()
    run_id = (await waiting(session, SLOW)).run_id
    world.gate("bob 5")
    await give_up(session, run_id, 0.05)
    assert [run.state for run in await session.engine.store.list()] == ["waiting"]
    world.gates["bob 5"].set()
    while (await session.engine.store.list())[0].owner:  # this process has it until its call has ended
        await asyncio.sleep(0.001)
    reply = await completed(world.session(), run_id)
    assert (reply.value, said(reply)) == (["paid 5 to bob", None], "before\nafter\n")
    assert world.done == ["bob 5"]


async def test_a_run_that_was_given_up_can_be_approved(world: World) -> None:
    session = world.session(policy=Policy([("ask", "w.pay")]))
    code = 'go codemode.CallTool("w.read", map[string]any{"key": "k"})\n' + SLOW.replace("yield_control()\n", "")
    world.gate("k")
    reply = await waiting(session, code, timeout_ms=200)
    await give_up(session, reply.run_id, 0.02)
    ((run_id, asked),) = (await session.asked()).items()
    await session.approve(asked[0].call_id, run_id=run_id)
    world.gates["k"].set()
    assert (await completed(session, run_id)).value == ["paid 5 to bob", None]


@each_kind
async def test_an_exec_that_is_cancelled_aborts_its_run(world: World, isolation: str, durable: bool) -> None:
    """Nobody knows its id."""
    session = session_of(world, isolation, durable)
    world.gate("bob 5")
    given_up = asyncio.create_task(session.exec(SLOW.replace("yield_control()\n", "")))
    while not world.begun:
        await asyncio.sleep(0.001)
    run_id = (await session.engine.store.list())[0].run_id
    given_up.cancel()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    assert await session.engine.store.list() == []
    reply = await session.wait(run_id)
    assert isinstance(reply, Failed)
    assert reply.code == "aborted"
    world.gates["bob 5"].set()
    assert world.done == []


@pytest.mark.parametrize("begin", ["exec", "wait", "abort"])
async def test_cancelling_twice_leaves_no_run(begin: str, tmp_path: Path) -> None:
    """As a cancelled scope does, which cancels at every turn; a tool that cleans up makes stopping take a while."""
    begun = asyncio.Event()

    async def slow() -> None:
        """Take long, also to end."""
        try:
            begun.set()
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)

    source = FunctionSource.from_functions(slow, owner="t")
    async with Engine([source], isolation="inline", store=f"sqlite:///{tmp_path / 'runs.db'}") as engine:
        session = engine.session()
        call = 'codemode.CallTool("t.slow")'
        task = asyncio.create_task(session.exec(call, timeout_ms=60_000 if begin == "exec" else 100))
        await begun.wait()
        run_id = (await engine.store.list())[0].run_id
        if begin != "exec":
            assert isinstance(await task, Waiting)
            task = asyncio.create_task(session.wait(run_id) if begin == "wait" else session.abort(run_id))
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        # what was begun is done, also if nobody waits
        while engine.runs.drives(run_id) or (begin != "wait" and await engine.store.list()):
            await asyncio.sleep(0.01)
        assert [run.state for run in await engine.store.list()] == (["waiting"] if begin == "wait" else [])
        assert (await session.abort(run_id)).code == "aborted"
        assert await engine.store.list() == []


@pytest.mark.parametrize("durable", [False, True])
async def test_a_closed_engine_keeps_no_run_that_is_given_up(world: World, durable: bool) -> None:
    session = session_of(world, "inline", durable)
    run_id = (await waiting(session, SLOW)).run_id
    world.gate("bob 5")
    given_up = asyncio.create_task(session.wait(run_id))
    while not world.begun:
        await asyncio.sleep(0.001)
    await session.engine.close()
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    assert given_up.cancelled()
    assert len(session.engine.runs) == 0
    world.gates["bob 5"].set()
    await asyncio.sleep(0)
    assert world.done == []


@each_kind
@pytest.mark.parametrize("seed", range(2))
async def test_giving_up_again_and_again_changes_nothing(
    tmp_path: Path, isolation: str, durable: bool, seed: int
) -> None:
    chance = random.Random(seed)
    tools = Killed()
    store = f"sqlite:///{tmp_path / 'runs.db'}" if durable else None
    async with Engine([tools.source()], isolation=isolation, workers=1, store=store) as engine:
        session = engine.session("a", "s")
        reply: Waiting | Completed | Failed = await waiting(session, "yield_control()\n" + BUSY)
        for _ in range(12):
            try:
                reply = await asyncio.wait_for(session.wait(reply.run_id), chance.random() * 0.02)
            except TimeoutError:
                continue
            break
        else:
            reply = await session.wait(reply.run_id, timeout_ms=30_000)
    assert isinstance(reply, Completed), reply
    assert reply.value == [[f"{n}did {n}<nil>" for n in range(6)], sum(range(40))]
    assert reply.stdout == "sum 780\ndid 99 <nil>\n"
    assert sorted(tools.works) == [0, 1, 2, 3, 4, 5, 99]
    assert tools.streams == 1


# --- replies that never arrive -----------------------------------------------------------------------------------------

TWICE = 'fmt.Println("one")\nyield_control()\nfmt.Println("two")\nyield_control()\nfmt.Println("three")'


def dead_owner() -> str:
    """The name of an owner in a process that has ended, as this one is seen by others."""
    parts = owner_name().split(" ")
    return " ".join([*parts[:2], "1" * 9, parts[3]])


async def test_the_output_of_a_lost_reply_is_sent_again(world: World) -> None:
    killed = world.session()
    killed.engine.runs.owner = dead_owner()
    lost = await waiting(killed, TWICE)
    assert said(lost) == "one\n"
    other = world.session()
    other.engine.runs.owner = dead_owner()[:-1]
    again = await other.wait(lost.run_id)
    assert said(again) == "one\ntwo\n"
    # it was lost again
    assert said(await completed(world.session(), lost.run_id)) == "one\ntwo\nthree\n"


async def test_output_that_certainly_arrived_is_not_sent_again(world: World) -> None:
    """Whoever waits for more has the reply, though its process is killed before it can give the next one."""
    killed = world.session()
    killed.engine.runs.owner = dead_owner()
    run_id = (await waiting(killed, TWICE)).run_id
    await killed.wait(run_id)
    assert said(await completed(world.session(), run_id)) == "two\nthree\n"


async def test_output_of_a_living_process_is_not_sent_again(world: World) -> None:
    run_id = (await waiting(world.session(), TWICE)).run_id
    second = world.session()
    assert said(await second.wait(run_id)) == "two\n"
    await second.engine.close()
    assert said(await completed(world.session(), run_id)) == "three\n"


async def test_a_reply_is_not_on_its_way_for_ever(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "DELIVERY_SECONDS", 0.01)
    killed = world.session()
    killed.engine.runs.owner = dead_owner()
    run_id = (await waiting(killed, TWICE)).run_id
    while (await killed.engine.store.read(run_id))[-1] != b'["replied"]':
        await asyncio.sleep(0.002)
    assert (await killed.engine.store.list())[0].owner == ""
    assert said(await world.session().wait(run_id)) == "two\n"


async def test_a_reply_of_a_closed_engine_has_arrived(world: World) -> None:
    closed = world.session()
    closed.engine.runs.owner = dead_owner()
    run_id = (await waiting(closed, TWICE)).run_id
    await closed.engine.close()
    assert said(await world.session().wait(run_id)) == "two\n"


@each_kind
async def test_a_caller_whose_every_await_is_cancelled(world: World, isolation: str, durable: bool) -> None:
    """As under a cancel scope of anyio, which MCP servers and many frameworks use: what is to be done when a caller gives up is done all the same."""
    session = session_of(world, isolation, durable)
    world.gate("a")
    code = 'v, _ := codemode.CallTool("w.read", map[string]any{"key": "a"})\n__out = v'
    reply = await session.exec(code, timeout_ms=1500)
    assert isinstance(reply, Waiting)
    with anyio.move_on_after(0.1):
        await session.wait(reply.run_id)
    await drives_nothing(session)
    world.gate("a").set()
    assert (await session.wait(reply.run_id)).value == "<a>"
    # nobody knows the id of a run whose exec is given up
    world.gate("b")
    scope = anyio.CancelScope()

    async def cancel() -> None:
        while "b" not in world.begun:
            await asyncio.sleep(0.01)
        scope.cancel()

    canceller = asyncio.create_task(cancel())
    with scope:
        await session.exec(code.replace('"a"', '"b"'))
    await canceller
    await drives_nothing(session)
    async with asyncio.timeout(30):
        while await session.engine.store.list(session.scope):
            await asyncio.sleep(0.01)


async def drives_nothing(session: Session) -> None:
    async with asyncio.timeout(30):
        while session.engine.runs._driven:  # pyright: ignore[reportPrivateUsage]
            await asyncio.sleep(0.01)


async def test_a_closed_engine_starts_nothing_more(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its event loop may end at any moment."""
    monkeypatch.setattr(runs, "DELIVERY_SECONDS", 0.05)
    session = world.session()
    await waiting(session, TWICE)
    await session.wait((await waiting(session, TWICE)).run_id)
    await session.engine.close()
    started: list[object] = []

    def task(loop: asyncio.AbstractEventLoop, work: Any, **more: Any) -> Any:
        started.append(work)
        return asyncio.Task(work, loop=loop, **more)

    loop = asyncio.get_running_loop()
    loop.set_task_factory(task)
    await asyncio.sleep(0.15)
    loop.set_task_factory(None)
    assert started == []
