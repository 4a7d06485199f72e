"""The messages to and from one MCP server, watched: when they end, of how many parts they are, how much the server asks without listening."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

import anyio
from mcp import types
from mcp.shared.message import SessionMessage

from codemode.sources.bounds import TOO_LARGE

if TYPE_CHECKING:
    from codemode.sources.mcp_transport import Watch

MAX_OBJECTS = 50_000  # of one answer: tools of a list, contents of a result; mcp takes 25 microseconds for each
MAX_QUESTIONS = 1000
_PLAIN = frozenset({"structuredContent", "inputSchema", "outputSchema", "_meta"})
_ANSWERS = (types.JSONRPCResponse, types.JSONRPCError)


@dataclass(slots=True)
class Questions:
    """What a server has asked and has not taken the answer of."""

    open: int = 0


class _Watched:
    """A stream of messages, closed with the one that it stands for."""

    def __init__(self, stream: Any, questions: Questions) -> None:
        self._stream = stream
        self._questions = questions

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def __aenter__(self) -> Self:
        await self._stream.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._stream.__aexit__(kind, value, trace)


class Incoming(_Watched):
    """What a server says. mcp keeps each of its questions until the answer is sent, so that whoever asks on and does not listen is ended."""

    def __init__(self, stream: Any, watch: Watch, questions: Questions) -> None:
        super().__init__(stream, questions)
        self._watch = watch

    @property
    def last_context(self) -> Any:
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Any:
        try:
            return self._heard(await self._stream.receive())
        except Exception:
            self._watch.over.set()
            raise

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        try:
            return self._heard(await self._stream.__anext__())
        except anyio.EndOfStream as end:
            self._watch.over.set()
            raise StopAsyncIteration from end
        except Exception:  # its end is one, too
            self._watch.over.set()
            raise

    def _heard(self, item: Any) -> Any:
        message = getattr(item, "message", None)
        if isinstance(message, types.JSONRPCRequest):
            self._questions.open += 1
            if self._questions.open > MAX_QUESTIONS:
                self._watch.words.ended_for = f"it asked {MAX_QUESTIONS} things and took no answer"
                raise anyio.EndOfStream
        elif isinstance(message, types.JSONRPCResponse) and _objects_in(message.result) > MAX_OBJECTS:
            told = f"its answer has more than {MAX_OBJECTS} objects, {TOO_LARGE}"
            error = types.ErrorData(code=types.INTERNAL_ERROR, message=told)
            return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=message.id, error=error))
        return item


class Outgoing(_Watched):
    """What is said to a server."""

    async def send(self, item: Any) -> None:
        await self._stream.send(item)
        if isinstance(item.message, _ANSWERS):
            self._questions.open -= 1


def _objects_in(result: dict[str, Any]) -> int:
    """How many there are, up to one too many, besides those that are plain data for mcp."""
    left: list[Any] = [result]
    found = 0
    while left and found <= MAX_OBJECTS:
        node = left.pop()
        if isinstance(node, dict):
            found += 1
            left.extend(value for key, value in cast("dict[str, Any]", node).items() if key not in _PLAIN)
        elif isinstance(node, list):
            left.extend(cast("list[Any]", node))
    return found
