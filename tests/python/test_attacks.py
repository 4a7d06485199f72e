"""What programs in Python cannot do, each in a real worker: get hold of the host, hide from a limit, or outlive it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

import codemode
from codemode import Engine, FunctionSource, Limits
from codemode.errors import CheckError
from tests.python.attacks import BOMBS, CODES, ESCAPES

MIB = 1 << 20
LIMITS = Limits(
    timeout_ms=30_000, memory_limit_bytes=4 * MIB, max_steps=300_000, max_output_bytes=64 << 10, max_tool_calls=100
)


def b(n: int) -> int:
    return n


class World:
    """One engine on one event loop for all rows."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.engine = Engine([FunctionSource.from_functions(b, owner="a")], LIMITS, languages=("python",))
        self.session = self.engine.session("tests", "attacks")

    def run(self, code: str, timeout_ms: int | None = None) -> Any:
        return self.loop.run_until_complete(self.session.exec(code, timeout_ms=timeout_ms))

    def close(self) -> None:
        self.loop.run_until_complete(self.engine.close())
        self.loop.close()


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    made = World()
    yield made
    made.close()


REFUSALS = {"check_failed", "module_access_denied", "parse_failed", "guest_error", "nested_tool_failed"}


@pytest.mark.parametrize("name", ESCAPES)
def test_escape(world: World, name: str) -> None:
    reply = world.run(ESCAPES[name])
    said = "".join(str(getattr(item, "text", "")) for item in reply.output)
    assert "LEAK" not in said
    assert reply.status == "completed" or reply.code in REFUSALS, reply.error


@pytest.mark.parametrize("name", BOMBS)
def test_bomb(world: World, name: str) -> None:
    code, expected = BOMBS[name]
    # what nothing but the clock ends gets little time; everything else has its own limit, also on a busy machine
    reply = world.run(code, 500 if "timeout" in expected else None)
    found = "" if reply.status == "completed" else reply.code
    assert found in {CODES[each] for each in expected.split()}, getattr(reply, "error", "")
    assert not any("went on" in str(getattr(item, "text", "")) for item in reply.output)


LATE = ("equality unfolds", "copy unfolds", "hash collisions", "in map", "loop in bare except", "value unfolds")


def test_programs_end_within_200_ms_of_their_time(world: World) -> None:
    """More only where the machine is so busy that a sleep of this process is late, too."""
    limits = Limits(timeout_ms=300, max_steps=10**9)
    late: dict[str, float] = {}

    async def play() -> float:
        lag = 0.0

        async def watch() -> None:
            nonlocal lag
            while True:
                began = time.monotonic()
                await asyncio.sleep(0.01)
                lag = max(lag, time.monotonic() - began - 0.01)

        watching = asyncio.create_task(watch())
        async with Engine([], limits, languages=("python",)) as engine:
            session = engine.session()
            await session.exec("1")
            for name in LATE:
                began = time.monotonic()
                await session.exec(BOMBS[name][0])
                late[name] = time.monotonic() - began - 0.3
        watching.cancel()
        return lag

    lag = world.loop.run_until_complete(play())
    assert {name: spent for name, spent in late.items() if spent > 0.2 + 20 * lag} == {}


def test_the_host_is_well_after_all_that(world: World) -> None:
    reply = world.run("call_tool('a.b', n=5) + 1")
    assert reply.value == 6


def test_there_are_enough() -> None:
    assert len(ESCAPES) + len(BOMBS) >= 200


@pytest.mark.parametrize(
    "change",
    ["a.__dict__.update(x=1)", 'a.__dict__["x"] = 1', 'del a.__dict__["y"]', 'vars(a)["x"] = 1', "vars(a).clear()"],
)
def test_attributes_that_would_be_set_in_a_copy_are_refused(change: str) -> None:
    """The program would go on without them."""
    with pytest.raises(CheckError, match="is a copy of the attributes: changing it changes nothing"):
        codemode.run(f"class A: pass\na = A()\na.y = 1\n{change}", language="python")
    assert codemode.run(
        "class A: pass\na = A()\na.y = 1\nd = vars(a)\nd['x'] = 2\nd | a.__dict__", language="python"
    ).value == {"y": 1, "x": 2}
