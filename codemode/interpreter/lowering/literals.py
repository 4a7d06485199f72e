"""Lowering of composite literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression, zero_code
from codemode.interpreter.lowering.evalorder import after, copies_key
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.lowering.expr import allocated, map_key
from codemode.interpreter.lowering.places import MAP_ENTRY
from codemode.interpreter.machine.big_values import price_of_items
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.typeops import SLICE_HEAD, footprint, is_byte, zero_const, zero_maker, zero_size
from codemode.interpreter.machine.values import Slice
from codemode.types import constant, model
from codemode.types.lookup import lookup
from codemode.types.model import Type

MAP_HEAD = 64  # bytes of a map, without entries


@expression(nodes.CompositeLit)
def _composite(b: Body, e: nodes.CompositeLit) -> Code:
    t = b.type_of(e)
    under = t.underlying
    if isinstance(under, model.Pointer):
        return _pointer(b, e, under.elem)
    return _LITERALS[under.__class__](b, e, t)


def _pointer(b: Body, e: nodes.CompositeLit, elem: Type) -> Code:
    """{...} in a []*T is a &T{...}."""
    return allocated(_LITERALS[elem.underlying.__class__](b, e, elem), elem)


# --- structs -------------------------------------------------------------------------------------------------------


_SHORT = 64  # fields


def _struct(b: Body, e: nodes.CompositeLit, t: Type) -> Code:
    under = cast(model.Struct, t.underlying)
    given: dict[int, Code] = {}
    promoted: list[tuple[tuple[int, ...], Code]] = []
    for n, elt in enumerate(e.elts):
        if not isinstance(elt, nodes.KeyValueExpr):
            given[n] = b.value(elt, under.fields[n].type)
            continue
        name = cast(nodes.Ident, elt.key).name
        index = under.index.get(name)
        if index is None:
            found = lookup(t, name)
            promoted.append((found.path, b.value(elt.value, cast(Type, found.typ))))
            continue
        given[index] = b.value(elt.value, under.fields[index].type)
    # a long struct with few given fields is made as a whole: that is charged, and needs no code for each field
    if not promoted and list(given) == sorted(given) and len(under.fields) <= max(_SHORT, 4 * len(given)):
        return _in_order(under, given)
    return _set_fields(t, given, promoted)


def _in_order(under: model.Struct, given: dict[int, Code]) -> Code:
    """All fields in the order of the struct, with zero values for omitted ones."""
    codes = [given[i] if i in given else zero_code(field.type) for i, field in enumerate(under.fields)]
    return lambda f: [code(f) for code in codes]


def _set_fields(t: Type, given: dict[int, Code], promoted: list[tuple[tuple[int, ...], Code]]) -> Code:
    """The fields in the order in which they are given."""
    make = zero_maker(t)

    def struct(f: Frame) -> Any:
        made = make()
        for i, code in given.items():
            made[i] = code(f)
        for path, code in promoted:
            v = code(f)
            owner = made
            for i in path[:-1]:
                owner = owner[i]
            owner[path[-1]] = v
        return made

    return struct


# --- arrays and slices ---------------------------------------------------------------------------------------------


def _elements(b: Body, e: nodes.CompositeLit, elem: Type) -> tuple[list[tuple[int, Code]], int]:
    """(index, code) of every element, and the length."""
    items: list[tuple[int, Code]] = []
    index = size = 0
    for elt in e.elts:
        value = elt
        if isinstance(elt, nodes.KeyValueExpr):
            index = cast(int, constant.to_int(elt.key.const))
            value = elt.value
        items.append((index, b.value(value, elem)))
        index += 1
        size = max(size, index)
    return items, size


def _array(b: Body, e: nodes.CompositeLit, t: Type) -> Code:
    under = cast(model.Array, t.underlying)
    items, _ = _elements(b, e, under.elem)
    make = zero_maker(t)
    if len(items) == under.len and all(i == n for n, (i, _) in enumerate(items)):
        codes = [code for _, code in items]
        return lambda f: [code(f) for code in codes]
    large = under.len if under.len > 1024 else 0
    width = zero_size(under.elem)

    def array(f: Frame) -> Any:
        if large:
            f[0].alloc(large * width)
        made = make()
        for i, code in items:
            made[i] = code(f)
        return made

    return array


def _slice(b: Body, e: nodes.CompositeLit, t: Type) -> Code:
    elem = cast(model.Slice, t.underlying).elem
    items, n = _elements(b, e, elem)
    if n > len(items) or any(i != k for k, (i, _) in enumerate(items)):
        return _sparse(items, n, elem)
    codes = [code for _, code in items]
    if is_byte(elem):

        def of_bytes(f: Frame) -> Any:
            f[0].alloc(SLICE_HEAD + n)
            return Slice(bytearray([code(f) for code in codes]), 0, n, n)

        return of_bytes
    size = SLICE_HEAD + n * (8 + footprint(elem))

    def made(f: Frame) -> Any:
        f[0].alloc(size)
        return Slice([code(f) for code in codes], 0, n, n)

    return made


def _sparse(items: list[tuple[int, Code]], n: int, elem: Type) -> Code:
    make, as_bytes, width = zero_maker(elem), is_byte(elem), zero_size(elem)
    shared, zero = zero_const(elem)

    def sparse(f: Frame) -> Any:
        f[0].alloc(n * width)
        f[0].charge(n >> 6 if shared else price_of_items(elem, n))
        arr: Any = bytearray(n) if as_bytes else [zero] * n if shared else [make() for _ in range(n)]
        for i, code in items:
            arr[i] = code(f)
        return Slice(arr, 0, n, n)

    return sparse


# --- maps ----------------------------------------------------------------------------------------------------------


def _map(b: Body, e: nodes.CompositeLit, t: Type) -> Code:
    under = cast(model.Map, t.underlying)
    entries = [_entry(b, cast(nodes.KeyValueExpr, elt), under) for elt in e.elts]
    size = MAP_HEAD + MAP_ENTRY * len(entries)

    def make_map(f: Frame, at: int = e.pos) -> Any:
        f[0].alloc(size)
        made: dict[Any, Any] = {}
        for key, value in entries:
            k = key(f)
            made[k] = value(f)
        return made

    return make_map


def _entry(b: Body, pair: nodes.KeyValueExpr, t: model.Map) -> tuple[Code, Code]:
    """Key and value; each entry is evaluated in the order of an assignment `m[key] = value`."""
    if copies_key(t):
        first, (value,) = in_go_order(b, [pair.value])
        return map_key(b, pair.key, t), after(first, b.value(value, t.elem))
    first, (key, value) = in_go_order(b, [pair.key, pair.value])
    return after(first, map_key(b, key, t)), b.value(value, t.elem)


_LITERALS: dict[type, Callable[[Body, nodes.CompositeLit, Type], Code]] = {
    model.Struct: _struct,
    model.Array: _array,
    model.Slice: _slice,
    model.Map: _map,
}
