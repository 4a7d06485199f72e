"""The targets of a range loop's keys and values: nothing, a variable, or a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.places import place
from codemode.interpreter.machine.frames import Frame
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var

Store = Callable[[Frame, Any], None]


class Target:
    """The target of a key or value: nothing, a plain slot, or `store`."""

    __slots__ = ("slot", "store")

    def __init__(self, slot: int | None = None, store: Store | None = None) -> None:
        self.slot = slot
        self.store = store

    @property
    def unused(self) -> bool:
        return self.slot is None and self.store is None

    def put(self) -> Store | None:
        if self.slot is None:
            return self.store
        i = self.slot

        def put_slot(f: Frame, v: Any) -> None:
            f[i] = v

        return put_slot


def target(b: Body, e: nodes.Expr | None, define: bool, source: Type | None) -> Target:
    """`source` is the type of the loop's key or value."""
    inner = unparen(e) if e is not None else None
    if inner is None or source is None or (isinstance(inner, nodes.Ident) and inner.name == "_"):
        return Target()
    if isinstance(inner, nodes.Ident) and isinstance(inner.obj, Var):
        return _variable(b, inner, define, source)
    where = place(b, inner)
    adapt = b.adapter(source, b.type_of(inner), inner)

    def store_place(f: Frame, v: Any) -> None:
        p = where.prepare(f) if where.prepare is not None else None
        where.set(f, p, v if adapt is None else adapt(f[0], v))

    return Target(store=store_place)


def _variable(b: Body, e: nodes.Ident, define: bool, source: Type) -> Target:
    var = cast(Var, e.obj)
    t = b.typ(var.typ)
    adapt = b.adapter(source, t, e)
    shared = var.kind == "global" or (b.is_shared(var) and not define)
    if shared:
        where = place(b, e)
        return Target(store=lambda f, v: where.set(f, None, v if adapt is None else adapt(f[0], v)))
    i = b.slot(var)
    if b.is_cell(var):

        def new_cell(f: Frame, v: Any) -> None:
            f[i] = [v if adapt is None else adapt(f[0], v)]

        return Target(store=new_cell)
    if adapt is None:
        return Target(slot=i)
    convert = adapt

    def store_slot(f: Frame, v: Any) -> None:
        f[i] = convert(f[0], v)

    return Target(store=store_slot)
