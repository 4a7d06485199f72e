"""Rules of the layout pass for line ends, separators, operators and keywords."""

from __future__ import annotations

from codemode.dsl.syntax.layout_walk import LINE_LEVELS, MAX_NESTING, ONLY_TYPES, STATEMENT_LEVELS, Walk
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token

# --- separators ------------------------------------------------------------------------------------------------


def on_semicolon(self: Walk, token: Token) -> bool:
    level = self.level
    if level.kind in LINE_LEVELS:
        level.pending = ""
        level.elses = 0
        if level.kind == "types" and self.following().kind == "NAME":
            mark_type_params(self, self.index + 1)
    self.fresh(level)
    return False


def on_separator(self: Walk, token: Token) -> bool:
    self.level.pending = ""
    self.fresh(self.level)
    return False


def on_colon(self: Walk, token: Token) -> bool:
    level = self.level
    level.pending = ""
    if level.kind in STATEMENT_LEVELS:
        level.elses += 1
        _check_elses(self, token)
    self.fresh(level)
    return False


# --- operators and keywords -------------------------------------------------------------------------------------


def on_operator(self: Walk, token: Token) -> bool:
    if self.expect:
        self.level.run += 1
    else:
        self.fresh(self.level)
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
