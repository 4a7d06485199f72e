"""sync: data shared by goroutines (Map, Pool)."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem
from typing import Any

from codemode.interpreter.machine.map_keys import decode_iface, encode_iface
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import iface_equal
from codemode.stdlib.sync.locks import Storage, sync

_ENTRY_SIZE = 100

# --- Map ---------------------------------------------------------------------------------------------------------

sync.type("type Map struct { _ noCopy; m native }")
_M = 1
Entries = dict[Any, Any]
_NOTHING: Any = object()


def _entries(m: Storage) -> Entries:
    if m[_M] is None:
        m[_M] = {}
    return m[_M]


def _found(value: Any) -> tuple[Any, bool]:
    return (None, False) if value is _NOTHING else (value, True)


def _swap(run: Run, m: Storage, key: Any, value: Any) -> tuple[Any, bool]:
    run.alloc(_ENTRY_SIZE)
    entries, encoded = _entries(m), encode_iface(key)
    previous = entries.get(encoded, _NOTHING)
    entries[encoded] = value
    return _found(previous)


def _holds(m: Storage, key: Any, value: Any) -> bool:
    entries, encoded = _entries(m), encode_iface(key)
    return encoded in entries and iface_equal(entries[encoded], value)


sync.row(
    "func (m *Map) Load(key any) (value any, ok bool)",
    lambda m, key: _found(_entries(m).get(encode_iface(key), _NOTHING)),
)
sync.row("func (m *Map) Swap(key, value any) (previous any, loaded bool)", _swap)
sync.row(
    "func (m *Map) LoadAndDelete(key any) (value any, loaded bool)",
    lambda m, key: _found(_entries(m).pop(encode_iface(key), _NOTHING)),
)


@sync.method("func (m *Map) Store(key, value any)", run=True)
def store(run: Run, m: Storage, key: Any, value: Any) -> None:
    _swap(run, m, key, value)


@sync.method("func (m *Map) LoadOrStore(key, value any) (actual any, loaded bool)", run=True)
def load_or_store(run: Run, m: Storage, key: Any, value: Any) -> tuple[Any, bool]:
    run.alloc(_ENTRY_SIZE)
    actual = _entries(m).setdefault(encode_iface(key), _NOTHING)
    if actual is not _NOTHING:
        return actual, True
    _entries(m)[encode_iface(key)] = value
    return value, False


@sync.method("func (m *Map) Delete(key any)")
def delete(m: Storage, key: Any) -> None:
    _entries(m).pop(encode_iface(key), None)


@sync.method("func (m *Map) CompareAndSwap(key, old, new any) (swapped bool)")
def compare_and_swap(m: Storage, key: Any, old: Any, new: Any) -> bool:
    equal = _holds(m, key, old)
    if equal:
        _entries(m)[encode_iface(key)] = new
    return equal


@sync.method("func (m *Map) CompareAndDelete(key, old any) (deleted bool)")
def compare_and_delete(m: Storage, key: Any, old: Any) -> bool:
    equal = _holds(m, key, old)
    if equal:
        delete(m, key)
    return equal


@sync.method("func (m *Map) Range(f func(key, value any) bool)", run=True)
def range_(run: Run, m: Storage, f: Callable[[Any, Any], bool]) -> None:
    size = len(_entries(m))
    run.charge(size // 16)
    run.alloc(8 * size)
    for encoded in list(_entries(m)):
        run.charge(1)
        # f may have changed or cleared the map
        value = _entries(m).get(encoded, _NOTHING)
        if value is not _NOTHING and not f(decode_iface(encoded), value):
            break


sync.row("func (m *Map) Clear()", lambda m: setitem(m, _M, None))


# --- Pool --------------------------------------------------------------------------------------------------------

sync.type("type Pool struct { noCopy noCopy; free native; New func() any }")
_FREE, _NEW = 1, 2


@sync.method("func (p *Pool) Put(x any)", run=True)
def put(run: Run, p: Storage, x: Any) -> None:
    if x is None:
        return
    run.alloc(8)
    free: list[Any] | None = p[_FREE]
    if free is None:
        p[_FREE] = [x]
    elif free[0] is _NOTHING:
        free[0] = x
    else:
        free.append(x)


@sync.method("func (p *Pool) Get() any")
def get(p: Storage) -> Any:
    free: list[Any] | None = p[_FREE]
    if free is not None:
        # as on one processor of Go: one item is kept apart and taken first, the others are a stack
        if free[0] is not _NOTHING:
            first, free[0] = free[0], _NOTHING
            return first
        if len(free) > 1:
            return free.pop()
    return p[_NEW]() if p[_NEW] is not None else None
