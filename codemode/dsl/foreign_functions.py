"""Functions and lists as Python and JavaScript write them inside expressions: comprehensions, arrow functions, lambda, `a?.b`, tuples, spreads.

They are put in other tokens before the rules for statements read those (see foreign.py). Each becomes a func literal of Go. Where such a
literal leaves its types open, its parameters have the types ·0, ·1 ... and its result ·infer, which no program can name; the checker finds
them (see types/open_functions.py). What stands furthest to the right is read first, so that what is inside another is Go by then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from codemode.dsl.diagnostics import Mend
from codemode.dsl.foreign_walk import OPERAND_ENDS
from codemode.dsl.lexer import scan
from codemode.dsl.tokens import END, FOREIGN, KEYWORDS, Token

_JAVASCRIPT = frozenset({"=>", "?.", "...", "function", "[", "{"})
_MAX_READ = 200  # constructs that are read in one text
_MAX_WORK = 2_000_000  # tokens that are looked at for them: what is behind that is left to the parser
_OPENING = frozenset({"LPAR", "LBRACK", "LBRACE"})
_CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
_OPERAND_WANTED = frozenset(
    {
        "ASSIGN",
        "DEFINE",
        "OPASSIGN",
        "LPAR",
        "COMMA",
        "COLON",
        "RETURN",
        "BINOP",
        "ADDOP",
        "LBRACK",
        "NOT",
        "SEMI",
        "ARROW",
    }
)
_VALUE_WANTED = frozenset({"ASSIGN", "DEFINE", "LPAR", "COMMA", "COLON", "LBRACK", "RETURN"})
# Before the name of what is called: elsewhere `f(...T)` may declare f.
_CALLS_BEFORE = frozenset({"DOT", "ASSIGN", "DEFINE", "RETURN", "COMMA", "LPAR", "COLON"})
_GOES_ON = frozenset({"DOT", "BINOP"})  # what at the start of a line belongs to the line before


def read(text: str, tokens: list[Token], mends: list[Mend]) -> tuple[list[Token], bool]:
    """The tokens with all of these in the place of what was written, and whether some of it is JavaScript."""
    _keywords_as_names(tokens)
    if not any(_may_begin(tokens, i) for i in range(len(tokens))):
        return tokens, False
    reader = _Reader(text, list(tokens), mends)
    reader.run()
    return reader.tokens, reader.javascript


def _keywords_as_names(tokens: list[Token]) -> None:
    """x.type, xs.map(...), {type: 1}, map(f, xs): keywords where Go has none."""
    for k in range(len(tokens) - 1):
        each, after = tokens[k], tokens[k + 1]
        if each.text not in KEYWORDS:
            continue
        before = tokens[k - 1] if k else after
        selected = before.kind == "DOT" and before.end == each.pos
        key = after.kind == "COLON" and before.kind in ("LBRACE", "COMMA") and each.text not in ("default", "case")
        if selected or key or (each.kind == "MAP" and after.kind == "LPAR"):
            each.kind = "NAME"


def _may_begin(tokens: list[Token], i: int) -> bool:
    each = tokens[i]
    kind, word = each.kind, each.text
    if kind == FOREIGN:
        return word in ("=>", "?.")
    before = tokens[i - 1].kind if i else "SEMI"
    if kind == "FOR":
        return before not in ("LBRACE", "COLON") or _nested_target(tokens, i)
    if kind == "ELLIPSIS":
        after = tokens[i + 1].kind if i + 1 < len(tokens) else "SEMI"
        return before in ("LPAR", "COMMA", "LBRACK", "LBRACE", "SEMI") and after != "RBRACK"  # [...]T is Go
    if kind == "NAME":
        return word in ("lambda", "function")
    if kind == "LPAR":
        return (before in _VALUE_WANTED and before != "RETURN") or (i > 0 and tokens[i - 1].text == "%")
    return kind in ("LBRACK", "LBRACE") and i > 0 and tokens[i - 1].text in ("const", "let", "var")


def _nested_target(tokens: list[Token], i: int) -> bool:
    return i + 3 < len(tokens) and tokens[i + 2].kind == "COMMA"


HIDDEN = "·"  # begins the names that only repairs declare: no letter of Go
_HIDDEN_NAME = re.compile(r"__(\d+|infer|[a-z]\d*)$")


def hidden(name: str) -> str:
    """`__x` of a piece of Go as the name that no program can hold; other names as they are."""
    return _HIDDEN_NAME.sub(f"{HIDDEN}\\1", name) if name[:2] == "__" else name


@cache
def _made(go: str) -> tuple[tuple[str, str], ...]:
    found = scan(go, 0, len(go), None)
    while found and found[-1].kind == "SEMI" and found[-1].text == "":
        found.pop()
    return tuple((each.kind, hidden(each.text)) for each in found)


def go_tokens(go: str, at: Token) -> list[Token]:
    """The tokens of a piece of Go, in the place of another token; its names `__x` are hidden ones."""
    return [Token(kind, text, at.pos, at.end) for kind, text in _made(go)]


class _Reader:
    def __init__(self, text: str, tokens: list[Token], mends: list[Mend]) -> None:
        self.text = text
        self.tokens = tokens
        self.mends = mends
        self.read = 0
        self.javascript = False
        self.work = 0

    def run(self) -> None:
        i = len(self.tokens) - 1
        while i >= 0 and self.work < _MAX_WORK:
            if _may_begin(self.tokens, i):
                javascript = self.word(i) in _JAVASCRIPT
                end = self.rule(i)
                if end is not None:
                    self.read += 1
                    self.javascript |= javascript
                    if self.read > _MAX_READ:
                        return
                    i = end
                    continue
            i -= 1

    def rule(self, i: int) -> int | None:
        """Reads what begins here; gives the place from which to look again, None if there is nothing to read."""
        each = self.tokens[i]
        rule: Callable[[int], int | None] = {
            "=>": self.arrow,
            "?.": self.optional,
            "for": self.loop,
            "...": self.spread,
            "lambda": self.lambda_,
            "function": self.function,
            "(": self.tuple,
            "[": self.unpack,
            "{": self.unpack,
        }[each.text]
        return rule(i)

    # --- looking ---

    def kind(self, i: int) -> str:
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else END

    def word(self, i: int) -> str:
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def partner(self, i: int) -> int:
        """Index of the bracket that closes the one at i; of the end if there is none."""
        depth = 0
        for k in range(i, len(self.tokens)):
            kind = self.tokens[k].kind
            if kind in _OPENING:
                depth += 1
            elif kind in _CLOSING:
                depth -= 1
                if depth == 0:
                    self.work += k - i
                    return k
        self.work += len(self.tokens) - i
        return len(self.tokens)

    def opener(self, i: int) -> int:
        """Index of the bracket that is open before i, or that i closes; -1 if there is none."""
        depth = 1
        for k in range(i - 1, -1, -1):
            kind = self.tokens[k].kind
            if kind in _CLOSING:
                depth += 1
            elif kind in _OPENING:
                depth -= 1
                if depth == 0:
                    self.work += i - k
                    return k
        self.work += i
        return -1

    def next(self, i: int) -> int:
        return self.partner(i) + 1 if self.kind(i) in _OPENING else i + 1

    def inside(self, start: int, end: int, kind: str) -> list[int]:
        """Indices of the tokens of this kind from start up to end, outside of further brackets."""
        found: list[int] = []
        while start < end:
            if self.kind(start) == kind:
                found.append(start)
            start = self.next(start)
        return found

    def expression_end(self, i: int) -> int:
        """Index behind the expression that begins at i."""
        while True:
            kind = self.kind(i)
            if kind in _CLOSING or kind in ("COMMA", END):
                return min(i, len(self.tokens))
            if kind == "SEMI":
                after = self.tokens[i + 1] if i + 1 < len(self.tokens) else None
                goes_on = after is not None and (after.kind in _GOES_ON or after.text in ("?", ":", "?."))
                if self.word(i) != "\n" or not goes_on:
                    return i
            i = self.next(i)

    def trimmed(self, start: int, end: int) -> list[Token]:
        """The tokens without the line ends around them."""
        while start < end and self.kind(start) == "SEMI":
            start += 1
        while end > start and self.kind(end - 1) == "SEMI":
            end -= 1
        return self.tokens[start:end]

    def names(self, start: int, end: int) -> list[Token] | None:
        """The names of `a, b`, None if there is anything else."""
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
        """An expression of Python's: `(a, b)` is a list."""
        if len(tokens) > 3 and tokens[0].kind == "LPAR":
            depth, commas = 0, 0
            for k, each in enumerate(tokens):
                depth += (each.kind in _OPENING) - (each.kind in _CLOSING)
                commas += depth == 1 and each.kind == "COMMA"
                if depth == 0 and k < len(tokens) - 1:
                    return tokens
            if commas:
                return [*go_tokens("[", tokens[0]), *tokens[1:-1], *go_tokens("]", tokens[-1])]
        return tokens

    # --- comprehensions ---

    def loop(self, i: int) -> int | None:
        """[e for x in xs if c], {k: v for ...}, f(e for ...)"""
        before = i - 1 - (self.kind(i - 1) == "SEMI" and self.word(i - 1) == "\n")
        opened = self.opener(i)
        multiline = before != i - 1
        if self.kind(before) not in OPERAND_ENDS or opened < 0 or before <= opened:
            return self.statement(i)
        bracket = self.kind(opened)
        if bracket == "LBRACE":
            wanted = self.kind(opened - 1) in _VALUE_WANTED and not (multiline and self.kind(opened - 1) == "COLON")
            if not (wanted or self.word(opened - 1) in ("in", "of", "not", "or", "and")):
                return self.statement(i)
        elif multiline and bracket == "LPAR" and self.kind(opened - 1) in ("IMPORT", "VAR", "CONST", "TYPE"):
            return None
        close = self.partner(opened)
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
        """Whether a comma stands behind the `in` of the last clause before it, and so ends the comprehension."""
        last = self.inside(i, comma, "FOR")[-1]
        return any(self.word(k) == "in" for k in range(last, comma))

    def clauses(self, i: int, end: int) -> list[list[Token]] | None:
        """The loops and conditions, each as the Go that opens its block."""
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
        """What is ranged over, so that no brace of it begins the block: {"a": 1}.items() as ({"a": 1}).items()"""
        depth = 0
        for k, each in enumerate(over):
            if each.kind == "LBRACE" and depth == 0 and k:
                return [*go_tokens("(", at), *over, *go_tokens(")", at)]
            depth += (each.kind in _OPENING) - (each.kind in _CLOSING)
            if depth == 0 and each.kind == "RBRACE":
                return [*go_tokens("(", at), *over[: k + 1], *go_tokens(")", at), *over[k + 1 :]]
        return over

    def target(self, start: int, word: int, over: list[Token]) -> tuple[list[Token] | None, list[Token]]:
        """What a loop declares, and what its block begins with: `a, (b, c)`, and pairs of a list, are taken apart there."""
        if self.kind(start) == "LPAR" and self.partner(start) == word - 1:
            start, word = start + 1, word - 1
        names = self.names(start, word)
        at = self.tokens[start]
        if names is not None:
            if len(names) < 2 or not (len(names) > 2 or _gives_lists(over)):
                return self.tokens[start:word], []
            return go_tokens("__t", at), _taken(names, at)
        opened = self.inside(start, word, "LPAR")
        inner = self.names(opened[0] + 1, word - 1) if len(opened) == 1 else None
        if inner is None or self.partner(opened[0]) != word - 1 or opened[0] != start + 2 or self.kind(start) != "NAME":
            return None, []
        return [*self.tokens[start : start + 2], *go_tokens("__t", at)], _taken(inner, at)

    def statement(self, i: int) -> int | None:
        """A loop whose header takes lists apart: for i, (a, b) in enumerate(pairs) {"""
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

    def shown(self, tokens: list[Token]) -> str:
        text = " ".join(self.text[tokens[0].pos : max(t.end for t in tokens)].split()) if tokens else ""
        return text if len(text) <= 60 else f"{text[:57]}..."

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

    def colon(self, element: list[Token]) -> int | None:
        depth = asked = 0
        for k, each in enumerate(element):
            depth += (each.kind in _OPENING) - (each.kind in _CLOSING)
            asked += each.text == "?"
            if depth == 0 and each.kind == "COLON" and not asked:
                return k
        return None

    def pair(self, element: list[Token]) -> tuple[list[Token], list[Token]] | None:
        """The two values of (k, v)."""
        whole = self.value(element)
        if whole is element:
            return None
        depth, commas = 0, list[int]()
        for k, each in enumerate(whole):
            depth += (each.kind in _OPENING) - (each.kind in _CLOSING)
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
        """any(...) and all(...), which ask no further than they have to."""
        answer, other = ("true", "false") if word == "any" else ("false", "true")
        found = f"return {answer} }}" if word == "any" else f"}} else {{ return {answer} }}"
        inner = [*go_tokens("if (", at), *element, *go_tokens(f") {{ {found}", at)]
        loops = self.nested(clauses, inner, at)
        return [*go_tokens("func() bool {", at), *loops, *go_tokens(f"; return {other} }}()", at)]

    def first(self, element: list[Token], clauses: list[list[Token]], default: list[Token], at: Token) -> list[Token]:
        loops = self.nested(clauses, [*go_tokens("return", at), *self.value(element)], at)
        last = [*go_tokens("; return", at), *default] if default else go_tokens('; panic("next: nothing is left")', at)
        return [*go_tokens("func() __infer {", at), *loops, *last, *go_tokens("}()", at)]

    # --- functions ---

    def lambda_(self, i: int) -> int | None:
        """lambda x: x.price"""
        if self.kind(i - 1) not in _OPERAND_WANTED or self.kind(i + 1) not in ("NAME", "COLON"):
            return None
        colon = i + 1
        while self.kind(colon) in ("NAME", "COMMA"):
            colon += 1
        if self.kind(colon) != "COLON":
            return None
        params = self.parameters(i + 1, colon)
        end = self.expression_end(colon + 1)
        body = self.value(self.trimmed(colon + 1, end))
        if params is None or not body:
            return None
        at = self.tokens[i]
        self.mend("`lambda` read as a func literal", at, self.tokens[colon])
        return self.splice(i, end, self.literal(params, [*go_tokens("return", at), *body], "__infer", at))

    def arrow(self, i: int) -> int | None:
        """x => x.price, (a, b) => a - b, x => { return x }"""
        start = i - 1
        if self.kind(start) == "RPAR":
            start = self.opener(start)
        if start < 0 or self.kind(start) not in ("NAME", "LPAR"):
            return None
        params = self.parameters(start + 1, i - 1) if self.kind(start) == "LPAR" else self.parameters(start, i)
        first = start - (self.word(start - 1) == "async")
        if params is None or self.kind(first - 1) not in _OPERAND_WANTED:
            return None
        return self.function_body(first, i + 1, params, "`=>`")

    def function(self, i: int) -> int | None:
        """function(x) { return x }, where it has no name"""
        first = i - (self.word(i - 1) == "async")
        if self.kind(i + 1) != "LPAR" or self.kind(first - 1) not in _OPERAND_WANTED - {"SEMI"}:
            return None
        close = self.partner(i + 1)
        params = self.parameters(i + 2, close)
        if params is None or self.kind(close + 1) != "LBRACE":
            return None
        return self.function_body(first, close + 1, params, "`function`")

    def function_body(self, first: int, body: int, params: list[Token], what: str) -> int | None:
        at = self.tokens[first]
        if self.kind(body) == "LBRACE":
            end = self.partner(body) + 1
            inner = self.tokens[body + 1 : end - 1]
            result = "__infer" if _returns(inner) else ""
        else:
            end = self.expression_end(body)
            inner = self.trimmed(body, end)
            result = "" if any(self.inside(body, end, kind) for kind in ("ASSIGN", "OPASSIGN", "INCDEC")) else "__infer"
            if not inner:
                return None
            if result:
                inner = [*go_tokens("return", at), *inner]
        if end > len(self.tokens):
            return None
        self.mend(f"{what} read as a func literal", at, self.tokens[body - 1])
        return self.splice(first, end, self.literal(params, inner, result, at))

    def parameters(self, start: int, end: int) -> list[Token] | None:
        """Names, `[a, b]` and `{a, b}`, each with a type or not: what Go declares, behind a brace what is taken apart."""
        at = self.tokens[min(start, len(self.tokens) - 1)]
        declared: list[Token] = []
        taken: list[Token] = []
        count = 0
        while start < end:
            if self.kind(start) in ("SEMI", "COMMA"):
                start += 1
                continue
            stop = start
            while stop < end and self.kind(stop) != "COMMA":
                stop = self.next(stop)
            name = self.parameter(start, stop, count, taken)
            if name is None:
                return None
            declared += [*(go_tokens(",", at) if declared else []), name, *go_tokens(f"__{count}", at)]
            count += 1
            start = stop
        return [*declared, *go_tokens(") {", at), *taken]

    def parameter(self, start: int, stop: int, number: int, taken: list[Token]) -> Token | None:
        at = self.tokens[start]
        if at.kind == "NAME":
            plain = stop == start + 1 or self.kind(start + 1) == "COLON"  # a type of TypeScript's is left out
            return at if plain else None
        close = self.partner(start)
        names = self.names(start + 1, close) if at.kind in ("LBRACK", "LBRACE", "LPAR") else None
        if names is None or (stop != close + 1 and self.kind(close + 1) != "COLON"):
            return None
        holder = Token("NAME", hidden(f"__t{number}"), at.pos, at.end)
        taken += _taken(names, at, holder.text, by_key=at.kind == "LBRACE")
        return holder

    def literal(self, params: list[Token], body: list[Token], result: str, at: Token) -> list[Token]:
        split = next(k for k, t in enumerate(params) if t.kind == "RPAR")
        head, taken = params[: split + 1], params[split + 2 :]
        opened = go_tokens(f"{result} {{" if result else "{", at)
        return [*go_tokens("func(", at), *head, *opened, *taken, *body, *go_tokens("}", at)]

    # --- values ---

    def optional(self, i: int) -> int | None:
        """a?.b.c, which is nil where a is"""
        start = i - 1
        while True:
            kind = self.kind(start)
            if kind in ("RPAR", "RBRACK"):
                start = self.opener(start) - 1
                if self.kind(start) in ("NAME", "RPAR", "RBRACK", "STRING"):
                    continue
                start += 1
            elif kind not in ("NAME", "STRING"):
                return None
            if self.kind(start) in ("NAME", "STRING") and (
                self.kind(start - 1) == "DOT" or self.word(start - 1) == "?."
            ):
                start -= 2
                continue
            break
        if self.kind(start) not in ("NAME", "STRING", "LPAR") or start < 0:
            return None
        end = i + 1
        if self.kind(end) == "NAME":
            end += 1
        elif self.kind(end) not in ("LBRACK", "LPAR"):
            return None
        while True:
            if self.kind(end) in ("LBRACK", "LPAR"):
                end = self.partner(end) + 1
            elif self.kind(end) == "DOT" and self.kind(end + 1) == "NAME":
                end += 2
            else:
                break
        at, holder = self.tokens[i], self.tokens[start:i]
        rest = self.tokens[i + 1 : end]
        dot = go_tokens(".", at) if rest[0].kind == "NAME" else []
        made = [*go_tokens("func(__o any) any { if __o == nil { return nil } ; return __o", at), *dot, *rest]
        made += [*go_tokens("}(", at), *holder, *go_tokens(")", at)]
        shown = self.shown(self.tokens[start:end])
        self.mend(f"`{shown}` read as nil where {self.shown(holder)} is nil", self.tokens[start], self.tokens[end - 1])
        return self.splice(start, end, made)

    def tuple(self, i: int) -> int | None:
        """(a, b) as a value"""
        close = self.partner(i)
        after = self.word(close + 1)
        if (
            close >= len(self.tokens)
            or after in ("=>", "in", "of", "{")
            or self.kind(close + 1) in ("DEFINE", "ASSIGN")
        ):
            return None
        if not self.inside(i + 1, close, "COMMA"):
            return None
        self.mend("`(a, b)` as a value read as a list", self.tokens[i], self.tokens[close])
        self.splice(close, close + 1, go_tokens("]", self.tokens[close]))
        self.splice(i, i + 1, go_tokens("[", self.tokens[i]))
        return i

    def spread(self, i: int) -> int | None:
        """[...a, b], {...a, k: v}, f(...xs)"""
        opened = self.opener(i)
        if opened < 0 or self.kind(i - 1) not in ("LPAR", "COMMA", "LBRACK", "LBRACE", "SEMI"):
            return None
        close = self.partner(opened)
        at = self.tokens[opened]
        if self.kind(opened) == "LPAR":
            return self.spread_argument(i, opened, close)
        if self.kind(opened - 1) not in _VALUE_WANTED and self.word(opened - 1) not in ("in", "of"):
            return None
        made = self.spread_list(opened, close) if at.kind == "LBRACK" else self.spread_map(opened, close)
        if made is None:
            return None
        what = "list" if at.kind == "LBRACK" else "map"
        self.mend(
            f"`{self.shown(self.tokens[opened : close + 1])}` read as a {what} of all of these", at, self.tokens[close]
        )
        return self.splice(opened, close + 1, made)

    def parts(self, opened: int, close: int) -> list[list[Token]]:
        commas = [*self.inside(opened + 1, close, "COMMA"), close]
        return [p for p in (self.trimmed(a + 1, b) for a, b in zip([opened, *commas], commas)) if p]

    def spread_list(self, opened: int, close: int) -> list[Token]:
        at = self.tokens[opened]
        made = go_tokens('func() __infer { __r := __many("r")', at)
        for part in self.parts(opened, close):
            if part[0].kind == "ELLIPSIS":
                over = part[1:]
                over = (
                    [*go_tokens("(", at), *over, *go_tokens(")", at)] if any(t.kind == "LBRACE" for t in over) else over
                )
                made += [*go_tokens("; for __x in", at), *over, *go_tokens("{ __r = append(__r, __x) }", at)]
            else:
                made += [*go_tokens("; __r = append(__r,", at), *part, *go_tokens(")", at)]
        return [*made, *go_tokens("; return __r }()", at)]

    def spread_map(self, opened: int, close: int) -> list[Token] | None:
        at = self.tokens[opened]
        made = go_tokens("func() map[string]any { __r := map[string]any{}", at)
        for part in self.parts(opened, close):
            colon = self.colon(part)
            if part[0].kind == "ELLIPSIS":
                over = part[1:]
                over = (
                    [*go_tokens("(", at), *over, *go_tokens(")", at)] if any(t.kind == "LBRACE" for t in over) else over
                )
                made += [*go_tokens("; for __k, __v := range", at), *over, *go_tokens("{ __r[__k] = __v }", at)]
            elif colon is None:
                if len(part) != 1 or part[0].kind != "NAME":
                    return None
                made += [*go_tokens(f'; __r["{part[0].text}"] =', at), part[0]]
            else:
                key = part[:colon]
                if len(key) == 1 and key[0].kind == "NAME":
                    key = go_tokens(f'"{key[0].text}"', key[0])
                elif key[0].kind == "LBRACK":
                    key = key[1:-1]
                made += [*go_tokens("; __r[", at), *key, *go_tokens("] =", at), *part[colon + 1 :]]
        return [*made, *go_tokens("; return __r }()", at)]

    def spread_argument(self, i: int, opened: int, close: int) -> int | None:
        """xs.push(...ys), Math.max(...xs)"""
        if (
            self.kind(opened - 1) != "NAME"
            or self.kind(opened - 2) not in _CALLS_BEFORE
            or any(k != i for k in self.inside(opened + 1, close, "ELLIPSIS"))
        ):
            return None
        callee, at = self.word(opened - 1), self.tokens[i]
        alone = i == opened + 1 and not self.inside(opened + 1, close, "COMMA")
        if alone and callee == "push":
            self.splice(opened - 1, opened, go_tokens("extend", self.tokens[opened - 1]))
            self.splice(i, i + 1, [])
        elif alone and callee in ("max", "min") and self.word(opened - 3) == "Math":
            self.splice(i, i + 1, [])
            self.splice(opened - 3, opened - 1, [])
        elif not self.inside(i, close, "COMMA"):
            self.splice(close, close, go_tokens("...", at))
            self.splice(i, i + 1, [])
        else:
            return None
        self.mend(f"`...` before the argument of {callee} read as all its elements", at, at)
        return opened - 1

    def unpack(self, i: int) -> int | None:
        """const [a, b] = xs, const {a: x, b} = f()"""
        close = self.partner(i)
        if self.kind(close + 1) != "ASSIGN" or self.kind(i - 2) not in ("SEMI", "LBRACE", "RBRACE", END):
            return None
        end = self.expression_end(close + 2)
        source = self.trimmed(close + 2, end)
        pairs: list[tuple[Token, Token]] = []
        for part in self.parts(i, close):
            if (
                any(t.kind != "NAME" for t in part[::2])
                or len(part) not in (1, 3)
                or (len(part) == 3 and part[1].kind != "COLON")
            ):
                return None
            pairs.append((part[0], part[-1]))
        listed = self.kind(i) == "LBRACK"
        if not pairs or not source or self.kind(end) == "COMMA" or (listed and any(a is not b for a, b in pairs)):
            return None
        if (
            not listed
            and all(a is b for a, b in pairs)
            and (len(pairs) == 1 or (len(source) == 1 and source[0].kind == "NAME"))
        ):
            return None  # read as a statement, without a variable in between
        at = self.tokens[i - 1]
        holder = f"__o{at.pos}"
        made = [*go_tokens(f"{holder} :=", at), *source, *go_tokens(";", at)]
        made += [*_joined([b for _, b in pairs], at), *go_tokens(":=", at)]
        for k, (key, _) in enumerate(pairs):
            entry = f"{holder}[{k}]" if listed else f'any({holder}["{key.text}"])'
            made += go_tokens(f", {entry}" if k else entry, key)
        self.mend(
            f"`{self.shown(self.tokens[i - 1 : close + 1])} =` read as variables for what is in it",
            at,
            self.tokens[close],
        )
        return self.splice(i - 1, end, made)


