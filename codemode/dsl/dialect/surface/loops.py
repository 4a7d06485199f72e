"""Reads the loops of Python, JavaScript and similar languages that are written with Go's braces."""

from __future__ import annotations

from codemode.dsl.dialect.surface.cursor import Cursor, go_tokens, joined, token
from codemode.dsl.dialect.surface.statements import more_counters
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax.tokens import Token

# Kinds of loops, which replace `:=` in a range statement. The checker knows the operand's type (see RangeStmt.each).
ELEMENTS_IN, ELEMENTS_OF, KEYS_IN, UP_TO, PAIRS, COUNTED = "in", "of", "keys in", "up to", "pairs", "counted"
TWO_IN = "two in"  # for a, b in xs: pairs of a list are taken apart elsewhere
MODES = frozenset({ELEMENTS_IN, ELEMENTS_OF, KEYS_IN, UP_TO, PAIRS, COUNTED, TWO_IN})

_DECLARERS = frozenset({"const", "let", "var", "auto", "val", "final", "int", "string", "String"})
_CLAUSE_DECLARERS = frozenset({"let", "var", "const", "auto", "int"})
_BESIDE = frozenset({"each", "await"})  # words between `for` and the names it declares
_REACH = 300


def loop(w: Cursor, i: int) -> None:
    if not w.starts(i):
        return
    at = i + 1 + (w.word(i + 1) in _BESIDE and w.kind(i) == "FOR" and w.kind(i + 2) == "LPAR")
    close = w.partner(at) if w.kind(at) == "LPAR" else None
    if close is not None and any(t.text == ";" for t in w.inside(at)):
        _clauses(w, i, at, close)
    elif close is None and w.word(at) in _CLAUSE_DECLARERS and w.kind(at + 2) == "ASSIGN":
        _first_clause(w, at)
    else:
        _Header(w, i).read()


def taking(w: Cursor, i: int) -> None:
    """Reads `while item := stream.Next() {` as a loop that ends when item is nil, empty or zero."""
    if not w.starts(i):
        return
    wrapped = w.kind(i + 1) == "LPAR"
    name = i + 1 + wrapped
    if w.kind(name) != "NAME" or w.kind(name + 1) not in ("DEFINE", "" if wrapped else "ASSIGN"):
        return
    brace = w.partner(i + 1) + 1 if wrapped else name + 2
    brace = brace if wrapped else w.brace_after(brace, _REACH)
    if w.kind(brace) != "LBRACE":
        return
    taken, at = w.tokens[name : brace - wrapped], w.tokens[brace]
    ends = [*go_tokens("; if !", at), token("NAME", w.word(name), at), *go_tokens("{ break; };", at)]
    w.drop(i + 1, brace)
    w.after(brace, [*taken, *ends])
    w.mend("loop_takes", i, name, found=w.shown(name, brace - wrapped), meant=w.word(name))


def _clauses(w: Cursor, i: int, at: int, close: int) -> None:
    """Reads for (let i = 0; i < n; i++) {"""
    if w.word(i) != "for" or not _opens_block(w, close + 1):
        return
    w.drop(at, at + 1)
    w.drop(close, close + 1)
    w.mend("parentheses_of_for", i, i)
    if w.word(at + 1) in _CLAUSE_DECLARERS and w.kind(at + 3) == "ASSIGN":
        _first_clause(w, at + 1)


def _first_clause(w: Cursor, at: int) -> None:
    name = w.word(at + 1)
    if w.kind(at + 1) != "NAME":
        return
    w.drop(at, at + 1)
    w.put(at + 2, go_tokens(":=", w.tokens[at + 2]))
    more_counters(w, at + 1, at + 3)
    w.mend("for_declarer", at, at + 1, found=w.word(at), meant=name)


def _opens_block(w: Cursor, i: int) -> bool:
    return w.kind(i + (w.kind(i) == "SEMI")) == "LBRACE"


