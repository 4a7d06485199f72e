"""Computes the exact value of a literal from its text. Problems are worded as in Go's scanner."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

from codemode.dsl.syntax.syntax_errors import Refused

NumberKind = Literal["INT", "FLOAT", "IMAG"]

# A limit on exact values: a short literal such as 1e999999999 would have a huge one.
MAX_DIGITS = 4000
MAX_EXPONENT = 10_000

_BASES = {"x": (16, "hexadecimal"), "o": (8, "octal"), "b": (2, "binary")}
_DIGITS = {16: "0123456789abcdef", 10: "0123456789", 8: "01234567", 2: "01"}
_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])_(?=[0-9a-fA-F])")


def number(text: str, pos: int) -> tuple[NumberKind, int | Fraction]:
    """Returns kind and value of a number literal that begins at offset `pos`."""
    if text.isdigit() and text.isascii() and (text[0] != "0" or len(text) == 1) and len(text) <= MAX_DIGITS:
        return "INT", int(text)
    return _Number(text, pos).read()


class _Number:
    """The parts of one number literal."""

    def __init__(self, text: str, pos: int) -> None:
        self.text = text
        self.pos = pos

    def refuse(self, message: str, hint: str = "") -> Refused:
        return Refused(message, self.pos, self.pos + len(self.text), hint)

    def read(self) -> tuple[NumberKind, int | Fraction]:
        body = self.text
        if len(body) > MAX_DIGITS:
            raise self.refuse(f"excessively long constant: {body[:10]}... ({len(body)} chars)")
        imaginary = body.endswith("i")
        if imaginary:
            body = body[:-1]
        prefix = body[1:2].lower() if body[:1] == "0" and body[1:2] in ("x", "X", "b", "B", "o", "O") else ""
        mantissa, exponent = self.split_exponent(body, prefix)
        # A separator may follow the base prefix; the 0 stands for the prefix here.
        self.check_separators("0" + mantissa if prefix else mantissa)
        self.check_separators((exponent or "").lstrip("+-"))
        mantissa = mantissa.replace("_", "")
        if exponent is None and "." not in mantissa:
            value = Fraction(self.integer(mantissa, prefix, imaginary))
            return ("IMAG", value) if imaginary else ("INT", int(value))
        value = self.floating(mantissa, exponent, prefix)
        return ("IMAG", value) if imaginary else ("FLOAT", value)

    def split_exponent(self, body: str, prefix: str) -> tuple[str, str | None]:
        """Returns the mantissa without its prefix, and the exponent with its sign."""
        digits = body[2:] if prefix else body
        mark = re.search("[pP]" if prefix == "x" else "[eEpP]", digits)
        base = _BASES[prefix][1] if prefix else "decimal"
        mantissa = digits[: mark.start()] if mark else digits
        if "." in mantissa and prefix in ("b", "o"):
            raise self.refuse(f"invalid radix point in {base} literal")
        if not mantissa.strip("._"):
            raise self.refuse(f"{base} literal has no digits")
        if mark is None:
            if prefix == "x" and "." in mantissa:
                raise self.refuse("hexadecimal mantissa requires a 'p' exponent")
            return mantissa, None
        if mark[0] in "eE" and prefix:
            raise self.refuse(f"{mark[0]!r} exponent requires decimal mantissa")
        if mark[0] in "pP" and prefix != "x":
            raise self.refuse(f"{mark[0]!r} exponent requires hexadecimal mantissa")
        exponent = digits[mark.end() :]
        if not exponent.strip("+-_"):
            raise self.refuse("exponent has no digits")
        return mantissa, exponent

    def check_separators(self, digits: str) -> None:
        if "_" in digits and "_" in _SEPARATOR.sub("", digits):
            raise self.refuse("'_' must separate successive digits")

    def integer(self, digits: str, prefix: str, imaginary: bool) -> int:
        base, name = _BASES[prefix] if prefix else (10, "decimal")
        # For backward compatibility, Go reads an imaginary 010i as decimal.
        if not prefix and not imaginary and len(digits) > 1 and digits[0] == "0":
            base, name = 8, "octal"
        for digit in digits.lower():
            if digit not in _DIGITS[base]:
                hint = f"a leading 0 makes a number octal; write {digits.lstrip('0')}" if not prefix else ""
                raise self.refuse(f"invalid digit {digit!r} in {name} literal", hint)
        return int(digits, base)

    def floating(self, mantissa: str, exponent: str | None, prefix: str) -> Fraction:
        whole, _, part = mantissa.partition(".")
        exponent = exponent and exponent.replace("_", "")
        power = int(exponent) if exponent and len(exponent) < 12 else 0 if not exponent else MAX_EXPONENT + 1
        if abs(power) > MAX_EXPONENT:
            raise self.refuse("excessively large exponent in constant", f"exponents go up to {MAX_EXPONENT}")
        if prefix == "x":
            return Fraction(int(whole + part, 16)) * Fraction(2) ** (power - 4 * len(part))
        return Fraction(int(whole + part)) * Fraction(10) ** (power - len(part))


# --- characters and strings ---

SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\"}
ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))")
NUMERIC = frozenset("xuU01234567")
NEEDLESS = frozenset("\"'/")


def string(text: str, pos: int, odd: Callable[[re.Match[str]], bytes | None] | None = None) -> bytes:
    """Returns the bytes of a string literal, interpreted or raw, given with its quotes. `odd` may give the bytes of an escape instead."""
    body = text[1:-1]
    if text[0] == "`":
        return body.replace("\r", "").encode()
    if "\\" not in body:
        return body.encode()
    return _unescape(body, pos + 1, text[0], odd)


def char(text: str, pos: int) -> int | None:
    """Returns the code point of a rune literal, or None if the quotes do not contain exactly one."""
    body = text[1:-1]
    if len(body) == 1 and body != "\\":
        return ord(body)
    match = ESCAPE.fullmatch(body)
    if match is None:
        return None
    if match[1] or match[4]:
        return _byte(match, pos + 1)
    if match[2] or match[3]:
        return _code_point(match, pos + 1)
    if match[5] == "'":
        return ord("'")
    if match[5] not in SIMPLE:
        raise _unknown_escape(match, pos + 1)
    return ord(SIMPLE[match[5]])


def _unescape(body: str, pos: int, quote: str, odd: Callable[[re.Match[str]], bytes | None] | None) -> bytes:
    out = bytearray()
    at = 0
    for match in ESCAPE.finditer(body):
        out += body[at : match.start()].encode()
        at = match.end()
        read = odd(match) if odd is not None else None
        if read is not None:
            out += read
        elif match[1] or match[4]:
            out.append(_byte(match, pos))
        elif match[2] or match[3]:
            out += chr(_code_point(match, pos)).encode()
        elif match[5] in SIMPLE:
            out += SIMPLE[match[5]].encode()
        elif match[5] == quote:
            out += match[5].encode()
        else:
            raise _unknown_escape(match, pos)
    out += body[at:].encode()
    return bytes(out)


def _unknown_escape(match: re.Match[str], pos: int) -> Refused:
    place = pos + match.start()
    what = match[5]
    if what in NUMERIC:
        base = "hexadecimal" if what in "xuU" else "octal"
        return Refused(f"invalid character in {base} escape", place, pos + match.end())
    hint = "write it between backquotes, where a backslash is a backslash: `...`"
    if what in NEEDLESS:
        hint = f"write {what} without the backslash"
    return Refused("unknown escape", place, pos + match.end(), hint)


def _byte(match: re.Match[str], pos: int) -> int:
    value = int(match[1], 16) if match[1] else int(match[4], 8)
    if value > 255:
        raise Refused(f"octal escape value {value} > 255", pos + match.start(), pos + match.end())
    return value


def _code_point(match: re.Match[str], pos: int) -> int:
    value = int(match[2] or match[3], 16)
    if value > 0x10FFFF or 0xD800 <= value < 0xE000:
        place = pos + match.start()
        raise Refused(f"escape is invalid Unicode code point U+{value:04X}", place, pos + match.end())
    return value
