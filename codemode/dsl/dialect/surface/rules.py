"""Reads statements of Python and JavaScript that models write in Go: loops, declarations, imports, conditional expressions, templates.

Two walks over the tokens, before the layout pass. A rule reads only text that no Go program can contain, and only if its meaning is certain;
the parser refuses the rest with a hint.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.cancellation import check_cancelled
from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface import nested
from codemode.dsl.dialect.surface.arguments import keyword, new_set, shorthand
from codemode.dsl.dialect.surface.cursor import Cursor
from codemode.dsl.dialect.surface.declarations import TYPES, const, import_, let, typed, var
from codemode.dsl.dialect.surface.loops import loop, taking
from codemode.dsl.dialect.surface.statements import attempt, await_, do_while, if_, loop_, throw
from codemode.dsl.dialect.surface.strings import formatted, raw, templates
from codemode.dsl.dialect.surface.values import choice
from codemode.dsl.syntax.tokens import Token

_DECLARERS = frozenset({"let", "auto", "val", "final", "local"})


def read(text: str, tokens: list[Token], mends: list[Mend]) -> list[Token]:
    """Returns the tokens of the Go that was meant."""
    cursor = nested.read(text, tokens, mends)
    for index, each in enumerate(cursor.tokens):
        rule = _RULES.get(each.text)
        if rule is not None:
            check_cancelled()
            rule(cursor, index)
    if cursor.javascript:
        templates(cursor)
    return cursor.result()


_RULES: dict[str, Callable[[Cursor, int], None]] = {
    **dict.fromkeys(_DECLARERS, let),
    **dict.fromkeys(TYPES, typed),
    "const": const,
    "var": var,
    "await": await_,
    "new": new_set,
    "import": import_,
    "from": import_,
    "loop": loop_,
    "{": shorthand,
    "do": do_while,
    "try": attempt,
    "throw": throw,
    "raise": throw,
    "for": loop,
    "foreach": loop,
    "while": taking,
    "if": if_,
    "?": choice,
    "=": keyword,
    ":": keyword,
    **dict.fromkeys(("f", "F"), formatted),
    **dict.fromkeys(("r", "R"), raw),
}
