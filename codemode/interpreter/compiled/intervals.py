"""Intervals of integers: the smallest and largest value that an expression can have. If the result of an operation fits its type for the whole
interval, it is not wrapped."""

from __future__ import annotations

Interval = tuple[int, int]

LENGTH: Interval = (0, 1 << 48)  # of anything in memory


def join(a: Interval, b: Interval) -> Interval:
    return min(a[0], b[0]), max(a[1], b[1])


def fits(a: Interval, within: Interval) -> bool:
    return within[0] <= a[0] and a[1] <= within[1]


def add(a: Interval, b: Interval) -> Interval:
    return a[0] + b[0], a[1] + b[1]


def subtract(a: Interval, b: Interval) -> Interval:
    return a[0] - b[1], a[1] - b[0]


def multiply(a: Interval, b: Interval) -> Interval:
    products = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(products), max(products)


def negate(a: Interval) -> Interval:
    return -a[1], -a[0]


def quotient(a: Interval, b: Interval) -> Interval:
    """The interval of a truncated division. The divisor is not zero."""
    most = max(abs(a[0]), abs(a[1]))
    if a[0] >= 0 and b[0] > 0:
        return a[0] // b[1], a[1] // b[0]
    return -most, most


def remainder(a: Interval, b: Interval) -> Interval:
    """The interval of a remainder, which has the sign of `a` and is smaller than `b`."""
    most = min(max(abs(b[0]), abs(b[1])) - 1, max(abs(a[0]), abs(a[1])))
    return (-most if a[0] < 0 else 0), (most if a[1] > 0 else 0)


def bit_and(a: Interval, b: Interval, whole: Interval) -> Interval:
    if a[0] >= 0 and b[0] >= 0:
        return 0, min(a[1], b[1])
    if b[0] >= 0:
        return 0, b[1]
    return (0, a[1]) if a[0] >= 0 else whole


def bit_or(a: Interval, b: Interval, whole: Interval) -> Interval:
    """The interval of bitwise or; also valid for exclusive or."""
    if a[0] >= 0 and b[0] >= 0:
        return 0, (1 << max(a[1].bit_length(), b[1].bit_length())) - 1
    return whole


OPERATIONS = {"+": add, "-": subtract, "*": multiply}


# --- comparisons -------------------------------------------------------------------------------------------------------

NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def narrowed(a: Interval, op: str, b: Interval) -> Interval:
    """Returns the interval of a value in `a` if `value op other` is true for an `other` in `b`. It may be empty: then the code is unreachable."""
    low, high = a
    if op == "<":
        return low, min(high, b[1] - 1)
    if op == "<=":
        return low, min(high, b[1])
    if op == ">":
        return max(low, b[0] + 1), high
    if op == ">=":
        return max(low, b[0]), high
    if op == "==":
        return max(low, b[0]), min(high, b[1])
    return a
