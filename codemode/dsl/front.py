"""Turns text into a tree. If the text is not Go, the dialect's readings are tried; this is the only module that calls them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from codemode.dsl.diagnostics import Mend, Problem, Source
from codemode.dsl.dialect.surface import blocks as foreign_blocks
from codemode.dsl.dialect.surface import divisions
from codemode.dsl.dialect.surface import read as foreign
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.depth import refuse_deep
from codemode.dsl.syntax.forms import code_span, make_file
from codemode.dsl.syntax.json_form import read_json
from codemode.dsl.syntax.layout import MAX_NESTING, Layout
from codemode.dsl.syntax.lexer import check_names, scan
from codemode.dsl.syntax.parser import Builder, Unexpected, drive, go_tables
from codemode.dsl.syntax.syntax_errors import Place, Refused, unexpected
from codemode.dsl.syntax.tokens import Token
from codemode.errors import InputError, ParseError

# UTF-8 bytes of one source
MAX_SOURCE = 256 * 1024


@dataclass(slots=True)
class Parsed:
    """A tree, the text it was made from, the repairs so far, and warnings. All offsets refer to the original text."""

    file: n.File
    source: Source
    mends: list[Mend]
    warnings: list[Problem] = field(default_factory=list[Problem])


def parse(text: str, *, repair: bool = True) -> Parsed:
    """Returns the tree of a snippet, a program, an expression or a JSON value.

    With `repair`, text that is not Go but has a certain meaning is read with that meaning and reported in `mends`. Raises ParseError with the
    placed diagnostics, and InputError if `text` is not a str, empty or over 256 KiB.
    """
    span = code_span(_checked(text))
    if not text[span[0] : span[1]].strip():
        raise InputError("the code is empty: send a Go snippet, a program, an expression or a JSON value")
    source = Source(text)
    mends: list[Mend] = []
    try:
        file = _parse(text, span, mends if repair else None)
        warnings: list[Problem] = []
        if "//" in text and any(mend.python for mend in mends):
            _refuse_doubt(text, span, frozenset())
        elif repair and divisions.may_be_doubtful(text):
            warnings = [_warning(*place) for place in _doubtful(text, span, frozenset())]
        return Parsed(file, source, sorted(mends, key=lambda mend: mend.pos), warnings)
    except Refused as refused:
        again = None
        if repair and not refused.final:
            again = (_divided(text, span) if "//" in text else None) or _in_blocks(text, span)
        if isinstance(again, tuple):
            return Parsed(again[0], source, sorted(again[1], key=lambda mend: mend.pos))
        diagnostics = (again or refused).bind(source)
        first = diagnostics[0]
        raise ParseError(f"{first.line}:{first.column}: {first.message}", diagnostics=diagnostics) from None


def _in_blocks(text: str, span: tuple[int, int]) -> tuple[n.File, list[Mend]] | Refused | None:
    """Returns the tree of a program in Python's layout, or the error in it; None if it has no Python block."""
    if not foreign_blocks.may_hold(text):
        return None
    divided = _all_divisions(text, span) if "//" in text else frozenset[int]()
    mends: list[Mend] = []
    try:
        return _parse(text, span, mends, divided, in_blocks=True), mends
    except foreign_blocks.NoBlocks:
        return None
    except Refused as refused:
        for at in sorted(divided)[:_TRIED]:
            if refused.problem.pos >= at and text.find("\n", at, refused.problem.pos) < 0:
                return Refused(
                    divisions.DOUBT, at, refused.problem.end, divisions.COMMENT_HINT, reason=divisions.UNCERTAIN
                )
        return refused


def _all_divisions(text: str, span: tuple[int, int]) -> frozenset[int]:
    try:
        return divisions.in_blocks(text, scan(text, *span, []))
    except Refused:
        return frozenset()


def _refuse_doubt(text: str, span: tuple[int, int], divided: frozenset[int]) -> None:
    """Refuses a comment that may be a divisor. Used only if the text is not pure Go; in pure Go `//` always begins a comment."""
    for start, end in _doubtful(text, span, divided):
        raise Refused(divisions.DOUBT, start, end, divisions.DOUBT_HINT, final=True, reason=divisions.UNCERTAIN)


