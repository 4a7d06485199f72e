"""Reads functions and lists that Python and JavaScript write inside expressions: comprehensions, arrow functions, lambda, `a?.b`, tuples, spreads.

They are replaced with Go tokens before the rules for statements run (see read.py). Each becomes a func literal. If the literal leaves its
types open, its parameters have the types ·0, ·1 ... and its result ·infer, which no program can write; the checker finds the types
(see types/open_functions.py). The walk goes from right to left, so that nested constructs are Go when the outer one is read.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface.comprehensions import Comprehensions
from codemode.dsl.dialect.surface.tokens import MAX_LENGTH, VALUE_WANTED, go_tokens, joined, take_apart
from codemode.dsl.names import hidden
from codemode.dsl.syntax.tokens import END, FOREIGN, KEYWORDS, Token

_JAVASCRIPT = frozenset({"=>", "?.", "...", "function", "[", "{"})
_MAX_READ = 200  # number of constructs that are read in one text
_MAX_WORK = 2_000_000  # limit on the tokens that are visited; the parser handles the rest
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
# Tokens before the name of a called function. Elsewhere `f(...T)` may declare f.
_CALLS_BEFORE = frozenset({"DOT", "ASSIGN", "DEFINE", "RETURN", "COMMA", "LPAR", "COLON"})


def read(text: str, tokens: list[Token], mends: list[Mend]) -> tuple[list[Token], bool]:
    """Returns the tokens with these constructs replaced, and whether some of them are JavaScript's."""
    _keywords_as_names(tokens)
    if not any(_may_begin(tokens, i) for i in range(len(tokens))):
        return tokens, False
    reader = _Reader(text, list(tokens), mends)
    reader.run()
    return reader.tokens, reader.javascript


def _keywords_as_names(tokens: list[Token]) -> None:
    """Turns keywords of Go into names where they can only be names: x.type, xs.map(...), {type: 1}, map(f, xs)."""
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
        return (before in VALUE_WANTED and before != "RETURN") or (i > 0 and tokens[i - 1].text in ("%", "in"))
    return kind in ("LBRACK", "LBRACE") and i > 0 and tokens[i - 1].text in ("const", "let", "var")


def _nested_target(tokens: list[Token], i: int) -> bool:
    return i + 3 < len(tokens) and tokens[i + 2].kind == "COMMA"


