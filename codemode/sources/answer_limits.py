"""Limits on one answer of a server. It is measured while it is read, after decompression, so that no server fills the host's memory."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

from codemode.errors import ConfigError

MAX_ANSWER = 64 << 20  # bytes: a result of 16 MiB, which MCP may send twice, with escapes
MAX_NESTED = 500_000  # lists and objects of one answer; each needs twenty times its bytes, and time
MAX_DEPTH = 200  # of nested lists and objects
MAX_DECODED = 900  # of those of a document, such as a manual whose other tools are used
TOO_LARGE = "the limit for one answer"
_NESTING = frozenset((dict, list))
GIVE_MORE = "if that is intended, raise max_answer_bytes"
ASK_FOR_LESS = "ask the tool for less, such as one page at a time"


class AnswerTooLarge(Exception):
    """Reading stopped because an answer, or one piece of a stream, is over its limit of bytes or of something else."""

    def __init__(self, limit: int, what: str = "bytes") -> None:
        super().__init__(f"its answer has more than {limit} {what}, {TOO_LARGE}")


class AnswerTooDeep(AnswerTooLarge):
    """An answer is nested too deeply to be read."""

    def __init__(self) -> None:
        Exception.__init__(self, f"its answer is nested deeper than {MAX_DEPTH}, {TOO_LARGE}")


def measured(answer: Any, limit: int) -> Any:
    """Measures an answer that was not measured while it was read, and returns it. Raises AnswerTooLarge."""
    left: list[tuple[object, int]] = [(answer, 0)]
    size = nested = 0
    while left:
        node, depth = left.pop()
        if isinstance(node, str | bytes | bytearray):
            size += len(node)
        elif isinstance(node, Mapping):
            fields = cast("Mapping[object, object]", node)
            nested += 1
            size += sum(len(key) for key in fields if isinstance(key, str))
            left += [(item, depth + 1) for item in fields.values()]
        elif isinstance(node, list | tuple | set | frozenset):
            items = cast("list[object]", node)
            nested += 1
            size += len(items)
            left += [(item, depth + 1) for item in items]
        if size > limit:
            raise AnswerTooLarge(limit)
        if nested > MAX_NESTED:
            raise AnswerTooLarge(MAX_NESTED, "lists and objects")
        if depth > MAX_DEPTH:
            raise AnswerTooDeep
    return answer


def check_depth(decoded: Any) -> None:
    """Checks how deeply a decoded JSON document is nested. Raises AnswerTooDeep."""
    level: list[Any] = [[decoded]]
    for _ in range(MAX_DECODED):
        level = [item for item in chain.from_iterable(map(_items, level)) if type(item) in _NESTING]
        if not level:
            return
    raise AnswerTooDeep


def _items(node: Any) -> Any:
    return cast("dict[Any, Any]", node).values() if type(node) is dict else node


class Measure:
    """Measures one answer, or one piece of a stream, while it is read."""

    __slots__ = ("_limit", "_nested", "_too_large", "size")

    def __init__(self, limit: int, too_large: type[AnswerTooLarge] = AnswerTooLarge) -> None:
        self._limit = limit
        self._too_large = too_large
        self.begin()

    def begin(self) -> None:
        """Begins the next piece."""
        self.size = self._nested = 0

    def add(self, part: bytes) -> None:
        """Adds a part. Raises AnswerTooLarge. Brackets inside strings count, too, because only parsing could tell them apart."""
        self.size += len(part)
        self._nested += part.count(b"[") + part.count(b"{")
        if self.size > self._limit:
            raise self._too_large(self._limit)
        if self._nested > MAX_NESTED:
            raise self._too_large(MAX_NESTED, "lists and objects")


_EVENT_END = re.compile(rb"\n\r?\n|\r\r")
_LINE_ENDS = re.compile(rb"(?<![\r\n])[\r\n]*$")


class Events:
    """Finds the ends of events in a stream that arrives in arbitrary parts."""

    def __init__(self) -> None:
        self._line_ends = b""  # at the end of the last part

    def cut(self, part: bytes) -> Iterator[tuple[bytes, bool]]:
        """Yields the pieces of a part, and whether an event ends with each."""
        if self._line_ends and _EVENT_END.search(self._line_ends + part[:2]):
            yield b"", True
        at = 0
        for end in _EVENT_END.finditer(part):
            yield part[at : end.end()], True
            at = end.end()
        yield part[at:], False
        found = _LINE_ENDS.search((self._line_ends + part)[-3:])
        self._line_ends = found[0] if found is not None else b""


def checked_limit(limit: object) -> int:
    """Raises ConfigError."""
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise ConfigError(
            f"max_answer_bytes must be a number of bytes, at least 1, such as {MAX_ANSWER}, not {limit!r}"
        )
    return limit


@dataclass(slots=True, frozen=True)
class Bound:
    """The limits of answers: of each as a whole, or else of each of their pieces. With `may_be_file`, an answer that is not text becomes a `File`."""

    limit: int
    is_whole: bool = True
    may_be_file: bool = False
    large: Callable[[], Awaitable[None]] | None = None  # is awaited once an answer is large
    public: bool = False  # as in `Way`: what is asked for comes from a public manual


bound: ContextVar[Bound | None] = ContextVar("codemode_bound", default=None)


@contextmanager
def bounded(given: Bound) -> Generator[None]:
    """Limits the answers whose reading begins in this block."""
    token = bound.set(given)
    try:
        yield
    finally:
        bound.reset(token)


def too_large_in(error: BaseException) -> AnswerTooLarge | None:
    """Returns the AnswerTooLarge that caused the error, if there is one."""
    found: BaseException | None = error
    while found is not None and not isinstance(found, AnswerTooLarge):
        found = found.__cause__ or found.__context__
    return found
