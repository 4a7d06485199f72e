"""html: escaping and unescaping of HTML text."""

from __future__ import annotations

import re
from html import unescape

from codemode.interpreter.machine.run import Run
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import to_bytes, to_text

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


@html.func("func UnescapeString(s string) string", run=True, cost="len(s) // 32")
def unescape_string(run: Run, s: bytes) -> bytes:
    count = s.count(b"&")
    if not count:
        return s
    run.charge(count + (len(s) // 4 if b"&#" in s else 0))  # digits are read one by one
    run.alloc(2 * len(s))
    try:
        return to_bytes(unescape(to_text(s)))
    except ValueError:  # a number of thousands of digits
        return s
