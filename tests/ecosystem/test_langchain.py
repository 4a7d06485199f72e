"""A session's tools in LangChain and LangGraph, with a model that answers from a script."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Timer
from typing import Annotated, Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId, StructuredTool, ToolException, tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import InjectedState, ToolNode, ToolRuntime, tools_condition
from pydantic import BaseModel

import codemode
from codemode import CodeModeUTCP, Engine, FunctionSource, ScriptedModel
from codemode.errors import CodeModeError, ConfigError
from tests.doc_examples import Example, examples
from tests.ecosystem.documents import examples_in, prints_what_it_says
from tests.ecosystem.shop import CODE, LOAD, SAVE, get_stock, slow


def graph(tools: list[Any]) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The usual loop: the model, then the tools that it calls, until it calls none."""
    called = AIMessage("", tool_calls=[{"name": "exec", "args": {"code": CODE}, "id": "1"}])
    model = GenericFakeChatModel(messages=iter([called, AIMessage("There are 5.")]))
    made = StateGraph(MessagesState)
    made.add_node("model", lambda state: {"messages": [model.invoke(state["messages"])]})
    made.add_node("tools", ToolNode(tools))
    made.add_edge(START, "model")
    made.add_conditional_edges("model", tools_condition)
    made.add_edge("tools", "model")
    return made.compile()


def answers(state: Any) -> tuple[Any, str]:
    [told] = [message for message in state["messages"] if isinstance(message, ToolMessage)]
    return json.loads(str(told.content))["value"], str(state["messages"][-1].content)


ASK: Any = {"messages": [HumanMessage("How many keyboards are there?")]}


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_an_agent_calls_exec(isolation: str) -> None:
    async def work() -> Any:
        async with Engine([get_stock], isolation=isolation) as engine:
            return await graph(engine.session("a", "s").tools("langchain")).ainvoke(ASK)

    assert answers(asyncio.run(work())) == (5, "There are 5.")


def test_the_same_without_an_event_loop() -> None:
    engine = Engine([get_stock], isolation="inline")
    assert answers(graph(engine.session("a", "s").tools("langchain")).invoke(ASK)) == (5, "There are 5.")


def test_a_synchronous_call_on_a_loop_says_what_to_do() -> None:
    async def work() -> None:
        async with Engine([get_stock], isolation="inline") as engine:
            execute, wait = engine.session().tools("langchain")
            assert (execute.name, wait.name) == ("exec", "wait")
            with pytest.raises(ConfigError, match="use ainvoke"):
                execute.invoke({"code": "1"})

    asyncio.run(work())


def test_tools_that_are_listed_first_are_described() -> None:
    class Late(FunctionSource):
        def known_tools(self) -> None:
            return None  # as a server that has not been asked yet

    async def work() -> list[str]:
        async with Engine([Late([get_stock])], isolation="inline") as engine:
            session = engine.session()
            made = [session.tools("langchain"), await session.definitions("langchain")]
            return [execute.description for execute, _ in made]

    before, after = asyncio.run(work())
    assert "get_stock" not in before
    assert "There are more tools" in before
    assert "get_stock" in after
    assert "There are more tools" not in after


def test_the_model_reads_the_problems() -> None:
    execute, wait = Engine([get_stock], isolation="inline").session().tools("langchain")
    assert "undefined: one" in execute.invoke({"code": "__out = one"})
    assert "run_not_found" in wait.invoke({"run_id": "run_1"})


def test_calls_of_one_turn_are_answered_in_order() -> None:
    async def work() -> str:
        async with Engine([slow], isolation="inline") as engine:
            execute, _ = engine.session().tools("langchain")
            return (await asyncio.gather(*(execute.ainvoke({"code": code}) for code in (SAVE, LOAD))))[1]

    assert json.loads(asyncio.run(work()))["value"] == 7


def test_calls_from_threads_are_answered_one_after_the_other() -> None:
    execute, _ = Engine([slow], isolation="inline").session().tools("langchain")
    count = 'n := store.Load("n")\nif n == nil {\n\tn = 0\n}\nslow(n=1)\nstore.Save("n", n + 1)\n__out = n + 1'
    with ThreadPoolExecutor() as threads:
        told = [*threads.map(lambda _: execute.invoke({"code": count}), range(3))]
    assert sorted(json.loads(each)["value"] for each in told) == [1, 2, 3]


@pytest.mark.parametrize(("code", "status"), [("__out = 1", "success"), ("__out = one", "error")])
def test_a_failed_program_is_an_error_of_the_tool(code: str, status: str) -> None:
    execute, _ = Engine(isolation="inline").session().tools("langchain")
    call = {"type": "tool_call", "id": "1", "name": "exec", "args": {"code": code}}
    for message in (execute.invoke(call), asyncio.run(execute.ainvoke(call))):
        assert (message.status, json.loads(message.content)["status"] == "failed") == (status, status == "error")


