"""`x ** 2`, the power of Python and JavaScript. In Go it multiplies by what a pointer points to, and the parser has read it so.

It is a power where that can be no pointer: before a number, a minus, or an operation in parentheses. Before anything else it is left to the
checker, which knows the type, and only where both meanings have the same place among the other operators.
"""

from __future__ import annotations

from typing import Any, Final

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.tokens import Token

NAME: Final = "__pow"
_PRODUCTS: Final = frozenset({"*", "/", "//", "%", "<<", ">>", "&", "&^"})


def merged(chain: list[Any]) -> list[Any]:
    """operand, operator, operand ...: powers become operands. They bind closer than a sign before them, and from the right."""
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
    """What cannot be a pointer."""
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
