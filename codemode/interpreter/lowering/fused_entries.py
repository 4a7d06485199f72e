"""Closures around an entry of a local record: `row["name"].(T)`, where row is a map[string]any in a local variable and the name a constant.

Programs use this form for most records from tools. Each closure reads the entry itself; `slow` is the full assertion, for values that are not simply
a T.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import LONG, charge_reading
from codemode.interpreter.machine.values import nil_map


def if_entry(i: int, key: Any, bare: type, op: str, k: Any, then: Code, slow: Code, pos: int) -> Code:
    """if x[key].(T) == k (or !=)"""
    equal = op == "=="

    def when(f: Frame, at: int = pos) -> Any:
        entries = f[i]
        v = entries.get(key) if entries is not None else None
        if type(v) is not bare:
            v = slow(f)
        return then(f) if (v == k) is equal else None

    return when


def own_by_entry(
    slot: int, i: int, key: Any, slow: Code, zero: Callable[[], Any], copy: Callable[[Any], Any], pos: int
) -> Code:
    """A copy of m[x[key].(string)], for a local map m of structs or arrays"""

    def look_up(f: Frame, at: int = pos) -> Any:
        totals = f[slot]
        entries = f[i]
        k = entries.get(key) if entries is not None else None
        if type(k) is not bytes:
            k = slow(f)
        if len(k) > LONG:
            charge_reading(f, len(k))
        v = None if totals is None else totals.get(k)
        return zero() if v is None else copy(v)

    return look_up


def store_by_entry(slot: int, i: int, key: Any, slow: Code, value: Code, size: int, pos: int) -> Code:
    """m[x[key].(string)] = value, for a local map m"""

    def store(f: Frame, at: int = pos) -> None:
        totals = f[slot]
        entries = f[i]
        k = entries.get(key) if entries is not None else None
        if type(k) is not bytes:
            k = slow(f)
        v = value(f)
        if totals is None:
            raise nil_map()
        if len(k) > LONG:
            charge_reading(f, len(k))
        before = len(totals)
        totals[k] = v
        if len(totals) != before:
            f[0].alloc(size)

    return store


def add_entry(slot: int, field: int, i: int, key: Any, slow: Code, pos: int) -> Code:
    """y.field += x[key].(float64), for a local y and a field of type float64"""

    def add(f: Frame, at: int = pos) -> None:
        owner = f[slot]
        old = owner[field]
        entries = f[i]
        more = entries.get(key) if entries is not None else None
        owner[field] = old + (more if type(more) is float else slow(f))

    return add
