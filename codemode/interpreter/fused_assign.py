"""Closures for `x op= y` and `x++` on plain local variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.arithmetic import operation
from codemode.interpreter.frames import Code, Frame
from codemode.interpreter.fused import wrap64
from codemode.types import model
from codemode.types.model import Type


def _add_const(i: int, k: int) -> Code:
    def add(f: Frame) -> None:
        v = f[i] + k
        f[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _add_local(i: int, j: int) -> Code:
    def add(f: Frame) -> None:
        v = f[i] + f[j]
        f[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _add_code(i: int, x: Code, pos: int) -> Code:
    def add(f: Frame, at: int = pos) -> None:
        v = f[i] + x(f)
        f[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def _sub_code(i: int, x: Code, pos: int) -> Code:
    def sub(f: Frame, at: int = pos) -> None:
        v = f[i] - x(f)
        f[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return sub


def _mul_code(i: int, x: Code, pos: int) -> Code:
    def mul(f: Frame, at: int = pos) -> None:
        v = f[i] * x(f)
        f[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return mul


def _add_float(i: int, x: Code, pos: int) -> Code:
    def add(f: Frame, at: int = pos) -> None:
        f[i] = f[i] + x(f)

    return add


def _append_text(i: int, x: Code, pos: int) -> Code:
    def append(f: Frame, at: int = pos) -> None:
        s = f[i]
        t = x(f)
        size = len(s) + len(t)
        if size > 1024:
            f[0].charge(size >> 6)
            f[0].alloc(size)
        f[i] = s + t

    return append


_INT64: dict[str, Callable[[int, Code, int], Code]] = {"+": _add_code, "-": _sub_code, "*": _mul_code}


def local_op(
    i: int, op: str, t: Type, amount: Code, known: tuple[bool, Any], other: int | None, pos: int
) -> Code | None:
    """`x op= amount` for the local in slot i; `known` tells a constant amount, `other` the slot of a local one."""
    under = cast(model.Basic, t.underlying)
    if under.info == "integer" and under.bits == 64 and op in _INT64:
        if op in "+-" and known[0]:
            return _add_const(i, known[1] if op == "+" else -known[1])
        if op == "+" and other is not None:
            return _add_local(i, other)
        return _INT64[op](i, amount, pos)
    if op == "+" and under.info == "float" and under.bits == 64:
        return _add_float(i, amount, pos)
    if op == "+" and under.info == "string":
        return _append_text(i, amount, pos)
    apply = operation(op, t)

    def operate(f: Frame, at: int = pos) -> None:
        f[i] = apply(f[i], amount(f))

    return operate
