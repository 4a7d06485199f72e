"""Converts values to keys of Python's dicts and back: Go compares keys by type and value, while numbers that Python considers equal may differ in
Go.

Python hashes numbers, and tuples of numbers, in a way that everybody knows: a program could make a million keys that all collide. Hashes of bytes
depend on a secret of the process, so numbers inside arrays, structs and interfaces, and complex numbers, become bytes. Nobody can tell from
the outside, because maps keep the order of insertion.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from threading import local
from typing import Any, cast

from codemode.interpreter.machine.big_values import BIG, charged, pay
from codemode.interpreter.machine.comparing import LONG, has_long, pay_for_key, reading
from codemode.interpreter.machine.typeops import copier, go_name, is_comparable, is_text, per_type, zero_maker
from codemode.interpreter.machine.values import Box, JsonInt, runtime_panic, type_of
from codemode.types import model
from codemode.types.model import Type


class NanKey:
    """A NaN as a map key: equal to nothing, not even itself."""

    __slots__ = ("v",)

    def __init__(self, v: Any) -> None:
        self.v = v


class RefKey:
    """A pointer to a struct or array as a map key: equal to the same pointer only."""

    __slots__ = ("v",)

    def __init__(self, v: Any) -> None:
        self.v = v

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RefKey) and self.v is other.v

    def __hash__(self) -> int:
        return id(self.v)


def _encode_number(v: Any) -> Any:
    return v if v == v else NanKey(v)


def _decode_number(k: Any) -> Any:
    return k.v if type(k) is NanKey else k


_DOUBLE, _COMPLEX = Struct("<d"), Struct("<dd")


def _encode_complex(v: complex) -> Any:
    if v != v:
        return NanKey(v)
    return _COMPLEX.pack(v.real, v.imag) if v.real and v.imag else v  # zeros may be negative, but are the same key


def _decode_complex(k: Any) -> Any:
    return complex(*_COMPLEX.unpack(k)) if type(k) is bytes else _decode_number(k)


def _encode_int(v: int) -> bytes:
    return v.to_bytes(9, "little", signed=True)


def _decode_int(k: bytes) -> int:
    return int.from_bytes(k, "little", signed=True)


def _encode_float(v: float) -> Any:
    if v != v:
        return NanKey(v)
    return _DOUBLE.pack(v) if v else v


def _decode_float(k: Any) -> float:
    return _DOUBLE.unpack(k)[0] if type(k) is bytes else _decode_number(k)


class _AnyNumber:
    """A number from an interface inside a key, unchanged: the exact number of a tool's result equals a float of the same value."""

    __slots__ = ("v",)

    def __init__(self, v: Any) -> None:
        self.v = v

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _AnyNumber) and self.v == other.v

    def __hash__(self) -> int:
        try:
            return hash(_DOUBLE.pack(float(self.v) + 0.0))
        except OverflowError:
            return hash(str(self.v))


@per_type
def _part_encoder(t: Type) -> Callable[[Any], Any] | None:
    """Like key_encoder, for what is inside a key."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return {"integer": _encode_int, "unsigned": _encode_int, "float": _encode_float}.get(under.info, key_encoder(t))
    return _encode_iface_part if isinstance(under, model.Interface) else key_encoder(t)


@per_type
def _part_decoder(t: Type) -> Callable[[Any], Any] | None:
    under = t.underlying
    if isinstance(under, model.Basic):
        return {"integer": _decode_int, "unsigned": _decode_int, "float": _decode_float}.get(under.info, key_decoder(t))
    return _decode_iface_part if isinstance(under, model.Interface) else key_decoder(t)


def _encode_iface_part(x: Any) -> Any:
    kind: Any = x.__class__
    if kind is int:
        return (_encode_int(x),)
    if (kind is float or kind is JsonInt) and x == x:
        return _AnyNumber(x)
    return encode_iface(x)


def _decode_iface_part(k: Any) -> Any:
    if type(k) is _AnyNumber:
        return k.v
    if type(k) is tuple and len(cast("tuple[Any, ...]", k)) == 1:
        return _decode_int(cast("tuple[bytes]", k)[0])
    return decode_iface(k)


@per_type
def _all_ints(t: Type) -> Struct | None:
    """Returns the Struct that packs an array or struct of only integers into bytes; None for other types."""
    under = t.underlying
    if isinstance(under, model.Array):
        parts = [under.elem.underlying] * min(under.len, BIG)
    else:
        parts = [f.type.underlying for f in cast(model.Struct, under).fields if f.name != "_"]
        if len(parts) != len(cast(model.Struct, under).fields):
            return None
    infos = [part.info if isinstance(part, model.Basic) else "" for part in parts]
    if not infos or len(infos) >= BIG or not {"integer", "unsigned"}.issuperset(infos):
        return None
    return Struct("<" + "".join("q" if info == "integer" else "Q" for info in infos))


def _encode_ref(v: Any) -> Any:
    return None if v is None else RefKey(v)


def _decode_ref(k: Any) -> Any:
    return None if k is None else k.v


@per_type
def key_encoder(t: Type) -> Callable[[Any], Any] | None:
    """Returns a function from a value of key type `t` to the key of the Python dict; None if they are the same."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return _encode_number if under.info == "float" else _encode_complex if under.info == "complex" else None
    if isinstance(under, model.Pointer):
        return _encode_ref if copier(under.elem) is not None else None
    if isinstance(under, model.Interface):
        return encode_iface
    if isinstance(under, model.Array | model.Struct) and (packed := _all_ints(t)) is not None:
        return lambda v: packed.pack(*v)
    if isinstance(under, model.Array):
        inner = _part_encoder(under.elem)
        if inner is None:
            return charged(t, _encode_texts if is_text(under.elem) else tuple, grows=True)
        return charged(t, _encode_items(inner), grows=True)
    if isinstance(under, model.Struct):
        return charged(t, _encode_fields(under), grows=True)
    return None


