"""Spans as a host that traces sees them, by the real SDK with an exporter in memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from codemode import Engine, FunctionSource, FunctionTool, Policy, Rule, Waiting

pytestmark = pytest.mark.anyio

SECRET = "hunter2-secret"


@pytest.fixture(scope="module")
def exporter() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)  # once in a process: the API allows no second
    yield exporter
    provider.shutdown()


@pytest.fixture
def spans(exporter: InMemorySpanExporter) -> InMemorySpanExporter:
    exporter.clear()
    return exporter


async def echo(text: str) -> str:
    return text


async def broken(text: str) -> str:
    raise RuntimeError(text)


async def numbers() -> object:
    for i in range(3):
        yield i


def engine(policy: Policy | None = None) -> Engine:
    tools = [
        FunctionTool("t.echo", echo),
        FunctionTool("t.broken", broken),
        FunctionTool("t.numbers", numbers),
    ]
    return Engine([FunctionSource(tools, owner="t")], isolation="inline", policy=policy)


def named(spans: InMemorySpanExporter, name: str) -> ReadableSpan:
    (found,) = [span for span in spans.get_finished_spans() if span.name == name]
    return found


async def test_calls_are_children_of_their_cell(spans: InMemorySpanExporter) -> None:
    code = f"""
a, _ := codemode.CallTool("t.echo", map[string]any{{"text": "{SECRET}"}})
_, err := codemode.CallTool("t.broken", map[string]any{{"text": "{SECRET}"}})
_, missing := codemode.CallTool(strings.ToLower("T.NONE"))
s, _ := codemode.CallToolStream("t.numbers")
n := 0
for range s.All() {{ n++ }}
__out = []any{{a, err != nil, missing != nil, n}}
"""
    async with engine() as of:
        reply = await of.session("agent-1", "talk-7").exec(code)
    assert reply.status == "completed"
    assert reply.value == [SECRET, True, True, 3]
    cell = named(spans, "codemode.exec")
    assert cell.attributes is not None
    assert cell.attributes["gen_ai.agent.id"] == "agent-1"
    assert cell.attributes["gen_ai.conversation.id"] == "talk-7"
    assert cell.attributes["codemode.status"] == "completed"
    assert cell.attributes["codemode.tool_calls"] == 4
    assert cell.status.status_code is trace.StatusCode.UNSET
    for tool, error in [
        ("t.echo", None),
        ("t.broken", "nested_tool_failed"),
        ("t.none", "tool_not_found"),
        ("t.numbers", None),
    ]:
        call = named(spans, f"execute_tool {tool}")
        assert call.attributes is not None
        assert call.parent is not None
        assert call.parent.span_id == cell.context.span_id
        assert call.attributes["gen_ai.operation.name"] == "execute_tool"
        assert call.attributes["codemode.run_id"] == reply.run_id
        assert call.attributes.get("error.type") == error
        assert not call.events
    assert all(SECRET not in span.to_json() for span in spans.get_finished_spans())


async def test_a_failed_cell_and_one_that_waits(spans: InMemorySpanExporter) -> None:
    async with engine(Policy([Rule("ask", "t.echo")])) as of:
        session = of.session("a", "s")
        assert (await session.exec("panic(1)")).status == "failed"
        failed = named(spans, "codemode.exec")
        assert failed.status.status_code is trace.StatusCode.ERROR
        assert failed.attributes is not None
        assert failed.attributes["error.type"] == "guest_panic"
        spans.clear()
        waiting = await session.exec('__out, _ = codemode.CallTool("t.echo", map[string]any{"text": "x"})')
        assert isinstance(waiting, Waiting)
        asked = named(spans, "execute_tool t.echo")
        assert asked.status.status_code is trace.StatusCode.UNSET
        assert asked.attributes is not None
        assert asked.attributes["codemode.approval"] == "asked"
        spans.clear()
        await session.approve(waiting.pending_tool_calls[0].id)
        assert (await session.wait(waiting.run_id)).status == "completed"
        cell, call = named(spans, "codemode.wait"), named(spans, "execute_tool t.echo")
        assert call.parent is not None
        assert call.parent.span_id == cell.context.span_id


def test_without_tracing_opentelemetry_is_not_imported() -> None:
    code = (
        "import asyncio, sys, codemode\n"
        "async def main():\n"
        "    async with codemode.Engine(isolation='inline') as engine:\n"
        "        assert (await engine.session().exec('__out = 1')).value == 1\n"
        "asyncio.run(main())\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
