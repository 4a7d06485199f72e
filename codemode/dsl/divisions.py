"""`a // b`, Python's division that is rounded down. In Go `//` begins a comment, so it is read so only where the text says that none is meant:
where the comment would swallow a closing bracket that is then missing, or a lone number in a text with words of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from codemode.dsl.diagnostics import Mend
from codemode.dsl.lexer import scan
from codemode.dsl.tokens import Token

_OPERAND_ENDS: Final = frozenset({"NAME", "LITERAL", "RPAR", "RBRACK"})
_OPERAND: Final = re.compile(r"\s*[\w(]")
_NUMBER: Final = re.compile(r"//\s*(?!0|1\s*$)[0-9]+\s*;?\s*$")
_PYTHON: Final = re.compile(
    r"blocks of Python|`(?:and|or|not|not in|in|is|is not|None|True|False|elif|for \w+(?:, \w+)* in)\b.*` read as"
)


def _comments(text: str, tokens: Iterable[Token]) -> Iterable[tuple[int, str]]:
    """Where a comment follows an operand on its line, and the comment."""
    for last, token in pairwise(tokens):
        if last.kind not in _OPERAND_ENDS:
            continue
        gap = text[last.end : token.pos].split("\n", 1)[0]
        at = gap.find("//")
        if at >= 0 and not gap[:at].strip():
            yield last.end + at, gap[at:]


def hiding_brackets(text: str, tokens: list[Token]) -> frozenset[int]:
    """The offsets of all `//` that stand between operands and hide more closing brackets than opening ones."""
    found: set[int] = set()
    for start, comment in _comments(text, tokens):
        at, closed = start + len(comment), 0
        for part in reversed(comment.split("//")[1:]):
            at -= len(part) + 2
            closed += sum(map(part.count, ")]}")) - sum(map(part.count, "([{"))
            if closed > 0 and _OPERAND.match(part):
                found.add(at)
    return frozenset(found)


def lone_numbers(text: str, tokens: list[Token], mends: list[Mend]) -> frozenset[int]:
    """The offsets of all `// 24` behind an operand, in a text that has words of Python."""
    if not any(_PYTHON.match(mend.message) for mend in mends):
        return frozenset()
    return frozenset(start for start, comment in _comments(text, tokens) if _NUMBER.match(comment))


def scan_divided(text: str, start: int, end: int, mends: list[Mend], divided: frozenset[int]) -> list[Token]:
    """The tokens of text[start:end], where the `//` at these offsets divide. Each begins a comment if those before it divide."""
    tokens: list[Token] = []
    for at in sorted(divided):
        piece = scan(text, start, at, mends)
        tokens += piece[:-1] if piece and piece[-1].kind == "SEMI" and not piece[-1].text else piece
        tokens.append(Token("BINOP", "//", at, at + 2))
        mends.append(Mend("`//` read as a division that is rounded down; in Go it begins a comment", at, at + 2))
        start = at + 2
    return tokens + scan(text, start, end, mends)
