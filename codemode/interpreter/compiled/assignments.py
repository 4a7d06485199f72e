"""Translates assignments and declarations (see lowering/assign)."""

from __future__ import annotations

from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.expressions import constant, stored, translate
from codemode.interpreter.compiled.operations import (
    append_grown,
    append_within,
    charge_entry,
)
from codemode.interpreter.compiled.places import (
    check_map,
    checked,
    element_place,
    map_place,
    operate,
    slice_place,
    store_shared,
)
from codemode.interpreter.compiled.records import assertion_ok, entry_ok
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    Value,
    Writer,
    is_int,
    is_private,
    is_read,
    statement,
)
from codemode.interpreter.lowering.evalorder import is_late, is_late_assignment
from codemode.interpreter.lowering.index import element_kind
from codemode.interpreter.lowering.places import MAP_ENTRY, is_rekeyed
from codemode.interpreter.machine.typeops import footprint, is_storage, zero_const
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var

# --- assignments ---------------------------------------------------------------------------------------------------


@statement(nodes.AssignStmt)
def _assign(w: Writer, s: nodes.AssignStmt, at: int) -> None:
    if is_late_assignment(w.b, s):
        raise Unsupported("an order of calls")
    if s.op not in ("=", ":="):
        operate(w, s.lhs[0], s.op[:-1], s.rhs[0], s)
    elif len(s.lhs) == len(s.rhs) == 1:
        _assign_one(w, s.lhs[0], s.rhs[0], s.pos, at)
    elif len(s.rhs) == 1:
        _assign_results(w, s)
    elif s.op == ":=":
        _define_many(w, s.lhs, s.rhs, s)
    else:
        _assign_many(w, s)


def _variable(e: nodes.Expr) -> Var | None:
    """The variable of an identifier, None for the blank one."""
    ident = cast(nodes.Ident, e)
    return ident.obj if ident.name != "_" and isinstance(ident.obj, Var) else None


def _assign_one(w: Writer, lhs: nodes.Expr, rhs: nodes.Expr, pos: int, at: int) -> None:
    """x = y, and x := y"""
    b, inner = w.b, unparen(lhs)
    if isinstance(inner, nodes.Ident):
        var = _variable(inner)
        if var is None:
            w.out.append(w.t.expr(translate(w, rhs, at).tree))
            return
        t = b.typ(var.typ)
        slot = w.plain(inner)
        if is_storage(t) and (slot is None or b.is_shared(var)):
            raise Unsupported("a shared struct")
        if slot is None and var.pos == inner.pos:
            raise Unsupported("a shared variable is made")
        if slot is not None and _append(w, slot, t, rhs):
            return
        value = stored(w, rhs, t, pos)
        w.place(pos)
        if slot is not None:
            w.set(slot, value, t)
        else:
            store_shared(w, inner, value, pos)
        return
    t = b.type_of(lhs)
    to_map = isinstance(inner, nodes.IndexExpr) and isinstance(b.type_of(inner.x).underlying, model.Map)
    if not is_private(t) and not to_map:
        raise Unsupported("a struct")
    if isinstance(inner, nodes.IndexExpr) and b.type_of(inner.x) is not model.ANY:
        _store_element(w, inner, rhs, t, pos)
    elif isinstance(inner, nodes.SelectorExpr) and inner.selection.kind == "field":
        _store_field(w, inner, rhs, t, pos)
    else:
        raise Unsupported("a place")


def _store_field(w: Writer, e: nodes.SelectorExpr, rhs: nodes.Expr, t: Type, pos: int) -> None:
    slot = w.plain(e.x)
    if len(e.selection.path) != 1 or slot is None:
        raise Unsupported("a field")
    value = stored(w, rhs, t, pos).tree
    w.place(pos)
    w.out.append(w.t.store_item(w.t.name(w.variable(slot)), w.t.const(e.selection.path[0]), value))


def _store_element(w: Writer, e: nodes.IndexExpr, rhs: nodes.Expr, t: Type, pos: int) -> None:
    if element_kind(w.b.type_of(e.x)) == "map":
        _store_entry(w, e, rhs, t, pos)
        return
    find = element_place(w, e, pos)
    value = w.kept(stored(w, rhs, t, pos).tree, t)
    w.place(pos)
    w.out.append(w.t.store_item(*find(), value))


