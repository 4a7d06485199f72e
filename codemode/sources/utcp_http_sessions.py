"""HTTP for UTCP's protocols: answers are measured while they are read, headers are sent only to their own server, and no request leads from public
addresses to private ones.

The protocols make a session of aiohttp for each request. Here they get a different session, which changes nothing for calls that codemode does not
make.
"""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Callable
from importlib import import_module
from typing import Any, cast

from aiohttp import ClientPayloadError, ClientResponse, ClientSession, StreamReader
from yarl import URL

from codemode.engine.attachments import UNKNOWN_TYPE, attachment_of
from codemode.engine.large_answers import LARGE
from codemode.sources.answer_limits import AnswerTooDeep, Bound, Events, Measure, bound, check_depth
from codemode.sources.stand_ins import StandIn
from codemode.sources.utcp_addresses import watched
from codemode.sources.utcp_requests import Multipart

LARGEST_PIECE = 1 << 20


_WITHOUT_MEASURE = (
    "utcp_websocket.websocket_communication_protocol",
    "utcp_gql.gql_communication_protocol",
    "gql.transport.aiohttp",
)


def guard_sessions() -> None:
    """Makes UTCP's HTTP protocols use such sessions, and its plugins for WebSockets and GraphQL sessions that look where they lead."""
    for name in ("http", "sse"):
        _replace(import_module(f"utcp_http.{name}_communication_protocol"), _Session)
    import_module("utcp_http.streamable_http_communication_protocol").__dict__["ClientSession"] = _Session
    for name in _WITHOUT_MEASURE:
        if name in sys.modules:
            _replace(sys.modules[name], _watched_session)


def _watched_session(**options: Any) -> ClientSession:
    return ClientSession(**options, **watched())


def _replace(module: Any, session: Callable[..., Any]) -> None:
    if not isinstance(module.aiohttp, StandIn):
        module.aiohttp = StandIn(module.aiohttp, ClientSession=session)
        if "ClientSession" in vars(module):
            module.ClientSession = session


class _Session:
    """A session for one call, which begins at one server. aiohttp does not allow subclasses of its session."""

    def __init__(self) -> None:
        self._plain = ClientSession(response_class=_Answer, **watched())
        self._origin: URL | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)

    async def __aenter__(self) -> _Session:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._plain.close()

    def request(self, method: str, url: str, **options: Any) -> Any:
        origin = URL(url).origin()
        if self._origin is None:
            self._origin = origin
        elif origin != self._origin and bound.get() is not None:
            # UTCP takes away those whose names sound like a secret
            options.pop("headers", None)
        if bound.get() is not None and options.get("data") is None and options.get("json") is None:
            options["skip_auto_headers"] = ("Content-Type",)  # a body that is not there has no type
        if isinstance(options.get("data"), Multipart):
            # only the form knows the boundary between its parts
            headers = cast("dict[str, str]", options.get("headers") or {})
            options["headers"] = {name: value for name, value in headers.items() if name.lower() != "content-type"}
            options["data"] = options["data"].form()
        return self._plain.request(method, url, **options)


class _Answer(ClientResponse):
    _failed: Exception | None = None

    async def json(self, *args: Any, **options: Any) -> Any:
        try:
            found = await super().json(*args, **options)
            if sys.version_info >= (3, 13):  # before, the decoder itself raises RecursionError at such a depth
                check_depth(found)
            return found
        except (RecursionError, AnswerTooDeep) as odd:
            self._failed = AnswerTooDeep()
            raise self._failed from odd
        except ValueError:
            if (await self.read()).lstrip()[:1] in (b"{", b"["):  # anything else may be meant as text
                self._failed = ClientPayloadError(
                    "its answer is declared as JSON, but is not valid JSON; it may have been cut off"
                )
            raise

    async def text(self, *args: Any, **options: Any) -> str:
        given = bound.get()
        if (
            self._failed is not None and given is not None
        ):  # UTCP treats an answer as text if it cannot read it in another way
            raise self._failed
        is_result = given is not None and given.may_be_file and self.status < 400
        if is_result and not await self.read() and not self.content_type.startswith("text/"):
            return cast(str, None)  # an empty body is not text
        if is_result and self.content_type.endswith("+json"):
            return await self.json(content_type=None)
        if is_result and "Content-Type" in self.headers:
            data = await self.read()
            if _is_file(self.content_type, data):
                told = self.content_disposition
                name = told.filename if told is not None else None
                # the protocols return text unchanged
                return cast(str, attachment_of(data, name or "", self.content_type))
        return await super().text(*args, **options)

    async def start(self, connection: Any) -> ClientResponse:
        await super().start(connection)
        given = bound.get()
        if given is not None:
            content: Any = _Content(self.content, given, is_events=self.content_type == "text/event-stream")
            self.content = content
        return self


_TEXTS = re.compile(
    r"text/|application/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|graphql|x-ndjson|jsonl|sql|x-www-form-urlencoded)$"
    r"|.*\+(?:json|xml|yaml)$|multipart/|message/"
)


def _is_file(media_type: str, data: bytes) -> bool:
    """Whether an answer is not text, by its content type, or without one by its bytes."""
    if media_type != UNKNOWN_TYPE:
        return not _TEXTS.match(media_type)
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False


class _Content:
    """A body that raises AnswerTooLarge at its limit. What was read before is not returned then."""

    def __init__(self, body: StreamReader, bound: Bound, *, is_events: bool) -> None:
        self._body = body
        self._limit = bound.limit
        self._large = bound.large
        self._is_whole = bound.is_whole
        self._is_events = is_events
        self._measure = Measure(bound.limit)
        self._events = Events()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._body, name)

    async def read(self, n: int = -1) -> bytes:
        if n >= 0:
            part = await self._body.read(n)
            self._measure.add(part)
            return part
        # in parts, because aiohttp decompresses without a limit if everything is read at once
        return b"".join([part async for part in self._parts()])

    async def _parts(self) -> AsyncIterator[bytes]:
        self._measure.add(b"")  # a second read after the limit must not return the rest
        while part := await self._body.readany():
            self._measure.add(part)
            if self._large is not None and self._measure.size > LARGE:
                await self._large()
            yield part

    async def iter_any(self) -> AsyncIterator[bytes]:
        if not self._is_events:
            async for part in self._parts():
                yield part
            return
        while part := await self._body.readany():
            # event by event, because the reader copies what follows an event for each one
            for piece, is_end in self._events.cut(part):
                self._measure.add(piece)
                if piece:
                    yield piece
                if is_end:
                    self._end_piece()

    async def iter_chunked(self, n: int) -> AsyncIterator[bytes]:
        if self._is_whole:
            async for part in self._parts():
                yield part
            return
        # the foreign manual decides how large a piece is
        size = max(1, min(n, self._limit, LARGEST_PIECE))
        while part := await self._body.read(size):
            yield part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yields the body line by line."""
        begun: list[bytes] = []
        while part := await self._body.readany():
            *ended, rest = part.split(b"\n")
            for end in ended:
                self._measure.add(end)
                yield b"".join([*begun, end, b"\n"])
                begun.clear()
                self._end_piece()
            self._measure.add(rest)
            begun.append(rest)
        if any(begun):
            yield b"".join(begun)

    def _end_piece(self) -> None:
        if not self._is_whole:
            self._measure.begin()
