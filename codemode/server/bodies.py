"""The body of a request: read whole before anything is done with it, and refused where it would take the server long or much memory."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from starlette.types import Message, Receive

from codemode.server.routes import Refusal

LARGE: Final = 64 << 10  # bytes from which a body counts among those that are held at once
MAX_HELD: Final = 16 << 20  # bytes of large bodies that requests under way may have together
MAX_VALUES: Final = 50_000  # values, lists and objects in one body: each takes some twenty times its bytes


class Bodies:
    """What requests under way hold. A large body waits until there is room for it: meanwhile it is not read."""

    def __init__(self, most: int, seconds: float, held: int = MAX_HELD) -> None:
        """`most` are the bytes of one body, `seconds` how long it may take to come."""
        self._most = most
        self._seconds = seconds
        self._room = max(held, most)
        self._held = 0
        self._of: Counter[str] = Counter()  # by who sends
        self._freed = asyncio.Event()

    @contextmanager
    def held(self) -> Generator[Held]:
        """While a request is answered."""
        holding = Held()
        try:
            yield holding
        finally:
            self._held -= holding.size
            self._of[holding.who] -= holding.size
            if not self._of[holding.who]:
                del self._of[holding.who]
            self._freed.set()

    async def read(self, receive: Receive, length: int | None, who: str, holding: Held) -> bytes:
        """The body; `length` is what the client says, `who` sends it. Raises Refusal."""
        try:
            async with asyncio.timeout(self._seconds):
                await self._enter(self._most if length is None else length, who, holding)
                return await self._whole(receive)
        except TimeoutError:
            if holding.waits:
                raise Refusal(503, "busy", "too many large requests at once; try again soon") from None
            raise Refusal(408, "slow", f"the request did not come whole within {self._seconds:g} s") from None

    async def _enter(self, size: int, who: str, holding: Held) -> None:
        if size < LARGE:
            return
        # nobody has more than half of the room as long as others could ask
        share = max(self._room // 2, self._most) if who else self._room
        holding.waits = True
        while self._held + size > self._room or self._of[who] + size > share:
            self._freed.clear()
            await self._freed.wait()
        holding.waits, holding.size, holding.who = False, size, who
        self._held += size
        self._of[who] += size

    async def _whole(self, receive: Receive) -> bytes:
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                raise Gone
            part = message.get("body", b"")
            size += len(part)
            if size > self._most:
                raise Refusal(413, "too_large", f"a request has at most {self._most} bytes")
            parts.append(part)
            if not message.get("more_body", False):
                break
        body = b"".join(parts)
        if has_too_many_values(body):
            told = f"a request has at most {MAX_VALUES} values, lists and objects: send less at once"
            raise Refusal(413, "too_large", told)
        return body


class Held:
    """The part of one request."""

    def __init__(self) -> None:
        self.size = 0
        self.who = ""
        self.waits = False


class Gone(Exception):
    """The client went away before its request was whole."""


def has_too_many_values(body: bytes) -> bool:
    """Whether JSON has more than MAX_VALUES, counted without reading it."""
    if len(body) <= MAX_VALUES:
        return False
    plain = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    if plain.count(b'"') > 4 * MAX_VALUES:
        return True
    outside = b"".join(plain.split(b'"')[::2])
    return outside.count(b",") + outside.count(b"[") + outside.count(b"{") > MAX_VALUES


def given(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then what else comes from the client."""
    done = False

    async def whole() -> Message:
        nonlocal done
        if done:
            return await receive()  # waits until the client goes away
        done = True
        return {"type": "http.request", "body": body, "more_body": False}

    return whole
