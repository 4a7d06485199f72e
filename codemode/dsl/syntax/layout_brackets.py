"""Rules of the layout pass for brackets: they decide what each bracket opens."""

from __future__ import annotations

from codemode.dsl.dialect.surface.words import BLOCK_WORDS
from codemode.dsl.syntax.layout_lines import mark_type_params
from codemode.dsl.syntax.layout_walk import DECLARERS, LITERAL_LEVELS, TYPE_STARTS, Walk
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
    elif self.mends is not None and _opens_list(self):
        token.kind = "VALBRACK"
        self.open("brackets", token)
    else:
        level.typed = True
        self.open("array", token)
    return False


def _opens_list(self: Walk) -> bool:
    """Returns whether a bracket at the place of an operand opens a list such as [1, 2], and not an array or slice type."""
    at = self.index
    if self.following().kind == "RBRACK":
        return self.following(2).kind not in TYPE_STARTS
    if self.following().kind == "ELLIPSIS":
        return False
    if self.tokens[self.matching(at) + 1].kind not in TYPE_STARTS:
        return True
    return any(token.kind in ("COMMA", "SEMI", "FOR") for token in self.directly_inside(at))


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


def _can_be_literal(self: Walk) -> bool:
    """Returns whether a brace after the last operand opens a literal. It does unless the operand cannot be a type."""
    prev, out = self.prev, self.out
    if prev.kind == "RPAR":
        return self.level.typed  # []func(){ ... }
    if prev.kind in ("LITERAL", "STRING", "INCDEC"):
        return False
    if prev.kind == "NAME" and prev.text in BLOCK_WORDS and self.mends is not None:
        return len(out) > 1 and out[-2].kind not in ("SEMI", "FBODY", "LBRACE", "RBRACE", "COLON")
    return True


def _brace_for_operand(self: Walk, token: Token) -> None:
    level, prev = self.level, self.prev
    keyed = self.following().kind == "STRING" and self.following(2).kind == "COLON"
    if level.kind in LITERAL_LEVELS and prev.kind in ("LITBRACE", "VALBRACE", "VALBRACK", "COMMA", "COLON"):
        token.kind = "LITBRACE"
        self.open("literal", token)
    elif self.mends is None or (prev.kind in ("ELSE", "SELECT") or (self.at_statement_start() and not keyed)):
        self.open("block", token)
    else:
        level.run += 1
        token.kind = "VALBRACE"
        self.open("braces", token)


def on_close_brace(self: Walk, token: Token) -> bool:
    return self.close(token) is None
