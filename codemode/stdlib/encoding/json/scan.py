"""Scans JSON text: errors with Go's messages and offsets, the place of each value, and the compact and indented forms.

parse.py reads values with Python's faster scanner and uses this module when that one fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator
from typing import Any

from codemode.stdlib.strconv.quoting import quote, quote_rune

MAX_DEPTH = 10_000

_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING = re.compile(rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"')
_STRING_START = re.compile(rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+')
_NUMBER = re.compile(rb"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?")
_NUMBER_START = re.compile(rb"-?(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?(?:(?<=[0-9])[eE](?:[+-])?[0-9]*+)?)?")
_LITERALS = {ord("n"): b"null", ord("t"): b"true", ord("f"): b"false"}
_END = "unexpected end of JSON input"

OBJECT, ARRAY, STRING, NUMBER, LITERAL, KEY, CLOSE = range(7)
Token = tuple[int, int, int]  # kind, start, end


class JsonSyntaxError(Exception):
    """Becomes a *json.SyntaxError. `ended` means that the text ended too early, so that more input could complete it."""

    def __init__(self, message: str | bytes, offset: int, ended: bool = False) -> None:
        super().__init__(message)
        self.message = message.encode() if isinstance(message, str) else message
        self.offset = offset
        self.ended = ended


def _rune_at(data: bytes, at: int) -> bytes:
    """Returns the bytes of the UTF-8 character at an offset; one byte if it is invalid."""
    for size in (1, 2, 3, 4):
        piece = data[at : at + size]
        try:
            piece.decode()
        except UnicodeDecodeError:
            continue
        return piece
    return data[at : at + 1]


def unexpected(data: bytes, at: int, where: str) -> JsonSyntaxError:
    if at >= len(data):
        return _ended(data)
    letter = _rune_at(data, at)
    try:
        shown = quote_rune(ord(letter.decode()))
    except UnicodeDecodeError:
        shown = f"'\\x{letter[0]:02x}'".encode()
    return JsonSyntaxError(b"invalid character " + shown + f" {where}".encode(), at + len(letter))


def _ended(data: bytes, offset: int | None = None) -> JsonSyntaxError:
    return JsonSyntaxError(_END, len(data) if offset is None else offset, ended=True)


def _bad_string(data: bytes, at: int, where: str) -> JsonSyntaxError:
    """Returns the error for a string that does not match the grammar."""
    if at >= len(data):
        return _ended(data)
    if data[at : at + 1] != b'"':
        return unexpected(data, at, where)
    found = _STRING_START.match(data, at)
    stop = found.end() if found is not None else at + 1
    if stop >= len(data):
        return _ended(data)
    if data[stop : stop + 1] != b"\\":
        return unexpected(data, stop, "in string")
    escape = data[stop : stop + 6]
    if len(escape) < 2 or (len(escape) < 6 and re.fullmatch(rb"\\u[0-9a-fA-F]*", escape)):
        return _ended(data, stop)
    what = escape if escape[1:2] == b"u" else escape[:2]
    try:
        plain = what.decode().isprintable() and b"`" not in what and b" " not in what
    except UnicodeDecodeError:
        plain = False
    shown = b"`" + what + b"`" if plain else quote(what)
    return JsonSyntaxError(b"invalid escape sequence " + shown + b" in string", stop + len(what))


def inner_string_error(data: bytes) -> JsonSyntaxError:
    """Returns the error for a text that should be a JSON string but is not."""
    return _bad_string(data, 0, "looking for beginning of object key string")


def _bad_value(data: bytes, at: int) -> JsonSyntaxError:
    if at >= len(data):
        return _ended(data)
    first = data[at]
    literal = _LITERALS.get(first)
    if literal is not None:
        for i, want in enumerate(literal):
            if at + i >= len(data):
                return _ended(data)
            if data[at + i] != want:
                return unexpected(data, at + i, f"in literal {literal.decode()} (expecting '{chr(want)}')")
    if first == 0x22:
        return _bad_string(data, at, "looking for beginning of value")
    if first == 0x2D or 0x30 <= first <= 0x39:
        found = _NUMBER_START.match(data, at)
        stop = found.end() if found is not None else at + 1
        if stop >= len(data):
            return _ended(data, at)
        return unexpected(data, stop, "in numeric literal")
    return unexpected(data, at, "looking for beginning of value")


def _scalar(data: bytes, at: int) -> tuple[int, int]:
    """Returns (kind, end) of the string, number or literal at an offset. Raises JsonSyntaxError."""
    if at >= len(data):
        raise _ended(data)
    first = data[at]
    if first == 0x22:
        found, kind = _STRING.match(data, at), STRING
    elif first == 0x2D or 0x30 <= first <= 0x39:
        found, kind = _NUMBER.match(data, at), NUMBER
        # 1. and 1e are incomplete numbers, not numbers followed by an invalid character
        if found is not None and data[found.end() : found.end() + 1] in (b".", b"e", b"E") and _broken(data, found):
            found = None
    else:
        literal = _LITERALS.get(first)
        if literal is not None and data.startswith(literal, at):
            return LITERAL, at + len(literal)
        raise _bad_value(data, at)
    if found is None:
        raise _bad_value(data, at)
    return kind, found.end()


def _broken(data: bytes, found: re.Match[bytes]) -> bool:
    """Returns whether the character after a number could continue the number."""
    text, following = found[0], data[found.end()]
    if following == 0x2E:
        return b"." not in text and b"e" not in text and b"E" not in text
    return b"e" not in text and b"E" not in text


def space_end(data: bytes, at: int) -> int:
    """Returns the offset where white space ends."""
    found = _SPACE.match(data, at)
    return found.end() if found is not None else at


def tokens(data: bytes, at: int = 0) -> Iterator[Token]:
    """Iterates over the tokens of one value, from `at` on. Raises JsonSyntaxError."""
    limit = len(data)
    closers: list[int] = []  # ] or } of each open container
    at = space_end(data, at)
    while True:
        first = data[at] if at < limit else 0
        if first in (0x7B, 0x5B):
            if len(closers) == MAX_DEPTH:
                raise JsonSyntaxError("exceeded max depth", at)
            yield (OBJECT if first == 0x7B else ARRAY), at, at + 1
            closers.append(first + 2)
            at = space_end(data, at + 1)
            if at < limit and data[at] == first + 2:
                yield CLOSE, at, at + 1
                closers.pop()
                at += 1
            else:
                if first == 0x7B:
                    at = yield from _key(data, at)
                continue
        else:
            kind, end = _scalar(data, at)
            yield kind, at, end
            at = end
        # after a value: close the containers that end here, or step to the next value
        while True:
            if not closers:
                return
            at = space_end(data, at)
            following = data[at] if at < limit else 0
            if following == closers[-1]:
                yield CLOSE, at, at + 1
                closers.pop()
                at += 1
                continue
            in_object = closers[-1] == 0x7D
            if following != 0x2C:
                raise unexpected(data, at, "after object key:value pair" if in_object else "after array element")
            at = space_end(data, at + 1)
            if in_object:
                at = yield from _key(data, at)
            break


def _key(data: bytes, at: int) -> Generator[Token, None, int]:
    """Yields the name of a member, skips its colon, and returns where the value starts."""
    found = _STRING.match(data, at)
    if found is None:
        raise _bad_string(data, at, "looking for beginning of object key string")
    yield KEY, at, found.end()
    at = space_end(data, found.end())
    if data[at : at + 1] != b":":
        raise unexpected(data, at, "after object key")
    return space_end(data, at + 1)


def value_end(data: bytes, at: int = 0) -> int:
    """Returns where the value that starts at or after `at` ends. Raises JsonSyntaxError."""
    for _, _, end in tokens(data, at):
        at = end
    return at


def check(data: bytes, charge: Callable[[int], object] | None = None) -> None:
    """Raises JsonSyntaxError unless the data is exactly one value. `charge` is called with the cost while tokens are read."""
    end = 0
    for count, token in enumerate(tokens(data), 1):
        end = token[2]
        if charge is not None and count & 63 == 0:
            charge(192)
    end = space_end(data, end)
    if end < len(data):
        raise unexpected(data, end, "after top-level value")


# --- where values are ------------------------------------------------------------------------------------------------


class Extent:
    """The place of a value in the text, and the places of its members or elements."""

    __slots__ = ("end", "inner", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.inner: dict[Any, Extent] | None = None


def extents(data: bytes) -> Extent:
    """Returns the tree of extents of valid JSON data."""
    root = Extent(0)
    stack: list[Extent] = []
    key: Any = None
    for kind, start, end in tokens(data):
        if kind == KEY:
            key = text_of_string(data[start:end])
            continue
        if kind == CLOSE:
            stack.pop().end = end
            continue
        node = Extent(start)
        node.end = end
        if not stack:
            root = node
        else:
            inner = stack[-1].inner
            assert inner is not None
            inner[key if data[stack[-1].start] == 0x7B else len(inner)] = node
        if kind in (OBJECT, ARRAY):
            node.inner = {}
            stack.append(node)
    return root


def text_of_string(token: bytes) -> str:
    """Returns the text of a JSON string, as Python's own scanner decodes it."""
    text = token.decode("utf-8", "surrogateescape")
    return json.loads(text) if "\\" in text else text[1:-1]


