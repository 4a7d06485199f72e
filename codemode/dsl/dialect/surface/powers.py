"""Reads `x ** 2` as a power, as in Python and JavaScript. The Go parser reads it as x * (*2), a product with what a pointer points to.

It is a power if the right operand cannot be a pointer: a number, a signed operand, or an operation in parentheses. Otherwise the checker
decides by the type, but only if both meanings have the same precedence among the other operators.
"""

from __future__ import annotations

from typing import Any, Final

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.tokens import Token

NAME: Final = "__pow"
_PRODUCTS: Final = frozenset({"*", "/", "//", "%", "<<", ">>", "&", "&^"})


def merged(chain: list[Any]) -> list[Any]:
    """Turns the powers in a list operand, operator, operand ... into operands. They bind closer than a sign before them and are right-associative."""
    if not any(type(item) is n.StarExpr for item in chain[2::2]):
        return chain
    out = list(chain)
    for i in range(len(out) - 2, 0, -2):
        op, y = out[i], out[i + 1]
        if not _is_double(op, y):
            continue
        x = out[i - 1]
        again = i > 1 and _is_double(out[i - 2], x)  # 2 ** 3 ** 2
        if not _is_number(y.x) and i > 1 and (again or out[i - 2].text in _PRODUCTS):
            continue
        out[i - 1 : i + 2] = [n.StarExpr(_power(x.x, op, y), pos=x.pos, end=y.end) if again else _power(x, op, y)]
    return out


def _is_double(op: Token, y: n.Expr) -> bool:
    return op.text == "*" and type(y) is n.StarExpr and y.pos == op.end


def _is_number(e: n.Expr) -> bool:
    """Returns whether an operand cannot be a pointer."""
    while type(e) is n.ParenExpr:
        e = e.x
    if type(e) is n.UnaryExpr:
        return e.op in ("-", "+")
    if type(e) is n.CallExpr:
        return type(e.fun) is n.Ident and e.fun.name == NAME
    return type(e) in (n.BasicLit, n.BinaryExpr)


def _power(x: n.Expr, op: Token, y: n.StarExpr) -> n.Expr:
    if type(x) is n.UnaryExpr and x.op in ("-", "+"):
        return n.UnaryExpr(x.op, _power(x.x, op, y), pos=x.pos, end=y.end)
    return n.CallExpr(n.Ident(NAME, pos=op.pos, end=y.pos + 1), [x, y.x], pos=x.pos, end=y.end)
