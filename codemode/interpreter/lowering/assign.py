"""Lowering of assignments, definitions and variable declarations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.assertions import comma_ok
from codemode.interpreter.lowering.block import in_order
from codemode.interpreter.lowering.body import Body, Lowered, is_storage, statement, unparen
from codemode.interpreter.lowering.dropped_errors import telling
from codemode.interpreter.lowering.expr import map_key, walk_code
from codemode.interpreter.lowering.fused_entries import store_by_entry
from codemode.interpreter.lowering.index import array_of, element_kind, has_text_key, int_code
from codemode.interpreter.lowering.operate import operate
from codemode.interpreter.lowering.places import MAP_ENTRY, Place, is_rekeyed, place
from codemode.interpreter.lowering.weights import walk
from codemode.interpreter.machine.assertions import python_type
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import LONG, charge_reading
from codemode.interpreter.machine.typeops import footprint, overwriter, zero_const, zero_maker
from codemode.interpreter.machine.values import nil_map
from codemode.types import model
from codemode.types.model import Type
from codemode.types.objects import Var


@statement(nodes.AssignStmt)
def _assign(b: Body, s: nodes.AssignStmt) -> Lowered:
    first, s = evalorder.assignment(b, s)
    return evalorder.after(first, _assignment(b, s)), False


def _assignment(b: Body, s: nodes.AssignStmt) -> Code:
    if s.op == ":=":
        return _define(b, s)
    if s.op != "=":
        return operate(b, s.lhs[0], s.op[:-1], s.rhs[0], s)
    if len(s.lhs) == 1 and len(s.rhs) == 1:
        return assign_one(b, s.lhs[0], s.rhs[0], s.pos)
    if len(s.rhs) == 1:
        return _assign_results(b, s)
    return _assign_many(b, s)


def left_type(b: Body, e: nodes.Expr) -> Type | None:
    """The type of a place, None for the blank identifier."""
    inner = unparen(e)
    if isinstance(inner, nodes.Ident) and (inner.name == "_" or not isinstance(inner.obj, Var)):
        return None
    return b.type_of(e)


def discard(b: Body, rhs: nodes.Expr) -> Code:
    return b.expr(rhs)


# --- one place -----------------------------------------------------------------------------------------------------


def assign_one(b: Body, lhs: nodes.Expr, rhs: nodes.Expr, pos: int) -> Code:
    t = left_type(b, lhs)
    if t is None:
        return discard(b, rhs)
    inner = unparen(lhs)
    if isinstance(inner, nodes.Ident):
        return store_var(b, cast(Var, inner.obj), b.value(rhs, t), pos)
    if isinstance(inner, nodes.IndexExpr) and b.type_of(inner.x) is not model.ANY:
        kind = element_kind(b.type_of(inner.x))
        if kind == "map" or not is_storage(t):
            return _STORES[kind](b, inner, b.value(rhs, t), pos)
    if isinstance(inner, nodes.SelectorExpr) and inner.selection.kind == "field" and not is_storage(t):
        return _store_field(b, inner, b.value(rhs, t), pos)
    target = place(b, lhs)
    return write(target, b.value(rhs, t), pos)


def write(target: Place, value: Code, pos: int) -> Code:
    """Evaluates the operands of the place, then the value, then stores it."""
    prepare, put = target.prepare, target.set
    if prepare is None:

        def store(f: Frame, at: int = pos) -> None:
            put(f, None, value(f))

        return store
    operands = prepare

    def prepared(f: Frame, at: int = pos) -> None:
        p = operands(f)
        put(f, p, value(f))

    return prepared


def store_var(b: Body, var: Var, value: Code, pos: int) -> Code:
    """Assignment to an existing variable."""
    if var.kind == "global":
        i = b.builder.global_slot(var)
        if is_storage(b.typ(var.typ)):
            overwrite_global = overwriter(b.typ(var.typ))

            def set_storage(f: Frame, at: int = pos) -> None:
                v = value(f)
                overwrite_global(f[0].globals[i], v)

            return set_storage

        def set_global(f: Frame, at: int = pos) -> None:
            v = value(f)
            f[0].globals[i] = v

        return set_global
    i = b.slot(var)
    if is_storage(b.typ(var.typ)) and b.is_shared(var):
        overwrite = overwriter(b.typ(var.typ))

        def set_shared(f: Frame, at: int = pos) -> None:
            v = value(f)
            overwrite(f[i], v)

        return set_shared
    if b.is_cell(var):

        def set_cell(f: Frame, at: int = pos) -> None:
            v = value(f)
            f[i][0] = v

        return set_cell
    return _set_slot(i, value, pos)


def _set_slot(i: int, value: Code, pos: int) -> Code:
    def set_slot(f: Frame, at: int = pos) -> None:
        f[i] = value(f)

    return set_slot


def declare_var(b: Body, var: Var, value: Code, pos: int) -> Code:
    """The birth of a variable: a captured one gets a fresh cell."""
    if var.name == "_":
        return value
    if var.kind == "global":
        i = b.builder.global_slot(var)

        def set_global(f: Frame, at: int = pos) -> None:
            v = value(f)
            f[0].globals[i] = v

        return set_global
    i = b.slot(var)
    if b.is_cell(var):

        def new_cell(f: Frame, at: int = pos) -> None:
            f[0].alloc(_CELL)
            f[i] = [value(f)]

        return new_cell
    if is_storage(b.typ(var.typ)) and b.is_shared(var):
        size = footprint(b.typ(var.typ))

        def new_storage(f: Frame, at: int = pos) -> None:
            f[0].alloc(size)
            f[i] = value(f)

        return new_storage
    return _set_slot(i, value, pos)


_CELL = 96  # bytes of a variable that lives on beyond its function


def _store_field(b: Body, e: nodes.SelectorExpr, value: Code, pos: int) -> Code:
    path = e.selection.path
    last = path[-1]
    slot = b.plain_slot(e.x) if len(path) == 1 else None
    if slot is not None:
        i = slot

        def store_local(f: Frame, at: int = pos) -> None:
            owner = f[i]
            owner[last] = value(f)

        return store_local
    owner_code = b.expr(e.x) if len(path) == 1 else walk_code(b, e.x, path[:-1])

    def store(f: Frame, at: int = pos) -> None:
        owner = owner_code(f)
        owner[last] = value(f)

    return store


def _store_slice(b: Body, e: nodes.IndexExpr, value: Code, pos: int) -> Code:
    s, i = b.plain_slot(e.x), b.plain_slot(e.indices[0])
    if s is not None and i is not None and b.type_of(e.indices[0]) is not model.ANY:
        return _store_local_local(s, i, value, pos)
    x, index = b.expr(e.x), int_code(b, e.indices[0])

    def store(f: Frame, at: int = pos) -> None:
        s = x(f)
        i = index(f)
        v = value(f)
        if 0 <= i < s.len:
            s.arr[s.off + i] = v
        else:
            raise index_panic(i, s.len)

    return store


def _store_local_local(sx: int, ix: int, value: Code, pos: int) -> Code:
    def store(f: Frame, at: int = pos) -> None:
        s = f[sx]
        i = f[ix]
        v = value(f)
        if 0 <= i < s.len:
            s.arr[s.off + i] = v
        else:
            raise index_panic(i, s.len)

    return store


def _store_array(b: Body, e: nodes.IndexExpr, value: Code, pos: int) -> Code:
    x, index = b.expr(e.x), int_code(b, e.indices[0])
    n = array_of(b.type_of(e.x)).len

    def store(f: Frame, at: int = pos) -> None:
        arr = x(f)
        i = index(f)
        v = value(f)
        if 0 <= i < n:
            arr[i] = v
        else:
            raise index_panic(i, n)

    return store


def _store_map(b: Body, e: nodes.IndexExpr, value: Code, pos: int) -> Code:
    m = cast(model.Map, b.type_of(e.x).underlying)
    if is_rekeyed(m):
        return write(place(b, e), value, pos)
    x, key, text = b.expr(e.x), map_key(b, e.indices[0], m), has_text_key(m)
    size = MAP_ENTRY + (footprint(m.elem) if is_storage(m.elem) else 0)
    slot = b.plain_slot(e.x)
    entry = b.asserted_entry(e.indices[0], model.STRING) if m.key is model.STRING else None
    if slot is not None and entry is not None:
        return store_by_entry(slot, *entry, key, value, size, pos)
    if slot is not None:
        return _store_local_map(slot, key, value, text, size, pos)

    def store(f: Frame, at: int = pos) -> None:
        entries = x(f)
        k = key(f)
        v = value(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f, len(k))
        before = len(entries)
        entries[k] = v
        if len(entries) != before:
            f[0].alloc(size)

    return store


def _store_local_map(slot: int, key: Code, value: Code, text: bool, size: int, pos: int) -> Code:
    def store(f: Frame, at: int = pos) -> None:
        entries = f[slot]
        k = key(f)
        v = value(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f, len(k))
        before = len(entries)
        entries[k] = v
        if len(entries) != before:
            f[0].alloc(size)

    return store


_STORES: dict[str, Callable[[Body, nodes.IndexExpr, Code, int], Code]] = {
    "slice": _store_slice,
    "array": _store_array,
    "map": _store_map,
}


# --- several places ------------------------------------------------------------------------------------------------


def _assign_many(b: Body, s: nodes.AssignStmt) -> Code:
    """a, b = b, a: all operands and values first, then the stores from left to right."""
    pairs = list(zip(s.lhs, s.rhs))
    slots = [b.plain_slot(left) if left_type(b, left) is not None else None for left, _ in pairs]
    values = [b.value(right, left_type(b, left)) if left_type(b, left) else discard(b, right) for left, right in pairs]
    if len(pairs) == 2 and slots[0] is not None and slots[1] is not None:
        return _swap_slots(slots[0], slots[1], values[0], values[1], s.pos)
    if all(_is_steady(b, left) for left, _ in pairs) and all(b.constant(right)[0] for _, right in pairs):
        return in_order([assign_one(b, left, right, s.pos) for left, right in pairs])
    if len(pairs) == 2 and all(_is_slice_element(b, left) for left, _ in pairs):
        return _store_elements(b, [cast(nodes.IndexExpr, unparen(left)) for left, _ in pairs], values, s.pos)
    places = [place(b, left) for left, _ in pairs]
    return _store_all(places, values, s.pos)


def _is_slice_element(b: Body, e: nodes.Expr) -> bool:
    e = unparen(e)
    if not isinstance(e, nodes.IndexExpr) or is_storage(b.type_of(e)) or b.type_of(e.indices[0]) is model.ANY:
        return False
    return isinstance(b.type_of(e.x).underlying, model.Slice)


def _is_steady(b: Body, e: nodes.Expr) -> bool:
    """An element whose operands no assignment to another element can change: local variables and arithmetic on them."""
    e = unparen(e)
    return _is_slice_element(b, e) and all(
        isinstance(part, nodes.Ident | nodes.BasicLit | nodes.BinaryExpr | nodes.ParenExpr | nodes.IndexExpr)
        and (part is e or not isinstance(part, nodes.IndexExpr))
        and (not isinstance(part, nodes.Ident) or part.const is not None or b.plain_slot(part) is not None)
        for part in walk(e)
    )


def _store_elements(b: Body, lhs: list[nodes.IndexExpr], values: list[Code], pos: int) -> Code:
    """s[i], t[j] = v, w"""
    x1, x2 = b.expr(lhs[0].x), b.expr(lhs[1].x)
    index1, index2 = int_code(b, lhs[0].indices[0]), int_code(b, lhs[1].indices[0])
    value1, value2 = values

    def store(f: Frame, at: int = pos) -> None:
        s, i = x1(f), index1(f)
        t, j = x2(f), index2(f)
        v, w = value1(f), value2(f)
        if not 0 <= i < s.len:
            raise index_panic(i, s.len)
        s.arr[s.off + i] = v
        if not 0 <= j < t.len:
            raise index_panic(j, t.len)
        t.arr[t.off + j] = w

    return store


def _swap_slots(i: int, j: int, x: Code, y: Code, pos: int) -> Code:
    def swap(f: Frame, at: int = pos) -> None:
        v = x(f)
        w = y(f)
        f[i] = v
        f[j] = w

    return swap


def _store_all(places: list[Place], values: list[Code], pos: int) -> Code:
    if len(places) == 2 and places[0].prepare is not None and places[1].prepare is not None:
        return _store_two(places[0], places[1], values, pos)

    def store(f: Frame, at: int = pos) -> None:
        prepared = [p.prepare(f) if p.prepare is not None else None for p in places]
        got = [value(f) for value in values]
        for target, p, v in zip(places, prepared, got):
            target.set(f, p, v)

    return store


def _store_two(first: Place, second: Place, values: list[Code], pos: int) -> Code:
    prepare1, prepare2 = cast(Code, first.prepare), cast(Code, second.prepare)
    set1, set2 = first.set, second.set
    x, y = values

    def store(f: Frame, at: int = pos) -> None:
        p, q = prepare1(f), prepare2(f)
        v, w = x(f), y(f)
        set1(f, p, v)
        set2(f, q, w)

    return store


def results_code(b: Body, e: nodes.Expr, count: int) -> tuple[Code, list[Type]]:
    """The code of an expression that gives `count` values as a tuple, and their types."""
    t = b.type_of(e)
    inner = unparen(e)
    if isinstance(inner, nodes.CallExpr) and isinstance(t, model.Tuple):
        return b.expr(e), list(t.types)
    if isinstance(inner, nodes.CallExpr) and inner.info.signature is not None:
        results = b.typ(inner.info.signature)
        return b.expr(e), list(cast(model.Signature, results).results)
    return comma_ok(b, inner), [t, model.BOOL]


def _assign_results(b: Body, s: nodes.AssignStmt) -> Code:
    """a, b = f()"""
    places = [place(b, left) for left in s.lhs]
    code, types = results_code(b, s.rhs[0], len(s.lhs))
    code = telling(s.lhs, s.rhs[0], code)
    adapters = [
        b.adapter(source, t, s.rhs[0]) if (t := left_type(b, left)) is not None else None
        for left, source in zip(s.lhs, types)
    ]

    def store(f: Frame, at: int = s.pos) -> None:
        prepared = [p.prepare(f) if p.prepare is not None else None for p in places]
        for target, p, v, adapt in zip(places, prepared, code(f), adapters):
            target.set(f, p, v if adapt is None else adapt(f[0], v))

    return store


# --- := and var ----------------------------------------------------------------------------------------------------


def _is_new(left: nodes.Expr) -> bool:
    return isinstance(left, nodes.Ident) and isinstance(left.obj, Var) and left.obj.pos == left.pos


def _define(b: Body, s: nodes.AssignStmt) -> Code:
    if len(s.rhs) == len(s.lhs) == 1:
        return _define_one(b, s.lhs[0], s.rhs[0], s.pos)
    if len(s.rhs) == 1:
        return define_results(b, s.lhs, s.rhs[0], s.pos)
    values: list[Code] = []
    for left, right in zip(s.lhs, s.rhs):
        var = cast(nodes.Ident, left).obj
        named = isinstance(var, Var) and cast(nodes.Ident, left).name != "_"
        values.append(b.value(right, b.typ(var.typ)) if named else discard(b, right))
    return _birth(b, s.lhs, values, s.pos)


def _birth(b: Body, lhs: list[nodes.Expr], values: list[Code], pos: int) -> Code:
    """Several variables at once: all values first."""
    count = len(values)
    scratch = [b.new_slot() for _ in values]
    stores: list[Code] = []
    for left, i in zip(lhs, scratch):
        stores.append(_define_from(b, left, i, pos))

    def define(f: Frame, at: int = pos) -> None:
        for n in range(count):
            f[scratch[n]] = values[n](f)
        for store in stores:
            store(f)

    return define


def _define_from(b: Body, left: nodes.Expr, slot: int, pos: int) -> Code:
    """Gives the variable that a name on the left of := stands for what waits in a scratch slot."""
    ident = cast(nodes.Ident, left)

    def take(f: Frame) -> Any:
        return f[slot]

    if ident.name == "_" or not isinstance(ident.obj, Var):
        return take
    return declare_var(b, ident.obj, take, pos) if _is_new(left) else store_var(b, ident.obj, take, pos)


def _define_one(b: Body, left: nodes.Expr, right: nodes.Expr, pos: int) -> Code:
    ident = cast(nodes.Ident, left)
    if ident.name == "_" or not isinstance(ident.obj, Var):
        return discard(b, right)
    var = ident.obj
    value = b.value(right, b.typ(var.typ))
    asserted = unparen(right)
    if isinstance(asserted, nodes.TypeAssertExpr) and var.kind != "global" and not b.is_cell(var):
        bare, slot = python_type(b.typ(var.typ)), b.plain_slot(asserted.x)
        if bare is not None and slot is not None:
            return _define_asserted(b.slot(var), slot, bare, value, pos)
    return declare_var(b, var, value, pos) if _is_new(left) else store_var(b, var, value, pos)


def _define_asserted(i: int, j: int, bare: type, slow: Code, pos: int) -> Code:
    """x := y.(T) for locals; `slow` is the assertion for whatever is not plainly a T."""

    def define(f: Frame, at: int = pos) -> None:
        v = f[j]
        f[i] = v if type(v) is bare else slow(f)

    return define


def define_results(b: Body, lhs: list[nodes.Expr], right: nodes.Expr, pos: int) -> Code:
    """a, b := f(), and v, ok := m[k]"""
    code, types = results_code(b, right, len(lhs))
    code = telling(lhs, right, code)
    if len(lhs) == 2:
        fast = _define_two(b, lhs, right, code, types, pos)
        if fast is not None:
            return fast
    scratch = [b.new_slot() for _ in lhs]
    stores = [_define_from(b, left, i, pos) for left, i in zip(lhs, scratch)]
    adapters: list[Any] = []
    for left, source in zip(lhs, types):
        var = cast(nodes.Ident, left).obj
        adapters.append(b.adapter(source, b.typ(var.typ), right) if isinstance(var, Var) and var.name != "_" else None)

    def define(f: Frame, at: int = pos) -> None:
        for i, v, adapt in zip(scratch, code(f), adapters):
            f[i] = v if adapt is None else adapt(f[0], v)
        for store in stores:
            store(f)

    return define


def _define_two(
    b: Body, lhs: list[nodes.Expr], right: nodes.Expr, code: Code, types: list[Type], pos: int
) -> Code | None:
    """Two plain locals, one of which may be blank, whose types are those of the results."""
    slots: list[int] = []
    for left, source in zip(lhs, types):
        ident = cast(nodes.Ident, left)
        var = ident.obj
        if ident.name == "_" or not isinstance(var, Var):
            slots.append(0)
            continue
        t = b.typ(var.typ)
        shared = var.kind == "global" or b.is_cell(var) or (is_storage(t) and b.is_shared(var))
        if shared or b.adapter(source, t, right) is not None:
            return None
        slots.append(b.slot(var))
    i, j = slots
    if i and j:

        def both(f: Frame, at: int = pos) -> None:
            f[i], f[j] = code(f)

        return both
    if i or j:
        k, n = (i, 0) if i else (j, 1)

        def one(f: Frame, at: int = pos) -> None:
            f[k] = code(f)[n]

        return one
    return code


@statement(nodes.DeclStmt)
def _declaration(b: Body, s: nodes.DeclStmt) -> Lowered:
    parts = [var_spec(b, spec) for spec in s.decl.specs if isinstance(spec, nodes.VarSpec)]
    if len(parts) == 1:
        return parts[0], False

    def declare(f: Frame) -> None:
        for part in parts:
            part(f)

    return declare, False


def var_spec(b: Body, spec: nodes.VarSpec) -> Code:
    """var a, b T = x, y"""
    lhs = cast("list[nodes.Expr]", spec.names)
    if not spec.values:
        parts = [_zeroed(b, name) for name in spec.names]
        if len(parts) == 1:
            return parts[0]

        def declare(f: Frame) -> None:
            for part in parts:
                part(f)

        return declare
    first, values = evalorder.in_order(b, spec.values)
    return evalorder.after(first, _initialized(b, spec, lhs, values))


def _initialized(b: Body, spec: nodes.VarSpec, lhs: list[nodes.Expr], given: list[nodes.Expr]) -> Code:
    if len(given) == len(lhs) == 1:
        return _define_one(b, lhs[0], given[0], spec.pos)
    if len(given) == 1:
        return define_results(b, lhs, given[0], spec.pos)
    values: list[Code] = []
    for name, right in zip(spec.names, given):
        named = isinstance(name.obj, Var) and name.name != "_"
        values.append(b.value(right, b.typ(name.obj.typ)) if named else discard(b, right))
    return _birth(b, lhs, values, spec.pos)


def _zeroed(b: Body, name: nodes.Ident) -> Code:
    var = name.obj
    if not isinstance(var, Var) or var.name == "_":
        return lambda f: None
    t = b.typ(var.typ)
    shared, zero = zero_const(t)
    if shared:
        return declare_var(b, var, lambda f: zero, name.pos)
    make = zero_maker(t)
    return declare_var(b, var, lambda f: make(), name.pos)
