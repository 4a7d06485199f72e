"""Answers that may be large. They are made and sent within a common bound of bytes, in pieces that wait for the client: a whole answer would stay in
the memory of the connection until the client has read it, and one client can ask for hundreds of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Final

from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from codemode.errors import CodeModeError
from codemode.server.bodies import Bodies
from codemode.server.routes import Refusal, failure, status_of

ROOM: Final = 32 << 20  # bytes of all large answers under way
MOST: Final = 16 << 20  # bytes that one counts at most
PIECE: Final = 64 << 10
SECONDS: Final = 30.0  # how long a request waits for room

Pieces = AsyncGenerator[bytes]


class Answers:
    """The room for large answers. One sender gets half of it, if there can be others."""

    def __init__(self, room: int = ROOM, seconds: float = SECONDS) -> None:
        self._room = Bodies(min(MOST, room), seconds, room)
        self._seconds = seconds

    def make(
        self, who: str, size: int, pieces: Callable[[], Pieces], media_type: str, headers: Mapping[str, str] = {}
    ) -> Response:
        """Returns the answer whose `pieces` are made when there is room for `size` bytes. The first piece may raise Refusal and CodeModeError."""
        return _Answer(self, who, min(size, MOST), pieces, media_type, headers)

    async def send(self, answer: _Answer, scope: Scope, receive: Receive, send: Send) -> None:
        with self._room.held() as holding:
            try:
                async with asyncio.timeout(self._seconds):
                    await self._room.enter(answer.size, answer.who, holding)
            except TimeoutError:
                raise Refusal(503, "busy", "too many large answers at once; try again soon") from None
            async with aclosing(answer.pieces()) as made:
                first = await anext(made, b"")
                whole = StreamingResponse(_cut(first, made), 200, dict(answer.more), answer.kind)
                await whole(scope, receive, send)


class _Answer(Response):
    def __init__(
        self,
        answers: Answers,
        who: str,
        size: int,
        pieces: Callable[[], Pieces],
        kind: str,
        more: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._answers = answers
        self.who, self.size, self.pieces, self.kind, self.more = who, size, pieces, kind, more

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._answers.send(self, scope, receive, send)
        except Refusal as refused:
            await failure(refused.status, refused.code, refused.message)(scope, receive, send)
        except CodeModeError as error:
            await failure(status_of(error), error.code, error.message, error.hint)(scope, receive, send)


async def _cut(first: bytes, more: AsyncIterator[bytes]) -> AsyncIterator[memoryview]:
    whole = first
    del first
    while whole:
        left = memoryview(whole)
        while left:
            yield left[:PIECE]
            left = left[PIECE:]
        whole = await anext(more, b"")
