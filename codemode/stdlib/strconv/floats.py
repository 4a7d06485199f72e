"""Formats and parses floats, digit for digit like Go's strconv."""

from __future__ import annotations

import math
import re
import struct

from codemode.interpreter.machine.floattext import decimal_digits, shortest_digits
from codemode.interpreter.machine.typeops import round32

_ALL_DIGITS = 1100  # no float64 has more after its point


def format_float(x: float, verb: str, precision: int, bits: int) -> str:
    """FormatFloat. A `precision` of -1 means the fewest digits that parse back to `x`."""
    if bits == 32:
        x = round32(x)
    if x != x:
        return "NaN"
    if x in (math.inf, -math.inf):
        return "+Inf" if x > 0 else "-Inf"
    if verb == "b":
        return _binary(x, bits)
    if verb in ("x", "X"):
        return _hexadecimal(x, verb, precision)
    if verb not in ("e", "E", "f", "g", "G"):
        return "%" + verb
    if precision < 0:
        return _shortest(x, verb, bits)
    exact = min(precision, _ALL_DIGITS)
    if verb == "f":
        return f"{x:.{exact}f}" + "0" * (precision - exact)
    if verb in ("e", "E"):
        mantissa, e, exponent = f"{x:.{exact}{verb}}".partition(verb)
        return mantissa + "0" * (precision - exact) + e + exponent
    digits, point = decimal_digits(f"{x:.{max(exact, 1) - 1}e}")
    return _general(x, digits, point, max(precision, 1), verb)


def shortest(x: float) -> str:
    """Returns a float64 in the form of Println."""
    if -1e6 < x < 1e6:
        text = repr(x)
        if "e" not in text:
            return text[:-2] if text.endswith(".0") else text
    return format_float(x, "g", -1, 64)


def _shortest(x: float, verb: str, bits: int) -> str:
    if x == 0:
        digits, point = "", 0
    else:
        digits, point = shortest_digits(x, bits)
    sign = "-" if math.copysign(1, x) < 0 else ""
    if verb == "f" or (verb in ("g", "G") and -4 <= point - 1 < 6):
        return sign + _plain(digits, point, max(len(digits) - point, 0))
    return sign + _scientific(digits, point, max(len(digits) - 1, 0), "e" if verb in ("e", "g") else "E")


def _general(x: float, digits: str, point: int, precision: int, verb: str) -> str:
    digits = digits.rstrip("0")
    count = len(digits)
    if count == 0:
        point = 0
    sign = "-" if math.copysign(1, x) < 0 else ""
    limit = count if precision > count >= point else precision
    if not -4 <= point - 1 < limit:
        return sign + _scientific(digits, point, min(precision, count) - 1, "e" if verb == "g" else "E")
    return sign + _plain(digits, point, max((count if precision > point else precision) - point, 0))


def _plain(digits: str, point: int, precision: int) -> str:
    whole = digits[:point].ljust(point, "0") if point > 0 else "0"
    if precision <= 0:
        return whole
    fraction = digits[point:] if point >= 0 else "0" * -point + digits
    return f"{whole}.{fraction[:precision].ljust(precision, '0')}"


def _scientific(digits: str, point: int, precision: int, e: str) -> str:
    head = digits[:1] or "0"
    tail = f".{digits[1 : precision + 1].ljust(precision, '0')}" if precision > 0 else ""
    exponent = point - 1 if digits else 0
    return f"{head}{tail}{e}{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _parts(x: float, bits: int) -> tuple[bool, int, int]:
    """Returns (negative, mantissa with all its bits, exponent of two)."""
    if bits == 32:
        word = struct.unpack("<I", struct.pack("<f", x))[0]
        negative, exponent, mantissa, width, bias = word >> 31, word >> 23 & 0xFF, word & 0x7FFFFF, 23, 127
    else:
        word = struct.unpack("<Q", struct.pack("<d", x))[0]
        negative, exponent, mantissa, width, bias = word >> 63, word >> 52 & 0x7FF, word & ((1 << 52) - 1), 52, 1023
    if exponent:
        mantissa |= 1 << width
    else:
        exponent = 1
    return bool(negative), mantissa, exponent - bias - width


def _binary(x: float, bits: int) -> str:
    negative, mantissa, exponent = _parts(x, bits)
    return f"{'-' if negative else ''}{mantissa}p{exponent:+d}"


def _hexadecimal(x: float, verb: str, precision: int) -> str:
    negative, mantissa, exponent = _parts(x, 64)
    exponent += 52
    if mantissa == 0:
        exponent = 0
    mantissa <<= 8  # the leading 1 is bit 60
    while mantissa and not mantissa >> 60:
        mantissa <<= 1
        exponent -= 1
    if 0 <= precision < 15:
        kept = 60 - precision * 4
        extra, mantissa = mantissa & ((1 << kept) - 1), mantissa >> kept
        if extra > 1 << (kept - 1) or (extra == 1 << (kept - 1) and mantissa & 1):
            mantissa += 1
        mantissa <<= kept
        if mantissa >> 61:
            mantissa >>= 1
            exponent += 1
    fraction = f"{mantissa & ((1 << 60) - 1):015x}"
    fraction = fraction.rstrip("0") if precision < 0 else fraction[:precision].ljust(precision, "0")
    text = f"0x{mantissa >> 60}{'.' if fraction else ''}{fraction}p{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    return ("-" if negative else "") + (text if verb == "x" else text.upper())


# --- reading -----------------------------------------------------------------------------------------------------

_DECIMAL = re.compile(rb"[+-]?[0-9_]*+(?:\.[0-9_]*+)?(?:[eE][+-]?[0-9][0-9_]*)?")
_SPECIAL = re.compile(rb"([+-]?)inf(?:inity)?|nan", re.IGNORECASE)
_MANTISSA_DIGIT = re.compile(rb"[+-]?_*+(?:\._*+)?[0-9]")

Parsed = tuple[float, int, bool]  # value, bytes read (0: no float), whether it is out of range


def parse_float_prefix(s: bytes, bits: int) -> Parsed:
    """Parses the float at the beginning of a string."""
    found = _SPECIAL.match(s)
    if found:
        return math.nan if found[1] is None else -math.inf if found[1] == b"-" else math.inf, found.end(), False
    found = _DECIMAL.match(s)
    if not found or not _MANTISSA_DIGIT.match(found[0]) or not underscores_ok(found[0]):
        return 0.0, 0, False
    value = float(found[0].replace(b"_", b""))
    if bits == 32:
        value = round32(value)
    return value, found.end(), value in (math.inf, -math.inf)


def underscores_ok(s: bytes) -> bool:
    """Returns whether underscores are only between digits, or between a base prefix and a digit."""
    if b"_" not in s:
        return True
    body = s.lstrip(b"+-").lower()
    hexadecimal = body.startswith(b"0x")
    if body[:2] in (b"0b", b"0o", b"0x"):
        body = b"0" + body[2:]
    digit = rb"[0-9a-f]" if hexadecimal else rb"[0-9]"
    return re.search(rb"(?<!%s)_|_(?!%s)" % (digit, digit), body) is None
