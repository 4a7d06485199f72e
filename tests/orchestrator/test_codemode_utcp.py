"""The front door besides prompts: executing code, callers without a loop, other UTCP clients, caches."""

from __future__ import annotations

import asyncio
import gc
import inspect
import time
from typing import Any

import pytest
from utcp.utcp_client import UtcpClient

from codemode import (
    CacheStats,
    CodeModeArgs,
    CodeModeResult,
    CodeModeUTCP,
    Engine,
    FunctionSource,
    FunctionTool,
    ScriptedModel,
    ToolCache,
)
from codemode.errors import (
    CheckError,
    CodeModeError,
    ConfigError,
    GuestError,
    GuestPanic,
    InputError,
    LimitError,
    ParseError,
)
from codemode.orchestrator import Model, OpenAIModel
from tests.engine.test_uncheckable_schemas import BOMB
from tests.orchestrator.shop import Shop, app, snippet

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("face", [CodeModeUTCP, Engine])
def test_help_names_and_explains_every_parameter(face: type) -> None:
    told = inspect.signature(face).parameters.values()
    assert [each.name for each in told if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)] == []
    assert [each.name for each in told if f"`{each.name}" not in (face.__doc__ or "")] == []


@pytest.fixture
def cm() -> CodeModeUTCP:
    return CodeModeUTCP(None, None, sources=[Shop().source()])


# --- execute ------------------------------------------------------------------------------------------------------------------


async def test_execute(cm: CodeModeUTCP) -> None:
    result = await cm.execute('fmt.Println("hi")\nprintln("oh")\n__out = 2 + 3', timeout=3000)
    assert isinstance(result, CodeModeResult)
    assert (result.value, result.stdout, result.stderr) == (5, "hi\n", "oh\n")
    assert (await cm.execute(CodeModeArgs("__out = 1"))).value == 1
    assert (await cm.execute(CodeModeArgs(code="__out = 1", timeout=99.5))).value == 1
    assert (await cm.execute("2 + 3", 2000)).value == 5


async def test_execute_calls_tools(cm: CodeModeUTCP) -> None:
    result = await cm.execute('__out = codemode.CallTool("math.add", map[string]any{"a": 1, "b": 2})')
    assert result.value == 3
    assert [(call.tool, call.status) for call in result.tool_calls] == [("math.add", "ok")]


FAILING: list[tuple[str, type[Exception], str]] = [
    ("x := (", ParseError, "parse_failed"),
    ("__out = x", CheckError, "check_failed"),
    ('panic("no")', GuestPanic, "guest_panic"),
    ('return errors.New("no")', GuestError, "guest_error"),
    ("", InputError, "invalid_input"),
]


@pytest.mark.parametrize(("code", "kind", "error_code"), FAILING)
async def test_execute_fails(cm: CodeModeUTCP, code: str, kind: type[Exception], error_code: str) -> None:
    with pytest.raises(kind) as caught:
        await cm.execute(code)
    assert getattr(caught.value, "code", "") == error_code


@pytest.mark.parametrize(
    "code",
    [
        "for { select { default: } }",
        "time.Sleep(time.Hour)",
        'codemode.CallTool("shop.slow", map[string]any{"seconds": 60})',
    ],
)
async def test_execute_ends_at_its_timeout(cm: CodeModeUTCP, code: str) -> None:
    began = time.monotonic()
    with pytest.raises(LimitError, match="within 200 ms") as caught:
        await cm.execute(code, timeout=200)
    assert caught.value.code == "timeout"
    assert time.monotonic() - began < 2


@pytest.mark.parametrize("timeout", [0, -1, "3s", True, float("nan"), float("inf")])
async def test_an_invalid_timeout_is_refused(cm: CodeModeUTCP, timeout: Any) -> None:
    with pytest.raises(InputError, match="timeout must be a number"):
        await cm.execute("__out = 1", timeout=timeout)


async def test_yielding_does_not_end_a_run(cm: CodeModeUTCP) -> None:
    result = await cm.execute('yield_control("a")\nyield_control("b")\n__out = "on"')
    assert result.value == "on"


async def test_a_host_gets_large_values_whole(cm: CodeModeUTCP) -> None:
    result = await cm.execute('fmt.Print(strings.Repeat("y", 300000))\n__out = []string{strings.Repeat("x", 200000)}')
    assert result.value == ["x" * 200_000]
    assert result.stdout == "y" * 300_000


async def test_a_value_that_looks_cut_is_left_alone(cm: CodeModeUTCP) -> None:
    value = {"truncated": True, "prefix": "x", "omitted_bytes": 1, "result_id": "res_1"}
    assert (
        await cm.execute('{"truncated": true, "prefix": "x", "omitted_bytes": 1, "result_id": "res_1"}')
    ).value == value


