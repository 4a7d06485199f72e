"""html: escaping and unescaping of HTML text."""

from __future__ import annotations

import re
from functools import cache
from html.entities import html5

from codemode.interpreter.run import Run
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import encode_rune

html = Package("html", "escaping and unescaping HTML text")

_ESCAPES = {b"&": b"&amp;", b"'": b"&#39;", b"<": b"&lt;", b">": b"&gt;", b'"': b"&#34;"}
_SPECIAL = re.compile(rb"[&'<>\"]")
_NUMBER = re.compile(rb"&#(?:[xX]([0-9a-fA-F]*)|([0-9]*));?")
_NAME = re.compile(rb"&([0-9a-zA-Z]*;?)")
_LONGEST_BARE = 6  # the longest name that needs no semicolon
_WINDOWS_1252 = (
    "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f"
    "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178"
)


@cache
def _entities() -> dict[bytes, bytes]:
    return {name.encode(): text.encode() for name, text in html5.items()}


def escaped(s: bytes) -> bytes:
    return _SPECIAL.sub(lambda found: _ESCAPES[found[0]], s)


@html.func("func EscapeString(s string) string", run=True, cost="len(s) // 32")
def escape_string(run: Run, s: bytes) -> bytes:
    """EscapeString escapes special characters like "<" to become "&lt;"."""
    size = len(s) + 4 * sum([s.count(c) for c in _ESCAPES])
    run.charge(size >> 5)
    run.alloc(size)
    return escaped(s)


@html.func("func UnescapeString(s string) string", run=True, cost="len(s) // 16 + s.count(b'&')")
def unescape_string(run: Run, s: bytes) -> bytes:
    """UnescapeString unescapes entities like "&lt;" to become "<"."""
    run.alloc(len(s))
    parts: list[bytes] = []
    at = 0
    while True:
        start = s.find(b"&", at)
        if start < 0:
            break
        parts.append(s[at:start])
        text, at = _entity(s, start)
        parts.append(text)
    parts.append(s[at:])
    return b"".join(parts)


def _entity(s: bytes, start: int) -> tuple[bytes, int]:
    """The text of the entity that begins at `start`, and where it ends."""
    if s[start + 1 : start + 2] == b"#":
        return _numeric(s, start)
    found = _NAME.match(s, start)
    name = found[1] if found else b""
    entities = _entities()
    if name in entities:
        return entities[name], start + 1 + len(name)
    for size in range(min(len(name) - 1, _LONGEST_BARE), 1, -1):
        text = entities.get(name[:size])
        if text is not None and len(text.decode()) == 1:
            return text, start + 1 + size
    return s[start : start + 1 + len(name)], start + 1 + len(name)


def _numeric(s: bytes, start: int) -> tuple[bytes, int]:
    found = _NUMBER.match(s, start)
    # Go wants at least "&#." and a digit that is not the last of two bytes
    if found is None or len(s) - start <= 3 or found.end() - start <= 3:
        return b"&", start + 1
    digits, base = (found[1], 16) if found[1] is not None else (found[2], 10)
    value = 0
    for digit in digits:
        # a rune has 32 bits
        value = (value * base + int(chr(digit), base) + (1 << 31)) % (1 << 32) - (1 << 31)
    if 0x80 <= value <= 0x9F:
        return _WINDOWS_1252[value - 0x80].encode(), found.end()
    return encode_rune(value if value != 0 else 0xFFFD), found.end()
