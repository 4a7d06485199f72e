"""Finds reads of keys whose result the program tests: `x["a"] == nil`, `v, ok := x["a"].(string)`. A missing key needs no warning there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from codemode.dsl.names import VALUES
from codemode.dsl.syntax import nodes
from codemode.types.expression_text import unparen
from codemode.types.model import ANY
from codemode.types.objects import Nil, Var

_CHOOSING: Final = VALUES | {"||", "&&"}
_CONDITIONS: Final = frozenset({"__filled", "__choose"})  # builtins whose first argument is a condition


def mark(tree: list[nodes.Node]) -> None:
    """Marks the reads that a checked program tests. `tree` has all its nodes."""
    _Tests(tree)


class _Tests:
    """The reads that a program tests, directly or through a variable that takes the value."""

    def __init__(self, tree: list[nodes.Node]) -> None:
        self.variables: set[Var] = set()
        # reads that the program assigns to variables
        self.kept: list[tuple[Var, nodes.IndexExpr | nodes.SelectorExpr]] = []
        for node in tree:
            if node.__class__ in _LOOKS:
                _LOOKS[node.__class__](self, node)
        for variable, read in self.kept:
            read.tested = read.tested or variable in self.variables

    def tested(self, e: nodes.Expr | None) -> None:
        e = _read(e)
        if isinstance(e, (nodes.IndexExpr, nodes.SelectorExpr)):
            e.tested = True
        elif isinstance(e, nodes.Ident) and isinstance(e.obj, Var):
            self.variables.add(e.obj)

    def condition(self, e: nodes.Expr | None) -> None:
        if e is not None and e.typ is ANY:
            self.tested(e)

    def keeps(self, target: nodes.Expr, given: nodes.Expr) -> None:
        value = _read(given)
        variable = target.obj if isinstance(target, nodes.Ident) else None
        if isinstance(variable, Var) and isinstance(value, (nodes.IndexExpr, nodes.SelectorExpr)):
            self.kept.append((variable, value))

    def assigned(self, targets: list[Any], values: list[nodes.Expr]) -> None:
        if len(targets) == len(values):
            for target, value in zip(targets, values):
                self.keeps(target, value)
        elif len(targets) == 2 and len(values) == 1:
            if isinstance(targets[1], nodes.Ident) and targets[1].name != "_":
                self.tested(values[0])
            else:
                self.keeps(targets[0], values[0])

    def operation(self, e: nodes.BinaryExpr) -> None:
        if e.op in _CHOOSING:
            self.tested(e.x)
            self.tested(e.y)
        elif e.op in ("==", "!="):
            for zero, other in ((e.x, e.y), (e.y, e.x)):
                self.compared(zero, other)

    def compared(self, zero: nodes.Expr, other: nodes.Expr) -> None:
        """A missing key leaves nil, and the zero value in a variable of a string or number type."""
        is_zero = zero.const in (b"", 0) and other.typ is not ANY and isinstance(unparen(other), nodes.Ident)
        if is_zero or _is_nil(zero):
            self.tested(other)

    def call(self, e: nodes.CallExpr) -> None:
        if isinstance(e.fun, nodes.Ident) and e.fun.name in _CONDITIONS:
            self.tested(e.args[0])

    def switch(self, s: nodes.SwitchStmt) -> None:
        for e in [e for clause in s.clauses for e in clause.exprs or []]:
            if s.tag is not None:
                self.compared(e, s.tag)


def _is_nil(e: nodes.Expr) -> bool:
    inner = unparen(e)
    return isinstance(inner, nodes.Ident) and isinstance(inner.obj, Nil)


def _read(e: nodes.Expr | None) -> nodes.Expr | None:
    while isinstance(e, (nodes.ParenExpr, nodes.TypeAssertExpr)):
        e = e.x
    return e


_LOOKS: Final[dict[type[nodes.Node], Callable[[_Tests, Any], None]]] = {
    nodes.AssignStmt: lambda tests, s: tests.assigned(s.lhs, s.rhs),
    nodes.VarSpec: lambda tests, spec: tests.assigned(spec.names, spec.values),
    nodes.BinaryExpr: _Tests.operation,
    nodes.UnaryExpr: lambda tests, e: tests.condition(e.x) if e.op == "!" else None,
    nodes.IfStmt: lambda tests, s: tests.condition(s.cond),
    nodes.ForStmt: lambda tests, s: tests.condition(s.cond),
    nodes.CallExpr: _Tests.call,
    nodes.SwitchStmt: _Tests.switch,
    nodes.TypeSwitchStmt: lambda tests, s: tests.tested(s.x),
}
