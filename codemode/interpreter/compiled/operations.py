"""Functions that compiled code calls where the tree-walker does more than Python's own operators. Each does the same as the tree-walker's closure
for that operation, in the same order, and keeps the same values in its variables, because the memory meter reads those."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from codemode.interpreter.lowering.slices import slice_maker
from codemode.interpreter.machine.arithmetic import COMPARE
from codemode.interpreter.machine.assertions import Asserter, failed_assertion
from codemode.interpreter.machine.bounds import index_panic, slice_string
from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.channels import recv
from codemode.interpreter.machine.coercion import convert as convert_any
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import FuncCode
from codemode.interpreter.machine.long_text import SHORT, charge_reading
from codemode.interpreter.machine.missing_keys import Place
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended, grower
from codemode.interpreter.machine.typeops import iface_equal
from codemode.interpreter.machine.values import Slice, nil_map, unbox
from codemode.types import model
from codemode.types.model import Type

# `run` and `depth`, the calls in progress, come first: a called function finds them in the run


def enter(run: Run, depth: int, name: str) -> None:
    """At the entry of a function: its steps are more than what is left of the slice, or its depth is more than was paid for."""
    run.depth = depth - 1
    if run.fuel < 0.0:
        run.refuel()
    if depth > run.room:
        run.deeper(depth, name)


def refuse_index(i: int, length: int) -> Any:
    """Raises the panic of an index that is out of bounds."""
    raise index_panic(i, length)


def refuse_nil_map() -> None:
    raise nil_map()


def allocate(run: Run, depth: int, size: int) -> None:
    """Charges for something that is made next."""
    run.depth = depth
    run.alloc(size)


# --- text ----------------------------------------------------------------------------------------------------------


def concat(run: Run, depth: int, s: bytes, t: bytes) -> bytes:
    """s + t; large results are charged before they are made."""
    size = len(s) + len(t)
    if size > SHORT:
        run.depth = depth
        run.alloc(size)
        if size > LONG:
            charge_reading(run, size)
    return s + t


def join(run: Run, depth: int, *texts: bytes) -> bytes:
    size = sum(map(len, texts))
    if size > SHORT:
        run.depth = depth
        run.alloc(size)
        if size > LONG:
            charge_reading(run, size)
    return b"".join(texts)


@cache
def compare_texts(op: str) -> Callable[[Run, int, bytes, bytes], bool]:
    compare = COMPARE[op]

    def compared(run: Run, depth: int, a: bytes, b: bytes) -> bool:
        if len(a) > LONG and len(b) > LONG:
            run.depth = depth
            charge_reading(run, min(len(a), len(b)))
        return compare(a, b)

    return compared


def alike(run: Run, depth: int, v: Any, w: Any) -> bool:
    """v == w for interface values."""
    run.depth = depth
    return iface_equal(v, w)


def slice_text(run: Run, depth: int, s: bytes, start: int, end: int | None) -> bytes:
    """s[start:end]"""
    if end is None:
        end = len(s)
    if 0 <= start <= end <= len(s):
        size = end - start
        if size > SHORT:
            run.depth = depth
            run.alloc(size)
            if size > LONG:
                charge_reading(run, size)
        return s[start:end]
    return slice_string(s, start, end)


# --- maps ----------------------------------------------------------------------------------------------------------


def long_entry(run: Run, depth: int, entries: dict[Any, Any] | None, k: bytes, zero: Any) -> Any:
    """entries[k] for a long key."""
    run.depth = depth
    charge_reading(run, len(k))
    return zero if entries is None else entries.get(k, zero)


def charge_key(run: Run, depth: int, entries: Any, k: bytes, v: Any) -> None:
    """Charges for a long key, before it is looked up."""
    run.depth = depth
    charge_reading(run, len(k))


def charge_entry(run: Run, depth: int, entries: Any, k: Any, v: Any, size: int) -> None:
    """Charges for a new entry of a map."""
    run.depth = depth
    run.alloc(size)


def missing_entry(k: bytes, zero: Any, told: Place) -> Callable[[Run, int, Any], Any]:
    """m["name"] of a map without the key, which may come from a tool."""

    def absent(run: Run, depth: int, entries: Any) -> Any:
        if entries is not None:
            run.shapes.missed(entries, k, told)
        return zero

    return absent


# --- type assertions ---------------------------------------------------------------------------------------------------


def value_asserted(test: Asserter, t: Type, static: Type) -> Callable[[Run, int, Any], Any]:
    """x.(T) for a value that is not simply a T."""

    def assertion(run: Run, depth: int, x: Any) -> Any:
        ok, v = test(x)
        if ok:
            return v
        raise failed_assertion(x, t, static)

    return assertion


def entry_asserted(test: Asserter, t: Type, told: Place | None, key: Any) -> Callable[[Run, int, Any, Any], Any]:
    """row["name"].(T) for a value that is not simply a T."""

    def assertion(run: Run, depth: int, x: Any, entries: Any) -> Any:
        ok, v = test(x)
        if ok:
            return v
        if entries is not None and told is not None and key not in entries:
            run.shapes.missed(entries, key, told)
        raise failed_assertion(x, t, model.ANY)

    return assertion


# --- slices --------------------------------------------------------------------------------------------------------


def append_within(s: Slice, v: Any) -> Slice:
    """append(s, v) with spare capacity."""
    arr = s.arr
    n = s.len
    end = s.off + n
    if len(arr) == end:
        arr.append(v)
    else:
        arr[end] = v
    return Slice(arr, s.off, n + 1, s.cap)


def append_grown(t: Type) -> Callable[[Run, int, Slice, Any], Slice]:
    """append(s, v) of elements of type `t` without spare capacity."""
    grow = grower(t)

    def append_one(run: Run, depth: int, s: Slice, v: Any) -> Slice:
        run.depth = depth
        made = grow(run, s, 1)
        made.arr.append(v)
        return made

    return append_one


def append_value(t: Type) -> Callable[[Run, int, Slice, Any], Slice]:
    """append(s, v)"""
    grown = append_grown(t)

    def append_one(run: Run, depth: int, s: Slice, v: Any) -> Slice:
        return append_within(s, v) if s.len < s.cap else grown(run, depth, s, v)

    return append_one


def append_values(t: Type) -> Callable[[Run, int, Slice, list[Any]], Slice]:
    """append(s, items...), for items that are copies already."""

    def append_items(run: Run, depth: int, s: Slice, items: list[Any]) -> Slice:
        run.depth = depth
        return appended(run, s, items, t)

    return append_items


def make_slice(t: Type) -> Callable[..., Slice]:
    """make([]t, n) and make([]t, n, cap)"""
    make = slice_maker(t)

    def made(run: Run, depth: int, n: int, *cap: int) -> Slice:
        run.depth = depth
        return make(run, n, *cap or (n,))

    return made


# --- conversions -----------------------------------------------------------------------------------------------------


def from_any(t: Type, text: str) -> Callable[[Run, int, Any], Any]:
    """t(x) for an any."""

    def convert(run: Run, depth: int, x: Any) -> Any:
        run.depth = depth
        return convert_any(run, x, t, text)

    return convert


def convert_text(apply: Callable[[Any], Any], width: int, head: int) -> Callable[[Run, int, Any], Any]:
    """Converts between strings, bytes and runes."""

    def convert(run: Run, depth: int, v: Any) -> Any:
        size = len(v) if isinstance(v, bytes) else v.len
        if head or size > SHORT:
            run.depth = depth
            run.charge(size >> 6)
            run.alloc(head + size * width)
        return apply(v)

    return convert


# --- calls and channels ------------------------------------------------------------------------


def caller(target: FuncCode) -> Callable[..., Any]:
    """Returns (run, depth, *args), which calls a function as the tree-walker does."""
    who = target.name

    def call(run: Run, above: int, *args: Any) -> Any:
        frame = [run, *args, *target.pad]
        run.depth = above
        run.fuel -= target.weight
        if run.fuel < 0.0:
            run.refuel()
        depth = above + 1
        if depth > run.room:
            run.deeper(depth, who)
        run.depth = depth
        result = target.body(frame)
        run.depth = above
        return result

    return call


def call_value(count: int) -> Callable[..., Any]:
    """Calls a func value with so many arguments: (run, depth, target, *args). Those of few take half the time of `call_with`."""
    return _CALLS[count] if count < len(_CALLS) else _call_many


def _call_none(run: Run, depth: int, target: Any) -> Any:
    run.depth = depth
    return target()


def _call_one(run: Run, depth: int, target: Any, arg: Any) -> Any:
    run.depth = depth
    return target(arg)


def _call_two(run: Run, depth: int, target: Any, arg: Any, arg2: Any) -> Any:
    run.depth = depth
    return target(arg, arg2)


def _call_many(run: Run, depth: int, target: Any, *args: Any) -> Any:
    run.depth = depth
    return call_with(target, args)


_CALLS = (_call_none, _call_one, _call_two)


def call_found(run: Run, depth: int, target: Any, x: Any, *args: Any) -> Any:
    """Calls a method of an interface value."""
    run.depth = depth
    return call_with(target, (run, unbox(x), *args))


def receive(run: Run, depth: int, channel: Any) -> Any:
    run.depth = depth
    return recv(run, channel)[0]