@pytest.mark.parametrize("name", ["self", "config", "run_manager", "callbacks", "arguments", "tool_call_id", "args"])
def test_any_name_may_be_an_argument(name: str) -> None:
    execute, _ = Engine(isolation="inline").session().tools("langchain")
    assert json.loads(execute.invoke({"code": "__out = 1", name: 1}))["value"] == 1
    assert json.loads(asyncio.run(execute.ainvoke({"code": "__out = 1", name: 1})))["value"] == 1
    assert json.loads(execute.invoke({name: 1}))["code"] == "invalid_input"


def test_an_interrupt_ends_the_program() -> None:
    calls: list[int] = []

    async def pay(n: int) -> None:
        await asyncio.sleep(0.05)
        calls.append(n)

    execute, _ = Engine([pay], isolation="inline").session().tools("langchain")
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        execute.invoke({"code": "for i := range 100 { pay(n=i) }"})
    made = len(calls)
    time.sleep(0.5)
    assert len(calls) <= made + 1


# --- tools of LangChain as tools of programs ---------------------------------------------------------------------------------


@tool
def price_of(sku: str, currency: str = "EUR", secret: Annotated[str, InjectedToolArg] = "hidden") -> dict[str, Any]:
    """What a product costs."""
    if sku != "KB-1":
        raise ToolException(f"there is no {sku}")
    return {"price": 79.5, "currency": currency, "thread": threading.current_thread().name}


@tool
async def who_calls(config: RunnableConfig) -> list[Any]:
    """Who calls."""
    return [config["configurable"]["tenant"], config["metadata"]["agent"], config["metadata"]["call_id"]]


class Lookup(BaseTool):
    """A class of one's own, with plain code."""

    name: str = "lookup"
    description: str = "Look a word up."

    def _run(self, word: str) -> str:
        return f"{word}: a word"


def add(a: int, b: int) -> int:
    """Add."""
    return a + b


