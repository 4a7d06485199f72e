"""Reads statements of Python and JavaScript that models write in Go: loops, declarations, imports, conditional expressions, templates.

One walk over the tokens, before the layout pass. A rule reads only text that no Go program can contain, and only if its meaning is certain;
the parser refuses the rest with a hint.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface import functions as foreign_functions
from codemode.dsl.dialect.surface.declarations import TYPES, const, let, typed, var
from codemode.dsl.dialect.surface.loops import loop, taking
from codemode.dsl.dialect.surface.statements import attempt, do_while, throw
from codemode.dsl.dialect.surface.strings import formatted, raw, templates
from codemode.dsl.dialect.surface.walk import OPERAND_ENDS, Walk, token
from codemode.dsl.names import letters_of
from codemode.dsl.syntax.tokens import Token

_DECLARERS = frozenset({"let", "auto", "val", "final", "local"})
# Tokens that end an expression on its left or right, outside of brackets.
_LEFT_ENDS = frozenset(
    {
        "ASSIGN",
        "DEFINE",
        "OPASSIGN",
        "RETURN",
        "COMMA",
        "COLON",
        "SEMI",
        "CASE",
        "IF",
        "FOR",
        "SWITCH",
        "RANGE",
        "FOREIGN",
    }
)
_RIGHT_ENDS = frozenset({"COMMA", "SEMI", "COLON"})
_MAX_CHOICES = 60  # limit on the conditional expressions of one text; finding their ends takes time
_REACH = 400


def read(text: str, tokens: list[Token], mends: list[Mend]) -> list[Token]:
    """Returns the tokens of the Go that was meant."""
    tokens, javascript = foreign_functions.read(text, tokens, mends)
    walk = Walk(text, tokens, mends)
    walk.javascript = javascript
    rules = _RULES
    for index, each in enumerate(tokens):
        rule = rules.get(each.text)
        if rule is not None:
            rule(walk, index)
    if walk.javascript:
        templates(walk)
    return walk.result() if walk.changed else tokens


# --- declarations -------------------------------------------------------------------------------------------------------


# --- words that Go does without -----------------------------------------------------------------------------------------


def _await(w: Walk, i: int) -> None:
    """Reads await f(x) as f(x): calls wait by themselves."""
    if w.kind_at(i + 1) != "NAME" or w.kind_at(i - 1) == "DOT":
        return
    at = i + 2
    while w.kind_at(at) == "DOT" and w.kind_at(at + 1) == "NAME":
        at += 2
    if w.kind_at(at) == "LPAR":
        w.drop(i, i + 1)
        w.javascript = True
        w.mend("`await` left out: calls wait by themselves", i, i)


def _import(w: Walk, i: int) -> None:
    """Drops import codemode, from codemode import call_tool, import {callTool} from "codemode"."""
    if not w.starts(i):
        return
    end = w.statement_end(i)
    words = w.tokens[i + 1 : end]
    if not words:
        return
    if w.text_at(i) == "from":
        kinds = [t for t in words if t.kind in ("NAME", "DOT", "COMMA", "STAR", "IMPORT")]
        foreign = len(kinds) == len(words) and any(t.kind == "IMPORT" for t in words[1:])
    elif words[-1].kind == "STRING":
        w.javascript = foreign = len(words) > 2 and words[-2].text == "from"
    else:
        foreign = all(t.kind in ("NAME", "DOT", "COMMA") for t in words) and not any(t.text == "as" for t in words)
    if foreign:
        w.drop(i, end)
        w.mend(f"`{w.shown(i, end)}` left out: packages of the library need no import", i, end - 1)


def _loop(w: Walk, i: int) -> None:
    """loop { ... }"""
    if w.starts(i) and w.kind_at(i + 1) == "LBRACE" and not w.declares(i):
        w.put(i, [token("FOR", "for", w.tokens[i])])
        w.mend("`loop` read as `for`", i, i)


# --- if and conditional expressions ---------------------------------------------------------------------------------------


def _if(w: Walk, i: int) -> None:
    before = w.tokens[i - 1] if i else None
    if before is not None and before.kind in OPERAND_ENDS and before.kind != "RBRACE":
        _python_choice(w, i)
    elif w.kind_at(i + 1) == "LPAR":
        close = w.partner(i + 1)
        after = w.tokens[close + 1] if close + 1 < len(w.tokens) else None
        if after is None:
            return
        if w.kind_at(close + 1) == "LBRACE" and any(t.text == ";" for t in w.inside(i + 1)):
            w.drop(i + 1, i + 2)
            w.drop(close, close + 1)
            w.mend("parentheses around the clauses of `if` left out", i, i)
        elif after.kind in ("BRANCH", "RETURN", "NAME"):
            _add_braces(w, i, close)


def _add_braces(w: Walk, i: int, close: int) -> None:
    """Reads if (x) break"""
    end = w.statement_end(close + 1)
    if any(t.kind in ("LBRACE", "IF", "FOR", "ELSE", "FUNC") for t in w.tokens[close + 1 : end]):
        return
    following = end + 1 if w.kind_at(end) == "SEMI" else end
    if w.kind_at(following) == "ELSE" or (w.kind_at(following) == "SEMI" and w.kind_at(following + 1) == "ELSE"):
        return
    w.after(close, [token("LBRACE", "{", w.tokens[close])])
    last = w.tokens[end - 1]
    w.after(end - 1, [token("SEMI", ";", last), token("RBRACE", "}", last)])
    w.mend("the statement after `if (...)` read as its block", i, close)


def _choice(w: Walk, i: int) -> None:
    """Reads cond ? a : b"""
    w.choices += 1
    if w.choices > _MAX_CHOICES or i == 0:
        return
    last = i - 1
    if w.kind_at(last) == "SEMI" and w.text_at(last) == "\n":
        last -= 1
    start = _left_end(w, last)
    colon = _colon(w, i + 1)
    if start is None or colon is None or start > last:
        return
    before_colon = colon - 1
    if w.kind_at(before_colon) == "SEMI":
        w.drop(before_colon, colon)
        before_colon -= 1
    end = _right_end(w, colon + 1)
    if end is None or end <= colon + 1 or before_colon <= i:
        return
    if last != i - 1:
        w.drop(i - 1, i)
    w.before(start, _call("__choose", w.tokens[start]))
    w.put(i, [token("COMMA", ",", w.tokens[i])])
    w.put(colon, [token("COMMA", ",", w.tokens[colon])])
    w.after(end - 1, [token("RPAR", ")", w.tokens[end - 1])])
    w.mend("`cond ? a : b` read as the value of an if and its else", i, i)


def _python_choice(w: Walk, i: int) -> None:
    """Reads a if cond else b"""
    w.choices += 1
    start = _left_end(w, i - 1)
    at = i + 1
    while at < i + _REACH and w.kind_at(at) not in ("ELSE", "SEMI", "COMMA", "FOR", "$END", "RPAR", "RBRACE", "RBRACK"):
        at = w.partner(at) + 1 if w.opens(at) else at + 1
    if w.choices > _MAX_CHOICES or start is None or w.kind_at(at) != "ELSE":
        return
    end = _right_end(w, at + 1)
    if end is None or end <= at + 1:
        return
    # in the order cond, a, b: the condition is evaluated first
    w.before(start, _call("__choose_if", w.tokens[start]))
    w.put(i, [token("COMMA", ",", w.tokens[i])])
    w.put(at, [token("COMMA", ",", w.tokens[at])])
    w.after(end - 1, [token("RPAR", ")", w.tokens[end - 1])])
    w.mend("`a if cond else b` read as the value of an if and its else", i, i)


def _call(name: str, at: Token) -> list[Token]:
    return [Token("NAME", name, at.pos, at.pos), Token("LPAR", "(", at.pos, at.pos)]


def _left_end(w: Walk, at: int) -> int | None:
    """Returns the index of the first token of the expression that ends at `at`."""
    limit = at - _REACH
    while at >= 0 and at > limit:
        if w.closes(at):
            at = w.partner(at)
        elif w.opens(at) or w.kind_at(at) in _LEFT_ENDS:
            return at + 1
        at -= 1
    return 0 if at < 0 else None


def _right_end(w: Walk, at: int) -> int | None:
    limit, nested = at + _REACH, 0
    while at < limit:
        kind = w.kind_at(at)
        if w.text_at(at) == "?":
            nested += 1
        elif kind == "COLON" and nested:
            nested -= 1
        elif kind == "SEMI" and w.text_at(at) == "\n" and w.text_at(at + 1) in ("?", ":"):
            pass
        elif kind in _RIGHT_ENDS or w.closes(at) or kind in ("$END", "ELSE"):
            return min(at, len(w.tokens))
        at = w.partner(at) + 1 if w.opens(at) else at + 1
    return None


def _colon(w: Walk, at: int) -> int | None:
    """Returns the index of the colon that belongs to the question mark before `at`."""
    limit, nested = at + _REACH, 0
    while at < limit:
        kind = w.kind_at(at)
        if w.text_at(at) == "?":
            nested += 1
        elif kind == "COLON":
            if not nested:
                return at
            nested -= 1
        elif kind == "SEMI" and w.text_at(at) == "\n" and w.text_at(at + 1) in ("?", ":"):
            pass
        elif w.closes(at) or kind in ("SEMI", "$END", "COMMA", "ASSIGN", "DEFINE"):
            return None
        at = w.partner(at) + 1 if w.opens(at) else at + 1
    return None


# --- arguments ------------------------------------------------------------------------------------------------------------


def _keyword(w: Walk, i: int) -> None:
    """Reads CallTool("x", page=1) and CallTool("x", page: 1): the named arguments become a map."""
    if w.kind_at(i - 1) != "NAME" or w.kind_at(i - 2) not in ("LPAR", "COMMA"):
        return
    if w.text_at(i - 1) in _OF_LISTS and w.kind_at(i) == "ASSIGN" and _orders(w, i):
        return
    at = i - 2
    while at > 0 and w.kind_at(at) != "LPAR":
        if w.kind_at(at) in ("SEMI", "ASSIGN", "DEFINE", "COLON", "LBRACE", "LBRACK", "CASE", "VAR", "FOR", "IF"):
            return
        at = (w.partner(at) if w.closes(at) else at) - 1
    close = w.partner(at)
    if w.text_at(at - 1) in ("catch", "except"):
        return
    if w.kind_at(at) != "LPAR" or not _calls_tool(w, at) or close >= len(w.tokens):
        return
    marks = _named_arguments(w, i, close)
    if not marks:
        return
    first = w.tokens[i - 1]
    w.before(i - 1, [token("LBRACE", "{", first)])
    for mark in marks:
        name = w.tokens[mark - 1]
        w.put(mark - 1, [Token("STRING", f'"{name.text}"', name.pos, name.end)])
        w.put(mark, [token("COLON", ":", w.tokens[mark])])
    w.before(close, [token("RBRACE", "}", w.tokens[close])])
    w.mend("named arguments read as a map", i - 1, close - 1)


_OF_LISTS = frozenset({"key", "reverse", "default", "start"})  # named arguments of Python's functions for lists
_LIST_FUNCTIONS = frozenset({"sorted", "max", "min", "sort", "enumerate"})


def _orders(w: Walk, i: int) -> bool:
    """Reads sorted(xs, key=f): the argument becomes a call of __key, which the checker finds."""
    at = i - 2
    while at > 0 and w.kind_at(at) != "LPAR" and i - at < _REACH:
        at = (w.partner(at) if w.closes(at) else at) - 1
    if w.text_at(at - 1) not in _LIST_FUNCTIONS:
        return False
    end = i + 1
    while w.kind_at(end) not in ("COMMA", "SEMI", "$END") and not w.closes(end):
        end = w.partner(end) + 1 if w.opens(end) else end + 1
    if end > len(w.tokens):
        return False
    w.put(i - 1, [token("NAME", f"__{w.text_at(i - 1)}", w.tokens[i - 1])])
    w.put(i, [token("LPAR", "(", w.tokens[i])])
    w.after(end - 1, [token("RPAR", ")", w.tokens[end - 1])])
    return True


def _new(w: Walk, i: int) -> None:
    """new Set(xs)"""
    if w.text_at(i + 1) == "Set" and w.kind_at(i + 2) == "LPAR" and w.partner(i + 2) > i + 3:
        w.put(i, [token("NAME", "__set", w.tokens[i])])
        w.drop(i + 1, i + 2)


def _shorthand(w: Walk, i: int) -> None:
    """Reads f({ page, size: 10 }): a name alone in an object is a key and its value."""
    if w.kind_at(i + 1) != "NAME" or w.kind_at(i - 1) not in ("LPAR", "COMMA", "RETURN", "ASSIGN", "DEFINE"):
        return
    if w.kind_at(i - 1) not in ("LPAR", "COMMA"):
        _name_keys(w, i)
        return
    at = i - 1
    while at > 0 and w.kind_at(at) != "LPAR" and i - at < _REACH:
        if w.opens(at) or w.kind_at(at) == "SEMI":
            return
        at = (w.partner(at) if w.closes(at) else at) - 1
    close = w.partner(i)
    if w.kind_at(at) != "LPAR" or w.kind_at(at - 1) != "NAME" or w.kind_at(close + 1) not in ("RPAR", "COMMA"):
        return
    _name_keys(w, i)


def _name_keys(w: Walk, i: int) -> None:
    close = w.partner(i)
    alone = [k for k in range(i + 1, close) if w.kind_at(k) == "NAME" and _stands_alone(w, k, i)]
    for k in alone:
        name = w.tokens[k]
        w.before(k, [Token("STRING", f'"{name.text}"', name.pos, name.end), token("COLON", ":", name)])
    if alone:
        w.mend(f'`{{ {w.text_at(alone[0])} }}` read as a map with the key "{w.text_at(alone[0])}"', i, close)


def _stands_alone(w: Walk, k: int, opened: int) -> bool:
    before = k - 1 - (w.kind_at(k - 1) == "SEMI")
    after = k + 1 + (w.kind_at(k + 1) == "SEMI")
    return (before == opened or (w.kind_at(before) == "COMMA" and w.partner(opened) > k)) and (
        w.kind_at(after) in ("COMMA", "RBRACE")
    )


def _calls_tool(w: Walk, lpar: int) -> bool:
    """Returns whether the called expression may be a tool: CallTool, a name with a dot, or a name that the text does not declare."""
    if w.kind_at(lpar - 1) != "NAME":
        return False
    name = letters_of(w.text_at(lpar - 1))
    if name in ("calltool", "calltoolstream") or w.kind_at(lpar - 2) == "DOT":
        return True
    return w.kind_at(lpar + 2) in ("ASSIGN", "COLON") and not w.declares(lpar - 1)


def _named_arguments(w: Walk, i: int, close: int) -> list[int]:
    """Returns the indices of all `=` or `:` from here to the end of the arguments; none if there is other text between them."""
    marks: list[int] = []
    at, want_name = i - 1, True
    while at < close:
        if want_name:
            if w.kind_at(at) != "NAME" or w.kind_at(at + 1) not in ("ASSIGN", "COLON"):
                return []
            marks.append(at + 1)
            at += 2
            want_name = False
            continue
        kind = w.kind_at(at)
        if kind in ("ASSIGN", "DEFINE", "COLON"):
            return []
        if kind == "COMMA":
            want_name = True
            if w.kind_at(at + 1) == "SEMI":
                at += 1
            if at + 1 == close:
                break
        at = w.partner(at) + 1 if w.opens(at) else at + 1
    return marks


_RULES: dict[str, Callable[[Walk, int], None]] = {
    **dict.fromkeys(_DECLARERS, let),
    **dict.fromkeys(TYPES, typed),
    "const": const,
    "var": var,
    "await": _await,
    "new": _new,
    "import": _import,
    "from": _import,
    "loop": _loop,
    "{": _shorthand,
    "do": do_while,
    "try": attempt,
    "throw": throw,
    "raise": throw,
    "for": loop,
    "foreach": loop,
    "while": taking,
    "if": _if,
    "?": _choice,
    "=": _keyword,
    ":": _keyword,
    **dict.fromkeys(("f", "F"), formatted),
    **dict.fromkeys(("r", "R"), raw),
}
