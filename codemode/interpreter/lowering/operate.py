"""Lowering of `x op= y` and `x++`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, constant_code, is_iface, is_text, statement
from codemode.interpreter.lowering.expr import map_key, walk_code
from codemode.interpreter.lowering.fused_assign import (
    cell_op,
    field_op,
    is_int64,
    is_number,
    local_field_add,
    local_op,
    map_add,
    map_op,
    slice_op,
)
from codemode.interpreter.lowering.fused_entries import add_entry
from codemode.interpreter.lowering.index import element_kind, has_text_key, int_code
from codemode.interpreter.lowering.places import Place, is_rekeyed, place
from codemode.interpreter.machine import gradual_operators
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import SHORT, charge_making
from codemode.interpreter.machine.typeops import zero_const
from codemode.types import model
from codemode.types.model import Type
from codemode.types.objects import Var
from codemode.types.spelling import unparen
from codemode.types.wording import expr_text


@statement(nodes.IncDecStmt)
def _inc_dec(b: Body, s: nodes.IncDecStmt) -> Lowered:
    return operate(b, s.x, s.op[0], None, s), False


def operate(b: Body, lhs: nodes.Expr, op: str, rhs: nodes.Expr | None, s: nodes.Stmt) -> Code:
    """lhs op= rhs; without rhs, by one."""
    t = b.type_of(lhs)
    if t is model.ANY:
        return _operate_dynamic(b, lhs, op, rhs, s)
    amount: Code
    if rhs is None:
        one = 1.0 if cast(model.Basic, t.underlying).info == "float" else 1
        amount = constant_code(one)
        known: tuple[bool, Any] = (True, one)
    else:
        shift = op in ("<<", ">>")
        count = b.type_of(rhs)
        amount = b.value(rhs, (model.INT if count is model.ANY else None) if shift else t)
        known = b.constant(rhs) if not is_iface(count) else (False, None)
        if known[0] and not shift:
            known = (True, amount([]))
    slot = b.plain_slot(lhs)
    if slot is not None:
        fused = local_op(
            slot, op, t, amount, known, b.plain_slot(rhs) if rhs is not None and b.type_of(rhs) is t else None, s.pos
        )
        if fused is not None:
            return fused
    var = cast(nodes.Ident, unparen(lhs)).obj if isinstance(unparen(lhs), nodes.Ident) else None
    if is_text(t):
        return _append_text(place(b, lhs), amount, s.pos)
    if isinstance(var, Var) and var.kind != "global" and b.is_cell(var):
        return cell_op(b.slot(var), op, t, amount, known, s.pos)
    fused = _operate_part(b, unparen(lhs), op, t, rhs, amount, known, s.pos)
    return fused or _operate_place(b, place(b, lhs), operation(op, t), amount, s.pos)


def _append_text(target: Place, amount: Code, pos: int) -> Code:
    """place += text"""
    prepare, get, put = target.prepare, target.get, target.set

    def append(f: Frame, at: int = pos) -> None:
        p = prepare(f) if prepare is not None else None
        s = get(f, p)
        t = amount(f)
        size = len(s) + len(t)
        if size > SHORT:
            charge_making(f, size)
        put(f, p, s + t)

    return append


def _operate_part(
    b: Body,
    lhs: nodes.Expr,
    op: str,
    t: Type,
    rhs: nodes.Expr | None,
    amount: Code,
    known: tuple[bool, Any],
    pos: int,
) -> Code | None:
    """Fields, slice elements and map entries."""
    if isinstance(lhs, nodes.SelectorExpr) and lhs.selection.kind == "field":
        path = lhs.selection.path
        local = b.plain_slot(lhs.x) if len(path) == 1 else None
        if local is not None and op == "+" and is_number(t):
            entry = b.asserted_entry(rhs, model.FLOAT64) if rhs is not None and t is model.FLOAT64 else None
            if entry is not None:
                return add_entry(local, path[0], *entry, amount, pos)
            return local_field_add(local, path[0], t, amount, known, pos)
        owner = b.expr(lhs.x) if len(path) == 1 else walk_code(b, lhs.x, path[:-1])
        return field_op(owner, path[-1], op, t, amount, pos)
    if not isinstance(lhs, nodes.IndexExpr) or b.type_of(lhs.x) is model.ANY:
        return None
    kind = element_kind(b.type_of(lhs.x))
    if kind == "slice":
        return slice_op(b.expr(lhs.x), int_code(b, lhs.indices[0]), op, t, amount, pos)
    if kind != "map":
        return None
    m = cast(model.Map, b.type_of(lhs.x).underlying)
    if is_rekeyed(m):
        return None
    key, slot, text = map_key(b, lhs.indices[0], m), b.plain_slot(lhs.x), has_text_key(m)
    if slot is not None and known[0] and op in "+-" and is_int64(t):
        return map_add(slot, key, text, known[1] if op == "+" else -known[1], pos)
    return map_op(b.expr(lhs.x), key, text, op, t, zero_const(t)[1], amount, pos)


def _operate_place(b: Body, target: Place, apply: Callable[[Any, Any], Any], amount: Code, pos: int) -> Code:
    prepare, get, put = target.prepare, target.get, target.set
    if prepare is None:

        def operate_var(f: Frame, at: int = pos) -> None:
            put(f, None, apply(get(f, None), amount(f)))

        return operate_var
    operands = prepare

    def operate_place(f: Frame, at: int = pos) -> None:
        p = operands(f)
        put(f, p, apply(get(f, p), amount(f)))

    return operate_place


def _operate_dynamic(b: Body, lhs: nodes.Expr, op: str, rhs: nodes.Expr | None, s: nodes.Stmt) -> Code:
    target, text = place(b, lhs), expr_text(lhs)
    amount = b.value(rhs, model.ANY) if rhs is not None else constant_code(1)
    prepare, get, put = target.prepare, target.get, target.set

    def operate_any(f: Frame, at: int = s.pos) -> None:
        p = prepare(f) if prepare is not None else None
        put(f, p, gradual_operators.binary(f[0], op, get(f, p), amount(f), text))

    return operate_any
