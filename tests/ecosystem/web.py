"""A server of aiohttp with one route, for the plugins that talk over HTTP."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def serving(route: web.RouteDef, host: str = "127.0.0.1") -> AsyncGenerator[str]:
    """The route's address on loopback, without a scheme."""
    app = web.Application()
    app.add_routes([route])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, host, 0).start()
    try:
        yield f"{host}:{runner.addresses[0][1]}{route.path}"
    finally:
        await runner.cleanup()
