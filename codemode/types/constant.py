"""Exact constant values, as Go's compiler keeps them.

A value is a bool, an int (integers and runes), a Fraction (floating point), a pair of Fractions (complex), or bytes (strings).
UNKNOWN stands for a value that could not be computed because of an earlier problem.
"""

from __future__ import annotations

import operator
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, TypeAlias, cast

from codemode.types.model import Basic

Complex: TypeAlias = "tuple[Fraction, Fraction]"
Value: TypeAlias = "bool | int | Fraction | Complex | bytes"

UNKNOWN: Final[Any] = None
MAX_INT_BITS = 512  # untyped integers, as in the Go compiler
MAX_STRING = 16 << 20  # bytes of all constant strings of a program; more would use up memory before the run begins
SHIFT_LIMIT = 1023 - 1 + 52  # the largest constant shift count, as in the Go compiler
_FLOAT_BITS = 4096  # numerators and denominators beyond this are rounded to 512 bits
_MANTISSA = 512
_MAX_EXPONENT = 40_000  # bits; beyond it a constant is not representable
_ZERO = Fraction(0)


def to_int(value: Any) -> int | None:
    """Returns the integer that equals the value, or None."""
    kind = value.__class__
    if kind is int:
        return value
    if kind is Fraction:
        return value.numerator if value.denominator == 1 else None
    if kind is tuple:
        return to_int(value[0]) if value[1] == 0 else None
    return None


def to_float(value: Any) -> Fraction | None:
    kind = value.__class__
    if kind is Fraction:
        return value
    if kind is int:
        return Fraction(value)
    if kind is tuple:
        return value[0] if value[1] == 0 else None
    return None


def to_complex(value: Any) -> Complex | None:
    kind = value.__class__
    if kind is tuple:
        return value
    if kind is int or kind is Fraction:
        return (Fraction(value), _ZERO)
    return None


def real(value: Any) -> Any:
    return value[0] if value.__class__ is tuple else value


def imag(value: Any) -> Any:
    return value[1] if value.__class__ is tuple else (0 if value.__class__ is int else _ZERO)


def sign(value: Any) -> int:
    """Returns -1, 0 or 1; for complex numbers 0 exactly if the value is zero."""
    if value.__class__ is tuple:
        return 1 if value[0] or value[1] else 0
    return (value > 0) - (value < 0)


# --- rounding ----------------------------------------------------------------------------------------------------


def _round(value: Fraction, bits: int, min_exponent: int) -> Fraction:
    """Rounds to the nearest number with `bits` bits of mantissa (ties to even) and no bit below 2**min_exponent."""
    if value == 0:
        return value
    exponent = abs(value.numerator).bit_length() - value.denominator.bit_length()
    scale = max(exponent - bits, min_exponent)
    rounded = round(value / Fraction(2) ** scale)
    if abs(rounded) >> bits and scale > min_exponent - 1:
        scale += 1
        rounded = round(value / Fraction(2) ** scale)
    return Fraction(rounded) * Fraction(2) ** scale


def round_float64(value: Fraction) -> Fraction | None:
    """Returns the nearest float64, or None if that is infinite."""
    try:
        return Fraction(value.numerator / value.denominator)
    except OverflowError:
        return None


def round_float32(value: Fraction) -> Fraction | None:
    rounded = _round(value, 24, -149)
    limit = Fraction(struct.unpack("<f", b"\xff\xff\x7f\x7f")[0])
    return rounded if -limit <= rounded <= limit else None


def trim(value: Any) -> Any:
    """Rounds an untyped floating-point value so that its size stays bounded, like the Go compiler's 512-bit floats; UNKNOWN beyond all bounds."""
    if value.__class__ is tuple:
        re, im = trim(value[0]), trim(value[1])
        return UNKNOWN if re is UNKNOWN or im is UNKNOWN else (re, im)
    num, den = value.numerator.bit_length(), value.denominator.bit_length()
    if num <= _FLOAT_BITS and den <= _FLOAT_BITS:
        return value
    if num - den > _MAX_EXPONENT:
        return UNKNOWN
    if den - num > _MAX_EXPONENT:
        return _ZERO
    return _round(value, _MANTISSA, -_MAX_EXPONENT)


# --- representation ----------------------------------------------------------------------------------------------

_INT_RANGE: dict[str, tuple[int, int]] = {}
for _bits in (8, 16, 32, 64):
    _INT_RANGE[f"int{_bits}"] = (-(1 << _bits - 1), (1 << _bits - 1) - 1)
    _INT_RANGE[f"uint{_bits}"] = (0, (1 << _bits) - 1)
_INT_RANGE["int"] = _INT_RANGE["int64"]
_INT_RANGE["uint"] = _INT_RANGE["uintptr"] = _INT_RANGE["uint64"]


def represent(value: Any, typ: Basic) -> Any:
    """Returns the value as the basic type represents it (rounded for floating point), or None if the type cannot represent it."""
    info = typ.info
    if info == "integer" or info == "unsigned":
        whole = to_int(value)
        if whole is None or typ.untyped:
            return whole
        low, high = _INT_RANGE[typ.name]
        return whole if low <= whole <= high else None
    if info == "float":
        number = to_float(value)
        if number is None or typ.untyped:
            return number
        return round_float64(number) if typ.bits == 64 else round_float32(number)
    if info == "complex":
        pair = to_complex(value)
        if pair is None or typ.untyped:
            return pair
        rounder = round_float64 if typ.bits == 128 else round_float32
        re, im = rounder(pair[0]), rounder(pair[1])
        return None if re is None or im is None else (re, im)
    if info == "string":
        return value if value.__class__ is bytes else None
    if info == "boolean":
        return value if value.__class__ is bool else None
    return None


