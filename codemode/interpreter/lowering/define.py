"""Lowering of definitions with := and of variable declarations."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.block import in_order
from codemode.interpreter.lowering.body import Body, Lowered, slot_code, statement, zero_code
from codemode.interpreter.lowering.dropped_errors import with_warning
from codemode.interpreter.lowering.stores import declare_var, discard, results_code, store_var
from codemode.interpreter.lowering.targets import target
from codemode.interpreter.machine.frames import Code, Frame
from codemode.types.objects import Var


def _is_new(left: nodes.Expr) -> bool:
    return isinstance(left, nodes.Ident) and isinstance(left.obj, Var) and left.obj.pos == left.pos


def define(b: Body, s: nodes.AssignStmt) -> Code:
    if len(s.rhs) == len(s.lhs) == 1:
        return _define_one(b, s.lhs[0], s.rhs[0], s.pos)
    if len(s.rhs) == 1:
        return define_results(b, s.lhs, s.rhs[0], s.pos)
    values: list[Code] = []
    for left, right in zip(s.lhs, s.rhs):
        var = cast(nodes.Ident, left).obj
        named = isinstance(var, Var) and cast(nodes.Ident, left).name != "_"
        values.append(b.value(right, b.typ(var.typ)) if named else discard(b, right))
    return _birth(b, s, s.lhs, values)


def _birth(b: Body, node: nodes.Node, lhs: list[nodes.Expr], values: list[Code]) -> Code:
    """Several variables at once: evaluates all values first."""
    count, pos = len(values), node.pos
    scratch = b.scratch[id(node)] = [b.new_slot() for _ in values]
    stores: list[Code] = []
    for left, i in zip(lhs, scratch):
        stores.append(_define_from(b, left, i, pos))

    def define(f: Frame, at: int = pos) -> None:
        for n in range(count):
            f[scratch[n]] = values[n](f)
        for store in stores:
            store(f)

    return define


def _define_from(b: Body, left: nodes.Expr, slot: int, pos: int) -> Code:
    """Declares the variable of a name on the left of :=, with the value of a scratch slot."""
    ident = cast(nodes.Ident, left)
    take = slot_code(slot)
    if ident.name == "_" or not isinstance(ident.obj, Var):
        return take
    return declare_var(b, ident.obj, take, pos) if _is_new(left) else store_var(b, ident.obj, take, pos)


def _define_one(b: Body, left: nodes.Expr, right: nodes.Expr, pos: int) -> Code:
    ident = cast(nodes.Ident, left)
    if ident.name == "_" or not isinstance(ident.obj, Var):
        return discard(b, right)
    var = ident.obj
    value = b.value(right, b.typ(var.typ))
    return declare_var(b, var, value, pos) if _is_new(left) else store_var(b, var, value, pos)


def define_results(b: Body, lhs: list[nodes.Expr], right: nodes.Expr, pos: int) -> Code:
    """a, b := f(), and v, ok := m[k]"""
    code, types = results_code(b, right)
    code = with_warning(lhs, right, code)
    puts = [target(b, left, _is_new(left), source, right).put() for left, source in zip(lhs, types)]

    def define(f: Frame, at: int = pos) -> None:
        for put, v in zip(puts, code(f)):
            if put is not None:
                put(f, v)

    return define


@statement(nodes.DeclStmt)
def _declaration(b: Body, s: nodes.DeclStmt) -> Lowered:
    return in_order([var_spec(b, spec) for spec in s.decl.specs if isinstance(spec, nodes.VarSpec)]), False


def var_spec(b: Body, spec: nodes.VarSpec) -> Code:
    """var a, b T = x, y"""
    lhs = cast("list[nodes.Expr]", spec.names)
    if not spec.values:
        return in_order([_zeroed(b, name) for name in spec.names])
    first, values = evalorder.in_order(b, spec.values)
    return evalorder.after(first, _initialized(b, spec, lhs, values))


def _initialized(b: Body, spec: nodes.VarSpec, lhs: list[nodes.Expr], given: list[nodes.Expr]) -> Code:
    if len(given) == len(lhs) == 1:
        return _define_one(b, lhs[0], given[0], spec.pos)
    if len(given) == 1:
        return define_results(b, lhs, given[0], spec.pos)
    values: list[Code] = []
    for name, right in zip(spec.names, given):
        named = isinstance(name.obj, Var) and name.name != "_"
        values.append(b.value(right, b.typ(name.obj.typ)) if named else discard(b, right))
    return _birth(b, spec, lhs, values)


def _zeroed(b: Body, name: nodes.Ident) -> Code:
    var = name.obj
    if not isinstance(var, Var) or var.name == "_":
        return lambda f: None
    return declare_var(b, var, zero_code(b.typ(var.typ)), name.pos)
