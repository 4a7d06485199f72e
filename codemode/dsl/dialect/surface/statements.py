"""Reads statements that Go does not have: do { } while, try, throw, and several declarations after one `let`."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import OPERAND_ENDS, REACH, Cursor, go_tokens, token
from codemode.dsl.dialect.surface.values import python_choice

_LONGEST_TRY = 2000  # limit on the tokens of a try with a `finally`


def attempt(w: Cursor, i: int) -> None:
    """Reads try { ... } catch (e) { ... } finally { ... }"""
    if not w.starts(i) or w.kind(i + 1) != "LBRACE" or w.declares(i):
        return
    close = w.partner(i + 1)
    word = close + 1 + (w.kind(close + 1) == "SEMI")
    if w.word(word) not in ("catch", "except"):
        return
    brace, name = word + 1, None
    if w.kind(brace) == "LPAR":
        names = [t for t in w.inside(brace) if t.kind == "NAME"]
        typed = any(t.kind == "COLON" for t in w.inside(brace))  # catch (e: any)
        name = (names[0] if typed else names[-1]) if names else None
        brace = w.partner(brace) + 1
    elif w.kind(brace) == "NAME":
        while w.kind(brace) == "NAME":  # except Exception as e
            brace += 1
        name = w.tokens[brace - 1]
    if w.kind(brace) != "LBRACE":
        return
    end = w.partner(brace)
    last = end + 1 + (w.kind(end + 1) == "SEMI")
    finally_ = w.word(last) == "finally" and w.kind(last + 1) == "LBRACE"
    if finally_ and _leaves(w, i, brace, end):
        return  # otherwise the statements of `finally` would be skipped
    at = w.tokens[i]
    w.put(i, go_tokens("if __try()", at))
    w.drop(close + 1, brace)
    w.put(word, go_tokens("else", w.tokens[word]))
    if name is not None:
        given = token("NAME", name.text, name)
        w.after(brace, [given, *go_tokens(":= __caught(); _ =", name), given, *go_tokens(";", name)])
    if finally_:
        w.drop(end + 1, last + 1)
        w.put(last, go_tokens(";", w.tokens[last]))
    w.mend("try_catch", i, word)


def do_while(w: Cursor, i: int) -> None:
    """Reads do { ... } while (more) as a loop that tests after its body, also after a `continue`."""
    if not w.starts(i) or w.kind(i + 1) != "LBRACE":
        return
    close = w.partner(i + 1)
    word = close + 1 + (w.kind(close + 1) == "SEMI")
    end = w.end_of(word)
    if w.word(word) != "while" or end <= word + 1 or end - word > REACH:
        return
    at = w.tokens[i]
    condition = [*go_tokens("!!(", at), *w.tokens[word + 1 : end], *go_tokens(")", at)]
    w.put(i, [*go_tokens("for __first := true; __first ||", at), *condition, *go_tokens("; __first = false", at)])
    w.drop(close + 1, end)
    w.mend("do_while", i, i)


def _leaves(w: Cursor, i: int, brace: int, end: int) -> bool:
    """Returns whether control may leave a try or its catch other than at its end."""
    if end - i > _LONGEST_TRY or any(t.kind in ("RETURN", "BRANCH") for t in w.tokens[i:end]):
        return True
    return any(t.text in ("throw", "raise", "panic") for t in w.tokens[brace:end])


def throw(w: Cursor, i: int) -> None:
    """Reads throw new Error(text), raise ValueError(text) and throw err as a panic."""
    if not w.starts(i) or w.kind(i + 1) not in ("NAME", "STRING") or w.declares(i):
        return
    end = w.end_of(i)
    at = i + 1 + (w.word(i + 1) == "new")
    made = w.kind(at) == "NAME" and w.word(at).endswith(("Error", "Exception")) and w.kind(at + 1) == "LPAR"
    if made and w.partner(at + 1) == end - 1 and end - 1 > at + 2:
        w.drop(i + 1, at + 1)
        w.put(i, go_tokens("panic", w.tokens[i]))
    elif at == i + 1 and not made:
        w.put(i, go_tokens("panic(", w.tokens[i]))
        w.after(end - 1, go_tokens(")", w.tokens[end - 1]))
    else:
        return
    w.mend("throw", i, i, found=w.word(i))


def more_declarations(w: Cursor, at: int) -> None:
    """Splits `let x = 1, y = 2` into separate statements; `at` is the place of the first value."""
    for comma in _declarators(w, at):
        w.put(comma, go_tokens(";", w.tokens[comma]))
        w.put(comma + 2, go_tokens(":=", w.tokens[comma + 2]))


def more_constants(w: Cursor, i: int) -> None:
    """Splits const a = [], b = [] into separate declarations."""
    if w.kind(i + 1) != "NAME" or w.kind(i + 2) != "ASSIGN" or not w.starts(i):
        return
    for comma in _declarators(w, i + 3):
        w.put(comma, go_tokens("; const", w.tokens[comma]))
        w.mend("declaration_of_its_own", comma, comma + 1, found=w.word(comma + 1))


def more_counters(w: Cursor, name: int, at: int) -> None:
    """Reads `for (let i = 0, n = 9; ...)` as one declaration of several names."""
    for comma in _declarators(w, at):
        w.drop(comma + 1, comma + 3)
        w.after(name, [*go_tokens(",", w.tokens[comma]), w.tokens[comma + 1]])


def _declarators(w: Cursor, at: int) -> list[int]:
    """Returns the indices of the commas before further declarations in the statement at `at`, the last one first."""
    end = min(w.end_of(at), at + REACH)
    commas = w.found(at, end, "COMMA")
    return [k for k in reversed(commas) if w.kind(k + 1) == "NAME" and w.kind(k + 2) == "ASSIGN"]


# --- words that Go does without, and `if` ---


def await_(w: Cursor, i: int) -> None:
    """Reads await f(x) as f(x): calls wait by themselves."""
    if w.kind(i + 1) != "NAME" or w.kind(i - 1) == "DOT":
        return
    at = i + 2
    while w.kind(at) == "DOT" and w.kind(at + 1) == "NAME":
        at += 2
    if w.kind(at) == "LPAR":
        w.drop(i, i + 1)
        w.javascript = True
        w.mend("await", i, i)


def loop_(w: Cursor, i: int) -> None:
    """loop { ... }"""
    if w.starts(i) and w.kind(i + 1) == "LBRACE" and not w.declares(i):
        w.put(i, go_tokens("for", w.tokens[i]))
        w.mend("loop_word", i, i)


def if_(w: Cursor, i: int) -> None:
    if w.kind(i - 1) in OPERAND_ENDS and w.kind(i - 1) != "RBRACE":
        python_choice(w, i)
    elif w.kind(i + 1) == "LPAR":
        close = w.partner(i + 1)
        if w.kind(close + 1) == "LBRACE" and any(t.text == ";" for t in w.inside(i + 1)):
            w.drop(i + 1, i + 2)
            w.drop(close, close + 1)
            w.mend("parentheses_of_if", i, i)
        elif w.kind(close + 1) in ("BRANCH", "RETURN", "NAME"):
            _add_braces(w, i, close)


def _add_braces(w: Cursor, i: int, close: int) -> None:
    """Reads if (x) break"""
    end = w.end_of(close + 1)
    if any(t.kind in ("LBRACE", "IF", "FOR", "ELSE", "FUNC") for t in w.tokens[close + 1 : end]):
        return
    following = end + 1 if w.kind(end) == "SEMI" else end
    if w.kind(following) == "ELSE" or (w.kind(following) == "SEMI" and w.kind(following + 1) == "ELSE"):
        return
    w.after(close, go_tokens("{", w.tokens[close]))
    w.after(end - 1, go_tokens("; }", w.tokens[end - 1]))
    w.mend("if_without_braces", i, close)
