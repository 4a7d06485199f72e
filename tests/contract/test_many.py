"""Many guests at once, and many runs that wait: what becomes of each. How long it takes is measured by the benchmarks crowd and parked."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path

import pytest

from tests.contract.crowd import crowd_engine, meet
from tests.contract.parked import all_gone, park, parked_engine, resume
from tests.contract.shown import shows

pytestmark = pytest.mark.anyio


async def test_two_hundred_sessions_good_and_hostile(isolation: str) -> None:
    async with crowd_engine(
        isolation,
        16,
        timeout_ms=60_000,
        max_steps=100_000,
        memory_limit_bytes=4 << 20,
        max_call_depth=500,
        max_tool_calls=300,  # so that guests who call for ever end soon
    ) as engine:
        crowd = await meet(engine, 100, 100)
        assert crowd.wrong == []
        assert len(crowd.seconds) == 100
        assert sum(crowd.codes.values()) == 100
        # with budgets as small as these the time is nobody's limit
        assert crowd.codes["timeout"] == 0
        assert crowd.slowest < 40
        assert len(engine.runs) == 0


@shows("max_suspended_runs", "wait 8")
@pytest.mark.parametrize("durable", [False, True])
async def test_a_hundred_runs_that_wait(isolation: str, durable: bool, tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/runs.db" if durable else None
    async with parked_engine(isolation, store, 101) as engine:
        parked = await park(engine, 100)
        assert len(set(parked.ids)) == 100
        assert parked.bytes_each < 400 << 10
        # the last first, so that those come that have waited for longest
        await resume(engine, parked, list(range(99, 49, -1)))
        assert parked.wrong == []
        assert len(engine.runs) == 50
    if durable:
        async with parked_engine(isolation, store, 101) as engine:
            await resume(engine, parked, list(range(0, 50, 5)))
            assert parked.wrong == []


async def test_nothing_is_left_of_runs_that_expired(isolation: str) -> None:
    async with parked_engine(isolation, None, 101, ttl=2) as engine:
        before = asyncio.all_tasks()
        parked = await park(engine, 60)
        assert parked.wrong == []
        assert await all_gone(engine, 30)
        gc.collect()
        await asyncio.sleep(0.1)
        assert asyncio.all_tasks() <= before
        codes = {(await engine.session("a", "s").wait(id)).code for id in parked.ids}  # type: ignore[union-attr]
        assert codes == {"snapshot_expired"}
