"""Turns the tokens into tokens that an LALR(1) grammar of Go can read.

One walk with a stack of open brackets. It knows at every token whether an operand is expected, and so decides what the grammar
would need look-ahead for: what a brace opens, which bracket opens type parameters, which `func` declares a name, where a result list
begins. It also inserts a semicolon before a closing brace on the same line, counts nesting, and finds brackets that do not
match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax import layout_brackets as brackets
from codemode.dsl.syntax import layout_lines as lines
from codemode.dsl.syntax.layout_walk import MAX_NESTING, Walk
from codemode.dsl.syntax.tokens import Token

__all__ = ["MAX_NESTING", "Layout"]


Handler = Callable[[Any, Token], bool]

# A handler returns True if it has handled the tokens up to `index` itself and they must not be passed on.
HANDLERS: dict[str, Handler] = {
    "SEMI": lines.on_semicolon,
    "COMMA": lines.on_separator,
    "COLON": lines.on_colon,
    "ASSIGN": lines.on_separator,
    "DEFINE": lines.on_separator,
    "OPASSIGN": lines.on_separator,
    "BINOP": lines.on_operator,
    "ADDOP": lines.on_operator,
    "STAR": lines.on_operator,
    "BAR": lines.on_operator,
    "NOT": lines.on_prefix,
    "TILDE": lines.on_prefix,
    "DOT": lines.on_dot,
    "ARROW": lines.on_arrow,
    "IF": lines.on_header,
    "FOR": lines.on_header,
    "SWITCH": lines.on_header,
    "ELSE": lines.on_else,
    "FUNC": lines.on_func,
    "CHAN": lines.on_prefix,
    "MAP": lines.on_typed_keyword,
    "STRUCT": lines.on_typed_keyword,
    "INTERFACE": lines.on_prefix,
    "TYPE": lines.on_type,
    "CASE": lines.on_case,
    "DEFAULT": lines.on_case,
    **dict.fromkeys(("VAR", "CONST", "IMPORT", "RANGE", "RETURN", "GO", "DEFER", "SELECT"), lines.on_keyword),
    "LPAR": brackets.on_paren,
    "RPAR": brackets.on_close_paren,
    "LBRACK": brackets.on_bracket,
    "RBRACK": brackets.on_close_bracket,
    "LBRACE": brackets.on_brace,
    "RBRACE": brackets.on_close_brace,
}


class Layout(Walk):
    """The layout pass; `run` returns the tokens for the parser. If brackets do not match, the list ends there, so the parser stops at that place."""

    handlers: ClassVar[dict[str, Handler]] = HANDLERS

    def run(self) -> list[Token]:
        tokens, out, handlers = self.tokens, self.out, self.handlers
        count = len(tokens)
        tokens.extend([self.end_token] * 4)  # allows looking ahead without bounds checks
        put = out.append
        check_cancelled()
        index = 0
        while index < count:
            token = tokens[index]
            handle = handlers.get(token.kind)
            if handle is None:
                self.expect = False
            else:
                self.index = index
                if handle(self, token):
                    if self.broken:
                        return out
                    index = self.index + 1
                    continue
            put(token)
            self.prev = token
            index += 1
        self.finish()
        return out

    def finish(self) -> None:
        if self.stack:
            self.unclosed = self.level.token
        if self.level.run > self.longest:
            self.note_run(self.level)
        self.out.append(self.end_token)