async def test_requests_share_nothing(cm: CodeModeUTCP) -> None:
    await cm.execute('store.Save("key", 1)')
    assert (await cm.execute('v, _ := store.Load("key")\n__out = v')).value is None


# --- without an event loop ---------------------------------------------------------------------------------------------------


def test_sync(cm: CodeModeUTCP) -> None:
    assert cm.execute_sync("__out = 1", timeout=1000).value == 1
    assert cm.execute_sync(CodeModeArgs("__out = 2")).value == 2
    with pytest.raises(CheckError):
        cm.execute_sync("__out = x")
    asked, _ = app(Shop(), {"needs": True}, {"tools": ["math.add"]}, snippet("__out = 3"))
    assert asked.call_tool_sync("add numbers").value == 3


async def test_sync_inside_a_loop(cm: CodeModeUTCP) -> None:
    assert cm.execute_sync('__out = codemode.CallTool("math.add", map[string]any{"a": 1, "b": 2})').value == 3


# --- for other UTCP clients ----------------------------------------------------------------------------------------------------


async def test_another_utcp_client_can_run_code(cm: CodeModeUTCP) -> None:
    [tool] = cm.tools()
    assert tool.name == "codemode.run_code"
    assert tool.inputs.required == ["code"]
    client = await UtcpClient.create(config={})
    registered = await client.register_manual(tool.tool_call_template)
    assert registered.success
    code = '__out = codemode.CallTool("math.add", map[string]any{"a": 1, "b": 2})\nfmt.Println("hi")'
    result = await client.call_tool("codemode.run_code", {"code": code, "timeout": 1000})
    assert result == {"value": 3, "stdout": "hi\n", "stderr": ""}
    pieces = [piece async for piece in client.call_tool_streaming("codemode.run_code", {"code": "1 + 1"})]
    assert pieces == [{"value": 2, "stdout": "", "stderr": ""}]
    with pytest.raises(CheckError):
        await client.call_tool("codemode.run_code", {"code": "__out = x"})
    with pytest.raises(Exception, match="needs code"):
        await client.call_tool("codemode.run_code", {})
    await client.close()


async def test_programs_that_run_programs_do_not_see_the_tool_that_would_let_them(cm: CodeModeUTCP) -> None:
    [tool] = cm.tools()
    client = await UtcpClient.create(config={})
    await client.register_manual(tool.tool_call_template)
    outer = CodeModeUTCP(client, None)
    assert await outer.tool_specs() == []
    with pytest.raises(CheckError, match="unknown tool"):
        await outer.execute('__out = codemode.CallTool("codemode.run_code", map[string]any{"code": "1"})')
    await client.close()


async def test_a_tool_does_not_keep_its_owner_alive() -> None:
    cm = CodeModeUTCP(None, None)
    [tool] = cm.tools()
    client = await UtcpClient.create(config={})
    await client.register_manual(tool.tool_call_template)
    del cm
    gc.collect()
    with pytest.raises(Exception, match="is gone"):
        await client.call_tool("codemode.run_code", {"code": "1"})
    await client.close()


# --- caches --------------------------------------------------------------------------------------------------------------------


async def test_statistics(cm: CodeModeUTCP) -> None:
    assert cm.cache_stats() == CacheStats()
    assert cm.cache_stats().specs_hit_rate() == 0.0
    for _ in range(4):
        await cm.execute("__out = 1")
    stats = cm.cache_stats()
    assert (stats.program_hits, stats.program_misses) == (3, 1)
    assert (stats.specs_hits, stats.specs_misses) == (3, 1)
    assert stats.specs_hit_rate() == 0.75


async def test_many_at_once_list_the_tools_once() -> None:
    class Slow(FunctionSource):
        lists = 0

        def known_tools(self) -> Any:
            return None

        async def list_tools(self) -> Any:
            Slow.lists += 1
            await asyncio.sleep(0.05)
            return await super().list_tools()

    cm = CodeModeUTCP(None, None, sources=[Slow([len])])
    results = await asyncio.gather(*(cm.execute(f"__out = {n}") for n in range(50)))
    assert [result.value for result in results] == list(range(50))
    assert Slow.lists == 1


async def test_cache_cleanup() -> None:
    cache = ToolCache(selection_ttl=0.05)
    async with CodeModeUTCP(None, None, cache=cache) as cm:
        stop = cm.start_cache_cleanup("20ms")
        await cache.selection("key", _one)
        swept = cache.sweep
        seen: list[int] = []
        cache.sweep = lambda: seen.append(1) or swept()  # type: ignore[method-assign]
        await asyncio.sleep(0.3)
        assert seen
        stop()
        await asyncio.sleep(0.05)
        count = len(seen)
        await asyncio.sleep(0.1)
        assert len(seen) == count
        for wrong in (0, -1, "often"):
            with pytest.raises(ConfigError, match="interval"):
                cm.start_cache_cleanup(wrong)


