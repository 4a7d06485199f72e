"""Reads texts of other languages: f"..." and `...${x}...` as fmt.Sprintf, r"...", texts between triple or single quotes, escapes of patterns.

`odd` reads what the scanner does not know, `value` the escapes of a string, the others are rules for statements.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from codemode.dsl.diagnostics import Mend, mend_of
from codemode.dsl.dialect.surface import nested
from codemode.dsl.dialect.surface.cursor import Cursor, go_tokens, token
from codemode.dsl.syntax.lexer import TRIPLE, refuse_odd, scan
from codemode.dsl.syntax.literals import ESCAPE, NEEDLESS, NUMERIC, SIMPLE, string
from codemode.dsl.syntax.syntax_errors import Refused
from codemode.dsl.syntax.tokens import Token

_OPERAND_WANTED = frozenset(
    {"ASSIGN", "DEFINE", "OPASSIGN", "LPAR", "COMMA", "COLON", "RETURN", "BINOP", "ADDOP", "LBRACK", "LBRACE"}
)
# Content of braces that is not read: only a simple expression means the same in both languages.
_NOT_PLAIN = frozenset({"SEMI", "FOREIGN", "FUNC", "LBRACE", "RBRACE", "FOR", "IF", "COLON", "ASSIGN", "DEFINE"})
_SPEC = re.compile(r":([<>]?)(0?\d*(?:\.\d+)?[fdsxeXE]|0?\d+|,)$")
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_DOLLARS = re.compile(r"\$\{([^{}]*)\}")
_MAX_PARTS = 100  # limit on the expressions in one string


# --- what the scanner does not know ---


def odd(mends: list[Mend]) -> Callable[[str, int, int], Token | None]:
    """Returns the reader of comments with #, strings between triple quotes, and spaces that Go does not allow."""

    def read(text: str, pos: int, end: int) -> Token | None:
        char = text[pos]
        if char == "#" and not text[max(pos - 1, 0) : pos].strip():
            mends.append(mend_of("hash_comment", pos, end))
        elif text[pos : pos + 3] in TRIPLE and end - pos > 1:
            mends.append(mend_of("triple_quotes", pos, end, found=text[pos : pos + 3]))
            return Token("STRING", f'"{on_one_line(text[pos + 3 : end - 3])}"', pos, end)
        elif char.isspace() or unicodedata.category(char) == "Cf":
            mends.append(mend_of("odd_space", pos, end, found=f"{ord(char):04X}"))
        else:
            return refuse_odd(text, pos, end)
        return None

    return read


_IN_TRIPLE = re.compile(r'\\[\s\S]|["\n\r]')


def on_one_line(body: str) -> str:
    """Returns the text between triple quotes in the form it has between double quotes."""
    return _IN_TRIPLE.sub(_escaped, body)


def _escaped(match: re.Match[str]) -> str:
    found = match[0]
    return {'"': '\\"', "\n": "\\n", "\r": "", "\\\n": "", "\\'": "'"}.get(found, found)


# Escapes that mean the same in a string and in a regular expression: newline, tab, backslash and quote.
_SAME_IN_REGEXP = frozenset("\\nrt")


def value(text: str, pos: int, mends: list[Mend]) -> bytes:
    """Returns the bytes of a string literal. One with escapes that Go does not know is a pattern, whose backslashes stay."""
    body, quote = text[1:-1], text[0]
    unknown = [] if quote == "`" or "\\" not in body else _unknown_escapes(body, quote)
    if not unknown:
        return string(text, pos)
    is_regexp = any(match[5] not in NEEDLESS for match in unknown)

    def read(match: re.Match[str]) -> bytes | None:
        char = match[5]
        if is_regexp and char and char not in _SAME_IN_REGEXP and char != quote:
            return match[0].encode()
        return char.encode() if char and char in NEEDLESS else None

    made = string(text, pos, read)
    place = pos + 1 + unknown[0].start()
    what = "string read as a raw string" if is_regexp else "backslash dropped"
    mends.append(mend_of("unknown_escape", place, place + 2, found=unknown[0][0], meant=what))
    return made


