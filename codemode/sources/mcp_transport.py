"""The transports to an MCP server: a process, HTTP, and the older HTTP with server-sent events. Their data is measured while it is read."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any, TextIO

import anyio
import httpx2
from anyio.streams.text import TextReceiveStream
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from codemode.sources import mcp_in_process as inside
from codemode.sources.answer_limits import AnswerTooLarge, Events, Measure
from codemode.sources.mcp_servers import ServerSpec
from codemode.sources.mcp_streams import Incoming, Outgoing
from codemode.sources.mcp_watch import SESSION_GONE, Watch

# without any handler of the host's, a traceback would land on stderr for every line that is no message
logging.getLogger("mcp").addHandler(logging.NullHandler())

CONNECT = 30.0
BETWEEN_GETS = 0.25
MANY_LINES = 20  # that arrive at once
MAX_REFUSAL = 1 << 16  # bytes of an error that is looked at
_SESSION = "mcp-session-id"
LOOK_AGAIN = 0.25  # seconds between looks at whether a process is still there


@asynccontextmanager
async def transport(spec: ServerSpec, watch: Watch) -> AsyncGenerator[tuple[Any, Any]]:
    """Yields the streams to a server."""
    async with _streams(spec, watch) as (read, write):
        yield Incoming(read, watch), Outgoing(write, watch.talk)


@asynccontextmanager
async def _streams(spec: ServerSpec, watch: Watch) -> AsyncGenerator[tuple[Any, Any]]:
    if spec.kind == "stdio":
        given = StdioServerParameters(
            command=spec.command,
            args=list(spec.args),
            env=dict(spec.env),
            cwd=spec.cwd,
            encoding_error_handler="replace",
        )
        errors = watch.words.pipe()
        try:
            async with _stdio(given, errors, watch) as streams:
                errors.close()
                yield streams
        finally:
            errors.close()
    elif spec.kind == "inside":
        async with inside.streams(spec.server, watch) as streams:
            yield streams
    elif spec.kind == "sse":

        def client(headers: Any = None, timeout: Any = None, auth: Any = None) -> httpx2.AsyncClient:
            return _Http(watch.max_answer, headers=headers, timeout=timeout, auth=auth)

        async with sse_client(
            spec.url, dict(spec.headers), sse_read_timeout=24 * 3600, httpx_client_factory=client
        ) as streams:
            yield streams
    else:
        async with (
            _http(spec.headers, watch) as http,
            streamable_http_client(spec.url, http_client=http, max_sse_event_size=watch.max_answer) as streams,
        ):
            yield streams


# --- HTTP ---------------------------------------------------------------------------------------------------------------


def _http(headers: Mapping[str, str], watch: Watch) -> _Http:
    async def heard(response: httpx2.Response) -> None:
        watch.words.answered(response.status_code, response.reason_phrase)

    # an answer may take as long as the call; the caller has a deadline
    return _Http(
        watch.max_answer,
        headers=dict(headers),
        timeout=httpx2.Timeout(CONNECT, read=None),
        event_hooks={"response": [heard]},
    )


class _TooLarge(AnswerTooLarge, httpx2.StreamError):
    """An AnswerTooLarge that ends one request in mcp, and not the connection."""


class _EventTooLarge(AnswerTooLarge, httpx2.SSEError):
    """An AnswerTooLarge for one event of a stream."""


class _Body(httpx2.AsyncByteStream):
    """The body of an answer, decompressed, up to a limit; in a stream of events each event is measured."""

    def __init__(self, answer: httpx2.Response, limit: int) -> None:
        self._answer = answer
        self._is_events = answer.headers.get("content-type", "").lower().startswith("text/event-stream")
        self._measure = Measure(limit, _EventTooLarge if self._is_events else _TooLarge)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        events = Events()
        async for part in self._answer.aiter_bytes():
            for piece, is_end in events.cut(part) if self._is_events else [(part, False)]:
                self._measure.add(piece)
                if is_end:
                    self._measure.begin()
            yield part

    async def aclose(self) -> None:
        await self._answer.aclose()


class _Http(httpx2.AsyncClient):
    """A client that limits answers, and that a server cannot make reconnect without a pause."""

    def __init__(self, max_answer: int, **options: Any) -> None:
        super().__init__(**options)
        self._max_answer = max_answer
        self._next_get = 0.0

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        if request.method == "GET":
            await self._pause()
        answer = self._bounded(await super().send(request, stream=True, **options))
        if answer.status_code in (400, 404) and request.method == "POST" and _SESSION in request.headers:
            answer = await _marked(answer)
        if not stream:
            await answer.aread()
        return answer

    async def _pause(self) -> None:
        # each is a stream of events; a server may break them off, and say that it wants to be asked again at once
        now = time.monotonic()
        at = max(now, self._next_get)
        self._next_get = at + BETWEEN_GETS
        await asyncio.sleep(at - now)

    def _bounded(self, answer: httpx2.Response) -> httpx2.Response:
        headers = [(k, v) for k, v in answer.headers.multi_items() if k not in ("content-encoding", "content-length")]
        made = httpx2.Response(
            answer.status_code,
            headers=headers,
            stream=_Body(answer, self._max_answer),
            request=answer.request,
            extensions=answer.extensions,
            history=answer.history,
        )
        made.next_request = answer.next_request
        return made


async def _marked(refusal: httpx2.Response) -> httpx2.Response:
    """Marks an error by which a server refuses a request of a session without having handled it: it does not have the number that mcp gives each
    request. The server may have forgotten the session. The protocol says 404 for that, many servers say 400."""
    body = await refusal.aread()
    try:
        told: Any = json.loads(body) if len(body) <= MAX_REFUSAL else None
        if told["id"] is not None and str(told["id"]).isdecimal():  # a request's own
            return refusal
        told["error"]["data"] = {SESSION_GONE: told["error"].get("data")}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return refusal  # mcp knows what a 404 without an error means
    return httpx2.Response(
        refusal.status_code, headers=refusal.headers, content=json.dumps(told).encode(), request=refusal.request
    )


# --- a process ----------------------------------------------------------------------------------------------------------

_watch: ContextVar[Watch | None] = ContextVar("codemode_mcp_watch", default=None)


@asynccontextmanager
async def _stdio(given: StdioServerParameters, errors: TextIO, watch: Watch) -> AsyncGenerator[tuple[Any, Any]]:
    reading: Any = import_module("mcp.client.stdio")
    reading.TextReceiveStream = _Lines
    if not isinstance(reading._create_platform_compatible_process, _Start):
        reading._create_platform_compatible_process = _Start(reading._create_platform_compatible_process)
    token = _watch.set(watch)
    watching = asyncio.create_task(_until_it_ends(watch))
    try:
        async with stdio_client(given, errors) as streams:
            yield streams
    finally:
        watching.cancel()
        # mcp does not end the rest of a group if the process itself ended in time
        watch.words.kill()
        _watch.reset(token)


async def _until_it_ends(watch: Watch) -> None:
    """Waits until the process ends. Its output may stay open longer, if a child process has it, and so may waiting for the process."""
    while watch.words.process is None or watch.words.process.returncode is None:
        await asyncio.sleep(LOOK_AGAIN)
    await asyncio.sleep(LOOK_AGAIN)  # its last output may still arrive
    watch.over.set()


class _Start:
    """Starts a process for mcp, and keeps it, because mcp does not give access to it."""

    def __init__(self, plain: Callable[..., Awaitable[Any]]) -> None:
        self._plain = plain

    async def __call__(self, *args: Any, **named: Any) -> Any:
        process, watch = await self._plain(*args, **named), _watch.get()
        if watch is not None:
            watch.words.process = process
        return process


class _Lines(TextReceiveStream):
    """The output of a server in whole lines, so that mcp does not join a long line again and again, or without limit. It replaces the stream that mcp
    reads with; other servers of the process are read as before."""

    def __post_init__(self, encoding: str, errors: str) -> None:
        super().__post_init__(encoding, errors)
        self._watch = _watch.get()
        self._begun: list[str] = []
        self._measure = Measure(self._watch.max_answer if self._watch is not None else 0)

    async def receive(self) -> str:
        if self._watch is None:
            return await super().receive()
        while True:
            text = await super().receive()
            whole, newline, rest = text.rpartition("\n")
            try:
                if not newline:
                    self._measure.add(text.encode())
                    self._begun.append(text)
                    continue
                self._measure.add(whole.encode())
                self._measure.begin()
                self._measure.add(rest.encode())
            except AnswerTooLarge as odd:
                # the beginning of the next message is unknown: waiting requests get an error, and the server is ended
                self._watch.words.ended_for = str(odd)
                self._watch.over.set()
                raise anyio.EndOfStream from odd
            lines = "".join([*self._begun, whole, newline])
            self._begun = [rest]
            return _without_repetition(lines)


def _without_repetition(lines: str) -> str:
    """Leaves out repetitions of a line without a number, which is not an answer. That costs less than parsing each."""
    said = lines.split("\n")
    if len(said) < MANY_LINES:
        return lines
    seen: set[str] = set()
    kept: list[str] = []
    for line in said:
        if line not in seen:
            kept.append(line)
        if line and '"id"' not in line:
            seen.add(line)
    return "\n".join(kept)
