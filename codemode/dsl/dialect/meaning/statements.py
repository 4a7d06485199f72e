"""Reads statements that Go refuses or that would change nothing: var __out = x, append(xs, x), xs += ys."""

from __future__ import annotations

from typing import cast

from codemode.dsl.dialect.lexicon import methods
from codemode.dsl.dialect.meaning import declarations, values
from codemode.dsl.syntax import nodes
from codemode.types.checker import UNSET, Checker
from codemode.types.model import Slice
from codemode.types.objects import Builtin, Var
from codemode.types.spelling import expr_text, unparen


def statement(c: Checker, s: nodes.Stmt) -> nodes.Stmt:
    """Returns the statement that `s` is read as: `var __out = x`, for example, becomes an assignment to __out."""
    if isinstance(s, nodes.ExprStmt):
        return methods.grow(c, _kept(c, s))
    if isinstance(s, nodes.AssignStmt):
        _fill_types(c, s)
        _extend(c, s)
        return s
    if isinstance(s, nodes.DeclStmt) and s.decl.tok == "const":
        return declarations.variables(c, s)
    if not isinstance(s, nodes.DeclStmt) or s.decl.tok != "var" or len(s.decl.specs) != 1:
        return s
    spec = cast(nodes.VarSpec, s.decl.specs[0])
    if len(spec.names) != 1 or spec.names[0].name != "__out" or len(spec.values) > 1:
        return s
    c.mend("out_declared", s)
    if not spec.values:
        return nodes.EmptyStmt(pos=s.pos, end=s.end)
    return nodes.AssignStmt([spec.names[0]], "=", spec.values, pos=s.pos, end=s.end)


def _kept(c: Checker, s: nodes.ExprStmt) -> nodes.Stmt:
    """Reads the statement `append(xs, x)` as xs = append(xs, x)."""
    call = unparen(s.x)
    if not isinstance(call, nodes.CallExpr) or not isinstance(call.fun, nodes.Ident) or call.fun.name != "append":
        return s
    if not c.gradual:
        return s
    target = call.args[0] if len(call.args) > 1 else None
    last = c.file.stmts[-1] if c.file.stmts else None
    if s is last or not isinstance(target, (nodes.Ident, nodes.SelectorExpr, nodes.IndexExpr)):
        return s
    if not isinstance(c.lookup("append"), Builtin) or values.again(target) is None:
        return s
    c.mend("result_assigned", s, found=expr_text(call), meant=expr_text(target))
    return nodes.AssignStmt([target], "=", [call], pos=s.pos, end=s.end)


def _fill_types(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `out := []string` as out := []string{}."""
    for i, value in enumerate(s.rhs):
        if isinstance(value, nodes.MapType) or (isinstance(value, nodes.ArrayType) and value.len is None):
            s.rhs[i] = nodes.CompositeLit(value, [], pos=value.pos, end=value.end)
            c.mend("type_as_value", value, found=expr_text(value))


def _extend(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `xs += ys` of lists as xs = append(xs, ys...)."""
    target = s.lhs[0] if s.op == "+=" else None
    found = c.lookup(target.name) if isinstance(target, nodes.Ident) else None
    if not c.gradual or not isinstance(found, Var) or found.typ is UNSET:
        return
    if not isinstance(found.typ.underlying, Slice):
        return
    shown, value = f"{found.name} += {expr_text(s.rhs[0])}", s.rhs[0]
    pos, end = value.pos, value.end
    listed = nodes.Ident(found.name, pos=pos, end=pos)
    s.op = "="
    s.rhs = [nodes.CallExpr(nodes.Ident("append", pos=pos, end=pos), [listed, value], True, pos=pos, end=end)]
    c.mend("assigned", s, found=shown, meant=found.name, other=expr_text(s.rhs[0]))


def suspended(c: Checker, call: nodes.Expr, keyword: str) -> nodes.Expr:
    """Reads `go func() { ... }` as a call of the function."""
    if not isinstance(call, nodes.FuncLit) or not c.gradual or call.type.params:
        return call
    c.mend("function_called", call, found=keyword)
    return nodes.CallExpr(call, [], pos=call.pos, end=call.end)
