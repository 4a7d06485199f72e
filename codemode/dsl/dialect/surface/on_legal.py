"""Tells whether a text that is Go may mean something else. Only then are the readings imported: most texts are plain Go."""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.syntax.tokens import Token

VALUES: Final[dict[str, str]] = {
    **dict.fromkeys(("None", "null", "NULL", "undefined"), "nil"),
    **dict.fromkeys(("True", "TRUE"), "true"),
    **dict.fromkeys(("False", "FALSE"), "false"),
}
LOGIC: Final[dict[str, str]] = {"and": "&&", "or": "||"}
ELSE_IF_WORDS: Final = frozenset({"elif", "elsif", "elseif"})
WORDS: Final = frozenset({*VALUES, *LOGIC, *ELSE_IF_WORDS, "not", "in", "is", "while"})
# Words that open a block elsewhere: after one at the start of a statement, a brace does not open a Go literal.
BLOCK_WORDS: Final = frozenset({"try", "do", "finally", "catch", "except", "loop", "begin", "repeat"})

_ON_LEGAL: Final = WORDS | BLOCK_WORDS
_LIKELY: Final = re.compile(r"//[ \t]*+[-(]*+\w[\w.]*+(?:\([\w.]*+\))?+[)\]]*+[ \t]*+(?:;[ \t]*+)?$", re.MULTILINE)


def on_legal(tokens: list[Token]) -> bool:
    """Returns whether a text that Go's grammar accepts may mean something else: it has words such as `None`, `not (x)`, `try { f() }`."""
    return not _ON_LEGAL.isdisjoint([token.text for token in tokens])


def may_divide(text: str) -> bool:
    """Returns whether a comment in Go text may be meant as a divisor. A quick test, for the many texts without such comments."""
    at = text.find("//")
    while at >= 0:
        before = text[max(at - 3, 0) : at].rstrip(" \t")[-1:]
        if (before.isalnum() or before in ("_", ")", "]")) and _LIKELY.match(text, at):
            return True
        at = text.find("//", at + 2)
    return False
