"""Reads statements that Go refuses or that would change nothing: var __out = x, append(xs, x), xs += ys."""

from __future__ import annotations

from typing import cast

from codemode.dsl.dialect import copies
from codemode.dsl.dialect.meaning import conversions, declarations, results, trees
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions
from codemode.types import statements as checked
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import Slice
from codemode.types.objects import Var
from codemode.types.operand import Operand


def unused(c: Checker, s: nodes.ExprStmt, x: Operand, _: object) -> bool:
    """Reads a value as a statement: append(xs, x), or the result of a snippet. Returns whether it did."""
    return _kept(c, s, x) or results.result_expression(c, s)


def out_declared(c: Checker, s: nodes.DeclStmt, *_: object) -> bool:
    """Reads `var __out = x` as an assignment to __out. Returns whether it did."""
    spec = cast(nodes.VarSpec, s.decl.specs[0])
    if s is not c.listed or len(s.decl.specs) != 1 or len(spec.names) != 1 or len(spec.values) > 1:
        return False
    c.mend("out_declared", s)
    made: nodes.Stmt = nodes.EmptyStmt(pos=s.pos, end=s.end)
    if spec.values:
        made = nodes.AssignStmt([spec.names[0]], "=", spec.values, pos=s.pos, end=s.end)
    c.instead[s] = made
    checked.stmt(c, made)
    return True


def _kept(c: Checker, s: nodes.ExprStmt, x: Operand) -> bool:
    """Reads the statement `append(xs, x)` as xs = append(xs, x). Returns whether it did."""
    call = unparen(s.x)
    if not isinstance(call, nodes.CallExpr) or not isinstance(call.fun, nodes.Ident) or call.fun.name != "append":
        return False
    target = call.args[0] if len(call.args) > 1 else None
    last = c.file.stmts[-1] if c.file.stmts else None
    if not c.gradual or s is last or s is not c.listed or copies.again(target) is None:
        return False
    if not isinstance(target, (nodes.Ident, nodes.SelectorExpr, nodes.IndexExpr)):
        return False
    c.mend("result_assigned", s, found=expr_text(call), meant=expr_text(target))
    c.instead[s] = nodes.AssignStmt([target], "=", [call], pos=s.pos, end=s.end)
    assignments.assign_var(c, target, None, x, "assignment")
    return True


def empty_list(c: Checker, e: nodes.Expr, x: Operand, _: object) -> bool:
    """Reads []string in `out := []string` as []string{}. Returns whether it did."""
    given = c.listed.rhs if isinstance(c.listed, nodes.AssignStmt) else []
    if e not in given or (isinstance(e, nodes.ArrayType) and e.len is not None):
        return False
    made = given[given.index(e)] = nodes.CompositeLit(e, [], pos=e.pos, end=e.end)
    c.mend("type_as_value", e, found=expr_text(e))
    expressions.expr(c, x, made)
    return True


def assigned(c: Checker, s: nodes.AssignStmt, x: Operand | None, y: Operand | None) -> bool:
    """Reads an assignment that Go refuses. Returns whether it did: then it has another operator."""
    if s.op == "=":
        return declarations.declare_missing(c, s)
    if x is None or y is None:
        return declarations.define_to_assign(c, s)
    if isinstance(x.typ.underlying, Slice):
        return _extend(c, s)
    conversions.amount(c, x, y, s)
    return False


def _extend(c: Checker, s: nodes.AssignStmt) -> bool:
    """Reads `xs += ys` of lists as xs = append(xs, ys...)."""
    target = s.lhs[0] if s.op == "+=" else None
    found = c.lookup(target.name) if isinstance(target, nodes.Ident) else None
    if not c.gradual or not isinstance(found, Var):
        return False
    shown, value = f"{found.name} += {expr_text(s.rhs[0])}", s.rhs[0]
    s.op, s.rhs = "=", [trees.template(f"append({found.name}, Y...)", value, Y=value)]
    c.mend("assigned", s, found=shown, meant=found.name, other=expr_text(s.rhs[0]))
    return True


def suspended(c: Checker, s: nodes.GoStmt | nodes.DeferStmt, _: object, keyword: str) -> bool:
    """Reads `go func() { ... }` as a call of the function. Returns whether it did."""
    call = s.call
    if not isinstance(call, nodes.FuncLit) or not c.gradual or call.type.params:
        return False
    c.mend("function_called", call, found=keyword)
    s.call = nodes.CallExpr(call, [], pos=call.pos, end=call.end)
    return True
