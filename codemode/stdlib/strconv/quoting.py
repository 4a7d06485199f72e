"""Go's quoted strings and characters: writes them (strconv.Quote, %q) and reads them (strconv.Unquote)."""

from __future__ import annotations

import re

from codemode.interpreter.machine.big_values import pay
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.conversions import encode_rune
from codemode.stdlib.runes import RUNE_ERROR, pieces, rune_of, rune_width, to_text, valid_rune, valid_utf8
from codemode.stdlib.unicode import letters

_ESCAPES = {7: "\\a", 8: "\\b", 12: "\\f", 10: "\\n", 13: "\\r", 9: "\\t", 11: "\\v"}
_UNESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92}
_PLAIN = re.compile(rb"[ !#-\[\]-~]*")
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}


def quote(s: bytes) -> bytes:
    """Returns a double-quoted literal. A long one is charged piece by piece, with turns for the driver between them."""
    if len(s) <= LONG:
        return literal(s)
    return b'"%b"' % b"".join([_paid(piece) for piece in pieces(s)])


def _paid(piece: bytes) -> bytes:
    pay(len(piece) >> 1, len(piece))
    return literal(piece)[1:-1]


def literal(s: bytes, *, ascii_only: bool = False) -> bytes:
    """Returns a double-quoted literal. The caller has been charged."""
    if _PLAIN.fullmatch(s):
        return b'"%s"' % s
    out = bytearray(b'"')
    for piece in pieces(s):
        parts: list[str] = []
        for char in to_text(piece):
            r = ord(char)
            if 0xD800 <= r <= 0xDFFF:
                parts.append(f"\\x{r - 0xDC00:02x}")
            else:
                parts.append(_escaped(r, 34, ascii_only))
        out += "".join(parts).encode()
    out += b'"'
    return bytes(out)


def quote_rune(r: int, *, ascii_only: bool = False) -> bytes:
    """Returns a single-quoted character literal."""
    if not valid_rune(r):
        r = RUNE_ERROR
    return f"'{_escaped(r, 39, ascii_only)}'".encode()


def _escaped(r: int, quote_char: int, ascii_only: bool) -> str:
    if r in (quote_char, 92):
        return "\\" + chr(r)
    if 0x20 <= r < 0x7F:
        return chr(r)
    if not ascii_only and letters.is_print(r):
        return chr(r)
    if r in _ESCAPES:
        return _ESCAPES[r]
    if r < 0x20 or r == 0x7F:
        return f"\\x{r:02x}"
    return f"\\u{r:04x}" if r < 0x10000 else f"\\U{r:08x}"


def can_backquote(s: bytes) -> bool:
    """Returns whether the string can be written as a raw literal on one line."""
    for piece in pieces(s):
        for char in to_text(piece):
            r = ord(char)
            if 0xD800 <= r <= 0xDFFF or r in (0xFEFF, 0x60, 0x7F) or (r < 0x20 and r != 9):
                return False
    return True


# --- reading -----------------------------------------------------------------------------------------------------


def unquote_char(s: bytes, quote_char: int) -> tuple[int, bool, int] | None:
    """Returns (value, whether it is a rune and not a byte, bytes read) of the first character inside a literal, or None if it is malformed."""
    if not s or (s[0] == quote_char and quote_char in (34, 39)):
        return None
    if s[0] >= 0x80:
        char = to_text(s[:4])[0]
        return rune_of(char), True, rune_width(char)
    if s[0] != 92:
        return s[0], False, 1
    kind = chr(s[1]) if len(s) > 1 else ""
    if kind in _HEX_DIGITS:
        return _hex_escape(s, kind)
    if kind != "" and kind in "01234567":
        digits = s[1:4]
        if len(digits) < 3 or not all(48 <= d <= 55 for d in digits) or int(digits, 8) > 255:
            return None
        return int(digits, 8), False, 4
    if kind in ("'", '"'):
        return (ord(kind), False, 2) if ord(kind) == quote_char else None
    return (_UNESCAPES[kind], False, 2) if kind in _UNESCAPES else None


def _hex_escape(s: bytes, kind: str) -> tuple[int, bool, int] | None:
    count = _HEX_DIGITS[kind]
    digits = s[2 : 2 + count]
    if len(digits) < count or not re.fullmatch(rb"[0-9A-Fa-f]+", digits):
        return None
    value = int(digits, 16)
    if kind == "x":
        return value, False, 2 + count
    return (value, True, 2 + count) if valid_rune(value) else None


def unquote(s: bytes) -> bytes | None:
    """Returns the string that a literal represents, or None if `s` is not exactly one literal."""
    found = unquote_prefix(s)
    return found[0] if found is not None and found[1] == len(s) else None


def unquote_prefix(s: bytes) -> tuple[bytes, int] | None:
    """Returns (value, bytes read) of the literal at the beginning, or None."""
    if len(s) < 2 or s[0] not in b"`\"'":
        return None
    quote_char = s[0]
    end = s.find(s[:1], 1)
    if end < 0:
        return None
    inner = s[1:end]
    if quote_char == 0x60:
        return inner.replace(b"\r", b""), end + 1
    if quote_char == 34 and b"\\" not in inner and b"\n" not in inner and valid_utf8(inner):
        return inner, end + 1
    return _unquote_escapes(s, quote_char)


def _unquote_escapes(s: bytes, quote_char: int) -> tuple[bytes, int] | None:
    out = bytearray()
    at = 1
    while at < len(s) and s[at] != quote_char:
        found = unquote_char(s[at : at + 10], quote_char) if s[at] != 10 else None
        if found is None:
            return None
        value, is_rune, width = found
        if is_rune and value >= 0x80:
            out += encode_rune(value)
        else:
            out.append(value)
        at += width
        if quote_char == 39:
            break
    if at >= len(s) or s[at] != quote_char:
        return None
    return bytes(out), at + 1
