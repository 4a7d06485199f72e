"""Catalogs of thousands of tools: what a program costs does not depend on the tools that it does not name, and it is checked as among few tools."""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from codemode import Engine, FunctionSource, FunctionTool, Limits, Namespace, Policy, Verb
from codemode.catalog import Catalog, ToolEntry, taming
from codemode.engine.toolbox import Toolbox
from codemode.engine.workers.frames import Line, catalog_body
from codemode.engine.workers.worker import Work
from tests.ratios import grows_with_the_size

pytestmark = pytest.mark.anyio

FILL = "This operation follows the conventions of the service for paging, errors and rate limits. " * 4


def schema_of(n: int) -> dict[str, Any]:
    fields = {f"{kind}_{n}": {"type": "string", "description": FILL} for kind in ("id", "note", "tag")}
    return {"type": "object", "properties": {"amount": {"type": "number"}, **fields}, "required": ["amount"]}


def many(count: int) -> list[FunctionTool]:
    def echo(**given: Any) -> Any:
        return given

    returned = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}
    return [
        FunctionTool(f"shop{n // 50}.make_thing_{n}", echo, FILL, schema_of(n), returned, read_only=n % 2 == 0)
        for n in range(count)
    ]


def blob(data: bytes) -> int:
    return len(data)


def city(name: str) -> str:
    return name


OTHERS = [FunctionTool(f"other.{function.__name__}", function) for function in (blob, city)]
SOURCE = FunctionSource([*many(3000), *OTHERS], owner="many")


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def engine(anyio_backend: str) -> AsyncIterator[Engine]:
    async with Engine([SOURCE], languages=("go", "python")) as made:
        made.register(Namespace("pay", "many", "", {"small": Verb("shop0.make_thing_7", params=("amount",))}))
        yield made


def test_such_a_catalog_is_large() -> None:
    assert Catalog(tool_entries(3000)).is_large
    assert not Catalog(tool_entries(30)).is_large


def tool_entries(count: int) -> list[ToolEntry]:
    return [
        ToolEntry(f"function:shop:t{n}", f"shop.t{n}", FILL, input_schema=schema_of(n), source_name="shop")
        for n in range(count)
    ]


@pytest.mark.parametrize(
    ("code", "language", "value"),
    [
        ('r, _ := codemode.CallTool("shop59.make_thing_2999", map[string]any{"amount": 2})\n__out = r', "go", {"amount": 2}),
        ('r, _ := tools.Shop59MakeThing2999(map[string]any{"amount": 2})\n__out = r', "go", {"amount": 2}),
        ('name := "shop59.make_" + "thing_2999"\nr, _ := codemode.CallTool(name, map[string]any{"amount": 2})\n__out = r', "go", {"amount": 2}),
        ("r, _ := pay.small(2)\n__out = r", "go", {"amount": 2}),
        ('__out = len(codemode.SearchTools("make thing 2999", 5)) > 0', "go", True),
        ('__out = strings.Contains(tools.Describe("shop59.make_thing_2999").declaration, "amount")', "go", True),
        ('name := strings.Trim("Xother.blobX", "X")\nr, _ := codemode.CallTool(name, map[string]any{"data": []byte("a")})\n__out = r', "go", 1),
        ('name := strings.ReplaceAll("other.ciXty", "X", "")\nr, _ := codemode.CallTool(name, "Rome")\n__out = r', "go", "Rome"),
        ('name = "other.blXob".replace("X", "")\ncall_tool(name, {"data": b"abc"})', "python", 3),
        ('name = "other.ciXty".replace("X", "")\ncall_tool(name, "Rome")', "python", "Rome"),
        ("__out = len(ALL_TOOLS)", "go", 3002),
        ("shop59.make_thing_2999(amount=2)", "python", {"amount": 2}),
    ],
)  # fmt: skip
async def test_programs_run_as_among_few_tools(engine: Engine, code: str, language: str, value: Any) -> None:
    reply = await engine.session().exec(code, language=language)
    assert reply.status == "completed", reply
    assert reply.value == value


@pytest.mark.parametrize(
    ("code", "language", "told"),
    [
        ('_, _ = codemode.CallTool("shop59.make_thing_2999", map[string]any{"amuont": 2})', "go", "amuont"),
        ('_, _ = codemode.CallTool("shop59.make_thingg_2999", map[string]any{"amount": 2})', "go", "shop59.make_thing_2999"),
        ('_, _ = pay.small("2")', "go", "2"),
        ("shop59.make_thing_2999(amuont=2)", "python", "amuont"),
        ("shop59.make_thingg_2999(amount=2)", "python", "make_thing_2999"),
    ],
)  # fmt: skip
async def test_programs_are_checked_as_among_few_tools(engine: Engine, code: str, language: str, told: str) -> None:
    reply = await engine.session().exec(code, language=language)
    assert reply.status == "failed"
    assert reply.code == "check_failed", reply
    assert told in f"{reply.error} {reply.hint} {reply.diagnostics}"
    assert reply.tool_calls == []


