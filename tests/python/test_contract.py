"""The contract holds for programs in Python as it does for those in Go: waiting, approvals, limits, output, errors."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from codemode import Engine, Limits, Policy, Rule
from tests.contract.table import Case, Play
from tests.contract.world import HOOKS, World
from tests.python.contract_cases import CASES as FIRST
from tests.python.more_contract_cases import CASES as MORE

CASES = [*FIRST, *MORE]
pytestmark = pytest.mark.anyio
_numbers = itertools.count(1)


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def world() -> World:
    return World()


def _engine(world: World, case: Case) -> Engine:
    return Engine(
        sources=world.sources(),
        limits=Limits(**case.get("limits", {})),
        policy=Policy([Rule(*rule) for rule in case["policy"]]) if "policy" in case else None,
        hooks=[HOOKS[name](world) for name in case.get("hooks", ())],
        languages=("python", "go"),
    )


@pytest.fixture(scope="module")
async def usual(world: World) -> AsyncIterator[Engine]:
    async with _engine(world, {}) as engine:
        yield engine


@pytest.mark.parametrize("case", CASES, ids=[str(case["case"]) for case in CASES])
async def test_case(case: Case, usual: Engine, world: World) -> None:
    name = f"p{next(_numbers)}"
    if case.keys() & {"limits", "policy", "hooks"}:
        async with _engine(world, case) as engine:
            await Play(case, engine, world, name).play()
    else:
        await Play(case, usual, world, name).play()


async def test_events_are_those_of_go(usual: Engine, world: World) -> None:
    heard: list[str] = []

    def hear(event: object) -> None:
        heard.append(type(event).__name__)

    session = usual.session("a", f"p{next(_numbers)}")
    reply = await session.exec("print('a')\nt.add(a=1, b=2)\nyield_control('x')\n1", on_event=hear)
    reply = await session.wait(reply.run_id, on_event=hear)
    assert reply.status == "completed"
    assert heard == "RunStarted RunOutput CallStarted CallEnded RunWaiting RunResumed RunEnded".split()
