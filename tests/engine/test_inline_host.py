"""A host that runs guests in its own process goes on meanwhile, and keeps its memory. Times are those of the processor, in the thread of the event
loop, so that other load does not matter."""

from __future__ import annotations

import asyncio
import resource
import time

import pytest

import codemode
from codemode import Engine, Limits
from codemode.engine import Failed
from tests.host_bombs import COLLISIONS, HIDDEN_MEMORY, LONG_WORK

pytestmark = pytest.mark.anyio

BUSY = 1.0  # seconds of the processor between two turns of the event loop; twice what is aimed at, for machines that are busy
GROWTH = 64 << 20


async def busiest(code: str, limits: Limits) -> tuple[float, str]:
    """The longest time of the processor between two turns, and how the program ended."""
    most, last = 0.0, time.thread_time()
    async with Engine(isolation="inline", limits=limits) as engine:
        running = asyncio.create_task(engine.session().exec(code))
        while not running.done():
            await asyncio.sleep(0.001)
            now = time.thread_time()
            most, last = max(most, now - last), now
        reply = await running
        again = await engine.session().exec("__out = 1")
    assert again.status == "completed"
    return most, reply.code if isinstance(reply, Failed) else ""


@pytest.mark.parametrize("name", LONG_WORK)
async def test_long_work_leaves_the_event_loop_free(name: str) -> None:
    source, codes = LONG_WORK[name]
    most, code = await busiest(source, Limits(timeout_ms=60_000))
    assert most < BUSY
    assert code in (codes or {""})


@pytest.mark.parametrize("name", HIDDEN_MEMORY)
async def test_values_on_the_stacks_of_python_are_counted(name: str) -> None:
    limits = Limits(memory_limit_bytes=16 << 20, timeout_ms=60_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    most, code = await busiest(HIDDEN_MEMORY[name], limits)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
    assert code == "memory_limit_exceeded"
    assert grown < limits.memory_limit_bytes + GROWTH
    assert most < BUSY


@pytest.mark.parametrize("name", COLLISIONS)
def test_keys_do_not_collide(name: str) -> None:
    began = time.thread_time()
    assert codemode.run(COLLISIONS[name]).value == 19_999
    assert time.thread_time() - began < 2  # with collisions half a minute


async def test_long_work_is_given_up_at_the_deadline() -> None:
    source, _ = LONG_WORK["strconv.Unquote"]
    began = time.monotonic()
    async with Engine(isolation="inline", limits=Limits(timeout_ms=300)) as engine:
        reply = await engine.session().exec(source)
    assert isinstance(reply, Failed)
    assert reply.code == "timeout"
    began_here = time.monotonic()
    with pytest.raises(codemode.errors.LimitError) as late:
        codemode.run(source, timeout_ms=300)
    assert late.value.code == "timeout"
    assert began_here - began < 5
    assert time.monotonic() - began_here < 5


async def test_a_look_at_much_memory_lets_the_event_loop_turn() -> None:
    source = (
        "m := []any{}\nfor i := range 200_000 {\n\tm = append(m, []any{i})\n}\n"
        "for range 100 {\n\tx := make([]byte, 1_000_000)\n\t_ = x\n}\n__out = 1"
    )
    most, code = await busiest(source, Limits(memory_limit_bytes=96 << 20, timeout_ms=60_000))
    assert code == ""
    assert most < BUSY


def test_arguments_of_open_calls_are_counted() -> None:
    async def slow(data: str) -> int:
        await asyncio.sleep(30)
        return len(data)

    program = 'for i := range 900 {\n\tgo codemode.CallTool("slow", map[string]any{"data": strings.Repeat("x", 1_000_000)})\n\truntime.Gosched()\n}'
    with pytest.raises(codemode.errors.LimitError) as full:
        codemode.run(
            program + "\nselect {}", [codemode.FunctionSource([codemode.FunctionTool("slow", slow)])], timeout_ms=20_000
        )
    assert full.value.code == "memory_limit_exceeded"


async def test_sleeps_that_are_over_at_once_leave_the_event_loop_its_turns() -> None:
    async with Engine(isolation="inline", limits=Limits(timeout_ms=500)) as engine:
        running = asyncio.create_task(engine.session().exec("for {\n\ttime.Sleep(time.Microsecond)\n}"))
        turns = 0
        while not running.done():
            await asyncio.sleep(0)
            turns += 1
        reply = await running
    assert isinstance(reply, Failed)
    assert reply.code == "timeout"
    assert turns > 20, turns  # one, as long as nobody looked
