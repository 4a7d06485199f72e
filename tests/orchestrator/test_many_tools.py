"""A catalog of thousands of tools: which of them a model is shown, and that the event loop stays free while they are searched."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from codemode import CodeModeUTCP, FunctionSource, FunctionTool
from codemode.catalog import Catalog, ToolEntry, entry_id
from codemode.orchestrator.candidates import MAX_QUERIES, MAX_QUERY, Candidates
from codemode.orchestrator.tool_search import Searches
from tests.host.gauges import Ticker
from tests.orchestrator.shop import candidates_of

pytestmark = pytest.mark.anyio

LIMIT = 16
MANY = 3000


def entry(name: str, description: str) -> ToolEntry:
    owner = name.partition(".")[0]
    return ToolEntry(entry_id("function", owner, name), name, description, source_name=owner)


ALIKE = Catalog(
    [
        *(entry(f"deep.set_{n}", f"Sets the deep config {n} of the system.") for n in range(20)),
        *(entry(f"big.update_{n}", f"Updates record {n}.") for n in range(20)),
        entry("mail.send", "Sends a mail."),
    ]
)


@pytest.mark.parametrize(
    "request_",
    [
        "set the deep config of the system and update the record",
        "Update record 1. Set the deep config of the system.",
        "update record 1; please set the deep config of the system",
        "set the deep config of the system, then update record 1\n",
        "please update record 1。set the deep config of the system",
    ],
)
async def test_tools_that_are_nearly_the_same_leave_places_for_another_part_of_a_request(request_: str) -> None:
    shown = (await candidates_of(ALIKE, request_, LIMIT, complete=False)).tools
    owners = Counter(tool.source_name for tool in shown)
    assert len(shown) == LIMIT
    assert min(owners["deep"], owners["big"]) >= LIMIT // 4


async def test_three_parts_have_places() -> None:
    request = "Set the deep config of the system and update the record, then send a mail to Anna Deep."
    shown = (await candidates_of(ALIKE, request, LIMIT, complete=False)).tools
    assert {tool.source_name for tool in shown} == {"deep", "big", "mail"}


@pytest.mark.parametrize(
    "request_", ["set the deep config", "and then", "set the deep config and then", "", "a.b, c.d"]
)
async def test_a_request_of_one_part_is_ranked_as_a_whole(request_: str) -> None:
    shown = (await candidates_of(ALIKE, request_, LIMIT, complete=False)).tools
    found = ALIKE.search(request_, LIMIT)
    assert shown[: len(found)] == found


async def test_one_place_is_for_the_best_of_the_whole_request() -> None:
    request = "set the deep config of the system and update the record"
    assert (await candidates_of(ALIKE, request, 1, complete=False)).tools == ALIKE.search(request, 1)


async def test_a_long_request_is_searched_for_in_few_parts() -> None:
    asked: list[str] = []

    class Counted(Searches):
        async def __call__(self, query: str, limit: int) -> list[ToolEntry]:
            asked.append(query)
            return await super().__call__(query, limit)

    found = Candidates(ALIKE, Counted(ALIKE, ()), LIMIT, complete=False)
    await found.rank("send a mail, " * 100_000 + "x " * 1000)
    assert len(asked) <= 1 + MAX_QUERIES
    assert all(len(query) <= MAX_QUERY for query in asked[1:])


# --- the event loop -------------------------------------------------------------------------------------------------------


def many() -> Catalog:
    return Catalog(entry(f"service{n % 50}.do_{n}", f"Does thing {n} with records and orders.") for n in range(MANY))


async def test_the_first_search_leaves_the_event_loop_free() -> None:
    search, ticker = Searches(many(), ()), Ticker()
    ticking = asyncio.create_task(ticker.tick())
    await asyncio.sleep(0)
    assert len(await search("record", 5)) == 5
    ticking.cancel()
    assert len(ticker.ticks) > 5


async def test_names_that_no_tool_has_are_compared_with_all_others_beside_the_event_loop() -> None:
    def do() -> None:
        """Do it."""

    source = FunctionSource([FunctionTool(f"service{n % 50}.make_it_so_{n}", do) for n in range(MANY)])
    unknown = [f"service.make_it_sooo_{n}" for n in range(20)]
    during: list[int] = []
    ticker = Ticker()

    async def model(prompt: str) -> str:
        during.append(len(ticker.ticks))
        return answers.pop(0)

    answers = ['{"needs": true}', f'{{"tools": {unknown}}}'.replace("'", '"'), '{"code": "__out = 1"}']
    async with CodeModeUTCP(None, model, sources=[source], isolation="inline") as cm:
        ticking = asyncio.create_task(ticker.tick())
        outcome = await cm.call_tool("make it so")
        ticking.cancel()
    assert "similar names: service" in outcome.notes[0]
    assert during[-1] - during[-2] > 5
