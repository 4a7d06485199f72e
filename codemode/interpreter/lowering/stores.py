"""Lowering of a store into one place: a variable, a field, an element, a map entry."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.assertions import comma_ok
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.places import Place, place, place_of
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.typeops import footprint, is_storage
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var


def left_type(b: Body, e: nodes.Expr) -> Type | None:
    """The type of a place, None for the blank identifier."""
    inner = unparen(e)
    if not isinstance(inner, nodes.Ident):
        return b.type_of(e)
    return b.typ(inner.obj.typ) if inner.name != "_" and isinstance(inner.obj, Var) else None


def value_for(b: Body, left: nodes.Expr, right: nodes.Expr) -> Code:
    """Evaluates `right` for the place `left`; nobody gets its value if that is the blank identifier."""
    t = left_type(b, left)
    return b.expr(right) if t is None else b.value(right, t)


# --- one place -----------------------------------------------------------------------------------------------------


def assign_one(b: Body, lhs: nodes.Expr, rhs: nodes.Expr, pos: int) -> Code:
    inner = unparen(lhs)
    if not isinstance(inner, nodes.Ident):
        target = place(b, inner)
        return write(target, value_for(b, lhs, rhs), pos)
    value = value_for(b, inner, rhs)
    return value if left_type(b, inner) is None else store_var(b, cast(Var, inner.obj), value, pos)


def write(target: Place, value: Code, pos: int) -> Code:
    """Evaluates the operands of the place, then the value, then stores the value."""
    prepare, put = target.prepare, target.set
    if prepare is None:

        def store(f: Frame, at: int = pos) -> None:
            put(f, None, value(f))

        return store
    operands = prepare

    def prepared(f: Frame, at: int = pos) -> None:
        arg = operands(f)
        put(f, arg, value(f))

    return prepared


def store_var(b: Body, var: Var, value: Code, pos: int) -> Code:
    """Assignment to an existing variable."""
    if var.kind != "global" and not b.is_shared(var):
        return _set_slot(b.slot(var), value, pos)
    return write(place_of(b, var), value, pos)


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
    i, size, is_cell = b.slot(var), size_of(b, var), b.is_cell(var)
    if not size:
        return _set_slot(i, value, pos)

    def new_variable(f: Frame, at: int = pos) -> None:
        f[0].alloc(size)
        f[i] = [value(f)] if is_cell else value(f)

    return new_variable


_CELL = 96  # bytes of a variable with one value


def size_of(b: Body, var: Var) -> int:
    """The bytes to charge for a new local variable: 0 if it cannot outlive its function."""
    t = b.typ(var.typ)
    return 0 if not b.is_shared(var) else footprint(t) if is_storage(t) else _CELL


# --- several results ----


def results_code(b: Body, e: nodes.Expr) -> tuple[Code, list[Type]]:
    """The code of an expression that gives several values as a tuple, and their types."""
    t = b.type_of(e)
    inner = unparen(e)
    if isinstance(inner, nodes.CallExpr) and isinstance(t, model.Tuple):
        return b.expr(e), list(t.types)
    if isinstance(inner, nodes.CallExpr) and inner.info.signature is not None:
        results = b.typ(inner.info.signature)
        return b.expr(e), list(cast(model.Signature, results).results)
    return comma_ok(b, inner), [t, model.BOOL]
