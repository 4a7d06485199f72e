"""Turns text into a tree. If the text is not Go, the dialect's readings are tried; this is the only module that calls them."""

from __future__ import annotations

from dataclasses import field

from codemode.dsl.diagnostics import MAX_SOURCE, TOO_LONG, Mend, Problem, Source
from codemode.dsl.dialect.surface.on_legal import may_divide, on_legal
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.forms import Form, code_span
from codemode.dsl.syntax.json_form import read_json
from codemode.dsl.syntax.layout import Layout
from codemode.dsl.syntax.lexer import check_names, scan
from codemode.dsl.syntax.parser import Builder, go_tables, parse_file
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.errors import InputError, ParseError
from codemode.records import dataclass


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
    warnings: list[Problem] = []
    try:
        file = _json(text, span) or _go(text, span, mends if repair else None)
        if file is None or (repair and may_divide(text)):
            from codemode.dsl.dialect.surface import read as foreign  # not needed for plain Go

            if file is None:
                file, mends, warnings = foreign.read(text, span)
            else:
                warnings = foreign.warnings(text, span)
    except Refused as refused:
        diagnostics = refused.bind(source)
        first = diagnostics[0]
        raise ParseError(f"{first.line}:{first.column}: {first.message}", diagnostics=diagnostics) from None
    return Parsed(file, source, sorted(mends, key=lambda mend: mend.pos), warnings)


def _json(text: str, span: tuple[int, int]) -> n.File | None:
    start, end = span
    value = read_json(text, start, end) if text[start:end].lstrip()[:1] in ("{", "[") else None
    if value is None:
        return None
    return n.File("json", None, [], [n.ExprStmt(value, pos=value.pos, end=value.end)], pos=start, end=end)


def _go(text: str, span: tuple[int, int], mends: list[Mend] | None) -> n.File | None:
    """Returns the tree of Go. With `mends`, returns None if the text is not Go or may mean something else; without, raises Refused."""
    try:
        tokens = scan(text, *span)
        if not tokens:
            raise InputError("the code is empty: it contains only comments")
        if not text.isascii():
            check_names(tokens)
        layout, builder = Layout(tokens, span[1]), Builder(text)
        if mends is None:
            return _strict(layout, builder, span)
        if on_legal(tokens):
            return None
        file = parse_file(layout, builder, go_tables(), Form(span, mends))
        return None if builder.unlikely else file
    except Refused:
        if mends is None:
            raise
        return None


def _strict(layout: Layout, builder: Builder, span: tuple[int, int]) -> n.File:
    from codemode.dsl.dialect.surface import hints

    try:
        return parse_file(layout, builder, go_tables(), Form(span, None), hints.advise)
    except Refused as refused:
        hints.look_further(refused, builder.text, layout.tokens)
        raise


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
        raise InputError(TOO_LONG)
    if "\0" in text:
        raise InputError(f"the code contains a NUL character at offset {text.index(chr(0))}")
    return text
