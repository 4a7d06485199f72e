"""One event loop for the whole suite, and engines that cases with the same wishes share."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from codemode import Engine, Limits, Policy, Rule
from tests.contract.table import Case
from tests.contract.world import HOOKS, World

ISOLATIONS = ("inline", "process")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=ISOLATIONS, scope="session")
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


class Engines:
    """Engines by what they were asked to be. Those that only one case wants are closed when the next one comes."""

    def __init__(self, isolation: str) -> None:
        self.isolation = isolation
        self.world = World()
        self.sources = self.world.sources()
        self.usual = self.make({})
        self._last: tuple[str, Engine] | None = None

    def make(self, case: Case) -> Engine:
        return Engine(
            sources=self.sources,
            limits=Limits(**case.get("limits", {})),
            isolation=self.isolation,
            policy=Policy([Rule(*rule) for rule in case["policy"]]) if "policy" in case else None,
            hooks=[HOOKS[name](self.world) for name in case.get("hooks", ())],
            strict=case.get("strict", False),
        )

    async def of(self, case: Case) -> Engine:
        wishes = {key: case[key] for key in ("limits", "policy", "hooks", "strict") if key in case}
        if not wishes:
            return self.usual
        key = json.dumps(wishes, sort_keys=True)
        if self._last is None or self._last[0] != key:
            await self._close_last()
            self._last = key, self.make(case)
            await self._last[1].__aenter__()  # so that starting workers costs no case its time
        return self._last[1]

    async def _close_last(self) -> None:
        if self._last is not None:
            await self._last[1].close()
            self._last = None

    async def close(self) -> None:
        await self._close_last()
        await self.usual.close()


@pytest.fixture(scope="session")
async def engines(isolation: str) -> AsyncIterator[Engines]:
    made = Engines(isolation)
    await made.usual.__aenter__()
    yield made
    await made.close()


@pytest.fixture
async def engine_of(isolation: str) -> AsyncIterator[Callable[..., Engine]]:
    """Makes engines that are closed when the test is over."""
    made: list[Engine] = []

    def make(*args: Any, **more: Any) -> Engine:
        made.append(Engine(*args, isolation=isolation, **more))
        return made[-1]

    yield make
    for engine in made:
        await engine.close()