# --- other looks -----------------------------------------------------------------------------------------------------


def _check_formatted(data: bytes) -> None:
    """Like check, with the messages of the functions that format JSON."""
    try:
        check(data)
    except JsonSyntaxError as failure:
        failure.message = failure.message.replace(b"after array element", b"after array value")
        raise


def compacted(data: bytes) -> bytes:
    """Returns the data without white space. Raises JsonSyntaxError."""
    _check_formatted(data)
    parts: list[bytes] = []
    # between two tokens of valid data there are only spaces, commas and colons
    last = 0
    for _, start, end in tokens(data):
        parts.append(data[last:start].translate(None, b" \t\r\n"))
        parts.append(data[start:end])
        last = end
    return b"".join(parts)


def indented(data: bytes, prefix: bytes, indent: bytes, alloc: Callable[[int], object]) -> bytes:
    """Returns the data on many lines; empty objects and arrays stay on one. `alloc` is called with the size of each line. Raises JsonSyntaxError."""
    _check_formatted(data)
    parts: list[bytes] = []
    depth = 0
    opened = named = False  # whether the last token opened a container or was a name
    first = True

    def line(before: bytes) -> None:
        alloc(64 + len(prefix) + len(indent) * depth)
        parts.append(before + prefix + indent * depth)

    for kind, start, end in tokens(data):
        if kind == CLOSE:
            depth -= 1
            if not opened:
                line(b"\n")
            opened = False
        else:
            if not named and not first:
                line(b"\n" if opened else b",\n")
            opened = kind in (OBJECT, ARRAY)
            depth += opened
        named = kind == KEY
        first = False
        parts.append(data[start:end] + b": " if named else data[start:end])
    return b"".join(parts) + data[len(data.rstrip(b" \t\r\n")) :]


_HTML = {b"<": b"\\u003c", b">": b"\\u003e", b"&": b"\\u0026", b"\xe2\x80\xa8": b"\\u2028", b"\xe2\x80\xa9": b"\\u2029"}
_HTML_LETTER = re.compile(b"[<>&]|\xe2\x80[\xa8\xa9]")


def html_escaped(data: bytes) -> bytes:
    return _HTML_LETTER.sub(lambda found: _HTML[found[0]], data)
