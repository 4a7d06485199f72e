"""Regular expressions on RE2: compiles Go's syntax with Go's error texts, and matches invalid UTF-8 as Go does."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol, cast

from codemode.stdlib.runes import pieces, valid_utf8

Span = tuple[int, int]
NONE: Span = (-1, -1)

FEW = 16  # groups, whose places cost nothing beside the search
_MAX_MEM = 2 << 20  # for one compiled expression and its automata

_CODES = {
    "missing ]": "missing closing ]",
    "missing )": "missing closing )",
    "unexpected )": "unexpected )",
    "trailing \\": "trailing backslash at end of expression",
    "no argument for repetition operator": "missing argument to repetition operator",
    "invalid repetition size": "invalid repeat count",
    "bad repetition operator": "invalid nested repetition operator",
    "invalid perl operator": "invalid or unsupported Perl syntax",
    "invalid named capture group": "invalid named capture",
    "invalid UTF-8": "invalid UTF-8",
}
_HEX_ESCAPE = re.compile(rb"\\x\{[0-9a-fA-F]*$")
_GROUP = re.compile(rb"\\Q.*?(?:\\E|$)|\\.|\[\^?\]?(?:\[:\^?\w++:\]|\\.|[^\]\\])*+\]?+|\((\?P?<(\w+)>|\?)?", re.DOTALL)
_ESCAPES = re.compile(rb"\\Q.*?(?:\\E|$)|\\(.)", re.DOTALL)


class Engine(Protocol):
    """The methods of RE2's own object that are used. `Match` returns the spans of all groups at once."""

    def ok(self) -> bool: ...
    def error(self) -> bytes: ...
    def Match(self, anchor: Any, text: bytes, start: int, end: int) -> list[Span]: ...
    def NumberOfCapturingGroups(self) -> int: ...
    def NamedCapturingGroups(self) -> list[tuple[bytes, int]]: ...
    def ProgramSize(self) -> int: ...


_BINDING: Any = import_module("re2")
_RE2: Any = _BINDING._re2.RE2
_UNANCHORED = _RE2.Anchor.UNANCHORED


class SyntaxProblem(Exception):
    """Go rejects this expression with this text. `steps` is the cost of finding that out."""

    def __init__(self, code: str, piece: bytes, steps: int = 1) -> None:
        super().__init__(code)
        self.steps = steps
        self.text = b"error parsing regexp: " + code.encode() + b": `" + piece + b"`"


