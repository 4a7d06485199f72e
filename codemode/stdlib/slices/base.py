"""Shared parts of package slices: the package itself, and functions that copy, write and grow slices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.slice_growth import grown_cap
from codemode.interpreter.machine.typeops import copier, is_byte, overwriter, zero_maker
from codemode.interpreter.machine.values import NIL_SLICE, Slice, bounds_panic
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import Type

slices = Package("slices")

Types = tuple[Type, ...]
Yield = Callable[..., bool]
Seq = Callable[[Yield], None]


def is_plain(elem: Type) -> bool:
    """Returns whether Python compares elements of this type as Go does: integers, strings and booleans. Floats have NaN; other values have
    identity."""
    under = elem.underlying
    return isinstance(under, model.Basic) and under.info in ("integer", "unsigned", "string", "boolean")


def has_storage(elem: Type) -> bool:
    """Returns whether elements of this type are Python lists, to which pointers may exist."""
    return isinstance(elem.underlying, (model.Struct, model.Array))


def private(elem: Type) -> Callable[[Any], Any]:
    """Returns the function that copies an element before it is returned. Only structs and arrays are copied."""
    copy = copier(elem)
    return copy if copy is not None else _same


def _same(value: Any) -> Any:
    return value


def backing(elem: Type, items: Any) -> Any:
    """Returns a new backing array with these values, which must be copies already."""
    return bytearray(items) if is_byte(elem) else list(items)


def copied(elem: Type, items: Any) -> Any:
    """Returns copies of the values."""
    copy = copier(elem)
    return items if copy is None else [copy(item) for item in items]


def write(elem: Type, s: Slice, at: int, items: Any) -> None:
    """Assigns values, which must be copies already, to s[at:] within its capacity. Structs and arrays are overwritten in place, so that pointers to
    them stay valid."""
    start = s.off + at
    arr = s.arr
    if has_storage(elem):
        inside = min(len(items), max(0, len(arr) - start))
        overwrite = overwriter(elem)
        for i in range(inside):
            overwrite(arr[start + i], items[i])
        arr.extend(items[inside:])
    else:
        arr[start : start + len(items)] = items


def clear(elem: Type, s: Slice, start: int, stop: int) -> None:
    """Sets s[start:stop] to zero values."""
    zero = zero_maker(elem)
    write(elem, s, start, [zero() for _ in range(stop - start)])


def appended_one_by_one(elem: Type, store: Any) -> Slice:
    """Returns a slice of these elements with the capacity that Go's append gives, or nil if there are none."""
    cap = 0
    while cap < len(store):
        cap = grown_cap(cap + 1, cap, elem)
    return Slice(store, 0, len(store), cap) if cap else NIL_SLICE


def bounds(low: int, high: int, most: int, full: bool = False) -> None:
    """Checks s[low:high] for a slice of capacity `most`, or with `full` s[low:high:most]. Panics if it is out of range."""
    if not 0 <= high <= most:
        limit = "" if high < 0 else f":{most}" if full else f" with capacity {most}"
        place = f"[:{high}{':' if full and high < 0 else limit if full else ''}]"
        raise bounds_panic(f"slice bounds out of range {place}{'' if full else limit}", "slice_range")
    if not 0 <= low <= high:
        tail = "" if low < 0 else str(high)
        raise bounds_panic(f"slice bounds out of range [{low}:{tail}{':' if full else ''}]", "slice_range")
