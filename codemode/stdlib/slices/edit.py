"""slices: inserting, deleting, copying and growing. It works in place where Go does, with Go's capacities."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from codemode.interpreter.machine.comparing import has_long
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended, grown_cap
from codemode.interpreter.machine.typeops import copier, equal
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Slice
from codemode.stdlib.slices.base import (
    Seq,
    Types,
    appended_one_by_one,
    backing,
    bounds,
    clear,
    copied,
    is_plain,
    private,
    slices,
    write,
)
from codemode.types.model import Type

# --- inserting and deleting ------------------------------------------------------------------------------------------


def _tail_first(run: Run, elem: Type, s: Slice, low: int, high: int, v: list[Any]) -> Slice:
    """Returns s with s[low:high] replaced by v, in place if the capacity allows it, otherwise in a new array."""
    tail = copied(elem, s.view()[high:])
    total = low + len(v) + len(tail)
    values = copied(elem, v)
    run.charge(1 + (len(v) + len(tail)) // 8)
    run.alloc(8 * total)
    if total <= s.cap:
        write(elem, s, low, [*values, *tail])
        if total < s.len:
            clear(elem, s, total, s.len)
        return Slice(s.arr, s.off, total, s.cap)
    head = Slice(s.arr, s.off, low, s.cap)
    return appended(run, head, [*values, *tail], elem)


@slices.func("func Insert[S ~[]E, E any](s S, i int, v ...E) S", run=True, types=True)
def insert(run: Run, types: Types, s: Slice, i: int, v: list[Any]) -> Slice:
    bounds(i, s.len, s.cap)
    if not v:
        return s
    if i == s.len:
        run.charge(len(v) // 8)
        return appended(run, s, copied(types[1], v), types[1])
    return _tail_first(run, types[1], s, i, i, v)


@slices.func("func Delete[S ~[]E, E any](s S, i, j int) S", run=True, types=True)
def delete(run: Run, types: Types, s: Slice, i: int, j: int) -> Slice:
    bounds(i, j, s.len, full=True)
    return s if i == j else _tail_first(run, types[1], s, i, j, [])


@slices.func("func Replace[S ~[]E, E any](s S, i, j int, v ...E) S", run=True, types=True)
def replace(run: Run, types: Types, s: Slice, i: int, j: int, v: list[Any]) -> Slice:
    bounds(i, j, s.cap)
    if i == j:
        return insert(run, types, s, i, v)
    if j > s.len:
        # there are no elements after j; Go's own check of s[j:] fails here
        bounds(j, s.len, s.cap)
    return _tail_first(run, types[1], s, i, j, v)


@slices.func("func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S", run=True, types=True)
def delete_func(run: Run, types: Types, s: Slice, del_: Callable[[Any], bool]) -> Slice:
    elem, arr, off = types[1], s.arr, s.off
    own = private(elem)
    kept: list[Any] = []
    run.charge(s.len)
    for i in range(s.len):
        item = own(arr[off + i])
        if not del_(own(item)):
            kept.append(item)
    return _shortened(elem, s, kept)


def _shortened(elem: Type, s: Slice, kept: list[Any]) -> Slice:
    """Returns s with only these values, which must be copies already. The rest of s becomes zero."""
    if len(kept) == s.len:
        return s
    write(elem, s, 0, kept)
    clear(elem, s, len(kept), s.len)
    return Slice(s.arr, s.off, len(kept), s.cap)


@slices.func("func Compact[S ~[]E, E comparable](s S) S", run=True, types=True)
def compact(run: Run, types: Types, s: Slice) -> Slice:
    elem = types[1]
    if is_plain(elem) and not has_long(s.view()):
        run.charge(s.len // 8)
        items = s.view()
        return _shortened(elem, s, [*items[:1], *[b for a, b in pairwise(items) if a != b]])
    return compact_func(run, types, s, equal(elem))


@slices.func("func CompactFunc[S ~[]E, E any](s S, eq func(E, E) bool) S", run=True, types=True)
def compact_func(run: Run, types: Types, s: Slice, eq: Callable[[Any, Any], bool]) -> Slice:
    elem = types[1]
    own = private(elem)
    items = copied(elem, s.view())
    kept = list(items[:1])
    run.charge(s.len)
    # neighbours are compared, also in the first run of equal elements
    for i in range(1, len(items)):
        if not eq(own(items[i]), own(items[i - 1])):
            kept.append(items[i])
    return _shortened(elem, s, kept)


@slices.func("func Reverse[S ~[]E, E any](s S)", types=True, cost="len(s) // 8")
def reverse(types: Types, s: Slice) -> None:
    write(types[1], s, 0, copied(types[1], s.view()[::-1]))


# --- copying and growing ---------------------------------------------------------------------------------------------


@slices.func("func Clone[S ~[]E, E any](s S) S", run=True, types=True, cost="len(s) // 16")
def clone(run: Run, types: Types, s: Slice) -> Slice:
    if s is NIL_SLICE:
        return s
    return appended(run, Slice(backing(types[1], ()), 0, 0, 0), copied(types[1], s.view()), types[1])


slices.row("func Clip[S ~[]E, E any](s S) S", lambda s: s if s.cap == s.len else Slice(s.arr, s.off, s.len, s.len))


@slices.func("func Grow[S ~[]E, E any](s S, n int) S", run=True, types=True)
def grow(run: Run, types: Types, s: Slice, n: int) -> Slice:
    if n < 0:
        raise GoPanic(b"cannot be negative")
    missing = n - (s.cap - s.len)
    if missing <= 0:
        return s
    elem = types[1]
    cap = grown_cap(s.cap + missing, s.cap, elem)
    run.charge(s.len // 16)
    run.alloc(8 * cap)
    return Slice(backing(elem, copied(elem, s.view())), 0, s.len, cap)


@slices.func("func Concat[S ~[]E, E any](slices ...S) S", run=True, types=True)
def concat(run: Run, types: Types, parts: list[Slice]) -> Slice:
    elem = types[1]
    total = sum(part.len for part in parts)
    if total == 0:
        return NIL_SLICE
    run.charge(len(parts) + total // 16)
    cap = grown_cap(total, 0, elem)
    run.alloc(8 * cap)
    store = backing(elem, ())
    for part in parts:
        store.extend(copied(elem, part.view()))
    return Slice(store, 0, total, cap)


@slices.func("func Repeat[S ~[]E, E any](x S, count int) S", run=True, types=True)
def repeat(run: Run, types: Types, x: Slice, count: int) -> Slice:
    if count < 0:
        raise GoPanic(b"cannot be negative")
    total = x.len * count
    if total >= 1 << 63:
        raise GoPanic(b"the result of (len(x) * count) overflows")
    elem = types[1]
    run.charge(1 + total // 16)
    run.alloc(8 * total)
    if copier(elem) is None:
        store = backing(elem, x.view() * count)
    else:
        run.charge(total)
        store = [item for _ in range(count) for item in copied(elem, x.view())]
    return Slice(store, 0, total, total)


# --- from iterators --------------------------------------------------------------------------------------------------


@slices.func("func AppendSeq[Slice ~[]E, E any](s Slice, seq iter.Seq[E]) Slice", run=True, types=True)
def append_seq(run: Run, types: Types, s: Slice, seq: Seq) -> Slice:
    grown = s

    def add(value: Any) -> bool:
        nonlocal grown
        run.charge(2)
        grown = appended(run, grown, [value], types[1])
        return True

    seq(add)
    return grown


@slices.func("func Collect[E any](seq iter.Seq[E]) []E", run=True, types=True)
def collect(run: Run, types: Types, seq: Seq) -> Slice:
    elem = types[0]
    items: list[Any] = []

    def add(value: Any) -> bool:
        run.charge(1)
        run.alloc(16)
        items.append(value)
        return True

    seq(add)
    return appended_one_by_one(elem, backing(elem, items))
