"""What a type determines at run time: its zero value, and how its values are copied, compared, used as map keys, wrapped, and how large they are.

Everything here is derived from the type once and stored on the type itself (`Type.ops`), so it is freed with the type. Conversions between types are
in conversions.py, dynamic type tests in assertions.py.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from ctypes import c_float
from typing import Any, Final, TypeVar, cast

from codemode.interpreter.machine.big_values import charged, pay
from codemode.interpreter.machine.comparing import LONG, has_long
from codemode.interpreter.machine.comparing import same as same_text
from codemode.interpreter.machine.values import NIL_SLICE, Box, JsonInt, runtime_panic, type_of
from codemode.types import model
from codemode.types.model import Type

R = TypeVar("R")
Copier = Callable[[Any], Any]
Equal = Callable[[Any, Any], bool]
_UNSET: Any = object()


def per_type(build: Callable[[Type], R]) -> Callable[[Type], R]:
    """Computes a result once for each type, and stores it on the type."""
    name = f"{build.__module__}.{build.__qualname__}"

    def cached(t: Type) -> R:
        try:
            found = t.ops.get(name, _UNSET)
        except AttributeError:
            t.ops = {}
            found = _UNSET
        if found is _UNSET:
            found = t.ops[name] = build(t)
        return found

    cached.__doc__ = build.__doc__
    return cached


def go_name(t: Type) -> str:
    """The type as %T and panics print it."""
    return t.text("main.")


# --- kinds of types ----------------------------------------------------------------------------------------------


def is_storage(t: Type) -> bool:
    """Whether values of the type are their own storage, as structs and arrays are: a pointer to one is the same list."""
    return t.underlying.__class__ in _STORAGE


_STORAGE = frozenset((model.Struct, model.Array))


def is_iface(t: Type) -> bool:
    return isinstance(t.underlying, model.Interface)


def is_text(t: Type) -> bool:
    """Whether values of `t` are strings."""
    return isinstance(t.underlying, model.Basic) and t.underlying.info == "string"


def is_byte(t: Type) -> bool:
    """Whether slices of `t` are backed by a bytearray."""
    return t.underlying is model.UINT8


# --- zero values -------------------------------------------------------------------------------------------------

_BASIC_ZERO: dict[str, Any] = {
    "boolean": False,
    "integer": 0,
    "unsigned": 0,
    "float": 0.0,
    "complex": 0j,
    "string": b"",
}


@per_type
def zero_const(t: Type) -> tuple[bool, Any]:
    """(True, zero) if the zero value is immutable and may be shared, (False, None) for structs and arrays."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return True, _BASIC_ZERO.get(under.info)
    if isinstance(under, model.Slice):
        return True, NIL_SLICE
    if isinstance(under, model.Struct | model.Array):
        return False, None
    return True, None


@per_type
def zero_maker(t: Type) -> Callable[[], Any]:
    """Returns a function that makes a zero value, a fresh one each time for structs and arrays."""
    constant, value = zero_const(t)
    if constant:
        return lambda: value
    under = t.underlying
    make = _zero_array(under) if isinstance(under, model.Array) else _zero_struct(cast(model.Struct, under))
    return charged(t, make, grows=True)


def _zero_array(t: model.Array) -> Callable[[], Any]:
    constant, value = zero_const(t.elem)
    count = t.len
    if constant:
        item = [value]
        return lambda: item * count
    make = zero_maker(t.elem)
    return lambda: [make() for _ in range(count)]


def _zero_struct(t: model.Struct) -> Callable[[], Any]:
    template = [zero_const(f.type)[1] for f in t.fields]
    nested = [(i, zero_maker(f.type)) for i, f in enumerate(t.fields) if not zero_const(f.type)[0]]
    if not nested:
        return template.copy

    def make() -> list[Any]:
        made = template.copy()
        for i, make_field in nested:
            made[i] = make_field()
        return made

    return make


# --- copies ------------------------------------------------------------------------------------------------------


@per_type
def copier(t: Type) -> Copier | None:
    """Returns a function that copies a value of static type `t`; None if values of `t` are immutable or shared by reference."""
    under = t.underlying
    if isinstance(under, model.Array):
        inner = copier(under.elem)
        return charged(t, _copy_list if inner is None else _items_copier(inner), grows=True)
    if not isinstance(under, model.Struct):
        return None
    nested: list[tuple[int, Copier]] = []
    for i, field in enumerate(under.fields):
        inner = copier(field.type)
        if inner is not None:
            nested.append((i, inner))
    return charged(t, _struct_copier(nested) if nested else _copy_list, grows=True)


_copy_list: Copier = operator.itemgetter(slice(None))  # v[:], in C


def _items_copier(each: Copier) -> Copier:
    return lambda v: [each(item) for item in v]


def _struct_copier(nested: list[tuple[int, Copier]]) -> Copier:
    if len(nested) == 1:
        at, inner = nested[0]

        def copy_one(v: Any) -> Any:
            made = v[:]
            made[at] = inner(v[at])
            return made

        return copy_one

    def copy(v: Any) -> Any:
        made = v[:]
        for i, copy_field in nested:
            made[i] = copy_field(made[i])
        return made

    return copy


