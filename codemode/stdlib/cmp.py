"""cmp: comparing ordered values."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.comparing import compare as compare
from codemode.interpreter.machine.comparing import less
from codemode.interpreter.machine.typeops import equal, zero_maker
from codemode.stdlib.registry import Package
from codemode.types.model import Type

cmp = Package("cmp")

cmp.type(
    "type Ordered interface { ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | "
    "~uintptr | ~float32 | ~float64 | ~string }"
)


cmp.func("func Compare[T Ordered](x, y T) int")(compare)
cmp.func("func Less[T Ordered](x, y T) bool")(less)


@cmp.func("func Or[T comparable](vals ...T) T", types=True, cost="len(vals)")
def or_(types: tuple[Type, ...], vals: list[Any]) -> Any:
    zero = zero_maker(types[0])()
    same = equal(types[0])
    for value in vals:
        if not same(value, zero):
            return value
    return zero