def _unknown_escapes(body: str, quote: str) -> list[re.Match[str]]:
    """Finds escapes in a string that Go does not know. Escapes with digits are excluded: they are malformed numbers."""
    known = {"", None, quote, *SIMPLE, *NUMERIC}
    return [match for match in ESCAPE.finditer(body) if match[5] not in known]


# --- texts with values in them ---


def formatted(w: Cursor, i: int) -> None:
    """Reads f"{name} is {age}" as a call of fmt.Sprintf."""
    if _is_prefix(w, i) and _rewrite(w, i + 1, _BRACES, 1):
        w.drop(i, i + 1)
        w.mend("f_string", i, i + 1)


def raw(w: Cursor, i: int) -> None:
    """Reads r"..." as a raw string."""
    at = i + 1
    if _is_prefix(w, i) and "`" not in w.word(at):
        w.drop(i, i + 1)
        w.put(at, [token("STRING", f"`{w.word(at)[1:-1]}`", w.tokens[at])])
        w.mend("raw_string", i, at)


def _is_prefix(w: Cursor, i: int) -> bool:
    """Returns whether the letter at `i` is the prefix of a string, where an operand may begin."""
    if w.kind(i + 1) not in ("STRING", "LITERAL") or w.word(i + 1)[0] not in "\"'":
        return False
    return w.tokens[i].end == w.tokens[i + 1].pos and w.kind(i - 1) in _OPERAND_WANTED and w.kind(i - 2) != "IMPORT"


def templates(w: Cursor) -> None:
    """Reads strings between backquotes that contain ${...}, in a text with other JavaScript."""
    for i, each in enumerate(w.tokens):
        if each.kind != "STRING" or each.text[0] != "`" or "${" not in each.text:
            continue
        if not _rewrite(w, i, _DOLLARS, 2):
            message = "this template is not read: ${...} does not contain a simple expression"
            hint = 'assign it to a variable first: x := ...; fmt.Sprintf("... %v ...", x)'
            raise Refused(message, each.pos, each.end, hint)
        w.mend("template_string", i, i)


def _rewrite(w: Cursor, i: int, pattern: re.Pattern[str], opener: int) -> bool:
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
        args += go_tokens(",", inner[0])
        word = "float64(" if verb[-1] in "fFeE" else ""  # Python formats whole numbers, too
        if verb[-1] == "v" and "0" not in verb[:3]:
            word = "__str(" if opener == 1 else "__js("
        if word:
            inner = [*go_tokens(word, inner[0]), *inner, *go_tokens(")", inner[-1])]
        args += inner
    pieces.append(body[done:].replace("%", "%%"))
    if any(mark in piece for piece in pieces[::2] for mark in ("{", "}")) and opener == 1:
        return False
    quote = string.text[0]
    text = on_one_line("".join(pieces)) if triple else "".join(pieces)
    literal = f'"{text}"' if quote == "'" and '"' not in text else f"{quote}{text}{quote}"
    head = [*go_tokens("fmt.Sprintf(", string), token("STRING", literal, string)]
    w.put(i, [*head, *args, *go_tokens(")", string)])
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


def _tokens(w: Cursor, start: int, length: int) -> list[Token] | None:
    found = scan(w.text, start, start + length, odd(w.mends))
    while found and found[-1].kind == "SEMI":
        found.pop()
    if not found or found[0].kind not in ("NAME", "LITERAL", "LPAR", "LBRACK", "STRING"):
        return None
    made = nested.read(w.text, found, w.mends).tokens
    if made is not found:
        return None if any(each.kind == "FOREIGN" and each.text != "??" for each in made) else made
    return None if any(each.kind in _NOT_PLAIN and each.text != "??" for each in found) else found