def copy_value(t: Type, v: Any) -> Any:
    """A private copy of `v`, or `v` itself if none is needed."""
    copy = copier(t)
    return v if copy is None else copy(v)


# --- assignment into storage ------------------------------------------------------------------------------------------


Overwrite = Callable[[Any, Any], None]


def _overwrite_flat(place: Any, v: Any) -> None:
    place[:] = v


@per_type
def overwriter(t: Type) -> Overwrite:
    """Returns a function that assigns a private value to the storage of a struct or array. Storage inside it is kept too, because pointers may
    lead there."""
    under = t.underlying
    if isinstance(under, model.Array):
        if copier(under.elem) is None:
            return _overwrite_flat
        each = overwriter(under.elem)

        def overwrite_items(place: Any, v: Any) -> None:
            for inner, item in zip(place, v):
                each(inner, item)

        return overwrite_items
    fields = cast(model.Struct, under).fields
    nested = [(i, overwriter(f.type)) for i, f in enumerate(fields) if copier(f.type) is not None]
    if not nested:
        return _overwrite_flat

    def overwrite_fields(place: Any, v: Any) -> None:
        made = v[:]
        for i, overwrite in nested:
            made[i] = place[i]
            overwrite(place[i], v[i])
        place[:] = made

    return overwrite_fields


# --- comparison --------------------------------------------------------------------------------------------------


@per_type
def is_comparable(t: Type) -> bool:
    """Whether comparing values of `t` is not certain to panic (interfaces count as comparable)."""
    under = t.underlying
    if isinstance(under, model.Slice | model.Map | model.Signature):
        return False
    if isinstance(under, model.Array):
        return is_comparable(under.elem)
    if isinstance(under, model.Struct):
        return all(is_comparable(f.type) for f in under.fields)
    return True


@per_type
def equal(t: Type) -> Equal:
    """`==` for two values of static type `t`. For types Go cannot compare it is identity (they compare to nil only)."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return same_text if under.info == "string" else operator.eq
    if isinstance(under, model.Interface):
        return iface_equal
    if isinstance(under, model.Pointer):
        return operator.is_ if copier(under.elem) is not None else operator.eq
    if isinstance(under, model.Array):
        return charged(t, _equal_list(under) if _plain(under) else _equal_items(equal(under.elem)), grows=False)
    if isinstance(under, model.Struct):
        return charged(t, _equal_list(under) if _plain(under) else _equal_fields(under), grows=False)
    return operator.is_


@per_type
def _plain(t: Type) -> bool:
    """Whether Python's == on the representation is Go's; not for NaN, references and interfaces inside a list."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return under.info in ("boolean", "integer", "unsigned", "string")
    if isinstance(under, model.Array):
        return _plain(under.elem) and (is_text(under.elem) or not _holds_text(under.elem))
    if isinstance(under, model.Struct):
        return all(
            f.name != "_" and _plain(f.type) and (is_text(f.type) or not _holds_text(f.type)) for f in under.fields
        )
    return False


@per_type
def _holds_text(t: Type) -> bool:
    under = t.underlying
    if isinstance(under, model.Array):
        return _holds_text(under.elem)
    if isinstance(under, model.Struct):
        return any(_holds_text(f.type) for f in under.fields)
    return is_text(t)


def _equal_list(t: model.Array | model.Struct) -> Equal:
    """Compares lists as Python does, unless a text in them is long."""
    if not _holds_text(t):
        return operator.eq
    if isinstance(t, model.Array):
        each_item = _equal_items(same_text)
        return lambda a, b: each_item(a, b) if has_long(a) else a == b
    texts, each_field = [i for i, f in enumerate(t.fields) if is_text(f.type)], _equal_fields(t)

    def equal_texts(a: Any, b: Any) -> bool:
        for i in texts:
            if len(a[i]) > LONG:
                return each_field(a, b)
        return a == b

    return equal_texts


# Plain loops, not all(...): a value nested deeply through interfaces must not use up the C stack.


def _equal_items(same: Equal) -> Equal:
    def equal_array(a: Any, b: Any) -> bool:
        for x, y in zip(a, b):
            if not same(x, y):
                break
        else:
            return True
        return False

    return equal_array


def _equal_fields(t: model.Struct) -> Equal:
    fields = [(i, equal(f.type)) for i, f in enumerate(t.fields) if f.name != "_"]

    def equal_struct(a: Any, b: Any) -> bool:
        for i, same in fields:
            if not same(a[i], b[i]):
                break
        else:
            return True
        return False

    return equal_struct


