"""The error function and the gamma function from Python's math. Their last bits may differ from Go's."""

from __future__ import annotations

import math
from math import copysign, floor, inf, isinf, isnan, nan

from codemode.stdlib.math._libm.exp import scale

DIGITS = 47  # bits that are kept: C libraries agree in them, so that a replay gives the same result on every machine


def erf(x: float) -> float:
    return kept(math.erf(x))


def erfc(x: float) -> float:
    return kept(math.erfc(x))


def gamma(x: float) -> float:
    if x == 0:
        return copysign(inf, x)
    try:
        return kept(math.gamma(x))
    except ValueError:  # a pole, or -Inf
        return nan
    except OverflowError:
        return inf if x > 0 else copysign(inf, x)


def lgamma(x: float) -> tuple[float, int]:
    """Returns the logarithm of |Gamma(x)|, and the sign of Gamma(x)."""
    if isnan(x):
        return x, 1
    if isinf(x):
        return x, 1
    sign = -1 if x < 0 and floor(x) % 2 and x != floor(x) else 1
    try:
        return kept(math.lgamma(x)), sign
    except (ValueError, OverflowError):
        return inf, sign


def kept(x: float) -> float:
    """Returns x rounded to DIGITS bits."""
    if x == 0 or isinf(x) or isnan(x):
        return x
    fraction, power = math.frexp(x)
    return scale(round(fraction * (1 << DIGITS)), power - DIGITS)
