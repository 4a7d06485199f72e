"""Operators that Go does not have for times, where a method of theirs does the same: t - u and t < u."""

from __future__ import annotations

from typing import Final

from codemode.dsl import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.model import Named
from codemode.types.operand import Operand
from codemode.types.spelling import expr_text

_ORDER: Final = frozenset({"<", "<=", ">", ">="})


def times(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """`t - u` is t.Sub(u), and `t < u` is t.Compare(u) < 0."""
    if not (_is_time(x) and _is_time(y)) or (e.op != "-" and e.op not in _ORDER):
        return False
    shown, pos, end = expr_text(e), e.pos, e.end
    name = "Sub" if e.op == "-" else "Compare"
    plain = isinstance(e.x, (nodes.Ident, nodes.SelectorExpr, nodes.CallExpr, nodes.ParenExpr))
    holder = e.x if plain else nodes.ParenExpr(e.x, pos=pos, end=e.x.end)
    method = nodes.SelectorExpr(holder, nodes.Ident(name, pos=pos, end=pos), pos=pos, end=end)
    e.x = nodes.CallExpr(method, [e.y], pos=pos, end=end)
    e.y = nodes.BasicLit("INT", "0", 0, pos=end, end=end)
    e.op = "+" if e.op == "-" else e.op
    expressions.expr(c, x, e.x)
    expressions.expr(c, y, e.y)
    c.mend(f"{shown} read with the method {name} of time.Time", e)
    return True


def _is_time(x: Operand) -> bool:
    return isinstance(x.typ, Named) and x.typ.package == "time" and x.typ.name == "Time"
