"""maps. A map iterates in insertion order, which is one of the orders that Go allows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.comparing import has_long, pay_for_key
from codemode.interpreter.machine.map_keys import key_decoder, key_encoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, equal
from codemode.interpreter.machine.values import nil_map
from codemode.stdlib.registry import Package
from codemode.types.model import Type

maps = Package("maps")

Types = tuple[Type, ...]
Yield = Callable[..., bool]
Seq = Callable[[Yield], None]
GoMap = dict[Any, Any] | None

ENTRY_BYTES = 100


def _same(value: Any) -> Any:
    return value


def _out(key: Type) -> Callable[[Any], Any]:
    """Returns the function that decodes a stored key."""
    return key_decoder(key) or _same


def _in(key: Type) -> Callable[[Any], Any]:
    return key_encoder(key) or _same


def _own(elem: Type) -> Callable[[Any], Any]:
    return copier(elem) or _same


def _live(run: Run, m: GoMap) -> Any:
    """Iterates over the entries of a map that may change meanwhile. Entries that are deleted before their turn are skipped."""
    if m:
        run.charge(len(m) // 8)
        for key in list(m):
            if key in m:
                yield key, m[key]


def pay_for_keys(m: dict[Any, Any]) -> None:
    """Charges for looking up all keys of a map in another one."""
    some = next(iter(m))
    if type(some) is tuple or (type(some) is bytes and has_long(list(m))):
        for key in m:
            pay_for_key(key)


def _writable(m: GoMap) -> dict[Any, Any]:
    if m is None:
        raise nil_map()
    return m


# --- iterators -------------------------------------------------------------------------------------------------------


@maps.func("func Keys[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[K]", run=True, types=True)
def keys(run: Run, types: Types, m: GoMap) -> Seq:
    decode = _out(types[1])

    def seq(yield_: Yield) -> None:
        for key, _ in _live(run, m):
            run.charge(1)
            if not yield_(decode(key)):
                return

    return seq


@maps.func("func Values[Map ~map[K]V, K comparable, V any](m Map) iter.Seq[V]", run=True, types=True)
def values(run: Run, types: Types, m: GoMap) -> Seq:
    own = _own(types[2])

    def seq(yield_: Yield) -> None:
        for _, value in _live(run, m):
            run.charge(1)
            if not yield_(own(value)):
                return

    return seq


@maps.func("func All[Map ~map[K]V, K comparable, V any](m Map) iter.Seq2[K, V]", run=True, types=True)
def all_(run: Run, types: Types, m: GoMap) -> Seq:
    decode, own = _out(types[1]), _own(types[2])

    def seq(yield_: Yield) -> None:
        for key, value in _live(run, m):
            run.charge(1)
            if not yield_(decode(key), own(value)):
                return

    return seq


@maps.func("func Insert[Map ~map[K]V, K comparable, V any](m Map, seq iter.Seq2[K, V])", run=True, types=True)
def insert(run: Run, types: Types, m: GoMap, seq: Seq) -> None:
    encode = _in(types[1])

    def add(key: Any, value: Any) -> bool:
        run.charge(1)
        run.alloc(ENTRY_BYTES)
        if encode is _same:
            pay_for_key(key)
        _writable(m)[encode(key)] = value
        return True

    seq(add)


@maps.func("func Collect[K comparable, V any](seq iter.Seq2[K, V]) map[K]V", run=True, types=True)
def collect(run: Run, types: Types, seq: Seq) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    insert(run, (types[0], *types), made, seq)
    return made


# --- whole maps ------------------------------------------------------------------------------------------------------


@maps.func("func Clone[M ~map[K]V, K comparable, V any](m M) M", run=True, types=True)
def clone(run: Run, types: Types, m: GoMap) -> GoMap:
    if m is None:
        return None
    run.charge(len(m) // 8)
    run.alloc(ENTRY_BYTES * len(m))
    copy = copier(types[2])
    return m.copy() if copy is None else {key: copy(value) for key, value in m.items()}


@maps.func("func Copy[M1 ~map[K]V, M2 ~map[K]V, K comparable, V any](dst M1, src M2)", run=True, types=True)
def copy(run: Run, types: Types, dst: GoMap, src: GoMap) -> None:
    if src:
        run.charge(len(src) // 8)
        run.alloc(ENTRY_BYTES * len(src))
        own = copier(types[3])
        if dst:
            pay_for_keys(src)
        _writable(dst).update(src if own is None else {key: own(value) for key, value in src.items()})


@maps.func("func DeleteFunc[M ~map[K]V, K comparable, V any](m M, del func(K, V) bool)", run=True, types=True)
def delete_func(run: Run, types: Types, m: GoMap, del_: Callable[[Any, Any], bool]) -> None:
    decode, own = _out(types[1]), _own(types[2])
    for key, value in _live(run, m):
        if del_(decode(key), own(value)):
            _writable(m).pop(key, None)


maps.row(
    "func Equal[M1, M2 ~map[K]V, K, V comparable](m1 M1, m2 M2) bool",
    lambda run, types, m1, m2: equal_func(run, (*types[:3], types[3], types[3]), m1, m2, equal(types[3])),
)


@maps.func(
    "func EqualFunc[M1 ~map[K]V1, M2 ~map[K]V2, K comparable, V1, V2 any](m1 M1, m2 M2, eq func(V1, V2) bool) bool",
    run=True,
    types=True,
)
def equal_func(run: Run, types: Types, m1: GoMap, m2: GoMap, eq: Callable[[Any, Any], bool]) -> bool:
    m1, m2 = m1 or {}, m2 or {}
    if len(m1) != len(m2):
        return False
    own1, own2 = _own(types[3]), _own(types[4])
    run.charge(len(m1) // 2)
    same = True
    for key, value in list(m1.items()):
        pay_for_key(key)
        same = key in m2 and eq(own1(value), own2(m2[key]))
        if not same:
            break
    return same
