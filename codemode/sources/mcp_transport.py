"""The ways to an MCP server: a process, HTTP, and the older HTTP with server-sent events."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, TextIO

import httpx2
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from codemode.sources.mcp_servers import ServerSpec
from codemode.sources.utcp_results import short

CONNECT = 30.0
SAID = 3  # lines of a server's stderr that an error shows


class LastWords:
    """The last lines that a server process wrote to its stderr, or the last refusals of a server over HTTP."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=SAID)
        self._reading: threading.Thread | None = None

    def pipe(self) -> TextIO:
        """A file for the process to write to; the caller closes it once the process has it."""
        reading, writing = os.pipe()
        self._reading = threading.Thread(target=self._read, args=(reading,), name="codemode-mcp-stderr", daemon=True)
        self._reading.start()
        return os.fdopen(writing, "w")

    def _read(self, fd: int) -> None:
        with os.fdopen(fd, "r", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                if line.strip():
                    self._lines.append(short(line, 300))

    def answered(self, status: int, reason: str) -> None:
        """An HTTP answer came."""
        if status < 400:
            self._lines.clear()
        else:
            self._lines.append(f"HTTP {status} {reason}".strip())

    async def text(self) -> str:
        if self._reading is not None:
            # what a process wrote before it died is still on its way
            await asyncio.to_thread(self._reading.join, 0.2)
        return " | ".join(dict.fromkeys(self._lines))


@asynccontextmanager
async def transport(spec: ServerSpec, over: asyncio.Event, words: LastWords) -> AsyncGenerator[tuple[Any, Any]]:
    """The streams to a server; `over` is set when it ends its side."""
    async with _streams(spec, words) as (read, write):
        yield _Watched(read, over), write


@asynccontextmanager
async def _streams(spec: ServerSpec, words: LastWords) -> AsyncGenerator[tuple[Any, Any]]:
    if spec.kind == "stdio":
        given = StdioServerParameters(command=spec.command, args=list(spec.args), env=dict(spec.env), cwd=spec.cwd)
        errors = words.pipe()
        try:
            async with stdio_client(given, errors) as streams:
                errors.close()
                yield streams
        finally:
            errors.close()
    elif spec.kind == "sse":
        async with sse_client(spec.url, dict(spec.headers), sse_read_timeout=24 * 3600) as streams:
            yield streams
    else:
        async with (
            _http(spec.headers, words) as http,
            streamable_http_client(spec.url, http_client=http) as streams,
        ):
            yield streams


def _http(headers: Mapping[str, str], words: LastWords) -> httpx2.AsyncClient:
    async def heard(response: httpx2.Response) -> None:
        words.answered(response.status_code, response.reason_phrase)

    # an answer may take as long as the call may; the caller has its own deadline
    return httpx2.AsyncClient(
        headers=dict(headers), timeout=httpx2.Timeout(CONNECT, read=None), event_hooks={"response": [heard]}
    )


class _Watched:
    """A stream that tells when it has ended."""

    def __init__(self, stream: Any, over: asyncio.Event) -> None:
        self._stream = stream
        self._over = over

    @property
    def last_context(self) -> Any:
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Any:
        try:
            return await self._stream.receive()
        except Exception:
            self._over.set()
            raise

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._stream.__anext__()
        except Exception:  # its end is one, too
            self._over.set()
            raise

    async def __aenter__(self) -> _Watched:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, value, trace)
