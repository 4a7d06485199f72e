"""net/url: the package, its errors, and escaping."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box
from codemode.stdlib.errors import error_text
from codemode.stdlib.failures import Failed
from codemode.stdlib.registry import Package
from codemode.stdlib.strconv.quoting import quote
from codemode.types.model import pointer_to

url = Package("net/url")

Storage = list[Any]

# --- errors ------------------------------------------------------------------------------------------------------

_ERROR = pointer_to(url.type("type Error struct { Op string; URL string; Err error }"))
_ESCAPE_ERROR = url.type("type EscapeError string")
_INVALID_HOST_ERROR = url.type("type InvalidHostError string")


class Refused(Failed):
    """A URL or a part of it cannot be parsed."""


def parse_error(text: bytes, error: Any) -> Box:
    return Box(_ERROR, [b"parse", text, error])


url.row(
    "func (e *Error) Error() string",
    lambda run, e: b"%b %b: %b" % (e[0], quote(e[1]), error_text(run, e[2]) if e[2] is not None else b"%!s(<nil>)"),
)
url.method("func (e *Error) Unwrap() error")(itemgetter(2))
url.row("func (e EscapeError) Error() string", lambda e: b"invalid URL escape " + quote(e))
url.row("func (e InvalidHostError) Error() string", lambda e: b"invalid character " + quote(e) + b" in host name")


# --- escaping ----------------------------------------------------------------------------------------------------


class Part:
    """A part of a URL, with the bytes besides letters and digits that are not escaped in it."""

    __slots__ = ("bytes_of", "plain", "suspicious")

    def __init__(self, marks: bytes, is_host: bool = False) -> None:
        kept = {*marks, *b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"}
        self.plain = re.compile(b"[%b]*" % re.escape(bytes(kept)))
        self.bytes_of = [bytes([b]) if b in kept else b"%%%02X" % b for b in range(256)]
        # bytes that unescaping must check: percent signs, and in hosts also forbidden bytes
        refused = bytes(b for b in range(128) if b not in kept) if is_host else b"%"
        self.suspicious = re.compile(b"[%b]" % re.escape(refused))

    def keeps(self, byte: int) -> bool:
        return len(self.bytes_of[byte]) == 1


PATH = Part(b"$&+,/:;=@")
SEGMENT = Part(b"$&+:=@")
HOST = Part(b"!$&'()*+,;=:[]<>\"", is_host=True)
USER = Part(b"$&+,;=")
QUERY = Part(b"")
QUERY.bytes_of[0x20] = b"+"
FRAGMENT = Part(b"!$&()*+,/:;=?@")

_ESCAPE = re.compile(rb"%[0-9A-Fa-f]{2}")
_BLOCK = 1 << 16  # bytes after which the driver gets a moment


def blocks(run: Run, s: bytes) -> Iterable[bytes]:
    """Splits a text without cutting an escape. Between two blocks the driver gets a moment."""
    return (s,) if len(s) <= _BLOCK else _blocks(run, s)


def consists_of(run: Run, s: bytes, plain: re.Pattern[bytes]) -> bool:
    """Returns whether the whole text matches a pattern of single bytes."""
    return plain.fullmatch(s) is not None if len(s) <= _BLOCK else all(map(plain.fullmatch, _blocks(run, s)))


def _blocks(run: Run, s: bytes) -> Iterator[bytes]:
    at = 0
    while len(s) - at > _BLOCK:
        end = at + _BLOCK
        while end < len(s) and b"%" in s[end - 2 : end] and end - at < 2 * _BLOCK:
            end += 1
        yield s[at:end]
        run.breathe()
        at = end
    yield s[at:]


def escape(run: Run, s: bytes, part: Part) -> bytes:
    run.charge(len(s) >> 5)
    if consists_of(run, s, part.plain):
        return s
    run.charge(len(s) >> 3)
    run.alloc(3 * len(s))
    return b"".join([b"".join([part.bytes_of[b] for b in block]) for block in blocks(run, s)])


def unescape(run: Run, s: bytes, part: Part) -> bytes:
    """Returns the unescaped text. Raises Refused."""
    run.charge(len(s) >> 5)
    escapes = 0
    for found in run.paced(part.suspicious.finditer(s), len(s)):
        at = found.start()
        if s[at] != 0x25:
            raise Refused(Box(_INVALID_HOST_ERROR, s[at : at + 1]))
        escapes += 1
        code = s[at : at + 3]
        # a host may only escape bytes that are not ASCII, and percent signs
        if not _ESCAPE.fullmatch(code) or (part is HOST and code < b"%8" and code != b"%25"):
            raise Refused(Box(_ESCAPE_ERROR, code))
    run.charge(escapes)
    if part is QUERY:
        s = s.replace(b"+", b" ")
    if not escapes:
        return s
    run.alloc(len(s))
    return b"".join([_ESCAPE.sub(lambda found: bytes([int(found[0][1:], 16)]), block) for block in blocks(run, s)])


@url.func("func QueryEscape(s string) string", run=True)
def query_escape(run: Run, s: bytes) -> bytes:
    return escape(run, s, QUERY)


url.row("func PathEscape(s string) string", lambda run, s: escape(run, s, SEGMENT))


def _unescaped(run: Run, s: bytes, part: Part) -> tuple[bytes, Any]:
    try:
        return unescape(run, s, part), None
    except Refused as refused:
        return b"", refused.error


url.row("func QueryUnescape(s string) (string, error)", lambda run, s: _unescaped(run, s, QUERY))
url.row("func PathUnescape(s string) (string, error)", lambda run, s: _unescaped(run, s, SEGMENT))
