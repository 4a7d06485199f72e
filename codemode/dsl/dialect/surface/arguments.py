"""Reads arguments by name, and objects whose keys are names: CallTool("x", page=1), sorted(xs, key=f), f({page, size: 10})."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import REACH, Cursor, go_tokens
from codemode.dsl.names import letters_of


def keyword(w: Cursor, i: int) -> None:
    """Reads CallTool("x", page=1) and CallTool("x", page: 1): the named arguments become a map."""
    if w.kind(i - 1) != "NAME" or w.kind(i - 2) not in ("LPAR", "COMMA"):
        return
    if w.word(i - 1) in _OF_LISTS and w.kind(i) == "ASSIGN" and _orders(w, i):
        return
    at = w.arguments_before(i - 2, "SEMI", "ASSIGN", "DEFINE", "COLON", "LBRACE", "LBRACK", "CASE", "VAR", "FOR", "IF")
    close = w.partner(at)
    if w.word(at - 1) in ("catch", "except"):
        return
    if w.kind(at) != "LPAR" or not _calls_tool(w, at) or close >= len(w.tokens):
        return
    marks = _named_arguments(w, i, close)
    if not marks:
        return
    first = w.tokens[i - 1]
    w.before(i - 1, go_tokens("{", first))
    for mark in marks:
        w.put(mark - 1, go_tokens(f'"{w.word(mark - 1)}"', w.tokens[mark - 1]))
        w.put(mark, go_tokens(":", w.tokens[mark]))
    w.before(close, go_tokens("}", w.tokens[close]))
    w.mend("named_arguments", i - 1, close - 1)


_OF_LISTS = frozenset({"key", "reverse", "default", "start"})  # named arguments of Python's functions for lists
_LIST_FUNCTIONS = frozenset({"sorted", "max", "min", "sort", "enumerate"})


def _orders(w: Cursor, i: int) -> bool:
    """Reads sorted(xs, key=f): the argument becomes a call of __key, which the checker finds."""
    at = w.arguments_before(i - 2, reach=REACH)
    if w.word(at - 1) not in _LIST_FUNCTIONS:
        return False
    end = w.end_of(i + 1, "COMMA")
    w.put(i - 1, go_tokens(f"__{w.word(i - 1)}", w.tokens[i - 1]))
    w.put(i, go_tokens("(", w.tokens[i]))
    w.after(end - 1, go_tokens(")", w.tokens[end - 1]))
    return True


def new_set(w: Cursor, i: int) -> None:
    """new Set(xs)"""
    if w.word(i + 1) == "Set" and w.kind(i + 2) == "LPAR" and w.partner(i + 2) > i + 3:
        w.put(i, go_tokens("__set", w.tokens[i]))
        w.drop(i + 1, i + 2)


def shorthand(w: Cursor, i: int) -> None:
    """Reads f({ page, size: 10 }): a name alone in an object is a key and its value."""
    close = w.partner(i)
    if w.kind(i + 1) != "NAME" or w.kind(i - 1) not in ("LPAR", "COMMA", "RETURN", "ASSIGN", "DEFINE"):
        return
    if w.kind(i - 1) in ("LPAR", "COMMA"):
        at = w.arguments_before(i - 1, "SEMI", "LBRACE", "LBRACK", reach=REACH)
        if w.kind(at) != "LPAR" or w.kind(at - 1) != "NAME" or w.kind(close + 1) not in ("RPAR", "COMMA"):
            return
    alone = [k for k in range(i + 1, close) if w.kind(k) == "NAME" and _stands_alone(w, k, i)]
    for k in alone:
        w.before(k, go_tokens(f'"{w.word(k)}":', w.tokens[k]))
    if alone:
        w.mend("names_as_keys", i, close, found=w.word(alone[0]))


def _stands_alone(w: Cursor, k: int, opened: int) -> bool:
    before = k - 1 - (w.kind(k - 1) == "SEMI")
    after = k + 1 + (w.kind(k + 1) == "SEMI")
    begins = before == opened or (w.kind(before) == "COMMA" and w.partner(opened) > k)
    return begins and w.kind(after) in ("COMMA", "RBRACE")


def _calls_tool(w: Cursor, lpar: int) -> bool:
    """Returns whether the called expression may be a tool: CallTool, a name with a dot, or a name that the text does not declare."""
    if w.kind(lpar - 1) != "NAME":
        return False
    name = letters_of(w.word(lpar - 1))
    if name in ("calltool", "calltoolstream") or w.kind(lpar - 2) == "DOT":
        return True
    return w.kind(lpar + 2) in ("ASSIGN", "COLON") and not w.declares(lpar - 1)


def _named_arguments(w: Cursor, i: int, close: int) -> list[int]:
    """Returns the indices of all `=` or `:` from here to the end of the arguments; none if there is other text between them."""
    marks: list[int] = []
    at, want_name = i - 1, True
    while at < close:
        if want_name:
            if w.kind(at) != "NAME" or w.kind(at + 1) not in ("ASSIGN", "COLON"):
                return []
            marks.append(at + 1)
            at, want_name = at + 2, False
            continue
        if w.kind(at) in ("ASSIGN", "DEFINE", "COLON"):
            return []
        if w.kind(at) == "COMMA":
            want_name = True
            if w.kind(at + 1) == "SEMI":
                at += 1
            if at + 1 == close:
                break
        at = w.next(at)
    return marks
