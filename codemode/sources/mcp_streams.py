"""Watches the messages to and from one MCP server: their end, the number of their parts, and the number of notifications.

It also mends what mcp would reject as a whole: a list with an invalid item, and an answer that cannot be read.
"""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterable
from types import TracebackType
from typing import Any, Self, cast

import anyio
from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from codemode.sources.answer_limits import TOO_LARGE, AnswerTooDeep
from codemode.sources.mcp_watch import Talk, Watch
from codemode.sources.tool_list_checks import Problem, problems_in, shortened, sift
from codemode.sources.utcp_results import short

MAX_OBJECTS = 50_000  # objects of one answer, as tools or contents; mcp needs 25 microseconds for each
MAX_QUESTIONS = 1000
MAX_UNASKED = 1000  # notifications that are read within a second; a server that sends more waits
_PLAIN = frozenset({"structuredContent", "inputSchema", "outputSchema", "_meta"})
_ANSWERS = (types.JSONRPCResponse, types.JSONRPCError)


# requests for lists: the key of the list, the word for one item, and the required fields of an item
_LISTS = {
    "tools/list": ("tools", "tool", frozenset({"name", "inputSchema"})),
    "resources/list": ("resources", "resource", frozenset({"name", "uri"})),
    "resources/templates/list": ("resourceTemplates", "resource template", frozenset({"name", "uriTemplate"})),
    "prompts/list": ("prompts", "prompt", frozenset({"name"})),
}
# the number of an answer that cannot be read, from its beginning or its end
_ID = r'"id"\s*:\s*(?:(?P<number>\d{1,18})|"(?P<text>[^"\\]{0,200})")\s*'
_ID_FIRST = re.compile(rf'\s*\{{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?{_ID},')
_ID_LAST = re.compile(rf',\s*{_ID}(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}}\s*$')
_LAST_PART = 500  # characters of the end that are searched
_UNREAD = re.compile(r"^Failed to parse (?:JSON response|SSE message): (?P<why>.*?)(?: \[type=|$)", re.DOTALL)


class _Watched:
    """Wraps a stream of messages, which it closes."""

    def __init__(self, stream: Any, talk: Talk) -> None:
        self._stream = stream
        self._talk = talk

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
    """The messages of a server. The library mcp keeps each question until its answer is sent, so a server that asks and never reads is ended."""

    def __init__(self, stream: Any, watch: Watch) -> None:
        super().__init__(stream, watch.talk)
        self._watch = watch
        self._pause = _Pause()

    @property
    def last_context(self) -> Any:
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Any:
        try:
            return await self._heard(await self._stream.receive())
        except Exception:
            self._watch.over.set()
            raise

    def __aiter__(self) -> AsyncIterator[Any]:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._heard(await self._stream.__anext__())
        except anyio.EndOfStream as end:
            self._watch.over.set()
            raise StopAsyncIteration from end
        except Exception:  # also the end of the stream
            self._watch.over.set()
            raise

    async def _heard(self, item: Any) -> Any:
        if isinstance(item, ValidationError):
            item = _unread(item) or item
        message = getattr(item, "message", None)
        if isinstance(message, types.JSONRPCRequest):
            self._talk.questions += 1
            if self._talk.questions > MAX_QUESTIONS:
                self._watch.words.ended_for = f"it asked {MAX_QUESTIONS} questions and read no answer"
                raise anyio.EndOfStream
        elif isinstance(message, types.JSONRPCResponse):
            self._talk.answers += 1
            return self._answered(message) or item
        elif isinstance(message, types.JSONRPCError):
            self._talk.answers += 1
            unread = _UNREAD.match(message.error.message) if message.error.code == types.PARSE_ERROR else None
            if unread is not None and TOO_LARGE not in message.error.message:
                return _failed(message.id, _why_unread(unread["why"]))
        else:
            await self._pause.one_more()
        return item

    def _answered(self, message: types.JSONRPCResponse) -> SessionMessage | None:
        """Returns the message that replaces an answer, if one does."""
        if _objects_in(message.result) > MAX_OBJECTS:
            return _failed(message.id, f"its answer has more than {MAX_OBJECTS} objects, {TOO_LARGE}")
        method = self._talk.lists.pop(message.id, None)
        if method is not None:
            self._talk.left_out = shortened([*self._talk.left_out, *_mend(message.result, method, self._talk.version)])
        return None


