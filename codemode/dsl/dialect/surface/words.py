"""Reads words of other languages that models write in Go: `None`, `not`, `and`, `while` ...

A word is read this way only where a name cannot stand, or if the text does not declare the name.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface.hints import FOR_IN_HINT, INDENTED_HINT
from codemode.dsl.dialect.surface.on_legal import ELSE_IF_WORDS, LOGIC, VALUES
from codemode.dsl.syntax.layout_walk import Walk
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token

_OF_PYTHON = frozenset({"None", "True", "False", "and", "or", "not", "in", "is", "elif"})

_OPERAND_STARTS = frozenset(
    {"NAME", "LITERAL", "STRING", "LPAR", "LBRACK", "LBRACE", "MAP", "FUNC", "STRUCT", "NOT", "ADDOP", "STAR", "ARROW"}
)
_FIELD_TYPE_STARTS = frozenset(
    {"NAME", "STAR", "LBRACK", "MAP", "CHAN", "FUNC", "STRUCT", "INTERFACE", "ARROW", "ELLIPSIS"}
)
_DECLARING = frozenset({"VAR", "CONST", "TYPE", "FUNC", "FUNC_DECL", "PACKAGE", "IMPORT"})

# Inside these brackets names are declared, not used.
_NAMING_LEVELS = frozenset({"struct", "interface", "params", "results", "type params", "group", "types"})

# (tokens to read instead, number of tokens that they replace)
Reading = tuple[list[Token], int]


class Words:
    """The readings of words in one text."""

    def __init__(self, tokens: list[Token], mends: list[Mend]) -> None:
        self.tokens = tokens
        self.mends = mends
        self.declared: dict[str, bool] = {}

    def read(self, walk: Walk, token: Token) -> Reading:
        reading = self.reading(walk, token)
        if reading is None:
            return [token], 1
        made, count = reading
        # `while` is never declared, but in `while := 1` it is a name.
        if self.is_declared(token.text):
            return [token], 1
        end = walk.tokens[walk.index + count - 1].end
        found = " ".join(read.text for read in walk.tokens[walk.index : walk.index + count])
        meant = " ".join(new.text for new in made)
        facts = (("found", found), ("meant", _SHOWN.get(meant, f"`{meant}`")))
        self.mends.append(Mend("foreign_word", token.pos, end, facts, token.text in _OF_PYTHON))
        return made, count

    def reading(self, walk: Walk, token: Token) -> Reading | None:
        if walk.prev.kind == "DOT":
            return None
        if walk.level.kind in _NAMING_LEVELS:
            if walk.prev.kind in ("LPAR", "RESULTS", "TPBRACK", "LBRACE", "COMMA", "SEMI"):
                self.declared[token.text] = True
            return None
        word = token.text
        if word in VALUES:
            if not walk.expect or (walk.following().kind == "COLON" and walk.prev.kind in ("LITBRACE", "COMMA")):
                return None
            return [Token("NAME", VALUES[word], token.pos, token.end)], 1
        if word in ELSE_IF_WORDS:
            if walk.prev.kind != "RBRACE":
                return None
            return [Token("ELSE", "else", token.pos, token.end), Token("IF", "if", token.pos, token.end)], 1
        return _READINGS[word](walk, token)

    def is_declared(self, word: str) -> bool:
        known = self.declared.get(word)
        if known is None:
            places = [k for k, token in enumerate(self.tokens) if token.kind == "NAME" and token.text == word]
            known = self.declared[word] = any(self.declares(k) for k in places)
        return known

    def declares(self, index: int) -> bool:
        """Returns whether the name at this index is declared or assigned to there."""
        tokens = self.tokens
        before = tokens[index - 1].kind if index else "SEMI"
        after = tokens[index + 1].kind
        if before in _DECLARING or after == "DEFINE":
            return True
        if after == "ASSIGN" and before in ("SEMI", "LBRACE", "LPAR", "COMMA"):
            return True
        if after in _FIELD_TYPE_STARTS and before in ("LPAR", "COMMA", "SEMI") and tokens[index].text in VALUES:
            return True
        if before == "RPAR" and after in ("LPAR", "LBRACK") and self.is_receiver(index - 1):
            return True
        if after == "SEMI" and before == "SEMI":
            return True
        first = index
        while first > 1 and tokens[first - 1].kind == "COMMA" and tokens[first - 2].kind == "NAME":
            first -= 2
        if first and tokens[first - 1].kind in ("VAR", "CONST"):
            return True
        while tokens[index].kind == "NAME" and tokens[index + 1].kind == "COMMA":
            index += 2
        return tokens[index].kind == "NAME" and tokens[index + 1].kind == "DEFINE"

    def is_receiver(self, close: int) -> bool:
        """Returns whether the parentheses that end here follow a `func`."""
        depth = 0
        while close > 0:
            kind = self.tokens[close].kind
            depth += (kind == "RPAR") - (kind in ("LPAR", "RESULTS"))
            if depth == 0:
                break
            close -= 1
        return self.tokens[close - 1].kind in ("FUNC", "FUNC_DECL")


# How messages show a reading whose tokens are not Go.
_SHOWN = {"not": "`!`", "in": "a test for a key or element", "not in": "a test for a missing key or element"}


def _operator(token: Token, text: str, last: Token | None = None) -> list[Token]:
    return [Token("BINOP", text, token.pos, (last or token).end)]


def _logic(walk: Walk, token: Token) -> Reading | None:
    if walk.expect or walk.following().kind not in _OPERAND_STARTS:
        return None
    return _operator(token, LOGIC[token.text]), 1


def _not(walk: Walk, token: Token) -> Reading | None:
    after = walk.following()
    if walk.expect:
        if after.kind not in ("NAME", "LITERAL", "STRING", "LPAR", "NOT"):
            return None
        return [Token("NOT", "not", token.pos, token.end)], 1
    if after.kind == "NAME" and after.text == "in" and walk.following(2).kind in _OPERAND_STARTS:
        return _operator(token, "not in", after), 2
    return None


def _in(walk: Walk, token: Token) -> Reading | None:
    if walk.expect or not (walk.following().kind in _OPERAND_STARTS or walk.following().kind == "RANGE"):
        return None
    at, tokens = walk.index, walk.tokens
    start = at - 2 if tokens[at - 2].kind == "FOR" else at - 4
    if start < 0 or tokens[start].kind != "FOR":
        return (_operator(token, "in"), 1) if walk.following().kind != "RANGE" else None
    if walk.following().kind == "RANGE":
        return [Token("DEFINE", ":=", token.pos, token.end)], 1
    if start and tokens[start - 1].kind not in ("SEMI", "LBRACE", "FBODY", "RBRACE", "COLON"):
        return None  # a comprehension, which the parser refuses at its `for`
    message = "syntax error: unexpected name in, expected := or = or comma"
    raise Refused(message, token.pos, token.end, _loop_hint(walk, at))


def _loop_hint(walk: Walk, at: int) -> str:
    """Returns a hint for a header that ends with a colon, as in Python, instead of a brace."""
    depth = 0
    for token in walk.tokens[at : at + _LINE]:
        if token.kind in ("LPAR", "LBRACK", "LBRACE"):
            if not depth and token.kind == "LBRACE":
                break
            depth += 1
        elif token.kind in ("RPAR", "RBRACK", "RBRACE"):
            depth -= 1
        elif token.kind == "COLON" and not depth:
            return INDENTED_HINT
    return FOR_IN_HINT


_LINE = 200  # limit on the tokens of a header that are searched


def _is(walk: Walk, token: Token) -> Reading | None:
    after = walk.following()
    if walk.expect or after.kind not in _OPERAND_STARTS:
        return None
    if after.kind == "NAME" and after.text == "not":
        return _operator(token, "!=", after), 2
    return _operator(token, "=="), 1


def _while(walk: Walk, token: Token) -> Reading | None:
    if not walk.at_statement_start() or walk.following().kind not in _OPERAND_STARTS:
        return None
    return [Token("FOR", "for", token.pos, token.end)], 1


_READINGS: dict[str, Callable[[Walk, Token], Reading | None]] = {
    "and": _logic,
    "or": _logic,
    "not": _not,
    "in": _in,
    "is": _is,
    "while": _while,
}
