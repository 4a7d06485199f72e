"""Reads f"..." of Python, and `...${x}...` in a text that has other JavaScript, as fmt.Sprintf."""

from __future__ import annotations

import re

from codemode.dsl.dialect.surface import functions as foreign_functions
from codemode.dsl.dialect.surface.walk import Walk, token
from codemode.dsl.syntax.lexer import TRIPLE, on_one_line, scan
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token

_OPERAND_WANTED = frozenset(
    {"ASSIGN", "DEFINE", "OPASSIGN", "LPAR", "COMMA", "COLON", "RETURN", "BINOP", "ADDOP", "LBRACK", "LBRACE"}
)
# Content of braces that is not read: only a simple expression means the same in both languages.
_NOT_PLAIN = frozenset({"SEMI", "FOREIGN", "FUNC", "LBRACE", "RBRACE", "FOR", "IF", "COLON", "ASSIGN", "DEFINE"})
_SPEC = re.compile(r":([<>]?)(0?\d*(?:\.\d+)?[fdsxeXE]|0?\d+|,)$")
_MAX_PARTS = 100  # limit on the expressions in one string


def formatted(w: Walk, i: int) -> None:
    """Reads f"{name} is {age}" as a call of fmt.Sprintf."""
    at = i + 1
    if w.kind_at(at) not in ("STRING", "LITERAL") or w.text_at(at)[0] not in "\"'":
        return
    if w.tokens[i].end != w.tokens[at].pos or w.kind_at(i - 1) not in _OPERAND_WANTED or w.kind_at(i - 2) == "IMPORT":
        return
    if _rewrite(w, at, re.compile(r"\{\{|\}\}|\{([^{}]*)\}"), 1):
        w.drop(i, i + 1)
        w.mend('f"..." read as fmt.Sprintf', i, at)


def raw(w: Walk, i: int) -> None:
    """Reads r"..." as a raw string."""
    at = i + 1
    text = w.text_at(at)
    if w.kind_at(at) not in ("STRING", "LITERAL") or text[0] not in "\"'" or "`" in text:
        return
    if w.tokens[i].end != w.tokens[at].pos or w.kind_at(i - 1) not in _OPERAND_WANTED or w.kind_at(i - 2) == "IMPORT":
        return
    w.drop(i, i + 1)
    w.put(at, [Token("STRING", f"`{text[1:-1]}`", w.tokens[at].pos, w.tokens[at].end)])
    w.mend('r"..." read as a raw string, which stands between backquotes', i, at)


def templates(w: Walk) -> None:
    """Reads strings between backquotes that contain ${...}, in a text with other JavaScript."""
    pattern = re.compile(r"\$\{([^{}]*)\}")
    for i, each in enumerate(w.tokens):
        if each.kind != "STRING" or each.text[0] != "`" or "${" not in each.text:
            continue
        if not _rewrite(w, i, pattern, 2):
            hint = 'put it into a variable first: x := ...; fmt.Sprintf("... %v ...", x)'
            raise Refused(
                "this template is not read: what stands in ${...} is no plain expression", each.pos, each.end, hint
            )
        w.mend("`...${x}...` read as fmt.Sprintf", i, i)


def _rewrite(w: Walk, i: int, pattern: re.Pattern[str], opener: int) -> bool:
    """Reads the string at `i` as a call of fmt.Sprintf, if the content of all its braces is simple."""
    string = w.tokens[i]
    triple = string.text[0] == '"' and w.text[string.pos : string.pos + 3] in TRIPLE
    quotes = 3 if triple else 1
    body, start = w.text[string.pos + quotes : string.end - quotes], string.pos + quotes
    pieces: list[str] = []
    args: list[Token] = []
    done = 0
    if body.count("{") > _MAX_PARTS:
        return False
    for match in pattern.finditer(body):
        pieces.append(body[done : match.start()].replace("%", "%%"))
        done = match.end()
        if match[1] is None:
            pieces.append(match[0][0])
            continue
        verb, length = _verb(match[1])
        inner = _tokens(w, start + match.start() + opener, length)
        if not verb or inner is None:
            return False
        pieces.append(verb)
        args.append(token("COMMA", ",", inner[0]))
        if verb[-1] == "v" and "0" not in verb[:3]:
            word = "__str" if opener == 1 else "__js"
            inner = [token("NAME", word, inner[0]), token("LPAR", "(", inner[0]), *inner, token("RPAR", ")", inner[-1])]
        args += inner
    pieces.append(body[done:].replace("%", "%%"))
    if any(mark in piece for piece in pieces[::2] for mark in ("{", "}")) and opener == 1:
        return False
    quote = string.text[0]
    text = on_one_line("".join(pieces)) if triple else "".join(pieces)
    literal = f'"{text}"' if quote == "'" and '"' not in text else f"{quote}{text}{quote}"
    head = [token("NAME", "fmt", string), token("DOT", ".", string), token("NAME", "Sprintf", string)]
    w.put(i, [*head, token("LPAR", "(", string), token("STRING", literal, string), *args, token("RPAR", ")", string)])
    return True


def _verb(inner: str) -> tuple[str, int]:
    """Returns the verb for the content of braces and the length of the expression there; no verb if there is none for it."""
    spec = _SPEC.search(inner)
    if spec is None:
        return ("%v", len(inner)) if ":" not in inner or "[" in inner else ("", 0)
    side, wanted = spec[1], spec[2]
    if wanted == "," or (side and wanted[0] == "0"):
        return "", 0
    if wanted[-1].isalpha():
        return f"%{'-' if side == '<' else ''}{'v' if wanted == 's' else wanted}", spec.start()
    # with a width alone, Python aligns texts left and numbers right
    return (f"%{'-' if side == '<' else ''}{wanted}v", spec.start()) if side or wanted[0] == "0" else ("", 0)


def _tokens(w: Walk, start: int, length: int) -> list[Token] | None:
    found = scan(w.text, start, start + length, w.mends)
    while found and found[-1].kind == "SEMI":
        found.pop()
    if not found or found[0].kind not in ("NAME", "LITERAL", "LPAR", "LBRACK", "STRING"):
        return None
    made, _ = foreign_functions.read(w.text, found, w.mends)
    if made is not found:
        return None if any(each.kind == "FOREIGN" and each.text != "??" for each in made) else made
    return None if any(each.kind in _NOT_PLAIN and each.text != "??" for each in found) else found
