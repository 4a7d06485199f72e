"""From a prompt to a value over real HTTP: a UTCP server with SSE on one side, a server that speaks OpenAI's protocol on the other."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from utcp.utcp_client import UtcpClient

from codemode import CodeModeUTCP, OpenAIModel, ScriptedModel, UtcpSource
from codemode.demo import DemoServer
from codemode.errors import ConfigError, ModelError, ToolSourceError
from tests.openai_server import Reply, openai_server
from tests.ports import unused_port

pytestmark = pytest.mark.anyio

PROMPT = "Get sum of 5 and 7, then multiply by 3"
CHAIN = """
r, err := codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})
if err != nil {
	return err
}
var sum any
if m, ok := r.(map[string]any); ok {
	sum = m["result"]
}
r, err = codemode.CallTool("math.multiply", map[string]any{"a": sum, "b": 3})
if err != nil {
	return err
}
__out = map[string]any{"sum": sum, "product": r.(map[string]any)["result"]}
"""
VALUE = {"sum": 12, "product": 36}
NEEDED, CHOSEN = {"needs": True}, {"tools": ["math.add", "math.multiply"]}


def snippet(code: str) -> dict[str, Any]:
    return {"code": code, "stream": "CallToolStream" in code}


@pytest.fixture
async def server() -> AsyncIterator[DemoServer]:
    async with DemoServer(latency=0.2) as server:
        yield server


@pytest.fixture
async def client(server: DemoServer) -> AsyncIterator[UtcpClient]:
    client = await UtcpClient.create(config={"manual_call_templates": server.call_templates()})
    yield client
    await client.close()


# --- 1: a two-tool chain, also with a model behind OpenAI's protocol ------------------------------------------------------


@pytest.mark.parametrize("pipeline", ["staged", "single"])
async def test_a_chain_of_two_tools(server: DemoServer, client: UtcpClient, pipeline: Any) -> None:
    answers = [NEEDED, CHOSEN, snippet(CHAIN)] if pipeline == "staged" else [{**CHOSEN, **snippet(CHAIN)}]
    async with CodeModeUTCP(client, ScriptedModel(answers), pipeline=pipeline) as cm:
        outcome = await cm.call_tool(PROMPT)
    assert outcome.value == VALUE
    assert server.calls == [("math/add", {"a": "5", "b": "7"}), ("math/multiply", {"a": "12", "b": "3"})]
    assert [(call.tool, call.status) for call in outcome.tool_calls] == [("math.add", "ok"), ("math.multiply", "ok")]


@pytest.mark.parametrize("api", ["chat", "responses"])
@pytest.mark.parametrize("formats", [True, False])
async def test_the_same_through_a_model_server(client: UtcpClient, api: Any, formats: bool) -> None:
    with openai_server([NEEDED, CHOSEN, snippet(CHAIN)], formats=formats) as models:
        model = OpenAIModel("test-model", base_url=models.url, api_key="key", api=api)
        async with CodeModeUTCP(client, model, pipeline="staged") as cm:
            outcome = await cm.call_tool(PROMPT)
    assert outcome.value == VALUE
    asked = [r for r in models.requests if formats or not ("response_format" in r["body"] or "text" in r["body"])]
    decide, select, generate = asked
    for request in asked:
        assert PROMPT in request["prompt"]
        assert request["authorization"] == "Bearer key"
        assert request["path"] == ("/v1/chat/completions" if api == "chat" else "/v1/responses")
    assert "math.add(a number, b number): Add two numbers" in decide["prompt"]
    assert "shop.get_stock" in select["prompt"]
    assert "func MathMultiply(in struct {" in generate["prompt"]
    assert "shop.get_stock(" not in generate["prompt"].partition("# How to write")[0]
    if formats:
        body = decide["body"]
        shape = body["response_format"]["json_schema"] if api == "chat" else body["text"]["format"]
        assert shape["schema"]["required"] == ["needs"]
    assert outcome.usage.requests == 3
    assert outcome.usage.input_tokens > 500
    assert outcome.usage.output_tokens > 50


def test_the_same_without_an_event_loop() -> None:
    import asyncio

    async def serve_and_ask() -> Any:
        async with DemoServer() as server:
            source = await UtcpSource.from_config({"manual_call_templates": server.call_templates()})
            cm = CodeModeUTCP(
                None, ScriptedModel([NEEDED, CHOSEN, snippet(CHAIN)]), sources=[source], pipeline="staged"
            )
            try:
                return await asyncio.to_thread(cm.call_tool_sync, PROMPT)
            finally:
                await source.close()

    assert asyncio.run(serve_and_ask()).value == VALUE


# --- 2: streams, search, concurrency ----------------------------------------------------------------------------------------

STREAM = """
stream, err := codemode.CallToolStream("news.follow", map[string]any{"topic": "go", "count": 3})
if err != nil {
	return err
}
var items []any
for {
	chunk, err := stream.Next()
	if err != nil {
		break
	}
	items = append(items, chunk)
}
__out = items
"""


async def test_a_streaming_tool(client: UtcpClient) -> None:
    async with CodeModeUTCP(
        client, ScriptedModel([NEEDED, {"tools": ["news.follow"]}, snippet(STREAM)]), pipeline="staged"
    ) as cm:
        outcome = await cm.call_tool("follow the news headlines about go")
    assert outcome.value == [{"number": n, "headline": f"go: headline {n}"} for n in (1, 2, 3)]
    assert outcome.plan.stream is True
    assert outcome.notes == []


async def test_searching_for_tools_inside_a_snippet(client: UtcpClient) -> None:
    code = """