class _Reader(Comprehensions):
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
        """Reads the construct at `i`. Returns where to continue the search, or None if there is nothing to read."""
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

    # --- functions ---

    def lambda_(self, i: int) -> int | None:
        """Reads lambda x: x.price"""
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
        """Reads x => x.price, (a, b) => a - b, x => { return x }"""
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
        """Reads function(x) { return x }, also with a name."""
        first = i - (self.word(i - 1) == "async")
        if self.kind(i + 1) == "NAME" and self.kind(i + 2) == "LPAR":
            return self.declaration(first, i + 1)
        if self.kind(i + 1) != "LPAR" or self.kind(first - 1) not in _OPERAND_WANTED - {"SEMI"}:
            return None
        close = self.partner(i + 1)
        params = self.parameters(i + 2, close)
        if params is None or self.kind(close + 1) != "LBRACE":
            return None
        return self.function_body(first, close + 1, params, "`function`")

    def declaration(self, first: int, name: int) -> int | None:
        """Reads function f(x) { return x } as a function of Go whose parameters and results have the type any."""
        close = self.partner(name + 1)
        params, end = self.parameters(name + 2, close), self.partner(close + 1)
        if params is None or self.kind(close + 1) != "LBRACE" or end >= len(self.tokens):
            return None
        if self.kind(first - 1) not in ("SEMI", "LBRACE", "RBRACE", END):
            return None
        at, inner = self.tokens[first], self.tokens[close + 2 : end]
        returns = _returns(inner)
        typed = [Token("NAME", "any", t.pos, t.end) if t.text[1:].isdigit() and t.kind == "NAME" else t for t in params]
        body = [*inner, *go_tokens("; return nil", at)] if returns else inner
        func, *rest = self.literal(typed, body, "any" if returns else "", at)
        self.mend("`function` read as `func`: its values have the type any", at, self.tokens[name])
        return self.splice(first, end + 1, [func, self.tokens[name], *rest])

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
        """Reads names, `[a, b]` and `{a, b}`, with or without types. Returns Go's parameters, and after a brace the code that unpacks them."""
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
            plain = stop == start + 1 or self.kind(start + 1) == "COLON"  # types of TypeScript are dropped
            return at if plain else None
        close = self.partner(start)
        names = self.names(start + 1, close) if at.kind in ("LBRACK", "LBRACE", "LPAR") else None
        if names is None or (stop != close + 1 and self.kind(close + 1) != "COLON"):
            return None
        holder = Token("NAME", hidden(f"__t{number}"), at.pos, at.end)
        taken += take_apart(names, at, holder.text, by_key=at.kind == "LBRACE")
        return holder

    def literal(self, params: list[Token], body: list[Token], result: str, at: Token) -> list[Token]:
        split = next(k for k, t in enumerate(params) if t.kind == "RPAR")
        head, taken = params[: split + 1], params[split + 2 :]
        opened = go_tokens(f"{result} {{" if result else "{", at)
        return [*go_tokens("func(", at), *head, *opened, *taken, *body, *go_tokens("}", at)]

    # --- values ---

    def optional(self, i: int) -> int | None:
        """Reads a?.b.c, which is nil if a is nil."""
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
        if end > len(self.tokens):
            return None
        at, holder = self.tokens[i], self.tokens[start:i]
        rest = self.tokens[i + 1 : end]
        dot = go_tokens(".", at) if rest[0].kind == "NAME" else []
        made = [*go_tokens("func(__o any) any { if __o == nil { return nil } ; return __o", at), *dot, *rest]
        made += [*go_tokens("}(", at), *holder, *go_tokens(")", at)]
        shown = self.shown(self.tokens[start:end])
        self.mend(f"`{shown}` read as nil where {self.shown(holder)} is nil", self.tokens[start], self.tokens[end - 1])
        return self.splice(start, end, made)

    def tuple(self, i: int) -> int | None:
        """Reads (a, b) as a list, where a value is expected."""
        close = self.partner(i)
        after = self.word(close + 1)
        if (
            close >= len(self.tokens)
            or after in ("=>", "in", "of")
            or (after == "{" and self.word(i - 1) != "in")
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
        """Reads [...a, b], {...a, k: v}, f(...xs)"""
        opened = self.opener(i)
        if opened < 0 or self.kind(i - 1) not in ("LPAR", "COMMA", "LBRACK", "LBRACE", "SEMI"):
            return None
        close = self.partner(opened)
        at = self.tokens[opened]
        if close - opened > MAX_LENGTH or close >= len(self.tokens):
            return None
        if self.kind(opened) == "LPAR":
            return self.spread_argument(i, opened, close)
        if self.kind(opened - 1) not in VALUE_WANTED and self.word(opened - 1) not in ("in", "of"):
            return None
        made = self.spread_list(opened, close) if at.kind == "LBRACK" else self.spread_map(opened, close)
        if made is None:
            return None
        what = "list" if at.kind == "LBRACK" else "map"
        self.mend(
            f"`{self.shown(self.tokens[opened : close + 1])}` read as a {what} of all of these", at, self.tokens[close]
        )
        return self.splice(opened, close + 1, made)

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
        """Reads xs.push(...ys), Math.max(...xs)"""
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
        """Reads const [a, b] = xs, const {a: x, b} = f()"""
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
        made += [*joined([b for _, b in pairs], at), *go_tokens(":=", at)]
        for k, (key, _) in enumerate(pairs):
            entry = f"{holder}[{k}]" if listed else f'any({holder}["{key.text}"])'
            made += go_tokens(f", {entry}" if k else entry, key)
        self.mend(
            f"`{self.shown(self.tokens[i - 1 : close + 1])} =` read as variables for what is in it",
            at,
            self.tokens[close],
        )
        return self.splice(i - 1, end, made)


def _returns(tokens: list[Token]) -> bool:
    """Returns whether a function's body returns a value; nested func literals are not searched."""
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
