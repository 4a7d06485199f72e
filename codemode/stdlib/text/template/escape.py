"""text/template: escaping for HTML, and quoting for errors."""

from __future__ import annotations

import re
from functools import partial

from codemode.interpreter.machine.run import Run
from codemode.stdlib.runes import paced_pieces
from codemode.stdlib.strconv.quoting import literal

_HTML = {b'"': b"&#34;", b"'": b"&#39;", b"&": b"&amp;", b"<": b"&lt;", b">": b"&gt;", b"\0": "\ufffd".encode()}
_HTML_SPECIAL = re.compile(rb"[\"'&<>\0]")


def quoted(run: Run, s: bytes) -> bytes:
    """Quotes a name that may be of any length, for an error."""
    is_long = run.charge(len(s) >> 1)
    run.alloc(4 * len(s))
    return run.aside(partial(literal, s)) if is_long else literal(s)


def html_escape(run: Run, s: bytes) -> bytes:
    run.charge(len(s) >> 4)
    if not _HTML_SPECIAL.search(s):
        return s
    run.charge(len(s) >> 2)
    run.alloc(6 * len(s))
    return b"".join([_HTML_SPECIAL.sub(lambda found: _HTML[found[0]], piece) for piece in paced_pieces(run, s)])