def _gives_lists(over: list[Token]) -> bool:
    """Whether what is ranged over is surely a list of lists: zip(xs, ys), sorted(m.items())"""
    if len(over) < 3 or over[-1].kind != "RPAR":
        return False
    if over[0].text == "sorted":
        return any(t.text in ("items", "zip", "entries") for t in over)
    return (over[0].text in ("zip", "list", "reversed") and over[1].kind == "LPAR" and over[0].text != "list") or any(
        t.text == "most_common" for t in over
    )


def _joined(names: list[Token], at: Token) -> list[Token]:
    made: list[Token] = []
    for name in names:
        made += [*(go_tokens(",", at) if made else []), name]
    return made


def _taken(names: list[Token], at: Token, holder: str = "__t", *, by_key: bool = False) -> list[Token]:
    """a, b := t[0], t[1];"""
    if all(name.text == "_" for name in names):
        return []
    made = [*_joined(names, at), *go_tokens(":=", at)]
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


def _returns(tokens: list[Token]) -> bool:
    """Whether a function's body returns a value, func literals in it aside."""
    k = 0
    while k < len(tokens):
        if tokens[k].kind == "FUNC":
            while k < len(tokens) and tokens[k].kind != "LBRACE":
                k += 1
            depth = 0
            while k < len(tokens):
                depth += (tokens[k].kind == "LBRACE") - (tokens[k].kind == "RBRACE")
                k += 1
                if depth == 0:
                    break
            continue
        if tokens[k].kind == "RETURN" and k + 1 < len(tokens) and tokens[k + 1].kind not in ("SEMI", "RBRACE"):
            return True
        k += 1
    return False
