"""Shared by the rules for functions and lists inside expressions: templates of Go as tokens, and a list of tokens that changes while it is read."""

from __future__ import annotations

from functools import cache

from codemode.dsl.diagnostics import Mend
from codemode.dsl.names import hidden
from codemode.dsl.syntax.lexer import scan
from codemode.dsl.syntax.tokens import END, Token

OPENING = frozenset({"LPAR", "LBRACK", "LBRACE"})
CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
VALUE_WANTED = frozenset({"ASSIGN", "DEFINE", "LPAR", "COMMA", "COLON", "LBRACK", "RETURN"})
MAX_LENGTH = 2000  # limit on the tokens between the brackets of one construct
_GOES_ON = frozenset({"DOT", "BINOP"})  # a line that begins with one of these continues the line before


@cache
def _made(go: str) -> tuple[tuple[str, str], ...]:
    found = scan(go, 0, len(go))
    while found and found[-1].kind == "SEMI" and found[-1].text == "":
        found.pop()
    return tuple((each.kind, hidden(each.text)) for each in found)


def go_tokens(go: str, at: Token) -> list[Token]:
    """Returns the tokens of a piece of Go at the place of another token. Its names `__x` become hidden names."""
    return [Token(kind, text, at.pos, at.end) for kind, text in _made(go)]


class Looking:
    """The tokens, their brackets and their replacements. `work` counts the tokens visited."""

    def __init__(self, text: str, tokens: list[Token], mends: list[Mend]) -> None:
        self.text = text
        self.tokens = tokens
        self.mends = mends
        self.read = 0
        self.javascript: bool = False  # a construct was read that only JavaScript has
        self.work = 0

    def kind(self, i: int) -> str:
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else END

    def word(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def partner(self, i: int) -> int:
        """Returns the index of the bracket that closes the one at i, or of the end if there is none."""
        depth = 0
        for k in range(i, len(self.tokens)):
            kind = self.tokens[k].kind
            if kind in OPENING:
                depth += 1
            elif kind in CLOSING:
                depth -= 1
                if depth == 0:
                    self.work += k - i
                    return k
        self.work += len(self.tokens) - i
        return len(self.tokens)

    def opener(self, i: int) -> int:
        """Returns the index of the bracket that encloses i, or that i closes; -1 if there is none."""
        depth = 1
        for k in range(i - 1, -1, -1):
            kind = self.tokens[k].kind
            if kind in CLOSING:
                depth += 1
            elif kind in OPENING:
                depth -= 1
                if depth == 0:
                    self.work += i - k
                    return k
        self.work += i
        return -1

    def next(self, i: int) -> int:
        return self.partner(i) + 1 if self.kind(i) in OPENING else i + 1

    def inside(self, start: int, end: int, kind: str) -> list[int]:
        """Returns the indices of the tokens of this kind from start up to end, outside of nested brackets."""
        found: list[int] = []
        self.work += end - start
        while start < end:
            if self.kind(start) == kind:
                found.append(start)
            start = self.next(start)
        return found

    def expression_end(self, i: int) -> int:
        """Returns the index behind the expression that begins at i."""
        while True:
            kind = self.kind(i)
            if kind in CLOSING or kind in ("COMMA", END):
                return min(i, len(self.tokens))
            if kind == "SEMI":
                after = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
                goes_on = after is not None and (after.kind in _GOES_ON or after.text in ("?", ":", "?."))
                if self.word(i) != "\n" or not goes_on:
                    return i
            i = self.next(i)

    def trimmed(self, start: int, end: int) -> list[Token]:
        """Returns the tokens without the line ends around them."""
        while start < end and self.kind(start) == "SEMI":
            start += 1
        while end > start and self.kind(end - 1) == "SEMI":
            end -= 1
        return self.tokens[start:end]

    def names(self, start: int, end: int) -> list[Token] | None:
        """Returns the names of `a, b`, or None if there is anything else."""
        inside = [t for t in self.tokens[start:end] if t.kind != "SEMI"]
        if inside and inside[-1].kind == "COMMA":
            inside.pop()
        fine = all(t.kind == ("COMMA" if k % 2 else "NAME") for k, t in enumerate(inside))
        return inside[::2] if fine and len(inside) % 2 == 1 else None

    # --- writing ---

    def splice(self, start: int, end: int, made: list[Token]) -> int:
        self.tokens[start:end] = made
        self.work += len(made) + len(self.tokens) // 20
        return start + len(made) - 1

    def mend(self, message: str, first: Token, last: Token) -> None:
        self.mends.append(Mend(message, min(first.pos, last.pos), max(first.end, last.end)))

    def value(self, tokens: list[Token]) -> list[Token]:
        """Returns the tokens of an expression of Python; `(a, b)` becomes a list."""
        if len(tokens) > 3 and tokens[0].kind == "LPAR":
            depth, commas = 0, 0
            for k, each in enumerate(tokens):
                depth += (each.kind in OPENING) - (each.kind in CLOSING)
                commas += depth == 1 and each.kind == "COMMA"
                if depth == 0 and k < len(tokens) - 1:
                    return tokens
            if commas:
                return [*go_tokens("[", tokens[0]), *tokens[1:-1], *go_tokens("]", tokens[-1])]
        return tokens

    def shown(self, tokens: list[Token]) -> str:
        text = " ".join(self.text[tokens[0].pos : max(t.end for t in tokens)].split()) if tokens else ""
        return text if len(text) <= 60 else f"{text[:57]}..."

    def colon(self, element: list[Token]) -> int | None:
        depth = asked = 0
        for k, each in enumerate(element):
            depth += (each.kind in OPENING) - (each.kind in CLOSING)
            asked += each.text == "?"
            if depth == 0 and each.kind == "COLON" and not asked:
                return k
        return None

    def parts(self, opened: int, close: int) -> list[list[Token]]:
        commas = [*self.inside(opened + 1, close, "COMMA"), close]
        return [p for p in (self.trimmed(a + 1, b) for a, b in zip([opened, *commas], commas)) if p]


def joined(names: list[Token], at: Token) -> list[Token]:
    made: list[Token] = []
    for name in names:
        made += [*(go_tokens(",", at) if made else []), name]
    return made


def take_apart(names: list[Token], at: Token, holder: str = "__t", *, by_key: bool = False) -> list[Token]:
    """Returns the Go that unpacks a list: a, b := t[0], t[1];"""
    if all(name.text == "_" for name in names):
        return []
    made = [*joined(names, at), *go_tokens(":=", at)]
    for k, name in enumerate(names):
        entry = [
            Token("NAME", hidden(holder), at.pos, at.end),
            *go_tokens(f'["{name.text}"]' if by_key else f"[{k}]", at),
        ]
        made += (
            [*go_tokens(", any(" if k else "any(", at), *entry, *go_tokens(")", at)]
            if by_key
            else [*(go_tokens(",", at) if k else []), *entry]
        )
    return [*made, *go_tokens(";", at)]
