"""Checks of indexes and slice bounds, with Go's panics, and slicing itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.array_view import ArrayView
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Slice, bounds_panic


def index_panic(i: int, length: int) -> GoPanic:
    if i < 0:
        return bounds_panic(f"index out of range [{i}]")
    return bounds_panic(f"index out of range [{i}] with length {length}")


def _slice_panic(text: str) -> GoPanic:
    return bounds_panic(f"slice bounds out of range {text}", "slice_range")


def _check2(lo: int, hi: int, cap: int, unit: str) -> None:
    """Raises the panic of x[lo:hi] that Go finds first."""
    if hi < 0:
        raise _slice_panic(f"[:{hi}]")
    if hi > cap:
        raise _slice_panic(f"[:{hi}] with {unit} {cap}")
    if lo < 0:
        raise _slice_panic(f"[{lo}:]")
    if lo > hi:
        raise _slice_panic(f"[{lo}:{hi}]")


def _check3(lo: int, hi: int, top: int, cap: int, unit: str) -> None:
    if top < 0:
        raise _slice_panic(f"[::{top}]")
    if top > cap:
        raise _slice_panic(f"[::{top}] with {unit} {cap}")
    if hi < 0:
        raise _slice_panic(f"[:{hi}:]")
    if hi > top:
        raise _slice_panic(f"[:{hi}:{top}]")
    if lo < 0:
        raise _slice_panic(f"[{lo}::]")
    if lo > hi:
        raise _slice_panic(f"[{lo}:{hi}:]")


def slice_string(s: bytes, lo: int, hi: int | None) -> bytes:
    n = len(s)
    end = n if hi is None else hi
    if not 0 <= lo <= end <= n:
        _check2(lo, end, n, "length")
    return s[lo:end]


def fill(arr: Any, end: int, zero: Callable[[], Any]) -> None:
    """Writes the zero values that a slice up to `end` would read beyond the end of its backing."""
    missing = end - len(arr)
    if missing <= 0:
        return
    if isinstance(arr, bytearray):
        arr.extend(bytes(missing))
    else:
        arr.extend([zero() for _ in range(missing)])


def slice_slice(s: Slice, lo: int, hi: int | None, top: int | None, zero: Callable[[], Any]) -> Slice:
    """`s[lo:hi:top]`; the defaults are 0, the length, and the capacity."""
    cap = s.cap
    end = s.len if hi is None else hi
    if top is not None:
        if not 0 <= lo <= end <= top <= cap:
            _check3(lo, end, top, cap, "capacity")
        cap = top
    elif not 0 <= lo <= end <= cap:
        _check2(lo, end, cap, "length" if hi is None else "capacity")
    if s is NIL_SLICE:
        return s
    off = s.off
    if off + end > len(s.arr):
        fill(s.arr, off + end, zero)
    return Slice(s.arr, off + lo, end - lo, cap - lo)


def slice_array(arr: Any, lo: int, hi: int | None, top: int | None) -> Slice:
    """A slice that shares an array's storage."""
    if type(arr) is ArrayView:
        return slice_slice(Slice(arr.arr, arr.off, arr.len, arr.len), lo, hi, top, list)
    n = len(arr)
    end = n if hi is None else hi
    cap = n
    if top is not None:
        if not 0 <= lo <= end <= top <= n:
            _check3(lo, end, top, n, "length")
        cap = top
    elif not 0 <= lo <= end <= n:
        _check2(lo, end, n, "length")
    return Slice(arr, lo, end - lo, cap - lo)
