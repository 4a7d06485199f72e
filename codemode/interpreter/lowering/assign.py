"""Lowering of assignments."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.block import in_order
from codemode.interpreter.lowering.body import Body, Lowered, is_storage, statement
from codemode.interpreter.lowering.compound_assign import operate
from codemode.interpreter.lowering.define import define
from codemode.interpreter.lowering.dropped_errors import with_warning
from codemode.interpreter.lowering.index import int_code
from codemode.interpreter.lowering.places import Place, place
from codemode.interpreter.lowering.statement_costs import walk
from codemode.interpreter.lowering.stores import assign_one, discard, left_type, results_code
from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.frames import Code, Frame
from codemode.types import model
from codemode.types.expression_text import unparen


@statement(nodes.AssignStmt)
def _assign(b: Body, s: nodes.AssignStmt) -> Lowered:
    first, s = evalorder.assignment(b, s)
    return evalorder.after(first, _assignment(b, s)), False


def _assignment(b: Body, s: nodes.AssignStmt) -> Code:
    if s.op == ":=":
        return define(b, s)
    if s.op != "=":
        return operate(b, s.lhs[0], s.op[:-1], s.rhs[0], s)
    if len(s.lhs) == 1 and len(s.rhs) == 1:
        return assign_one(b, s.lhs[0], s.rhs[0], s.pos)
    if len(s.rhs) == 1:
        return _assign_results(b, s)
    return _assign_many(b, s)


def _assign_many(b: Body, s: nodes.AssignStmt) -> Code:
    """a, b = b, a: evaluates all operands and values first, then stores from left to right."""
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
    """Whether assignments to other elements cannot change the operands of an element: local variables and arithmetic on them."""
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
    def store(f: Frame, at: int = pos) -> None:
        prepared = [p.prepare(f) if p.prepare is not None else None for p in places]
        got = [value(f) for value in values]
        for target, p, v in zip(places, prepared, got):
            target.set(f, p, v)

    return store


def _assign_results(b: Body, s: nodes.AssignStmt) -> Code:
    """a, b = f()"""
    places = [place(b, left) for left in s.lhs]
    code, types = results_code(b, s.rhs[0], len(s.lhs))
    code = with_warning(s.lhs, s.rhs[0], code)
    adapters = [
        b.adapter(source, t, s.rhs[0]) if (t := left_type(b, left)) is not None else None
        for left, source in zip(s.lhs, types)
    ]

    def store(f: Frame, at: int = s.pos) -> None:
        prepared = [p.prepare(f) if p.prepare is not None else None for p in places]
        for target, p, v, adapt in zip(places, prepared, code(f), adapters):
            target.set(f, p, v if adapt is None else adapt(f[0], v))

    return store
