"""Reads programs in Python's layout: the lines indented below a line such as `for x in xs:` become a block in braces.

One walk over the tokens, before the other rules for foreign statements. It is tried only on text that cannot be read otherwise, so no Go program
changes. Indentation is compared as in Python: by lines, ignoring lines inside of brackets and lines without code.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal

from codemode.dsl.diagnostics import Mend
from codemode.dsl.dialect.surface import defs
from codemode.dsl.dialect.surface.cursor import CLOSING, OPENING, Cursor, go_tokens
from codemode.dsl.dialect.surface.cursor import token as put_at
from codemode.dsl.dialect.surface.defs import Function
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import END, FOREIGN, Token

_READ = frozenset({"if", "elif", "else", "for", "while", "def", "try", "except", "finally"})
# the others have blocks, too, and are left to the parser and its hints
_HEADERS = _READ | {"with", "class", "match", "async"}
_GO_ON = frozenset({"else", "elif", "except", "finally"})  # what belongs to the block before
_LABELS = frozenset({"try", "except", "finally"})  # names in Go, which may be labels
_TYPE_PARTS = frozenset({"NAME", "DOT", "COMMA", "LBRACK", "RBRACK", "BAR", "STRING", "LITERAL"})

_TABS = (
    "indent each line of a block with the same number of spaces; or write blocks in braces, which need no indentation"
)
_LEVEL = "begin all lines of a block in the same column; or write blocks in braces, which need no indentation"
_ONE_EXCEPT = "one `except` catches all errors: test str(e) inside of it"

_BEGINS = re.compile(r"^[ \t]*(?:if|elif|else|for|while|async|def|try|except|finally)\b", re.MULTILINE)

_Indent = tuple[int, int]  # (columns if a tab advances to the next multiple of 8, columns if a tab is one column)


class _Block:
    """A block: its keyword, the indentation of its header and of its lines (None if they are on the header's line)."""

    __slots__ = ("body", "caught", "function", "outer", "silent", "word")

    def __init__(self, word: str, outer: _Indent, body: _Indent | None) -> None:
        self.word = word
        self.outer = outer
        self.body = body
        self.function: Function | None = None
        self.caught = ""  # the name of the caught error
        self.silent = False  # written without braces


class _Level:
    """An open bracket, or the top level, and the blocks that are open in it."""

    __slots__ = ("blocks", "kind")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.blocks: list[_Block] = []


def may_hold(text: str) -> bool:
    """Returns whether the text may have a Python block."""
    return _BEGINS.search(text) is not None


def read(text: str, tokens: list[Token], mends: list[Mend]) -> list[Token] | None:
    """Returns the tokens with braces around the blocks, or None if there are no blocks. Raises Refused for indentation that Python refuses."""
    reader = _Reader(text, tokens, mends)
    made = reader.run()
    if reader.first is None:
        return None
    mends.append(Mend("python_blocks", *reader.first, python=True))
    return made


class _Reader(Cursor):
    def __init__(self, text: str, tokens: list[Token], mends: list[Mend]) -> None:
        super().__init__(text, tokens, mends)
        self.out: list[Token] = []
        self.late: dict[int, list[Token]] = {}  # tokens to insert before a token of `out`, known only later
        self.levels = [_Level("")]
        self.functions = [Function(None, [], [])]  # the top level first
        self.within = [self.functions[0]]  # the functions that are open
        self.colons: dict[int, _Block] = {}  # index of a header's colon -> the block it opens
        self.first: tuple[int, int] | None = None  # where the first block is
        self.index = 0
        pairs = list(pairwise(tokens))
        self.labels = {name.text for jump, name in pairs if jump.kind == "BRANCH" and name.kind == "NAME"}
        self.signatures = defs.signatures(self)
        self.renamed = {word: go for word, go in _RENAMED.items() if (word in self.signatures) == (word == "main")}
        self.dropped: set[int] = set()

    # --- looking ---

    def on_new_line(self, i: int) -> bool:
        return i == 0 or self.word(i - 1) == "\n" or "\n" in self.text[self.tokens[i - 1].end : self.tokens[i].pos]

    def begins_line(self, i: int) -> bool:
        """Returns whether a logical line of Python begins here, rather than a continuation of the line before."""
        before = self.kind(i - 1) if i else "SEMI"
        if before not in ("SEMI", "COLON", "LBRACE", "ELLIPSIS") or self.levels[-1].kind not in ("", "LBRACE"):
            return False
        return self.tokens[i].kind not in ("DOT", "BINOP", "SEMI") and self.on_new_line(i)

    def indentation(self, i: int) -> _Indent:
        wide = narrow = 0
        pos = self.tokens[i].pos
        for char in self.text[self.text.rfind("\n", 0, pos) + 1 : pos]:
            narrow += 1
            wide = (wide // 8 + 1) * 8 if char == "\t" else wide + 1
        return wide, narrow

    def compare(self, i: int, indent: _Indent, other: _Indent) -> int:
        """Returns -1, 0 or 1. Refuses the text if the result depends on the width of a tab."""
        wide, narrow = ((a > b) - (a < b) for a, b in zip(indent, other, strict=True))
        if wide != narrow:
            at = self.tokens[i]
            raise Refused("inconsistent use of tabs and spaces in indentation", at.pos, at.end, _TABS)
        return wide

    # --- the walk ---

    def run(self) -> list[Token]:
        count = len(self.tokens)
        while self.index < count:
            i = self.index
            each = self.tokens[i]
            self.index += 1
            if i in self.dropped:
                continue
            if each.kind in CLOSING:
                self.close_all(self.levels[-1], each)
                if len(self.levels) > 1:
                    self.levels.pop()
            elif self.begins_line(i):
                self.end_blocks(i)
                if self.line(i):
                    continue
            self.pass_on(i, each)
        at = self.tokens[-1] if self.tokens else Token(END, "", 0, 0)
        for level in reversed(self.levels):
            self.close_all(level, at)
        defs.keep_local(self.functions, self.out, self.late)
        return self.merged()

    def merged(self) -> list[Token]:
        made: list[Token] = []
        for k, each in enumerate(self.out):
            made += self.late.get(k, ())
            made.append(each)
        return [*made, *self.late.get(len(self.out), ())]

    def pass_on(self, i: int, each: Token) -> None:
        kind = each.kind
        block = self.colons.get(i)
        if block is not None:
            self.open(block, each)
        elif kind == "SEMI" and each.text == "\n" and self.levels[-1].kind not in ("", "LBRACE"):
            pass  # a line end inside of brackets
        elif kind == FOREIGN and each.text == "\\" and self.kind(i + 1) != END and self.on_new_line(i + 1):
            pass
        elif kind == "ELLIPSIS" and self.levels[-1].blocks and self.kind(i - 1) in ("SEMI", "COLON"):
            self.out += go_tokens(";", each)
        elif kind == "RETURN":
            self.returns(i)
        elif each.text == "pass" and self.kind(i + 1) == "SEMI" and self.kind(i - 1) in ("SEMI", "COLON"):
            pass
        elif kind == "NAME" and each.text == "asyncio" and self.word(i + 2) == "run" and self.kind(i + 3) == "LPAR":
            self.index = i + 3  # asyncio.run(main())
        elif kind == "NAME" and each.text in self.signatures and self.named_arguments(i):
            pass
        elif kind == "NAME" and each.text in self.renamed and self.kind(i - 1) != "DOT" and self.kind(i + 1) == "LPAR":
            made = self.renamed[each.text]
            self.out += [put_at("NAME", made, each)] if made == defs.MAIN else go_tokens(made, each)
        else:
            if kind in OPENING:
                group = kind == "LPAR" and self.kind(i - 1) in ("IMPORT", "VAR", "CONST", "TYPE")
                self.levels.append(_Level("LBRACE" if group else kind))
            self.out.append(each)

    def named_arguments(self, i: int) -> bool:
        """Puts the arguments of f(1, b=2) in order, if the text has `def f(a, b):`. Returns whether it did."""
        close = self.next(i + 1) - 1
        if self.kind(i + 1) != "LPAR" or self.kind(i - 1) == "DOT" or close >= len(self.tokens):
            return False
        made = defs.in_order(self.signatures[self.word(i)], self.tokens[i + 2 : close])
        if made is None:
            return False
        self.out += [self.tokens[i], self.tokens[i + 1], *made, self.tokens[close]]
        self.index = close + 1
        return True

    def returns(self, i: int) -> None:
        """Reads return a, b and return (a, b), and records the number of values."""
        self.out.append(self.tokens[i])
        start, end = i + 1, self.end_of(i + 1)
        if end == start + 1 and self.word(start) == "None":
            self.dropped.add(start)
            self.within[-1].returns(1, len(self.out), nothing=True)
            return
        if self.kind(start) == "LPAR" and self.next(start) == end and self.end_of(start + 1, "COMMA") < end - 1:
            self.dropped |= {start, end - 1}
            start, end = start + 1, end - 1
            self.dropped |= {k for k in self.top(start, end) if self.kind(k) == "SEMI"}
            self.dropped |= {end - 1} if self.kind(end - 1) == "COMMA" else set()
        commas = [k for k in self.found(start, end, "COMMA") if k not in self.dropped]
        values = len(commas) + (start < end)
        self.within[-1].returns(values, len(self.out), nothing=not values)

    # --- blocks ---

    def open(self, block: _Block, colon: Token) -> None:
        self.levels[-1].blocks.append(block)
        if block.silent:
            self.out.append(colon)
            return
        self.out += go_tokens("{", colon)
        if block.function is not None:
            self.within.append(block.function)
            block.function.open(self.out, colon)

    def end_blocks(self, i: int) -> None:
        """Closes the blocks that end before the line which begins here."""
        level = self.levels[-1]
        if not level.blocks:
            return
        indent = self.indentation(i)
        last = ""
        closed = False
        while level.blocks:
            block = level.blocks[-1]
            inside = 1 if block.body is None else self.compare(i, indent, block.body)
            if inside == 0:
                break
            deeper = self.compare(i, indent, block.outer) > 0
            if deeper:
                at = self.tokens[i]
                message = "unexpected indent" if inside > 0 else "unindent does not match any outer indentation level"
                raise Refused(message, at.pos, at.end, _LEVEL)
            last = block.word
            closed = self.close(level, self.tokens[i]) or closed
        goes_on = self.word(i) in _GO_ON
        if goes_on and self.word(i) == "except" and last == "except":
            raise Refused("syntax error: more than one except", self.tokens[i].pos, self.tokens[i].end, _ONE_EXCEPT)
        if closed and not goes_on:
            self.out.append(Token("SEMI", "\n", self.out[-1].end, self.out[-1].end))

    def close_all(self, level: _Level, at: Token) -> None:
        closed = False
        while level.blocks:
            closed = self.close(level, at) or closed
        if closed:
            self.out.append(Token("SEMI", "\n", self.out[-1].end, self.out[-1].end))

    def close(self, level: _Level, before: Token) -> bool:
        block = level.blocks.pop()
        if block.silent:
            return False
        end = next((t.end for t in reversed(self.out[-3:]) if t.kind != "SEMI"), before.pos)
        if block.function is not None:
            self.within.pop()
            block.function.close(self.out, self.late, end)
        self.out.append(Token("RBRACE", "}", end, end))
        return True

    # --- lines ---

    def line(self, i: int) -> bool:
        """Reads the beginning of a line. Returns True if its first token is handled."""
        word, kind = self.word(i), self.kind(i)
        if word in _HEADERS and self.header(i, word):
            return True
        if kind == "STRING" and self.kind(i + 1) == "SEMI" and (i == 0 or self.kind(i - 1) == "COLON"):
            return True  # a docstring
        if kind != "NAME":
            return False
        if word in ("global", "nonlocal") and self.kind(i + 1) == "NAME":
            self.index = self.end_of(i)
            self.within[-1].outer |= {t.text for t in self.tokens[i + 1 : self.index] if t.kind == "NAME"}
            return True
        if word == "raise" and self.kind(i + 1) == "SEMI":
            return self.raise_again(i)
        if word == "del" and self.kind(i + 1) == "NAME":
            return self.delete(i)
        return self.assignment(i)

    def header(self, i: int, word: str) -> bool:
        start = i + 1 if word == "async" else i
        word = self.word(start)
        colon = self.end_of(start + 1, "COLON")
        if word not in _HEADERS or self.kind(colon) != "COLON" or colon + 1 >= len(self.tokens):
            return False
        if not self.is_header(start, word, colon):
            return False
        body = self.body(i, colon)
        if body is False:
            return False
        block = _Block(word, self.indentation(i), body)
        block.silent = word not in _READ or not self.write_header(start, word, colon, block)
        self.colons[colon] = block
        if not block.silent and self.first is None:
            self.first = self.tokens[i].pos, self.tokens[colon].end
        return not block.silent

    def is_header(self, i: int, word: str, colon: int) -> bool:
        if word in ("else", "try", "finally"):
            return (colon == i + 1 and word not in self.labels) or (word == "else" and self.word(i + 1) == "if")
        if word == "except":
            return word not in self.labels
        if word == "def":
            return self.kind(i + 1) == "NAME" and self.kind(i + 2) == "LPAR"
        return colon > i + 1

    def body(self, i: int, colon: int) -> _Indent | Literal[False] | None:
        """Returns the indentation of the block behind the colon, None if it is on the header's line, False if there is none."""
        after = colon + 1
        word = self.word(i)
        if self.kind(after) == "LBRACE":
            return False
        if not self.on_new_line(after):
            if word == "for" and all(t.text != "in" for t in self.tokens[i:colon]):
                return False
            last = self.end_of(after) - 1
            return False if word in _LABELS and self.kind(last) == "COMMA" else None
        indent = self.indentation(after)
        if self.compare(after, indent, self.indentation(i)) > 0:
            return indent
        if word in _LABELS:
            return False
        at = self.tokens[after]
        raise Refused(f"syntax error: expected an indented block after `{word}`", at.pos, at.end, _LEVEL)

    def write_header(self, i: int, word: str, colon: int, block: _Block) -> bool:
        """Writes the beginning of a header as Go, or in a form that the rules for foreign statements read. Returns False if it cannot be read."""
        at = self.tokens[i]
        if word == "def":
            function = defs.declaration(self, i, colon, self.within[-1], self.out)
            if function is None:
                return False
            block.function = function
            self.functions.append(function)
        elif word == "elif":
            self.out += go_tokens("else if", at)
        elif word == "except":
            name = self.word(colon - 1) if self.word(colon - 2) == "as" else f"{HIDDEN}e{at.pos}"
            block.caught = name
            where = self.tokens[colon - 1]
            self.out += [*go_tokens("catch(", at), put_at("NAME", name, where), *go_tokens(")", where)]
        elif word != "if" or self.word(i + 1) != "__name__":
            self.out.append(at)
        whole = word in ("def", "except") or self.word(i + 1) == "__name__"
        self.index = colon if whole else i + 1
        return True

    # --- statements ---

    def raise_again(self, i: int) -> bool:
        """Reads a raise without a value as a panic with the caught error."""
        caught = next((b.caught for b in reversed(self.levels[-1].blocks) if b.caught), "")
        if not caught:
            return False
        at = self.tokens[i]
        self.out += [*go_tokens("panic(", at), put_at("NAME", caught, at), *go_tokens(")", at)]
        return True

    def delete(self, i: int) -> bool:
        """Reads del m[k]"""
        end = self.end_of(i + 1)
        last = i + 2
        while self.next(last) < end:
            last = self.next(last)
        if self.kind(last) != "LBRACK" or self.next(last) != end or self.kind(end) != "SEMI":
            return False
        at, bracket, close = self.tokens[i], self.tokens[last], self.tokens[end - 1]
        self.out += [*go_tokens("delete(", at), *self.tokens[i + 1 : last]]
        self.out += [*go_tokens(",", bracket), *self.tokens[last + 1 : end - 1], *go_tokens(")", close)]
        self.index = end
        return True

    def assignment(self, i: int) -> bool:
        """Records the names of `a, b = x`, and drops the type of `x: int = 1`."""
        at = i
        while self.kind(at) == "NAME" and self.kind(at + 1) == "COMMA":
            at += 2
        equals = at + 1
        typed = at == i and self.kind(equals) == "COLON"
        if typed:
            equals = self.end_of(equals, "ASSIGN")
            if any(t.kind not in _TYPE_PARTS for t in self.tokens[i + 2 : equals]):
                return False
        if self.kind(at) != "NAME" or self.kind(equals) != "ASSIGN":
            return False
        blocks = self.levels[-1].blocks
        top = bool(blocks) and blocks[-1].function is not None
        place = len(self.out) + at - i + 1
        self.within[-1].assigns([t.text for t in self.tokens[i : at + 1 : 2]], place, top)
        if typed:
            self.out.append(self.tokens[i])
            self.index = equals
        return typed


_RENAMED = {"len": "__size", "print": "fmt.Println", "main": defs.MAIN}