def _doubtful(text: str, span: tuple[int, int], divided: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Yields the places of comments that may be divisors: with a division there the text also parses. Tries _TRIED, then yields the next untested."""
    found = [place for place in divisions.doubtful(text, scan(text, *span, [])) if place[0] not in divided]
    for at, (start, end) in enumerate(found):
        if at == _TRIED:
            yield start, end
            return
        if _with_divisions(text, span, divided | {start}) is not None:
            yield start, end


def _warning(start: int, end: int) -> Problem:
    reason = divisions.UNCERTAIN
    return Problem("check_failed", divisions.COMMENT, start, end, divisions.DOUBT_HINT, "warning", reason)


_TRIED = 8  # number of comments that are tried as divisors


def _divided(text: str, span: tuple[int, int]) -> tuple[n.File, list[Mend]] | Refused | None:
    """Returns the tree of a text that parses if some `//` divide, or the error if other comments may be divisors, too; else None."""
    found = _hidden_divisions(text, span)
    made = _with_divisions(text, span, found)
    try:
        if made is not None:
            _refuse_doubt(text, span, found)
    except Refused as refused:
        return refused
    return made


def _hidden_divisions(text: str, span: tuple[int, int]) -> frozenset[int]:
    try:
        return divisions.hiding_brackets(text, scan(text, *span, []))
    except Refused:
        return frozenset()


def _with_divisions(text: str, span: tuple[int, int], found: frozenset[int]) -> tuple[n.File, list[Mend]] | None:
    """Returns the tree if the `//` at these offsets divide; None if the text does not parse."""
    mends: list[Mend] = []
    try:
        return (_parse(text, span, mends, found), mends) if found else None
    except Refused:
        return None


def too_long() -> str:
    return f"the code is too long: more than {MAX_SOURCE // 1024} KiB"


def _checked(text: str) -> str:
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance] - callers may pass on what a model sent
        raise InputError(f"the code must be text, not {type(text).__name__}")
    size = len(text)
    if size <= MAX_SOURCE and not text.isascii():
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            raise InputError(f"the code is not valid Unicode: half a surrogate pair at offset {error.start}") from None
    if size > MAX_SOURCE:
        raise InputError(too_long())
    if "\0" in text:
        raise InputError(f"the code contains a NUL character at offset {text.index(chr(0))}")
    return text


def _parse(
    text: str,
    span: tuple[int, int],
    mends: list[Mend] | None,
    divided: frozenset[int] = frozenset(),
    *,
    in_blocks: bool = False,
) -> n.File:
    start, end = span
    if text[start:end].lstrip()[:1] in ("{", "["):
        value = read_json(text, start, end)
        if value is not None:
            return n.File("json", None, [], [n.ExprStmt(value, pos=value.pos, end=value.end)], pos=start, end=end)
    if divided and mends is not None:
        tokens = divisions.scan_divided(text, start, end, mends, divided)
    else:
        tokens = scan(text, start, end, mends)
    if not tokens:
        raise InputError("the code is empty: it holds nothing but comments")
    if not text.isascii():
        check_names(tokens)
    if mends is not None:
        if in_blocks:
            tokens = foreign_blocks.read(text, tokens, mends)
        tokens = foreign.read(text, tokens, mends)
    layout = Layout(tokens, end, mends)
    builder = Builder(text, mends)
    builder.of_python = in_blocks
    try:
        stmts = _drive(text, layout.run(), layout, builder)
    except Refused as refused:
        refused.look_further(text, layout.tokens)
        raise
    if builder.guards:
        raise builder.refuse("syntax error: use of .(type) outside type switch", builder.guards[0])
    file = make_file(stmts, builder, span)
    file.of_python = in_blocks
    # The counts of the layout pass bound the depth, so only a text near the limit is measured.
    if (layout.deepest + 1) * (layout.longest + 1) > MAX_NESTING:
        refuse_deep(file, MAX_NESTING)
    return file


def _drive(text: str, tokens: list[Token], layout: Layout, builder: Builder) -> list[Any]:
    try:
        return drive(go_tables(), tokens, builder)
    except Unexpected as error:
        place = Place(text, tokens, error.index, error.states, layout.roles)
        if error.index < len(tokens) - 1:
            raise unexpected(place, go_tables()) from None
        raise unexpected(place, go_tables(), layout.unclosed, layout.mismatch_hint) from None
