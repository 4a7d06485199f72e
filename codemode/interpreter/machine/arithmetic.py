"""Go's arithmetic where Python's differs, on plain values: division, shifts, complex and float division."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.panic_hints import panic_hint
from codemode.interpreter.machine.typeops import int_range, round32, wrap
from codemode.interpreter.machine.values import runtime_panic
from codemode.types import model
from codemode.types.model import Type

Operation = Callable[[Any, Any], Any]

_INF = math.inf


def quotient(a: int, b: int) -> int:
    """Returns a / b, truncated toward zero. The caller must wrap the one overflow (the smallest integer by -1)."""
    if b == 0:
        raise runtime_panic("integer divide by zero", panic_hint("division_by_zero"))
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def remainder(a: int, b: int) -> int:
    """Returns the remainder, with the sign of `a`."""
    if b == 0:
        raise runtime_panic("integer divide by zero", panic_hint("division_by_zero"))
    r = abs(a) % abs(b)
    return -r if a < 0 else r


def divide(a: float, b: float) -> float:
    """IEEE division: division by zero gives an infinity or NaN."""
    if b:
        return a / b
    if a == 0 or a != a or b != b:
        return math.nan if b == b or a != a else b
    return math.copysign(_INF, a) * math.copysign(1.0, b)


def floor_quotient(a: float, b: float) -> float:
    """Python's a // b, rounded down; an integer if both are integers."""
    if b == 0:
        return quotient(a, b) if isinstance(a, int) and isinstance(b, int) else divide(float(a), float(b))
    return a // b


def power(a: float, b: float) -> float:
    """a ** b. Panics if an integer result does not fit 64 bits, or for a negative power of an integer."""
    if isinstance(a, int) and isinstance(b, int):
        if b < 0:
            raise runtime_panic("a negative power of an integer; use math.Pow")
        if abs(a) > 1 and b > 64:
            raise runtime_panic("a power of integers that does not fit 64 bits; use math.Pow")
        return a**b if abs(a) > 1 else a ** (b % 2 + 2 * (b > 0))
    try:
        return math.pow(a, b)
    except OverflowError:
        return -_INF if a < 0 and b % 2 == 1 else _INF
    except ValueError:  # 0 to a negative power, or a negative number to a fractional power
        return math.nan if a else math.copysign(_INF, a) if b % 2 == 1 else _INF


def _inf_to_one(v: float) -> float:
    return math.copysign(1.0 if math.isinf(v) else 0.0, v)


def divide_complex(n: complex, m: complex) -> complex:
    """Divides complex numbers like Go's run time (runtime/complex.go)."""
    a, b, c, d = n.real, n.imag, m.real, m.imag
    if abs(c) >= abs(d):
        ratio = divide(d, c)
        denom = c + ratio * d
        e, f = divide(a + b * ratio, denom), divide(b - a * ratio, denom)
    else:
        ratio = divide(c, d)
        denom = d + ratio * c
        e, f = divide(a * ratio + b, denom), divide(b * ratio - a, denom)
    if e == e and f == f:
        return complex(e, f)
    if m == 0 and (a == a or b == b):
        return complex(math.copysign(_INF, c) * a, math.copysign(_INF, c) * b)
    if (math.isinf(a) or math.isinf(b)) and math.isfinite(c) and math.isfinite(d):
        a, b = _inf_to_one(a), _inf_to_one(b)
        return complex(_INF * (a * c + b * d), _INF * (b * c - a * d))
    if (math.isinf(c) or math.isinf(d)) and math.isfinite(a) and math.isfinite(b):
        c, d = _inf_to_one(c), _inf_to_one(d)
        return complex(0 * (a * c + b * d), 0 * (b * c - a * d))
    return complex(e, f)


def _times_complex(a: complex, b: complex) -> complex:
    return complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)


def check_shift(count: int) -> int:
    if count < 0:
        raise runtime_panic("negative shift amount")
    return count


def _and_not(a: int, b: int) -> int:
    return a & ~b


def _and(a: int, b: int) -> int:
    return a & b


def _or(a: int, b: int) -> int:
    return a | b


def _xor(a: int, b: int) -> int:
    return a ^ b


_BITWISE: dict[str, Operation] = {"&": _and, "|": _or, "^": _xor, "&^": _and_not}
_WRAPPING: dict[str, Operation] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
}
_FLOAT: dict[str, Operation] = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": divide}
_COMPLEX: dict[str, Operation] = {"+": operator.add, "-": operator.sub, "*": _times_complex, "/": divide_complex}


def shift_left(t: Type) -> Operation:
    narrow = cast("Callable[[Any], Any]", wrap(t))
    bits = cast(model.Basic, t.underlying).bits or 64

    def left(a: int, count: int) -> int:
        return narrow(a << count) if 0 <= count < bits else check_shift(count) * 0

    return left


def shift_right(a: int, count: int) -> int:
    return a >> (count if 0 <= count < 64 else min(check_shift(count), 64))


def operation(op: str, t: Type) -> Operation:
    """Returns the function of `a op b` for two values of type `t` (for shifts, b is any integer)."""
    under = cast(model.Basic, t.underlying)
    if under.info == "string":
        return operator.add
    if under.info == "float":
        plain = _FLOAT[op]
        return (lambda a, b: round32(plain(a, b))) if under.bits == 32 else plain
    if under.info == "complex":
        exact = _COMPLEX[op]
        narrow = wrap(t)
        if narrow is None:
            return exact
        rounded = narrow
        return lambda a, b: rounded(exact(a, b))
    if op in _BITWISE:
        return _BITWISE[op]
    if op == "%":
        return remainder
    if op == "<<":
        return shift_left(t)
    if op == ">>":
        return shift_right
    plain = _WRAPPING[op]
    wrapped = cast("Callable[[Any], Any]", wrap(t))
    low, high = int_range(t)

    def apply(a: int, b: int) -> int:
        v = plain(a, b)
        return v if low <= v <= high else wrapped(v)

    return apply


COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
