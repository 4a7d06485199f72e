"""Finds reads of keys whose result the program tests. A missing key needs no warning there."""

from __future__ import annotations

from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import ANY
from codemode.types.objects import Var
from codemode.types.operand import CONST, NILVALUE, Operand
from codemode.types.spelling import unparen


def note_test(c: Checker, e: nodes.Expr | None) -> None:
    """Records that the program tests `e` for a value: `x["a"] == nil`, `v, ok := x["a"].(string)`, or the same with a variable."""
    e = _read(e)
    if isinstance(e, nodes.IndexExpr | nodes.SelectorExpr):
        e.tested = True
    elif isinstance(e, nodes.Ident) and isinstance(e.obj, Var):
        noted(c).tested.add(e.obj)


def note_comparison(c: Checker, x: Operand, y: Operand) -> None:
    """Records a comparison with nil, or of a string or number variable with its zero value, which a missing key leaves in the variable."""
    for zero, other in ((x, y), (y, x)):
        is_zero = zero.mode is CONST and zero.val in (b"", 0) and other.typ is not ANY
        if zero.mode is NILVALUE or (is_zero and isinstance(unparen(other.expr), nodes.Ident)):
            note_test(c, other.expr)


def note_kept(c: Checker, variable: object, e: nodes.Expr | None) -> None:
    """Records that the program assigns a read to a variable; a later test of the variable then counts as a test of the read."""
    e = _read(e)
    if isinstance(variable, Var) and isinstance(e, nodes.IndexExpr | nodes.SelectorExpr):
        noted(c).kept_reads.append((variable, e))


def settle(c: Checker) -> None:
    """Marks reads whose variables are tested. Called once the whole program is checked."""
    for variable, e in noted(c).kept_reads:
        if variable in noted(c).tested:
            e.tested = True


def _read(e: nodes.Expr | None) -> nodes.Expr | None:
    while isinstance(e, nodes.ParenExpr | nodes.TypeAssertExpr):
        e = e.x
    return e


def note_pair(c: Checker, variable: Var | None, ok: Var | None, e: nodes.Expr) -> None:
    """Records whether the program tests the value read by `v, ok := x["key"].(string)`. With `v, _ :=`, a later test of `v` counts."""
    if ok is not None and ok.name != "_":
        note_test(c, e)
    else:
        note_kept(c, variable, e)
