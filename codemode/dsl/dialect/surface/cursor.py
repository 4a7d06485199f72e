"""The tokens of a text while its rules read them: their brackets, templates of Go as tokens, and the changes.

A rule is a function of a cursor and an index. Rules for what nests (functions, comprehensions) run from right to left and change the list at
once, by `splice`. Rules for statements run from left to right over the list as it is; their changes are recorded and applied by `result`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from codemode.dsl.diagnostics import Mend
from codemode.dsl.names import hidden
from codemode.dsl.syntax.lexer import scan
from codemode.dsl.syntax.tokens import END, Token

OPENING = frozenset({"LPAR", "LBRACK", "LBRACE"})
CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
OPERAND_ENDS = frozenset({"NAME", "LITERAL", "STRING", "RPAR", "RBRACK", "RBRACE"})
VALUE_WANTED = frozenset({"ASSIGN", "DEFINE", "LPAR", "COMMA", "COLON", "LBRACK", "RETURN"})
MAX_LENGTH = 2000  # limit on the tokens between the brackets of one construct
REACH = 400  # limit on the tokens that are searched for the end of an expression or header
_GOES_ON = frozenset({"DOT", "BINOP"})  # a line that begins with one of these continues the line before
_STARTS = frozenset({"SEMI", "LBRACE", "RBRACE", "COLON", "ELSE"})


@lru_cache(2000)
def _made(go: str) -> tuple[tuple[str, str], ...]:
    found = scan(go, 0, len(go))
    while found and found[-1].kind == "SEMI" and found[-1].text == "":
        found.pop()
    return tuple((each.kind, hidden(each.text)) for each in found)


def go_tokens(go: str, at: Token) -> list[Token]:
    """Returns the tokens of a piece of Go at the place of another token. Its names `__x` become hidden names."""
    return [Token(kind, text, at.pos, at.end) for kind, text in _made(go)]


def token(kind: str, text: str, at: Token) -> Token:
    """Returns a token at the place of another."""
    return Token(kind, text, at.pos, at.end)


class Cursor:
    """`work` counts the tokens that were visited. `javascript`: a construct was read that only JavaScript and similar languages have."""

    def __init__(self, text: str, tokens: list[Token], mends: list[Mend]) -> None:
        self.text = text
        self.tokens = tokens
        self.mends = mends
        self.javascript = False
        self.work = 0
        self.choices = 0
        self._changes: dict[int, list[Token]] = {}
        self._before: dict[int, list[Token]] = {}
        self._after: dict[int, list[Token]] = {}
        self._partners: dict[int, int] | None = None
        self._declared: set[str] | None = None
        self._groups: list[tuple[int, int]] | None = None

    # --- tokens and brackets ---

    def kind(self, i: int) -> str:
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else END

    def word(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def opens(self, i: int) -> bool:
        return self.kind(i) in OPENING

    def closes(self, i: int) -> bool:
        return self.kind(i) in CLOSING

    def starts(self, i: int) -> bool:
        """Returns whether a statement may begin here."""
        return i == 0 or self.tokens[i - 1].kind in _STARTS

    def partner(self, i: int) -> int:
        """Returns the index of the other bracket of the pair. If there is none: the end for an opening bracket, the start for a closing one."""
        if self._partners is None:
            self.work += len(self.tokens)
            self._partners = {}
            opened: list[int] = []
            for index, each in enumerate(self.tokens):
                if each.kind in OPENING:
                    opened.append(index)
                elif each.kind in CLOSING and opened:
                    other = opened.pop()
                    self._partners[index] = other
                    self._partners[other] = index
        return self._partners.get(i, len(self.tokens) if self.opens(i) else 0)

    def opener(self, i: int) -> int:
        """Returns the index of the bracket that encloses i, or that i closes; -1 if there is none."""
        if self.closes(i):
            other = self.partner(i)
            return other if self.opens(other) else -1
        self.work += 1
        i -= 1
        while i >= 0 and not self.opens(i):
            self.work += 1
            i = (self.partner(i) if self.closes(i) else i) - 1
        return i

    def next(self, i: int) -> int:
        """Returns the index behind the token at `i`, or behind the bracket that closes it."""
        return self.partner(i) + 1 if self.opens(i) else i + 1

    def top(self, start: int, end: int) -> Iterator[int]:
        """Yields the indices of the tokens from start up to end, outside of nested brackets."""
        while start < end:
            self.work += 1
            yield start
            start = self.next(start)

    def found(self, start: int, end: int, kind: str) -> list[int]:
        """Returns the indices of the tokens of this kind from start up to end, outside of nested brackets."""
        return [k for k in self.top(start, end) if self.kind(k) == kind]

    def inside(self, i: int) -> list[Token]:
        """Returns the tokens between the bracket at `i` and its partner, without those in nested brackets."""
        return [self.tokens[k] for k in self.top(i + 1, self.partner(i))]

    # --- what the tokens are part of ---

    def end_of(self, i: int, *kinds: str) -> int:
        """Returns the index of the first token of one of these kinds, or of the end of the statement, from `i` on and outside of brackets."""
        while self.kind(i) not in ("SEMI", END, *kinds) and not self.closes(i):
            i = self.next(i)
        return min(i, len(self.tokens))

    def brace_after(self, i: int, reach: int) -> int:
        """Returns the index of the first brace or line end from `i` on."""
        last = i + reach
        while self.kind(i) not in ("LBRACE", "SEMI", END) and i < last:
            i = self.next(i)
        return i

    def expression_end(self, i: int) -> int:
        """Returns the index behind the expression that begins at i."""
        while True:
            i = self.end_of(i, "COMMA")
            if self.kind(i) != "SEMI" or self.word(i) != "\n":
                return i
            if self.kind(i + 1) not in _GOES_ON and self.word(i + 1) not in ("?", ":", "?."):
                return i
            i += 1

    def arguments_before(self, i: int, *stops: str, reach: int = MAX_LENGTH) -> int:
        """Returns the index of the parenthesis that `i` is inside of, or of what is no part of an argument before."""
        last = i - reach
        while i > 0 and self.kind(i) != "LPAR" and i > last and self.kind(i) not in stops:
            i = (self.partner(i) if self.closes(i) else i) - 1
        return i

    def in_group(self, i: int) -> bool:
        """Returns whether `i` is inside `var ( ... )`, where `name type = value` is Go, or inside a struct or interface."""
        if self._groups is None:
            declarers = ("VAR", "CONST", "STRUCT", "INTERFACE")
            opened = [k + 1 for k, t in enumerate(self.tokens) if t.kind in declarers and self.opens(k + 1)]
            self._groups = []
            for k in opened:
                if not self._groups or k > self._groups[-1][1]:  # a nested group is inside the outer one anyway
                    self._groups.append((k, self.partner(k)))
        at = bisect_left(self._groups, (i, 0)) - 1
        return at >= 0 and i < self._groups[at][1]

    def declares(self, i: int) -> bool:
        """Returns whether the text declares a name equal to the word at `i`."""
        if self._declared is None:
            before = ("TYPE", "VAR", "CONST", "FUNC")
            self._declared = {
                each.text
                for k, each in enumerate(self.tokens)
                if self.kind(k - 1) in before or self.kind(k + 1) == "DEFINE"
            }
        return self.word(i) in self._declared

    # --- lists of tokens ---

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

    def parts(self, opened: int, close: int) -> list[list[Token]]:
        """Returns the tokens between the commas that are directly inside of a bracket."""
        commas = [*self.found(opened + 1, close, "COMMA"), close]
        return [p for p in (self.trimmed(a + 1, b) for a, b in zip([opened, *commas], commas)) if p]

    def shown(self, start: int, end: int) -> str:
        """Returns the text of the tokens from `start` up to `end`, shortened for a message."""
        tokens = self.tokens[start:end]
        text = " ".join(self.text[tokens[0].pos : max(t.end for t in tokens)].split()) if tokens else ""
        return text if len(text) <= 60 else f"{text[:57]}..."

    # --- changes ---

    def splice(self, start: int, end: int, made: list[Token]) -> int:
        """Replaces the tokens from `start` up to `end` at once. Returns the index of the last new one."""
        self.tokens[start:end] = made
        self._partners = None
        self.work += len(made) + len(self.tokens) // 20
        return start + len(made) - 1

    def drop(self, start: int, end: int) -> None:
        for i in range(start, end):
            self.put(i, [])

    def put(self, i: int, tokens: list[Token]) -> None:
        """Replaces the token at `i` with these tokens."""
        self._changes[i] = tokens

    def before(self, i: int, tokens: list[Token]) -> None:
        self._before[i] = self._before.get(i, []) + tokens

    def after(self, i: int, tokens: list[Token]) -> None:
        self._after[i] = tokens + self._after.get(i, [])

    def mend(self, code: str, first: int, last: int, *, python: bool = False, **facts: str) -> None:
        one, other = self.tokens[first], self.tokens[min(last, len(self.tokens) - 1)]
        pos, end = min(one.pos, other.pos), max(one.end, other.end)
        self.mends.append(Mend(code, pos, end, tuple(facts.items()), python))

    def result(self) -> list[Token]:
        """Returns the tokens with the recorded changes."""
        if not (self._changes or self._before or self._after):
            return self.tokens
        out: list[Token] = []
        for i, each in enumerate(self.tokens):
            out += self._before.get(i, [])
            out += self._changes.get(i, [each])
            out += self._after.get(i, [])
        return out


def value(tokens: list[Token]) -> list[Token]:
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


def colon(element: list[Token]) -> int | None:
    """Returns the index of the colon between a key and its value."""
    depth = asked = 0
    for k, each in enumerate(element):
        depth += (each.kind in OPENING) - (each.kind in CLOSING)
        asked += each.text == "?"
        if depth == 0 and each.kind == "COLON" and not asked:
            return k
    return None


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
        made += [*go_tokens((", " if k else "") + ("any(" if by_key else ""), at), token("NAME", hidden(holder), at)]
        made += go_tokens(f'["{name.text}"])' if by_key else f"[{k}]", at)
    return [*made, *go_tokens(";", at)]
