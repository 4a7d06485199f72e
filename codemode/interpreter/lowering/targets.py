"""The targets of values that are given one after the other, as by a range loop or a call: nothing, a variable, or a place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.places import place
from codemode.interpreter.lowering.stores import size_of
from codemode.interpreter.machine.frames import Frame
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var

Store = Callable[[Frame, Any], None]


class Target:
    """The target of one value: nothing, a plain slot, or `store`."""

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


def target(b: Body, e: nodes.Expr | None, define: bool, source: Type | None, given: nodes.Expr | None = None) -> Target:
    """`source` is the type of the value. A message about it shows `given`, or else the target."""
    inner = unparen(e) if e is not None else None
    if inner is None or source is None or (isinstance(inner, nodes.Ident) and inner.name == "_"):
        return Target()
    var = inner.obj if isinstance(inner, nodes.Ident) else None
    t = b.typ(var.typ) if isinstance(var, Var) else b.type_of(inner)
    adapt = b.adapter(source, t, given or inner)
    if isinstance(var, Var) and var.kind != "global" and (define or not b.is_shared(var)):
        return _own_variable(b, var, adapt)
    where = place(b, inner)

    def store_place(f: Frame, v: Any) -> None:
        p = where.prepare(f) if where.prepare is not None else None
        where.set(f, p, v if adapt is None else adapt(f[0], v))

    return Target(store=store_place)


def _own_variable(b: Body, var: Var, adapt: Callable[[Any, Any], Any] | None) -> Target:
    """A new variable, or one that only this function uses."""
    i, size, is_cell = b.slot(var), size_of(b, var), b.is_cell(var)
    if adapt is None and not size:
        return Target(slot=i)

    def store_slot(f: Frame, v: Any) -> None:
        if size:
            f[0].alloc(size)
        given = v if adapt is None else adapt(f[0], v)
        f[i] = [given] if is_cell else given

    return Target(store=store_slot)
