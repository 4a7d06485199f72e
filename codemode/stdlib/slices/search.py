"""slices: searching, comparing, extremes and iterators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.comparing import LONG, has_long, less, same
from codemode.interpreter.machine.comparing import compare as compare_values
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import equal, is_byte
from codemode.interpreter.machine.values import GoPanic, Slice
from codemode.stdlib.slices.base import Seq, Types, Yield, is_plain, private, slices
from codemode.stdlib.sort.package import search, search_ordered

# --- searching -------------------------------------------------------------------------------------------------------


@slices.func("func Index[S ~[]E, E comparable](s S, v E) int", run=True, types=True)
def index(run: Run, types: Types, s: Slice, v: Any) -> int:
    elem = types[1]
    run.charge(1 + s.len // 16)
    if is_plain(elem):
        if type(v) is bytes and len(v) > LONG:
            return _index(s, v, same)
        try:
            return s.arr.index(v, s.off, s.off + s.len) - s.off
        except ValueError:
            return -1
    run.charge(s.len // 2)
    return _index(s, v, equal(elem))


def _index(s: Slice, v: Any, same: Callable[[Any, Any], bool]) -> int:
    for i, item in enumerate(s.view()):
        if same(item, v):
            return i
    return -1


@slices.func("func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int", types=True)
def index_func(types: Types, s: Slice, f: Callable[[Any], bool]) -> int:
    arr, off, own = s.arr, s.off, private(types[1])
    for i in range(s.len):
        if f(own(arr[off + i])):
            return i
    return -1


slices.row("func Contains[S ~[]E, E comparable](s S, v E) bool", lambda run, types, s, v: index(run, types, s, v) >= 0)
slices.row(
    "func ContainsFunc[S ~[]E, E any](s S, f func(E) bool) bool", lambda types, s, f: index_func(types, s, f) >= 0
)


@slices.func("func BinarySearch[S ~[]E, E cmp.Ordered](x S, target E) (int, bool)", types=True, cost="8")
def binary_search(types: Types, x: Slice, target: Any) -> tuple[int, bool]:
    arr, off, n = x.arr, x.off, x.len
    if is_plain(types[1]):
        i = search_ordered(x, target)
        return i, i < n and compare_values(arr[off + i], target) == 0
    return binary_search_func((*types, types[1]), x, target, compare_values)


@slices.func("func BinarySearchFunc[S ~[]E, E, T any](x S, target T, cmp func(E, T) int) (int, bool)", types=True)
def binary_search_func(types: Types, x: Slice, target: Any, cmp: Callable[[Any, Any], int]) -> tuple[int, bool]:
    arr, off, n = x.arr, x.off, x.len
    own, own_target = private(types[1]), private(types[2])
    i = search(n, lambda h: cmp(own(arr[off + h]), own_target(target)) >= 0)
    return i, i < n and cmp(own(arr[off + i]), own_target(target)) == 0


# --- extremes --------------------------------------------------------------------------------------------------------


slices.row(
    "func Min[S ~[]E, E cmp.Ordered](x S) E", lambda x: _extreme(x, b"slices.Min: empty list", min, -1), "len(x) // 8"
)
slices.row(
    "func Max[S ~[]E, E cmp.Ordered](x S) E", lambda x: _extreme(x, b"slices.Max: empty list", max, 1), "len(x) // 8"
)


def _extreme(x: Slice, empty: bytes, pick: Callable[[Any], Any], sign: int) -> Any:
    if x.len == 0:
        raise GoPanic(empty)
    items = x.view()
    if has_long(items):
        return _extreme_text(items, sign)
    best: object = pick(items)
    if isinstance(best, float):
        for item in items:
            if item != item:
                return item
        if not best:
            # minus zero counts as less than zero, although they are equal
            signs = [str(item)[0] == "-" for item in items if item == 0]
            return -0.0 if (any(signs) if sign < 0 else all(signs)) else 0.0
    return best


def _extreme_text(items: Any, sign: int) -> bytes:
    best: bytes = items[0]
    for item in items:
        if item is not best and (less(item, best) if sign < 0 else less(best, item)):
            best = item
    return best


def _register_extreme(name: str, sign: int) -> None:
    def extreme(types: Types, x: Slice, cmp: Callable[[Any, Any], int]) -> Any:
        if x.len == 0:
            raise GoPanic(f"slices.{name}: empty list".encode())
        own, arr, off = private(types[1]), x.arr, x.off
        best = own(arr[off])
        for i in range(1, x.len):
            if sign * cmp(own(arr[off + i]), own(best)) > 0:
                best = own(arr[off + i])
        return best

    slices.func(f"func {name}[S ~[]E, E any](x S, cmp func(a, b E) int) E", types=True)(extreme)


_register_extreme("MinFunc", -1)
_register_extreme("MaxFunc", 1)


# --- comparing -------------------------------------------------------------------------------------------------------


@slices.func("func Equal[S ~[]E, E comparable](s1, s2 S) bool", run=True, types=True)
def equal_(run: Run, types: Types, s1: Slice, s2: Slice) -> bool:
    if s1.len != s2.len:
        return False
    elem = types[1]
    if is_plain(elem):
        run.charge(s1.len // 32)
        if has_long(s1.view()):
            return _all_same(s1, s2, same)
        return list(s1.view()) == list(s2.view()) if is_byte(elem) else s1.view() == s2.view()
    run.charge(s1.len)
    return _all_same(s1, s2, equal(elem))


def _all_same(s1: Slice, s2: Slice, same: Callable[[Any, Any], bool]) -> bool:
    return all(same(a, b) for a, b in zip(s1.view(), s2.view()))


@slices.func("func EqualFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, eq func(E1, E2) bool) bool", types=True)
def equal_func(types: Types, s1: Slice, s2: Slice, eq: Callable[[Any, Any], bool]) -> bool:
    if s1.len != s2.len:
        return False
    own1, own2 = private(types[2]), private(types[3])
    i = 0
    while i < s1.len and eq(own1(s1.arr[s1.off + i]), own2(s2.arr[s2.off + i])):
        i += 1
    return i >= s1.len


@slices.func("func Compare[S ~[]E, E cmp.Ordered](s1, s2 S) int", run=True)
def compare(run: Run, s1: Slice, s2: Slice) -> int:
    run.charge(min(s1.len, s2.len) // 4)
    for a, b in zip(s1.view(), s2.view()):
        found = compare_values(a, b)
        if found:
            return found
    return compare_values(s1.len, s2.len)


@slices.func("func CompareFunc[S1 ~[]E1, S2 ~[]E2, E1, E2 any](s1 S1, s2 S2, cmp func(E1, E2) int) int", types=True)
def compare_func(types: Types, s1: Slice, s2: Slice, cmp: Callable[[Any, Any], int]) -> int:
    own1, own2 = private(types[2]), private(types[3])
    for i in range(min(s1.len, s2.len)):
        found = cmp(own1(s1.arr[s1.off + i]), own2(s2.arr[s2.off + i]))
        if found:
            return found
    return compare_values(s1.len, s2.len)


# --- iterating -------------------------------------------------------------------------------------------------------


@slices.func("func All[Slice ~[]E, E any](s Slice) iter.Seq2[int, E]", run=True, types=True)
def all_(run: Run, types: Types, s: Slice) -> Seq:
    arr, off, own = s.arr, s.off, private(types[1])

    def seq(yield_: Yield) -> None:
        for i in range(s.len):
            run.charge(1)
            if not yield_(i, own(arr[off + i])):
                return

    return seq


@slices.func("func Values[Slice ~[]E, E any](s Slice) iter.Seq[E]", run=True, types=True)
def values(run: Run, types: Types, s: Slice) -> Seq:
    arr, off, own = s.arr, s.off, private(types[1])

    def seq(yield_: Yield) -> None:
        for i in range(s.len):
            run.charge(1)
            if not yield_(own(arr[off + i])):
                return

    return seq


@slices.func("func Backward[Slice ~[]E, E any](s Slice) iter.Seq2[int, E]", run=True, types=True)
def backward(run: Run, types: Types, s: Slice) -> Seq:
    arr, off, own = s.arr, s.off, private(types[1])

    def seq(yield_: Yield) -> None:
        for i in range(s.len - 1, -1, -1):
            run.charge(1)
            if not yield_(i, own(arr[off + i])):
                return

    return seq


@slices.func("func Chunk[Slice ~[]E, E any](s Slice, n int) iter.Seq[Slice]", run=True)
def chunk(run: Run, s: Slice, n: int) -> Seq:
    if n < 1:
        raise GoPanic(b"cannot be less than 1")

    def seq(yield_: Yield) -> None:
        for i in range(0, s.len, n):
            run.charge(1)
            size = min(n, s.len - i)
            if not yield_(Slice(s.arr, s.off + i, size, size)):
                return

    return seq
