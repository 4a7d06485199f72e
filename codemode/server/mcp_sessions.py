"""Sessions of MCP over HTTP. Each token has its own sessions, and a share of their number."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any, Final, cast

from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import DEFAULT_SESSION_IDLE_TIMEOUT, StreamableHTTPSessionManager
from mcp.types import INTERNAL_ERROR
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope, Send

from codemode.server.access import Identity, Tokens
from codemode.server.bodies import LARGE
from codemode.server.events import Ended
from codemode.server.gate import MAX_BODY
from codemode.server.hub import Hub
from codemode.server.routes import RETRY_SECONDS

MAX_SESSIONS: Final = 1000  # sessions of all tokens together; one needs about 40 KiB
MAX_CALLED: Final = 8 * MAX_BODY  # bytes of large calls under way, each with what was read from it
MIN_OF_ONE: Final = 10  # also if there are very many tokens


class Room:
    """The bytes of large requests under way. A call goes on when its client has gone, and with that its request; the gate knows only of those whose
    clients are there."""

    def __init__(self, most: int = MAX_CALLED) -> None:
        self._most = most
        self._held = Counter[str]()  # by token

    @contextmanager
    def taken(self, who: str, size: int) -> Generator[bool]:
        """Reserves the bytes of a large request while the block runs. Yields whether there was room; one token may have half of it."""
        size = size if size >= LARGE else 0
        if size and (self._held.total() + size > self._most or self._held[who] + size > self._most // 2):
            yield False
            return
        self._held[who] += size
        try:
            yield True
        finally:
            self._held[who] -= size
            if not self._held[who]:
                del self._held[who]


class McpSessions:
    """An ASGI application. Each token has its share of the sessions; without tokens, all callers share them."""

    def __init__(self, doors: Server[Any], hub: Hub, tokens: Tokens | None, most: int = MAX_SESSIONS) -> None:
        self._hub = hub
        names = tokens.names if tokens is not None else []
        self._most = max(MIN_OF_ONE, most // len(names)) if names else most
        # a manager finds only its own sessions, so a token cannot use or end those of another
        self._of = {name: StreamableHTTPSessionManager(doors, max_sessions=self._most) for name in names or [""]}

    @asynccontextmanager
    async def run(self) -> AsyncGenerator[None]:
        async with AsyncExitStack() as stack:
            for manager in self._of.values():
                await stack.enter_async_context(manager.run())
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "POST", "DELETE"):
            raise HTTPException(405, headers={"allow": "GET, POST, DELETE"})  # before a session is made
        # no event is kept to be sent again; the library would give no answer at all
        scope = {**scope, "headers": [each for each in scope["headers"] if each[0] != b"last-event-id"]}
        name = cast(Identity, scope["state"]["identity"]).name
        told = JSONResponse(_error(self._full(name)), 503, {"retry-after": str(RETRY_SECONDS)})
        is_full = is_over = False

        async def answered(message: Message) -> None:
            nonlocal is_full, is_over
            is_over = message["type"] == "http.response.body" and not message.get("more_body")
            if message["type"] == "http.response.start" and message["status"] == 503:
                is_full = True
                await told(scope, receive, send)
            elif not is_full:
                await send(message)

        manager = self._of.get(name) or self._of[""]
        if scope["method"] != "GET":
            await manager.handle_request(scope, receive, answered)
            return
        self._hub.refuse_if_draining()
        try:  # the stream of a client that listens has no end of its own
            await self._hub.before_end(manager.handle_request(scope, receive, answered))
        except Ended:
            if not is_over:
                await send({"type": "http.response.body"})

    def _full(self, name: str) -> str:
        who = f"the token {name!r}" if name in self._of else "the server"
        return (
            f"{who} has {self._most} MCP sessions open, which is the limit: end unused ones (DELETE with their Mcp-Session-Id),"
            f" or wait until one has had no request for {DEFAULT_SESSION_IDLE_TIMEOUT // 60} minutes"
        )


def _error(message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": None, "error": {"code": INTERNAL_ERROR, "message": message}}