def _store_entry(w: Writer, e: nodes.IndexExpr, rhs: nodes.Expr, t: Type, pos: int) -> None:
    """m[k] = v"""
    m, key = map_place(w, e, pos)
    if is_rekeyed(m[1]):
        raise Unsupported("a map")
    value = w.kept(stored(w, rhs, t, pos).tree, t)
    w.place(pos)
    tr, entries = w.t, m[0]
    check_map(w, m, key, value)
    size = MAP_ENTRY + (footprint(t) if is_storage(t) else 0)
    paid = w.watched([tr.expr(w.operate(charge_entry, entries, key, value, tr.const(size)))])
    w.out.append(tr.when(tr.compare(key, ("not in", entries)), paid))
    w.out.append(tr.store_item(entries, key, value))


def _append(w: Writer, slot: int, t: Type, rhs: nodes.Expr) -> bool:
    """s = append(s, v), the most common way to make a slice."""
    call = unparen(rhs)
    if not isinstance(call, nodes.CallExpr) or call.info.kind != "builtin" or call.info.builtin != "append":
        return False
    base = w.plain(call.args[0])
    if base is None or len(call.args) != 2 or call.ellipsis or w.b.builder.escape is not None:
        return False
    elem = t.underlying.elem if isinstance(t.underlying, model.Slice) else None
    if elem is None or w.b.type_of(call) is not t or w.b.type_of(call.args[0]) is not t or not is_private(elem):
        return False
    if is_late(w.b, call.args):
        raise Unsupported("an order of calls")
    value = w.kept(stored(w, call.args[1], elem, call.pos).tree, elem)
    w.place(call.pos)
    s = w.t.name(w.variable(base))
    room = w.t.compare(w.t.attr(s, "len"), ("<", w.t.attr(s, "cap")))
    within = w.t.assign(f"v{slot}", w.t.call(w.bound(append_within), s, value))
    grown = w.watched([w.t.assign(f"v{slot}", w.operate(append_grown(elem), s, value))])
    w.variable(slot)
    w.out.append(w.t.when(room, [within], grown))
    w.wrote(slot, None)
    return True


# --- several at once -------------------------------------------------------------------------------------------------


def _assign_many(w: Writer, s: nodes.AssignStmt) -> None:
    """a, b = b, a"""
    lefts = [unparen(left) for left in s.lhs]
    slots = [None if isinstance(left, nodes.Ident) and left.name == "_" else w.plain(left) for left in lefts]
    if len(slots) != 2:
        raise Unsupported("many places")
    if slots[0] is not None and slots[1] is not None:
        types = [w.b.type_of(left) for left in lefts]
        if not all(is_private(t) for t in types):
            raise Unsupported("a struct")
        first = stored(w, s.rhs[0], types[0], s.pos)
        looks = w.looks
        values = [first, stored(w, s.rhs[1], types[1], s.pos)]
        if w.looks != looks and not is_int(types[0]) and not is_read(first.tree):
            raise Unsupported("a made value that waits")
        w.place(s.pos)
        w.out.append(
            w.t.unpack(
                [w.variable(slot) for slot in slots if slot is not None], w.t.tuple([value.tree for value in values])
            )
        )
        for slot, value, t in zip(slots, values, types):
            w.wrote(cast(int, slot), value.known if is_int(t) else None)
        return
    if not all(isinstance(left, nodes.IndexExpr) and _is_slice(w, left) for left in lefts):
        raise Unsupported("places")
    places = [slice_place(w, cast(nodes.IndexExpr, left), s.pos) for left in lefts]
    kept = [
        w.kept(stored(w, right, w.b.type_of(left), s.pos).tree, w.b.type_of(left)) for left, right in zip(lefts, s.rhs)
    ]
    w.place(s.pos)
    for (place, i, known), value in zip(places, kept):
        arr, where = checked(w, place, i, known)
        w.out.append(w.t.store_item(arr, where, value))


def _is_slice(w: Writer, e: nodes.IndexExpr) -> bool:
    t = w.b.type_of(e.x)
    return (
        t is not model.ANY
        and isinstance(t.underlying, model.Slice)
        and is_private(w.b.type_of(e))
        and is_int(w.b.type_of(e.indices[0]))
    )