def test_a_worker_gets_names_and_the_schemas_of_what_a_program_names() -> None:
    catalog = Catalog(tool_entries(3000))
    box = Toolbox([catalog.listed])
    assert len(catalog_body(box)) < 100 * 3000
    assert len(catalog_body(box)) < catalog.size / 10
    for spelled in ("shop.t1234", "tools.ShopT1234", "shop.t_1234", "shop/T1234", "function:shop:t1234"):
        assert "function:shop:t1234" in catalog.mentioned(f"_, _ = {spelled}()"), spelled
    assert catalog.mentioned("x := 1") == {}


def test_tools_of_mcp_servers_are_found_in_a_program() -> None:
    entries = [
        ToolEntry(f"mcp:crm{n}:get_order", f"MCP.crm{n}.get_order", FILL, source="mcp", source_name=f"crm{n}")
        for n in range(5000)
    ]
    catalog = Catalog(entries)
    assert catalog.is_large
    for spelled in ("MCP.crm777.get_order", "MCP.crm777.GetOrder", "mcp:crm777:get_order"):
        assert list(catalog.mentioned(f'r, err := {spelled}("x")')) == ["mcp:crm777:get_order"]


def test_a_whole_name_comes_before_a_common_word() -> None:
    entries = [
        ToolEntry(f"utcp:owner{n}:search", f"owner{n}.search", FILL * 20, source="utcp", source_name=f"owner{n}")
        for n in range(1000)
    ]
    found = Catalog(entries).mentioned("search()\n" * 50 + "owner777.search(1)")
    assert next(iter(found)) == "utcp:owner777:search"
    assert len(found) <= 64


@pytest.mark.parametrize("word", ["search ", "owner1 "])
def test_many_words_that_many_tools_have(word: str) -> None:
    def work(size: int) -> object:
        count = size // len(word)
        entries = [
            ToolEntry(f"utcp:owner{n}:search", f"owner{n}.search", FILL, source="utcp", source_name=f"owner{n}")
            for n in range(count)
        ]
        return Catalog(entries).mentioned(word * count)

    assert grows_with_the_size(work)


def test_to_learn_tools_has_a_time_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose last program left it a second of the processor was ended by the kernel while it learned."""
    limits: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limits.append(pair))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        work = Work(Line(ours))
        work._spend_until(0)
        work.answer(["catalog", "v", [], [], [], None])
    assert limits[-1][0] >= limits[0][0] + 60


async def test_callers_who_see_the_same_tools_share_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [("deny", "shop1.*"), {"action": "deny", "tool": "shop2.*", "agent": "guest"}]
    tamed: list[str] = []
    real = taming._tamed
    monkeypatch.setattr(taming, "_tamed", lambda entry: tamed.append(entry.id) or real(entry))
    async with Engine([FunctionSource(many(200), owner="own")], policy=Policy(rules), isolation="inline") as engine:  # type: ignore[list-item]
        first, other, guest = [
            await engine.catalog(agent, session) for agent, session in (("a", "1"), ("b", "2"), ("guest", "1"))
        ]
        assert first is other
        assert (len(first), len(guest)) == (150, 100)
        assert len(tamed) == 200
        allowed = await Engine([SOURCE], policy=Policy([("ask", "*")]), isolation="inline").catalog("x", "y")
        assert len(allowed) == 3002


async def test_a_policy_with_its_own_mind_is_asked_for_each_caller() -> None:
    class Own(Policy):
        def shows(self, entry: ToolEntry, agent: str = "", session: str = "") -> bool:
            return session == "1"

    async with Engine([FunctionSource(many(10), owner="own")], policy=Own(), isolation="inline") as engine:
        assert len(await engine.catalog("a", "1")) == 10
        assert len(await engine.catalog("a", "2")) == 0


async def test_many_agents_begin_at_once_within_the_time_of_a_program() -> None:
    async with Engine([SOURCE], Limits(timeout_ms=10_000)) as engine:
        replies = await asyncio.gather(*(engine.session(f"agent{n}").exec("__out = 1") for n in range(6)))
    assert [reply.status for reply in replies] == ["completed"] * 6


@pytest.mark.parametrize("is_busy", [False, True], ids=["", "busy"])
@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_the_first_search_does_not_outlast_the_time_of_an_exec(
    isolation: Any, is_busy: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ready = threading.Event()
    plain = Catalog.search

    def slow(self: Catalog, query: str, limit: int = 8) -> list[ToolEntry]:
        assert ready.wait(20)
        return plain(self, query, limit)

    monkeypatch.setattr(Catalog, "search", slow)
    source = FunctionSource(many(3), owner="own")
    async with Engine([source], isolation=isolation, store=f"sqlite:///{tmp_path}/runs.db") as engine:
        session = engine.session()
        await engine.ready()
        code = '__out = len(codemode.SearchTools("make thing 2", 5))'
        if is_busy:  # the loop sees the end of the program's time and of the run store's time at once
            asyncio.get_running_loop().call_later(0.35, time.sleep, 0.3)
        began = time.monotonic()
        reply = await session.exec(code, timeout_ms=400)
        assert time.monotonic() - began < 5
        assert (reply.status, reply.code) == ("failed", "timeout"), reply
        ready.set()
        again = await session.exec(code)
    assert again.status == "completed", again
    assert again.value == 3
