"""The shortest decimal text of a float that reads back as the same float, as Go's %g and print write it."""

from __future__ import annotations

import math

from codemode.interpreter.typeops import round32


def shortest_digits(v: float, bits: int) -> tuple[str, int]:
    """(digits, exponent) of a positive finite v: it is 0.digits * 10**exponent, rounded to `bits` bits."""
    text = repr(v)
    if bits == 32:
        text = next(t for t in (f"{v:.{n}e}" for n in range(10)) if round32(float(t)) == v)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) if whole.strip("0") else -(len(fraction) - len(fraction.lstrip("0")))
    return digits.rstrip("0") or "0", point + (int(exponent) if exponent else 0)


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
