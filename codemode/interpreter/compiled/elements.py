"""Translates index expressions (see lowering/index)."""

from __future__ import annotations

import ast
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.expressions import constant, stored, translate
from codemode.interpreter.compiled.intervals import Interval
from codemode.interpreter.compiled.operations import long_entry, missing_entry, refuse_index
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    Value,
    Writer,
    expression,
    is_int,
)
from codemode.interpreter.lowering.index import array_of, element_kind, place_of_key
from codemode.interpreter.machine import big_values
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.map_keys import key_encoder, may_be_unhashable
from codemode.interpreter.machine.typeops import int_range, is_text, zero_const, zero_maker
from codemode.types import model
from codemode.types.expression_text import unparen

# --- index expressions ---------------------------------------------------------------------------------------------


@expression(nodes.IndexExpr)
def _index(w: Writer, e: nodes.IndexExpr, at: int) -> Value:
    t = w.b.type_of(e.x)
    if isinstance(t, model.Signature) or t is model.ANY:
        raise Unsupported("an index")
    return _INDEX[element_kind(t)](w, e, at)


def is_read_place(e: nodes.Expr) -> bool:
    """Whether the value is part of another one, so that it exists anyway."""
    return isinstance(unparen(e), nodes.IndexExpr | nodes.SelectorExpr)


def element(w: Writer, e: nodes.IndexExpr, value: Value) -> Value:
    t = w.b.type_of(e)
    return Value(value.tree, int_range(t) if is_int(t) else None)


def index_of(w: Writer, e: nodes.Expr, at: int) -> Value:
    if not is_int(w.b.type_of(e)):
        raise Unsupported("an index of any")
    return translate(w, e, at)


def in_bounds(w: Writer, length: ast.expr, i: ast.expr, known: Interval) -> ast.expr:
    """length > i >= 0, which evaluates the length first"""
    if known[0] >= 0:
        return w.t.compare(length, (">", i))
    return w.t.compare(length, (">", i), (">=", w.t.const(0)))


def _slice_element(w: Writer, e: nodes.IndexExpr, at: int) -> Value:
    at = e.pos
    slot = w.plain(e.x)
    s = translate(w, e.x, at)
    index = index_of(w, e.indices[0], at)
    w.place(at)
    t, known = w.t, cast(Interval, index.known)
    if slot is not None and w.has_parts(slot):
        first, i = w.once(index.tree, model.INT)
        test = in_bounds(w, t.name(f"n{slot}"), first, known)
        got = t.item(t.name(f"a{slot}"), t.binary(t.name(f"o{slot}"), "+", i))
        return element(w, e, Value(t.choose(test, got, t.call(w.bound(refuse_index), i, t.name(f"n{slot}")))))
    s_first, s_again = w.once(s.tree, w.b.type_of(e.x))
    first, i = w.once(index.tree, model.INT)
    test = in_bounds(w, t.attr(s_first, "len"), first, known)
    got = t.item(t.attr(s_again, "arr"), t.binary(t.attr(s_again, "off"), "+", i))
    return element(w, e, Value(t.choose(test, got, t.call(w.bound(refuse_index), i, t.attr(s_again, "len")))))


def _array_element(w: Writer, e: nodes.IndexExpr, at: int) -> Value:
    n = array_of(w.b.type_of(e.x)).len
    fixed, k = w.b.constant(e.indices[0])
    if not fixed:
        at = e.pos
    x = translate(w, e.x, at)
    if fixed:
        w.place(at)
        return element(w, e, Value(w.t.item(x.tree, w.t.const(k))))
    index = index_of(w, e.indices[0], at)
    w.place(at)
    t, arr = w.t, x.tree
    first, i = w.once(index.tree, model.INT)
    test = in_bounds(w, t.const(n), first, cast(Interval, index.known))
    if not isinstance(arr, ast.Name):
        if not isinstance(w.b.type_of(e.x).underlying, model.Array) or not is_read_place(e.x):
            raise Unsupported("an array of an array")
        name = w.temp_read()
        arr = t.name(name)
        test = t.both(t.compare(t.named(name, x.tree), ("is not", t.const(None))), test)  # the array is evaluated first
    return element(w, e, Value(t.choose(test, t.item(arr, i), t.call(w.bound(refuse_index), i, t.const(n)))))


