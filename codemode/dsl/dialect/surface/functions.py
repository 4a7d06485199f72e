"""Reads functions of Python and JavaScript inside expressions as func literals: lambda, arrow functions, `function`."""

from __future__ import annotations

from itertools import pairwise

from codemode.dsl.dialect.surface.cursor import Cursor, go_tokens, take_apart, token, value
from codemode.dsl.names import hidden
from codemode.dsl.syntax.tokens import END, Token

_OPERAND_WANTED = frozenset("ASSIGN DEFINE OPASSIGN LPAR COMMA COLON RETURN BINOP ADDOP LBRACK NOT SEMI ARROW".split())


def lambda_(c: Cursor, i: int) -> int | None:
    """Reads lambda x: x.price"""
    if c.kind(i - 1) not in _OPERAND_WANTED or c.kind(i + 1) not in ("NAME", "COLON"):
        return None
    colon = i + 1
    while c.kind(colon) in ("NAME", "COMMA"):
        colon += 1
    if c.kind(colon) != "COLON":
        return None
    params = _parameters(c, i + 1, colon)
    end = c.expression_end(colon + 1)
    body = value(c.trimmed(colon + 1, end))
    if params is None or not body:
        return None
    at = c.tokens[i]
    c.mend("lambda", i, colon)
    return c.splice(i, end, _literal(params, [*go_tokens("return", at), *body], "__infer", at))


def arrow(c: Cursor, i: int) -> int | None:
    """Reads x => x.price, (a, b) => a - b, x => { return x }"""
    start = i - 1
    if c.kind(start) == "RPAR":
        start = c.opener(start)
    if start < 0 or c.kind(start) not in ("NAME", "LPAR"):
        return None
    params = _parameters(c, start + 1, i - 1) if c.kind(start) == "LPAR" else _parameters(c, start, i)
    first = start - (c.word(start - 1) == "async")
    if params is None or c.kind(first - 1) not in _OPERAND_WANTED:
        return None
    return _function_body(c, first, i + 1, params, "`=>`")


def function(c: Cursor, i: int) -> int | None:
    """Reads function(x) { return x }, also with a name."""
    first = i - (c.word(i - 1) == "async")
    if c.kind(i + 1) == "NAME" and c.kind(i + 2) == "LPAR":
        return _declaration(c, first, i + 1)
    if c.kind(i + 1) != "LPAR" or c.kind(first - 1) not in _OPERAND_WANTED - {"SEMI"}:
        return None
    close = c.partner(i + 1)
    params = _parameters(c, i + 2, close)
    if params is None or c.kind(close + 1) != "LBRACE":
        return None
    return _function_body(c, first, close + 1, params, "`function`")


def _declaration(c: Cursor, first: int, name: int) -> int | None:
    """Reads function f(x) { return x } as a function of Go whose parameters and results have the type any."""
    close = c.partner(name + 1)
    params, end = _parameters(c, name + 2, close), c.partner(close + 1)
    if params is None or c.kind(close + 1) != "LBRACE" or end >= len(c.tokens):
        return None
    if c.kind(first - 1) not in ("SEMI", "LBRACE", "RBRACE", END):
        return None
    at, inner = c.tokens[first], c.tokens[close + 2 : end]
    returns = _returns(inner)
    typed = [token("NAME", "any", t) if t.text[1:].isdigit() and t.kind == "NAME" else t for t in params]
    body = [*inner, *go_tokens("; return nil", at)] if returns else inner
    func, *rest = _literal(typed, body, "any" if returns else "", at)
    c.mend("function_word", first, name)
    return c.splice(first, end + 1, [func, c.tokens[name], *rest])


def _function_body(c: Cursor, first: int, body: int, params: list[Token], what: str) -> int | None:
    at = c.tokens[first]
    if c.kind(body) == "LBRACE":
        end = c.partner(body) + 1
        inner = c.tokens[body + 1 : end - 1]
        result = "__infer" if _returns(inner) else ""
    else:
        end = c.expression_end(body)
        inner = c.trimmed(body, end)
        result = "" if any(c.found(body, end, kind) for kind in ("ASSIGN", "OPASSIGN", "INCDEC")) else "__infer"
        if not inner:
            return None
        if result:
            inner = [*go_tokens("return", at), *inner]
    if end > len(c.tokens):
        return None
    c.mend("function_literal", first, body - 1, found=what)
    return c.splice(first, end, _literal(params, inner, result, at))


def _parameters(c: Cursor, start: int, end: int) -> list[Token] | None:
    """Reads names, `[a, b]` and `{a, b}`, with or without types. Returns Go's parameters, and after a brace the code that unpacks them."""
    at = c.tokens[min(start, len(c.tokens) - 1)]
    declared: list[Token] = []
    taken: list[Token] = []
    count = 0
    while start < end:
        if c.kind(start) in ("SEMI", "COMMA"):
            start += 1
            continue
        stop = start
        while stop < end and c.kind(stop) != "COMMA":
            stop = c.next(stop)
        name = _parameter(c, start, stop, count, taken)
        if name is None:
            return None
        declared += [*(go_tokens(",", at) if declared else []), name, *go_tokens(f"__{count}", at)]
        count += 1
        start = stop
    return [*declared, *go_tokens(") {", at), *taken]


def _parameter(c: Cursor, start: int, stop: int, number: int, taken: list[Token]) -> Token | None:
    at = c.tokens[start]
    if at.kind == "NAME":
        plain = stop == start + 1 or c.kind(start + 1) == "COLON"  # types of TypeScript are dropped
        return at if plain else None
    close = c.partner(start)
    names = c.names(start + 1, close) if at.kind in ("LBRACK", "LBRACE", "LPAR") else None
    if names is None or (stop != close + 1 and c.kind(close + 1) != "COLON"):
        return None
    holder = token("NAME", hidden(f"__t{number}"), at)
    taken += take_apart(names, at, holder.text, by_key=at.kind == "LBRACE")
    return holder


def _literal(params: list[Token], body: list[Token], result: str, at: Token) -> list[Token]:
    split = next(k for k, t in enumerate(params) if t.kind == "RPAR")
    head, taken = params[: split + 1], params[split + 2 :]
    opened = go_tokens(f"{result} {{" if result else "{", at)
    return [*go_tokens("func(", at), *head, *opened, *taken, *body, *go_tokens("}", at)]


def _returns(tokens: list[Token]) -> bool:
    """Returns whether a function's body returns a value; nested func literals are not searched."""
    depth, outside = 0, True
    for each, after in pairwise(tokens):
        if each.kind == "FUNC" and outside:
            outside, depth = False, 0
        elif not outside:
            depth += (each.kind == "LBRACE") - (each.kind == "RBRACE")
            outside = depth == 0 and each.kind == "RBRACE"
        elif each.kind == "RETURN" and after.kind not in ("SEMI", "RBRACE"):
            return True
    return False
