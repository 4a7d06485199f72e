"""Where the program declares a variable: the statement is searched in the tree when a reading asks for it."""

from __future__ import annotations

from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import walk
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import ANY, Array, Slice
from codemode.types.objects import CallInfo, Var


class Origins:
    """The declarations and loops of a program. A variable is found by the place of its name, since objects are new in each round."""

    def __init__(self, file: nodes.File) -> None:
        self.declared: dict[tuple[int, str], tuple[list[nodes.Expr], int]] = {}  # the values, and which one it is
        self.keys: dict[tuple[int, str], nodes.RangeStmt] = {}  # variables that are the only one of a loop
        self.iterated: set[nodes.Expr] = set()  # calls whose result a loop with at most one variable goes over
        for node in walk(file):
            if isinstance(node, nodes.AssignStmt):
                self._add(node.lhs, node.rhs)
            elif isinstance(node, nodes.VarSpec):
                self._add([*node.names], node.values)
            elif isinstance(node, nodes.RangeStmt) and node.value is None:
                if isinstance(node.key, nodes.Ident):
                    self.keys[node.key.pos, node.key.name] = node
                if isinstance(node.x, nodes.CallExpr):
                    self.iterated.add(node.x)

    def _add(self, names: list[nodes.Expr], values: list[nodes.Expr]) -> None:
        for i, name in enumerate(names):
            if isinstance(name, nodes.Ident):
                self.declared[name.pos, name.name] = values, i


def origins(c: Checker) -> Origins:
    found = noted(c).origins
    if found is None:
        found = noted(c).origins = Origins(c.file)
    return found


def value_of(c: Checker, var: Var) -> nodes.Expr | None:
    """Returns the expression from which the variable's declaration takes its value, or None."""
    values, i = origins(c).declared.get((var.pos, var.name), ([], 0))
    return values[i] if i < len(values) else None


def is_error_of_next(c: Checker, var: object) -> bool:
    """Returns whether the variable is the second one of `item, ok := stream.Next()`: an error, not a bool."""
    if not isinstance(var, Var):
        return False
    values, i = origins(c).declared.get((var.pos, var.name), ([], 0))
    call = unparen(values[0]) if i == 1 == len(values) else None
    info = call.info if isinstance(call, nodes.CallExpr) else None
    return isinstance(info, CallInfo) and info.func is not None and info.func.name == "Next"


def loop_of(c: Checker, e: nodes.Expr) -> nodes.RangeStmt | None:
    """Returns the loop over a list or an any whose only variable this is."""
    var = e.obj if isinstance(e, nodes.Ident) else None
    loop = origins(c).keys.get((var.pos, var.name)) if isinstance(var, Var) else None
    typ = loop.x.typ if loop is not None and loop.value is None else None
    return loop if typ is ANY or (typ is not None and isinstance(typ.underlying, (Array, Slice))) else None
