"""Reads Python's comprehensions as loops in a func literal that is called in place."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import (
    CLOSING,
    MAX_LENGTH,
    OPENING,
    OPERAND_ENDS,
    VALUE_WANTED,
    Cursor,
    colon,
    go_tokens,
    take_apart,
    value,
)
from codemode.dsl.syntax.tokens import END, Token


def comprehension(c: Cursor, i: int) -> int | None:
    """Reads [e for x in xs if c], {k: v for ...}, f(e for ...)"""
    before = i - 1 - (c.kind(i - 1) == "SEMI" and c.word(i - 1) == "\n")
    opened = c.opener(i)
    multiline = before != i - 1
    if c.kind(before) not in OPERAND_ENDS or opened < 0 or before <= opened:
        return _statement(c, i)
    bracket = c.kind(opened)
    if bracket == "LBRACE":
        wanted = c.kind(opened - 1) in VALUE_WANTED and not (multiline and c.kind(opened - 1) == "COLON")
        if not (wanted or c.word(opened - 1) in ("in", "of", "not", "or", "and")):
            return _statement(c, i)
    elif multiline and bracket == "LPAR" and c.kind(opened - 1) in ("IMPORT", "VAR", "CONST", "TYPE"):
        return None
    close = c.partner(opened)
    if close - opened > MAX_LENGTH:
        return None
    i = c.found(opened + 1, i + 1, "FOR")[0]
    ends = [k for k in c.found(i, close, "COMMA") if _in_values(c, i, k)]
    end = ends[0] if ends else close
    clauses = _clauses(c, i, end)
    if clauses is None or close >= len(c.tokens):
        return None
    if c.found(opened + 1, i, "COMMA"):
        return None
    element = c.trimmed(opened + 1, i)
    return _comprehend(c, opened, end, close, element, clauses)


def _in_values(c: Cursor, i: int, comma: int) -> bool:
    """Returns whether the comma follows the `in` of the last clause before it, and so ends the comprehension."""
    last = c.found(i, comma, "FOR")[-1]
    return any(c.word(k) == "in" for k in range(last, comma))


def _clauses(c: Cursor, i: int, end: int) -> list[list[Token]] | None:
    """Returns the loops and conditions, each as the Go that opens its block; None if one cannot be read."""
    starts = sorted(c.found(i, end, "FOR") + c.found(i, end, "IF"))
    made: list[list[Token]] = []
    for start, stop in zip(starts, [*starts[1:], end]):
        at = c.tokens[start]
        if c.kind(start) == "IF":
            made.append([at, *go_tokens("(", at), *c.trimmed(start + 1, stop), *go_tokens(") {", at)])
            continue
        head = _header(c, start, stop)
        if head is None:
            return None
        made.append(head)
    return made


def _header(c: Cursor, start: int, stop: int) -> list[Token] | None:
    word = next((k for k in range(start + 1, stop) if c.word(k) in ("in", "of") and c.kind(k) == "NAME"), None)
    if word is None or word == start + 1:
        return None
    at, over = c.tokens[start], c.trimmed(word + 1, stop)
    if not over:
        return None
    over = _without_braces(over, at)
    target, unpacking = _target(c, start + 1, word, over)
    if target is None:
        return None
    return [at, *target, c.tokens[word], *over, *go_tokens("{", at), *unpacking]


def _without_braces(over: list[Token], at: Token) -> list[Token]:
    """Puts parentheses around braces in an operand, which would begin the block: {"a": 1}.items() becomes ({"a": 1}).items()"""
    depth = 0
    for k, each in enumerate(over):
        if each.kind == "LBRACE" and depth == 0 and k:
            return [*go_tokens("(", at), *over, *go_tokens(")", at)]
        depth += (each.kind in OPENING) - (each.kind in CLOSING)
        if depth == 0 and each.kind == "RBRACE":
            return [*go_tokens("(", at), *over[: k + 1], *go_tokens(")", at), *over[k + 1 :]]
    return over


def _target(c: Cursor, start: int, word: int, over: list[Token]) -> tuple[list[Token] | None, list[Token]]:
    """Returns the names that a loop declares and the code that begins its block: `a, (b, c)` and pairs of a list are unpacked there."""
    if c.kind(start) == "LPAR" and c.partner(start) == word - 1:
        start, word = start + 1, word - 1
    names = c.names(start, word)
    at = c.tokens[start]
    if names is not None:
        if len(names) < 2 or not (len(names) > 2 or _gives_lists(over)):
            return c.tokens[start:word], []
        return go_tokens("__t", at), take_apart(names, at)
    opened = c.found(start, word, "LPAR")
    inner = c.names(opened[0] + 1, word - 1) if len(opened) == 1 else None
    if inner is None or c.partner(opened[0]) != word - 1 or opened[0] != start + 2 or c.kind(start) != "NAME":
        return None, []
    return [*c.tokens[start : start + 2], *go_tokens("__t", at)], take_apart(inner, at)


def _statement(c: Cursor, i: int) -> int | None:
    """Reads a loop whose header unpacks lists: for i, (a, b) in enumerate(pairs) {"""
    if c.kind(i) != "FOR" or c.kind(i - 1) not in ("SEMI", "LBRACE", "RBRACE", "COLON", END):
        return None
    start, closing = i + 1, None
    if c.kind(start) == "LPAR":
        closing, start = c.partner(start), start + 1
        start += c.word(start) in ("const", "let", "var")
    word = next((k for k in range(start, min(start + 12, len(c.tokens))) if c.word(k) in ("in", "of")), None)
    if word is None or c.kind(word) != "NAME" or closing is not None:
        return None
    brace = c.brace_after(word + 1, len(c.tokens))
    if c.kind(brace) != "LBRACE":
        return None
    target, unpacking = _target(c, start, word, c.tokens[word + 1 : brace])
    if target is None or not unpacking:
        return None
    c.mend("loop_unpacks", i, i, found=c.shown(i, word))
    c.splice(brace + 1, brace + 1, unpacking)
    c.splice(start, word, target)
    return i - 1


def _comprehend(
    c: Cursor, opened: int, end: int, close: int, element: list[Token], clauses: list[list[Token]]
) -> int | None:
    at, bracket, callee = c.tokens[opened], c.kind(opened), c.word(opened - 1)
    called = bracket == "LPAR" and c.kind(opened - 1) in ("NAME", "MAP") and c.kind(opened - 2) != "DOT"
    start, stop = opened, close + 1
    mark = colon(element)
    meant = "a loop that makes the list"
    if bracket == "LBRACE" and mark is not None:
        made = _mapping(element[:mark], element[mark + 1 :], clauses, at)
        meant = "a loop that makes the map"
    elif bracket == "LBRACE":
        made = [*go_tokens("__set(", at), *_listed(element, clauses, at), *go_tokens(")", at)]
    elif called and callee in ("any", "all"):
        start, meant = opened - 1, "a loop that tests the elements"
        made = _asked(callee, element, clauses, at)
    elif called and callee == "next":
        start, meant = opened - 1, "a loop that finds the first"
        made = _first(element, clauses, [], at)
    elif bracket == "LPAR" and c.kind(opened - 1) == "LPAR" and c.word(opened - 2) == "next":
        start, meant, stop = opened - 2, "a loop that finds the first", c.partner(opened - 1) + 1
        made = _first(element, clauses, c.trimmed(close + 2, stop - 1), at)
    elif called and callee == "dict" and (pair := _pair(element)) is not None:
        start, meant = opened - 1, "a loop that makes the map"
        made = _mapping(*pair, clauses, at)
    else:
        made = _listed(element, clauses, at)
        if called and callee in ("list", "tuple"):
            start = opened - 1
        elif bracket == "LPAR" and (called or c.kind(opened - 1) in OPERAND_ENDS):
            start, stop = opened + 1, end  # the argument of a call
    c.mend("comprehension", opened, close, found=c.shown(opened, close + 1), meant=meant)
    return c.splice(start, stop, made)


def _pair(element: list[Token]) -> tuple[list[Token], list[Token]] | None:
    """Returns the two values of (k, v)."""
    whole = value(element)
    if whole is element:
        return None
    depth, commas = 0, list[int]()
    for k, each in enumerate(whole):
        depth += (each.kind in OPENING) - (each.kind in CLOSING)
        if depth == 1 and each.kind == "COMMA":
            commas.append(k)
    return (whole[1 : commas[0]], whole[commas[0] + 1 : -1]) if len(commas) == 1 else None


def _nested(clauses: list[list[Token]], inner: list[Token], at: Token) -> list[Token]:
    made: list[Token] = []
    for clause in clauses:
        made += clause
    return [*made, *inner, *go_tokens("}" + " ; }" * (len(clauses) - 1), at)]


def _listed(element: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
    inner = [*go_tokens("__r = append(__r ,", at), *value(element), *go_tokens(")", at)]
    loops = _nested(clauses, inner, at)
    return [*go_tokens('func() __infer { __r := __many("r") ;', at), *loops, *go_tokens("; return __r }()", at)]


def _mapping(key: list[Token], item: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
    inner = [*go_tokens("__k = append(__k,", at), *value(key), *go_tokens(") ; __v = append(__v,", at)]
    inner += [*value(item), *go_tokens(")", at)]
    head = go_tokens('func() __infer { __k := __many("k") ; __v := __many("v") ;', at)
    return [*head, *_nested(clauses, inner, at), *go_tokens("; return __map(__k, __v) }()", at)]


def _asked(word: str, element: list[Token], clauses: list[list[Token]], at: Token) -> list[Token]:
    """Reads any(...) and all(...) as loops that stop at the first deciding element."""
    answer, other = ("true", "false") if word == "any" else ("false", "true")
    found = f"return {answer} }}" if word == "any" else f"}} else {{ return {answer} }}"
    inner = [*go_tokens("if (", at), *element, *go_tokens(f") {{ {found}", at)]
    loops = _nested(clauses, inner, at)
    return [*go_tokens("func() bool {", at), *loops, *go_tokens(f"; return {other} }}()", at)]


def _first(element: list[Token], clauses: list[list[Token]], default: list[Token], at: Token) -> list[Token]:
    loops = _nested(clauses, [*go_tokens("return", at), *value(element)], at)
    last = [*go_tokens("; return", at), *default] if default else go_tokens('; panic("next: nothing is left")', at)
    return [*go_tokens("func() __infer {", at), *loops, *last, *go_tokens("}()", at)]


def _gives_lists(over: list[Token]) -> bool:
    """Returns whether an operand is certainly a list of lists: zip(xs, ys), sorted(m.items())"""
    if len(over) < 3 or over[-1].kind != "RPAR":
        return False
    if over[0].text == "sorted":
        return any(t.text in ("items", "zip", "entries") for t in over)
    called = over[0].text in ("zip", "reversed") and over[1].kind == "LPAR"
    return called or any(t.text == "most_common" for t in over)
