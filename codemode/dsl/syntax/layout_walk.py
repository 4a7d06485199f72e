"""The state of the layout pass while it walks over the tokens, and functions that its rules share."""

from __future__ import annotations

from collections.abc import Iterator

from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import END, Token

# Levels of brackets, and links in one chain of selectors, calls, indices, prefix operators, element types or else-branches.
MAX_NESTING = 200

OPENING = frozenset({"LPAR", "LBRACK", "LBRACE", "RESULTS", "TPBRACK", "VALBRACK", "FBODY", "LITBRACE", "VALBRACE"})
CLOSING = frozenset({"RPAR", "RBRACK", "RBRACE"})
CLOSER = {"(": "RPAR", "[": "RBRACK", "{": "RBRACE"}  # the kind of the bracket that closes one
STATEMENT_LEVELS = frozenset({"file", "block"})
LINE_LEVELS = frozenset({"file", "block", "struct", "interface", "group", "types"})
LITERAL_LEVELS = frozenset({"literal", "braces", "brackets"})
DECLARERS = frozenset({"VAR", "CONST", "TYPE", "IMPORT"})
# Tokens that may begin a type: one of these after `[x]` means that an array type is being written.
TYPE_STARTS = frozenset({"NAME", "STAR", "LBRACK", "LPAR", "MAP", "CHAN", "FUNC", "STRUCT", "INTERFACE", "ARROW"})
ONLY_TYPES = frozenset({"MAP", "CHAN", "FUNC", "INTERFACE", "STRUCT", "LBRACK"})


class Level:
    """One open bracket, or the whole file."""

    __slots__ = ("elses", "header", "kind", "pending", "run", "token", "typed")

    def __init__(self, kind: str, token: Token) -> None:
        self.kind = kind
        self.token = token
        self.header = False  # between `if`, `for` or `switch` and the brace of its block
        # after `func`, before the brace of its body: "declaration", or "literal" if it may be a literal
        self.pending = ""
        self.typed = False  # the operand so far is an array, map or struct type: a brace makes it a literal
        self.run = 0  # links in the chain of the operand so far
        self.elses = 0  # else-branches and labels of the statement so far


class Walk:
    """The open brackets, the tokens read and the tokens made so far. A rule of the pass is a function of a Walk and a token."""

    def __init__(self, tokens: list[Token], end: int) -> None:
        self.tokens = tokens
        self.stack: list[Level] = []
        self.level = Level("file", Token("SEMI", "", 0, 0))
        self.expect = True  # an operand or a statement is expected next
        self.prev = self.level.token
        self.index: int = 0
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
        self.partners: dict[int, int] = {}
        self.end_token = Token(END, "", end, end)

    # --- what many rules need ---

    def at_statement_start(self) -> bool:
        kind = self.prev.kind
        if self.level.kind not in STATEMENT_LEVELS or self.level.header:
            return False
        return kind in ("SEMI", "FBODY", "COLON", "ELSE") or (kind == "LBRACE" and self.level.token is self.prev)

    def note_run(self, level: Level) -> None:
        """Records the longest chain of operands so far. Call it if that of the level is longer."""
        self.longest = level.run
        if level.run > MAX_NESTING:
            problem = f"syntax error: expression nested too deeply: more than {MAX_NESTING} levels"
            raise Refused(problem, self.prev.pos, self.prev.end)

    def fresh(self, level: Level) -> None:
        """Records that an operand is complete and that a new one may begin at this level."""
        if level.run:
            if level.run > self.longest:
                self.note_run(level)
            level.run = 0
        level.typed = False
        self.expect = True

    def open(self, kind: str, token: Token) -> None:
        self.stack.append(self.level)
        self.level = Level(kind, token)
        self.roles[token.pos] = kind
        self.expect = True
        depth = len(self.stack)
        if depth > self.deepest:
            self.deepest = depth
            if depth > MAX_NESTING:
                raise Refused(
                    f"syntax error: nested too deeply: more than {MAX_NESTING} levels of brackets", token.pos, token.end
                )

    def close(self, token: Token) -> Level | None:
        """Returns the level that this bracket closes. If it closes nothing, returns None and the walk ends."""
        level = self.level
        if not self.stack or CLOSER[level.token.text] != token.kind:
            self.mismatch(token)
            return None
        if level.run > self.longest:
            self.note_run(level)
        if level.kind in LINE_LEVELS and self.prev.kind != "SEMI" and self.prev is not level.token:
            self.prev = Token("SEMI", token.text, token.pos, token.pos)
            self.out.append(self.prev)
        self.level = self.stack.pop()
        self.expect = False
        return level

    def mismatch(self, token: Token) -> None:
        """Ends the walk at a bracket that does not match the last open one."""
        partner = {")": "(", "]": "[", "}": "{"}[token.text]
        if any(level.token.text == partner for level in self.stack[1:]):
            self.unclosed = self.level.token
        else:
            self.mismatch_hint = f"no {partner} is open here"
        self.broken = True
        self.out.append(Token("MISMATCH", token.text, token.pos, token.end))

    def can_be_literal(self) -> bool:
        """Returns whether a brace after the last operand opens a literal. It does unless the operand cannot be a type."""
        if self.prev.kind == "RPAR":
            return self.level.typed  # []func(){ ... }
        return self.prev.kind not in ("LITERAL", "STRING", "INCDEC")

    def in_literal(self) -> bool:
        """Returns whether the next token begins an element of a composite literal."""
        before = self.prev.kind in ("LITBRACE", "VALBRACE", "VALBRACK", "COMMA", "COLON")
        return before and self.level.kind in LITERAL_LEVELS

    def brace_for_operand(self, token: Token) -> None:
        """Opens a brace where an operand is expected: an element of a literal that leaves out its type, or a block."""
        if self.in_literal():
            token.kind = "LITBRACE"
            self.open("literal", token)
        else:
            self.open("block", token)

    def following(self, count: int = 1) -> Token:
        return self.tokens[self.index + count]

    def matching(self, at: int) -> int:
        """Returns the index of the bracket that closes the one at index `at`, or of the end."""
        if not self.partners:
            self.partners[-1] = -1
            opened: list[int] = []
            for index, token in enumerate(self.tokens):
                if token.kind in OPENING:
                    opened.append(index)
                elif token.kind in CLOSING and opened:
                    self.partners[opened.pop()] = index
        return self.partners.get(at, len(self.tokens) - 4)

    def directly_inside(self, at: int) -> Iterator[Token]:
        """Yields the tokens between the bracket at index `at` and its partner, without those in nested brackets."""
        close = self.matching(at)
        at += 1
        while at < close:
            yield self.tokens[at]
            at = self.matching(at) if self.tokens[at].kind in OPENING else at + 1
