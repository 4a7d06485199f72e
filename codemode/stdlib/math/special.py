"""Functions from Python's math whose last bits may differ from Go's: hyperbolic, error and gamma functions, and a few more."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import copysign, floor, inf, isinf, isnan, nan

from codemode.stdlib.math._libm.exp import scale

DIGITS = 47  # bits that are kept: C libraries agree in them, so that a replay gives the same result on every machine
_POLES: dict[tuple[Callable[[float], float], float], float] = {
    (math.atanh, 1.0): inf,
    (math.atanh, -1.0): -inf,
    (math.log1p, -1.0): -inf,
}


def from_host(host: Callable[[float], float]) -> Callable[[float], float]:
    """Returns a function of Python's math with the results that Go has where Python raises."""

    def function(x: float) -> float:
        try:
            return kept(host(x))
        except OverflowError:
            return inf if host is math.cosh else copysign(inf, x)
        except ValueError:
            return _POLES.get((host, x), nan)

    return function


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