def _byte(w: Writer, e: nodes.IndexExpr, at: int) -> Value:
    at = e.pos
    s, index = translate(w, e.x, at), index_of(w, e.indices[0], at)
    w.place(at)
    if not isinstance(s.tree, ast.Name | ast.Constant):
        raise Unsupported("a byte of a made text")
    length = w.t.call(w.bound(len), s.tree)
    first, i = w.once(index.tree, model.INT)
    test = in_bounds(w, length, first, cast(Interval, index.known))
    refused = w.t.call(w.bound(refuse_index), i, length)
    return Value(w.t.choose(test, w.t.item(s.tree, i), refused), (0, 255))


def _map_element(w: Writer, e: nodes.IndexExpr, at: int) -> Value:
    b = w.b
    m = cast(model.Map, b.type_of(e.x).underlying)
    shared, zero = zero_const(m.elem)
    key_type = b.type_of(e.indices[0])
    if key_encoder(m.key) is not None or may_be_unhashable(m.key) or key_type is not m.key:
        raise Unsupported("a map")
    known, k = b.constant(e.indices[0])
    told = place_of_key(e)
    if known and shared and m.key is model.STRING and told is not None:
        return _known_entry(w, e, k, zero, at)
    at = e.pos
    if known and is_text(m.key) and len(k) > LONG:
        raise Unsupported("a long constant")
    x = translate(w, e.x, at)
    key = constant(w, k, at) if known else stored(w, e.indices[0], m.key, at)
    w.place(at)
    if not isinstance(x.tree, ast.Name):
        made = w.temp_read() if is_read_place(e.x) else w.temp(None)
        first = w.t.named(made, x.tree)
        value = _entry(w, e, m, Value(w.t.name(made)), key, at)
        return Value(w.t.item(w.t.tuple([first, value.tree]), w.t.const(1)), value.known)
    return _entry(w, e, m, x, key, at)


def _entry(w: Writer, e: nodes.IndexExpr, m: model.Map, x: Value, key: Value, at: int) -> Value:
    """The entry of a map in a variable."""
    t, known = w.t, e.indices[0].const is not None
    shared, zero = zero_const(m.elem)
    zero_tree = constant(w, zero if shared else None, at).tree
    key_first = key_again = key.tree
    if not isinstance(key_first, ast.Name | ast.Constant):
        name = w.temp_read()
        key_first, key_again = t.named(name, key_first), t.name(name)
    got = t.call(t.attr(x.tree, "get"), key_again, zero_tree)
    if is_text(m.key) and not known:
        w.loud()
        tree = t.choose(_is_none(w, x), zero_tree, got)
        long = t.compare(t.call(w.bound(len), key_first), (">", t.const(LONG)))
        tree = t.choose(long, w.operate(long_entry, x.tree, key_again, zero_tree), tree)
    elif key_first is key_again:
        tree = t.choose(_is_none(w, x), zero_tree, got)
    else:  # the key is evaluated before the map
        evaluated = t.either(t.compare(key_first, ("is", t.const(None))), t.const(True))
        tree = t.choose(t.both(evaluated, _is_none(w, x)), zero_tree, got)
    if not shared:
        if big_values.weight(m.elem) > big_values.BIG:
            raise Unsupported("a large zero value")
        name = w.temp_read()
        there = t.compare(t.named(name, tree), ("is not", t.const(None)))
        return Value(t.choose(there, t.name(name), t.call(w.bound(zero_maker(m.elem)))))
    return element(w, e, Value(tree))


def _known_entry(w: Writer, e: nodes.IndexExpr, k: bytes, zero: object, at: int) -> Value:
    """x["name"] of a map that may come from a tool: a missing key adds a warning."""
    t = w.t
    first = again = translate(w, e.x, at).tree
    w.place(at)
    if not isinstance(first, ast.Name):
        name = w.temp_read()
        first, again = t.named(name, first), t.name(name)
    key = constant(w, k, at).tree
    absent = w.operate(missing_entry(k, zero, cast(Any, place_of_key(e))), again)
    return element(w, e, Value(t.choose(t.both(first, t.compare(key, ("in", again))), t.item(again, key), absent)))


def _is_none(w: Writer, x: Value) -> ast.expr:
    return w.t.compare(x.tree, ("is", w.t.const(None)))


_INDEX = {"slice": _slice_element, "array": _array_element, "string": _byte, "map": _map_element}
