"""Reads values that Go does not have: `a?.b`, tuples, spreads, `const [a, b] = xs`, conditional expressions."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import MAX_LENGTH, REACH, VALUE_WANTED, Cursor, colon, go_tokens, joined
from codemode.dsl.syntax.tokens import END, Token

# Tokens before the name of a called function. Elsewhere `f(...T)` may declare f.
_CALLS_BEFORE = frozenset({"DOT", "ASSIGN", "DEFINE", "RETURN", "COMMA", "LPAR", "COLON"})
# Tokens that end an expression on its left or right, outside of brackets.
_LEFT_ENDS = frozenset("ASSIGN DEFINE OPASSIGN RETURN COMMA COLON SEMI CASE IF FOR SWITCH RANGE FOREIGN".split())
_RIGHT_ENDS = frozenset({"COMMA", "SEMI", "COLON", "ELSE"})
_COLON_ENDS = frozenset({"COMMA", "SEMI", "COLON", "ASSIGN", "DEFINE"})
_MAX_CHOICES = 60  # limit on the conditional expressions of one text; finding their ends takes time


def optional(c: Cursor, i: int) -> int | None:
    """Reads a?.b.c, which is nil if a is nil."""
    if c.kind(i + 1) not in ("NAME", "LBRACK", "LPAR"):
        return None
    start = i - 1
    while True:
        kind = c.kind(start)
        if kind in ("RPAR", "RBRACK"):
            start = c.opener(start) - 1
            if c.kind(start) in ("NAME", "RPAR", "RBRACK", "STRING"):
                continue
            start += 1
        elif kind not in ("NAME", "STRING"):
            return None
        if c.kind(start) in ("NAME", "STRING") and (c.kind(start - 1) == "DOT" or c.word(start - 1) == "?."):
            start -= 2
            continue
        break
    c.work += i - start  # a long chain is walked again from each of its parts
    if c.kind(start) not in ("NAME", "STRING", "LPAR") or start < 0:
        return None
    end = i + 1 + (c.kind(i + 1) == "NAME")
    while True:
        if c.kind(end) in ("LBRACK", "LPAR"):
            end = c.partner(end) + 1
        elif c.kind(end) == "DOT" and c.kind(end + 1) == "NAME":
            end += 2
        else:
            break
    if end > len(c.tokens):
        return None
    at, holder = c.tokens[i], c.tokens[start:i]
    rest = c.tokens[i + 1 : end]
    dot = go_tokens(".", at) if rest[0].kind == "NAME" else []
    made = [*go_tokens("func(__o any) any { if __o == nil { return nil } ; return __o", at), *dot, *rest]
    made += [*go_tokens("}(", at), *holder, *go_tokens(")", at)]
    c.mend("optional_chain", start, end - 1, found=c.shown(start, end), meant=c.shown(start, i))
    return c.splice(start, end, made)


def tuple_(c: Cursor, i: int) -> int | None:
    """Reads (a, b) as a list, where a value is expected."""
    close = c.partner(i)
    after = c.word(close + 1)
    if close >= len(c.tokens) or after in ("=>", "in", "of") or c.kind(close + 1) in ("DEFINE", "ASSIGN"):
        return None
    if (after == "{" and c.word(i - 1) != "in") or not c.found(i + 1, close, "COMMA"):
        return None
    c.mend("tuple", i, close)
    c.splice(close, close + 1, go_tokens("]", c.tokens[close]))
    c.splice(i, i + 1, go_tokens("[", c.tokens[i]))
    return i


def spread(c: Cursor, i: int) -> int | None:
    """Reads [...a, b], {...a, k: v}, f(...xs)"""
    opened = c.opener(i)
    if opened < 0 or c.kind(i - 1) not in ("LPAR", "COMMA", "LBRACK", "LBRACE", "SEMI"):
        return None
    close = c.partner(opened)
    at = c.tokens[opened]
    if close - opened > MAX_LENGTH or close >= len(c.tokens):
        return None
    if c.kind(opened) == "LPAR":
        return _spread_argument(c, i, opened, close)
    if c.kind(opened - 1) not in VALUE_WANTED and c.word(opened - 1) not in ("in", "of"):
        return None
    what = "list" if at.kind == "LBRACK" else "map"
    made = _spread_list(c, opened, close) if what == "list" else _spread_map(c, opened, close)
    if made is None:
        return None
    c.mend("spread", opened, close, found=c.shown(opened, close + 1), meant=what)
    return c.splice(opened, close + 1, made)


def _spread_list(c: Cursor, opened: int, close: int) -> list[Token]:
    at = c.tokens[opened]
    made = go_tokens('func() __infer { __r := __many("r")', at)
    for part in c.parts(opened, close):
        if part[0].kind == "ELLIPSIS":
            over = _spread_over(part[1:], at)
            made += [*go_tokens("; for __x in", at), *over, *go_tokens("{ __r = append(__r, __x) }", at)]
        else:
            made += [*go_tokens("; __r = append(__r,", at), *part, *go_tokens(")", at)]
    return [*made, *go_tokens("; return __r }()", at)]


def _spread_over(over: list[Token], at: Token) -> list[Token]:
    return [*go_tokens("(", at), *over, *go_tokens(")", at)] if any(t.kind == "LBRACE" for t in over) else over


def _spread_map(c: Cursor, opened: int, close: int) -> list[Token] | None:
    at = c.tokens[opened]
    made = go_tokens("func() map[string]any { __r := map[string]any{}", at)
    for part in c.parts(opened, close):
        mark = colon(part)
        if part[0].kind == "ELLIPSIS":
            over = _spread_over(part[1:], at)
            made += [*go_tokens("; for __k, __v := range", at), *over, *go_tokens("{ __r[__k] = __v }", at)]
        elif mark is None:
            if len(part) != 1 or part[0].kind != "NAME":
                return None
            made += [*go_tokens(f'; __r["{part[0].text}"] =', at), part[0]]
        else:
            key = part[:mark]
            if len(key) == 1 and key[0].kind == "NAME":
                key = go_tokens(f'"{key[0].text}"', key[0])
            elif key[0].kind == "LBRACK":
                key = key[1:-1]
            made += [*go_tokens("; __r[", at), *key, *go_tokens("] =", at), *part[mark + 1 :]]
    return [*made, *go_tokens("; return __r }()", at)]


def _spread_argument(c: Cursor, i: int, opened: int, close: int) -> int | None:
    """Reads xs.push(...ys), Math.max(...xs)"""
    if c.kind(opened - 1) != "NAME" or c.kind(opened - 2) not in _CALLS_BEFORE:
        return None
    if any(k != i for k in c.found(opened + 1, close, "ELLIPSIS")):
        return None
    callee, at = c.word(opened - 1), c.tokens[i]
    alone = i == opened + 1 and not c.found(opened + 1, close, "COMMA")
    to_math = alone and callee in ("max", "min") and c.word(opened - 3) == "Math"
    if not alone and c.found(i, close, "COMMA"):
        return None
    c.mend("spread_argument", i, i, found=callee)
    if not (to_math or (alone and callee == "push")):
        c.splice(close, close, go_tokens("...", at))
    c.splice(i, i + 1, [])
    if alone and callee == "push":
        c.splice(opened - 1, opened, go_tokens("extend", c.tokens[opened - 1]))
    elif to_math:
        c.splice(opened - 3, opened - 1, [])
    return opened - 1


def unpack(c: Cursor, i: int) -> int | None:
    """Reads const [a, b] = xs, const {a: x, b} = f()"""
    close = c.partner(i)
    if c.kind(close + 1) != "ASSIGN" or c.kind(i - 2) not in ("SEMI", "LBRACE", "RBRACE", END):
        return None
    end = c.expression_end(close + 2)
    source = c.trimmed(close + 2, end)
    pairs: list[tuple[Token, Token]] = []
    for part in c.parts(i, close):
        if [t.kind for t in part] not in (["NAME"], ["NAME", "COLON", "NAME"]):
            return None
        pairs.append((part[0], part[-1]))
    listed = c.kind(i) == "LBRACK"
    if not pairs or not source or c.kind(end) == "COMMA" or (listed and any(a is not b for a, b in pairs)):
        return None
    simple = len(pairs) == 1 or (len(source) == 1 and source[0].kind == "NAME")
    if not listed and simple and all(a is b for a, b in pairs):
        return None  # read as a statement, without a variable in between
    at = c.tokens[i - 1]
    holder = f"__o{at.pos}"
    made = [*go_tokens(f"{holder} :=", at), *source, *go_tokens(";", at)]
    made += [*joined([b for _, b in pairs], at), *go_tokens(":=", at)]
    for k, (key, _) in enumerate(pairs):
        entry = f"{holder}[{k}]" if listed else f'any({holder}["{key.text}"])'
        made += go_tokens(f", {entry}" if k else entry, key)
    c.mend("unpacked_list", i - 1, close, found=c.shown(i - 1, close + 1))
    return c.splice(i - 1, end, made)


# --- conditional expressions ---


def choice(c: Cursor, i: int) -> None:
    """Reads cond ? a : b"""
    c.choices += 1
    if c.choices > _MAX_CHOICES or i == 0:
        return
    last = i - 1 - (c.word(i - 1) == "\n")
    start = _left_end(c, last)
    mark = _colon(c, i + 1)
    if start is None or mark is None or start > last:
        return
    before_colon = mark - 1
    if c.kind(before_colon) == "SEMI":
        c.drop(before_colon, mark)
        before_colon -= 1
    end = _right_end(c, mark + 1)
    if end <= mark + 1 or before_colon <= i:
        return
    if last != i - 1:
        c.drop(i - 1, i)
    _choose(c, "__choose", (start, i, mark, end))
    c.mend("conditional", i, i)


def python_choice(c: Cursor, i: int) -> None:
    """Reads a if cond else b"""
    c.choices += 1
    start = _left_end(c, i - 1)
    at = i + 1
    while at < i + REACH and c.kind(at) not in ("ELSE", "SEMI", "COMMA", "FOR", "$END", "RPAR", "RBRACE", "RBRACK"):
        at = c.next(at)
    if c.choices > _MAX_CHOICES or start is None or c.kind(at) != "ELSE":
        return
    end = _right_end(c, at + 1)
    if end <= at + 1:
        return
    # in the order cond, a, b: the condition is evaluated first
    _choose(c, "__choose_if", (start, i, at, end))
    c.mend("conditional_of_python", i, i)


def _choose(c: Cursor, name: str, ends: tuple[int, int, int, int]) -> None:
    """Makes a call of the three expressions between these tokens."""
    start, first, second, end = ends
    at = c.tokens[start]
    c.before(start, [Token("NAME", name, at.pos, at.pos), Token("LPAR", "(", at.pos, at.pos)])
    for comma in (first, second):
        c.put(comma, go_tokens(",", c.tokens[comma]))
    c.after(end - 1, go_tokens(")", c.tokens[end - 1]))


def _left_end(c: Cursor, at: int) -> int | None:
    """Returns the index of the first token of the expression that ends at `at`."""
    limit = at - REACH
    while at >= 0 and at > limit:
        if c.closes(at):
            at = c.partner(at)
        elif c.opens(at) or c.kind(at) in _LEFT_ENDS:
            return at + 1
        at -= 1
    return 0 if at < 0 else None


def _right_end(c: Cursor, at: int) -> int:
    """Returns the index behind the expression that begins at `at`, or `at` if there is no end."""
    end = _stop(c, at, _RIGHT_ENDS)
    return at if end is None else min(end, len(c.tokens))


def _colon(c: Cursor, at: int) -> int | None:
    """Returns the index of the colon that belongs to the question mark before `at`."""
    end = _stop(c, at, _COLON_ENDS)
    return end if end is not None and c.kind(end) == "COLON" else None


def _stop(c: Cursor, at: int, kinds: frozenset[str]) -> int | None:
    """Returns the index of the first token of these kinds, or of the end around it, outside of brackets and of other conditional expressions."""
    limit, nested = at + REACH, 0
    while at < limit:
        kind, word = c.kind(at), c.word(at)
        goes_on = word == "\n" and c.word(at + 1) in ("?", ":")
        if word == "?":
            nested += 1
        elif kind == "COLON" and nested:
            nested -= 1
        elif (kind in kinds and not goes_on) or c.closes(at) or kind == END:
            return at
        at = c.next(at)
    return None
