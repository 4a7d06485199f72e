"""Reads a text that is not Go, or Go that no program means: the scanner's, the rules', the layout's and the builder's readings, in this order.

If the text is refused then, it is tried with `//` as divisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from codemode.dsl.diagnostics import Mend, Problem
from codemode.dsl.dialect.surface import divisions, hints, rules, strings
from codemode.dsl.dialect.surface.builder import ForeignBuilder
from codemode.dsl.dialect.surface.layout import ForeignLayout
from codemode.dsl.dialect.surface.on_legal import may_divide
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.forms import Form
from codemode.dsl.syntax.lexer import check_names, scan
from codemode.dsl.syntax.parser import go_tables, parse_file
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tables import Tables, rebound
from codemode.dsl.syntax.tokens import Token
from codemode.errors import InputError

_TRIED = 8  # number of comments that are tried as divisors

Span = tuple[int, int]
_NONE: frozenset[int] = frozenset()


class Reading(NamedTuple):
    file: n.File
    mends: list[Mend]
    warnings: list[Problem]


def read(text: str, span: Span) -> Reading:
    """Returns the tree that was meant. Raises Refused."""
    try:
        found = _attempt(text, span, scan(text, *span, strings.odd(mends := [])), mends)
    except Refused:
        divided = _divided(text, span)
        if divided is None:
            raise
        return divided
    if any(mend.python for mend in found.mends):
        _refuse_doubt(text, span, _NONE)
        return found
    return found._replace(warnings=warnings(text, span))


@cache
def foreign_tables() -> Tables:
    return rebound(go_tables(), ForeignBuilder)


def _attempt(text: str, span: Span, tokens: list[Token], mends: list[Mend]) -> Reading:
    if not tokens:
        raise InputError("the code is empty: it contains only comments")
    if not text.isascii():
        check_names(tokens)
    tokens = rules.read(text, tokens, mends)
    layout = ForeignLayout(tokens, span[1], mends)
    builder = ForeignBuilder(text, mends)
    try:
        file = parse_file(layout, builder, foreign_tables(), Form(span, mends), hints.advise)
    except Refused as refused:
        hints.look_further(refused, text, layout.tokens)
        raise
    return Reading(file, mends, [])


# --- `//` as a division -----------------------------------------------------------------------------------------


def _divided(text: str, span: Span) -> Reading | None:
    """Returns the tree of a text that parses if some `//` divide. Raises Refused if other comments may be divisors, too."""
    offsets = _offsets(divisions.hiding_brackets, text, span)
    found = _with_divisions(text, span, offsets)
    if found is not None:
        _refuse_doubt(text, span, offsets)
    return found


def _offsets(find: Callable[[str, list[Token]], frozenset[int]], text: str, span: Span) -> frozenset[int]:
    try:
        return find(text, scan(text, *span, strings.odd([]))) if "//" in text else _NONE
    except Refused:
        return _NONE


def _with_divisions(text: str, span: Span, offsets: frozenset[int]) -> Reading | None:
    """Returns the tree if the `//` at these offsets divide; None if the text does not parse."""
    mends: list[Mend] = []
    try:
        return _attempt(text, span, divisions.scan_divided(text, span, mends, offsets), mends) if offsets else None
    except Refused:
        return None


def _refuse_doubt(text: str, span: Span, divided: frozenset[int]) -> None:
    """Refuses a comment that may be a divisor. Used only if the text is not pure Go; in pure Go `//` always begins a comment."""
    for start, end in _doubtful(text, span, divided):
        raise Refused(divisions.DOUBT, start, end, divisions.DOUBT_HINT, reason=divisions.UNCERTAIN)


def _doubtful(text: str, span: Span, divided: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Yields the places of comments that may be divisors: with a division there the text also parses. Tries _TRIED, then yields the next untested."""
    if "//" not in text:
        return
    found = divisions.doubtful(text, scan(text, *span, strings.odd([])))
    for at, (start, end) in enumerate(place for place in found if place[0] not in divided):
        if at == _TRIED or _with_divisions(text, span, divided | {start}) is not None:
            yield start, end
        if at == _TRIED:
            return


def warnings(text: str, span: Span) -> list[Problem]:
    """Returns a warning for each comment in Go that may be meant as a divisor."""
    if not may_divide(text):
        return []
    code, message, hint, reason = "check_failed", divisions.COMMENT, divisions.DOUBT_HINT, divisions.UNCERTAIN
    return [Problem(code, message, *place, hint, "warning", reason) for place in _doubtful(text, span, _NONE)]