async def _one() -> int:
    return 1


# --- what the engine is told ----------------------------------------------------------------------------------------------------

LYING = FunctionTool("shop.total", lambda: {"total": "12"}, "The total.", {}, {"type": "object", "required": ["sum"]})
CALL_IT = '__out, err := codemode.CallTool("shop.total")\nreturn err'


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_results_that_are_not_what_was_promised(isolation: str) -> None:
    modes: dict[str, list[Any]] = {}
    for outputs in ("warn", "ignore", "strict"):
        mode: Any = outputs
        async with CodeModeUTCP(sources=[FunctionSource([LYING])], isolation=isolation, outputs=mode) as cm:
            try:
                done = await cm.execute(CALL_IT)
                modes[outputs] = [done.value, len(done.warnings)]
            except CodeModeError as error:
                modes[outputs] = [str(error)]
    assert modes["warn"] == [{"total": "12"}, 1]
    assert modes["ignore"] == [{"total": "12"}, 0]
    assert len(modes["strict"]) == 1
    assert "sum is missing" in modes["strict"][0]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_prompts_keep_to_the_declared_results(isolation: str) -> None:
    model = ScriptedModel([{"tools": ["shop.total"], "code": CALL_IT}])
    source = FunctionSource([LYING])
    async with CodeModeUTCP(
        None, model, [source], isolation=isolation, max_repairs=0, outputs="strict", schemas="refuse"
    ) as cm:
        with pytest.raises(CodeModeError, match="sum is missing") as caught:
            await cm.call_tool("what is the total?")
    assert [(call.tool, call.status) for call in caught.value.outcome.tool_calls] == [("shop.total", "error")]


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_tools_whose_schemas_cannot_be_checked(isolation: str) -> None:
    tool = FunctionTool("echo", lambda **given: given, input_schema=BOMB)
    code = '__out, err := codemode.CallTool("echo", map[string]any{"x": "a"})\nreturn err'
    async with CodeModeUTCP(sources=[FunctionSource([tool])], isolation=isolation) as cm:
        assert (await cm.execute(code)).value == {"x": "a"}
    async with CodeModeUTCP(sources=[FunctionSource([tool])], isolation=isolation, schemas="refuse") as cm:
        with pytest.raises(CodeModeError, match="too complex to check"):
            await cm.execute(code)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"outputs": "loud"}, "outputs must be one of warn, strict, ignore"),
    ({"schemas": "maybe"}, 'schemas must be "pass" or "refuse"'),
    ({"limits": 5}, "limits must be Limits"),
    ({"limits": {"timeout_ms": 5}}, "limits must be Limits"),
    ({"store": 5}, "no run store is known for 5"),
    ({"store": ""}, "no run store is known for ''"),
    ({"on_event": 5}, "on_event must be a function that takes an event, async or not, not int"),
]


@pytest.mark.parametrize(("options", "told"), WRONG)
def test_invalid_arguments_of_the_constructor_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        CodeModeUTCP(sources=[FunctionSource([LYING])], **options)


@pytest.mark.parametrize("ask", ["call_tool", "run_agent", "resume"])
async def test_a_listener_that_is_none_is_refused_before_the_model_is_asked(ask: str) -> None:
    model = ScriptedModel(["12"])
    async with CodeModeUTCP(None, model, sources=[FunctionSource([LYING])]) as cm:
        with pytest.raises(ConfigError, match="on_event must be a function"):
            await getattr(cm, ask)("add", on_event=5)
    assert model.prompts == []


# --- closing -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ask", ["call_tool", "run_agent", "execute"])
async def test_after_closing_the_model_is_not_asked(ask: str) -> None:
    model = ScriptedModel(["12"])
    cm = CodeModeUTCP(None, model, sources=[FunctionSource([LYING])])
    await cm.close()
    with pytest.raises(ConfigError, match="is closed; make a new one"):
        await getattr(cm, ask)("add")
    assert model.prompts == []


async def test_closing_closes_the_models_connections() -> None:
    class Closing:
        closed = 0

        async def generate(self, prompt: str) -> str:
            return '{"needs": false}'

        async def aclose(self) -> None:
            Closing.closed += 1

    async with CodeModeUTCP(None, Closing(), sources=[Shop().source()], pipeline="staged") as cm:
        assert (await cm.call_tool("add")).used_tools is False
    assert Closing.closed == 1


def test_the_public_models_keep_the_protocol() -> None:
    assert isinstance(OpenAIModel("m"), Model)
