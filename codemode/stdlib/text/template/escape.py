"""text/template: escaping for HTML, JavaScript and URLs."""

from __future__ import annotations

import re
from functools import partial

from codemode.interpreter.machine.run import Run
from codemode.stdlib.runes import RUNE_ERROR, paced_pieces, rune_of, to_bytes, to_text
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.unicode import letters

_HTML = {b'"': b"&#34;", b"'": b"&#39;", b"&": b"&amp;", b"<": b"&lt;", b">": b"&gt;", b"\0": "\ufffd".encode()}
_HTML_SPECIAL = re.compile(rb"[\"'&<>\0]")
_JS = {"\\": "\\\\", "'": "\\'", '"': '\\"', "<": "\\u003C", ">": "\\u003E", "&": "\\u0026", "=": "\\u003D"}
_JS_SPECIAL = re.compile("[\\\\'\"<>&=\x00-\x1f\x80-\U0010ffff]")


def quoted(run: Run, s: bytes) -> bytes:
    """Quotes a name that may be of any length, for an error."""
    is_long = run.charge(len(s) >> 1)
    run.alloc(4 * len(s))
    return run.aside(partial(quote, s)) if is_long else quote(s)


def html_escape(run: Run, s: bytes) -> bytes:
    run.charge(len(s) >> 4)
    if not _HTML_SPECIAL.search(s):
        return s
    run.charge(len(s) >> 2)
    run.alloc(6 * len(s))
    return b"".join([_HTML_SPECIAL.sub(lambda found: _HTML[found[0]], piece) for piece in paced_pieces(run, s)])


def js_escape(run: Run, s: bytes) -> bytes:
    run.charge(len(s) >> 4)
    if not any(_JS_SPECIAL.search(to_text(piece)) for piece in paced_pieces(run, s)):
        return s
    run.charge(len(s) >> 1)
    run.alloc(8 * len(s))
    return b"".join([to_bytes(_JS_SPECIAL.sub(_js_char, to_text(piece))) for piece in paced_pieces(run, s)])


def _js_char(found: re.Match[str]) -> str:
    char = found[0]
    known = _JS.get(char)
    if known is not None:
        return known
    r = rune_of(char)
    if r < 0x80:
        return f"\\u00{r:02X}"
    # to Go an invalid byte is a printable U+FFFD and stays
    return char if r == RUNE_ERROR or letters.is_print(r) else f"\\u{r:04X}"
