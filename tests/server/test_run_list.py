"""Lists of the page over more runs than one look takes, and what the caches did over time."""

from __future__ import annotations

import time

import pytest

from codemode import Engine
from codemode.engine.events import RunEnded, RunStarted
from codemode.server.access import LOCAL, Identity
from codemode.server.cache_hit_rates import KEPT, Rates
from codemode.server.events import Watch
from codemode.server.hub import Hub
from codemode.server.run_list import find, time_of
from codemode.tool_cache import CacheStats

pytestmark = pytest.mark.anyio
RUNS, PAGE = 2100, 50


async def test_all_runs_can_be_paged_through_and_found() -> None:
    async with Engine(isolation="inline", history="1h") as engine:
        assert engine.history is not None
        began = time.time() - 3000
        for n in range(RUNS):
            run_id, agent = f"run_{n}", "ann" if n % 2 else "bob"
            engine.history.hear(RunStarted(run_id=run_id, at=began + n, agent=agent, session="", code=f"// job {n}"))
            if n != 7:
                engine.history.hear(RunEnded(run_id=run_id, at=began + n + 0.5, status="completed"))
        hub = Hub(engine, Watch())

        async def pages(wanted: dict[str, str], who: Identity = LOCAL) -> list[list[str]]:
            found, before = list[list[str]](), None
            while True:
                page = await find(hub, who, wanted, before, PAGE)
                found.append([run.run_id for run in page.runs])
                before = page.older
                if before is None:
                    return found

        every = await pages({})
        assert [len(page) for page in every] == [PAGE] * (RUNS // PAGE)
        assert [run_id for page in every for run_id in page] == [f"run_{n}" for n in reversed(range(RUNS))]
        # only so many are looked through for one page: the next one goes on from there
        assert await pages({"text": "job 77"}) == [[f"run_{n}" for n in range(779, 769, -1)], ["run_77"]]
        assert (await pages({"state": "running"})) == [["run_7"]]
        assert (await pages({"text": "// job 12", "agent": "bob"}))[-1][-1] == "run_12"
        own = await pages({}, Identity("ann", "ann"))
        assert sum(map(len, own)) == RUNS // 2


@pytest.mark.parametrize(("text", "found"), [("1.5", 1.5), ("", None), ("nan", None), ("inf", None), ("x", None)])
def test_a_place_in_the_list_is_a_time(text: str, found: float | None) -> None:
    assert time_of(text) == found


def test_hit_rates_are_those_of_each_stretch() -> None:
    counts = iter([CacheStats(program_hits=1, program_misses=1), CacheStats(4, 0, 0, 0, 0, 4, 1)])
    rates = Rates(lambda: next(counts))
    rates.note(now=100.0)
    over_time = rates.over_time()
    assert [stretch.rate for stretch in over_time["programs"]] == [0.5, 1.0]
    assert [stretch.rate for stretch in over_time["tool lists"]] == [None, 1.0]
    assert [stretch.hits for stretch in over_time["programs"]] == [1, 3]


def test_notes_are_of_one_day() -> None:
    rates = Rates(CacheStats)
    for _ in range(2 * KEPT):
        rates.note()
    assert len(rates.over_time()["selections"]) == KEPT + 1
