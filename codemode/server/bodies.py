"""Reads the body of a request completely before it is handled, and refuses bodies that would need much time or memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from starlette.types import Message, Receive

from codemode.engine.json_data import MAX_VALUES, has_too_many_values
from codemode.engine.threads import aside
from codemode.server.routes import Refusal

LARGE: Final = 64 << 10  # bytes from which a body counts towards MAX_HELD
MAX_HELD: Final = 8 << 20  # bytes of all large bodies of requests under way


class Bodies:
    """The memory for bodies of requests under way. A large body is not read before there is room for it."""

    def __init__(self, most: int, seconds: float, held: int = MAX_HELD) -> None:
        """`most` is the limit in bytes of one body, `seconds` the time in which it has to arrive."""
        self._most = most
        self._seconds = seconds
        self._room = max(held, most)
        self._held = 0
        self._of: Counter[str] = Counter()  # by sender
        self._freed = asyncio.Event()

    @contextmanager
    def held(self) -> Generator[Held]:
        """Yields the memory of a request while it is answered."""
        holding = Held()
        try:
            yield holding
        finally:
            self._held -= holding.size
            self._of[holding.who] -= holding.size
            if not self._of[holding.who]:
                del self._of[holding.who]
            self._freed.set()

    async def read(
        self, receive: Receive, length: int | None, who: str, holding: Held, most: int | None = None
    ) -> bytes:
        """Returns the body. `length` is the size that the client declares, `who` the sender, `most` a smaller limit. Raises Refusal."""
        most = self._most if most is None else most
        try:
            async with asyncio.timeout(self._seconds):
                await self.enter(most if length is None else length, who, holding)
                return await self._whole(receive, most)
        except TimeoutError:
            if holding.waits:
                raise Refusal(503, "busy", "too many large requests at once; try again soon") from None
            raise Refusal(408, "slow", f"the request did not arrive completely within {self._seconds:g} s") from None

    async def enter(self, size: int, who: str, holding: Held) -> None:
        """Waits until there is room for so many bytes."""
        if size < LARGE:
            return
        # one sender gets at most half of the room if there can be others
        share = max(self._room // 2, self._most) if who else self._room
        holding.waits = True
        while self._held + size > self._room or self._of[who] + size > share:
            self._freed.clear()
            await self._freed.wait()
        holding.waits, holding.size, holding.who = False, size, who
        self._held += size
        self._of[who] += size

    async def _whole(self, receive: Receive, most: int) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise Gone
            part = message.get("body", b"")
            size += len(part)
            if size > most:
                raise Refusal(413, "too_large", f"a request may have at most {most} bytes")
            parts.append(part)
            if not message.get("more_body", False):
                break
        body = b"".join(parts)
        parts.clear()
        if await aside(body, lambda: has_too_many_values(body)):
            told = f"a request may have at most {MAX_VALUES} values, lists and objects: send less at once"
            raise Refusal(413, "too_large", told)
        return body


class Held:
    """The memory of one request."""

    def __init__(self) -> None:
        self.size = 0
        self.who = ""
        self.waits = False


class Gone(Exception):
    """The client disconnected before its request was complete."""


def given(body: bytes, receive: Receive) -> Receive:
    """Returns a receiver that gives a body that was read already, and keeps it no longer, then the further messages of the client."""
    left = [body]

    async def whole() -> Message:
        if not left:
            return await receive()  # waits until the client disconnects
        return {"type": "http.request", "body": left.pop(), "more_body": False}

    return whole
