"""sort: uses Go's algorithms, so that equal elements get the same places as in Go."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import groupby, pairwise
from typing import Any, cast

from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.comparing import LONG, compare, has_long, less
from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, overwriter
from codemode.interpreter.machine.values import Box, GoPanic, Slice, new_error, nil_deref, type_of
from codemode.stdlib.registry import Package
from codemode.stdlib.slices.base import has_storage
from codemode.stdlib.sort.order import order, rearrange
from codemode.types import model

sort = Package("sort")

Less = Callable[[int, int], bool]

sort.type("type Interface interface { Len() int; Less(i, j int) bool; Swap(i, j int) }")
INT_SLICE = sort.type("type IntSlice []int")
sort.type("type Float64Slice []float64")
STRING_SLICE = sort.type("type StringSlice []string")
REVERSE = sort.type("type reverse struct { Interface }")
REVERSE_PTR = model.pointer_to(REVERSE)


# --- slices of basic types -------------------------------------------------------------------------------------------


def charge_sort(run: Run, n: int, per: int = 16) -> None:
    """Charges n log n comparisons. `per` comparisons cost one step."""
    run.charge(1 + n * n.bit_length() // per)


def sort_ordered(run: Run, x: Slice) -> None:
    """Sorts a slice of integers, strings or floats in place. NaNs come first, as in Go."""
    n = x.len
    if n < 2:
        return
    charge_sort(run, n)
    items = x.view()
    if isinstance(items, bytearray):
        x.arr[x.off : x.off + n] = bytearray(sorted(items))
        return
    values = cast("list[Any]", items)
    if type(values[0]) is float:
        _sort_floats(run, values)
    elif has_long(values):
        values = sorted_texts(run, values)
    else:
        values.sort()
    x.arr[x.off : x.off + n] = values


def _sort_floats(run: Run, values: list[float]) -> None:
    nans = [v for v in values if v != v]
    if nans:
        values[:] = [v for v in values if v == v]
    values.sort()
    if nans:
        values[:0] = nans


def sorted_texts(run: Run, values: list[bytes]) -> list[bytes]:
    """Sorts texts of which some are long: by their beginnings, and those that begin alike with a comparison that is charged."""
    heads: dict[int, bytes] = {}  # one for each long text, however often it is there
    for v in values:
        if len(v) > LONG and id(v) not in heads:
            run.alloc(2 * LONG)
            heads[id(v)] = v[: LONG + 1]
    values.sort(key=lambda v: v if len(v) <= LONG else heads[id(v)])
    found: list[bytes] = []
    for _, group in groupby(values, lambda v: v if len(v) <= LONG else heads[id(v)]):
        alike = list(group)
        if len(alike) > 1 and len(alike[0]) > LONG:
            alike = _in_order(run, alike)
        found += alike
    return found


def _in_order(run: Run, texts: list[bytes]) -> list[bytes]:
    def before(i: int, j: int) -> bool:
        run.charge(1)
        return texts[i] is not texts[j] and less(texts[i], texts[j])

    return [texts[at] for at in order(len(texts), before)]


def is_sorted(run: Run, x: Slice) -> bool:
    run.charge(x.len // 8)
    return not any(less(b, a) for a, b in pairwise(x.view()))


for _name, _type in (("Ints", "int"), ("Strings", "string"), ("Float64s", "float64")):
    sort.row(f"func {_name}(x []{_type})", sort_ordered)
    sort.row(f"func {_name}AreSorted(x []{_type}) bool", is_sorted)


# --- slices of anything ----------------------------------------------------------------------------------------------


def _slice_of(x: Any) -> tuple[Slice, model.Type]:
    """Returns the slice in an interface value and its element type. Panics as Go does if it is not a slice."""
    typ = type_of(x)
    under = typ.underlying if typ is not None else None
    if not isinstance(under, model.Slice):
        raise GoPanic(new_error(f"reflect: call of Swapper on {kind_name(typ)} Value"))
    return (x.v if type(x) is Box else x), under.elem


def kind_name(typ: model.Type | None) -> str:
    """Returns the name of a type's reflect.Kind."""
    if typ is None:
        return "zero"
    under = typ.underlying
    if isinstance(under, model.Basic):
        return under.name
    return _KINDS[type(under)]


_KINDS: dict[type, str] = {
    model.Pointer: "ptr",
    model.Slice: "slice",
    model.Array: "array",
    model.Map: "map",
    model.Chan: "chan",
    model.Signature: "func",
    model.Struct: "struct",
    model.Interface: "interface",
}


def place_contents(elem: model.Type, x: Slice, places: list[list[Any]], sorted_items: list[list[Any]]) -> None:
    copy, overwrite = copier(elem), overwriter(elem)
    assert copy is not None
    contents = [copy(item) for item in sorted_items]
    for place, content in zip(places, contents):
        overwrite(place, content)
    x.arr[x.off : x.off + x.len] = places


def put_in_order(elem: model.Type, x: Slice, items: list[Any], positions: list[int]) -> None:
    """Writes `items`, the elements of `x` or copies of them, to `x` in this order. As in Go, a pointer to an element keeps its place."""
    found = [items[at] for at in positions]
    if has_storage(elem):
        place_contents(elem, x, list(cast("list[list[Any]]", x.view())), found)
    else:
        x.arr[x.off : x.off + x.len] = bytearray(found) if isinstance(x.arr, bytearray) else found


