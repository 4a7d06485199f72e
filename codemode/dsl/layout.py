"""Tokens -> tokens that an LALR(1) grammar of Go can read.

One walk with a stack of open brackets. It knows at every token whether an operand is expected, and so answers what the grammar
would need look-ahead for: what a brace opens, which bracket opens type parameters, which `func` declares a name, where a result list
begins. It also puts a semicolon before a closing brace on the same line, counts nesting, and finds brackets that do not
match. What is not Go but certain is mended here if it can be seen in the tokens (see repairs.py for words).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from codemode.dsl.diagnostics import Mend
from codemode.dsl.repairs import BLOCK_WORDS, ELSE_IF_WORDS, WORDS, Words
from codemode.dsl.syntax_errors import Refused
from codemode.dsl.tokens import END, FOREIGN, Token

# Levels of brackets, and links in one chain of selectors, calls, indices, prefix operators, element types or else-branches.
MAX_NESTING = 200

_OPENING = frozenset({"LPAR", "LBRACK", "LBRACE", "RESULTS", "TPBRACK", "VALBRACK", "FBODY", "LITBRACE", "VALBRACE"})
_CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
_STATEMENT_LEVELS = frozenset({"file", "block"})
_LINE_LEVELS = frozenset({"file", "block", "struct", "interface", "group", "types"})
_LITERAL_LEVELS = frozenset({"literal", "braces", "brackets"})
_DECLARERS = frozenset({"VAR", "CONST", "TYPE", "IMPORT"})
# What may begin a type: after `[x]` one of these says that an array type is being written.
_TYPE_STARTS = frozenset({"NAME", "STAR", "LBRACK", "LPAR", "MAP", "CHAN", "FUNC", "STRUCT", "INTERFACE", "ARROW"})
_ONLY_TYPES = frozenset({"MAP", "CHAN", "FUNC", "INTERFACE", "STRUCT", "LBRACK"})
_ELEMENT_STARTS = frozenset({"NAME", "LITERAL", "STRING", "LBRACE", "LBRACK", "MAP", "FUNC"})


class Level:
    """One open bracket, or the whole file."""

    __slots__ = ("elses", "header", "kind", "pending", "run", "token", "typed")

    def __init__(self, kind: str, token: Token) -> None:
        self.kind = kind
        self.token = token
        self.header = False  # between `if`, `for` or `switch` and the brace of its block
        self.pending = (
            ""  # a `func` waits for the brace of its body: "declaration", or "literal" if it is no type after all
        )
        self.typed = False  # the operand so far is an array, map or struct type: a brace makes it a literal
        self.run = 0  # links in the chain of the operand so far
        self.elses = 0  # else-branches and labels of the statement so far


class Layout:
    """`run` makes the list for the parser. If brackets do not match, the list ends there, and the parser cannot go past its end."""

    def __init__(self, tokens: list[Token], end: int, mends: list[Mend] | None) -> None:
        self.tokens = tokens
        self.mends = mends
        self.stack: list[Level] = []
        self.level = Level("file", Token("SEMI", "", 0, 0))
        self.expect = True  # an operand or a statement comes next
        self.prev = self.level.token
        self.index = 0
        self.out: list[Token] = []
        self.longest = 0
        self.deepest = 0
        self.roles: dict[int, str] = {}  # offset of an opening bracket -> kind of its level
        self.broken = False  # the walk ended at a bracket that does not match
        self.unclosed: Token | None = None
        self.mismatch_hint = ""
        self.declared_name: Token | None = None
        self.type_bracket: Token | None = None
        self.params_bracket: Token | None = None
        self.results_bracket: Token | None = None
        self.words = Words(tokens, mends) if mends is not None else None
        self.partners: dict[int, int] = {}
        self.end_token = Token(END, "", end, end)

    def run(self) -> list[Token]:
        tokens, out, handlers = self.tokens, self.out, _HANDLERS
        count = len(tokens)
        tokens.extend([self.end_token] * 4)  # so that looking ahead needs no bounds
        words = WORDS if self.words is not None else frozenset[str]()
        put = out.append
        index = 0
        while index < count:
            token = tokens[index]
            kind = token.kind
            if kind == "NAME" and token.text in words:
                self.index = index
                index += self.word(token)
                continue
            handle = handlers.get(kind)
            if handle is None:
                self.expect = False
            else:
                self.index = index
                if handle(self, token):
                    if self.broken:
                        return out
                    index += 1
                    continue
            put(token)
            self.prev = token
            index += 1
        self.finish()
        return out

    def finish(self) -> None:
        if self.stack:
            self.unclosed = self.level.token
        self.note_run(self.level)
        self.out.append(self.end_token)

    # --- what many rules need ---

    def mend(self, message: str, token: Token) -> None:
        if self.mends is not None:
            self.mends.append(Mend(message, token.pos, token.end))

    def at_statement_start(self) -> bool:
        kind = self.prev.kind
        if self.level.kind not in _STATEMENT_LEVELS or self.level.header:
            return False
        return kind in ("SEMI", "FBODY", "COLON", "ELSE") or (kind == "LBRACE" and self.level.token is self.prev)

    def note_run(self, level: Level) -> None:
        if level.run > self.longest:
            self.longest = level.run
            if level.run > MAX_NESTING:
                raise Refused(
                    f"syntax error: expression nested too deeply: more than {MAX_NESTING} levels",
                    self.prev.pos,
                    self.prev.end,
                )

    def fresh(self, level: Level) -> None:
        """An operand is complete and something new begins at this level."""
        if level.run:
            self.note_run(level)
            level.run = 0
        level.typed = False
        self.expect = True

    def open(self, kind: str, token: Token) -> None:
        self.stack.append(self.level)
        self.level = Level(kind, token)
        self.roles[token.pos] = kind
        self.expect = True
        if len(self.stack) > self.deepest:
            self.deepest = len(self.stack)
            if self.deepest > MAX_NESTING:
                raise Refused(
                    f"syntax error: nested too deeply: more than {MAX_NESTING} levels of brackets", token.pos, token.end
                )

    def close(self, token: Token) -> Level | None:
        """The level that this bracket closes; None if it closes nothing, and then the walk ends."""
        level = self.level
        if not self.stack or _closer(level.token) != token.kind:
            self.mismatch(token)
            return None
        self.note_run(level)
        if level.kind in _LINE_LEVELS and self.prev.kind != "SEMI" and self.prev is not level.token:
            self.insert_semicolon(token)
        self.level = self.stack.pop()
        self.expect = False
        return level

    def mismatch(self, token: Token) -> None:
        """The walk ends at a bracket that closes nothing, or not what was opened last."""
        partner = {")": "(", "]": "[", "}": "{"}[token.text]
        if any(level.token.text == partner for level in self.stack[1:]):
            self.unclosed = self.level.token
        else:
            self.mismatch_hint = f"no {partner} is open here"
        self.broken = True
        self.out.append(Token("MISMATCH", token.text, token.pos, token.end))

    def insert_semicolon(self, before: Token) -> None:
        self.prev = Token("SEMI", before.text, before.pos, before.pos)
        self.out.append(self.prev)

    def following(self, count: int = 1) -> Token:
        return self.tokens[self.index + count]

    def matching(self, at: int) -> int:
        """Index of the bracket that closes the one at index `at`, or of the end."""
        if not self.partners:
            self.partners[-1] = -1
            opened: list[int] = []
            for index, token in enumerate(self.tokens):
                if token.kind in _OPENING:
                    opened.append(index)
                elif token.kind in _CLOSING and opened:
                    self.partners[opened.pop()] = index
        return self.partners.get(at, len(self.tokens) - 4)

    def directly_inside(self, at: int) -> Iterator[Token]:
        """The tokens between the bracket at index `at` and its partner, without those in further brackets."""
        close = self.matching(at)
        at += 1
        while at < close:
            yield self.tokens[at]
            at = self.matching(at) if self.tokens[at].kind in _OPENING else at + 1

    def word(self, token: Token) -> int:
        """A word of another language, perhaps. Gives the number of tokens that were read."""
        assert self.words is not None
        made, count = self.words.read(self, token)
        for new in made:
            handle = _HANDLERS.get(new.kind)
            if handle is None:
                self.expect = False
            elif handle(self, new):
                continue
            self.out.append(new)
            self.prev = new
        return count


def _closer(opener: Token) -> str:
    text = opener.text
    return "RPAR" if text == "(" else "RBRACK" if text == "[" else "RBRACE"


# --- separators ------------------------------------------------------------------------------------------------


def _semicolon(self: Layout, token: Token) -> bool:
    level = self.level
    if token.text != ";" and self.mends is not None and _mend_newline(self, token):
        return True
    if level.kind in _LINE_LEVELS:
        level.pending = ""
        level.elses = 0
        if level.kind == "types" and self.following().kind == "NAME":
            _mark_type_params(self, self.index + 1)
    self.fresh(level)
    return False


def _mend_newline(self: Layout, token: Token) -> bool:
    """A line end where Go puts a semicolon that cannot be meant. True if it is dropped."""
    level = self.level
    after = self.following()
    kind = after.kind
    if self.prev.kind == "RBRACE" and (kind == "ELSE" or after.text in ELSE_IF_WORDS):
        self.mend(f"`{after.text}` at the start of a line read as if it stood on the line of the `}}` before it", after)
        return True
    if (kind == "DOT" and level.kind != "group") or (kind == "BINOP" and after.text in ("&&", "||")):
        self.mend(f"`{after.text}` at the start of a line read as if it stood at the end of the line before", after)
        return True
    if level.kind in _STATEMENT_LEVELS:
        if kind == "LBRACE" and (level.header or level.pending == "declaration"):
            self.mend("`{` at the start of a line read as if it stood at the end of the line before", after)
            return True
        return False
    if level.kind in _LINE_LEVELS:
        return False
    if kind == _closer(level.token):
        if level.kind == "paren":
            self.mend(f"line end before `{after.text}` ignored", token)
        else:
            self.mend(f"missing comma before `{after.text}` added", token)
        return True
    if kind == "COMMA":
        self.mend("line end before `,` ignored", token)
        return True
    if level.kind in _LITERAL_LEVELS and kind in _ELEMENT_STARTS and self.following(2).kind not in ("DEFINE", "ASSIGN"):
        self.mend("missing comma at the end of the line added", token)
        token.kind = "COMMA"
        self.fresh(level)
        self.out.append(token)
        self.prev = token
        return True
    return False


def _comma(self: Layout, token: Token) -> bool:
    self.level.pending = ""
    self.fresh(self.level)
    return False


def _colon(self: Layout, token: Token) -> bool:
    level = self.level
    level.pending = ""
    if level.kind in _STATEMENT_LEVELS:
        level.elses += 1
        _check_elses(self, token)
    self.fresh(level)
    return False


def _assign(self: Layout, token: Token) -> bool:
    self.level.pending = ""
    self.fresh(self.level)
    return False


# --- operators and keywords -------------------------------------------------------------------------------------


def _operator(self: Layout, token: Token) -> bool:
    if self.expect:
        self.level.run += 1
    else:
        self.fresh(self.level)
    return False


def _foreign(self: Layout, token: Token) -> bool:
    if self.mends is not None and token.text in ("===", "!=="):
        self.mend(f"`{token.text}` read as `{token.text[:2]}`", token)
        token.kind, token.text = "BINOP", token.text[:2]
        return _operator(self, token)
    return False


def _prefix(self: Layout, token: Token) -> bool:
    self.level.run += 1
    self.expect = True
    return False


def _dot(self: Layout, token: Token) -> bool:
    self.level.run += 1
    return False


def _arrow(self: Layout, token: Token) -> bool:
    if self.prev.kind != "CHAN":
        return _operator(self, token)
    # In `<-chan<- int` the second arrow belongs to the element type.
    if len(self.out) < 2 or self.out[-2].kind != "ARROW":
        token.kind = "CHAN_ARROW"
    self.expect = True
    return False


def _keyword(self: Layout, token: Token) -> bool:
    self.expect = True
    return False


def _case(self: Layout, token: Token) -> bool:
    self.level.elses = 0
    self.expect = True
    return False


def _else(self: Layout, token: Token) -> bool:
    self.level.elses += 1
    _check_elses(self, token)
    self.expect = True
    return False


def _check_elses(self: Layout, token: Token) -> None:
    if self.level.elses > MAX_NESTING:
        raise Refused(
            f"syntax error: nested too deeply: more than {MAX_NESTING} else-branches or labels", token.pos, token.end
        )


def _header(self: Layout, token: Token) -> bool:
    self.level.header = True
    self.expect = True
    return False


def _func(self: Layout, token: Token) -> bool:
    level = self.level
    if self.at_statement_start() and _declares(self):
        token.kind = "FUNC_DECL"
        level.pending = "declaration"
    elif self.prev.kind != "RBRACK" and not level.typed and not level.pending:
        level.pending = "literal"
    level.run += 1
    self.expect = True
    return False


def _declares(self: Layout) -> bool:
    """Whether the `func` at the start of a statement declares a function or method; its name is noted."""
    if self.following().kind == "NAME":
        self.declared_name = self.following()
        return True
    if self.following().kind != "LPAR":
        return False
    close = self.matching(self.index + 1)
    name, after = self.tokens[close + 1], self.tokens[close + 2]
    if name.kind != "NAME" or after.kind not in ("LPAR", "LBRACK"):
        return False
    if after.kind == "LBRACK":
        close = self.matching(close + 2)
        if self.tokens[close + 1].kind != "LPAR":
            return False
    self.declared_name = name
    return True


def _typed_keyword(self: Layout, token: Token) -> bool:
    self.level.typed = True
    self.level.run += 1
    self.expect = True
    return False


def _type(self: Layout, token: Token) -> bool:
    self.expect = True
    if self.following().kind == "NAME":
        _mark_type_params(self, self.index + 1)
    return False


def _mark_type_params(self: Layout, at: int) -> None:
    if self.tokens[at + 1].kind == "LBRACK" and _opens_type_params(self, at + 1):
        self.type_bracket = self.tokens[at + 1]


def _opens_type_params(self: Layout, at: int) -> bool:
    """Whether `type T [` at this bracket goes on with type parameters or with an array length, decided as Go's parser does."""
    tokens = self.tokens
    if tokens[at + 1].kind != "NAME":
        return False
    kind = tokens[at + 2].kind
    if kind not in ("STAR", "LPAR"):
        return kind in ("COMMA", "NAME", "LBRACK", "MAP", "CHAN", "FUNC", "INTERFACE", "STRUCT", "TILDE", "ARROW")
    inside = list(self.directly_inside(at))
    if any(token.kind in ("COMMA", "TILDE") for token in inside):
        return True
    if kind == "LPAR":
        inside = list(self.directly_inside(at + 2))
    return any(token.kind in _ONLY_TYPES for token in inside)


