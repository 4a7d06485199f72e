"""Reads of keys after which the program looks whether there was something: these need no warning when there was nothing."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import ANY
from codemode.types.objects import Var
from codemode.types.operand import CONST, NILVALUE, Operand
from codemode.types.spelling import unparen


def note_test(c: Checker, e: nodes.Expr | None) -> None:
    """The program looks whether `e` is there: `x["a"] == nil`, `v, ok := x["a"].(string)`, or the same of a variable."""
    e = _read(e)
    if isinstance(e, nodes.IndexExpr | nodes.SelectorExpr):
        e.tested = True
    elif isinstance(e, nodes.Ident) and isinstance(e.obj, Var):
        c.tested.add(e.obj)


def note_comparison(c: Checker, x: Operand, y: Operand) -> None:
    """A comparison with nil, or of a string or number variable with its zero, which is what a missing key leaves in it."""
    for zero, other in ((x, y), (y, x)):
        is_zero = zero.mode is CONST and zero.val in (b"", 0) and other.typ is not ANY
        if zero.mode is NILVALUE or (is_zero and isinstance(unparen(other.expr), nodes.Ident)):
            note_test(c, other.expr)


def note_kept(c: Checker, variable: object, e: nodes.Expr | None) -> None:
    """The program keeps what it reads in a variable, and may look there."""
    e = _read(e)
    if isinstance(variable, Var) and isinstance(e, nodes.IndexExpr | nodes.SelectorExpr):
        c.kept_reads.append((variable, e))


def settle(c: Checker) -> None:
    """When the whole program is known."""
    for variable, e in c.kept_reads:
        if variable in c.tested:
            e.tested = True


def _read(e: nodes.Expr | None) -> nodes.Expr | None:
    while isinstance(e, nodes.ParenExpr | nodes.TypeAssertExpr):
        e = e.x
    return e