def iface_equal(a: Any, b: Any) -> bool:
    """`==` for two interface values. Panics like Go if the dynamic type cannot be compared.

    An integral number of a tool's result equals any int or float of the same value.
    """
    kind: Any = a.__class__
    if kind is not type(b):
        return _equal_mixed(a, b)
    if kind is Box:
        t = a.t
        if t is not b.t:
            return False
        if not is_comparable(t):
            raise runtime_panic(f"comparing uncomparable type {go_name(t)}")
        pay(1)  # interfaces may contain the same value repeatedly, so that comparing them takes exponential time
        return equal(t)(a.v, b.v)
    if kind is int or a is None:
        return a == b
    if kind is bytes:
        return same_text(a, b)
    t = cast(Type, type_of(a))
    if not is_comparable(t):
        raise runtime_panic(f"comparing uncomparable type {go_name(t)}")
    return a == b


def _equal_mixed(a: Any, b: Any) -> bool:
    if type(b) is JsonInt:
        a, b = b, a
    if type(a) is not JsonInt:
        ta, tb = type_of(a), type_of(b)
        if ta is tb and ta is not None:  # a nil map[string]any is boxed, other maps of that type are not
            raise runtime_panic(f"comparing uncomparable type {go_name(ta)}")
        return False
    kind: Any = b.__class__
    if kind is int or kind is float:
        return a == b
    if kind is Box:
        under = b.t.underlying
        return isinstance(under, model.Basic) and under.info in ("integer", "unsigned", "float") and a == b.v
    return False


# --- widths ------------------------------------------------------------------------------------------------------


def round32(v: float) -> float:
    """The nearest float32."""
    return c_float(v).value


def _round_complex64(v: complex) -> complex:
    return complex(c_float(v.real).value, c_float(v.imag).value)


def int_range(t: Type) -> tuple[int, int]:
    """The smallest and largest value of an integer type."""
    basic = cast(model.Basic, t.underlying)
    bits = basic.bits or 64
    return (0, (1 << bits) - 1) if basic.info == "unsigned" else (-(1 << bits - 1), (1 << bits - 1) - 1)


@per_type
def wrap(t: Type) -> Callable[[Any], Any] | None:
    """Returns a function that brings a result back into its type: integers wrap around, float32 and complex64 are rounded. None if nothing is to
    do."""
    under = t.underlying
    if not isinstance(under, model.Basic):
        return None
    if under.info == "unsigned":
        mask = (1 << (under.bits or 64)) - 1
        return lambda v: v & mask
    if under.info == "integer":
        half = 1 << (under.bits or 64) - 1
        full = (half << 1) - 1
        return lambda v: ((v + half) & full) - half
    if under is model.FLOAT32:
        return round32
    return _round_complex64 if under is model.COMPLEX64 else None


# --- sizes -------------------------------------------------------------------------------------------------------


def elem_size(t: Type) -> int:
    """Go's size of a value in bytes, on a 64-bit machine."""
    return _layout(t)[0]


@per_type
def _layout(t: Type) -> tuple[int, int]:
    """(size, alignment) in bytes."""
    under = t.underlying
    if isinstance(under, model.Basic):
        if under.info == "string":
            return 16, 8
        size = max(under.bits // 8, 1) if under.info != "native" else 8
        return size, min(size if under.info != "complex" else size // 2, 8)
    if isinstance(under, model.Slice):
        return 24, 8
    if isinstance(under, model.Interface):
        return 16, 8
    if isinstance(under, model.Array):
        size, align = _layout(under.elem)
        return size * under.len, align
    if isinstance(under, model.Struct):
        return _struct_layout(under)
    return 8, 8


def _struct_layout(t: model.Struct) -> tuple[int, int]:
    offset, widest, last = 0, 1, 1
    for field in t.fields:
        last, align = _layout(field.type)
        widest = max(widest, align)
        offset = -(-offset // align) * align + last
    if t.fields and last == 0 and offset:
        offset += 1  # a zero-sized last field is padded, so that its address is inside the struct
    return -(-offset // widest) * widest, widest


SLICE_HEAD: Final = 128  # bytes of a slice and its backing, without elements


@per_type
def footprint(t: Type) -> int:
    """Estimates the bytes of a value here, without what it refers to: a struct is a list of objects. Numbers, short texts and empty slices are
    included, because making them is not charged."""
    under = t.underlying
    if isinstance(under, model.Struct):
        return 64 + sum(8 + footprint(f.type) for f in under.fields)
    if isinstance(under, model.Array):
        return 64 + under.len * (8 + footprint(under.elem))
    if isinstance(under, model.Slice):
        return SLICE_HEAD
    if isinstance(under, model.Interface):
        return 48
    if isinstance(under, model.Basic):
        return 80 if under.info == "string" else 32 if under.info in _NUMBERS else 0
    return 0


@per_type
def zero_size(t: Type) -> int:
    """Estimates the bytes of a zero value, with the slot that it is in: zero numbers and texts are shared."""
    under = t.underlying
    if isinstance(under, model.Struct):
        return 72 + sum(zero_size(f.type) for f in under.fields)
    return 72 + under.len * zero_size(under.elem) if isinstance(under, model.Array) else 8


_NUMBERS: Final = ("float", "complex", "integer", "unsigned")
