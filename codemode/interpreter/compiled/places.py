"""Translates `x op= y`, and the left sides of assignments (see lowering/compound_assign, lowering/places)."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled import intervals
from codemode.interpreter.compiled.elements import in_bounds, index_of
from codemode.interpreter.compiled.expressions import divided, float_result, shifted, stored, translate
from codemode.interpreter.compiled.intervals import Interval
from codemode.interpreter.compiled.operations import (
    charge_entry,
    charge_key,
    concat,
    refuse_index,
    refuse_nil_map,
)
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    Value,
    Writer,
    is_float64,
    is_int,
    statement,
)
from codemode.interpreter.lowering.index import array_of, element_kind
from codemode.interpreter.lowering.places import MAP_ENTRY, is_rekeyed
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.long_text import SHORT
from codemode.interpreter.machine.map_keys import key_encoder, may_be_unhashable
from codemode.interpreter.machine.typeops import int_range, is_text, zero_const
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var


def is_int64(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, model.Basic) and under.info == "integer" and under.bits == 64


# --- operations: x += y, x++ ---------------------------------------------------------------------------------------


@statement(nodes.IncDecStmt)
def _inc_dec(w: Writer, s: nodes.IncDecStmt, at: int) -> None:
    operate(w, s.x, s.op[0], None, s)


def operate(w: Writer, lhs: nodes.Expr, op: str, rhs: nodes.Expr | None, s: nodes.Stmt) -> None:
    """lhs op= rhs; without rhs, the amount is one."""
    b, inner, t = w.b, unparen(lhs), w.b.type_of(lhs)
    if op == "&^" or (op in ("<<", ">>") and rhs is not None and not is_int(b.type_of(rhs))):
        raise Unsupported(op)
    if t is model.ANY or (rhs is not None and b.type_of(rhs) is model.ANY):
        raise Unsupported("any")
    if isinstance(inner, nodes.IndexExpr):
        _operate_element(w, inner, op, rhs, t, s.pos)
        return
    slot = w.plain(inner)
    if slot is not None and is_text(t) and op == "+" and rhs is not None:
        _append_text(w, slot, rhs, t, s.pos)
        return
    if isinstance(inner, nodes.SelectorExpr):
        _operate_field(w, inner, op, rhs, t, s.pos)
        return
    if not isinstance(inner, nodes.Ident):
        raise Unsupported("a place")
    x = translate(w, inner, s.pos)
    value = _result(w, x, op, _amount(w, rhs, t, s.pos, op), t, s.pos)
    if slot is not None:
        w.set(slot, value, t)
    else:
        store_shared(w, inner, value, s.pos)


def _amount(w: Writer, rhs: nodes.Expr | None, t: Type, at: int, op: str) -> Value:
    if rhs is not None:
        return translate(w, rhs, at) if op in ("<<", ">>") else stored(w, rhs, t, at)
    w.place(at)
    return Value(w.t.const(1), (1, 1)) if is_int(t) else Value(w.t.const(1.0))


def _result(w: Writer, x: Value, op: str, y: Value, t: Type, at: int) -> Value:
    w.place(at)
    if is_float64(t):
        return float_result(w, x, op, y)
    if not is_int(t):
        raise Unsupported("an operation")
    if op in ("/", "%"):
        return divided(w, op, x, y, t)
    if op in ("<<", ">>"):
        return shifted(w, op, x, y, t)
    tree, whole = w.t.binary(x.tree, op, y.tree), int_range(t)
    a, b = cast(Interval, x.known), cast(Interval, y.known)
    if op in intervals.OPERATIONS:
        return w.fitted(tree, intervals.OPERATIONS[op](a, b), t)
    return Value(tree, intervals.bit_and(a, b, whole) if op == "&" else intervals.bit_or(a, b, whole))


def store_shared(w: Writer, e: nodes.Ident, value: Value, at: int) -> None:
    """Stores to a global variable, or to one that a func literal has captured."""
    var = cast(Var, e.obj)
    w.place(at)
    if var.kind == "global":
        i = w.t.const(w.b.builder.global_slot(var))
        w.out.append(w.t.store_item(w.t.attr(w.t.name("run"), "globals"), i, value.tree))
    else:
        w.out.append(w.t.store_item(w.t.name(w.variable(w.slot_of(var))), w.t.const(0), value.tree))


def _append_text(w: Writer, slot: int, rhs: nodes.Expr, t: Type, at: int) -> None:
    """s += text"""
    x = stored(w, rhs, t, at).tree
    w.place(at)
    text, made = w.kept(x, t), w.t.name(w.variable(slot))
    length = w.bound(len)
    size = w.t.binary(w.t.call(length, made), "+", w.t.call(length, text))
    plain = w.t.assign(f"v{slot}", w.t.binary(made, "+", text))
    paid = w.watched([w.t.assign(f"v{slot}", w.operate(concat, made, text))])
    w.out.append(w.t.when(w.t.compare(size, ("<=", w.t.const(SHORT))), [plain], paid))
    w.wrote(slot, None)


def _operate_field(w: Writer, e: nodes.SelectorExpr, op: str, rhs: nodes.Expr | None, t: Type, at: int) -> None:
    """x.field op= y, for a local x"""
    slot = w.plain(e.x)
    if e.selection.kind != "field" or len(e.selection.path) != 1 or slot is None or not (is_int64(t) or is_float64(t)):
        raise Unsupported("a field")
    i = e.selection.path[0]
    w.place(at)
    owner = w.t.name(w.variable(slot))
    old = w.temp(t)
    w.out.append(w.t.assign(old, w.t.item(owner, w.t.const(i))))
    known = int_range(t) if is_int(t) else None
    amount = _amount(w, rhs, t, at, op)
    value = _result(w, Value(w.t.name(old), known), op, amount, t, at)
    w.out.append(w.t.store_item(owner, w.t.const(i), value.tree))


def _operate_element(w: Writer, e: nodes.IndexExpr, op: str, rhs: nodes.Expr | None, t: Type, at: int) -> None:
    if w.b.type_of(e.x) is model.ANY:
        raise Unsupported("any")
    kind = element_kind(w.b.type_of(e.x))
    if kind == "map":
        _operate_map(w, e, op, rhs, t, at)
        return
    find = element_place(w, e, at)
    amount = _amount(w, rhs, t, at, op)
    more = Value(w.kept(amount.tree, t), amount.known)
    w.place(at)
    arr, where = find()
    old = w.temp(t)
    w.out.append(w.t.assign(old, w.t.item(arr, where)))
    value = _result(w, Value(w.t.name(old), int_range(t) if is_int(t) else None), op, more, t, at)
    w.out.append(w.t.store_item(arr, where, value.tree))


def _operate_map(w: Writer, e: nodes.IndexExpr, op: str, rhs: nodes.Expr | None, t: Type, at: int) -> None:
    """m[k] op= y"""
    m, key = map_place(w, e, at)
    if is_rekeyed(m[1]) or not (is_int64(t) or is_float64(t)):
        raise Unsupported("a map")
    amount = _amount(w, rhs, t, at, op)
    more = Value(w.kept(amount.tree, t), amount.known)
    w.place(at)
    tr, entries = w.t, m[0]
    check_map(w, m, key, tr.const(None))
    old = w.temp(t)
    w.out.append(tr.assign(old, tr.call(tr.attr(entries, "get"), key)))
    zero = zero_const(t)[1]
    missing = w.watched([tr.expr(w.operate(charge_entry, entries, key, tr.const(None), tr.const(MAP_ENTRY)))])
    missing.append(tr.assign(old, tr.const(zero)))
    w.out.append(tr.when(tr.compare(tr.name(old), ("is", tr.const(None))), missing))
    value = _result(w, Value(tr.name(old), int_range(t) if is_int(t) else None), op, more, t, at)
    w.out.append(tr.store_item(entries, key, value.tree))


# --- places --------------------------------------------------------------------------------------------------------


def element_place(w: Writer, e: nodes.IndexExpr, at: int) -> Callable[[], tuple[ast.expr, ast.expr]]:
    """Evaluates the parts of x[i] on the left, for a slice or an array x; the result checks the bounds, and returns the list and the position."""
    if element_kind(w.b.type_of(e.x)) == "slice":
        s, i, known = slice_place(w, e, at)
        return lambda: checked(w, s, i, known)
    if w.plain(e.x) is None and not isinstance(w.b.type_of(e.x).underlying, model.Array):
        raise Unsupported("an array")  # of a pointer, which may be nil
    arr = w.kept_read(e.x, translate(w, e.x, at).tree)
    index = index_of(w, e.indices[0], at)
    i = w.kept(index.tree, model.INT)
    n = w.t.const(array_of(w.b.type_of(e.x)).len)

    def found() -> tuple[ast.expr, ast.expr]:
        _refuse_outside(w, n, i, cast(Interval, index.known))
        return arr, i

    return found


def slice_place(w: Writer, e: nodes.IndexExpr, at: int) -> tuple[Any, ast.expr, Interval]:
    """The parts of s[i] on the left: the slot of s or its value, the index and its interval. All are evaluated now."""
    slot = w.plain(e.x)
    tree = translate(w, e.x, at).tree
    s: Any = slot if slot is not None and w.has_parts(slot) else w.kept(tree, w.b.type_of(e.x))
    index = index_of(w, e.indices[0], at)
    return s, w.kept(index.tree, model.INT), cast(Interval, index.known)


def checked(w: Writer, s: Any, i: ast.expr, known: Interval) -> tuple[ast.expr, ast.expr]:
    """Returns the list and the position in it, after the bounds check."""
    t = w.t
    if isinstance(s, int):
        arr, off, length = t.name(f"a{s}"), t.name(f"o{s}"), t.name(f"n{s}")
    else:
        arr, off, length = t.attr(s, "arr"), t.attr(s, "off"), t.attr(s, "len")
    _refuse_outside(w, length, i, known)
    return arr, t.binary(off, "+", i)


def _refuse_outside(w: Writer, length: ast.expr, i: ast.expr, known: Interval) -> None:
    refused = w.t.expr(w.t.call(w.bound(refuse_index), i, length))
    w.out.append(w.t.when(w.t.unary("not", in_bounds(w, length, i, known)), [refused]))


def map_place(w: Writer, e: nodes.IndexExpr, at: int) -> tuple[tuple[ast.expr, model.Map], ast.expr]:
    m = cast(model.Map, w.b.type_of(e.x).underlying)
    if key_encoder(m.key) is not None or may_be_unhashable(m.key) or w.b.type_of(e.indices[0]) is not m.key:
        raise Unsupported("a map")
    entries = w.kept_read(e.x, translate(w, e.x, at).tree)
    key = stored(w, e.indices[0], m.key, at)
    return (entries, m), w.kept(key.tree, m.key)


def check_map(w: Writer, m: tuple[ast.expr, model.Map], key: ast.expr, value: ast.expr) -> None:
    """Panics for a nil map; charges for a long key."""
    t = w.t
    w.out.append(t.when(t.compare(m[0], ("is", t.const(None))), [t.expr(t.call(w.bound(refuse_nil_map)))]))
    if is_text(m[1].key) and not isinstance(key, ast.Constant):
        paid = w.watched([t.expr(w.operate(charge_key, m[0], key, value))])
        w.out.append(t.when(t.compare(t.call(w.bound(len), key), (">", t.const(LONG))), paid))
    elif is_text(m[1].key) and len(cast(Any, key).value) > LONG:
        raise Unsupported("a long constant")
