"""Lowering of `x op= y` and `x++`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, constant_code, statement
from codemode.interpreter.lowering.expr import map_key
from codemode.interpreter.lowering.places import MAP_ENTRY, Place, is_rekeyed, place
from codemode.interpreter.machine import gradual_operators
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import SHORT, charge_making, charge_reading
from codemode.interpreter.machine.typeops import is_text, zero_const
from codemode.interpreter.machine.values import nil_map
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen

Operation = Callable[[Any, Any], Any]


@statement(nodes.IncDecStmt)
def _inc_dec(b: Body, s: nodes.IncDecStmt) -> Lowered:
    return operate(b, s.x, s.op[0], None, s), False


def operate(b: Body, lhs: nodes.Expr, op: str, rhs: nodes.Expr | None, s: nodes.Stmt) -> Code:
    """lhs op= rhs; without rhs, by one."""
    t = b.type_of(lhs)
    if t is model.ANY:
        return _operate_dynamic(b, lhs, op, rhs, s)
    if rhs is None:
        amount = constant_code(1.0 if cast(model.Basic, t.underlying).info == "float" else 1)
    elif op in ("<<", ">>"):
        amount = b.value(rhs, model.INT if b.type_of(rhs) is model.ANY else None)
    else:
        amount = b.value(rhs, t)
    if is_text(t):
        return _append_text(place(b, lhs), amount, s.pos)
    entry = unparen(lhs)
    if (
        isinstance(entry, nodes.IndexExpr)
        and isinstance(m := b.type_of(entry.x).underlying, model.Map)
        and not is_rekeyed(m)
    ):
        return _operate_entry(b, entry, m, (operation(op, t), amount), s.pos)
    return _operate_place(place(b, lhs), operation(op, t), amount, s.pos)


def _append_text(target: Place, amount: Code, pos: int) -> Code:
    """place += text"""
    prepare, get, put = target.prepare, target.get, target.set

    def append(f: Frame, at: int = pos) -> None:
        arg = prepare(f) if prepare is not None else None
        s = get(f, arg)
        t = amount(f)
        size = len(s) + len(t)
        if size > SHORT:
            charge_making(f[0], size)
        put(f, arg, s + t)

    return append


def _operate_entry(b: Body, e: nodes.IndexExpr, m: model.Map, work: tuple[Operation, Code], pos: int) -> Code:
    """m[k] op= amount, for elements that are not structs or arrays: the key is looked up once."""
    x, key, text, zero = b.expr(e.x), map_key(b, e.indices[0], m), is_text(m.key), zero_const(m.elem)[1]
    apply, amount = work

    def operate_entry(f: Frame, at: int = pos) -> None:
        entries = x(f)
        k = key(f)
        more = amount(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f[0], len(k))
        old = entries.get(k)
        if old is None:
            f[0].alloc(MAP_ENTRY)
            old = zero
        entries[k] = apply(old, more)

    return operate_entry


def _operate_place(target: Place, apply: Operation, amount: Code, pos: int) -> Code:
    prepare, get, put = target.prepare, target.get, target.set

    def operate_place(f: Frame, at: int = pos) -> None:
        arg = prepare(f) if prepare is not None else None
        more = amount(f)
        put(f, arg, apply(get(f, arg), more))

    return operate_place


def _operate_dynamic(b: Body, lhs: nodes.Expr, op: str, rhs: nodes.Expr | None, s: nodes.Stmt) -> Code:
    target, text = place(b, lhs), expr_text(lhs)
    amount = b.value(rhs, model.ANY) if rhs is not None else constant_code(1)
    prepare, get, put = target.prepare, target.get, target.set

    def operate_any(f: Frame, at: int = s.pos) -> None:
        arg = prepare(f) if prepare is not None else None
        put(f, arg, gradual_operators.binary(f[0], op, get(f, arg), amount(f), text))

    return operate_any
