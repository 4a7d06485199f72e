"""Rules of the layout pass for brackets: they decide what each bracket opens."""

from __future__ import annotations

from codemode.dsl.syntax.layout_lines import mark_type_params
from codemode.dsl.syntax.layout_walk import DECLARERS, Walk
from codemode.dsl.syntax.tokens import Token

# --- brackets ---------------------------------------------------------------------------------------------------


def on_paren(self: Walk, token: Token) -> bool:
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
    elif prev.kind in DECLARERS:
        self.open("types" if prev.kind == "TYPE" else "group", token)
        if prev.kind == "TYPE" and self.following().kind == "NAME":
            mark_type_params(self, self.index + 1)
    else:
        level.run += 1
        if self.expect or prev.kind == "DOT":
            self.open("paren", token)
        else:
            level.typed = False
            self.open("call", token)
    return False


def on_close_paren(self: Walk, token: Token) -> bool:
    level = self.close(token)
    if level is None:
        return True
    if level.kind == "params" and self.following().kind == "LPAR":
        self.results_bracket = self.following()
    return False


def on_bracket(self: Walk, token: Token) -> bool:
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
    else:
        level.typed = True
        self.open("array", token)
    return False


def on_close_bracket(self: Walk, token: Token) -> bool:
    level = self.close(token)
    if level is None:
        return True
    if level.kind in ("array", "map", "type params"):
        self.expect = True
        if level.kind == "type params" and self.level.pending:
            self.params_bracket = self.following()
    return False


def on_brace(self: Walk, token: Token) -> bool:
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
    elif not self.expect and self.can_be_literal():
        level.typed = False
        level.run += 1
        token.kind = "LITBRACE"
        self.open("literal", token)
    elif not self.expect:
        self.open("block", token)
    else:
        self.brace_for_operand(token)
    return False


def on_close_brace(self: Walk, token: Token) -> bool:
    return self.close(token) is None
