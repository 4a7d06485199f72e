"""Normal and exponential distributions for both versions of math/rand."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from codemode.stdlib.math._libm.exp import log
from codemode.stdlib.math._libm.trig import PI, cos


def normal(uniform: Callable[[], float]) -> float:
    """Returns a normally distributed number by the method of Box and Muller. `uniform` returns numbers in [0, 1)."""
    radius = sqrt(-2 * log(1 - uniform()))
    return radius * cos(2 * PI * uniform())


def exponential(uniform: Callable[[], float]) -> float:
    return -log(1 - uniform())