class Outgoing(_Watched):
    """The messages to a server."""

    async def send(self, item: Any) -> None:
        message = item.message
        if isinstance(message, types.JSONRPCRequest) and message.method in _LISTS:
            self._talk.lists[message.id] = message.method
        await self._stream.send(item)
        if isinstance(message, _ANSWERS):
            self._talk.questions -= 1


class _Pause:
    """Lets MAX_UNASKED messages pass each second."""

    def __init__(self) -> None:
        self._since = 0.0
        self._passed = 0

    async def one_more(self) -> None:
        now = time.monotonic()
        if now - self._since >= 1:
            self._since, self._passed = now, 0
        self._passed += 1
        if self._passed > MAX_UNASKED:
            await anyio.sleep(self._since + 1 - now)


# --- answers that are mended ----------------------------------------------------------------------------------------------


def _failed(id: Any, told: str) -> SessionMessage:
    error = types.ErrorData(code=types.INTERNAL_ERROR, message=told)
    return SessionMessage(types.JSONRPCError(jsonrpc="2.0", id=id, error=error))


def _unread(odd: ValidationError) -> SessionMessage | None:
    """Returns the failure of the request that an unreadable message answers, if its number can be found."""
    problem = odd.errors(include_url=False)[0]
    text = problem["input"]
    if problem["type"] != "json_invalid" or not isinstance(text, str):
        return None
    found = _ID_FIRST.match(text) or _ID_LAST.search(text[-_LAST_PART:])
    if found is None:
        return None
    id = int(found["number"]) if found["number"] is not None else found["text"]
    return _failed(id, _why_unread(problem["msg"]))


def _why_unread(why: str) -> str:
    if "recursion limit" in why:
        return str(AnswerTooDeep())  # mcp has the same limit
    _, is_text, told = why.partition("Invalid JSON: ")
    return f"its answer is not JSON: {short(told, 200)}" if is_text else "its answer is not a message of MCP"


def _mend(result: dict[str, Any], method: str, version: str) -> list[str]:
    """Removes invalid items from a list, and returns messages about them. If it is not a list, mcp reports that."""
    key, what, needed = _LISTS[method]
    items = result.get(key)
    if not isinstance(items, list):
        return []
    result[key] = found = [_with_input(item) if key == "tools" else item for item in cast("list[Any]", items)]
    rest = {name: value for name, value in result.items() if name != key}

    def check(item: Any) -> Iterable[Problem]:
        return _problems(method, version, {**rest, key: [item]}, (key, 0))

    if not version or not any(True for _ in _problems(method, version, result, (key,))):
        return []
    result[key], told = sift(found, what, needed, check)
    return told


def _problems(method: str, version: str, result: dict[str, Any], at: tuple[str | int, ...]) -> Iterable[Problem]:
    try:
        types.methods.validate_server_result(method, version, result)
    except KeyError:
        return ()
    except ValidationError as odd:
        return problems_in(odd, at)
    return ()


def _with_input(tool: Any) -> Any:
    """Returns a tool with the input schema of an object, if it has none or if the schema lacks its type, as many do."""
    if not isinstance(tool, dict):
        return cast(object, tool)
    fields = cast("dict[str, Any]", tool)
    given: Any = fields.get("inputSchema")
    if given is None:
        return {**fields, "inputSchema": {"type": "object"}}
    if isinstance(given, dict) and "type" not in given:
        return {**fields, "inputSchema": {"type": "object", **cast("dict[str, Any]", given)}}
    return fields


def _objects_in(result: dict[str, Any]) -> int:
    """Counts objects, up to one more than allowed, without those that are plain data for mcp."""
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
