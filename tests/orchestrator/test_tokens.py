"""What prompts cost: the way through codemode must stay cheaper than calling tools one by one, also in small worlds."""

from __future__ import annotations

import statistics

import pytest

from benchmarks.tokens import measure

pytestmark = pytest.mark.anyio


async def test_prompts_stay_small() -> None:
    found = await measure(lambda text: -(-len(text.encode()) // 4))
    assert set(found) == {"shop", "devhub", "finance", "travel"}
    for world, ways in found.items():
        sent = {way: statistics.median(cost.sent for cost in costs) for way, costs in ways.items()}
        assert max(sent["staged"], sent["single"]) < sent["one by one"], world
        assert sent["staged"] < 3500, world