class _Header:
    """The header of a loop over something: its names, the word after them, and the place of the operand."""

    def __init__(self, w: Cursor, i: int) -> None:
        self.w = w
        self.i = i
        self.names: list[Token] = []
        self.word = i  # index of `in`, `of` or `:`
        self.start = i  # of the operand
        self.brace = i  # of the block
        self.declarer = ""
        self.spare: list[int] = []  # tokens that Go does not have

    def read(self) -> None:
        mode = self.mode() if self.parse() else None
        if mode is not None and not self.over_call():
            self.say(mode, "")

    def parse(self) -> bool:
        w, at = self.w, self.i + 1
        foreach = w.word(self.i) == "foreach"
        if w.word(at) in _BESIDE and w.kind(at + 1) in ("LPAR", "NAME"):
            self.spare.append(at)
            at += 1
        close = None
        if w.kind(at) == "LPAR" and _opens_block(w, w.partner(at) + 1):
            close = w.partner(at)
            self.spare += [at, close]
            at += 1
        if w.word(at) in _DECLARERS and w.kind(at + 1) in ("NAME", "LBRACK", "LPAR"):
            self.declarer = w.word(at)
            self.spare.append(at)
            at += 1
        at = self.read_names(at)
        self.word = at
        self.start = at + 1
        if not self.names or not (foreach or w.kind(self.i) == "FOR"):
            return False
        if w.word(at) == ":" and close is None:
            return False
        return self.find_block(close)

    def read_names(self, at: int) -> int:
        w = self.w
        bracket = w.kind(at) in ("LBRACK", "LPAR")
        end = w.partner(at) if bracket else at
        if bracket:
            self.spare += [at, end]
            at += 1
        while w.kind(at) == "NAME" and len(self.names) < 3:
            self.names.append(w.tokens[at])
            at += 1
            if w.kind(at) != "COMMA":
                break
            at += 1
        if bracket and at != end:
            self.names = []
        return at + bracket

    def find_block(self, close: int | None) -> bool:
        w = self.w
        if close is not None:
            self.brace = close
            return self.start < close
        at = w.brace_after(self.start, _REACH)
        if w.kind(at) == "SEMI" and w.word(at) == "\n":
            at += 1
        self.brace = at
        return w.kind(at) == "LBRACE" and at > self.start

    def mode(self) -> str | None:
        """Returns how the loop is to be read, or None if it is Go or cannot be read."""
        w, word = self.w, self.w.word(self.word)
        two = len(self.names) == 2
        ranged = w.kind(self.start) == "RANGE"
        if len(self.names) > 2:
            return None
        if word == "range":  # for x range xs
            self.start = self.word
            return PAIRS if two else UP_TO
        if word in (":=", "="):
            return self.define_mode(two, ranged)
        if word not in ("in", "of", ":"):
            return None
        if two or ranged:
            return TWO_IN if two else UP_TO
        if word != "in":
            return ELEMENTS_OF
        return KEYS_IN if self.declarer in ("const", "let", "var") else ELEMENTS_IN

    def define_mode(self, two: bool, ranged: bool) -> str | None:
        w = self.w
        if self.spare:
            return None
        if ranged:  # for i := range(1, 6)
            open_ = self.start + 1
            commas = w.kind(open_) == "LPAR" and any(t.kind == "COMMA" for t in w.inside(open_))
            return UP_TO if commas and w.partner(open_) + 1 == self.brace else None
        plain = all(t.kind not in ("COMMA", "SEMI") for t in w.tokens[self.start : self.brace])
        return PAIRS if two and plain else None  # for _, x := xs

    # --- what is ranged over ---

    def over_call(self) -> bool:
        """Reads range(n), enumerate(xs), m.items(), Object.keys(m) as operands. Returns whether the operand was one of these."""
        w, start, brace = self.w, self.start, self.brace
        one = len(self.names) == 1
        last = brace - 1 - (w.kind(brace - 1) == "SEMI")
        if w.kind(last) != "RPAR":
            return False
        open_ = w.partner(last)
        function = w.shown(start, open_).replace(" ", "") if start < open_ <= start + 3 else ""
        if w.word(start) == "range" and open_ == start + 1:
            return self.over_range(open_, last)
        if function == "enumerate" and not one and not any(t.kind == "COMMA" for t in w.inside(open_)):
            w.drop(start, start + 1)
            self.say(COUNTED, "the index and the element")
            return True
        wanted = {"keys": 1, "values": 1, "entries": 2, "items": 2}
        if function.startswith("Object.") and wanted.get(function[7:]) == len(self.names):
            w.put(start, [token("NAME", "__object", w.tokens[start])])
            w.drop(start + 1, start + 3)
            self.say_part(function[7:])
            return True
        name = w.word(open_ - 1)
        if last == open_ + 1 and w.kind(open_ - 2) == "DOT" and wanted.get(name) == len(self.names):
            w.drop(open_ - 2, last + 1)
            self.say_part(name)
            return True
        return False

    def say_part(self, part: str) -> None:
        if part == "values":
            self.names.insert(0, Token("NAME", "_", self.names[0].pos, self.names[0].pos))
        self.say("" if part in ("keys", "values") else PAIRS, part)

    def over_range(self, open_: int, close: int) -> bool:
        w = self.w
        commas = w.found(open_ + 1, close, "COMMA")
        names = [n for n in self.names if n.text != "_"] if w.word(self.word) in (":=", "=") else self.names
        if len(commas) > 2 or len(names) != 1 or open_ + 1 == close:
            return True  # the parser refuses it with a hint
        if not commas:
            self.names = names
            w.drop(open_ - 1, open_)
            self.say(UP_TO, "")
            return True
        sign = "-" if len(commas) == 2 and w.word(commas[1] + 1) == "-" else ""
        if len(commas) == 2 and (w.kind(close - 1) != "LITERAL" or close - commas[1] != 2 + len(sign)):
            return True
        self.count(names[0], open_, commas, close, sign)
        return True

    def count(self, name: Token, open_: int, commas: list[int], close: int, sign: str) -> None:
        """Reads range(a, b, step) as `for i, end := a, b; i < end; i += step`: the end is computed once."""
        w = self.w
        at = w.tokens[close]
        self.clear(open_ + 1)
        if self.assigns(name):  # in Python, this does not affect the count
            written, name = name, Token("NAME", f"{HIDDEN}i", name.pos, name.end)
            w.after(self.brace, [written, *go_tokens(":=", at), name, *go_tokens(";", at)])
        counter = token("NAME", name.text, at)
        w.put(self.i, [*go_tokens("for", w.tokens[self.i]), name, *go_tokens(", __end :=", name)])
        test = [*go_tokens(";", at), counter, *go_tokens("> __end;" if sign else "< __end;", at), counter]
        if len(commas) == 1:
            w.put(close, [*test, *go_tokens("++", at)])
        else:
            w.put(commas[1], [*test, *go_tokens(f"{sign or '+'}=", at)])
            w.drop(close, close + 1)
            if sign:
                w.drop(commas[1] + 1, commas[1] + 2)
        w.mend("counting_loop", self.word, close, found=w.shown(self.i, close + 1))

    def assigns(self, name: Token) -> bool:
        """Returns whether the block assigns the loop variable."""
        w = self.w
        return any(
            w.word(k) == name.text and w.kind(k + 1) in ("ASSIGN", "OPASSIGN", "INCDEC", "DEFINE", "COMMA")
            for k in range(self.brace + 1, w.partner(self.brace))
        )

    # --- writing ---

    def clear(self, until: int) -> None:
        """Drops the header up to this token, and the brackets around it."""
        for k in self.spare:
            self.w.drop(k, k + 1)
        self.w.drop(self.i + 1, until)

    def say(self, mode: str, what: str) -> None:
        w = self.w
        shown = w.shown(self.i, self.word + 1)
        ranged = w.kind(self.start) == "RANGE"
        self.clear(self.word + 1 if self.word != self.start else self.word)
        if ranged:
            w.drop(self.start, self.start + 1)
        at = w.tokens[self.word]
        op = at if w.kind(self.word) == "ASSIGN" else token("DEFINE", mode or ":=", at)
        names = joined(self.names, self.names[-1])
        w.put(self.i, [*go_tokens("for", w.tokens[self.i]), *names, op, *go_tokens("range", at)])
        meant = what or {
            ELEMENTS_IN: "each element, or key of a map",
            ELEMENTS_OF: "each element",
            KEYS_IN: "each key",
            UP_TO: "each number",
            TWO_IN: "the key or index, and the value",
            PAIRS: "the key or index, and the value",
        }.get(mode, "")
        python = w.word(self.word) == "in" and not self.spare
        w.mend("foreign_loop", self.word, self.word, python=python, found=shown, meant=meant)