def _define_many(w: Writer, lhs: list[nodes.Expr], rhs: list[nodes.Expr], node: nodes.Node) -> None:
    """a, b := x, y: the values are stored in slots of their own first, as in the tree-walker."""
    scratch = w.b.scratch.get(id(node))
    if scratch is None or len(scratch) != len(rhs):
        raise Unsupported("values without slots")
    for left, right, i in zip(lhs, rhs, scratch):
        var = _variable(left)
        t = w.b.typ(var.typ) if var is not None else w.b.type_of(right)
        if var is not None and (not is_private(t) or w.plain(left) is None):
            raise Unsupported("a shared variable")
        value = stored(w, right, t, node.pos) if var is not None else translate(w, right, node.pos)
        w.place(node.pos)
        w.set(i, value, t)
    for left, i in zip(lhs, scratch):
        var = _variable(left)
        if var is not None:
            t = w.b.typ(var.typ)
            w.set(cast(int, w.plain(left)), Value(w.t.name(w.variable(i)), w.known(i, t)), t)


def _assign_results(w: Writer, s: nodes.AssignStmt) -> None:
    """a, b := f()"""
    call = unparen(s.rhs[0])
    if s.op != ":=" or len(s.lhs) != 2:
        raise Unsupported("results")
    results = w.b.type_of(call)
    if isinstance(call, nodes.CallExpr) and call.info.kind == "call":
        if call.info.func is not None and call.info.func.calls_tool:
            raise Unsupported("a call of a tool")  # where its error is dropped, a warning says so
        types = list(results.types) if isinstance(results, model.Tuple) else []
    else:
        types = [results, model.BOOL]
    if len(types) != 2:
        raise Unsupported("results")
    slots: list[int | None] = []
    for left, t in zip(s.lhs, types):
        var = _variable(left)
        slots.append(w.plain(left) if var is not None else None)
        if var is not None and (slots[-1] is None or w.b.typ(var.typ) is not t or not is_private(t)):
            raise Unsupported("results")
    if isinstance(call, nodes.TypeAssertExpr | nodes.IndexExpr):
        names = [w.variable(slot) if slot is not None else w.temp_read() for slot in slots]
        (assertion_ok if isinstance(call, nodes.TypeAssertExpr) else entry_ok)(w, cast(Any, call), names, s.pos)
        for slot in slots:
            if slot is not None:
                w.wrote(slot, None)
        return
    if not isinstance(call, nodes.CallExpr):
        raise Unsupported("results")
    tree = translate(w, call, s.pos).tree
    w.place(s.pos)
    if slots[0] is not None and slots[1] is not None:
        w.out.append(w.t.unpack([w.variable(slots[0]), w.variable(slots[1])], tree))
    elif slots[0] is None and slots[1] is None:
        w.out.append(w.t.expr(tree))
    else:
        n = 0 if slots[0] is not None else 1
        w.out.append(w.t.assign(w.variable(cast(int, slots[n])), w.t.item(tree, w.t.const(n))))
    for slot in slots:
        if slot is not None:
            w.wrote(slot, None)


@statement(nodes.DeclStmt)
def _declaration(w: Writer, s: nodes.DeclStmt, at: int) -> None:
    for spec in s.decl.specs:
        if not isinstance(spec, nodes.VarSpec):
            continue
        names = cast("list[nodes.Expr]", spec.names)
        if not spec.values:
            for name in spec.names:
                _zeroed(w, name)
        elif len(spec.values) == len(names) == 1:
            if is_late(w.b, spec.values):
                raise Unsupported("an order of calls")
            _assign_one(w, names[0], spec.values[0], spec.pos, at)
        else:
            raise Unsupported("a declaration")


def _zeroed(w: Writer, name: nodes.Ident) -> None:
    var = _variable(name)
    if var is None:
        return
    t = w.b.typ(var.typ)
    slot = w.plain(name)
    shared, zero = zero_const(t)
    if slot is None or not shared:
        raise Unsupported("a shared variable")
    w.place(name.pos)
    w.set(slot, constant(w, zero, name.pos), t)
