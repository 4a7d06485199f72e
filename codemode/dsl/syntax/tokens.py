"""Tokens and their kinds, which are the terminals of go.lark."""

from __future__ import annotations

# Foreign operators are tokens, too, so that the parser stops at their place and the hint can name what Go writes instead.
FOREIGN = "FOREIGN"
END = "$END"

KEYWORDS: dict[str, str] = {
    **dict.fromkeys(("break", "continue", "fallthrough", "goto"), "BRANCH"),
    **{
        word: word.upper()
        for word in (
            "case chan const default defer else for func go if import interface map package range return"
            " select struct switch type var"
        ).split()
    },
}

OPERATORS: dict[str, str] = {
    "(": "LPAR",
    ")": "RPAR",
    "[": "LBRACK",
    "]": "RBRACK",
    "{": "LBRACE",
    "}": "RBRACE",
    ",": "COMMA",
    ";": "SEMI",
    ":": "COLON",
    ".": "DOT",
    "...": "ELLIPSIS",
    "=": "ASSIGN",
    ":=": "DEFINE",
    "<-": "ARROW",
    "*": "STAR",
    "|": "BAR",
    "!": "NOT",
    "~": "TILDE",
    "++": "INCDEC",
    "--": "INCDEC",
    **dict.fromkeys(("+", "-", "&", "^"), "ADDOP"),
    **dict.fromkeys(("||", "&&", "==", "!=", "<", "<=", ">", ">=", "/", "%", "<<", ">>", "&^"), "BINOP"),
    **dict.fromkeys(("+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&^="), "OPASSIGN"),
    **dict.fromkeys(("===", "!==", "=>", "->", "?.", "??", "?", "@", "$", "#", "\\"), FOREIGN),
}


class Token:
    """One token. `kind` is a terminal of go.lark. The text of an inserted semicolon is the newline that caused it, or "" at the end."""

    __slots__ = ("end", "kind", "pos", "text")

    def __init__(self, kind: str, text: str, pos: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.pos = pos
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.kind}, {self.text!r}, {self.pos})"
