"""A catalog of thousands of tools: the server answers others while it makes the index of the first search."""

from __future__ import annotations

import asyncio

import pytest

from codemode import FunctionSource, FunctionTool
from codemode.server.access import LOCAL
from tests.host.gauges import Ticker
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio

MANY = 3000


def do() -> None:
    """Does things with records and orders of customers."""


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/v1/tools?query=records", "service"),
        ("/v1/tools/zzz.nothing_like_it_of_records", "did you mean"),
        ("/tools?query=records", "service"),
    ],
)
async def test_a_search_leaves_the_event_loop_free(path: str, told: str) -> None:
    source = FunctionSource([FunctionTool(f"service{n % 50}.do_{n}", do) for n in range(MANY)])
    async with serving(sources=[source]) as running:
        await running.http.get(f"/?key={running.server.keys.new_key(LOCAL)}")
        assert (await running.http.get("/v1/tools?limit=1")).json()["total"] == MANY
        ticker = Ticker()
        ticking = asyncio.create_task(ticker.tick())
        answer = await running.http.get(path)
        ticking.cancel()
    assert told in answer.text
    assert len(ticker.ticks) > 5
