"""Mends three faults of UTCP's HTTP protocols: OAuth2 tokens are never renewed, a stream that was cut off is requested again from its beginning, and
a stream that is not read to its end keeps its connection."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from contextvars import ContextVar
from importlib import import_module
from typing import Any, Final
from weakref import WeakKeyDictionary

from codemode.sources.utcp_results import address

KINDS: Final = {"http": "Http", "sse": "Sse", "streamable_http": "StreamableHttp"}
EARLY: Final = 0.1  # of its time that a token is renewed before its end
MOST_EARLY: Final = 30.0  # seconds


# the token of the call that this task makes, and whether it was fetched for it
_used: ContextVar[tuple[str, bool]] = ContextVar("codemode_utcp_token", default=("", True))


class NoToken(Exception):
    """The call was not made, because its OAuth2 token could not be fetched."""


class CutOff(Exception):
    """A stream ended in the middle and cannot be resumed."""


def mend_protocols() -> None:
    """Registers the protocols with these mends, except where the host has registered others."""
    protocols = import_module("utcp.interfaces.communication_protocol").CommunicationProtocol.communication_protocols
    register: Any = import_module("utcp.plugins.discovery").register_communication_protocol
    for kind, name in KINDS.items():
        module = import_module(f"utcp_http.{kind}_communication_protocol")
        plain: Any = getattr(module, f"{name}CommunicationProtocol")
        if type(protocols.get(kind)) is plain:
            register(kind, _mended(kind, plain)(), override=True)


def _mended(kind: str, plain: Any) -> Any:
    refused: Any = import_module("aiohttp").ClientResponseError
    if kind == "http":
        return _answering(_with_tokens(plain), refused)
    streaming = _streaming(_with_tokens(plain), refused)
    return _with_events(streaming) if kind == "sse" else streaming


def _with_tokens(plain: Any) -> Any:
    class WithTokens(plain):
        def __init__(self, *args: Any, **options: Any) -> None:
            plain.__init__(self, *args, **options)
            self._ends: dict[Any, float] = {}  # monotonic seconds, of kept tokens
            # calls that need the same token wait for one fetch; each event loop has locks of its own, because several use this protocol
            self._fetching: WeakKeyDictionary[Any, defaultdict[Any, asyncio.Lock]] = WeakKeyDictionary()

        async def _handle_oauth2(self, auth: Any) -> str:
            of_loop = self._fetching.setdefault(asyncio.get_running_loop(), defaultdict(asyncio.Lock))
            async with of_loop[auth.cache_key()]:
                return await self._token(auth)

        async def _token(self, auth: Any) -> str:
            key, kept = auth.cache_key(), self._oauth_tokens
            if self._ends.get(key, math.inf) < time.monotonic():
                kept.pop(key, None)
            before = kept.get(key)
            try:
                token = await plain._handle_oauth2(self, auth)
            except (KeyError, TypeError, json.JSONDecodeError) as odd:
                kept.pop(key, None)
                where = address(auth.token_url)
                raise NoToken(f"no OAuth2 token: the answer of {where} has no access_token") from odd
            if not token:  # the protocol has logged why, and would send "None"
                raise NoToken(
                    f"no OAuth2 token: {address(auth.token_url)} cannot be reached, or refuses client_id and client_secret"
                )
            made: Any = kept.get(key)
            if made is not before:
                seconds = _seconds(made.get("expires_in"))
                self._ends[key] = time.monotonic() + seconds - min(EARLY * seconds, MOST_EARLY)
            _used.set((token, made is not before))
            return token

        def forgets_token(self, odd: Any, template: Any) -> bool:
            """Whether a call was refused with a token of an earlier call, so that it is worth a try with another one."""
            key = template.auth.cache_key() if hasattr(template.auth, "token_url") else None
            used, is_fresh = _used.get()
            if odd.status != 401 or key is None or is_fresh:
                return False
            if self._oauth_tokens.get(key, {}).get("access_token") == used:  # else another call has done so
                self._oauth_tokens.pop(key)
            return True

    return WithTokens


def _seconds(told: object) -> float:
    """How long a token holds. Some servers tell it as text, and many not at all."""
    try:
        seconds = float(told) if isinstance(told, int | float | str) else math.inf
    except (ValueError, OverflowError):
        return math.inf
    return seconds if 0 < seconds < math.inf else math.inf


def _answering(plain: Any, refused: Any) -> Any:
    class Answering(plain):
        async def call_tool(
            self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: Any
        ) -> Any:
            given = caller, tool_name, tool_args, tool_call_template
            try:
                return await plain.call_tool(self, *given)
            except refused as odd:
                if not self.forgets_token(odd, tool_call_template):
                    raise
            return await plain.call_tool(self, *given)

    return Answering


def _streaming(plain: Any, refused: Any) -> Any:
    class Streaming(plain):
        async def call_tool_streaming(
            self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: Any
        ) -> AsyncGenerator[Any, None]:
            for attempt in (1, 2):
                pieces = plain.call_tool_streaming(self, caller, tool_name, tool_args, tool_call_template)
                try:
                    async with aclosing(pieces):
                        async for piece in pieces:
                            yield piece
                    return
                except refused as odd:
                    if attempt == 2 or not self.forgets_token(odd, tool_call_template):
                        raise

    return Streaming


def _with_events(plain: Any) -> Any:
    lost: Any = import_module("aiohttp").ClientError

    class Events(plain):
        async def _iter_sse_events(self, response: Any) -> AsyncIterator[dict[str, Any]]:
            resumable = "Last-Event-ID" in response.request_info.headers
            try:
                events: AsyncIterator[dict[str, Any]] = plain._iter_sse_events(self, response)
                async for event in events:
                    resumable = resumable or bool(event.get("id"))
                    yield event
            except (lost, TimeoutError) as odd:
                if resumable:
                    raise  # the protocol asks for the rest
                # a new request would call the tool again, and its events would come twice
                raise CutOff(
                    "the server cut the stream off, and gave no event ids by which it could be resumed"
                ) from odd
            finally:
                response.close()

    return Events
