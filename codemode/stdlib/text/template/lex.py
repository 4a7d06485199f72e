"""text/template: splits text into tokens like Go's lexer. It works on bytes, so that offsets are Go's."""

from __future__ import annotations

import re

from codemode.stdlib.runes import decode_rune
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.unicode import letters

KEYWORDS = frozenset(
    (b".", b"block", b"break", b"continue", b"define", b"else", b"end", b"if", b"range", b"nil", b"template", b"with")
)
_SPACES = b" \t\r\n"
_SPACE_RUN = re.compile(rb"[ \t\r\n]*")
_WORD = re.compile(rb"[0-9A-Za-z_]*")
_NUMBER = re.compile(
    rb"[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?"
    rb"|0[bB][01_]*(?:\.[01_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)"
)
_TOKEN = re.compile(
    rb"""(?P<op>:=|[=|])|(?P<string>"(?:[^"\\\n]|\\[^\n])*")|(?P<raw>`[^`]*`)|(?P<charconstant>'(?:[^'\\\n]|\\[^\n])*')"""
)
_UNFINISHED = {
    b":": b"expected :=",
    b'"': b"unterminated quoted string",
    b"`": b"unterminated raw quoted string",
    b"'": b"unterminated character constant",
}
_LEFT_COMMENT, _RIGHT_COMMENT = b"/*", b"*/"


class Token:
    """A token. `typ` is its kind or the keyword; `val` is its text, or the message of an error."""

    __slots__ = ("line", "pos", "typ", "val")

    def __init__(self, typ: str, pos: int, val: bytes, line: int) -> None:
        self.typ = typ
        self.pos = pos
        self.val = val
        self.line = line

    def shown(self) -> bytes:
        if self.typ == "EOF":
            return b"EOF"
        if self.typ == "error":
            return self.val
        if self.val in KEYWORDS and self.typ == self.val.decode():
            return b"<%b>" % self.val
        if len(self.val) > 10:
            shown = self.val[:40].decode("utf-8", "surrogateescape")[:10].encode("utf-8", "surrogateescape")
            return quote(shown) + b"..."
        return quote(self.val)


