"""Syntax errors, worded as by Go's compiler."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from codemode.dsl.diagnostics import Diagnostic, Problem, Source
from codemode.dsl.syntax.tables import Reduction, Tables
from codemode.dsl.syntax.tokens import END, KEYWORDS, OPERATORS, Token

SYNTAX_ERROR = "syntax_error"  # the most frequent reason

# The name of a list in messages and its closing bracket, by the kind of its level in layout.py.
_LISTS: dict[str, tuple[str, str]] = {
    "call": ("argument list", ")"),
    "params": ("parameter list", ")"),
    "results": ("parameter list", ")"),
    "type params": ("type parameter list", "]"),
    "literal": ("composite literal", "}"),
    "braces": ("composite literal", "}"),
    "brackets": ("list", "]"),
}
_LINES: dict[str, str] = {
    "struct": "in struct type; possibly missing semicolon or newline or }",
    "interface": "in interface type; possibly missing semicolon or newline or }",
    "group": "in grouped declaration; possibly missing semicolon or newline or )",
    "types": "in grouped declaration; possibly missing semicolon or newline or )",
}
_SPELLED: dict[str, str] = {
    "NAME": "name",
    "STRING": "string",
    "SEMI": "semicolon",
    "COMMA": "comma",
    "LITBRACE": "{",
    "FBODY": "{",
    "RESULTS": "(",
    "TPBRACK": "[",
    "CHAN_ARROW": "<-",
    **{kind: text for text, kind in OPERATORS.items() if kind not in ("SEMI", "COMMA", "BINOP", "ADDOP", "OPASSIGN")},
    **{kind: text for text, kind in KEYWORDS.items() if kind != "BRANCH"},
}


class Refused(Exception):
    """Raised when the text is refused at a place. `opened` is a bracket that is not closed. Does not leave the package."""

    def __init__(
        self,
        message: str,
        pos: int,
        end: int,
        hint: str = "",
        opened: Token | None = None,
        *,
        reason: str = SYNTAX_ERROR,
    ) -> None:
        super().__init__(message)
        self.problem = Problem("parse_failed", message, pos, max(end, pos), hint, reason=reason)
        self.opened = opened
        self.others: list[Problem] = []

    def add(self, token: Token, hint: str) -> None:
        """Adds a problem at another place of the text."""
        message = f"syntax error: unexpected {name_of(token)}"
        self.others.append(Problem("parse_failed", message, token.pos, token.end, hint, reason=SYNTAX_ERROR))

    def bind(self, source: Source) -> tuple[Diagnostic, ...]:
        """Returns all diagnostics, the first error first."""
        problem = self.problem
        if self.opened is not None:
            line, column = source.place(self.opened.pos)
            never = f"the {self.opened.text} opened at {line}:{column} is not closed"
            hint = f"{never}; {problem.hint}" if problem.hint else never
            problem = replace(problem, hint=hint)
        return tuple(map(source.bind, (problem, *self.others)))


def name_of(token: Token) -> str:
    """Returns the token's name in messages of Go's compiler."""
    kind, text = token.kind, token.text
    if kind == END:
        return "EOF"
    if kind == "SEMI":
        return "semicolon" if text == ";" else "newline" if text == "\n" else "EOF" if text == "" else text
    if kind == "NAME":
        return f"name {text}"
    if kind in ("LITERAL", "STRING"):
        return f"literal {text}" if len(text) < 60 else f"literal {text[:50]}..."
    if kind == "COMMA":
        return "comma"
    return f"keyword {text}" if text in KEYWORDS else text


class Place(NamedTuple):
    """Where the parser stops: the token that it does not accept, and its states."""

    text: str
    tokens: list[Token]
    at: int
    states: list[int]
    roles: dict[int, str]  # offset of an opening bracket -> what it opens


# Finds a hint for a token that is refused, from the kinds of tokens that are accepted there and a bracket that is not closed.
Advise = Callable[[Place, frozenset[str], Token | None], str]


def unexpected(
    place: Place, tables: Tables, unclosed: Token | None = None, hint: str = "", advise: Advise | None = None
) -> Refused:
    """Returns the error for a token that the parser does not accept: what was found, what was expected, and a hint."""
    tokens, index = place.tokens, place.at
    token = tokens[index]
    candidates = tables.actions[place.states[-1]]
    accepted = frozenset(kind for kind in candidates if _shifts(kind, place.states, tables))
    opened = _open_brackets(tokens[:index])
    role = place.roles.get(opened[-1].pos, "block") if opened else "file"
    message = f"syntax error: unexpected {name_of(token)}{_expectation(token, tokens, index, role, accepted)}"
    if unclosed is None and opened and token.kind == "SEMI" and role in _LISTS:
        unclosed = opened[-1]
    if advise is not None:
        hint = advise(place, accepted, unclosed) or hint
    return Refused(message, token.pos, token.end, hint, unclosed)


def _shifts(kind: str, states: list[int], tables: Tables) -> bool:
    """Returns whether the parser, in these states, accepts a token of this kind. Look-ahead sets alone contain kinds that fail later."""
    stack = list(states)
    while True:
        action = tables.actions[stack[-1]].get(kind)
        if not isinstance(action, Reduction):
            return action is not None
        if action.size:
            del stack[-action.size :]
        goto = tables.gotos[stack[-1]][action.origin].state
        if goto == tables.end:
            return True
        stack.append(goto)


def _open_brackets(tokens: list[Token]) -> list[Token]:
    opened: list[Token] = []
    for token in tokens:
        if token.text in ("(", "[", "{"):
            opened.append(token)
        elif token.text in (")", "]", "}") and token.kind != "SEMI" and opened:
            opened.pop()
    return opened


def _expectation(token: Token, tokens: list[Token], index: int, role: str, accepted: frozenset[str]) -> str:
    """Returns the second half of the message: what was expected."""
    operand_wanted = "LITERAL" in accepted
    if role in _LISTS and not operand_wanted and "COMMA" in accepted:
        what, close = _LISTS[role]
        return f" in {what}; possibly missing comma or {close}"
    if role == "index" and tokens[index - 1].text == "[" and token.text == "]":
        return ", expected operand"
    if role == "index" and "COLON" in accepted and not operand_wanted:
        return ", expected comma, : or ]"
    if "RETURN" in accepted:
        return ", expected }" if role == "block" else ", expected statement"
    if operand_wanted:
        return ", expected expression"
    if "CASE" in accepted:
        return ", expected case or default or }"
    if "STRUCT" in accepted:
        return ", expected type"
    header = _header(tokens, index) if "LBRACE" in accepted else ""
    if header:
        clause = f"{header} clause"
        return f", expected {{ after {clause}"
    if "SEMI" in accepted:
        return f" {_LINES[role]}" if role in _LINES else " at end of statement"
    spelled = sorted({_SPELLED[kind] for kind in accepted if kind in _SPELLED}, key=lambda word: (word != "name", word))
    return f", expected {' or '.join(spelled)}" if 0 < len(spelled) <= 4 else ""


def _header(tokens: list[Token], index: int) -> str:
    """Returns the keyword (if, for, switch, select) whose header contains the token, or ""."""
    depth = 0
    for token in reversed(tokens[:index]):
        if token.text in (")", "]", "}"):
            depth += 1
        elif token.text in ("(", "[", "{"):
            depth -= 1
            if depth < 0:
                return ""
        elif depth == 0 and token.kind in ("IF", "FOR", "SWITCH", "SELECT"):
            return token.text
    return ""
