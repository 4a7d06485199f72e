"""Lowering of `x op= y` and `x++`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, constant_code, statement
from codemode.interpreter.lowering.expr import map_key, walk_code
from codemode.interpreter.lowering.index import element_kind, has_text_key, int_code
from codemode.interpreter.lowering.places import MAP_ENTRY, Place, is_rekeyed, place
from codemode.interpreter.machine import gradual_operators
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import LONG, SHORT, charge_making, charge_reading
from codemode.interpreter.machine.typeops import is_text, zero_const
from codemode.interpreter.machine.values import nil_map
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.wording import expr_text

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
    apply = operation(op, t)
    slot = b.plain_slot(lhs)
    if slot is not None:
        return _operate_local(slot, apply, amount, s.pos)
    return _operate_part(b, unparen(lhs), apply, amount, s.pos) or _operate_place(place(b, lhs), apply, amount, s.pos)


def _operate_local(i: int, apply: Operation, amount: Code, pos: int) -> Code:
    def operate_local(f: Frame, at: int = pos) -> None:
        f[i] = apply(f[i], amount(f))

    return operate_local


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


def _operate_part(b: Body, lhs: nodes.Expr, apply: Operation, amount: Code, pos: int) -> Code | None:
    """Fields, slice elements and map entries."""
    if isinstance(lhs, nodes.SelectorExpr) and lhs.selection.kind == "field":
        path = lhs.selection.path
        owner = b.expr(lhs.x) if len(path) == 1 else walk_code(b, lhs.x, path[:-1])
        return _operate_field(owner, path[-1], apply, amount, pos)
    if not isinstance(lhs, nodes.IndexExpr) or b.type_of(lhs.x) is model.ANY:
        return None
    kind = element_kind(b.type_of(lhs.x))
    if kind == "slice":
        return _operate_element(b.expr(lhs.x), int_code(b, lhs.indices[0]), apply, amount, pos)
    m = b.type_of(lhs.x).underlying
    if not isinstance(m, model.Map) or is_rekeyed(m):
        return None
    key, zero = map_key(b, lhs.indices[0], m), zero_const(m.elem)[1]
    return _operate_entry(b.expr(lhs.x), key, has_text_key(m), zero, _Work(apply, amount, pos))


def _operate_field(owner: Code, i: int, apply: Operation, amount: Code, pos: int) -> Code:
    """owner.field op= amount"""

    def operate_field(f: Frame, at: int = pos) -> None:
        p = owner(f)
        p[i] = apply(p[i], amount(f))

    return operate_field


def _operate_element(slice_code: Code, index: Code, apply: Operation, amount: Code, pos: int) -> Code:
    """s[i] op= amount"""

    def operate_element(f: Frame, at: int = pos) -> None:
        s = slice_code(f)
        i = index(f)
        more = amount(f)
        if not 0 <= i < s.len:
            raise index_panic(i, s.len)
        i += s.off
        s.arr[i] = apply(s.arr[i], more)

    return operate_element


class _Work(NamedTuple):
    apply: Operation
    amount: Code
    pos: int


def _operate_entry(map_code: Code, key: Code, text: bool, zero: Any, work: _Work) -> Code:
    """m[k] op= amount, for elements that are not structs or arrays"""
    apply, amount, pos = work

    def operate_entry(f: Frame, at: int = pos) -> None:
        entries = map_code(f)
        k = key(f)
        more = amount(f)
        if entries is None:
            raise nil_map()
        if text and len(k) > LONG:
            charge_reading(f, len(k))
        old = entries.get(k)
        if old is None:
            f[0].alloc(MAP_ENTRY)
            old = zero
        entries[k] = apply(old, more)

    return operate_entry


def _operate_place(target: Place, apply: Operation, amount: Code, pos: int) -> Code:
    prepare, get, put = target.prepare, target.get, target.set

    def operate_place(f: Frame, at: int = pos) -> None:
        p = prepare(f) if prepare is not None else None
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
