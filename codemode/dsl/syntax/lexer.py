"""Turns text into tokens with one regex, and inserts semicolons at line ends by Go's rule."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from sys import intern

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import FOREIGN, KEYWORDS, OPERATORS, Token

_NUMBER = (
    r"0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?i?"
    r"|0[bBoO][0-9_]*(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?i?"
    r"|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eEpP][+-]?[0-9_]*)?i?"
)
# Most tokens that are not names are one of these; no longer operator begins with them.
_SINGLE = "()[]{},;"
_OPERATOR = "|".join(re.escape(op) for op in sorted(OPERATORS, key=len, reverse=True) if op not in _SINGLE)
_BLANKS = " \t\r"

# One token, newline or comment, with the blanks before it. The pieces of a text are adjacent, so their lengths give their places. A string or
# comment that does not end is one piece to the end of its line or of the text: otherwise its end would be searched again from each quote in it.
_PIECE = re.compile(
    r"[ \t\r]*+(?:"
    r"[^\W\d]\w*"
    rf"|[{re.escape(_SINGLE)}]"
    r"|\n"
    r'|"""[\s\S]*?"""|"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?+'
    r"|//[^\n]*|/\*[\s\S]*?\*/|/\*[\s\S]*+"
    rf"|{_NUMBER}"
    r"|(?<!\S)#[^\n]*"
    rf"|{_OPERATOR}"
    r"|`[^`]*`"
    r"|'''[\s\S]*?'''|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?+"
    r"|[^ \t\r]"
    r"|\Z"  # trailing blanks match here; otherwise the regex would scan them again from each of them
    r")"
)

_SPACE, _ODD = "space", "odd"  # a newline or a comment; what begins no token of Go
_KINDS = {**KEYWORDS, **OPERATORS, "": _SPACE, "\n": _SPACE, "#": _ODD}

# A newline becomes a semicolon after one of these.
_ENDERS = frozenset({"NAME", "LITERAL", "STRING", "RPAR", "RBRACK", "RBRACE", "INCDEC", "RETURN"})
TRIPLE = frozenset({'"""', "'''"})
_QUOTES = {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "«": '"', "»": '"'}


def ends_statement(token: Token) -> bool:
    """Returns whether a newline after this token is a semicolon."""
    return token.kind in _ENDERS or (token.kind == "BRANCH" and token.text != "goto")


# Reads what no token of Go begins with: a comment with #, a string between triple quotes, or a character. Gets the text and the place.
Odd = Callable[[str, int, int], "Token | None"]


def scan(text: str, start: int, end: int, odd: Odd | None = None) -> list[Token]:
    """Returns the tokens of text[start:end]. What is not Go is refused, unless `odd` reads it."""
    odd = odd or refuse_odd
    tokens: list[Token] = []
    put, new = tokens.append, object.__new__
    known = _KINDS.get
    stop = start
    check_cancelled()
    for piece in _PIECE.findall(text, start, end):
        stop += len(piece)
        word = piece.lstrip(_BLANKS)
        pos = stop - len(word)
        kind = known(word)
        if kind is None:
            kind = "NAME" if word.isidentifier() else _kind_of(word)
            word = intern(word)
        if kind is _SPACE:
            if "\n" in word and tokens and ends_statement(tokens[-1]):
                put(Token("SEMI", "\n", pos, stop))
        elif kind is _ODD:
            tokens += filter(None, [odd(text, pos, stop)])
        else:
            token = new(Token)  # as Token(kind, word, pos, stop), without calling a Python function for each token
            token.kind = kind
            token.text = word
            token.pos = pos
            token.end = stop
            put(token)
    if tokens and ends_statement(tokens[-1]):
        put(Token("SEMI", "", end, end))
    return tokens


def _kind_of(word: str) -> str:
    """Returns the kind of a piece that is neither in the table nor a name of plain letters."""
    first = word[0]
    if first in "\"`'":
        if word[:3] in TRIPLE or not _closes(word):
            return _ODD
        return "LITERAL" if first == "'" else "STRING"
    if first == "/":
        return _SPACE if word[1] == "/" or (len(word) > 3 and word[-2:] == "*/") else _ODD
    if first in ".0123456789":
        return "LITERAL"
    return "NAME" if first == "_" or (first.isalnum() and not first.isdecimal()) else _ODD


def _closes(word: str) -> bool:
    """Returns whether a string ends with the quote that it begins with, and this quote is not escaped."""
    if len(word) == 1 or word[-1] != word[0]:
        return False
    return word[-2] != "\\" or word[0] == "`" or (len(word) - len(word[:-1].rstrip("\\"))) % 2 == 1


def check_names(tokens: list[Token]) -> None:
    """Refuses names with characters that Python's regex treats as letters and Go does not. Needed only if the text is not ASCII."""
    for token in tokens:
        if token.kind != "NAME" or token.text.isascii():
            continue
        for at, char in enumerate(token.text):
            category = unicodedata.category(char)
            if char != "_" and not category.startswith("L") and (category != "Nd" or at == 0):
                place = token.pos + at
                raise Refused(f"invalid character U+{ord(char):04X} {char!r} in identifier", place, place + 1)


# a model that writes its program into JSON by hand may escape it once too often
ESCAPED_TWICE = "the program is escaped twice: send it with plain quotes and real line breaks, without the backslashes"


def refuse_odd(text: str, pos: int, end: int) -> Token | None:
    """Refuses what begins no token of Go. A `#` becomes a token that the parser refuses."""
    char = text[pos]
    if char == "#":
        return Token(FOREIGN, "#", pos, pos + 1)
    if text[pos : pos + 3] in TRIPLE and end - pos > 1:
        hint = "write a text of several lines between backquotes: `...`"
        raise Refused(f"syntax error: unexpected literal {text[pos : pos + 2]}", pos, end, hint)
    if char in "\"'" and text[pos - 1 : pos] == "\\":
        raise Refused(f"syntax error: unexpected \\ before {char}", pos - 1, pos + 1, ESCAPED_TWICE)
    if char == '"':
        line_end = text.find("\n", pos)
        raise Refused(
            "newline in string" if line_end >= 0 else "string not terminated",
            pos,
            line_end if line_end >= 0 else len(text),
            'close the string with " on the same line; write a text of several lines between backquotes: `...`',
        )
    if char == "`":
        raise Refused(
            "string not terminated", pos, pos + 1, "the raw string that opens here has no closing backquote `"
        )
    if char == "'":
        line_end = text.find("\n", pos)
        raise Refused(
            "newline in rune literal" if line_end >= 0 else "rune literal not terminated",
            pos,
            line_end if line_end >= 0 else len(text),
            'write a string between double quotes: "..."',
        )
    if char == "/":
        raise Refused("comment not terminated", pos, pos + 2, "the comment that opens here has no closing */")
    quote = _QUOTES.get(char)
    hint = f"write the straight quote {quote}" if quote else ""
    raise Refused(f"invalid character U+{ord(char):04X} {char!r}", pos, pos + 1, hint)
