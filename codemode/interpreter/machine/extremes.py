"""The smallest and the largest of floating-point numbers: NaN takes precedence, and -0 is less than 0."""

from __future__ import annotations

from math import copysign


def lowest(best: float, *others: float) -> float:
    for value in others:
        if value < best:
            best = value
        elif not value > best:
            best = _of_equal(best, value, -1.0)
    return best


def highest(best: float, *others: float) -> float:
    for value in others:
        if value > best:
            best = value
        elif not value < best:
            best = _of_equal(best, value, 1.0)
    return best


def _of_equal(x: float, y: float, sign: float) -> float:
    """Of two equal numbers, or of two of which one is NaN."""
    if x != x or y != y:
        return x if x != x else y
    return y if x == 0 and copysign(1.0, y) == sign else x
