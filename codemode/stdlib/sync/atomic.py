"""sync/atomic. Goroutines switch only when a body charges, parks or calls the guest. These bodies do none of that, so they are atomic."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem
from typing import Any

from codemode.interpreter.machine.typeops import iface_equal, wrap
from codemode.interpreter.machine.values import GoPanic, Ptr, type_of
from codemode.stdlib.registry import Package
from codemode.types import model

atomic = Package("sync/atomic")

Storage = list[Any]

atomic.type("type noCopy struct {}")
atomic.type("type align64 struct {}")


# --- operations on the variable at an index of its storage -------------------------------------------------------


def _load(at: Storage, i: int) -> Any:
    return at[i]


def _store(at: Storage, i: int, val: Any) -> None:
    at[i] = val


def _swap(at: Storage, i: int, new: Any) -> Any:
    old, at[i] = at[i], new
    return old


def _compare_and_swap(at: Storage, i: int, old: int, new: int) -> bool:
    if at[i] != old:
        return False
    at[i] = new
    return True


def _and(at: Storage, i: int, mask: int) -> int:
    old = at[i]
    at[i] = old & mask
    return old


def _or(at: Storage, i: int, mask: int) -> int:
    old = at[i]
    at[i] = old | mask
    return old


def _adder(t: model.Basic) -> Callable[..., Any]:
    narrow: Callable[[int], int] = wrap(t) or (lambda v: v)

    def add(at: Storage, i: int, delta: int) -> int:
        new = at[i] = narrow(at[i] + delta)
        return new

    return add


# --- integers ----------------------------------------------------------------------------------------------------


def _register(name: str, params: str, result: str, body: Callable[..., Any], t: model.Basic) -> None:
    """Registers an operation as a function on pointers, such as AddInt32, and as a method of the type."""
    suffix = t.name.capitalize()
    at = 2 if _is_aligned(t) else 1

    def function(addr: Ptr, *args: Any) -> Any:
        return body(addr.obj, addr.idx, *args)

    def method(x: Storage, *args: Any) -> Any:
        return body(x, at, *args)

    atomic.func(f"func {name}{suffix}(addr *{t.name}{', ' + params if params else ''}) {result}")(function)
    atomic.method(f"func (x *{suffix}) {name}({params}) {result}")(method)


def _is_aligned(t: model.Basic) -> bool:
    return t.bits == 64 and t is not model.UINTPTR


for _t in (model.INT32, model.INT64, model.UINT32, model.UINT64, model.UINTPTR):
    _name = _t.name
    atomic.type(f"type {_name.capitalize()} struct {{ _ noCopy; {'_ align64; ' if _is_aligned(_t) else ''}v {_name} }}")
    for _operation in (
        ("Load", "", f"(val {_name})", _load),
        ("Store", f"val {_name}", "", _store),
        ("Add", f"delta {_name}", f"(new {_name})", _adder(_t)),
        ("Swap", f"new {_name}", f"(old {_name})", _swap),
        ("CompareAndSwap", f"old, new {_name}", "(swapped bool)", _compare_and_swap),
        ("And", f"mask {_name}", f"(old {_name})", _and),
        ("Or", f"mask {_name}", f"(old {_name})", _or),
    ):
        _register(*_operation, _t)

# --- Bool --------------------------------------------------------------------------------------------------------

atomic.type("type Bool struct { _ noCopy; v uint32 }")
atomic.row("func (x *Bool) Load() bool", lambda x: x[1] != 0)
atomic.row("func (x *Bool) Store(val bool)", lambda x, val: setitem(x, 1, int(val)))


@atomic.method("func (x *Bool) Swap(new bool) (old bool)")
def bool_swap(x: Storage, new: bool) -> bool:
    old, x[1] = x[1] != 0, int(new)
    return old


@atomic.method("func (x *Bool) CompareAndSwap(old, new bool) (swapped bool)")
def bool_compare_and_swap(x: Storage, old: bool, new: bool) -> bool:
    if (x[1] != 0) is not old:
        return False
    x[1] = int(new)
    return True


# --- Pointer -----------------------------------------------------------------------------------------------------

atomic.type("type Pointer[T any] struct { _ [0]*T; _ noCopy; v *T }")
_V = 2

atomic.row("func (x *Pointer[T]) Load() *T", lambda x: x[_V])
atomic.row("func (x *Pointer[T]) Store(val *T)", lambda x, val: _store(x, _V, val))
atomic.row("func (x *Pointer[T]) Swap(new *T) (old *T)", lambda x, new: _swap(x, _V, new))


@atomic.method("func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool)")
def pointer_compare_and_swap(x: Storage, old: Any, new: Any) -> bool:
    held = x[_V]
    if held is not old and not (type(held) is Ptr and held == old):
        return False
    x[_V] = new
    return True


# --- Value -------------------------------------------------------------------------------------------------------

atomic.type("type Value struct { v any }")


def _check(held: Any, new: Any, what: str) -> None:
    """Panics if `new` is nil or differs in type from the stored value: a Value only stores values of one type."""
    if new is None:
        raise GoPanic(f"sync/atomic: {what} of nil value into Value".encode())
    if held is not None and type_of(held) is not type_of(new):
        raise GoPanic(f"sync/atomic: {what} of inconsistently typed value into Value".encode())


atomic.row("func (v *Value) Load() (val any)", lambda v: v[0])


@atomic.method("func (v *Value) Store(val any)")
def value_store(v: Storage, val: Any) -> None:
    _check(v[0], val, "store")
    v[0] = val


@atomic.method("func (v *Value) Swap(new any) (old any)")
def value_swap(v: Storage, new: Any) -> Any:
    _check(v[0], new, "swap")
    old, v[0] = v[0], new
    return old


@atomic.method("func (v *Value) CompareAndSwap(old, new any) (swapped bool)")
def value_compare_and_swap(v: Storage, old: Any, new: Any) -> bool:
    _check(None, new, "compare and swap")
    if old is not None and type_of(old) is not type_of(new):
        raise GoPanic(b"sync/atomic: compare and swap of inconsistently typed values")
    if v[0] is None:
        if old is not None:
            return False
    else:
        _check(v[0], new, "compare and swap")
        if not iface_equal(v[0], old):
            return False
    v[0] = new
    return True
