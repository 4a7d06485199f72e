"""Closures for the most common operators and operand shapes: a local variable's slot, a constant, or any code.

Each table is keyed by operator. Integer results are checked against 64 bits before they are wrapped, because they nearly always fit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.frames import Code, Frame

_HALF = 1 << 63
_FULL = (1 << 64) - 1


def wrap64(v: int) -> int:
    return ((v + _HALF) & _FULL) - _HALF


# --- comparisons -------------------------------------------------------------------------------------------------

COMPARE_LOCAL_LOCAL: dict[str, Callable[[int, int], Code]] = {
    "==": lambda i, j: lambda f: f[i] == f[j],
    "!=": lambda i, j: lambda f: f[i] != f[j],
    "<": lambda i, j: lambda f: f[i] < f[j],
    "<=": lambda i, j: lambda f: f[i] <= f[j],
    ">": lambda i, j: lambda f: f[i] > f[j],
    ">=": lambda i, j: lambda f: f[i] >= f[j],
}
COMPARE_LOCAL_CONST: dict[str, Callable[[int, Any], Code]] = {
    "==": lambda i, k: lambda f: f[i] == k,
    "!=": lambda i, k: lambda f: f[i] != k,
    "<": lambda i, k: lambda f: f[i] < k,
    "<=": lambda i, k: lambda f: f[i] <= k,
    ">": lambda i, k: lambda f: f[i] > k,
    ">=": lambda i, k: lambda f: f[i] >= k,
}
COMPARE_ANY_CONST: dict[str, Callable[[Code, Any], Code]] = {
    "==": lambda x, k: lambda f: x(f) == k,
    "!=": lambda x, k: lambda f: x(f) != k,
    "<": lambda x, k: lambda f: x(f) < k,
    "<=": lambda x, k: lambda f: x(f) <= k,
    ">": lambda x, k: lambda f: x(f) > k,
    ">=": lambda x, k: lambda f: x(f) >= k,
}
COMPARE_ANY_ANY: dict[str, Callable[[Code, Code], Code]] = {
    "==": lambda x, y: lambda f: x(f) == y(f),
    "!=": lambda x, y: lambda f: x(f) != y(f),
    "<": lambda x, y: lambda f: x(f) < y(f),
    "<=": lambda x, y: lambda f: x(f) <= y(f),
    ">": lambda x, y: lambda f: x(f) > y(f),
    ">=": lambda x, y: lambda f: x(f) >= y(f),
}

# --- operators whose result needs no wrapping --------------------------------------------------------------------

PLAIN: dict[str, Callable[[Code, Code], Code]] = {
    "+": lambda x, y: lambda f: x(f) + y(f),
    "-": lambda x, y: lambda f: x(f) - y(f),
    "*": lambda x, y: lambda f: x(f) * y(f),
    "&": lambda x, y: lambda f: x(f) & y(f),
    "|": lambda x, y: lambda f: x(f) | y(f),
    "^": lambda x, y: lambda f: x(f) ^ y(f),
    "&^": lambda x, y: lambda f: x(f) & ~y(f),
}

# --- unsigned integers -------------------------------------------------------------------------------------------

MASKED: dict[str, Callable[[Code, Code, int], Code]] = {
    "+": lambda x, y, mask: lambda f: (x(f) + y(f)) & mask,
    "-": lambda x, y, mask: lambda f: (x(f) - y(f)) & mask,
    "*": lambda x, y, mask: lambda f: (x(f) * y(f)) & mask,
}

# --- int and int64 -----------------------------------------------------------------------------------------------


def _add_local_local(i: int, j: int) -> Code:
    def add(f: Frame) -> Any:
        v = f[i] + f[j]
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _sub_local_local(i: int, j: int) -> Code:
    def sub(f: Frame) -> Any:
        v = f[i] - f[j]
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return sub


def _mul_local_local(i: int, j: int) -> Code:
    def mul(f: Frame) -> Any:
        v = f[i] * f[j]
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return mul


def _add_local_const(i: int, k: int) -> Code:
    def add(f: Frame) -> Any:
        v = f[i] + k
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _sub_local_const(i: int, k: int) -> Code:
    return _add_local_const(i, -k)


def _mul_local_const(i: int, k: int) -> Code:
    def mul(f: Frame) -> Any:
        v = f[i] * k
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return mul


def _add_any_const(x: Code, k: int) -> Code:
    def add(f: Frame) -> Any:
        v = x(f) + k
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _sub_any_const(x: Code, k: int) -> Code:
    return _add_any_const(x, -k)


def _mul_any_const(x: Code, k: int) -> Code:
    def mul(f: Frame) -> Any:
        v = x(f) * k
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return mul


def _add_any_any(x: Code, y: Code) -> Code:
    def add(f: Frame) -> Any:
        v = x(f) + y(f)
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _sub_any_any(x: Code, y: Code) -> Code:
    def sub(f: Frame) -> Any:
        v = x(f) - y(f)
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return sub


def _mul_any_any(x: Code, y: Code) -> Code:
    def mul(f: Frame) -> Any:
        v = x(f) * y(f)
        return v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return mul


INT_LOCAL_LOCAL: dict[str, Callable[[int, int], Code]] = {
    "+": _add_local_local,
    "-": _sub_local_local,
    "*": _mul_local_local,
}
INT_LOCAL_CONST: dict[str, Callable[[int, Any], Code]] = {
    "+": _add_local_const,
    "-": _sub_local_const,
    "*": _mul_local_const,
}
INT_ANY_CONST: dict[str, Callable[[Code, Any], Code]] = {
    "+": _add_any_const,
    "-": _sub_any_const,
    "*": _mul_any_const,
}
INT_ANY_ANY: dict[str, Callable[[Code, Code], Code]] = {
    "+": _add_any_any,
    "-": _sub_any_any,
    "*": _mul_any_any,
}


# --- division by a positive constant -------------------------------------------------------------------------------


def rest_local_const(i: int, k: int) -> Code:
    def rest(f: Frame) -> Any:
        a = f[i]
        return a % k if a >= 0 else -(-a % k)

    return rest


def divide_local_const(i: int, k: int) -> Code:
    def divide(f: Frame) -> Any:
        a = f[i]
        return a // k if a >= 0 else -(-a // k)

    return divide
