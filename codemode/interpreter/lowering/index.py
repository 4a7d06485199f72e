"""Lowering of index and slice expressions."""

from __future__ import annotations

from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression
from codemode.interpreter.lowering.expr import ADDRESSES, func_value, map_key, read_key
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.bounds import index_panic, slice_array, slice_slice, slice_string
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import SHORT, charge_making, charge_reading
from codemode.interpreter.machine.missing_keys import Place
from codemode.interpreter.machine.typeops import is_text, zero_const, zero_maker
from codemode.interpreter.machine.values import Ptr
from codemode.types import model
from codemode.types.expression_text import expr_text
from codemode.types.model import Type
from codemode.types.objects import Func


@expression(nodes.IndexExpr)
def _index(b: Body, e: nodes.IndexExpr) -> Code:
    t = b.type_of(e.x)
    if isinstance(t, model.Signature):
        return _instance(b, e)
    if t is model.ANY:
        return _dynamic_index(b, e)
    return _INDEX[element_kind(t)](b, e)


def element_kind(t: Type) -> str:
    """The kind of the indexed operand: "slice", "array" (also through a pointer), "string" or "map"."""
    under = t.underlying
    if isinstance(under, model.Pointer):
        under = under.elem.underlying
    return _KINDS[under.__class__]


_KINDS: dict[type, str] = {model.Slice: "slice", model.Array: "array", model.Basic: "string", model.Map: "map"}


def array_of(t: Type) -> model.Array:
    """The array type that is indexed, also through a pointer."""
    under = t.underlying
    return cast(model.Array, under.elem.underlying if isinstance(under, model.Pointer) else under)


def _instance(b: Body, e: nodes.IndexExpr) -> Code:
    """f[int] used as a value."""
    x: Any = e.x
    if isinstance(x, nodes.Ident):
        return func_value(b, cast(Func, x.obj), x.inst or ())
    return b.expr(e.x)


def int_code(b: Body, e: nodes.Expr) -> Code:
    """An index, count or size, as an int."""
    t = b.type_of(e)
    if t is model.ANY:
        return b.value(e, model.INT)
    return b.expr(e)


def _dynamic_index(b: Body, e: nodes.IndexExpr) -> Code:
    x, key, text = b.expr(e.x), b.value(e.indices[0], model.ANY), expr_text(e.x)
    name, told = e.indices[0].const, place_of_key(e)
    if isinstance(name, bytes):

        def entry(f: Frame, at: int = e.pos) -> Any:
            return gradual.entry(f[0], x(f), name, text, told)

        return entry

    def dynamic(f: Frame, at: int = e.pos) -> Any:
        return gradual.index(f[0], x(f), key(f), text, told)

    return dynamic


def place_of_key(e: nodes.IndexExpr) -> Place | None:
    """The place to which a warning about a missing key points; None if the program checks for it itself."""
    return None if e.tested else (e.indices[0].pos, e.indices[0].end)


# --- slices ------------------------------------------------------------------------------------------------------


def _slice_index(b: Body, e: nodes.IndexExpr) -> Code:
    x, index = b.expr(e.x), int_code(b, e.indices[0])

    def element(f: Frame, at: int = e.pos) -> Any:
        s = x(f)
        i = index(f)
        if 0 <= i < s.len:
            return s.arr[s.off + i]
        raise index_panic(i, s.len)

    return element


# --- arrays and strings ------------------------------------------------------------------------------------------


def _array_index(b: Body, e: nodes.IndexExpr) -> Code:
    x, index = b.expr(e.x), int_code(b, e.indices[0])
    n = array_of(b.type_of(e.x)).len
    known, i = b.constant(e.indices[0])
    if known:
        return lambda f: x(f)[i]

    def element(f: Frame, at: int = e.pos) -> Any:
        arr = x(f)
        i = index(f)
        if 0 <= i < n:
            return arr[i]
        raise index_panic(i, n)

    return element


def _string_index(b: Body, e: nodes.IndexExpr) -> Code:
    x, index = b.expr(e.x), int_code(b, e.indices[0])

    def byte(f: Frame, at: int = e.pos) -> Any:
        s = x(f)
        i = index(f)
        if 0 <= i < len(s):
            return s[i]
        raise index_panic(i, len(s))

    return byte


