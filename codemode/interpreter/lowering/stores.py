"""Lowering of a store into one place: a variable, a field, an element, a map entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.assertions import comma_ok
from codemode.interpreter.lowering.body import Body, is_storage
from codemode.interpreter.lowering.expr import map_key, walk_code
from codemode.interpreter.lowering.index import array_of, element_kind, has_text_key, int_code
from codemode.interpreter.lowering.places import MAP_ENTRY, Place, is_rekeyed, place
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import LONG, charge_reading
from codemode.interpreter.machine.typeops import footprint, overwriter
from codemode.interpreter.machine.values import nil_map
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var


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
    """Evaluates the operands of the place, then the value, then stores the value."""
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
    """Declares a variable; a captured one gets a fresh cell."""
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


_CELL = 96  # bytes of a variable that outlives its function


def _store_field(b: Body, e: nodes.SelectorExpr, value: Code, pos: int) -> Code:
    path = e.selection.path
    last = path[-1]
    owner_code = b.expr(e.x) if len(path) == 1 else walk_code(b, e.x, path[:-1])

    def store(f: Frame, at: int = pos) -> None:
        owner = owner_code(f)
        owner[last] = value(f)

    return store


def _store_slice(b: Body, e: nodes.IndexExpr, value: Code, pos: int) -> Code:
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


_STORES: dict[str, Callable[[Body, nodes.IndexExpr, Code, int], Code]] = {
    "slice": _store_slice,
    "array": _store_array,
    "map": _store_map,
}


# --- several results ----


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