class Lexer:
    __slots__ = ("break_ok", "continue_ok", "inside", "left", "line", "parens", "pos", "right", "start", "text")

    def __init__(self, text: bytes, left: bytes, right: bytes) -> None:
        self.text = text
        self.left = left
        self.right = right
        self.pos = 0
        self.start = 0
        self.line = 1  # the line of start
        self.parens = 0
        self.inside = False
        self.break_ok = self.continue_ok = True

    def next(self) -> Token:
        return self._inside() if self.inside else self._text()

    # --- tokens -----------------------------------------------------------------------------------------------

    def _emit(self, typ: str) -> Token:
        token = Token(typ, self.start, self.text[self.start : self.pos], self.line)
        self._ignore()
        return token

    def _ignore(self) -> None:
        self.line += self.text.count(b"\n", self.start, self.pos)
        self.start = self.pos

    def _error(self, message: bytes) -> Token:
        token = Token("error", self.start, message, self.line)
        self.text = b""
        self.pos = self.start = 0
        return token

    def _bad_character(self) -> Token:
        return self._error(b"bad character " + _unicode(*self._rune()))

    def _rune(self) -> tuple[int, int]:
        """Returns the rune at pos and its width; the rune is -1 at the end."""
        if self.pos >= len(self.text):
            return -1, 0
        return decode_rune(self.text, self.pos)

    # --- outside of actions -----------------------------------------------------------------------------------

    def _text(self) -> Token:
        while True:
            found = self.text.find(self.left, self.pos)
            if found < 0:
                self.pos = len(self.text)
                return self._emit("text" if self.pos > self.start else "EOF")
            if found > self.pos:
                trim = self._left_trim(found + len(self.left))
                self.pos += len(self.text[self.pos : found].rstrip(_SPACES)) if trim else found - self.pos
                token = self._emit("text")
                self.pos = found
                self._ignore()
                if token.val:
                    return token
            self.pos += len(self.left)
            marker = 2 if self._left_trim(self.pos) else 0
            if not self.text.startswith(_LEFT_COMMENT, self.pos + marker):
                token = self._emit("left")
                self.inside = True
                self.pos += marker
                self._ignore()
                self.parens = 0
                return token
            self.pos += marker
            self._ignore()
            problem = self._skip_comment()
            if problem:
                return self._error(problem)

    def _skip_comment(self) -> bytes:
        """Skips a comment and its right delimiter. Returns what is wrong with it, or nothing."""
        end = self.text.find(_RIGHT_COMMENT, self.pos + len(_LEFT_COMMENT))
        if end < 0:
            return b"unclosed comment"
        self.pos = end + len(_RIGHT_COMMENT)
        there, trim = self._right_delim_here(self.pos)
        if not there:
            return b"comment ends before closing delimiter"
        self.pos += (2 if trim else 0) + len(self.right)
        if trim:
            self.pos = self._spaces_end()
        self._ignore()
        return b""

    def _left_trim(self, at: int) -> bool:
        return self.text[at : at + 1] == b"-" and self.text[at + 1 : at + 2] in (b" ", b"\t", b"\r", b"\n")

    def _right_delim_here(self, at: int) -> tuple[bool, bool]:
        """Returns (whether the right delimiter is at this offset, whether it has a trim marker)."""
        text = self.text
        trim = text[at : at + 1] in (b" ", b"\t", b"\r", b"\n") and text[at + 1 : at + 2] == b"-"
        if trim and text.startswith(self.right, at + 2):
            return True, True
        return text.startswith(self.right, at), False

    def _spaces_end(self) -> int:
        found = _SPACE_RUN.match(self.text, self.pos)
        return found.end() if found else self.pos

    # --- inside of actions ------------------------------------------------------------------------------------

    def _right_delim(self) -> Token:
        trim = self._right_delim_here(self.pos)[1]
        if trim:
            self.pos += 2
            self._ignore()
        self.pos += len(self.right)
        token = self._emit("right")
        if trim:
            self.pos = self._spaces_end()
            self._ignore()
        self.inside = False
        return token

    def _inside(self) -> Token:
        if self._right_delim_here(self.pos)[0]:
            return self._right_delim() if self.parens == 0 else self._error(b"unclosed left paren")
        char = self.text[self.pos : self.pos + 1]
        if not char:
            return self._error(b"unclosed action")
        if char in _SPACES:
            return self._space()
        found = _TOKEN.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
            return self._emit(found[0].decode() if found.lastgroup == "op" else str(found.lastgroup))
        if char in _UNFINISHED:
            return self._error(_UNFINISHED[char])
        if char in b"()$":
            self.pos += 1
            return self._field_or_variable("variable") if char == b"$" else self._parenthesis(char.decode())
        if char == b"." and not self.text[self.pos + 1 : self.pos + 2].isdigit() and self.pos + 1 < len(self.text):
            self.pos += 1
            return self._field_or_variable("field")
        if char in b"+-.0123456789":
            return self._number()
        r, width = self._rune()
        if _is_alphanumeric(r):
            return self._identifier()
        self.pos += width
        if 0x20 <= r < 0x7F:
            return self._emit("char")
        return self._error(b"unrecognized character in action: " + _unicode(r, width))

    def _space(self) -> Token:
        end = self._spaces_end()
        if self._right_delim_here(end - 1) == (True, True):
            # the last space is part of the trim marker
            if end - self.pos == 1:
                return self._right_delim()
            end -= 1
        self.pos = end
        return self._emit("space")

    def _parenthesis(self, char: str) -> Token:
        self.parens += 1 if char == "(" else -1
        return self._emit(char) if self.parens >= 0 else self._error(b"unexpected right paren")

    def _word(self) -> None:
        """Skip letters and digits."""
        while True:
            found = _WORD.match(self.text, self.pos)
            self.pos = found.end() if found else self.pos
            r, width = self._rune()
            if r < 0x80 or not _is_alphanumeric(r):
                return
            self.pos += width

    def _identifier(self) -> Token:
        self._word()
        word = self.text[self.start : self.pos]
        if not self._at_terminator():
            return self._bad_character()
        if word in KEYWORDS:
            if (word == b"break" and not self.break_ok) or (word == b"continue" and not self.continue_ok):
                return self._emit("identifier")
            return self._emit(word.decode())
        return self._emit("bool" if word in (b"true", b"false") else "identifier")

    def _field_or_variable(self, typ: str) -> Token:
        """Reads a field after a dot, or a variable after a dollar sign."""
        if self._at_terminator():
            return self._emit("variable" if typ == "variable" else ".")
        self._word()
        return self._emit(typ) if self._at_terminator() else self._bad_character()

    def _at_terminator(self) -> bool:
        char = self.text[self.pos : self.pos + 1]
        return not char or char in b" \t\r\n.,|:)(" or self.text.startswith(self.right, self.pos)

    def _number(self) -> Token:
        found = _NUMBER.match(self.text, self.pos)
        self.pos = found.end() if found else self.pos
        r, width = self._rune()
        if _is_alphanumeric(r):
            self.pos += width
            return self._error(b"bad number syntax: " + quote(self.text[self.start : self.pos]))
        return self._emit("number")


def _is_alphanumeric(r: int) -> bool:
    return r == 0x5F or (r >= 0 and (letters.is_letter(r) or letters.is_digit(r)))


def _unicode(r: int, width: int) -> bytes:
    """Formats a rune like %#U."""
    if r < 0:
        return b"U+FFFFFFFFFFFFFFFF"
    text = f"U+{r:04X}"
    return (f"{text} '{chr(r)}'" if letters.is_print(r) else text).encode()