# --- maps --------------------------------------------------------------------------------------------------------


def _map_index(b: Body, e: nodes.IndexExpr) -> Code:
    m = cast(model.Map, b.type_of(e.x).underlying)
    x, key = b.expr(e.x), map_key(b, e.indices[0], m)
    shared, zero = zero_const(m.elem)
    known, k = b.constant(e.indices[0])
    text, told = is_text(m.key), place_of_key(e)
    if shared and known and m.key is model.STRING and told is not None:
        return _known_entry(x, k, zero, told)
    read, make = read_key(b, e.indices[0], m), zero_maker(m.elem)

    def look_up(f: Frame, at: int = e.pos) -> Any:
        entries = x(f)
        k = key(f) if read is None else read(f, entries)
        if text and len(k) > LONG:
            charge_reading(f[0], len(k))
        v = None if entries is None else entries.get(k)
        return make() if v is None else v

    return look_up


def _known_entry(x: Code, k: bytes, zero: Any, told: Place) -> Code:
    """x["name"] of a map that may come from a tool: a missing key adds a warning."""

    def entry(f: Frame) -> Any:
        entries = x(f)
        if entries and k in entries:
            return entries[k]
        if entries is not None:
            f[0].shapes.missed(entries, k, told)
        return zero

    return entry


_INDEX = {"slice": _slice_index, "array": _array_index, "string": _string_index, "map": _map_index}


def _element_pointer(b: Body, e: nodes.IndexExpr) -> Code:
    """&x[i] where the element is not a struct or array."""
    x, index = b.expr(e.x), int_code(b, e.indices[0])
    t = b.type_of(e.x)
    if element_kind(t) == "array":
        n = array_of(t).len

        def in_array(f: Frame, at: int = e.pos) -> Any:
            arr = x(f)
            i = index(f)
            if 0 <= i < n:
                return Ptr(arr, i)
            raise index_panic(i, n)

        return in_array

    def in_slice(f: Frame, at: int = e.pos) -> Any:
        s = x(f)
        i = index(f)
        if 0 <= i < s.len:
            return Ptr(s.arr, s.off + i)
        raise index_panic(i, s.len)

    return in_slice


ADDRESSES[nodes.IndexExpr] = _element_pointer


# --- slicing -----------------------------------------------------------------------------------------------------


@expression(nodes.SliceExpr)
def _slice(b: Body, e: nodes.SliceExpr) -> Code:
    t = b.type_of(e.x)
    x = b.expr(e.x)
    lo = int_code(b, e.lo) if e.lo is not None else _zero
    hi = int_code(b, e.hi) if e.hi is not None else _none
    top = int_code(b, e.max) if e.max is not None else _none
    if t is model.ANY:
        text = expr_text(e.x)

        def dynamic(f: Frame, at: int = e.pos) -> Any:
            return gradual.slice_of(x(f), lo(f), hi(f), text)

        return dynamic
    kind = element_kind(t)
    if kind == "string":
        return _slice_string(x, lo, hi, e.pos)
    if kind == "array":

        def of_array(f: Frame, at: int = e.pos) -> Any:
            return slice_array(x(f), lo(f), hi(f), top(f))

        return of_array
    zero = zero_maker(cast(model.Slice, t.underlying).elem)

    def of_slice(f: Frame, at: int = e.pos) -> Any:
        return slice_slice(x(f), lo(f), hi(f), top(f), zero)

    return of_slice


def _zero(_: Frame) -> Any:
    return 0


def _none(_: Frame) -> Any:
    return None


def _slice_string(x: Code, lo: Code, hi: Code, pos: int) -> Code:
    def of_string(f: Frame, at: int = pos) -> Any:
        s = x(f)
        start, end = lo(f), hi(f)
        if end is None:
            end = len(s)
        if 0 <= start <= end <= len(s):
            if end - start > SHORT:
                charge_making(f[0], end - start)
            return s[start:end]
        return slice_string(s, start, end)

    return of_string
