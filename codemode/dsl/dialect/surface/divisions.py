"""Reads `a // b` as Python's floor division. In Go `//` begins a comment.

It is read as a division only where a comment is impossible, because it would contain a closing bracket that is then missing. In a text with such a
division, another comment that may be a divisor is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from codemode.dsl.diagnostics import Mend, mend_of
from codemode.dsl.dialect.surface import strings
from codemode.dsl.syntax.lexer import scan
from codemode.dsl.syntax.tokens import Token

_OPERAND_ENDS: Final = frozenset({"NAME", "LITERAL", "RPAR", "RBRACK"})
_OPERAND: Final = re.compile(r"\s*+(?:[-+]\s*+)?[\w(]")


def _comments(text: str, tokens: Iterable[Token]) -> Iterable[tuple[int, str]]:
    """Yields each comment that follows an operand on its line, with its offset."""
    for last, token in pairwise(tokens):
        if last.kind not in _OPERAND_ENDS:
            continue
        gap = text[last.end : token.pos].split("\n", 1)[0]
        at = gap.find("//")
        if at >= 0 and not gap[:at].strip():
            yield last.end + at, gap[at:]


def hiding_brackets(text: str, tokens: list[Token]) -> frozenset[int]:
    """Returns the offsets of all `//` that stand between operands and hide more closing brackets than opening ones."""
    found: set[int] = set()
    for start, comment in _comments(text, tokens):
        at, closed = start + len(comment), 0
        for part in reversed(comment.split("//")[1:]):
            at -= len(part) + 2
            closed += sum(map(part.count, ")]}")) - sum(map(part.count, "([{"))
            if closed > 0 and _OPERAND.match(part):
                found.add(at)
    return frozenset(found)


def doubtful(text: str, tokens: list[Token]) -> list[tuple[int, int]]:
    """Returns the places of comments that may be divisors: `n // 24`, `n // k`."""
    known = {token.text for token in tokens if token.kind == "NAME"}
    found: list[tuple[int, int]] = []
    for start, comment in _comments(text, tokens):
        if not _COUNTED.fullmatch(comment) and _is_operand(comment, known):
            found.append((start, start + len(comment)))
    return found


def _is_operand(comment: str, known: set[str]) -> bool:
    """Returns whether a comment may be an expression: it has no two adjacent words, and all its names occur in the text or are functions that
    are called."""
    words = _WORD.findall(_CALLED.sub("(", comment))
    names = [word for word in words if not word[0].isdigit()]
    return bool(words) and _ALONE.fullmatch(comment) is not None and known.issuperset(names)


_COUNTED: Final = re.compile(r"//\s*+[01]\s*+(?:;\s*+)?")  # dividing by 1 changes nothing, and dividing by 0 fails
_CALLED: Final = re.compile(r"\b(?:len|sum|min|max|abs|int|float|float64|round)\s*+\(")
_WORD: Final = re.compile(r"\w+")
_ALONE: Final = re.compile(r"//\s*+[-(]*+\w[\w.]*+(?:\s*+[-+*/%()\[\],]\s*+[\w.\"']*+)*+\s*+(?:;\s*+)?")

UNCERTAIN: Final = "uncertain_division"  # the reason of these problems
DOUBT: Final = "it is not certain whether `//` divides here, or begins a comment as in Go"
COMMENT: Final = "`//` begins a comment in Go: it does not divide by what follows"
DOUBT_HINT: Final = (
    "to divide write a / b, which drops the fraction of integers; to comment, put the comment on a line of its own"
)


def scan_divided(text: str, span: tuple[int, int], mends: list[Mend], divided: frozenset[int]) -> list[Token]:
    """Returns the tokens of a text in which the `//` at these offsets divide. What stands between them is scanned piece by piece."""
    tokens: list[Token] = []
    start, end = span
    odd = strings.odd(mends)
    for at in sorted(divided):
        piece = scan(text, start, at, odd)
        tokens += piece[:-1] if piece and piece[-1].kind == "SEMI" and not piece[-1].text else piece
        tokens.append(Token("BINOP", "//", at, at + 2))
        mends.append(mend_of("floor_division", at, at + 2))
        start = at + 2
    return tokens + scan(text, start, end, odd)