# --- brackets ---------------------------------------------------------------------------------------------------


def _paren(self: Layout, token: Token) -> bool:
    level, prev = self.level, self.prev
    if token is self.results_bracket:
        token.kind = "RESULTS"
        self.open("results", token)
    elif (
        prev.kind in ("FUNC", "FUNC_DECL")
        or prev is self.declared_name
        or token is self.params_bracket
        or (level.kind == "interface" and prev.kind == "NAME")
    ):
        self.open("params", token)
    elif prev.kind in _DECLARERS:
        self.open("types" if prev.kind == "TYPE" else "group", token)
        if prev.kind == "TYPE" and self.following().kind == "NAME":
            _mark_type_params(self, self.index + 1)
    else:
        level.run += 1
        if self.expect or prev.kind == "DOT":
            self.open("paren", token)
        else:
            level.typed = False
            self.open("call", token)
    return False


def _close_paren(self: Layout, token: Token) -> bool:
    level = self.close(token)
    if level is None:
        return True
    if level.kind == "params" and self.following().kind == "LPAR":
        self.results_bracket = self.following()
    return False


def _bracket(self: Layout, token: Token) -> bool:
    level = self.level
    if token is self.type_bracket or self.prev is self.declared_name:
        token.kind = "TPBRACK"
        self.open("type params", token)
        return False
    level.run += 1
    if self.prev.kind == "MAP":
        self.open("map", token)
    elif not self.expect:
        self.open("index", token)
    elif self.mends is not None and _opens_list(self):
        token.kind = "VALBRACK"
        self.open("brackets", token)
    else:
        level.typed = True
        self.open("array", token)
    return False


