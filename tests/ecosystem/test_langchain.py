"""A session's tools in LangChain and LangGraph, with a model that answers from a script."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.prebuilt import ToolNode, tools_condition

from codemode import Engine
from codemode.errors import ConfigError
from tests.doc_examples import Example
from tests.ecosystem.documents import examples_in, prints_what_it_says
from tests.ecosystem.shop import CODE, get_stock


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


def test_what_is_wrong_is_what_the_model_reads() -> None:
    execute, wait = Engine([get_stock], isolation="inline").session().tools("langchain")
    assert "undefined: one" in execute.invoke({"code": "__out = one"})
    assert "run_not_found" in wait.invoke({"run_id": "run_1"})


@pytest.mark.parametrize("example", examples_in("langchain"), ids=str)
def test_example(example: Example) -> None:
    prints_what_it_says(example)