class Pattern:
    """A compiled expression."""

    __slots__ = ("engine", "expr", "groups", "named", "names", "size", "work")

    def __init__(self, expr: bytes) -> None:
        self.expr = expr
        options = _BINDING.Options()
        options.log_errors = False
        options.max_mem = _MAX_MEM
        _check(expr)
        self.engine = cast(Engine, _RE2(expr, options))
        if not self.engine.ok():
            raise _problem(expr, self.engine.error().decode("utf-8", "surrogateescape"))
        self.groups = self.engine.NumberOfCapturingGroups()
        self.size = self.engine.ProgramSize()
        # where groups begin and end, RE2 copies the places of all of them
        self.work = self.size + self.groups * self.groups // 2
        names = [b""] * (self.groups + 1)
        for name, index in self.engine.NamedCapturingGroups():
            names[index] = name
        self.names = names if expr.count(b"<") <= len(set(names) - {b""}) else [b"", *_group_names(expr)]
        self.named: dict[bytes, list[int]] = {}
        for index, name in enumerate(self.names):
            self.named.setdefault(name, []).append(index)

    def is_quick(self, size: int) -> bool:
        """Returns whether a search of this many bytes takes at most some milliseconds, whatever the bytes are."""
        return self.work * size < 1 << 20

    def cost(self, size: int) -> int:
        """Returns the steps that a search of this many bytes costs."""
        return 1 + size * (1 + self.work // 64) // 32

    def cost_of_groups(self, size: int) -> int:
        """Returns the steps for the places of all groups in a match of this many bytes."""
        return (self.groups * self.groups * (size + 1) >> 6) + self.groups // 2


def _group_names(expr: bytes) -> list[bytes]:
    """Returns the names of all groups, because RE2 reports only one group for each name."""
    return [found[2] or b"" for found in _GROUP.finditer(expr) if found[0][:1] == b"(" and found[1] != b"?"]


def _check(expr: bytes) -> None:
    """Raises SyntaxProblem for syntax that only RE2 allows."""
    if any(found[1] == b"C" for found in _ESCAPES.finditer(expr)):
        raise SyntaxProblem("invalid escape sequence", b"\\C")


def _problem(expr: bytes, message: str) -> SyntaxProblem:
    code, _, piece = message.partition(": ")
    if code.startswith("pattern too large"):
        return SyntaxProblem("expression too large", expr, steps=50_000)
    if code.startswith("invalid UTF-8"):
        unfinished = _HEX_ESCAPE.search(expr)
        if unfinished is not None:
            return SyntaxProblem("invalid escape sequence", unfinished[0])
        return SyntaxProblem(code, expr)
    if piece in ("(?<!", "(?<="):
        # Go reads these as the start of a named group
        rest = expr[expr.find(piece.encode()) :]
        return SyntaxProblem("invalid named capture", rest[: rest.find(b">") + 1] or rest)
    return SyntaxProblem(_CODES.get(code, code), piece.encode("utf-8", "surrogateescape"))


@lru_cache(maxsize=64)
def compiled(expr: bytes) -> Pattern:
    """Returns the compiled expression. Raises SyntaxProblem."""
    return Pattern(expr)


# --- texts -----------------------------------------------------------------------------------------------------------

_ESCAPED = re.compile("[\udc80-\udcff]")


class Text:
    """A text to search. Go treats each byte of invalid UTF-8 as U+FFFD of width 1; RE2 gets a real U+FFFD in its place."""

    __slots__ = ("_ends", "_starts", "data", "shown")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.shown = data
        self._starts: list[int] | None = None
        self._ends: list[int] = []
        if not data.isascii() and not valid_utf8(data):
            self._widen()

    def _widen(self) -> None:
        # piece by piece, because nothing else runs while Python decodes one text
        starts: list[int] = []
        ends: list[int] = []
        shown: list[bytes] = []
        at = wide = 0
        for piece in pieces(self.data):
            text = piece.decode("utf-8", "surrogateescape")
            shown.append(_ESCAPED.sub("\ufffd", text).encode())
            last = 0
            # each replaced byte moves the offsets of the two texts two bytes further apart
            for found in _ESCAPED.finditer(text):
                width = len(text[last : found.start()].encode())
                last = found.end()
                at, wide = at + width + 1, wide + width + 3
                starts.append(at)
                ends.append(wide)
            rest = len(text[last:].encode())
            at, wide = at + rest, wide + rest
        self.shown = b"".join(shown)
        self._starts, self._ends = starts, ends

    def to_shown(self, at: int) -> int:
        if self._starts is None:
            return at
        return at + 2 * (bisect_left(self._starts, at + 1))

    def to_data(self, at: int) -> int:
        if self._starts is None or at < 0:
            return at
        return at - 2 * bisect_left(self._ends, at + 1)

    def match(self, pattern: Pattern, start: int) -> list[Span] | None:
        """Returns the spans of the leftmost match from `start` on and of its groups, or None. A group without a match has (-1, -1)."""
        spans = pattern.engine.Match(_UNANCHORED, self.shown, self.to_shown(start), len(self.shown))
        if spans[0] == NONE:
            return None
        if self._starts is None:
            return spans
        return [(self.to_data(a), self.to_data(b)) for a, b in spans]

    def width(self, at: int) -> int:
        """Returns the width of the character at an offset, 0 at the end."""
        if at >= len(self.data):
            return 0
        first = self.data[at]
        if first < 0x80:
            return 1
        size = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        return size if valid_utf8(self.data[at : at + size]) else 1