def _opens_list(self: Layout) -> bool:
    """Whether a bracket where an operand is expected opens a list like [1, 2], and not an array or slice type."""
    at = self.index
    if self.following().kind == "RBRACK":
        return self.following(2).kind not in _TYPE_STARTS
    if self.following().kind == "ELLIPSIS":
        return False
    if self.tokens[self.matching(at) + 1].kind not in _TYPE_STARTS:
        return True
    return any(token.kind in ("COMMA", "SEMI", "FOR") for token in self.directly_inside(at))


def _close_bracket(self: Layout, token: Token) -> bool:
    level = self.close(token)
    if level is None:
        return True
    if level.kind in ("array", "map", "type params"):
        self.expect = True
        if level.kind == "type params" and self.level.pending:
            self.params_bracket = self.following()
    return False


def _brace(self: Layout, token: Token) -> bool:
    level, prev = self.level, self.prev
    if prev.kind == "STRUCT" or prev.kind == "INTERFACE":
        self.open("struct" if prev.kind == "STRUCT" else "interface", token)
    elif level.pending:
        level.pending = ""
        token.kind = "FBODY"
        self.fresh(level)
        self.open("block", token)
    elif level.header and (self.expect or not level.typed):
        level.header = False
        self.fresh(level)
        self.open("block", token)
    elif not self.expect and _can_be_literal(self):
        level.typed = False
        level.run += 1
        token.kind = "LITBRACE"
        self.open("literal", token)
    elif not self.expect:
        self.open("block", token)
    else:
        _brace_for_operand(self, token)
    return False


