"""Reads what nests inside expressions: functions, comprehensions, `a?.b`, tuples and spreads, before the rules for statements.

Each becomes a func literal, or tokens of Go. If a literal leaves its types open, its parameters have the types ·0, ·1 ... and its result
·infer, which no program can write; the checker finds the types (see meaning/open_functions.py). The walk goes from right to left, so that what
is nested is Go when the outer one is read.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.cancellation import check_cancelled
from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface import values
from codemode.dsl.dialect.surface.comprehensions import comprehension
from codemode.dsl.dialect.surface.cursor import VALUE_WANTED, Cursor
from codemode.dsl.dialect.surface.functions import arrow, function, lambda_
from codemode.dsl.syntax.tokens import FOREIGN, KEYWORDS, Token

_JAVASCRIPT = frozenset({"=>", "?.", "...", "function", "[", "{"})
_MAX_READ = 200  # number of constructs that are read in one text
_MAX_WORK = 500_000  # limit on the tokens that are visited; the parser handles the rest

# A rule returns where to continue the search, or None if there is nothing to read.
_RULES: dict[str, Callable[[Cursor, int], int | None]] = {
    "=>": arrow,
    "?.": values.optional,
    "for": comprehension,
    "...": values.spread,
    "lambda": lambda_,
    "function": function,
    "(": values.tuple_,
    "[": values.unpack,
    "{": values.unpack,
}


def read(text: str, tokens: list[Token], mends: list[Mend]) -> Cursor:
    """Returns a cursor on the tokens with these constructs replaced."""
    _keywords_as_names(tokens)
    if not any(_may_begin(tokens, i) for i in range(len(tokens))):
        return Cursor(text, tokens, mends)
    c = Cursor(text, list(tokens), mends)
    i, count = len(tokens) - 1, 0
    while i >= 0 and c.work < _MAX_WORK and count <= _MAX_READ:
        check_cancelled()
        word = c.word(i)
        end = _RULES[word](c, i) if _may_begin(c.tokens, i) else None
        if end is None:
            i -= 1
            continue
        c.javascript |= word in _JAVASCRIPT
        count += 1
        i = end
    return c


def _keywords_as_names(tokens: list[Token]) -> None:
    """Turns keywords of Go into names where they can only be names: x.type, xs.map(...), {type: 1}, map(f, xs)."""
    for k in range(len(tokens) - 1):
        each, after = tokens[k], tokens[k + 1]
        if each.text not in KEYWORDS:
            continue
        before = tokens[k - 1] if k else after
        selected = before.kind == "DOT" and before.end == each.pos
        key = after.kind == "COLON" and before.kind in ("LBRACE", "COMMA") and each.text not in ("default", "case")
        if selected or key or (each.kind == "MAP" and after.kind == "LPAR"):
            each.kind = "NAME"


def _may_begin(tokens: list[Token], i: int) -> bool:
    each = tokens[i]
    kind, word = each.kind, each.text
    if kind == FOREIGN:
        return word in ("=>", "?.")
    before = tokens[i - 1].kind if i else "SEMI"
    if kind == "FOR":
        return before not in ("LBRACE", "COLON") or (i + 3 < len(tokens) and tokens[i + 2].kind == "COMMA")
    if kind == "ELLIPSIS":
        after = tokens[i + 1].kind if i + 1 < len(tokens) else "SEMI"
        return before in ("LPAR", "COMMA", "LBRACK", "LBRACE", "SEMI") and after != "RBRACK"  # [...]T is Go
    if kind == "NAME":
        return word in ("lambda", "function")
    if kind == "LPAR":
        return (before in VALUE_WANTED and before != "RETURN") or (i > 0 and tokens[i - 1].text in ("%", "in"))
    return kind in ("LBRACK", "LBRACE") and i > 0 and tokens[i - 1].text in ("const", "let", "var")
