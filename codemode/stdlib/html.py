"""html: escaping and unescaping of HTML text."""

from __future__ import annotations

import re
from html.entities import html5

from codemode.interpreter.machine.run import Run
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import encode_rune

html = Package("html")

_ESCAPES = {b"&": b"&amp;", b"'": b"&#39;", b"<": b"&lt;", b">": b"&gt;", b'"': b"&#34;"}
_SPECIAL = re.compile(rb"[&'<>\"]")


def escaped(run: Run, s: bytes) -> bytes:
    count = len(_SPECIAL.findall(s)) if _SPECIAL.search(s) else 0
    if not count:
        return s
    run.charge(count)
    run.alloc(len(s) + 4 * count)
    return _SPECIAL.sub(lambda found: _ESCAPES[found[0]], s)


html.row("func EscapeString(s string) string", lambda run, s: escaped(run, s), "len(s) // 32")


# --- unescaping --------------------------------------------------------------------------------------------------

# Windows-1252 meanings of numeric references
_WINDOWS_1252 = dict(
    enumerate(
        "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f"
        "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178",
        0x80,
    )
)
_LONGEST_WITHOUT_SEMICOLON = 6
# Go omits the two entities whose text is longer than their name
_ENTITIES = {name: text for name, text in html5.items() if name not in ("nLt;", "nGt;")}
_ENTITY = re.compile(rb"&(?:#(?:[xX](?P<hex>[0-9a-fA-F]*)|(?P<decimal>[0-9]*));?|(?P<name>[a-zA-Z0-9]+;?))")


@html.func("func UnescapeString(s string) string", run=True, cost="len(s) // 32")
def unescape_string(run: Run, s: bytes) -> bytes:
    count = s.count(b"&")
    if not count:
        return s
    run.charge(count + (len(s) // 4 if b"&#" in s else 0))  # digits are read one by one
    run.alloc(len(s))

    def replace(found: re.Match[bytes]) -> bytes:
        name = found["name"]
        if name is not None:
            return _named(found[0], name.decode())
        if found.start() + 3 >= len(s):  # Go needs a character after "&#."
            return found[0]
        return _numeric(found[0], found["hex"], found["decimal"])

    return _ENTITY.sub(replace, s)


def _named(whole: bytes, name: str) -> bytes:
    text = _ENTITIES.get(name)
    if text is not None:
        return text.encode()
    for size in range(min(len(name) - 1, _LONGEST_WITHOUT_SEMICOLON), 1, -1):
        text = _ENTITIES.get(name[:size])
        if text is not None and len(text) == 1:
            return text.encode() + whole[size + 1 :]
    return whole


def _numeric(whole: bytes, digits: bytes | None, decimal: bytes | None) -> bytes:
    if len(whole) <= 3:  # as in Go, "&#;" and "&#1" are no references
        return whole
    # Go counts in an int32, which overflows
    if digits is not None:
        r = int(digits[-8:] or b"0", 16)
    else:
        r = 0
        for digit in decimal or b"":
            r = (10 * r + digit - 48) & 0xFFFFFFFF
    char = _WINDOWS_1252.get(r)
    return char.encode() if char is not None else encode_rune(r or 0xFFFD)
