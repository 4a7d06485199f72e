"""What the parts of package slices share: the package itself, how elements are handed out, and how slices are written and grown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.typeops import copier, is_byte, overwriter, zero_maker
from codemode.interpreter.machine.values import Slice, bounds_panic
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import Type

slices = Package("slices", doc="functions useful with slices of any type")

Types = tuple[Type, ...]
Yield = Callable[..., bool]
Seq = Callable[[Yield], None]


def is_plain(elem: Type) -> bool:
    """Values that Python compares as Go does: integers, strings and booleans (floats have NaN, others have identity)."""
    under = elem.underlying
    return isinstance(under, model.Basic) and under.info in ("integer", "unsigned", "string", "boolean")


def has_storage(elem: Type) -> bool:
    """Values of such a type are lists with identity, to which pointers may exist."""
    return isinstance(elem.underlying, (model.Struct, model.Array))


def private(elem: Type) -> Callable[[Any], Any]:
    """How to hand out an element: structs and arrays as a copy of their own."""
    copy = copier(elem)
    return copy if copy is not None else _same


def _same(value: Any) -> Any:
    return value


def backing(elem: Type, items: Any) -> Any:
    """A fresh backing store with these values, which are already private."""
    return bytearray(items) if is_byte(elem) else list(items)


def copied(elem: Type, items: Any) -> Any:
    """The values for storing elsewhere."""
    copy = copier(elem)
    return items if copy is None else [copy(item) for item in items]


def write(elem: Type, s: Slice, at: int, items: Any) -> None:
    """Assign values (private already) to s[at:], where there is capacity for them. Places that exist keep their identity."""
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
    """Zero s[start:stop]."""
    zero = zero_maker(elem)
    write(elem, s, start, [zero() for _ in range(stop - start)])


def bounds(low: int, high: int, most: int, full: bool = False) -> None:
    """Check s[low:high], `most` being its capacity; `full` means the three-index form s[low:high:most]."""
    if not 0 <= high <= most:
        limit = "" if high < 0 else f":{most}" if full else f" with capacity {most}"
        place = f"[:{high}{':' if full and high < 0 else limit if full else ''}]"
        raise bounds_panic(f"slice bounds out of range {place}{'' if full else limit}", "slice_range")
    if not 0 <= low <= high:
        tail = "" if low < 0 else str(high)
        raise bounds_panic(f"slice bounds out of range [{low}:{tail}{':' if full else ''}]", "slice_range")
