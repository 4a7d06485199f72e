"""Translates type assertions, the `v, ok` forms, composite literals and slicing (see lowering/assertions, lowering/literals, lowering/index)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from operator import setitem
from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.expressions import constant, stored, translate
from codemode.interpreter.compiled.operations import (
    allocate,
    charge_key,
    entry_asserted,
    slice_text,
    value_asserted,
)
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import Value, Writer, expression, is_int, is_read
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.index import element_kind, place_of_key
from codemode.interpreter.lowering.literals import MAP_HEAD
from codemode.interpreter.lowering.places import MAP_ENTRY
from codemode.interpreter.machine.assertions import asserter, python_type
from codemode.interpreter.machine.bounds import slice_slice
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.map_keys import key_encoder, may_be_unhashable
from codemode.interpreter.machine.typeops import (
    SLICE_HEAD,
    footprint,
    int_range,
    is_byte,
    is_iface,
    is_text,
    zero_const,
    zero_maker,
)
from codemode.interpreter.machine.values import Slice
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type

# --- type assertions ---------------------------------------------------------------------------------------------------


@expression(nodes.TypeAssertExpr)
def _assertion(w: Writer, e: nodes.TypeAssertExpr, at: int) -> Value:
    b, t = w.b, w.b.type_of(e)
    static = b.type_of(e.x)
    bare = python_type(t)
    if bare is None or not is_iface(static):
        raise Unsupported("an assertion")
    w.place(e.pos)
    tr, name = w.t, w.temp_read()
    entry = b.local_entry(e.x)
    if entry is not None:
        entries, key = tr.name(w.variable(entry[0])), tr.const(entry[1])
        got = tr.choose(
            tr.compare(entries, ("is not", tr.const(None))), tr.call(tr.attr(entries, "get"), key), tr.const(None)
        )
        read = cast(nodes.IndexExpr, unparen(e.x))
        slow = entry_asserted(asserter(t), t, place_of_key(read), entry[1])
        other = w.operate(slow, tr.name(name), entries)
    else:
        got = translate(w, e.x, e.pos).tree
        w.place(e.pos)
        other = w.operate(value_asserted(asserter(t), t, static), tr.name(name))
    test = tr.compare(tr.call(w.bound(type), tr.named(name, got)), ("is", w.bound(bare)))
    return Value(tr.choose(test, tr.name(name), other), int_range(t) if is_int(t) else None)


def assertion_ok(w: Writer, e: nodes.TypeAssertExpr, targets: Sequence[str], at: int) -> None:
    """v, ok := x.(T)"""
    t = w.b.type_of(e)
    bare = python_type(t)
    shared, zero = zero_const(t)
    if bare is None or not shared or not is_iface(w.b.type_of(e.x)):
        raise Unsupported("an assertion")
    tr = w.t
    x = translate(w, e.x, at).tree
    w.place(at)
    v, ok = targets
    w.out.append(tr.assign(v, x))
    plain = [tr.assign(ok, tr.const(True))]
    test = tr.call(w.bound(asserter(t)), tr.name(v))
    nothing = [tr.assign(v, constant(w, zero, at).tree)]
    slow = [tr.unpack([ok, v], test), tr.when(tr.unary("not", tr.name(ok)), nothing)]
    w.out.append(tr.when(tr.compare(tr.call(w.bound(type), tr.name(v)), ("is", w.bound(bare))), plain, slow))


# --- map entries ---------------------------------------------------------------------------------------------------------


def entry_ok(w: Writer, e: nodes.IndexExpr, targets: Sequence[str], at: int) -> None:
    """v, ok := m[k]"""
    b, tr = w.b, w.t
    m = b.type_of(e.x).underlying
    if not isinstance(m, model.Map) or key_encoder(m.key) is not None or may_be_unhashable(m.key):
        raise Unsupported("a map")
    shared, zero = zero_const(m.elem)
    if not shared or b.type_of(e.indices[0]) is not m.key or is_late(b, [e.x, e.indices[0]]):
        raise Unsupported("a map")
    entries = w.kept_read(e.x, translate(w, e.x, e.pos).tree)
    key = w.kept(stored(w, e.indices[0], m.key, e.pos).tree, m.key)
    w.place(e.pos)
    if is_text(m.key):
        length = tr.const(len(cast(bytes, key.value))) if isinstance(key, ast.Constant) else tr.call(w.bound(len), key)
        paid = w.watched([tr.expr(w.operate(charge_key, entries, key, tr.const(None)))])
        w.out.append(tr.when(tr.compare(length, (">", tr.const(LONG))), paid))
    v, ok = targets
    absent = tr.either(tr.compare(entries, ("is", tr.const(None))), tr.compare(key, ("not in", entries)))
    missing = [tr.assign(v, constant(w, zero, at).tree), tr.assign(ok, tr.const(False))]
    found = [tr.assign(v, tr.item(entries, key)), tr.assign(ok, tr.const(True))]
    w.out.append(tr.when(absent, missing, found))


# --- composite literals ----------------------------------------------------------------------------------------------------


@expression(nodes.CompositeLit)
def _composite(w: Writer, e: nodes.CompositeLit, at: int) -> Value:
    t = w.b.type_of(e)
    make = _LITERALS.get(t.underlying.__class__)
    if make is None or any(_is_late_part(w, elt) for elt in e.elts):
        raise Unsupported("a literal")
    return Value(make(w, e, t, at))


def _is_late_part(w: Writer, elt: nodes.Expr) -> bool:
    parts = [elt.key, elt.value] if isinstance(elt, nodes.KeyValueExpr) else [elt]
    return is_late(w.b, parts)


def _struct(w: Writer, e: nodes.CompositeLit, t: Type, at: int) -> ast.expr:
    under = cast(model.Struct, t.underlying)
    given: dict[int, nodes.Expr] = {}
    for n, elt in enumerate(e.elts):
        if isinstance(elt, nodes.KeyValueExpr):
            index = under.index.get(cast(nodes.Ident, elt.key).name)
            if index is None:
                raise Unsupported("a promoted field")
            given[index] = elt.value
        else:
            given[n] = elt
    if list(given) != sorted(given) or len(under.fields) > 64:
        raise Unsupported("fields in another order")
    trees: list[ast.expr] = []
    for i, field in enumerate(under.fields):
        shared, zero = zero_const(field.type)
        if i in given:
            trees.append(stored(w, given[i], field.type, at).tree)
        else:
            trees.append(constant(w, zero, at).tree if shared else w.t.call(w.bound(zero_maker(field.type))))
    w.place(at)
    return w.t.list(trees)


def _slice(w: Writer, e: nodes.CompositeLit, t: Type, at: int) -> ast.expr:
    elem = cast(model.Slice, t.underlying).elem
    if is_byte(elem) or any(isinstance(elt, nodes.KeyValueExpr) for elt in e.elts):
        raise Unsupported("a literal")
    n, tr = len(e.elts), w.t
    w.loud()
    items = tr.list([stored(w, elt, elem, at).tree for elt in e.elts])
    w.place(at)
    made = tr.call(w.bound(Slice), items, tr.const(0), tr.const(n), tr.const(n))
    paid = w.operate(allocate, tr.const(SLICE_HEAD + n * (8 + footprint(elem))))
    return tr.either(paid, made)


def _map(w: Writer, e: nodes.CompositeLit, t: Type, at: int) -> ast.expr:
    """The tree-walker has the map in a variable while it evaluates the entries: so has this code, once one of them uses the meter."""
    m = cast(model.Map, t.underlying)
    if key_encoder(m.key) is not None or may_be_unhashable(m.key):
        raise Unsupported("a map")
    w.loud()
    looks, tr = w.looks, w.t
    keys: list[ast.expr] = []
    values: list[ast.expr] = []
    more: list[ast.expr] = []
    made = ""
    for elt in e.elts:
        pair = cast(nodes.KeyValueExpr, elt)
        if w.b.type_of(pair.key) is not m.key and pair.key.const is None:
            raise Unsupported("a key")
        entry = stored(w, pair.key, m.key, e.pos).tree, stored(w, pair.value, m.elem, e.pos).tree
        w.place(e.pos)
        if w.looks != looks and not made:
            made = w.program.fresh("h")
            w.held.append(made)
        if made:
            more.append(tr.call(w.bound(setitem), tr.name(made), *entry))
        else:
            keys.append(entry[0])
            values.append(entry[1])
    w.place(e.pos)
    paid = w.operate(allocate, tr.const(MAP_HEAD + MAP_ENTRY * len(e.elts)))
    if not made:
        return tr.either(paid, tr.dict(keys, values))
    parts = [paid, tr.named(made, tr.dict(keys, values)), *more, tr.name(made), tr.named(made, tr.const(None))]
    return tr.item(tr.tuple(parts), tr.const(-2))


_LITERALS: dict[type, Callable[[Writer, nodes.CompositeLit, Type, int], ast.expr]] = {
    model.Struct: _struct,
    model.Slice: _slice,
    model.Map: _map,
}


# --- slicing -----------------------------------------------------------------------------------------------------------


@expression(nodes.SliceExpr)
def _slicing(w: Writer, e: nodes.SliceExpr, at: int) -> Value:
    b, tr = w.b, w.t
    t = b.type_of(e.x)
    bounds = [part for part in (e.lo, e.hi, e.max) if part is not None]
    if t is model.ANY or not all(is_int(b.type_of(part)) for part in bounds):
        raise Unsupported("slicing of any")
    kind = element_kind(t)
    if kind == "string":
        w.loud()
    x = translate(w, e.x, e.pos).tree
    if kind == "string" and not is_read(x):
        raise Unsupported("a made text that waits")
    looks = w.looks
    low, high, most = (
        translate(w, part, e.pos).tree if part is not None else tr.const(0 if i == 0 else None)
        for i, part in enumerate((e.lo, e.hi, e.max))
    )
    if w.looks != looks:
        raise Unsupported("a bound that uses the meter")
    w.place(e.pos)
    if kind == "string":
        return Value(w.operate(slice_text, x, low, high))
    if kind != "slice":
        raise Unsupported("a slice of an array")
    zero = zero_maker(cast(model.Slice, t.underlying).elem)
    return Value(tr.call(w.bound(slice_slice), x, low, high, most, w.bound(zero)))
