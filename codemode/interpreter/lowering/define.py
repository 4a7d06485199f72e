"""Lowering of definitions with := and of variable declarations."""

from __future__ import annotations

from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering import evalorder
from codemode.interpreter.lowering.body import Body, Lowered, is_storage, statement
from codemode.interpreter.lowering.dropped_errors import with_warning
from codemode.interpreter.lowering.stores import declare_var, discard, results_code, store_var
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.typeops import zero_const, zero_maker
from codemode.types.model import Type
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

    def take(f: Frame) -> Any:
        return f[slot]

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
    code, types = results_code(b, right, len(lhs))
    code = with_warning(lhs, right, code)
    if len(lhs) == 2:
        fast = _define_two(b, lhs, right, code, types, pos)
        if fast is not None:
            return fast
    scratch = [b.new_slot() for _ in lhs]
    stores = [_define_from(b, left, i, pos) for left, i in zip(lhs, scratch)]
    adapters: list[Any] = []
    for left, source in zip(lhs, types):
        var = cast(nodes.Ident, left).obj
        adapters.append(b.adapter(source, b.typ(var.typ), right) if isinstance(var, Var) and var.name != "_" else None)

    def define(f: Frame, at: int = pos) -> None:
        for i, v, adapt in zip(scratch, code(f), adapters):
            f[i] = v if adapt is None else adapt(f[0], v)
        for store in stores:
            store(f)

    return define


def _define_two(
    b: Body, lhs: list[nodes.Expr], right: nodes.Expr, code: Code, types: list[Type], pos: int
) -> Code | None:
    """Two plain locals, one of which may be blank, with the types of the results."""
    slots: list[int] = []
    for left, source in zip(lhs, types):
        ident = cast(nodes.Ident, left)
        var = ident.obj
        if ident.name == "_" or not isinstance(var, Var):
            slots.append(0)
            continue
        t = b.typ(var.typ)
        shared = var.kind == "global" or b.is_cell(var) or (is_storage(t) and b.is_shared(var))
        if shared or b.adapter(source, t, right) is not None:
            return None
        slots.append(b.slot(var))
    i, j = slots
    if i and j:

        def both(f: Frame, at: int = pos) -> None:
            f[i], f[j] = code(f)

        return both
    if i or j:
        k, n = (i, 0) if i else (j, 1)

        def one(f: Frame, at: int = pos) -> None:
            f[k] = code(f)[n]

        return one
    return code


@statement(nodes.DeclStmt)
def _declaration(b: Body, s: nodes.DeclStmt) -> Lowered:
    parts = [var_spec(b, spec) for spec in s.decl.specs if isinstance(spec, nodes.VarSpec)]
    if len(parts) == 1:
        return parts[0], False

    def declare(f: Frame) -> None:
        for part in parts:
            part(f)

    return declare, False


def var_spec(b: Body, spec: nodes.VarSpec) -> Code:
    """var a, b T = x, y"""
    lhs = cast("list[nodes.Expr]", spec.names)
    if not spec.values:
        parts = [_zeroed(b, name) for name in spec.names]
        if len(parts) == 1:
            return parts[0]

        def declare(f: Frame) -> None:
            for part in parts:
                part(f)

        return declare
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
    t = b.typ(var.typ)
    shared, zero = zero_const(t)
    if shared:
        return declare_var(b, var, lambda f: zero, name.pos)
    make = zero_maker(t)
    return declare_var(b, var, lambda f: make(), name.pos)