def _can_be_literal(self: Layout) -> bool:
    """After an operand a brace opens a literal, unless the operand cannot be a type."""
    prev, out = self.prev, self.out
    if prev.kind == "RPAR":
        return self.level.typed  # []func(){ ... }
    if prev.kind in ("LITERAL", "STRING", "INCDEC"):
        return False
    if prev.kind == "NAME" and prev.text in BLOCK_WORDS and self.mends is not None:
        return len(out) > 1 and out[-2].kind not in ("SEMI", "FBODY", "LBRACE", "RBRACE", "COLON")
    return True


def _brace_for_operand(self: Layout, token: Token) -> None:
    level, prev = self.level, self.prev
    keyed = self.following().kind == "STRING" and self.following(2).kind == "COLON"
    if level.kind in _LITERAL_LEVELS and prev.kind in ("LITBRACE", "VALBRACE", "VALBRACK", "COMMA", "COLON"):
        token.kind = "LITBRACE"
        self.open("literal", token)
    elif self.mends is None or (prev.kind in ("ELSE", "SELECT") or (self.at_statement_start() and not keyed)):
        self.open("block", token)
    else:
        level.run += 1
        token.kind = "VALBRACE"
        self.open("braces", token)


def _close_brace(self: Layout, token: Token) -> bool:
    return self.close(token) is None


