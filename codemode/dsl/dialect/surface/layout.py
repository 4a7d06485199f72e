"""The layout pass for text that is not Go: words of other languages, lists and maps without types, line ends that Go does not allow."""

from __future__ import annotations

from typing import ClassVar

from codemode.dsl.diagnostics import Mend, mend_of
from codemode.dsl.dialect.surface.on_legal import BLOCK_WORDS, ELSE_IF_WORDS, WORDS
from codemode.dsl.dialect.surface.words import Words
from codemode.dsl.syntax import layout_brackets as brackets
from codemode.dsl.syntax import layout_lines as lines
from codemode.dsl.syntax.layout import HANDLERS, Handler, Layout
from codemode.dsl.syntax.layout_walk import CLOSER, LINE_LEVELS, LITERAL_LEVELS, STATEMENT_LEVELS, TYPE_STARTS
from codemode.dsl.syntax.tokens import FOREIGN, Token

_ELEMENT_STARTS = frozenset({"NAME", "LITERAL", "STRING", "LBRACE", "LBRACK", "MAP", "FUNC"})


class ForeignLayout(Layout):
    def __init__(self, tokens: list[Token], end: int, mends: list[Mend]) -> None:
        super().__init__(tokens, end)
        self.mends = mends
        self.words = Words(tokens, mends)

    def mend(self, code: str, at: Token, **facts: str) -> None:
        self.mends.append(mend_of(code, at.pos, at.end, **facts))

    # --- words and operators ---

    def on_name(self, token: Token) -> bool:
        if token.text not in WORDS:
            self.expect = False
            return False
        made, count = self.words.read(self, token)
        for new in made:
            handle = HANDLERS.get(new.kind)
            if handle is None:
                self.expect = False
            elif handle(self, new):
                continue
            self.out.append(new)
            self.prev = new
        self.index += count - 1
        return True

    def on_foreign(self, token: Token) -> bool:
        if token.text in ("===", "!=="):
            self.mend("foreign_operator", token, found=token.text, meant=token.text[:2])
            token.text = token.text[:2]
        elif token.text != "??" or self.expect:
            return False
        token.kind = "BINOP"  # the checker decides how `??` is read
        return lines.on_operator(self, token)

    # --- separators ---

    def on_semicolon(self, token: Token) -> bool:
        return (token.text != ";" and self.dropped(token)) or lines.on_semicolon(self, token)

    def dropped(self, token: Token) -> bool:
        """Handles a line end at which Go inserts a semicolon that cannot be meant. Returns True if the line end is dropped."""
        level = self.level
        after = self.following()
        kind = after.kind
        if self.prev.kind == "RBRACE" and (kind == "ELSE" or after.text in ELSE_IF_WORDS):
            self.mend("joined_to_brace", after, found=after.text)
        elif (kind == "DOT" and level.kind != "group") or (kind == "BINOP" and after.text in ("&&", "||")):
            self.mend("joined_line", after, found=after.text)
        elif level.kind in STATEMENT_LEVELS:
            if kind != "LBRACE" or not (level.header or level.pending == "declaration"):
                return False
            self.mend("brace_on_its_line", after)
        elif level.kind in LINE_LEVELS:
            return False
        elif kind == CLOSER[level.token.text]:
            code = "line_before_bracket" if level.kind == "paren" else "comma_before_bracket"
            self.mend(code, token, found=after.text)
        elif kind == "COMMA":
            self.mend("line_before_comma", token)
        else:
            return self.separated(token, kind)
        return True

    def separated(self, token: Token, kind: str) -> bool:
        """Puts a comma at the end of a line between the elements of a literal, if one is missing there. Returns whether it did."""
        defines = self.following(2).kind in ("DEFINE", "ASSIGN")
        if self.level.kind not in LITERAL_LEVELS or kind not in _ELEMENT_STARTS or defines:
            return False
        self.mend("comma_at_line_end", token)
        token.kind = "COMMA"
        self.fresh(self.level)
        self.out.append(token)
        self.prev = token
        return True

    def on_comma(self, token: Token) -> bool:
        if self.level.kind != "struct" or not self.ends_field():
            return lines.on_separator(self, token)
        self.mend("comma_in_struct", token)
        token.kind, token.text = "SEMI", ";"
        self.fresh(self.level)
        return False

    def ends_field(self) -> bool:
        """Returns whether the comma ends a field with its type, as in `k string, v int`, rather than a name."""
        tokens, at = self.tokens, self.index
        first = at > 1 and tokens[at - 2].kind not in ("SEMI", "COMMA", "LBRACE")
        return first and tokens[at - 1].kind not in ("SEMI", "COMMA")

    # --- brackets ---

    def on_bracket(self, token: Token) -> bool:
        declares = token is self.type_bracket or self.prev is self.declared_name or self.prev.kind == "MAP"
        if declares or not self.expect or not self.opens_list():
            return brackets.on_bracket(self, token)
        self.level.run += 1
        token.kind = "VALBRACK"
        self.open("brackets", token)
        return False

    def opens_list(self) -> bool:
        """Returns whether a bracket at the place of an operand opens a list such as [1, 2], and not an array or slice type."""
        if self.following().kind == "RBRACK":
            return self.following(2).kind not in TYPE_STARTS
        if self.following().kind == "ELLIPSIS":
            return False
        if self.tokens[self.matching(self.index) + 1].kind not in TYPE_STARTS:
            return True
        return any(token.kind in ("COMMA", "SEMI", "FOR") for token in self.directly_inside(self.index))

    def can_be_literal(self) -> bool:
        prev, out = self.prev, self.out
        if prev.kind == "NAME" and prev.text in BLOCK_WORDS:
            return len(out) > 1 and out[-2].kind not in ("SEMI", "FBODY", "LBRACE", "RBRACE", "COLON")
        return super().can_be_literal()

    def brace_for_operand(self, token: Token) -> None:
        keyed = self.following().kind == "STRING" and self.following(2).kind == "COLON"
        block = self.prev.kind in ("ELSE", "SELECT") or (self.at_statement_start() and not keyed)
        if block or self.in_literal():
            super().brace_for_operand(token)
        else:
            self.level.run += 1
            token.kind = "VALBRACE"
            self.open("braces", token)

    handlers: ClassVar[dict[str, Handler]] = {
        **HANDLERS,
        "NAME": on_name,
        FOREIGN: on_foreign,
        "SEMI": on_semicolon,
        "COMMA": on_comma,
        "LBRACK": on_bracket,
    }
