"""Reads a JSON object or array as the equivalent Go literal, with every value's place in the text."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from codemode.dsl.syntax import literals
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_expr import any_map, any_slice
from codemode.dsl.syntax.layout_walk import MAX_NESTING
from codemode.dsl.syntax.syntax_errors import Refused

_TOKEN = re.compile(
    r"[ \t\r\n]*(?:"
    r"([\[\]{},:])"
    r'|("(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")'
    r"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)(?![0-9.A-Za-z_])"
    r"|(true|false|null)(?!\w)"
    r")"
)
_LONE = re.compile("[\ud800-\udfff]")
_LITERALS = {"true": "true", "false": "false", "null": "nil"}
_INT64 = range(-(2**63), 2**63)


def read_json(text: str, start: int, end: int) -> n.CompositeLit | None:
    """Returns the literal for text[start:end], or None if that is not exactly one JSON object or array."""
    return _Reader(text, start, end).read()


class _Open:
    """An object or array whose end is not read yet."""

    __slots__ = ("items", "key", "lit", "state")

    def __init__(self, lit: n.CompositeLit, is_map: bool) -> None:
        self.lit = lit
        # the last of two equal keys counts, as in JSON readers
        self.items: dict[bytes, n.Expr] | None = {} if is_map else None
        self.key: n.BasicLit | None = None
        self.state = "first"  # first, key, colon, value, after


class _Reader:
    def __init__(self, text: str, start: int, end: int) -> None:
        self.text = text
        self.at = start
        self.end = end
        self.stack: list[_Open] = []

    def read(self) -> n.CompositeLit | None:
        while True:
            match = _TOKEN.match(self.text, self.at, self.end)
            if match is None or match.lastindex is None:
                return None
            self.at = match.end()
            pos = match.start(match.lastindex)
            done = self.punctuation(match[1], pos) if match[1] else self.scalar(match, pos)
            if done is None:
                return None
            if not self.stack:
                rest = self.text[self.at : self.end]
                return done if isinstance(done, n.CompositeLit) and not rest.strip(" \t\r\n") else None

    def punctuation(self, mark: str, pos: int) -> n.Expr | bool | None:
        """Returns the value that ends here, or True; None if the punctuation is not allowed here."""
        top = self.stack[-1] if self.stack else None
        if mark in "{[":
            return self.open(mark, pos, top)
        if top is None:
            return None
        if mark in "}]":
            return self.close(mark, top)
        if mark == "," and top.state == "after":
            top.state = "key" if top.items is not None else "value"
            return True
        if mark == ":" and top.state == "colon":
            top.state = "value"
            return True
        return None

    def open(self, mark: str, pos: int, top: _Open | None) -> bool | None:
        if top is not None and not self.takes_value(top):
            return None
        if len(self.stack) >= MAX_NESTING:
            raise Refused(f"syntax error: nested too deeply: more than {MAX_NESTING} levels of brackets", pos, pos + 1)
        typ = any_map(pos) if mark == "{" else any_slice(pos)
        self.stack.append(_Open(n.CompositeLit(typ, [], pos=pos), mark == "{"))
        return True

    def close(self, mark: str, top: _Open) -> n.Expr | None:
        if (mark == "}") != (top.items is not None) or top.state not in ("first", "after"):
            return None
        self.stack.pop()
        lit = top.lit
        lit.end = self.at
        if top.items is not None:
            lit.elts = list(top.items.values())
        if self.stack:
            self.add(self.stack[-1], lit)
        return lit

    def scalar(self, match: re.Match[str], pos: int) -> n.Expr | None:
        top = self.stack[-1] if self.stack else None
        if top is None:
            return None
        if match[2]:
            node: n.Expr = n.BasicLit("STRING", match[2], unescape(match[2]), pos=pos, end=self.at)
            if top.items is not None and top.state in ("first", "key"):
                top.key, top.state = node, "colon"
                return node
        elif match[3]:
            node = number(match[3], pos)
        else:
            node = n.Ident(_LITERALS[match[4]], pos=pos, end=self.at)
        if not self.takes_value(top):
            return None
        self.add(top, node)
        return node

    def takes_value(self, top: _Open) -> bool:
        return top.state == "value" or (top.state == "first" and top.items is None)

    def add(self, top: _Open, value: n.Expr) -> None:
        top.state = "after"
        if top.items is None:
            top.lit.elts.append(value)
        elif top.key is not None:
            top.items[top.key.value] = n.KeyValueExpr(top.key, value, pos=top.key.pos, end=value.end)


def number(raw: str, pos: int) -> n.Expr:
    """Reads a JSON number. An integer stays an integer if it fits int64; otherwise it becomes a float, as in JSON readers of Go."""
    digits, at = raw.lstrip("-"), pos + raw.startswith("-")
    end = pos + len(raw)
    if digits.isdigit() and len(digits) <= literals.MAX_DIGITS:
        kind, value = "INT", int(digits)
        if int(raw) not in _INT64:
            kind, value = "FLOAT", Fraction(value)
        lit = n.BasicLit("INT" if kind == "INT" else "FLOAT", digits, value, pos=at, end=end)
    else:
        lit = n.BasicLit("FLOAT", digits, Fraction(literals.number(digits, at)[1]), pos=at, end=end)
    return n.UnaryExpr("-", lit, pos=pos, end=end) if raw.startswith("-") else lit


def unescape(quoted: str) -> bytes:
    """Returns the bytes of a JSON string. An unpaired surrogate becomes U+FFFD, as in Go's encoding/json."""
    return _LONE.sub("\ufffd", json.loads(quoted)).encode()
