"""OpenTelemetry spans: one for each exec and wait, and below it one for each nested call. They never carry arguments or results. Only the API is
used, and only when the host has imported it: a host that does not trace pays nothing."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from codemode.engine.protocols import ApprovalNeeded, CallContext

_NO_SPAN = nullcontext()


def _trace() -> Any:
    return sys.modules.get("opentelemetry.trace")


@contextmanager
def cell_span(name: str, agent: str, session: str) -> Generator[Any]:
    """Yields the span of one exec or wait (`name`); None if the host does not trace."""
    trace = _trace()
    if trace is None:
        yield None
        return
    attributes = {"gen_ai.agent.id": agent, "gen_ai.conversation.id": session}
    with trace.get_tracer("codemode").start_as_current_span(f"codemode.{name}", attributes=attributes) as span:
        yield span


def tell_reply(span: Any, reply: Any) -> None:
    """Records on the span of an exec or wait how it was answered."""
    if span is None or not span.is_recording():
        return
    told = reply.telemetry
    span.set_attributes(
        {
            "codemode.run_id": reply.run_id,
            "codemode.status": reply.status,
            "codemode.steps": told.steps,
            "codemode.peak_memory_bytes": told.peak_memory_bytes,
            "codemode.tool_calls": told.calls,
            "codemode.truncated": told.truncated,
        }
    )
    if reply.status == "waiting":
        span.set_attribute("codemode.reason", reply.reason)
        span.set_attribute("codemode.expires_at", told.expires_at or 0.0)
    if reply.status == "failed":
        span.set_attribute("error.type", reply.code)
        span.set_status(_trace().StatusCode.ERROR, reply.code)


def name_tool(id: str) -> None:
    """Notes the catalog's id of the tool on the span of its call."""
    trace = _trace()
    if trace is not None:
        trace.get_current_span().set_attribute("codemode.tool.id", id)


def tool_span(tool: str, context: CallContext) -> AbstractContextManager[None]:
    """The span of one nested call. An exception raised in it is recorded as its error, by code only; a question to a person is not an error."""
    trace = _trace()
    return _NO_SPAN if trace is None else _tool_span(trace, tool, context)


@contextmanager
def _tool_span(trace: Any, tool: str, context: CallContext) -> Generator[None]:
    attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
        "gen_ai.tool.call.id": context.call_id,
        "codemode.run_id": context.run_id,
    }
    with trace.get_tracer("codemode").start_as_current_span(
        f"execute_tool {tool}", attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except GeneratorExit:
            raise  # nobody wants the rest of a stream
        except ApprovalNeeded:
            span.set_attribute("codemode.approval", "asked")
            raise
        except BaseException as failure:
            code = getattr(failure, "code", None) or type(failure).__name__
            span.set_attribute("error.type", code)
            span.set_status(trace.StatusCode.ERROR, code)
            raise
