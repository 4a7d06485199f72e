"""Lowering of assignments."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.body import Body, Lowered, statement
from codemode.interpreter.lowering.compound_assign import operate
from codemode.interpreter.lowering.define import define
from codemode.interpreter.lowering.dropped_errors import with_warning
from codemode.interpreter.lowering.places import Place, place
from codemode.interpreter.lowering.stores import assign_one, left_type, results_code, value_for
from codemode.interpreter.machine.frames import Code, Frame


@statement(nodes.AssignStmt)
def _assign(b: Body, s: nodes.AssignStmt) -> Lowered:
    first, s = evalorder.assignment(b, s)
    return evalorder.after(first, _assignment(b, s)), False


def _assignment(b: Body, s: nodes.AssignStmt) -> Code:
    if s.op == ":=":
        return define(b, s, s.lhs, s.rhs)
    if s.op != "=":
        return operate(b, s.lhs[0], s.op[:-1], s.rhs[0], s)
    if len(s.lhs) == 1 and len(s.rhs) == 1:
        return assign_one(b, s.lhs[0], s.rhs[0], s.pos)
    if len(s.rhs) == 1:
        return _assign_results(b, s)
    return _assign_many(b, s)


def _assign_many(b: Body, s: nodes.AssignStmt) -> Code:
    """a, b = b, a: evaluates all operands and values first, then stores from left to right."""
    values = [value_for(b, left, right) for left, right in zip(s.lhs, s.rhs)]
    return _store_all([place(b, left) for left in s.lhs], values, s.pos)


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
    code, types = results_code(b, s.rhs[0])
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
