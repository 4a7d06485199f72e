"""The shortest decimal text of a float that reads back as the same float, as Go's %g and print write it."""

from __future__ import annotations

import math

from codemode.interpreter.machine.typeops import round32


def decimal_digits(text: str) -> tuple[str, int]:
    """Returns the significant digits of a decimal such as 12.5 or -1e-07, and the position of the point: 12.5 gives ("125", 2)."""
    mantissa, _, exponent = text.lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = whole + fraction
    stripped = digits.lstrip("0")
    point = len(whole) + (int(exponent) if exponent else 0) - (len(digits) - len(stripped))
    return stripped.rstrip("0"), point


def shortest_digits(v: float, bits: int) -> tuple[str, int]:
    """Returns (digits, point) of a finite v that is not 0: its value is 0.digits * 10**point, rounded to `bits` bits."""
    return decimal_digits(repr(v)) if bits == 64 else _shortest32(abs(v))


def _shortest32(v: float) -> tuple[str, int]:
    for count in range(1, 10):
        digits, point = decimal_digits(f"{v:.{count - 1}e}")
        padded = int(digits.ljust(count, "0"))
        # near a power of two the interval is narrower on one side, and the nearest decimal may be outside of it
        for near in (padded, padded + 1, padded - 1):
            if round32(float(f"{near}e{point - count}")) == v:
                text = str(near)
                return text.rstrip("0"), point + len(text) - count
    raise AssertionError("nine digits tell every float32")


def shortest(v: float, bits: int = 64) -> str:
    """Like strconv.FormatFloat(v, 'g', -1, bits)."""
    if not math.isfinite(v):
        return "NaN" if v != v else "+Inf" if v > 0 else "-Inf"
    sign = "-" if math.copysign(1.0, v) < 0 else ""
    if v == 0:
        return sign + "0"
    digits, point = shortest_digits(abs(v), bits)
    exponent = point - 1
    if exponent < -4 or exponent >= 6:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    if point >= len(digits):
        return sign + digits + "0" * (point - len(digits))
    return f"{sign}{digits[:point]}.{digits[point:]}"
