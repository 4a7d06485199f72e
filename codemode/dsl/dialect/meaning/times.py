"""Repairs operators that Go does not have for times by calls of methods: t - u, t < u and t == nil; also fractions of a duration."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.meaning import trees
from codemode.dsl.syntax import nodes
from codemode.types import constant, expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import UNTYPED_FLOAT, Named, Type
from codemode.types.operand import NILVALUE, Operand

_ORDER: Final = frozenset({"<", "<=", ">", ">="})


def is_duration(t: Type) -> bool:
    return isinstance(t, Named) and t.package == "time" and t.name == "Duration"


def times(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `t - u` as t.Sub(u), and `t < u` as t.Compare(u) < 0. Returns whether it did."""
    if not (_is_time(x) and _is_time(y)) or (e.op != "-" and e.op not in _ORDER):
        return False
    name = "Sub" if e.op == "-" else "Compare"
    plain = isinstance(e.x, (nodes.Ident, nodes.SelectorExpr, nodes.CallExpr, nodes.ParenExpr))
    holder = e.x if plain else nodes.ParenExpr(e.x, pos=e.pos, end=e.x.end)
    e.op, shown = "+" if e.op == "-" else e.op, expr_text(e)
    put_operands(c, x, y, e, trees.template(f"X.{name}(Y)", e, X=holder, Y=e.y), trees.whole(0, e))
    c.mend("method_of_time", e, found=shown, meant=name)
    return True


def put_operands(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr, left: nodes.Expr, right: nodes.Expr) -> None:
    """Puts other operands into an operation, and checks them."""
    e.x, e.y = left, right
    expressions.expr(c, x, left)
    expressions.expr(c, y, right)


def _is_time(x: Operand) -> bool:
    return isinstance(x.typ, Named) and x.typ.package == "time" and x.typ.name == "Time"


def is_zero(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `t == nil` of a time.Time, which is never nil, as t.IsZero(). Returns whether it did."""
    time, nil = (x, y) if y.mode is NILVALUE else (y, x)
    if e.op not in ("==", "!=") or nil.mode is not NILVALUE or not _is_time(time):
        return False
    shown, test = expr_text(e), trees.template("X.IsZero()", time.expr, X=time.expr)
    put_operands(c, x, y, e, test, trees.name("true", nil.expr))
    c.mend("time_never_nil", e, found=shown, meant="!" if e.op == "!=" else "", other=expr_text(test))
    return True


def parts(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `0.5 * time.Second` as half a second, if the product is a whole number of nanoseconds. Returns whether it did."""
    part, whole = (x, y) if is_duration(y.typ) else (y, x)
    if e.op != "*" or not is_duration(whole.typ) or part.typ is not UNTYPED_FLOAT or part.val is None:
        return False
    exact = None if whole.val is None else constant.binary("*", part.val, constant.to_float(whole.val), False)
    if constant.to_int(part.val) is not None or exact is None or constant.to_int(exact) is None:
        return False
    shown, made = expr_text(e), trees.template("time.Duration(X * float64(Y))", e, X=part.expr, Y=whole.expr)
    put_operands(c, x, y, e, made, trees.whole(1, e))
    c.mend("duration_product", e, found=shown, meant=expr_text(made))
    return True
