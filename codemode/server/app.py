"""The application: all interfaces of the server over one engine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from mcp.server.context import ServerRequestContext
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codemode.engine import Engine
from codemode.orchestrator import CodeModeUTCP
from codemode.server import api, mcp, utcp
from codemode.server.access import Identity, StrictestPolicy, Tokens
from codemode.server.cache_hit_rates import Rates
from codemode.server.events import Watch, tell_of_others
from codemode.server.gate import Gate, Keys
from codemode.server.hub import Hub
from codemode.server.mcp_sessions import MAX_SESSIONS, McpSessions
from codemode.server.page import Page
from codemode.server.rendering import Html
from codemode.server.routes import DataResponse, Endpoint, Refusal, failure, openapi, route
from codemode.server.sign_in import SignIn
from codemode.server.status_endpoints import About


@dataclass(slots=True, frozen=True)
class Server:
    """The application with what its owner needs: `hub` ends it in order, `keys` gives access to the page."""

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
    url: str = "",
    max_mcp_sessions: int = MAX_SESSIONS,
    **bounds: Any,
) -> Server:
    """Makes the application over an engine whose events go to `watch` (`Engine(on_event=watch.hear)`).

    `tokens` are the callers that are allowed; without it everybody who reaches the server is, which is right for this machine alone. `front` has the
    model that answers prompts, `url` is the address that people use. `bounds` are the keywords of Gate.
    """
    if tokens is not None and tokens.policies:
        engine.policy = StrictestPolicy(engine.policy, tokens.policies)
    hub, keys, rates = Hub(engine, watch), Keys(), Rates(engine.cache.stats)
    endpoints = [*api.endpoints(hub, front), *About(hub).endpoints()]
    doors = mcp.build(hub, _who_asks, (lambda run_id: f"{url}/runs/{run_id}") if url else None)
    sessions = McpSessions(doors, hub, tokens, max_mcp_sessions)

    async def manual(_: Request) -> Response:
        return DataResponse(utcp.manual(engine, url))

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

    html = Html(hub, url)
    routes = [
        *map(route, endpoints),
        Route("/openapi.json", _described(endpoints, engine.version)),
        Route("/utcp", manual),
        Route("/mcp", sessions),
        *Page(hub, html, SignIn(html, keys, tokens, url), rates).routes(),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={Refusal: _refused, HTTPException: partial(_no_such, html), Exception: _broken},
    )
    return Server(Gate(app, tokens=tokens, keys=keys, **bounds), hub, keys, watch)


def _described(endpoints: list[Endpoint], version: str) -> Callable[[Request], Awaitable[Response]]:
    document: dict[str, Any] = {}

    async def described(_: Request) -> Response:
        if not document:  # takes a tenth of a second, which a server that begins need not wait for
            document.update(await asyncio.to_thread(openapi, endpoints, version))
        return DataResponse(document)

    return described


async def _refused(_: Request, error: Exception) -> Response:
    return cast(Refusal, error).answer()


async def _broken(_: Request, error: Exception) -> Response:
    """The answer when the server itself fails. The error is logged."""
    return failure(
        500, "internal_error", f"the server failed at this request ({type(error).__name__}); its log says more"
    )


async def _no_such(html: Html, request: Request, error: Exception) -> Response:
    """The answer for a path or a method that the server does not have."""
    told = cast(HTTPException, error)
    if told.status_code == 405:
        words = "method_not_allowed", f"{request.url.path[:100]} does not take {request.method}"
    elif told.status_code != 404:
        words = "invalid_input", str(told.detail)[:1000]  # of a form that cannot be read
    else:
        words = "not_found", f"there is no {request.url.path[:100]}; /openapi.json lists the endpoints"
    answer = html.refusal(request, told.status_code, words[1]) or failure(told.status_code, *words)
    answer.headers.update(told.headers or {})
    return answer


async def _others(engine: Engine, watch: Watch) -> None:
    """Sends the events of other hosts over the same store to `watch`, if machines share the store."""
    if engine.history is not None and engine.history.shared:
        from codemode.engine.durable.postgres_history import PostgresHistory

        assert isinstance(engine.history, PostgresHistory)
        await tell_of_others(watch, engine.history)


def _who_asks(context: ServerRequestContext[Any]) -> Identity:
    request = cast(Request, context.request)
    return cast(Identity, request.state.identity)
