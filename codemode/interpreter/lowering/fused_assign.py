"""Closures for `x op= y` and `x++` on local variables, fields, elements and map entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.lowering.fused import wrap64
from codemode.interpreter.lowering.places import MAP_ENTRY
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import LONG, SHORT, charge_making, charge_reading
from codemode.interpreter.machine.values import nil_map
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
        if size > SHORT:
            charge_making(f, size)
        f[i] = s + t

    return append


_INT64: dict[str, Callable[[int, Code, int], Code]] = {"+": _add_code, "-": _sub_code, "*": _mul_code}


def local_op(
    i: int, op: str, t: Type, amount: Code, known: tuple[bool, Any], other: int | None, pos: int
) -> Code | None:
    """`x op= amount` for the local in slot i; `known` is a constant amount, `other` the slot of a local amount."""
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


# --- captured variables --------------------------------------------------------------------------------------------


def cell_op(i: int, op: str, t: Type, amount: Code, known: tuple[bool, Any], pos: int) -> Code:
    """`x op= amount` for the variable in the cell in slot i"""
    if is_int64(t) and op in "+-" and known[0]:
        k = known[1] if op == "+" else -known[1]

        def add_const(f: Frame) -> None:
            cell = f[i]
            v = cell[0] + k
            cell[0] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

        return add_const
    apply = operation(op, t)

    def operate(f: Frame, at: int = pos) -> None:
        cell = f[i]
        cell[0] = apply(cell[0], amount(f))

    return operate


# --- fields, elements, map entries ---------------------------------------------------------------------------------
# Adding to an int or a float is by far the most common case: it has its own closures.

Operation = Callable[[Any, Any], Any]


def is_int64(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, model.Basic) and under.info == "integer" and under.bits == 64


def local_field_add(slot: int, i: int, t: Type, amount: Code, known: tuple[bool, Any], pos: int) -> Code:
    """x.field += amount, for a local x and a field that holds an int or a float64"""
    if is_int64(t):
        if known[0]:
            return _local_field_more(slot, i, known[1], pos)

        def add_int(f: Frame, at: int = pos) -> None:
            p = f[slot]
            v = p[i] + amount(f)
            p[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

        return add_int

    def add_float(f: Frame, at: int = pos) -> None:
        f[slot][i] += amount(f)

    return add_float


def _local_field_more(slot: int, i: int, more: int, pos: int) -> Code:
    def add(f: Frame, at: int = pos) -> None:
        p = f[slot]
        v = p[i] + more
        p[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def is_number(t: Type) -> bool:
    """int, int64 or float64"""
    return is_int64(t) or t.underlying is model.FLOAT64


def field_op(owner: Code, i: int, op: str, t: Type, amount: Code, pos: int) -> Code:
    """owner.field op= amount"""
    if op == "+" and is_int64(t):

        def add(f: Frame, at: int = pos) -> None:
            p = owner(f)
            v = p[i] + amount(f)
            p[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

        return add
    apply = operation(op, t)

    def operate(f: Frame, at: int = pos) -> None:
        p = owner(f)
        p[i] = apply(p[i], amount(f))

    return operate


def map_add(slot: int, key: Code, text: bool, more: int, pos: int) -> Code:
    """m[k] += more, for a local map of ints"""

    def add(f: Frame, at: int = pos) -> None:
        entries = f[slot]
        k = key(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f, len(k))
        old = entries.get(k)
        if old is None:
            f[0].alloc(MAP_ENTRY)
            entries[k] = more
        else:
            v = old + more
            entries[k] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)

    return add


def map_op(entries_code: Code, key: Code, text: bool, op: str, t: Type, zero: Any, amount: Code, pos: int) -> Code:
    """m[k] op= amount, for elements that are not structs or arrays"""
    apply = operation(op, t)
    plain = op == "+" and is_int64(t)

    def operate(f: Frame, at: int = pos) -> None:
        entries = entries_code(f)
        k = key(f)
        more = amount(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f, len(k))
        old = entries.get(k)
        if old is None:
            f[0].alloc(MAP_ENTRY)
            old = zero
        if plain:
            v = old + more
            entries[k] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)
        else:
            entries[k] = apply(old, more)

    return operate


def slice_op(s_code: Code, index: Code, op: str, t: Type, amount: Code, pos: int) -> Code:
    """s[i] op= amount"""
    apply = operation(op, t)
    plain = op == "+" and is_int64(t)

    def operate(f: Frame, at: int = pos) -> None:
        s = s_code(f)
        i = index(f)
        more = amount(f)
        if not 0 <= i < s.len:
            raise index_panic(i, s.len)
        i += s.off
        arr = s.arr
        if plain:
            v = arr[i] + more
            arr[i] = v if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF else wrap64(v)
        else:
            arr[i] = apply(arr[i], more)

    return operate