found, err := codemode.SearchTools("multiply two numbers", 3)
if err != nil {
	return err
}
r, err := codemode.CallTool(found[0].Name, map[string]any{"a": 6, "b": 7})
if err != nil {
	return err
}
__out = map[string]any{"tool": found[0].Name, "result": r["result"]}
"""
    async with CodeModeUTCP(client, None) as cm:
        result = await cm.execute(code)
    assert result.value == {"tool": "math.multiply", "result": 42}


async def test_two_tools_at_once_take_the_time_of_the_slower_one(client: UtcpClient) -> None:
    code = """
var wg sync.WaitGroup
results := make([]any, 2)
for i, sku := range []string{"KB-1", "MS-2"} {
	wg.Add(1)
	go func(i int, sku string) {
		defer wg.Done()
		r, err := codemode.CallTool("shop.get_stock", map[string]any{"sku": sku})
		if err != nil {
			results[i] = err.Error()
			return
		}
		results[i] = r["on_hand"]
	}(i, sku)
}
wg.Wait()
__out = results
"""
    async with CodeModeUTCP(client, None) as cm:
        took: list[float] = []
        for _ in range(4):  # a busy machine only adds
            began = time.monotonic()
            result = await cm.execute(code)
            took.append(time.monotonic() - began)
            assert result.value == [12, 0]
    assert 0.2 <= min(took) < 0.39, took


# --- 3: what goes wrong leads to a repair ------------------------------------------------------------------------------------

STOCK = 'r, err := codemode.CallTool("shop.get_stock", map[string]any{"sku": "MS-2"})\nif err != nil {\n\treturn err\n}\n__out = r["on_hand"]'
WRONG: list[tuple[str, str, str, str]] = [
    (
        "a hallucinated tool",
        STOCK.replace("get_stock", "stock_level"),
        '1:29: unknown tool "shop.stock_level"',
        "None.",
    ),
    ("a wrong key", STOCK.replace('"sku"', '"product"'), '"product"', "None."),
    ("a syntax error", STOCK.replace("err :=", "err := :="), "syntax error", "None."),
    (
        "a tool that fails",
        STOCK.replace("MS-2", "XX-9"),
        "there is no product 'XX-9'",
        '- attempt 1: shop.get_stock({"sku": "XX-9"}) failed',
    ),
]


@pytest.mark.parametrize(("name", "code", "told", "calls"), WRONG, ids=[case[0] for case in WRONG])
async def test_a_repair_succeeds(client: UtcpClient, name: str, code: str, told: str, calls: str) -> None:
    answers = [NEEDED, {"tools": ["shop.get_stock"]}, snippet(code), snippet(STOCK)]
    with openai_server(answers) as models:
        async with CodeModeUTCP(client, OpenAIModel("test-model", base_url=models.url), pipeline="staged") as cm:
            outcome = await cm.call_tool("how many pieces of MS-2 are in stock?")
    assert outcome.value == 0
    assert outcome.attempts == 2
    repair = models.prompts[3]
    assert told in repair
    assert code in repair
    assert calls in repair
    assert "^" in repair.partition("# What went wrong")[2].partition("# Tool calls")[0], "a caret shows the place"


# --- 6: caches -----------------------------------------------------------------------------------------------------------------


async def test_the_second_identical_prompt(server: DemoServer, client: UtcpClient) -> None:
    with openai_server([NEEDED, CHOSEN, snippet(CHAIN), NEEDED, snippet(CHAIN)]) as models:
        async with CodeModeUTCP(client, OpenAIModel("test-model", base_url=models.url), pipeline="staged") as cm:
            first = await cm.call_tool(PROMPT)
            between = cm.cache_stats()
            second = await cm.call_tool(PROMPT)
            stats = cm.cache_stats()
    assert first.value == second.value == VALUE
    assert sum(prompt.startswith("Select") for prompt in models.prompts) == 1
    assert (between.selection_hits, between.selection_misses) == (0, 1)
    assert (stats.selection_hits, stats.selection_misses, stats.selection_size) == (1, 1, 1)
    assert (stats.program_hits, stats.program_misses) == (1, 1)
    assert stats.specs_misses == 1
    assert stats.selection_hit_rate() == stats.program_hit_rate() == 0.5
    assert len(server.calls) == 4, "the tools themselves are called again"


# --- bad input ------------------------------------------------------------------------------------------------------------------


async def test_a_model_server_that_is_not_there(client: UtcpClient) -> None:
    model = OpenAIModel("m", base_url=f"http://127.0.0.1:{unused_port()}/v1", max_retries=0)
    async with CodeModeUTCP(client, model, pipeline="staged") as cm:
        with pytest.raises(ModelError, match="cannot be reached"):
            await cm.call_tool(PROMPT)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([Reply("late", delay=5)], "model_timeout"),
        (["I don't know."], "model_answer_invalid"),
        ([Reply(raw="<html>")], "model_answer_invalid"),
        ([Reply("no", status=401)], "model_failed"),
        ([NEEDED, "```", "```"], "model_answer_invalid"),
        ([NEEDED, CHOSEN, "no code", "no code", "no code"], "model_answer_invalid"),
    ],
)
async def test_a_model_that_answers_nonsense_or_not_at_all(client: UtcpClient, answers: list[Any], code: str) -> None:
    with openai_server(answers) as models:
        patience = 0.3 if code == "model_timeout" else 30
        model = OpenAIModel("m", base_url=models.url, timeout=patience, max_retries=0)
        async with CodeModeUTCP(client, model, pipeline="staged") as cm:
            with pytest.raises(ModelError) as caught:
                await cm.call_tool(PROMPT)
    assert caught.value.code == code


async def test_a_tool_server_that_is_not_there() -> None:
    port = unused_port()
    template = {
        "name": "gone",
        "call_template_type": "http",
        "url": f"http://127.0.0.1:{port}/utcp",
        "http_method": "GET",
    }
    with pytest.raises(ToolSourceError, match=f"'gone' at http://127.0.0.1:{port}"):
        await UtcpSource.from_config({"manual_call_templates": [template]})
    # made by the app itself, UTCP only logs that: the first prompt says so
    client = await UtcpClient.create(config={"manual_call_templates": [template]})
    async with CodeModeUTCP(client, ScriptedModel([]), pipeline="staged") as cm:
        with pytest.raises(ToolSourceError, match="gone"):
            await cm.call_tool(PROMPT)
    await client.close()


async def test_a_server_that_goes_away_while_tools_are_called(client: UtcpClient, server: DemoServer) -> None:
    async with CodeModeUTCP(
        client, ScriptedModel([NEEDED, CHOSEN, snippet(CHAIN)]), max_repairs=0, pipeline="staged"
    ) as cm:
        await cm.tool_specs()
        await server.__aexit__(None, None, None)
        with pytest.raises(Exception, match="connect") as caught:
            await cm.call_tool(PROMPT)
    assert getattr(caught.value, "code", "") in ("guest_error", "nested_tool_failed")


@pytest.mark.parametrize(
    "manual", [{"tools": "none"}, {"tools": [{"name": 3}]}, [], {"utcp_version": "1.0.1", "tools": [{"name": "x"}]}]
)
async def test_a_malformed_manual(manual: Any) -> None:
    from aiohttp import web

    app = web.Application()

    async def answer(_: web.Request) -> web.Response:
        return web.json_response(manual)

    app.add_routes([web.get("/utcp", answer)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    url = f"http://127.0.0.1:{runner.addresses[0][1]}/utcp"
    template = {"name": "odd", "call_template_type": "http", "url": url, "http_method": "GET"}
    try:
        with pytest.raises(ToolSourceError, match="'odd'"):
            await UtcpSource.from_config({"manual_call_templates": [template]})
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    "config", [{"manual_call_templates": 3}, {"manual_call_templates": [{"name": "x"}]}, {"variables": 3}]
)
async def test_an_invalid_configuration_is_refused(config: Any) -> None:
    with pytest.raises(ConfigError):
        await UtcpSource.from_config(config)
