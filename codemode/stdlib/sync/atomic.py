"""sync/atomic. Goroutines switch only when a body charges, parks or calls the guest. These bodies do none of that, so they are atomic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.typeops import iface_equal, wrap
from codemode.interpreter.machine.values import GoPanic, Ptr, type_of
from codemode.stdlib.registry import Package
from codemode.types import model

atomic = Package("sync/atomic", doc="memory operations that other goroutines see as one")

Storage = list[Any]

atomic.type("type noCopy struct {}")
atomic.type("type align64 struct {}")


def _identity(v: int) -> int:
    return v


def _register_functions(suffix: str, t: model.Basic) -> None:
    """Registers the functions on pointers: AddInt32 and related ones."""
    name = t.name
    narrow: Callable[[int], int] = wrap(t) or _identity

    @atomic.func(f"func Load{suffix}(addr *{name}) (val {name})")
    def load(addr: Ptr) -> int:
        """Load atomically loads *addr."""
        return addr.obj[addr.idx]

    @atomic.func(f"func Store{suffix}(addr *{name}, val {name})")
    def store(addr: Ptr, val: int) -> None:
        """Store atomically stores val into *addr."""
        addr.obj[addr.idx] = val

    @atomic.func(f"func Add{suffix}(addr *{name}, delta {name}) (new {name})")
    def add(addr: Ptr, delta: int) -> int:
        """Add atomically adds delta to *addr and returns the new value."""
        new = addr.obj[addr.idx] = narrow(addr.obj[addr.idx] + delta)
        return new

    @atomic.func(f"func Swap{suffix}(addr *{name}, new {name}) (old {name})")
    def swap(addr: Ptr, new: int) -> int:
        """Swap atomically stores new into *addr and returns the previous value."""
        old, addr.obj[addr.idx] = addr.obj[addr.idx], new
        return old

    @atomic.func(f"func CompareAndSwap{suffix}(addr *{name}, old, new {name}) (swapped bool)")
    def compare_and_swap(addr: Ptr, old: int, new: int) -> bool:
        """CompareAndSwap atomically stores new into *addr if it holds old."""
        if addr.obj[addr.idx] != old:
            return False
        addr.obj[addr.idx] = new
        return True

    @atomic.func(f"func And{suffix}(addr *{name}, mask {name}) (old {name})")
    def and_(addr: Ptr, mask: int) -> int:
        """And atomically performs a bitwise AND on *addr and returns the old value."""
        old = addr.obj[addr.idx]
        addr.obj[addr.idx] = old & mask
        return old

    @atomic.func(f"func Or{suffix}(addr *{name}, mask {name}) (old {name})")
    def or_(addr: Ptr, mask: int) -> int:
        """Or atomically performs a bitwise OR on *addr and returns the old value."""
        old = addr.obj[addr.idx]
        addr.obj[addr.idx] = old | mask
        return old


def _register_type(suffix: str, t: model.Basic) -> None:
    """Registers the type Int32 or a related one."""
    name = t.name
    aligned = t.bits == 64 and t is not model.UINTPTR
    atomic.type(
        f"type {suffix} struct {{ _ noCopy; {'_ align64; ' if aligned else ''}v {name} }}", f"An atomic {name}."
    )
    at = 2 if aligned else 1
    _register_arithmetic(suffix, t, at)

    @atomic.method(f"func (x *{suffix}) Load() {name}")
    def load(x: Storage) -> int:
        """Load atomically loads and returns the value stored in x."""
        return x[at]

    @atomic.method(f"func (x *{suffix}) Store(val {name})")
    def store(x: Storage, val: int) -> None:
        """Store atomically stores val into x."""
        x[at] = val

    @atomic.method(f"func (x *{suffix}) Swap(new {name}) (old {name})")
    def swap(x: Storage, new: int) -> int:
        """Swap atomically stores new into x and returns the previous value."""
        old, x[at] = x[at], new
        return old

    @atomic.method(f"func (x *{suffix}) CompareAndSwap(old, new {name}) (swapped bool)")
    def compare_and_swap(x: Storage, old: int, new: int) -> bool:
        """CompareAndSwap executes the compare-and-swap operation for x."""
        if x[at] != old:
            return False
        x[at] = new
        return True


def _register_arithmetic(suffix: str, t: model.Basic, at: int) -> None:
    """Registers the methods that compute. The number is at index `at`."""
    name = t.name
    narrow: Callable[[int], int] = wrap(t) or _identity

    @atomic.method(f"func (x *{suffix}) Add(delta {name}) (new {name})")
    def add(x: Storage, delta: int) -> int:
        """Add atomically adds delta to x and returns the new value."""
        new = x[at] = narrow(x[at] + delta)
        return new

    @atomic.method(f"func (x *{suffix}) And(mask {name}) (old {name})")
    def and_(x: Storage, mask: int) -> int:
        """And atomically performs a bitwise AND operation on x and returns the old value."""
        old = x[at]
        x[at] = old & mask
        return old

    @atomic.method(f"func (x *{suffix}) Or(mask {name}) (old {name})")
    def or_(x: Storage, mask: int) -> int:
        """Or atomically performs a bitwise OR operation on x and returns the old value."""
        old = x[at]
        x[at] = old | mask
        return old


for _t in (model.INT32, model.INT64, model.UINT32, model.UINT64, model.UINTPTR):
    _register_functions(_t.name.capitalize(), _t)
    _register_type(_t.name.capitalize(), _t)

# --- Bool --------------------------------------------------------------------------------------------------------

atomic.type("type Bool struct { _ noCopy; v uint32 }", "An atomic boolean value; its zero value is false.")


@atomic.method("func (x *Bool) Load() bool")
def bool_load(x: Storage) -> bool:
    """Load atomically loads and returns the value stored in x."""
    return x[1] != 0


@atomic.method("func (x *Bool) Store(val bool)")
def bool_store(x: Storage, val: bool) -> None:
    """Store atomically stores val into x."""
    x[1] = int(val)


@atomic.method("func (x *Bool) Swap(new bool) (old bool)")
def bool_swap(x: Storage, new: bool) -> bool:
    """Swap atomically stores new into x and returns the previous value."""
    old, x[1] = x[1] != 0, int(new)
    return old


@atomic.method("func (x *Bool) CompareAndSwap(old, new bool) (swapped bool)")
def bool_compare_and_swap(x: Storage, old: bool, new: bool) -> bool:
    """CompareAndSwap executes the compare-and-swap operation for the boolean value x."""
    if (x[1] != 0) is not old:
        return False
    x[1] = int(new)
    return True


# --- Pointer -----------------------------------------------------------------------------------------------------

atomic.type("type Pointer[T any] struct { _ [0]*T; _ noCopy; v *T }", "A Pointer is an atomic pointer of type *T.")
_V = 2


@atomic.method("func (x *Pointer[T]) Load() *T")
def pointer_load(x: Storage) -> Any:
    """Load atomically loads and returns the value stored in x."""
    return x[_V]


@atomic.method("func (x *Pointer[T]) Store(val *T)")
def pointer_store(x: Storage, val: Any) -> None:
    """Store atomically stores val into x."""
    x[_V] = val


@atomic.method("func (x *Pointer[T]) Swap(new *T) (old *T)")
def pointer_swap(x: Storage, new: Any) -> Any:
    """Swap atomically stores new into x and returns the previous value."""
    old, x[_V] = x[_V], new
    return old


@atomic.method("func (x *Pointer[T]) CompareAndSwap(old, new *T) (swapped bool)")
def pointer_compare_and_swap(x: Storage, old: Any, new: Any) -> bool:
    """CompareAndSwap executes the compare-and-swap operation for x."""
    held = x[_V]
    if held is not old and not (type(held) is Ptr and held == old):
        return False
    x[_V] = new
    return True


# --- Value -------------------------------------------------------------------------------------------------------

atomic.type("type Value struct { v any }", "A Value provides an atomic load and store of a consistently typed value.")


def _check(held: Any, new: Any, what: str) -> None:
    """Panics if `new` is nil or differs in type from the stored value: a Value only stores values of one type."""
    if new is None:
        raise GoPanic(f"sync/atomic: {what} of nil value into Value".encode())
    if held is not None and type_of(held) is not type_of(new):
        raise GoPanic(f"sync/atomic: {what} of inconsistently typed value into Value".encode())


@atomic.method("func (v *Value) Load() (val any)")
def value_load(v: Storage) -> Any:
    """Load returns the value set by the most recent Store, nil if there has been none."""
    return v[0]


@atomic.method("func (v *Value) Store(val any)")
def value_store(v: Storage, val: Any) -> None:
    """Store sets the value of v to val."""
    _check(v[0], val, "store")
    v[0] = val


@atomic.method("func (v *Value) Swap(new any) (old any)")
def value_swap(v: Storage, new: Any) -> Any:
    """Swap stores new into Value and returns the previous value."""
    _check(v[0], new, "swap")
    old, v[0] = v[0], new
    return old


@atomic.method("func (v *Value) CompareAndSwap(old, new any) (swapped bool)")
def value_compare_and_swap(v: Storage, old: Any, new: Any) -> bool:
    """CompareAndSwap executes the compare-and-swap operation for the Value."""
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
