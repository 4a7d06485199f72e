"""The application: all doors of the server over one engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any, cast

from mcp.server.context import ServerRequestContext
from pydantic import BaseModel
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from codemode.engine import Engine
from codemode.engine.durable.history import RunRecord, record_of
from codemode.orchestrator import CodeModeUTCP
from codemode.server import api, mcp, utcp
from codemode.server.access import Identity, StrictestPolicy, Tokens
from codemode.server.events import MAX_READERS, Watch, sse, tell_of_others
from codemode.server.gate import Gate, Keys
from codemode.server.hub import Hub
from codemode.server.mcp_sessions import MAX_SESSIONS, McpSessions
from codemode.server.page import Page
from codemode.server.rates import Rates
from codemode.server.routes import Asked, Endpoint, Refusal, failure, openapi, route


@dataclass(slots=True, frozen=True)
class Server:
    """The application with what its owner needs: `hub` ends it in order, `keys` opens the page."""

    app: Any
    hub: Hub
    keys: Keys
    watch: Watch


def create_app(
    engine: Engine,
    watch: Watch,
    *,
    tokens: Tokens | None = None,
    front: CodeModeUTCP | None = None,
    hosts: Sequence[str] = (),
    url: str = "",
    max_mcp_sessions: int = MAX_SESSIONS,
    **bounds: Any,
) -> Server:
    """The application over an engine whose events go to `watch` (`Engine(on_event=watch.hear)`).

    `tokens` says who may ask; without it everybody who reaches the server may, which is right for this machine alone. `front` answers prompts,
    `hosts` are the names of the server besides those of this machine, `url` is where people reach it. `bounds` are those of Gate.
    """
    if tokens is not None and tokens.policies:
        engine.policy = StrictestPolicy(engine.policy, tokens.policies)
    hub, keys, rates = Hub(engine, watch), Keys(), Rates(engine.cache.stats)
    endpoints = [*api.endpoints(hub, front), *_about(hub, watch)]
    document = openapi(endpoints, engine.version)
    doors = mcp.build(hub, _who_asks, (lambda run_id: f"{url}/runs/{run_id}") if url else None)
    sessions = McpSessions(doors, tokens, max_mcp_sessions)

    async def described(_: Request) -> Response:
        return JSONResponse(document)

    async def manual(_: Request) -> Response:
        return JSONResponse(utcp.manual(engine, url))

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        async with engine, sessions.run():
            beside = [asyncio.create_task(_others(engine, watch)), asyncio.create_task(rates.keep_noting())]
            try:
                yield
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.wait(beside)

    routes = [
        *map(route, endpoints),
        Route("/openapi.json", described),
        Route("/utcp", manual),
        Route("/mcp", sessions),
        *Page(hub, watch, keys, tokens, rates, url).routes(),
    ]

    async def refused(_: Request, error: Exception) -> Response:
        told = cast(Refusal, error)
        return failure(told.status, told.code, told.message, told.hint)

    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={Refusal: refused})
    return Server(Gate(app, tokens=tokens, keys=keys, hosts=hosts, **bounds), hub, keys, watch)


async def _others(engine: Engine, watch: Watch) -> None:
    """What other hosts do over the same store, if machines share it."""
    if engine.history is not None and engine.history.shared:
        from codemode.engine.durable.postgres_history import PostgresHistory

        assert isinstance(engine.history, PostgresHistory)
        await tell_of_others(watch, engine.history)


class RunsAnswer(BaseModel):
    """Runs, the latest first."""

    runs: list[RunRecord]


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Refusal(400, "invalid_input", f"before is seconds since 1970, not {text[:40]!r}") from None


def _who_asks(context: ServerRequestContext[Any]) -> Identity:
    request = cast(Request, context.request)
    return cast(Identity, request.state.identity)


def _about(hub: Hub, watch: Watch) -> list[Endpoint]:
    """What is asked about runs and the server itself."""

    async def healthz(_: Asked) -> Any:
        return {"status": "ok"}

    async def readyz(_: Asked) -> Any:
        if hub.draining:
            raise Refusal(503, "draining", "the server is ending")
        await hub.engine.ready()
        await hub.engine.store.list(("", ""))
        return {"status": "ready"}

    async def metrics(_: Asked) -> Any:
        return Response(watch.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def runs(asked: Asked) -> Any:
        before = asked.query("before")
        found = await hub.runs(
            asked.who,
            asked.query("agent"),
            asked.query("status"),
            asked.number("limit", 50, 200),
            _seconds(before) if before else None,
        )
        return {"runs": [asdict(run) for run in found]}

    async def run(asked: Asked) -> Any:
        run_id = asked.path["run_id"]
        return asdict(record_of(run_id, await hub.events(asked.who, run_id)))

    async def events(asked: Asked) -> Any:
        run_id = asked.path.get("run_id")
        if run_id is not None and not asked.who.may_see(watch.agent_of(run_id) or ""):
            raise Refusal(404, "run_not_found", "there is no such run, or not any more")
        if watch.readers >= MAX_READERS:
            raise Refusal(503, "busy", "as many readers of events are there as may be")
        return EventSourceResponse(sse(watch, asked.who, run_id), ping=15, send_timeout=30)

    stream = "text/event-stream"
    return [
        Endpoint("GET", "/healthz", healthz, "Whether the process answers.", ""),
        Endpoint("GET", "/readyz", readyz, "Whether programs can run.", ""),
        Endpoint(
            "GET",
            "/v1/runs",
            runs,
            "Runs, the latest first.",
            "read",
            RunsAnswer,
            parameters=(
                ("agent", "string", "Only those of this agent."),
                ("status", "string", "Only those in this state."),
                ("limit", "integer", "At most 200."),
                (
                    "before",
                    "number",
                    "Only those that began before: the started_at of the last one gives the next page.",
                ),
            ),
        ),
        Endpoint("GET", "/v1/runs/{run_id}", run, "One run: program, calls, replies.", "read", RunRecord),
        Endpoint("GET", "/metrics", metrics, "Counts in Prometheus's form.", "read", media_type="text/plain"),
        Endpoint("GET", "/v1/events", events, "Events of all runs, as they happen.", "read", media_type=stream),
        Endpoint("GET", "/v1/runs/{run_id}/events", events, "Events of one run.", "read", media_type=stream),
    ]
