"""Sources that hang, are down, or were never there: nothing they do takes another one away."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import codemode
from codemode import (
    Completed,
    Engine,
    Failed,
    FunctionSource,
    FunctionTool,
    McpSource,
    Policy,
    Rule,
    ToolCache,
    UtcpSource,
)
from codemode.catalog import ToolEntry
from codemode.engine import CallContext
from codemode.engine.listing import Listings
from codemode.errors import ToolError, ToolSourceError
from codemode.sources import utcp_client
from tests.mcp_forks import ROOT, forking
from tests.ports import unused_port
from tests.servers import serving

pytestmark = pytest.mark.anyio

HANGS = {"command": "sleep", "args": ["1000"]}
LOCAL = "__out = tools.local_double(21)"
MCP_CALL = 'r, err := MCP.dead.anything(map[string]any{"x": 1})\nif err != nil { return err }\n__out = r'


@pytest.fixture(scope="module", autouse=True)
def servers_are_forked() -> Any:
    with forking():
        yield


@pytest.fixture(params=["inline", "process"])
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


def local() -> FunctionSource:
    def double(n: int) -> int:
        """Twice a number."""
        return 2 * n

    return FunctionSource.from_functions(double, owner="local")


def servers(**named: Any) -> McpSource:
    return McpSource.from_config({"mcpServers": named}, connect_timeout=20)


@pytest.fixture
async def dead() -> AsyncIterator[McpSource]:
    source = servers(dead=HANGS)
    yield source
    await source.close()


async def run(engine: Engine, code: str, session: str = "s", **more: Any) -> Completed:
    reply = await engine.session("a", session).exec(code, **more)
    assert isinstance(reply, Completed), reply
    return reply


# --- a server that hangs --------------------------------------------------------------------------------------------------


async def test_a_server_that_hangs_does_not_hold_up_a_program_that_does_not_need_it(
    dead: McpSource, isolation: str
) -> None:
    async with Engine([local(), dead], isolation=isolation) as engine:
        await engine.ready()
        for _ in range(3):
            began = time.monotonic()
            assert (await run(engine, LOCAL)).value == 42
            assert time.monotonic() - began < 2  # and not the budget of ten seconds


async def test_the_tools_of_a_server_that_hangs_answer_source_unavailable(dead: McpSource, isolation: str) -> None:
    async with Engine([local(), dead], isolation=isolation) as engine:
        await engine.ready()
        reply = await engine.session().exec(MCP_CALL, timeout_ms=2500)  # of which a fifth is left when the wait is over
        assert isinstance(reply, Failed)
        [call] = reply.tool_calls
        assert (call.code, call.status) == ("source_unavailable", "never_started")
        assert (
            "MCP.dead.anything is not available: MCP server 'dead' (sleep) has not listed its tools yet" in call.error
        )
        # it is handled as any other error of a tool
        code = f"_, err := MCP.dead.anything()\n__out = []any{{err != nil, {LOCAL.removeprefix('__out = ')}}}"
        assert (await run(engine, code, timeout_ms=1000)).value == [True, 42]


async def test_whoever_needs_a_server_waits_for_it_once_and_not_for_long(dead: McpSource) -> None:
    async with Engine([local(), dead], isolation="inline") as engine:
        began = time.monotonic()
        await engine.session().exec(MCP_CALL)  # the first program that needs it
        first = time.monotonic() - began
        assert 7 < first < 9.5  # it names the server, and has ten seconds
        began = time.monotonic()
        await engine.session("b", "other").exec(MCP_CALL)
        assert time.monotonic() - began < 1


async def test_the_failure_is_on_record_with_its_time_and_the_next_try(isolation: str) -> None:
    source = McpSource.from_config({"mcpServers": {"dead": HANGS}}, connect_timeout=0.3)
    async with Engine([local(), source], isolation=isolation) as engine:
        assert engine.warnings == []
        catalog = await engine.catalog()
        assert catalog.absent == ("MCP.dead",)
        [told] = engine.warnings
        assert "MCP server 'dead' (sleep) cannot be reached: no answer within 0.3 s" in told
        assert time.strftime("%H:") in told
        assert "tried again in " in told
        reply = await engine.session().exec(MCP_CALL)
        assert isinstance(reply, Failed)
        assert "no answer within 0.3 s" in reply.error
        # who looks at all tools is told that some are not known
        found = await run(engine, 'found, _ := codemode.SearchTools("double", 3)\n__out = len(found)')
        assert found.value == 1
        [warning] = [w for w in found.warnings if w.code == "tool_warning"]
        assert "not all tools are known: MCP server 'dead'" in warning.message
        [exec_tool, _] = await engine.session().definitions("mcp")
        assert "(of MCP.dead)" in exec_tool["description"]
    await source.close()


async def test_a_server_that_hangs_takes_nothing_from_the_others_of_its_file(isolation: str) -> None:
    good = {"command": sys.executable, "args": ["-m", "tests.mcp_server"], "cwd": str(ROOT)}
    source = servers(good=good, dead=HANGS)
    async with Engine([source], isolation=isolation) as engine:
        reply = await run(engine, '__out = MCP.good.add(map[string]any{"a": 1, "b": 2})')
        assert reply.value == 3
    await source.close()


async def test_a_listing_that_is_under_way_ends_with_the_engine_and_its_process_with_the_source(
    dead: McpSource,
) -> None:
    async with Engine([local(), dead], isolation="inline") as engine:
        await run(engine, LOCAL)
        assert any(listing.is_under_way for listing in engine.listings._made.values())
    await asyncio.sleep(0.05)
    assert not any(listing.is_under_way for listing in engine.listings._made.values())
    began = time.monotonic()
    await dead.close()
    assert time.monotonic() - began < 15  # and not until the server has answered


def test_codemode_run_needs_no_engine_for_that() -> None:
    source = servers(dead=HANGS)
    assert codemode.run(LOCAL, sources=[local(), source]).value == 42
    assert codemode.check(LOCAL, sources=[local(), source]) == []
    with pytest.raises(codemode.CodeModeError, match=r"MCP\.dead\.anything is not available"):
        codemode.run(MCP_CALL, sources=[local(), source], timeout_ms=2000)
    asyncio.run(source.close())


# --- a server that goes away, and comes back ---------------------------------------------------------------------------------


class Listed:
    """A source that does what a test says when it is asked for its tools, once for each."""

    def __init__(self, *doing: Any) -> None:
        self.plain = local()
        self.doing = list(doing)
        self.asked = 0
        self.generation = 0

    def known_tools(self) -> Sequence[ToolEntry] | None:
        return None

    async def list_tools(self) -> Sequence[ToolEntry]:
        self.asked += 1
        now = self.doing.pop(0) if self.doing else None
        if isinstance(now, Exception):
            raise now
        if isinstance(now, float):
            await asyncio.sleep(now)
        elif now is not None:
            return now
        return self.plain.known_tools()

    async def call(self, name: str, arguments: dict[str, Any], context: Any) -> Any:
        return await self.plain.call(name, arguments, context)

    def stream(self, name: str, arguments: dict[str, Any], context: Any) -> Any:
        return self.plain.stream(name, arguments, context)

    def direct(self, name: str) -> Any:
        return None

    async def close(self) -> None:
        return


async def test_the_last_good_list_is_kept_while_a_source_is_away(isolation: str) -> None:
    source = Listed(None, ToolSourceError("the server is being repaired"), 60.0)
    async with Engine([source], isolation=isolation) as engine:
        assert (await run(engine, LOCAL)).value == 42
        for asked in (2, 3):
            await asyncio.sleep(0.1)  # what failed is not tried again at once
            source.generation += 1
            began = time.monotonic()
            assert (await run(engine, LOCAL)).value == 42
            assert time.monotonic() - began < 2
            assert source.asked == asked
            if asked == 2:
                assert "the server is being repaired" in engine.warnings[0]
                assert "the tools that it listed before stay available" in engine.warnings[0]


async def test_a_source_that_comes_back_is_used_again(isolation: str) -> None:
    source = Listed(ToolSourceError("down"), ToolSourceError("down"))
    async with Engine([source], isolation=isolation) as engine:
        first = await engine.session().exec(LOCAL)
        assert isinstance(first, Failed)
        async with asyncio.timeout(10):
            while engine.warnings or source.asked < 3:
                await engine.session().exec(LOCAL)
        assert (await run(engine, LOCAL)).value == 42


ODD: list[Any] = [KeyError("name"), [], ["no tool"], 7, {"a": 1}]


@pytest.mark.parametrize("odd", ODD, ids=repr)
async def test_a_failing_source_affects_only_itself(odd: Any) -> None:
    async with Engine([local(), Listed(odd)], isolation="inline") as engine:
        assert (await run(engine, LOCAL)).value == 42


async def test_a_name_that_may_be_a_tool_of_a_failing_source_says_so(isolation: str) -> None:
    async with Engine([local(), Listed(ToolSourceError("down"))], isolation=isolation) as engine:
        reply = await engine.session().exec("__out = orders.late()")
        assert isinstance(reply, Failed)
        assert reply.diagnostics[0].message == "undefined: orders"
        assert "not all tools are known now" in reply.diagnostics[0].hint
        typo = await engine.session().exec("count := 1\n__out = cuont")
        assert isinstance(typo, Failed)
        assert typo.diagnostics[0].hint == "did you mean count?"


async def test_a_source_that_listens_to_nobody_has_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    from codemode.engine import listing

    class Stubborn(Listed):
        async def list_tools(self) -> Sequence[ToolEntry]:
            until = time.monotonic() + 1
            while time.monotonic() < until:
                try:
                    await asyncio.sleep(0.05)
                except asyncio.CancelledError:
                    continue
            return []

    monkeypatch.setattr(listing, "DEADLINE", 0.2)
    async with Engine([local(), Stubborn()], isolation="inline") as engine:
        await engine.catalog()
        assert "no answer within 0.2 s" in engine.warnings[0]
        assert (await run(engine, LOCAL)).value == 42
    await asyncio.sleep(1.1)


async def test_after_a_crash_with_a_slow_restart_unrelated_sessions_do_not_wait(tmp_path: Path, isolation: str) -> None:
    starts = tmp_path / "starts"
    arguments = ["-m", "tests.mcp_old_server", "slow_again", str(starts)]
    slow = {"command": sys.executable, "args": arguments, "cwd": str(ROOT)}
    source = servers(slow=slow)
    async with Engine([local(), source], isolation=isolation) as engine:
        assert (await run(engine, "__out = MCP.slow.ping()")).value == "ping"
        crashed = await engine.session("a", "s").exec("__out = MCP.slow.crash()")
        assert isinstance(crashed, Failed)
        for number in range(3):
            began = time.monotonic()
            assert (await run(engine, LOCAL, session=f"other {number}")).value == 42
            assert time.monotonic() - began < 1
        # whoever needs it gets it as soon as it is there again, by the list that it gave before
        assert (await run(engine, "__out = MCP.slow.ping()")).value == "ping"
        assert starts.read_text().count("started") == 2
    await source.close()


# --- manuals of UTCP ------------------------------------------------------------------------------------------------------


def manual_of(*names: str) -> dict[str, Any]:
    way = {"call_template_type": "text", "content": "said"}
    tools = [{"name": name, "inputs": {"type": "object"}, "tool_call_template": way} for name in names]
    return {"utcp_version": "1.0.1", "manual_version": "1", "tools": tools}


SAYS = {"name": "says", "call_template_type": "text", "content": json.dumps(manual_of("hello"))}


def template(name: str, url: str) -> dict[str, Any]:
    return {"name": name, "call_template_type": "http", "url": url, "allowed_communication_protocols": ["http", "text"]}


async def test_one_manual_that_cannot_be_reached_takes_nothing_from_the_others(isolation: str) -> None:
    async def manual(_: Request) -> Response:
        return JSONResponse(manual_of("say"))

    with serving(Starlette(routes=[Route("/utcp", manual)])) as url:
        gone = template("gone", f"http://127.0.0.1:{unused_port()}/utcp")
        source = await UtcpSource.from_config({"manual_call_templates": [gone, template("here", f"{url}/utcp")]})
        async with Engine([local(), source], isolation=isolation) as engine:
            reply = await run(engine, '__out, _ = codemode.CallTool("here.say")')
            assert reply.value == "said"
            failed = await engine.session().exec(
                'r, err := codemode.CallTool("gone.say")\nif err != nil { return err }\n_ = r'
            )
            assert isinstance(failed, Failed)
            assert [call.code for call in failed.tool_calls] == ["source_unavailable"]
            assert "gone.say is not available: manual 'gone' at http://127.0.0.1:" in failed.error
            for spelling in ("tools.gone_say(map[string]any{})", "gone.say(map[string]any{})"):
                failed = await engine.session().exec(f"__out = {spelling}")
                assert isinstance(failed, Failed)
                assert [call.code for call in failed.tool_calls] == ["source_unavailable"], failed
            assert any("'gone'" in told for told in engine.warnings)
        await source.close()


async def test_programs_in_python_call_tools_of_sources_that_are_away() -> None:
    gone = template("gone", f"http://127.0.0.1:{unused_port()}/utcp")
    source = await UtcpSource.from_config({"manual_call_templates": [gone]}, needs_one=False)
    server = McpSource.http(f"http://127.0.0.1:{unused_port()}/mcp", name="wh")
    async with Engine([local(), source, server], languages=("go", "python")) as engine:
        session = engine.session()
        for call, name in (
            ("gone.say(1)", "gone.say"),
            ("MCP.wh.stock(sku=1)", "MCP.wh.stock"),
            ("call_tool('gone.say')", "gone.say"),
        ):
            for code in (call, f"await {call}"):
                failed = await session.exec(code, language="python")
                assert isinstance(failed, Failed)
                assert [(each.code, each.tool) for each in failed.tool_calls] == [("source_unavailable", name)], failed
                assert f"{name} is not available: " in failed.error
        caught = await session.exec(
            "try:\n    gone.say()\nexcept ToolError as e:\n    __out = local.double(n=21)", language="python"
        )
        assert caught.result() == 42
        wrong = await session.exec("goen.say()", language="python")
        assert isinstance(wrong, Failed)
        assert wrong.diagnostics[0].message == "name 'goen' is not defined"
        [definition, _] = await session.definitions("mcp")
        assert "(of MCP.wh, gone)" in definition["description"]
    await source.close()
    await server.close()


async def test_a_manual_that_comes_up_later_is_there_without_another_start(isolation: str) -> None:
    async def manual(_: Request) -> Response:
        return JSONResponse(manual_of("say")) if up else Response("not yet", status_code=503)

    up = False
    with serving(Starlette(routes=[Route("/utcp", manual)])) as url:
        source = await UtcpSource.from_config({"manual_call_templates": [SAYS, template("late", f"{url}/utcp")]})
        async with Engine([source], isolation=isolation) as engine:
            code = 'r, err := codemode.CallTool("late.say")\nif err != nil { return err }\n__out = r'
            assert isinstance(await engine.session().exec(code), Failed)
            up = True
            async with asyncio.timeout(10):
                while isinstance(reply := await engine.session().exec(code), Failed):
                    await asyncio.sleep(0.02)
            assert isinstance(reply, Completed)
            assert reply.value == "said"
            assert engine.warnings == []
        await source.close()


async def test_a_manual_that_is_registered_later_is_seen_by_the_next_program(isolation: str) -> None:
    source = await UtcpSource.from_config({"manual_call_templates": [SAYS]})
    client: Any = source.client
    async with Engine([source], isolation=isolation) as engine:
        assert (await run(engine, '__out, _ = codemode.CallTool("says.hello")')).value == "said"
        way = type(client.config.manual_call_templates[0])
        await client.register_manual(way(**SAYS | {"name": "later"}))
        assert (await run(engine, '__out, _ = codemode.CallTool("later.hello")')).value == "said"
        await client.deregister_manual("later")
        assert isinstance(await engine.session().exec('__out, _ = codemode.CallTool("later.hello")'), Failed)
    await source.close()


async def test_a_configured_manual_that_the_host_takes_away_is_not_brought_back() -> None:
    source = await UtcpSource.from_config({"manual_call_templates": [SAYS, SAYS | {"name": "taken"}]})
    client: Any = source.client
    async with Engine([source], isolation="inline") as engine:
        assert (await run(engine, '__out, _ = codemode.CallTool("taken.hello")')).value == "said"
        await client.deregister_manual("taken")
        for _ in range(2):
            assert isinstance(await engine.session().exec('__out, _ = codemode.CallTool("taken.hello")'), Failed)
        assert (await run(engine, '__out, _ = codemode.CallTool("says.hello")')).value == "said"
        assert engine.warnings == []
    await source.close()


async def test_a_manual_without_tools_counts_as_away_until_it_has_some() -> None:
    async def manual(_: Request) -> Response:
        return JSONResponse(manual_of(*tools))

    tools: list[str] = []
    with serving(Starlette(routes=[Route("/utcp", manual)])) as url:
        source = await UtcpSource.from_config({"manual_call_templates": [SAYS, template("empty", f"{url}/utcp")]})
        for _ in range(2):
            assert [entry.name for entry in await source.list_tools()] == ["says.hello"]
            [told] = source.warnings
            assert "'empty'" in told
            assert "it lists no tools" in told
        with pytest.raises(ToolError, match=r"empty\.say is not available: manual 'empty'") as failed:
            await source.call("empty.say", {}, CallContext())
        assert failed.value.code == "source_unavailable"
        tools.append("say")
        assert [entry.name for entry in await source.list_tools()] == ["empty.say", "says.hello"]
        assert source.warnings == []
        await source.close()


async def test_preset_arguments_go_to_the_tools_of_each_manual() -> None:
    def manual(name: str, **parameters: str) -> dict[str, Any]:
        kinds = {key: {"type": kind} for key, kind in parameters.items()}
        made = manual_of("say")
        made["tools"][0]["inputs"] = {"type": "object", "properties": kinds, "required": list(kinds)}
        return SAYS | {"name": name, "content": json.dumps(made)}

    manuals = [manual("one", owner="string", topic="string"), manual("two", repo="string")]
    preset = {"owner": "me", "repo": "r", "ownr": 1}
    source = await UtcpSource.from_config({"manual_call_templates": manuals}, preset=preset)
    async with Engine([source], isolation="inline") as engine:
        code = '__out, err := codemode.CallTool("one.say", map[string]any{"topic": "t"})\nif err != nil { return err }'
        assert (await run(engine, code)).value == "said"
        assert (await run(engine, '__out, _ = codemode.CallTool("two.say")')).value == "said"
        listed = {entry.name: list(entry.input_schema["properties"]) for entry in await source.list_tools()}
        assert listed == {"one.say": ["topic"], "two.say": []}
        assert engine.warnings == ['no tool takes the preset argument "ownr"']
        client: Any = source.client
        way = type(client.config.manual_call_templates[0])
        await client.register_manual(way(**manual("three", ownr="integer")))
        assert (await run(engine, '__out, _ = codemode.CallTool("three.say")')).value == "said"
        assert engine.warnings == []
    await source.close()


async def test_a_manual_that_hangs_holds_up_nobody_who_does_not_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(utcp_client, "PATIENCE", 0.5)

    async def manual(request: Request) -> Response:
        await asyncio.sleep(60)
        return Response()

    with serving(Starlette(routes=[Route("/utcp", manual)])) as url:
        began = time.monotonic()
        source = await UtcpSource.from_config({"manual_call_templates": [SAYS, template("slow", f"{url}/utcp")]})
        assert time.monotonic() - began < 4
        async with Engine([local(), source], isolation="inline") as engine:
            began = time.monotonic()
            assert (await run(engine, LOCAL)).value == 42
            assert time.monotonic() - began < 1
        await source.close()


# --- who may know -----------------------------------------------------------------------------------------------------------


async def test_nobody_learns_of_a_server_that_is_away_and_that_a_policy_hides(dead: McpSource) -> None:
    policy = Policy([Rule("deny", "MCP.dead.*")], default="allow")
    async with Engine([local(), dead], isolation="inline", policy=policy) as engine:
        reply = await engine.session().exec(MCP_CALL, timeout_ms=500)
        assert isinstance(reply, Failed)
        assert reply.code == "check_failed"
        assert "sleep" not in reply.model_dump_json()


@pytest.mark.parametrize("timeout_ms", [2000])
async def test_a_small_budget_is_enough_to_see_that_a_server_hangs(isolation: str, timeout_ms: float) -> None:
    async with servers(dead=HANGS) as source, Engine([source, local()], isolation=isolation) as engine:
        await engine.session().exec(LOCAL)  # a worker is there
        code = 'r, err := MCP.dead.anything(map[string]any{"x": 1})\n_ = r\ntext(err.Error())\n__out = 1'
        reply = await engine.session().exec(code, timeout_ms=timeout_ms)
        assert isinstance(reply, Completed), reply
        assert reply.tool_calls[0].code == "source_unavailable"


async def test_engines_that_share_a_cache_have_each_the_tools_of_their_own_source() -> None:
    """Also when the source of the second is where in memory that of the first was."""
    cache = ToolCache()
    for number in range(20):
        tool = FunctionTool(f"s{number}.f", lambda number=number: number)
        async with Engine([FunctionSource([tool])], isolation="inline", cache=cache) as engine:
            reply = await engine.session().exec(f"__out = s{number}.f()")
            assert isinstance(reply, Completed), (number, reply)
            assert reply.value == number
    source = FunctionSource([])
    keys: set[Any] = set()
    for _ in range(100):
        listings = Listings([source])
        listings.look()
        keys.add(listings.revisions)
        del listings
    assert len(keys) == 100
