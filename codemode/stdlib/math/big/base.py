"""math/big: the package, its types, and the cost of work on large numbers.

An Int is a storage list [int], or [None] for the zero value; a Rat is [numerator, denominator], or [None, None].
"""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, Halt, nil_deref
from codemode.stdlib.registry import Package

big = Package("math/big")

Storage = list[Any]

big.type("type Int struct { v native }")
big.type("type Rat struct { a native; b native }")
big.type("type Accuracy int8")
for _name, _value in (("Below", -1), ("Exact", 0), ("Above", 1)):
    big.const(f"const {_name} Accuracy = {_value}")
big.const("const MaxBase = 62")

_DIGIT_BITS = 30
_LARGEST = 1 << 20  # bits; one operation on larger numbers takes seconds and cannot be interrupted

big.row(
    "func (i Accuracy) String() string", lambda i: {-1: b"Below", 0: b"Exact", 1: b"Above"}.get(i, b"Accuracy(%d)" % i)
)


def value(x: Storage | None) -> int:
    """Returns the number that an *Int points to. Panics for nil."""
    if x is None:
        raise nil_deref()
    return x[0] or 0


def digits(n: int) -> int:
    """Returns the number of machine digits, at least one."""
    return n.bit_length() // _DIGIT_BITS + 1


MOST_AT_ONCE = 1_000_000  # steps of one operation, which Python cannot interrupt: at most a quarter of a second


def pay_at_once(run: Run, steps: int) -> None:
    """Charges an operation that cannot be interrupted. Raises Halt if it would take too long."""
    if steps > MOST_AT_ONCE:
        raise Halt(
            "step_limit_exceeded",
            f"one operation of math/big would take {steps} steps; the limit for numbers that large is {MOST_AT_ONCE}",
            "calculate modulo something, or with fewer digits",
        )
    run.charge(steps)


def pay_linear(run: Run, *numbers: int) -> None:
    """Charges an addition or a copy."""
    size = sum([digits(n) for n in numbers])
    if size > 8:
        run.charge(size >> 6)
        run.alloc(4 * size)


def pay_product(run: Run, a: int, b: int) -> None:
    """Charges a multiplication, for which Python uses Karatsuba's method."""
    x, y = digits(a), digits(b)
    if x + y > 8:
        pay_at_once(run, product_steps(x, y))
        run.alloc(4 * (x + y))


def product_steps(x: int, y: int) -> int:
    """Returns the steps of a multiplication of numbers with x and y digits."""
    return int(max(x, y) * min(x, y) ** 0.585) >> 6


def pay_division(run: Run, a: int, b: int) -> None:
    """Charges a division, a square root or a common divisor, which take quadratic time."""
    x, y = digits(a), digits(b)
    if x + y > 8:
        pay_at_once(run, x * y >> 7)
        run.alloc(4 * (x + y))


def pay_bits(run: Run, bits: int) -> None:
    """Charges the creation of a number with this many bits."""
    no_larger(bits)
    run.charge(bits >> 11)
    run.alloc(bits >> 3)


def no_larger(bits: int) -> None:
    if bits > _LARGEST:
        raise Halt(
            "memory_limit_exceeded",
            f"a number of math/big may have at most {_LARGEST} bits",
            "calculate modulo something, or with fewer digits",
        )


def put(run: Run, z: Storage | None, n: int) -> Storage:
    """Sets z to n and returns z."""
    if z is None:
        raise nil_deref()
    no_larger(n.bit_length())
    pay_linear(run, n)
    z[0] = n
    return z


def no_division_by_zero(n: int) -> None:
    if n == 0:
        raise GoPanic(b"division by zero")


def quotient(a: int, b: int) -> tuple[int, int]:
    """Returns quotient and remainder, truncated towards zero like Go's / and %."""
    no_division_by_zero(b)
    q, r = divmod(abs(a), abs(b))
    return (q if (a < 0) == (b < 0) else -q), (-r if a < 0 else r)


def euclidean(a: int, b: int) -> tuple[int, int]:
    """Returns quotient and remainder of Euclidean division. The remainder is never negative."""
    no_division_by_zero(b)
    q, r = divmod(a, abs(b))
    return (q if b > 0 else -q), r