@sort.func("func SliceStable(x any, less func(i, j int) bool)", run=True)
def slice_stable(run: Run, x: Any, less: Less) -> None:
    items, elem = _slice_of(x)
    charge_sort(run, items.len, per=1)
    positions = order(items.len, less)
    put_in_order(elem, items, list(items.view()), positions)


sort.row("func Slice(x any, less func(i, j int) bool)", lambda run, x, less: slice_stable(run, x, less))


@sort.func("func SliceIsSorted(x any, less func(i, j int) bool) bool", cost="1")
def slice_is_sorted(x: Any, less: Less) -> bool:
    items, _ = _slice_of(x)
    return ascends(items.len, less)


def ascends(n: int, less: Less) -> bool:
    i = n - 1
    while i > 0 and not less(i, i - 1):
        i -= 1
    return i <= 0


# --- sort.Interface --------------------------------------------------------------------------------------------------

_ORDERED = (INT_SLICE, STRING_SLICE)


def method(run: Run, data: Any, name: str) -> Callable[..., Any]:
    """Returns a method of an interface value. The checker has proved that it exists."""
    found = find_method(run, data, name)
    if found is None:
        raise AssertionError(f"{type_of(data)} has no method {name}")
    return found


def nil_checked(data: Any) -> Any:
    if data is None:
        raise nil_deref()
    return data


def _collection(run: Run, data: Any) -> tuple[int, Less, Callable[[int, int], None]]:
    """Returns the length and the Less and Swap functions of a collection. sort.Reverse is resolved here once and not at each comparison."""
    backwards = False
    while type(data) is Box and data.t is REVERSE_PTR and data.v[0] is not None:
        data = data.v[0]
        backwards = not backwards
    nil_checked(data)
    n = method(run, data, "Len")()
    less: Less = method(run, data, "Less")
    swap = method(run, data, "Swap")
    return n, (lambda i, j: less(j, i)) if backwards else less, swap


@sort.func("func Stable(data Interface)", run=True)
def stable(run: Run, data: Any) -> None:
    inner, backwards = data, False
    if type(data) is Box and data.t is REVERSE_PTR:
        inner, backwards = data.v[0], True
    if type(inner) is Box and inner.t in _ORDERED:
        x = cast(Slice, inner.v)
        sort_ordered(run, x)
        if backwards:
            x.arr[x.off : x.off + x.len] = x.view()[::-1]
        return
    n, less, swap = _collection(run, data)
    charge_sort(run, n, per=1)
    rearrange(order(n, less), swap)


sort.row("func Sort(data Interface)", lambda run, data: stable(run, data))


@sort.func("func IsSorted(data Interface) bool", run=True)
def sort_is_sorted(run: Run, data: Any) -> bool:
    n, less, _ = _collection(run, data)
    return ascends(n, less)


sort.row("func Reverse(data Interface) Interface", lambda data: Box(REVERSE_PTR, [data]))
sort.row("func (r reverse) Less(i, j int) bool", lambda run, r, i, j: method(run, nil_checked(r[0]), "Less")(j, i))


def _index(x: Slice, i: int) -> int:
    if not 0 <= i < x.len:
        raise index_panic(i, x.len)
    return x.off + i


def _slice_less(x: Slice, i: int, j: int) -> bool:
    return less(x.arr[_index(x, i)], x.arr[_index(x, j)])


def _slice_swap(x: Slice, i: int, j: int) -> None:
    i, j = _index(x, i), _index(x, j)
    x.arr[i], x.arr[j] = x.arr[j], x.arr[i]


def _slice_len(x: Slice) -> int:
    return x.len


for _name in ("IntSlice", "Float64Slice", "StringSlice"):
    sort.method(f"func (x {_name}) Len() int")(_slice_len)
    sort.method(f"func (x {_name}) Less(i, j int) bool")(_slice_less)
    sort.method(f"func (x {_name}) Swap(i, j int)")(_slice_swap)
    sort.method(f"func (x {_name}) Sort()", run=True)(sort_ordered)


# --- searching -------------------------------------------------------------------------------------------------------


@sort.func("func Search(n int, f func(int) bool) int")
def search(n: int, f: Callable[[int], bool]) -> int:
    i, j = 0, n
    while i < j:
        h = (i + j) >> 1
        if f(h):
            j = h
        else:
            i = h + 1
    return i


@sort.func("func Find(n int, cmp func(int) int) (i int, found bool)")
def find(n: int, cmp: Callable[[int], int]) -> tuple[int, bool]:
    i = search(n, lambda h: cmp(h) <= 0)
    return i, i < n and cmp(i) == 0


def search_ordered(a: Slice, x: Any) -> int:
    """Returns the first place in a sorted slice whose element is not less than x."""
    if type(x) is bytes and len(x) > LONG:
        return search(a.len, lambda h: compare(a.arr[a.off + h], x) >= 0)
    return bisect_left(a.arr, x, a.off, a.off + a.len) - a.off


for _name, _type in (("Ints", "int"), ("Float64s", "float64"), ("Strings", "string")):
    sort.func(f"func Search{_name}(a []{_type}, x {_type}) int", cost="8")(search_ordered)
    _receiver = {"Ints": "IntSlice", "Float64s": "Float64Slice", "Strings": "StringSlice"}[_name]
    sort.method(f"func (p {_receiver}) Search(x {_type}) int", cost="8")(search_ordered)
