"""Rules of the layout pass for line ends, separators, operators and keywords."""

from __future__ import annotations

from codemode.dsl.dialect.surface.words import ELSE_IF_WORDS
from codemode.dsl.syntax.layout_walk import (
    ELEMENT_STARTS,
    LINE_LEVELS,
    LITERAL_LEVELS,
    MAX_NESTING,
    ONLY_TYPES,
    STATEMENT_LEVELS,
    Walk,
    closer_of,
)
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token

# --- separators ------------------------------------------------------------------------------------------------


def on_semicolon(self: Walk, token: Token) -> bool:
    level = self.level
    if token.text != ";" and self.mends is not None and _mend_newline(self, token):
        return True
    if level.kind in LINE_LEVELS:
        level.pending = ""
        level.elses = 0
        if level.kind == "types" and self.following().kind == "NAME":
            mark_type_params(self, self.index + 1)
    self.fresh(level)
    return False


def _mend_newline(self: Walk, token: Token) -> bool:
    """Handles a line end at which Go inserts a semicolon that cannot be meant. Returns True if the line end is dropped."""
    level = self.level
    after = self.following()
    kind = after.kind
    if self.prev.kind == "RBRACE" and (kind == "ELSE" or after.text in ELSE_IF_WORDS):
        self.mend(f"`{after.text}` at the start of a line read as if it stood on the line of the `}}` before it", after)
        return True
    if (kind == "DOT" and level.kind != "group") or (kind == "BINOP" and after.text in ("&&", "||")):
        self.mend(f"`{after.text}` at the start of a line read as if it stood at the end of the line before", after)
        return True
    if level.kind in STATEMENT_LEVELS:
        if kind == "LBRACE" and (level.header or level.pending == "declaration"):
            self.mend("`{` at the start of a line read as if it stood at the end of the line before", after)
            return True
        return False
    if level.kind in LINE_LEVELS:
        return False
    if kind == closer_of(level.token):
        if level.kind == "paren":
            self.mend(f"line end before `{after.text}` ignored", token)
        else:
            self.mend(f"missing comma before `{after.text}` added", token)
        return True
    if kind == "COMMA":
        self.mend("line end before `,` ignored", token)
        return True
    if level.kind in LITERAL_LEVELS and kind in ELEMENT_STARTS and self.following(2).kind not in ("DEFINE", "ASSIGN"):
        self.mend("missing comma at the end of the line added", token)
        token.kind = "COMMA"
        self.fresh(level)
        self.out.append(token)
        self.prev = token
        return True
    return False


def on_comma(self: Walk, token: Token) -> bool:
    if self.level.kind == "struct" and self.mends is not None and _ends_field(self.tokens, self.index):
        self.mend("`,` between the fields of a struct read as `;`", token)
        token.kind, token.text = "SEMI", ";"
        self.fresh(self.level)
        return False
    self.level.pending = ""
    self.fresh(self.level)
    return False


def _ends_field(tokens: list[Token], at: int) -> bool:
    """Returns whether the comma ends a field with its type, as in `k string, v int`, rather than a name."""
    return (
        at > 1
        and tokens[at - 2].kind not in ("SEMI", "COMMA", "LBRACE")
        and tokens[at - 1].kind not in ("SEMI", "COMMA")
    )


def on_colon(self: Walk, token: Token) -> bool:
    level = self.level
    level.pending = ""
    if level.kind in STATEMENT_LEVELS:
        level.elses += 1
        _check_elses(self, token)
    self.fresh(level)
    return False


def on_assign(self: Walk, token: Token) -> bool:
    self.level.pending = ""
    self.fresh(self.level)
    return False


# --- operators and keywords -------------------------------------------------------------------------------------


def on_operator(self: Walk, token: Token) -> bool:
    if self.expect:
        self.level.run += 1
    else:
        self.fresh(self.level)
    return False


def on_foreign(self: Walk, token: Token) -> bool:
    if self.mends is not None and token.text == "??" and not self.expect:
        token.kind = "BINOP"  # the checker decides how it is read
        return on_operator(self, token)
    if self.mends is not None and token.text in ("===", "!=="):
        self.mend(f"`{token.text}` read as `{token.text[:2]}`", token)
        token.kind, token.text = "BINOP", token.text[:2]
        return on_operator(self, token)
    return False


def on_prefix(self: Walk, token: Token) -> bool:
    self.level.run += 1
    self.expect = True
    return False


def on_dot(self: Walk, token: Token) -> bool:
    self.level.run += 1
    return False


def on_arrow(self: Walk, token: Token) -> bool:
    if self.prev.kind != "CHAN":
        return on_operator(self, token)
    # In `<-chan<- int` the second arrow belongs to the element type.
    if len(self.out) < 2 or self.out[-2].kind != "ARROW":
        token.kind = "CHAN_ARROW"
    self.expect = True
    return False


def on_keyword(self: Walk, token: Token) -> bool:
    self.expect = True
    return False


def on_case(self: Walk, token: Token) -> bool:
    self.level.elses = 0
    self.expect = True
    return False


def on_else(self: Walk, token: Token) -> bool:
    self.level.elses += 1
    _check_elses(self, token)
    self.expect = True
    return False


def _check_elses(self: Walk, token: Token) -> None:
    if self.level.elses > MAX_NESTING:
        raise Refused(
            f"syntax error: nested too deeply: more than {MAX_NESTING} else-branches or labels", token.pos, token.end
        )


def on_header(self: Walk, token: Token) -> bool:
    self.level.header = True
    self.expect = True
    return False


def on_func(self: Walk, token: Token) -> bool:
    level = self.level
    if self.at_statement_start() and _declares(self):
        token.kind = "FUNC_DECL"
        level.pending = "declaration"
    elif self.prev.kind != "RBRACK" and not level.typed and not level.pending:
        level.pending = "literal"
    level.run += 1
    self.expect = True
    return False


def _declares(self: Walk) -> bool:
    """Returns whether the `func` at the start of a statement declares a function or method, and records its name."""
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


def on_typed_keyword(self: Walk, token: Token) -> bool:
    self.level.typed = True
    self.level.run += 1
    self.expect = True
    return False


def on_type(self: Walk, token: Token) -> bool:
    self.expect = True
    if self.following().kind == "NAME":
        mark_type_params(self, self.index + 1)
    return False


def mark_type_params(self: Walk, at: int) -> None:
    if self.tokens[at + 1].kind == "LBRACK" and _opens_type_params(self, at + 1):
        self.type_bracket = self.tokens[at + 1]


def _opens_type_params(self: Walk, at: int) -> bool:
    """Returns whether the bracket of `type T [` begins type parameters rather than an array length, decided as Go's parser does."""
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
    return any(token.kind in ONLY_TYPES for token in inside)