_Handler = Callable[[Layout, Token], bool]

# A handler gives True when it has dealt with the token and the token is not to be passed on.
_HANDLERS: dict[str, _Handler] = {
    "SEMI": _semicolon,
    "COMMA": _comma,
    "COLON": _colon,
    "ASSIGN": _assign,
    "DEFINE": _assign,
    "OPASSIGN": _assign,
    "BINOP": _operator,
    "ADDOP": _operator,
    "STAR": _operator,
    "BAR": _operator,
    FOREIGN: _foreign,
    "NOT": _prefix,
    "TILDE": _prefix,
    "DOT": _dot,
    "ARROW": _arrow,
    "IF": _header,
    "FOR": _header,
    "SWITCH": _header,
    "ELSE": _else,
    "FUNC": _func,
    "CHAN": _prefix,
    "MAP": _typed_keyword,
    "STRUCT": _typed_keyword,
    "INTERFACE": _prefix,
    "TYPE": _type,
    "CASE": _case,
    "DEFAULT": _case,
    **dict.fromkeys(("VAR", "CONST", "IMPORT", "RANGE", "RETURN", "GO", "DEFER", "SELECT"), _keyword),
    "LPAR": _paren,
    "RPAR": _close_paren,
    "LBRACK": _bracket,
    "RBRACK": _close_bracket,
    "LBRACE": _brace,
    "RBRACE": _close_brace,
}