# --- operators ---------------------------------------------------------------------------------------------------


def match(x: Any, y: Any) -> tuple[Any, Any]:
    """Converts both operands to the more general of their two kinds."""
    kx, ky = x.__class__, y.__class__
    if kx is ky:
        return x, y
    if kx is tuple or ky is tuple:
        return to_complex(x), to_complex(y)
    return to_float(x), to_float(y)


def _quotient(x: int, y: int) -> int:
    q = abs(x) // abs(y)
    return q if (x < 0) == (y < 0) else -q


def _remainder(x: int, y: int) -> int:
    r = abs(x) % abs(y)
    return -r if x < 0 else r


_INTEGER: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _quotient,
    "%": _remainder,
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
    "&^": lambda x, y: x & ~y,
}
_FLOAT: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda x, y: x / y,
}


def _complex(op: str, x: Complex, y: Complex) -> Complex:
    a, b = x
    c, d = y
    if op == "+":
        return (a + c, b + d)
    if op == "-":
        return (a - c, b - d)
    if op == "*":
        return (a * c - b * d, b * c + a * d)
    s = c * c + d * d
    return ((a * c + b * d) / s, (b * c - a * d) / s)


def binary(op: str, x: Any, y: Any, integer: bool) -> Any:
    """Computes x op y for the arithmetic and logical operators. `integer` selects integer division. In a division, y must not be zero."""
    x, y = match(x, y)
    kind = x.__class__
    if kind is int:
        if op == "/" and not integer:
            return Fraction(x, y)
        return _INTEGER[op](x, y)
    if kind is Fraction:
        return trim(_FLOAT[op](x, y))
    if kind is bytes:
        return x + y
    if kind is bool:
        return (x and y) if op == "&&" else (x or y)
    return trim(_complex(op, x, y))


_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compare(op: str, x: Any, y: Any) -> bool:
    x, y = match(x, y)
    return _ORDER[op](x, y)


def unary(op: str, x: Any, typ: Basic) -> Any:
    """Computes +x, -x, ^x or !x. ^ of an unsigned type stays within its width."""
    if op == "!":
        return not x
    if op == "-":
        return (-x[0], -x[1]) if x.__class__ is tuple else -x
    if op == "^":
        return x ^ ((1 << typ.bits) - 1) if typ.info == "unsigned" else ~x
    return x


def shift(op: str, x: int, count: int) -> int:
    return x << count if op == "<<" else x >> count


# --- text --------------------------------------------------------------------------------------------------------

_TEXT_LIMIT = 72
_ESCAPES = {7: "\\a", 8: "\\b", 12: "\\f", 10: "\\n", 13: "\\r", 9: "\\t", 11: "\\v", 92: "\\\\", 34: '\\"'}


def quote(data: bytes) -> str:
    """Returns a string as Go's strconv.Quote writes it."""
    out: list[str] = []
    for char in data.decode("utf-8", "surrogateescape"):
        code = ord(char)
        if code in _ESCAPES:
            out.append(_ESCAPES[code])
        elif 0xDC80 <= code <= 0xDCFF:
            out.append(f"\\x{code - 0xDC00:02x}")
        elif char.isprintable():
            out.append(char)
        elif code < 0x80:
            out.append(f"\\x{code:02x}")
        else:
            out.append(f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
    return f'"{"".join(out)}"'


def _float_text(value: Fraction) -> str:
    try:
        number = value.numerator / value.denominator
    except OverflowError:
        number = 0.0
    if number == 0 and value != 0:
        return _huge_text(value)
    text = f"{number:.6g}"
    if value.denominator != 1 and "." not in text:
        text = repr(number)
    return text


def _huge_text(value: Fraction) -> str:
    """Formats a number outside float64's range with six digits."""
    negative, value = value < 0, abs(value)
    exponent = round((value.numerator.bit_length() - value.denominator.bit_length()) * 0.30103)
    mantissa = value / Fraction(10) ** exponent
    while mantissa >= 10:
        mantissa, exponent = mantissa / 10, exponent + 1
    while mantissa < 1:
        mantissa, exponent = mantissa * 10, exponent - 1
    return f"{'-' if negative else ''}{float(mantissa):.6g}e{exponent:+d}"


def text(value: Any) -> str:
    """Formats a value as the Go compiler shows it in messages."""
    kind = value.__class__
    if kind is bool:
        return "true" if value else "false"
    if kind is int:
        return str(value) if value.bit_length() <= 4 * MAX_INT_BITS else "unknown"
    if kind is Fraction:
        return _float_text(value)
    if kind is tuple:
        pair = cast("Complex", value)
        return f"({_float_text(pair[0])} + {_float_text(pair[1])}i)"
    if kind is bytes:
        quoted = quote(value)
        return quoted if len(quoted) <= _TEXT_LIMIT else quoted[: _TEXT_LIMIT - 3] + "..."
    return "unknown"
