"""Shared by the rules for foreign statements: the tokens, their brackets, and the changes so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from codemode.dsl.diagnostics import Mend
from codemode.dsl.syntax.tokens import END, Token

OPERAND_ENDS = frozenset({"NAME", "LITERAL", "STRING", "RPAR", "RBRACK", "RBRACE"})
_OPENING = frozenset({"LPAR", "LBRACK", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
_STARTS = frozenset({"SEMI", "LBRACE", "RBRACE", "COLON", "ELSE"})


def token(kind: str, text: str, at: Token) -> Token:
    """Returns a token at the place of another."""
    return Token(kind, text, at.pos, at.end)


class Walk:
    """The tokens and their changes. Changes are recorded by index and applied at once, so the time does not depend on their number."""

    def __init__(self, text: str, tokens: list[Token], mends: list[Mend]) -> None:
        self.text = text
        self.tokens = tokens
        self.mends = mends
        self.changed = False
        self.javascript = False  # a construct was read that only JavaScript and similar languages have
        self.choices = 0
        self._read_as: dict[int, list[Token]] = {}
        self._before: dict[int, list[Token]] = {}
        self._after: dict[int, list[Token]] = {}
        self._partners: dict[int, int] = {}
        self._declared: set[str] | None = None
        self._groups: list[tuple[int, int]] | None = None

    # --- looking ---

    def kind_at(self, i: int) -> str:
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else END

    def text_at(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def opens(self, i: int) -> bool:
        return self.kind_at(i) in _OPENING

    def closes(self, i: int) -> bool:
        return self.kind_at(i) in _CLOSING

    def starts(self, i: int) -> bool:
        """Returns whether a statement may begin here."""
        return i == 0 or self.tokens[i - 1].kind in _STARTS

    def partner(self, i: int) -> int:
        """Returns the index of the other bracket of the pair. If there is none: the end for an opening bracket, the start for a closing one."""
        if not self._partners:
            self._partners[-1] = -1
            opened: list[int] = []
            for index, each in enumerate(self.tokens):
                if each.kind in _OPENING:
                    opened.append(index)
                elif each.kind in _CLOSING and opened:
                    other = opened.pop()
                    self._partners[index] = other
                    self._partners[other] = index
        return self._partners.get(i, len(self.tokens) if self.opens(i) else 0)

    def inside(self, i: int) -> Iterator[Token]:
        """Yields the tokens between the bracket at `i` and its partner, without those in nested brackets."""
        close = self.partner(i)
        i += 1
        while i < close:
            yield self.tokens[i]
            i = self.partner(i) if self.opens(i) else i + 1

    def statement_end(self, i: int) -> int:
        """Returns the index of the semicolon or closing bracket that ends the statement with the token at `i`."""
        while self.kind_at(i) not in ("SEMI", END) and not self.closes(i):
            i = self.partner(i) + 1 if self.opens(i) else i + 1
        return min(i, len(self.tokens))

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
                if self.kind_at(k - 1) in before or self.kind_at(k + 1) == "DEFINE"
            }
        return self.text_at(i) in self._declared

    def shown(self, start: int, end: int) -> str:
        """Returns the text of the tokens from `start` up to `end`, shortened for a message."""
        text = " ".join(self.text[self.tokens[start].pos : self.tokens[end - 1].end].split())
        return text if len(text) <= 60 else f"{text[:57]}..."

    # --- changing ---

    def drop(self, start: int, end: int) -> None:
        for i in range(start, end):
            self.put(i, [])

    def put(self, i: int, tokens: list[Token]) -> None:
        """Replaces the token at `i` with these tokens."""
        self.changed = True
        self._read_as[i] = tokens

    def before(self, i: int, tokens: list[Token]) -> None:
        self.changed = True
        self._before[i] = self._before.get(i, []) + tokens

    def after(self, i: int, tokens: list[Token]) -> None:
        self.changed = True
        self._after[i] = tokens + self._after.get(i, [])

    def mend(self, message: str, first: int, last: int, *, python: bool = False) -> None:
        end = self.tokens[min(last, len(self.tokens) - 1)].end
        self.mends.append(Mend(message, self.tokens[first].pos, end, python))

    def result(self) -> list[Token]:
        out: list[Token] = []
        for i, each in enumerate(self.tokens):
            out += self._before.get(i, [])
            out += self._read_as.get(i, [each])
            out += self._after.get(i, [])
        return out
