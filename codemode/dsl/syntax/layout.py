"""Turns the tokens into tokens that an LALR(1) grammar of Go can read.

One walk with a stack of open brackets. It knows at every token whether an operand is expected, and so decides what the grammar
would need look-ahead for: what a brace opens, which bracket opens type parameters, which `func` declares a name, where a result list
begins. It also inserts a semicolon before a closing brace on the same line, counts nesting, and finds brackets that do not
match. Text that is not Go is repaired here if its meaning is certain from the tokens alone.
"""

from __future__ import annotations

from collections.abc import Callable

from codemode.dsl.dialect.surface.words import WORDS
from codemode.dsl.syntax import layout_brackets as brackets
from codemode.dsl.syntax import layout_lines as lines
from codemode.dsl.syntax.layout_walk import MAX_NESTING, Walk
from codemode.dsl.syntax.tokens import FOREIGN, Token

__all__ = ["MAX_NESTING", "Layout"]


class Layout(Walk):
    """The layout pass; `run` returns the tokens for the parser. If brackets do not match, the list ends there, so the parser stops at that place."""

    def run(self) -> list[Token]:
        tokens, out, handlers = self.tokens, self.out, _HANDLERS
        count = len(tokens)
        tokens.extend([self.end_token] * 4)  # allows looking ahead without bounds checks
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

    def word(self, token: Token) -> int:
        """Reads a word of another language, if it is one. Returns the number of tokens that were read."""
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


_Handler = Callable[[Walk, Token], bool]

# A handler returns True if it has handled the token itself and the token must not be passed on.
_HANDLERS: dict[str, _Handler] = {
    "SEMI": lines.on_semicolon,
    "COMMA": lines.on_comma,
    "COLON": lines.on_colon,
    "ASSIGN": lines.on_assign,
    "DEFINE": lines.on_assign,
    "OPASSIGN": lines.on_assign,
    "BINOP": lines.on_operator,
    "ADDOP": lines.on_operator,
    "STAR": lines.on_operator,
    "BAR": lines.on_operator,
    FOREIGN: lines.on_foreign,
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