@per_type
def may_be_unhashable(t: Type) -> bool:
    """Whether a key of type `t` may contain something that cannot be a key."""
    under = t.underlying
    if isinstance(under, model.Array):
        return may_be_unhashable(under.elem)
    if isinstance(under, model.Struct):
        return any(may_be_unhashable(f.type) for f in under.fields)
    return isinstance(under, model.Interface)


def _encode_items(each: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda v: tuple([each(item) for item in v])


def _encode_texts(v: list[bytes]) -> tuple[bytes, ...]:
    if has_long(v):
        pay(reading(sum(map(len, v))))
    return tuple(v)


def _encode_fields(t: model.Struct) -> Callable[[Any], Any]:
    fields = [(i, _part_encoder(f.type)) for i, f in enumerate(t.fields) if f.name != "_"]
    if len(fields) == len(t.fields) and all(encode is None for _, encode in fields):
        made: Callable[[Any], Any] = tuple
    else:
        made = _encode_each(fields)
    texts = [i for i, f in enumerate(t.fields) if is_text(f.type)]
    if not texts:
        return made

    def encode(v: Any) -> Any:
        for i in texts:
            if len(v[i]) > LONG:
                pay_for_key(v[i])
        return made(v)

    return encode


def _encode_each(fields: list[tuple[int, Callable[[Any], Any] | None]]) -> Callable[[Any], Any]:
    return lambda v: tuple([v[i] if encode is None else encode(v[i]) for i, encode in fields])


def encode_iface(x: Any) -> Any:
    """The key of an interface value: strings, ints and nil bare, everything else with its type."""
    kind: Any = x.__class__
    if kind is bytes:
        if len(x) > LONG:
            pay_for_key(x)
        return x
    if kind is int or x is None:
        return x
    t = cast(Type, type_of(x))
    if not is_comparable(t):
        raise runtime_panic(f"hash of unhashable type {go_name(t)}")
    v = x.v if kind is Box else x
    if kind is Box and isinstance(t.underlying, model.Basic):
        encode = _part_encoder(t)
    else:
        encode = key_encoder(t)
    if encode is None:
        pay_for_key(v)
        return t, v
    _nesting.depth += 1
    try:
        if _nesting.depth > _MAX_NESTING:
            raise runtime_panic("hash of a value nested too deeply")
        pay(4, 64)
        return t, encode(v)
    finally:
        _nesting.depth -= 1


class _Nesting(local):
    depth = 0


_nesting = _Nesting()

_MAX_NESTING = 200  # depth of interfaces in interfaces; Python hashes and compares nested tuples on the C stack


@per_type
def key_decoder(t: Type) -> Callable[[Any], Any] | None:
    """Returns a function from the key of the Python dict to a value of key type `t`; None if they are the same."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return _decode_number if under.info == "float" else _decode_complex if under.info == "complex" else None
    if isinstance(under, model.Pointer):
        return _decode_ref if copier(under.elem) is not None else None
    if isinstance(under, model.Interface):
        return decode_iface
    if isinstance(under, model.Array | model.Struct) and (packed := _all_ints(t)) is not None:
        return lambda k: list(packed.unpack(k))
    if isinstance(under, model.Array):
        inner = _part_decoder(under.elem)
        if inner is None:
            return list
        each = inner
        return lambda k: [each(item) for item in k]
    if isinstance(under, model.Struct):
        return _decode_fields(under)
    return None


def _decode_fields(t: model.Struct) -> Callable[[Any], Any]:
    named = [(i, _part_decoder(f.type)) for i, f in enumerate(t.fields) if f.name != "_"]
    if len(named) == len(t.fields) and all(decode is None for _, decode in named):
        return list
    make = zero_maker(t)

    def decode_struct(k: Any) -> list[Any]:
        made = make()
        for part, (i, decode) in zip(k, named):
            made[i] = part if decode is None else decode(part)
        return made

    return decode_struct


def decode_iface(k: Any) -> Any:
    if type(k) is not tuple:
        return k
    t, inner = cast("tuple[Type, Any]", k)
    if isinstance(t.underlying, model.Basic) and type(inner) is bytes:
        decode = _part_decoder(t)
    else:
        decode = key_decoder(t)
    v = inner if decode is None else decode(inner)
    return v if type(v) in (bool, float, JsonInt) and t in (model.BOOL, model.FLOAT64) else Box(t, v)
