"""Places: the left sides of assignments. Operands are evaluated once (`prepare`), then the place is read and written through `get` and `set`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, slot_code
from codemode.interpreter.lowering.expr import map_key, walk_code
from codemode.interpreter.lowering.index import array_of, element_kind, int_code
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import charge_reading
from codemode.interpreter.machine.typeops import Overwrite, footprint, is_storage, is_text, overwriter, zero_maker
from codemode.interpreter.machine.values import nil_deref, nil_map
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import Type
from codemode.types.objects import Var

Get = Callable[[Frame, Any], Any]
Set = Callable[[Frame, Any, Any], None]


class Place:
    """`prepare(f)` evaluates the operands; its result is passed to `get(f, p)` and `set(f, p, v)`. Who keeps it names it `arg`, which the meter does
    not count: the guest has no tuple of operands.
    """

    __slots__ = ("get", "prepare", "set")

    def __init__(self, prepare: Code | None, get: Get, set: Set) -> None:
        self.prepare = prepare
        self.get = get
        self.set = set


def place(b: Body, e: nodes.Expr) -> Place:
    e = unparen(e)
    return _PLACES[e.__class__](b, e)


def _ident(b: Body, e: nodes.Ident) -> Place:
    var = e.obj
    if e.name == "_" or not isinstance(var, Var):
        return Place(None, _nothing, _ignore)
    return place_of(b, var)


def _nothing(f: Frame, p: Any) -> Any:
    return None


def _ignore(f: Frame, p: Any, v: Any) -> None:
    return None


def place_of(b: Body, var: Var) -> Place:
    t = b.typ(var.typ)
    if var.kind == "global":
        return _part(lambda f: f[0].globals, b.builder.global_slot(var), t)
    i = b.slot(var)
    if b.is_cell(var):
        return _part(slot_code(i), 0, t)
    if is_storage(t) and b.is_shared(var):
        overwrite = overwriter(t)
        return Place(None, lambda f, p: f[i], lambda f, p, v: overwrite(f[i], v))

    def set_slot(f: Frame, p: Any, v: Any) -> None:
        f[i] = v

    return Place(None, lambda f, p: f[i], set_slot)


def _part(owner: Code, i: int, t: Type) -> Place:
    """A global variable, a cell or a field: part `i` of an owner."""
    if is_storage(t):
        overwrite = overwriter(t)
        return Place(owner, lambda f, p: p[i], lambda f, p, v: overwrite(p[i], v))

    def set_part(f: Frame, p: Any, v: Any) -> None:
        p[i] = v

    return Place(owner, lambda f, p: p[i], set_part)


def _selector(b: Body, e: nodes.SelectorExpr) -> Place:
    selection = e.selection
    if selection.kind == "dynamic":
        x, name, text = b.expr(e.x), e.sel.name.encode(), expr_text(e.x)
        told = (e.sel.pos, e.sel.end)
        return Place(
            x,
            lambda f, p: gradual.select(f[0], p, name, text, told),
            lambda f, p, v: gradual.store_field(f[0], p, name, v, text),
        )
    if selection.kind == "package":
        raise AssertionError("a library variable cannot be assigned to")
    *path, last = selection.path
    return _part(walk_code(b, e.x, tuple(path)), last, b.type_of(e))


def _star(b: Body, e: nodes.StarExpr) -> Place:
    pointer = b.expr(e.x)
    if is_storage(b.type_of(e)):
        overwrite = overwriter(b.type_of(e))
        return Place(pointer, lambda f, p: p, lambda f, p, v: overwrite(p, v))

    def get(f: Frame, p: Any) -> Any:
        return p.obj[p.idx]

    def set(f: Frame, p: Any, v: Any) -> None:
        if p is None:
            raise nil_deref()
        p.obj[p.idx] = v

    return Place(pointer, get, set)


def _index(b: Body, e: nodes.IndexExpr) -> Place:
    t = b.type_of(e.x)
    if t is model.ANY:
        return _dynamic(b, e)
    kind = element_kind(t)
    if kind == "map":
        return _map(b, e, cast(model.Map, t.underlying))
    x, index = b.expr(e.x), int_code(b, e.indices[0])

    def prepare(f: Frame) -> Any:
        return x(f), index(f)

    storage = overwriter(b.type_of(e)) if is_storage(b.type_of(e)) else None
    if kind == "array":
        return _array(prepare, array_of(t).len, storage)
    return _slice(prepare, storage)


def _array(prepare: Code, n: int, overwrite: Overwrite | None) -> Place:
    def get(f: Frame, p: Any) -> Any:
        arr, i = p
        if arr is None:
            raise nil_deref()
        if 0 <= i < n:
            return arr[i]
        raise index_panic(i, n)

    def set(f: Frame, p: Any, v: Any) -> None:
        arr, i = p
        if arr is None:
            raise nil_deref()
        if not 0 <= i < n:
            raise index_panic(i, n)
        if overwrite is not None:
            overwrite(arr[i], v)
        else:
            arr[i] = v

    return Place(prepare, get, set)


def _slice(prepare: Code, overwrite: Overwrite | None) -> Place:
    def get(f: Frame, p: Any) -> Any:
        s, i = p
        if 0 <= i < s.len:
            return s.arr[s.off + i]
        raise index_panic(i, s.len)

    def set(f: Frame, p: Any, v: Any) -> None:
        s, i = p
        if not 0 <= i < s.len:
            raise index_panic(i, s.len)
        if overwrite is not None:
            overwrite(s.arr[s.off + i], v)
        else:
            s.arr[s.off + i] = v

    return Place(prepare, get, set)


MAP_ENTRY = 160  # bytes charged for a new map entry


def _map(b: Body, e: nodes.IndexExpr, m: model.Map) -> Place:
    x, key = b.expr(e.x), map_key(b, e.indices[0], m)
    zero = zero_maker(m.elem)

    def prepare(f: Frame) -> Any:
        return x(f), key(f)

    def get(f: Frame, p: Any) -> Any:
        entries, k = p
        if entries is None or k not in entries:
            return zero()
        return entries[k]

    rekeyed, text = is_rekeyed(m), is_text(m.key)
    size = MAP_ENTRY + (footprint(m.elem) if is_storage(m.elem) else 0)

    def set(f: Frame, arg: Any, v: Any) -> None:
        entries, k = arg
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f[0], len(k))
        if k not in entries:
            f[0].alloc(size)
        elif rekeyed:
            entries.pop(k)
        entries[k] = v

    return Place(prepare, get, set)


def is_rekeyed(m: model.Map) -> bool:
    """Whether an assignment may change the key of an entry: 0 and -0 are equal floats, and the later one is kept."""
    under = m.key.underlying
    return isinstance(under, model.Basic) and under.info in ("float", "complex")


def _dynamic(b: Body, e: nodes.IndexExpr) -> Place:
    x, key, text = b.expr(e.x), b.value(e.indices[0], model.ANY), expr_text(e.x)
    told = (e.indices[0].pos, e.indices[0].end)

    def prepare(f: Frame) -> Any:
        return x(f), key(f)

    def get(f: Frame, p: Any) -> Any:
        return gradual.index(f[0], p[0], p[1], text, told)

    def set(f: Frame, p: Any, v: Any) -> None:
        gradual.store(f[0], p[0], p[1], v, text)

    return Place(prepare, get, set)


_PLACES: dict[type, Callable[[Body, Any], Place]] = {
    nodes.Ident: _ident,
    nodes.SelectorExpr: _selector,
    nodes.StarExpr: _star,
    nodes.IndexExpr: _index,
}