FROM_MCP = StructuredTool(
    name="search-web",
    description="As langchain-mcp-adapters make them: the schema is a dict.",
    args_schema={"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]},
    coroutine=lambda **given: asyncio.sleep(0, [{"type": "text", "text": given["q"]}]),
)
TOOLS = [price_of, who_calls, Lookup(), StructuredTool.from_function(add, tags=["sums"]), FROM_MCP]
PROGRAM = """
price, err := tools.price_of(map[string]any{"sku": "KB-1"})
_, none := tools.price_of(map[string]any{"sku": "KB-2"})
who, _ := tools.who_calls()
word, _ := tools.lookup(map[string]any{"word": "tide"})
sum, _ := tools.add(map[string]any{"a": 2, "b": 3})
web, _ := codemode.CallTool("search-web", map[string]any{"q": "tides"})
__out = []any{price["price"], price["currency"], none.Error(), who, word, sum, web}
"""


@pytest.mark.parametrize("isolation", ["inline", "process"])
def test_tools_of_langchain_are_called_by_programs(isolation: str) -> None:
    async def work() -> tuple[list[Any], list[Any]]:
        async with Engine([TOOLS], isolation=isolation) as engine:
            session = engine.session("ann", "s", context={"tenant": "acme"})
            return (await session.exec(PROGRAM)).result(), list((await engine.catalog()).entries)

    value, entries = asyncio.run(work())
    assert value[:3] == [79.5, "EUR", "there is no KB-2"]
    assert value[3][:2] == ["acme", "ann"]
    assert value[3][2].startswith("call_")
    assert value[4:] == ["tide: a word", 5, [{"type": "text", "text": "tides"}]]
    by_name = {entry.name: entry for entry in entries}
    assert by_name["add"].tags == ("sums",)
    assert set(by_name["price_of"].input_schema["properties"]) == {"sku", "currency"}
    assert by_name["price_of"].description == "What a product costs."


def test_they_go_wherever_functions_go() -> None:
    code = '__out = tools.add(map[string]any{"a": 2, "b": 3})'
    wrong = 'codemode.CallTool("add", map[string]any{"a": 2, "b": 3, "colour": 4})'
    assert codemode.check(wrong, TOOLS)[0].message == 'tool "add" has no parameter "colour"'
    assert codemode.run(code, TOOLS).value == 5
    source = FunctionSource(TOOLS, owner="chain", preset={"currency": "USD"})
    assert codemode.run('__out = tools.price_of(map[string]any{"sku": "KB-1"})["currency"]', [source]).value == "USD"
    cm = CodeModeUTCP(None, ScriptedModel([{"tools": ["add"], "code": code}]), sources=TOOLS, isolation="inline")
    assert cm.call_tool_sync("add 2 and 3").value == 5


def test_plain_tools_do_not_hold_up_the_loop() -> None:
    thread = codemode.run(
        '__out = tools.price_of(map[string]any{"sku": "KB-1"})["thread"]', TOOLS, timeout_ms=5000
    ).value
    assert thread != "MainThread"


def test_a_tool_without_a_schema_is_refused() -> None:
    def odd(lock: threading.Thread) -> None:
        """Odd."""

    with pytest.raises(ConfigError, match="'odd' has no JSON Schema for its arguments"):
        Engine([StructuredTool.from_function(odd)])


def test_the_documented_graph_decides_about_its_own_run_only() -> None:
    example = next(each for each in examples_in("langchain") if "interrupt(" in each.code)
    names: dict[str, Any] = {}
    exec(compile(example.code.replace("asyncio.run(main())", ""), str(example), "exec", dont_inherit=True), names)
    session = names["session"]

    async def work() -> tuple[str, str]:
        first, second = [await session.exec(f'__out = bank.transfer(to="{name}", amount=5)') for name in ("Ann", "Bob")]
        asked = [{"id": call.id} for call in first.pending_tool_calls]
        names["interrupt"] = lambda _: True
        await session.abort(first.run_id)
        with pytest.raises(CodeModeError) as refused:
            await names["approve"]({"asked": asked, "run_id": first.run_id})
        return refused.value.code, (await session.wait(second.run_id)).status

    assert asyncio.run(work()) == ("aborted", "waiting")


def test_a_chat_model_is_refused_with_what_to_write() -> None:
    model = GenericFakeChatModel(messages=iter([AIMessage([{"type": "text", "text": "no"}])]))
    for wrong in (model, model.bind(stop=["."])):
        with pytest.raises(ConfigError, match=r"of LangChain.* lambda prompt: model\.invoke\(prompt\)\.text"):
            CodeModeUTCP(None, wrong, sources=[add])
    example = next(each for each in examples("python") if "def from_langchain" in each.code)
    names: dict[str, Any] = {}
    exec(compile(example.code.replace("asyncio.run(main())", ""), str(example), "exec", dont_inherit=True), names)
    assert names["from_langchain"](model)("?") == "no"


class Word(BaseModel):
    word: str


class Owned(Word):
    user: Annotated[str, InjectedToolArg]


def for_user(word: str, user: Annotated[str, InjectedToolArg]) -> str:
    """Of a user."""
    return word


def of_state(word: str, user: Annotated[dict[str, Any], InjectedState]) -> str:
    """Of a state."""
    return word


def by_id(word: str, user: Annotated[str, InjectedToolCallId]) -> str:
    """By the id of the call."""
    return word


def running(word: str, user: ToolRuntime) -> str:
    """With a runtime."""
    return word


def plain(word: str, user: str) -> str:
    """Plain."""
    return word


@pytest.mark.parametrize(
    "wrong",
    [
        *(tool(each) for each in (for_user, of_state, by_id, running)),
        tool(running, args_schema=Word),
        tool(plain, args_schema=Owned),
    ],
    ids=str,
)
def test_a_tool_that_needs_what_only_a_graph_injects_is_refused(wrong: Any) -> None:
    with pytest.raises(ConfigError, match=r"needs the argument user, which .* function that calls it"):
        FunctionSource([wrong])


def from_mcp(structured: Any, blocks: list[Any], *, failed: bool = False) -> StructuredTool:
    """A tool as langchain-mcp-adapters make them."""

    async def call(**given: Any) -> Any:
        if failed:
            raise ToolException("no such sku")
        return blocks, structured and {"structured_content": structured}

    schema = {"type": "object", "properties": {"sku": {"type": "string"}}}
    told: Any = lambda error: [{"type": "text", "text": str(error)}]  # noqa: E731
    more: Any = {"response_format": "content_and_artifact", "handle_tool_error": told}
    return StructuredTool(name="stock", description="", args_schema=schema, coroutine=call, **more)


def text(told: str) -> dict[str, str]:
    return {"type": "text", "text": told, "id": "lc_1"}


@pytest.mark.parametrize(
    ("made", "value"),
    [
        (from_mcp({"on_hand": 4}, [text('{"on_hand": 4}')]), {"on_hand": 4}),
        (from_mcp(None, [text("one"), text("two")]), "one\ntwo"),
        (from_mcp(None, []), ""),
        (from_mcp(None, [text("one"), {"type": "image", "url": "x"}]), [text("one"), {"type": "image", "url": "x"}]),
    ],
)
def test_a_tool_of_an_mcp_server_gives_its_structured_content(made: Any, value: Any) -> None:
    assert codemode.run('__out = stock(sku="KB-1")', [made]).value == value


def test_an_error_of_an_mcp_server_is_an_error() -> None:
    made = from_mcp(None, [], failed=True)
    assert codemode.run('_, err := stock(sku="KB-1")\n__out = err.Error()', [made]).value == "no such sku"


@pytest.mark.parametrize("example", examples_in("langchain"), ids=str)
def test_example(example: Example) -> None:
    prints_what_it_says(example)
