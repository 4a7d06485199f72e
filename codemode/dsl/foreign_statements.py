"""Statements that only other languages have: do { } while, throw, and several declarations after one `let`."""

from __future__ import annotations

from codemode.dsl.foreign_walk import Walk, token
from codemode.dsl.tokens import Token

_REACH = 400
_CATCHERS = frozenset({"try", "catch", "except"})


def do_while(w: Walk, i: int) -> None:
    """do { ... } while (more): a loop that asks after its body, also after a `continue`."""
    if not w.starts(i) or w.kind_at(i + 1) != "LBRACE":
        return
    close = w.partner(i + 1)
    word = close + 1 + (w.kind_at(close + 1) == "SEMI")
    end = w.statement_end(word)
    if w.text_at(word) != "while" or end <= word + 1 or end - word > _REACH:
        return
    at = w.tokens[i]
    first = Token("NAME", "__first", at.pos, at.pos)
    yes, no = [Token("NAME", name, at.pos, at.pos) for name in ("true", "false")]
    head = [token("FOR", "for", at), first, token("DEFINE", ":=", at), yes, token("SEMI", ";", at), first]
    head += [Token("BINOP", "||", at.pos, at.end), token("NOT", "!", at), token("NOT", "!", at)]
    head += [token("LPAR", "(", at), *w.tokens[word + 1 : end]]
    head += [token("RPAR", ")", at), token("SEMI", ";", at), first, token("ASSIGN", "=", at), no]
    w.put(i, head)
    w.drop(close + 1, end)
    w.mend("`do { ... } while` read as a `for` that asks after its body", i, i)


def throw(w: Walk, i: int) -> None:
    """throw new Error(text), raise ValueError(text), throw err: the run fails with it."""
    if not w.starts(i) or w.kind_at(i + 1) not in ("NAME", "STRING") or w.declares(i):
        return
    if any(each.text in _CATCHERS for each in w.tokens):
        return  # it may be caught, which no panic is
    end = w.statement_end(i)
    at = i + 1 + (w.text_at(i + 1) == "new")
    made = w.kind_at(at) == "NAME" and w.text_at(at).endswith(("Error", "Exception")) and w.kind_at(at + 1) == "LPAR"
    panic = token("NAME", "panic", w.tokens[i])
    if made and w.partner(at + 1) == end - 1 and end - 1 > at + 2:
        w.drop(i + 1, at + 1)
        w.put(i, [panic])
    elif at == i + 1 and not made:
        w.put(i, [panic, token("LPAR", "(", w.tokens[i])])
        w.after(end - 1, [token("RPAR", ")", w.tokens[end - 1])])
    else:
        return
    w.mend(f"`{w.text_at(i)}` read as `panic`: the run fails with it", i, i)


def more_declarations(w: Walk, at: int) -> None:
    """The `, y = 2` of `let x = 1, y = 2`, from the value of x on: statements of their own."""
    for comma in _declarators(w, at):
        w.put(comma, [token("SEMI", ";", w.tokens[comma])])
        w.put(comma + 2, [token("DEFINE", ":=", w.tokens[comma + 2])])


def more_counters(w: Walk, name: int, at: int) -> None:
    """The same in `for (let i = 0, n = 9; ...)`: names and values of one declaration."""
    for comma in _declarators(w, at):
        w.drop(comma + 1, comma + 3)
        w.after(name, [token("COMMA", ",", w.tokens[comma]), w.tokens[comma + 1]])


def _declarators(w: Walk, at: int) -> list[int]:
    """Indices of the commas before further declarations in the statement that goes on at `at`, the last one first."""
    found: list[int] = []
    end = min(w.statement_end(at), at + _REACH)
    while at < end:
        if w.kind_at(at) == "COMMA" and w.kind_at(at + 1) == "NAME" and w.kind_at(at + 2) == "ASSIGN":
            found.insert(0, at)
        at = w.partner(at) + 1 if w.opens(at) else at + 1
    return found
