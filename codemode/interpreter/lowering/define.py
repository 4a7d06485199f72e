"""Lowering of definitions with := and of variable declarations."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.block import in_order
from codemode.interpreter.lowering.body import Body, Lowered, slot_code, statement, zero_code
from codemode.interpreter.lowering.dropped_errors import with_warning
from codemode.interpreter.lowering.stores import declare_var, results_code, store_var, value_for
from codemode.interpreter.lowering.targets import target
from codemode.interpreter.machine.frames import Code, Frame
from codemode.types.objects import Var


def _is_new(left: nodes.Expr) -> bool:
    return isinstance(left, nodes.Ident) and isinstance(left.obj, Var) and left.obj.pos == left.pos


def define(b: Body, node: nodes.Node, lhs: list[nodes.Expr], given: list[nodes.Expr]) -> Code:
    """a, b := x, y, and var a, b = x, y"""
    if len(given) == len(lhs) == 1:
        return _into(b, lhs[0], value_for(b, lhs[0], given[0]), node.pos)
    if len(given) == 1:
        return _define_results(b, lhs, given[0], node.pos)
    return _birth(b, node, lhs, [value_for(b, left, right) for left, right in zip(lhs, given)])


def _birth(b: Body, node: nodes.Node, lhs: list[nodes.Expr], values: list[Code]) -> Code:
    """Several variables at once: evaluates all values first."""
    count, pos = len(values), node.pos
    scratch = b.scratch[id(node)] = [b.new_slot() for _ in values]
    stores = [_into(b, left, slot_code(i), pos) for left, i in zip(lhs, scratch)]

    def define(f: Frame, at: int = pos) -> None:
        for n in range(count):
            f[scratch[n]] = values[n](f)
        for store in stores:
            store(f)

    return define


def _into(b: Body, left: nodes.Expr, value: Code, pos: int) -> Code:
    """Declares or sets the variable of a name on the left of :=."""
    ident = cast(nodes.Ident, left)
    if ident.name == "_" or not isinstance(ident.obj, Var):
        return value
    return declare_var(b, ident.obj, value, pos) if _is_new(left) else store_var(b, ident.obj, value, pos)


def _define_results(b: Body, lhs: list[nodes.Expr], right: nodes.Expr, pos: int) -> Code:
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
    return evalorder.after(first, define(b, spec, lhs, values))


def _zeroed(b: Body, name: nodes.Ident) -> Code:
    var = name.obj
    if not isinstance(var, Var) or var.name == "_":
        return lambda f: None
    return declare_var(b, var, zero_code(b.typ(var.typ)), name.pos)
