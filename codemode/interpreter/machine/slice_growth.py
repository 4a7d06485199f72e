"""How slices grow: Go's capacities after append, rounded up to the allocator's size classes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.big_values import price_of_items
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import (
    copier,
    elem_size,
    footprint,
    is_byte,
    overwriter,
    per_type,
)
from codemode.interpreter.machine.values import Slice, runtime_panic
from codemode.types import model
from codemode.types.model import Type

# internal/runtime/gc/sizeclasses.go of Go 1.27
_SIZES = (
    *(8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 288, 320, 352, 384, 416, 448),
    *(480, 512, 576, 640, 704, 768, 896, 1024, 1152, 1280, 1408, 1536, 1792, 2048, 2304, 2688, 3072, 3200, 3456),
    *(4096, 4864, 5376, 6144, 6528, 6784, 6912, 8192, 9472, 9728, 10240, 10880, 12288, 13568, 14336, 16384, 18432),
    *(19072, 20480, 21760, 24576, 27264, 28672, 32768),
)
_MAX_SMALL = 32768
_HEADER = 8  # in front of objects with pointers that are larger than _HEADER_FROM
_HEADER_FROM = 512
_PAGE = 8192
_DOUBLE_BELOW = 256
_MAX_ALLOC = 1 << 48


@per_type
def has_pointers(t: Type) -> bool:
    under = t.underlying
    if isinstance(under, model.Basic):
        return under.info == "string"
    if isinstance(under, model.Array):
        return under.len > 0 and has_pointers(under.elem)
    if isinstance(under, model.Struct):
        return any(has_pointers(f.type) for f in under.fields)
    return True


def round_up(size: int, pointers: bool) -> int:
    """The size of the block that the allocator returns for `size` bytes."""
    if size <= _MAX_SMALL - _HEADER:
        header = _HEADER if pointers and size > _HEADER_FROM else 0
        return _SIZES[bisect_left(_SIZES, size + header)] - header
    return -(-size // _PAGE) * _PAGE


def grown_cap(needed: int, old_cap: int, t: Type) -> int:
    """The new capacity when a slice of `t` with capacity `old_cap` grows to `needed` elements."""
    size = elem_size(t)
    if size == 0:
        return needed
    cap = old_cap
    if needed > cap + cap:
        cap = needed
    elif cap < _DOUBLE_BELOW:
        cap += cap
    else:
        while cap < needed:
            cap += (cap + 3 * _DOUBLE_BELOW) >> 2
    if cap * size > _MAX_ALLOC:
        raise runtime_panic("growslice: len out of range")
    return round_up(cap * size, has_pointers(t)) // size


Grow = Callable[[Run, Slice, int], Slice]


@per_type
def grower(t: Type) -> Grow:
    """Returns a function (run, s, n) that copies the elements of s to a new backing and returns a slice of length s.len + n.

    The backing ends with the old elements; the caller appends the new ones.
    """
    copy, size, as_bytes = copier(t), footprint(t), is_byte(t)

    def grow(run: Run, s: Slice, n: int) -> Slice:
        length = s.len + n
        cap = grown_cap(length, s.cap, t)
        if as_bytes:
            run.alloc(cap)
            run.charge(s.len >> 6)
            return Slice(bytearray(s.arr[s.off : s.off + s.len]), 0, length, cap)
        if copy is None:
            run.alloc(8 * cap)
            run.expect((size >> 1) * (cap - s.len))  # of what the program puts into the rest
        else:
            run.alloc(8 * cap + size * s.len)
        run.charge(s.len >> 4 if copy is None else price_of_items(t, s.len))
        items = cast("list[Any]", s.arr[s.off : s.off + s.len])
        if copy is not None:
            items = [copy(item) for item in items]
        return Slice(items, 0, length, cap)

    return grow


def appended(run: Run, s: Slice, items: Any, t: Type) -> Slice:
    """`append(s, items...)`: items are a list or bytes, already private copies."""
    count = len(items)
    if not count:
        return s
    end = s.off + s.len
    if s.len + count > s.cap:
        made = grower(t)(run, s, count)
        made.arr.extend(items)
        return made
    arr = s.arr
    if len(arr) == end:
        arr.extend(items)
    elif copier(t) is not None:
        store_items(t, arr, end, items)
    else:
        arr[end : end + count] = items
    return Slice(arr, s.off, s.len + count, s.cap)


def store_items(t: Type, arr: list[Any], at: int, items: list[Any]) -> None:
    """Stores structs or arrays of type `t` into existing storage, because pointers to it may exist."""
    overwrite = overwriter(t)
    for i, item in enumerate(items, at):
        if i < len(arr):
            overwrite(arr[i], item)
        else:
            arr.append(item)
