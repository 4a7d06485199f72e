"""The MCP servers that tests share, in processes of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from codemode import McpSource
from tests.mcp_forks import forking
from tests.mcp_server import http_server
from tests.mcp_sources import closed, stdio


@pytest.fixture(scope="session", autouse=True)
def servers_are_forked() -> Iterator[None]:
    with forking():
        yield


@pytest.fixture(scope="module")
def over_stdio() -> Iterator[McpSource]:
    source = stdio()
    yield source
    closed(source)


@pytest.fixture(scope="module")
def over_http() -> Iterator[McpSource]:
    with http_server() as url:
        source = McpSource.http(url, name="demo")
        yield source
        closed(source)


@pytest.fixture(params=["over_stdio", "over_http"])
def source(request: pytest.FixtureRequest) -> McpSource:
    return request.getfixturevalue(request.param)


@pytest.fixture
async def own() -> AsyncIterator[McpSource]:
    """A server that a test may break."""
    source = stdio()
    yield source
    await source.close()
