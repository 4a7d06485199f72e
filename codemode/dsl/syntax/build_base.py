"""The parts that all tree builders share: the text, the repairs so far, leaves and lists."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from codemode.dsl.syntax import literals
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token


class Placed(Protocol):
    pos: int
    end: int


class Span(NamedTuple):
    pos: int
    end: int


class Base:
    """A builder has the methods that go.lark names after its rules. The arguments are the values of the rule's symbols, in order; `ends` are a last
    comma, if the rule has one, and the closing bracket."""

    def __init__(self, text: str) -> None:
        self.text = text
        # a form that the grammar accepts and that no Go program contains, such as a < b < c or 2 ** x
        self.unlikely = False
        self.declared: list[n.Node | PackageClause] = []  # declarations that Go allows at package level only
        self.guards: list[n.TypeAssertExpr] = []  # each x.(type) that no switch has claimed yet

    def refuse(self, message: str, at: Placed, hint: str = "") -> Refused:
        return Refused(message, at.pos, at.end, hint)

    def source(self, at: Placed) -> str:
        """Returns the text of a node on one line, shortened for a message."""
        text = " ".join(self.text[at.pos : at.end].split())
        return text if len(text) <= 60 else f"{text[:57]}..."

    # --- leaves ---

    def name(self, token: Token) -> n.Ident:
        made = n.Ident(token.text)  # every third token is a name, and passing the place by name would take longer
        made.pos = token.pos
        made.end = token.end
        return made

    def string(self, token: Token) -> n.BasicLit:
        value = literals.string(token.text, token.pos)
        return n.BasicLit("STRING", token.text, value, pos=token.pos, end=token.end)

    def literal(self, token: Token) -> n.BasicLit:
        text, pos, end = token.text, token.pos, token.end
        if text[0] != "'":
            kind, number = literals.number(text, pos)
            return n.BasicLit(kind, text, number, pos=pos, end=end)
        value = literals.char(text, pos)
        if value is None:
            what = "more than one character in rune literal" if len(text) > 2 else "empty rune literal or unescaped '"
            raise self.refuse(what, token, 'write a string between double quotes: "..."')
        return n.BasicLit("CHAR", text, value, pos=pos, end=end)

    # --- lists ---

    def nothing(self) -> None:
        return None

    def list_none(self) -> list[Any]:
        return []

    def list_first(self, item: Any) -> list[Any]:
        return [item]

    def list_more(self, items: list[Any], _comma: Token, item: Any) -> list[Any]:
        items.append(item)
        return items

    def list_ended(self, items: list[Any], item: Any, _semi: Token) -> list[Any]:
        items.append(item)
        return items

    def list_same(self, items: list[Any], _separator: Token) -> list[Any]:
        return items


class PackageClause:
    """package main"""

    __slots__ = ("end", "name", "pos")

    def __init__(self, name: n.Ident, pos: int, end: int) -> None:
        self.name = name
        self.pos = pos
        self.end = end
