"""slices: sorting. Equal elements keep their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier
from codemode.interpreter.machine.values import Slice
from codemode.stdlib.slices.base import Seq, Types, private, slices
from codemode.stdlib.slices.edit import collect
from codemode.stdlib.sort.order import order
from codemode.stdlib.sort.package import ascends, charge_sort, is_sorted, put_in_order, sort_ordered

Compare = Callable[[Any, Any], int]

slices.row("func Sort[S ~[]E, E cmp.Ordered](x S)", lambda run, x: sort_ordered(run, x))


def sort_func(run: Run, types: Types, x: Slice, cmp: Compare) -> None:
    elem, n = types[1], x.len
    charge_sort(run, n, per=1)
    items: list[Any] = list(x.view())
    copy = copier(elem)

    def less(i: int, j: int) -> bool:
        return cmp(items[i], items[j]) < 0

    def less_of_copies(i: int, j: int) -> bool:
        assert copy is not None
        return cmp(copy(items[i]), copy(items[j])) < 0

    put_in_order(elem, x, items, order(n, less if copy is None else less_of_copies))


slices.row("func SortFunc[S ~[]E, E any](x S, cmp func(a, b E) int)", sort_func)
slices.row("func SortStableFunc[S ~[]E, E any](x S, cmp func(a, b E) int)", sort_func)
slices.row("func IsSorted[S ~[]E, E cmp.Ordered](x S) bool", lambda run, x: is_sorted(run, x))


@slices.func("func IsSortedFunc[S ~[]E, E any](x S, cmp func(a, b E) int) bool", types=True)
def is_sorted_func(types: Types, x: Slice, cmp: Compare) -> bool:
    arr, off, own = x.arr, x.off, private(types[1])
    return ascends(x.len, lambda i, j: cmp(own(arr[off + i]), own(arr[off + j])) < 0)


@slices.func("func Sorted[E cmp.Ordered](seq iter.Seq[E]) []E", run=True, types=True)
def sorted_(run: Run, types: Types, seq: Seq) -> Slice:
    found = collect(run, types, seq)
    sort_ordered(run, found)
    return found


def sorted_func(run: Run, types: Types, seq: Seq, cmp: Compare) -> Slice:
    found = collect(run, types, seq)
    sort_func(run, (types[0], types[0]), found, cmp)
    return found


slices.row("func SortedFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E", sorted_func)
slices.row("func SortedStableFunc[E any](seq iter.Seq[E], cmp func(E, E) int) []E", sorted_func)
