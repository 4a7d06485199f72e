"""Turns text into tokens with one regex, and inserts semicolons at line ends by Go's rule."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import FOREIGN, KEYWORDS, OPERATORS, Token

_NUMBER = (
    r"0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?i?"
    r"|0[bBoO][0-9_]*(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?i?"
    r"|(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eEpP][+-]?[0-9_]*)?i?"
)
_OPERATOR = "|".join(re.escape(op) for op in sorted(OPERATORS, key=len, reverse=True))

# The groups are known by number: `lastindex` is cheaper than `lastgroup`.
_NAME_G, _NEWLINE_G, _STRING_G, _COMMENT_G, _NUMBER_G, _HASH_G, _OPERATOR_G, _RAW_G, _CHAR_G, _OTHER_G = range(1, 11)
_MASTER = re.compile(
    r"[ \t\r]*(?:"
    r"([^\W\d]\w*)"
    r"|(\n)"
    r'|("""[\s\S]*?"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*")'
    r"|(//[^\n]*|/\*[\s\S]*?\*/)"
    rf"|({_NUMBER})"
    r"|((?<!\S)#[^\n]*)"
    rf"|(?!/\*)({_OPERATOR})"
    r"|(`[^`]*`)"
    r"|('''[\s\S]*?'''|'[^'\\\n]*(?:\\.[^'\\\n]*)*')"
    r"|([^ \t\r])"
    r"|\Z"  # trailing blanks match here; otherwise the regex would scan them again from each of them
    r")"
)

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
    put = tokens.append
    keywords = KEYWORDS
    operators = OPERATORS
    for match in _MASTER.finditer(text, start, end):
        group = match.lastindex
        if group is None:
            continue
        pos, stop = match.span(group)
        if group == _NAME_G:
            word = match[group]
            put(Token(keywords.get(word, "NAME"), word, pos, stop))
        elif group == _OPERATOR_G:
            word = match[group]
            put(Token(operators[word], word, pos, stop))
        elif group == _NEWLINE_G:
            if tokens and ends_statement(tokens[-1]):
                put(Token("SEMI", "\n", pos, stop))
        elif group in (_STRING_G, _CHAR_G):
            word = match[group]
            if word[:3] in TRIPLE:
                tokens += filter(None, [odd(text, pos, stop)])
            else:
                put(Token("STRING" if group == _STRING_G else "LITERAL", word, pos, stop))
        elif group == _RAW_G:
            put(Token("STRING", match[group], pos, stop))
        elif group == _NUMBER_G:
            put(Token("LITERAL", match[group], pos, stop))
        elif group == _COMMENT_G:
            if text.startswith("/*", pos) and "\n" in match[group] and tokens and ends_statement(tokens[-1]):
                put(Token("SEMI", "\n", pos, stop))
        else:
            tokens += filter(None, [odd(text, pos, stop)])
    if tokens and ends_statement(tokens[-1]):
        put(Token("SEMI", "", end, end))
    return tokens


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


def refuse_odd(text: str, pos: int, end: int) -> Token | None:
    """Refuses what begins no token of Go. A `#` becomes a token that the parser refuses."""
    char = text[pos]
    if char == "#":
        return Token(FOREIGN, "#", pos, pos + 1)
    if text[pos : pos + 3] in TRIPLE and end - pos > 1:
        hint = "write a text of several lines between backquotes: `...`"
        raise Refused(f"syntax error: unexpected literal {text[pos : pos + 2]}", pos, end, hint)
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
