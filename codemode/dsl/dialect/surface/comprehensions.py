"""Reads Python's comprehensions as loops in a func literal that is called in place."""

from __future__ import annotations

from codemode.dsl.dialect.surface.tokens import (
    CLOSING,
    MAX_LENGTH,
    OPENING,
    VALUE_WANTED,
    Looking,
    go_tokens,
    take_apart,
)
from codemode.dsl.dialect.surface.walk import OPERAND_ENDS
from codemode.dsl.syntax.tokens import END, Token


class Comprehensions(Looking):
    def loop(self, i: int) -> int | None:
        """Reads [e for x in xs if c], {k: v for ...}, f(e for ...)"""
        before = i - 1 - (self.kind(i - 1) == "SEMI" and self.word(i - 1) == "\n")
        opened = self.opener(i)
        multiline = before != i - 1
        if self.kind(before) not in OPERAND_ENDS or opened < 0 or before <= opened:
            return self.statement(i)
        bracket = self.kind(opened)
        if bracket == "LBRACE":
            wanted = self.kind(opened - 1) in VALUE_WANTED and not (multiline and self.kind(opened - 1) == "COLON")
            if not (wanted or self.word(opened - 1) in ("in", "of", "not", "or", "and")):
                return self.statement(i)
        elif multiline and bracket == "LPAR" and self.kind(opened - 1) in ("IMPORT", "VAR", "CONST", "TYPE"):
            return None
        close = self.partner(opened)
        if close - opened > MAX_LENGTH:
            return None
        i = self.inside(opened + 1, i + 1, "FOR")[0]
        ends = [k for k in self.inside(i, close, "COMMA") if self.in_values(i, k)]
        end = ends[0] if ends else close
        clauses = self.clauses(i, end)
        if clauses is None or close >= len(self.tokens):
            return None
        first = next(iter(self.inside(opened + 1, i, "COMMA")), None)
        if first is not None:
            return None
        element = self.trimmed(opened + 1, i)
        return self.comprehend(opened, end, close, element, clauses)

    def in_values(self, i: int, comma: int) -> bool:
        """Returns whether the comma follows the `in` of the last clause before it, and so ends the comprehension."""
        last = self.inside(i, comma, "FOR")[-1]
        return any(self.word(k) == "in" for k in range(last, comma))

    def clauses(self, i: int, end: int) -> list[list[Token]] | None:
        """Returns the loops and conditions, each as the Go that opens its block; None if one cannot be read."""
        starts = sorted(self.inside(i, end, "FOR") + self.inside(i, end, "IF"))
        made: list[list[Token]] = []
        for start, stop in zip(starts, [*starts[1:], end]):
            at = self.tokens[start]
            if self.kind(start) == "IF":
                made.append([at, *go_tokens("(", at), *self.trimmed(start + 1, stop), *go_tokens(") {", at)])
                continue
            head = self.header(start, stop)
            if head is None:
                return None
            made.append(head)
        return made

    def header(self, start: int, stop: int) -> list[Token] | None:
        word = next(
            (k for k in range(start + 1, stop) if self.word(k) in ("in", "of") and self.kind(k) == "NAME"), None
        )
        if word is None or word == start + 1:
            return None
        at, over = self.tokens[start], self.trimmed(word + 1, stop)
        if not over:
            return None
        over = self.without_braces(over, at)
        target, unpacking = self.target(start + 1, word, over)
        if target is None:
            return None
        return [at, *target, self.tokens[word], *over, *go_tokens("{", at), *unpacking]

    def without_braces(self, over: list[Token], at: Token) -> list[Token]:
        """Puts parentheses around braces in an operand, which would begin the block: {"a": 1}.items() becomes ({"a": 1}).items()"""
        depth = 0
        for k, each in enumerate(over):
            if each.kind == "LBRACE" and depth == 0 and k:
                return [*go_tokens("(", at), *over, *go_tokens(")", at)]
            depth += (each.kind in OPENING) - (each.kind in CLOSING)
            if depth == 0 and each.kind == "RBRACE":
                return [*go_tokens("(", at), *over[: k + 1], *go_tokens(")", at), *over[k + 1 :]]
        return over

    def target(self, start: int, word: int, over: list[Token]) -> tuple[list[Token] | None, list[Token]]:
        """Returns the names that a loop declares and the code that begins its block: `a, (b, c)` and pairs of a list are unpacked there."""
        if self.kind(start) == "LPAR" and self.partner(start) == word - 1:
            start, word = start + 1, word - 1
        names = self.names(start, word)
        at = self.tokens[start]
        if names is not None:
            if len(names) < 2 or not (len(names) > 2 or _gives_lists(over)):
                return self.tokens[start:word], []
            return go_tokens("__t", at), take_apart(names, at)
        opened = self.inside(start, word, "LPAR")
        inner = self.names(opened[0] + 1, word - 1) if len(opened) == 1 else None
        if inner is None or self.partner(opened[0]) != word - 1 or opened[0] != start + 2 or self.kind(start) != "NAME":
            return None, []
        return [*self.tokens[start : start + 2], *go_tokens("__t", at)], take_apart(inner, at)

    def statement(self, i: int) -> int | None:
        """Reads a loop whose header unpacks lists: for i, (a, b) in enumerate(pairs) {"""
        if self.kind(i) != "FOR" or self.kind(i - 1) not in ("SEMI", "LBRACE", "RBRACE", "COLON", END):
            return None
        start, closing = i + 1, None
        if self.kind(start) == "LPAR":
            closing, start = self.partner(start), start + 1
            start += self.word(start) in ("const", "let", "var")
        word = next((k for k in range(start, min(start + 12, len(self.tokens))) if self.word(k) in ("in", "of")), None)
        if word is None or self.kind(word) != "NAME" or closing is not None:
            return None
        brace = word + 1
        while self.kind(brace) not in ("LBRACE", "SEMI", END):
            brace = self.next(brace)
        if self.kind(brace) != "LBRACE":
            return None
        target, unpacking = self.target(start, word, self.tokens[word + 1 : brace])
        if target is None or not unpacking:
            return None
        shown = self.shown(self.tokens[i:word])
        self.splice(brace + 1, brace + 1, unpacking)
        self.splice(start, word, target)
        self.mend(
            f"`{shown}` takes each element apart: the names stand for what is in it", self.tokens[i], self.tokens[i]
        )
        return i - 1

    def comprehend(
        self, opened: int, end: int, close: int, element: list[Token], clauses: list[list[Token]]
    ) -> int | None:
        at, bracket, callee = self.tokens[opened], self.kind(opened), self.word(opened - 1)
        shown = self.shown(self.tokens[opened : close + 1])
        called = bracket == "LPAR" and self.kind(opened - 1) in ("NAME", "MAP") and self.kind(opened - 2) != "DOT"
        start, stop = opened, close + 1
        colon = self.colon(element)
        meant = "a loop that makes the list"
        if bracket == "LBRACE" and colon is not None:
            made = self.mapping(element[:colon], element[colon + 1 :], clauses, at)
            meant = "a loop that makes the map"
        elif bracket == "LBRACE":
            made = [*go_tokens("__set(", at), *self.listed(element, clauses, at), *go_tokens(")", at)]
        elif called and callee in ("any", "all"):
            start, meant = opened - 1, "a loop that asks"
            made = self.asked(callee, element, clauses, at)
        elif called and callee == "next":
            start, meant = opened - 1, "a loop that finds the first"
            made = self.first(element, clauses, [], at)
        elif bracket == "LPAR" and self.kind(opened - 1) == "LPAR" and self.word(opened - 2) == "next":
            start, meant, stop = opened - 2, "a loop that finds the first", self.partner(opened - 1) + 1
            made = self.first(element, clauses, self.trimmed(close + 2, stop - 1), at)
        elif called and callee == "dict" and (pair := self.pair(element)) is not None:
            start, meant = opened - 1, "a loop that makes the map"
            made = self.mapping(*pair, clauses, at)
        elif called and callee in ("list", "tuple"):
            start = opened - 1
            made = self.listed(element, clauses, at)
        else:
            made = self.listed(element, clauses, at)
            if bracket == "LPAR" and (called or self.kind(opened - 1) in OPERAND_ENDS):
                start, stop = opened + 1, end  # the argument of a call
        self.mend(f"`{shown}` read as {meant}", at, self.tokens[min(close, len(self.tokens) - 1)])
        return self.splice(start, stop, made)

    def pair(self, element: list[Token]) -> tuple[list[Token], list[Token]] | None:
        """Returns the two values of (k, v)."""
        whole = self.value(element)
        if whole is element:
            return None
        depth, commas = 0, list[int]()
        for k, each in enumerate(whole):
            depth += (each.kind in OPENING) - (each.kind in CLOSING)
            if depth == 1 and each.kind == "COMMA":
                commas.append(k)
        return (whole[1 : commas[0]], whole[commas[0] + 1 : -1]) if len(commas) == 1 else None

    def nested(self, clauses: list[list[Token]], inner: list[Token], at: Token) -> list[Token]:
        made: list[Token] = []
        for clause in clauses:
            made += clause
        return [*made, *inner, *go_tokens("}" + " ; }" * (len(clauses) - 1), at)]

    def listed(self, element: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
        inner = [*go_tokens("__r = append(__r ,", at), *self.value(element), *go_tokens(")", at)]
        loops = self.nested(clauses, inner, at)
        return [
            *go_tokens('func() __infer { __r := __many("r") ;', at),
            *loops,
            *go_tokens("; return __r }()", at),
        ]

    def mapping(self, key: list[Token], value: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
        inner = [*go_tokens("__k = append(__k,", at), *self.value(key), *go_tokens(") ; __v = append(__v,", at)]
        inner += [*self.value(value), *go_tokens(")", at)]
        return [
            *go_tokens('func() __infer { __k := __many("k") ; __v := __many("v") ;', at),
            *self.nested(clauses, inner, at),
            *go_tokens("; return __map(__k, __v) }()", at),
        ]

    def asked(self, word: str, element: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
        """Reads any(...) and all(...) as loops that stop at the first deciding element."""
        answer, other = ("true", "false") if word == "any" else ("false", "true")
        found = f"return {answer} }}" if word == "any" else f"}} else {{ return {answer} }}"
        inner = [*go_tokens("if (", at), *element, *go_tokens(f") {{ {found}", at)]
        loops = self.nested(clauses, inner, at)
        return [*go_tokens("func() bool {", at), *loops, *go_tokens(f"; return {other} }}()", at)]

    def first(self, element: list[Token], clauses: list[list[Token]], default: list[Token], at: Token) -> list[Token]:
        loops = self.nested(clauses, [*go_tokens("return", at), *self.value(element)], at)
        last = [*go_tokens("; return", at), *default] if default else go_tokens('; panic("next: nothing is left")', at)
        return [*go_tokens("func() __infer {", at), *loops, *last, *go_tokens("}()", at)]


def _gives_lists(over: list[Token]) -> bool:
    """Returns whether an operand is certainly a list of lists: zip(xs, ys), sorted(m.items())"""
    if len(over) < 3 or over[-1].kind != "RPAR":
        return False
    if over[0].text == "sorted":
        return any(t.text in ("items", "zip", "entries") for t in over)
    return (over[0].text in ("zip", "list", "reversed") and over[1].kind == "LPAR" and over[0].text != "list") or any(
        t.text == "most_common" for t in over
    )
