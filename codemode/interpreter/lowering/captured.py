"""Finds captured variables that do not change after a func literal has captured them: those are captured by value and need no cell.

A variable is settled if no func literal writes it, and the function that declares it writes it only before the first literal that captures it, in the
text and in time: not in a loop that may return to that literal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import PARTS
from codemode.types.objects import FuncInfo, Var


class _Use:
    """The uses of one captured variable."""

    __slots__ = ("captured_at", "loops", "writes")

    def __init__(self) -> None:
        self.captured_at = -1  # the first literal that captures it
        self.loops: set[nodes.Node] = set()  # loops, entered after its declaration, that contain such a literal
        self.writes: list[tuple[int, list[nodes.Node]]] = []  # where, and in which loops


class _Scan:
    def __init__(self, info: FuncInfo) -> None:
        self.funcs: list[FuncInfo] = [info]
        self.literals: list[
            tuple[int, list[nodes.Node]]
        ] = []  # for each enclosing func literal: its place and the loops around it
        self.loops: list[nodes.Node] = []  # in the innermost function
        self.uses: dict[Var, _Use] = {}
        self.unsettled: set[Var] = set()

    def visit(self, node: nodes.Node) -> None:
        special = _VISITS.get(node.__class__)
        if special is not None:
            special(self, node)
        else:
            self.inside(node)

    def inside(self, node: nodes.Node) -> None:
        for part, is_list in PARTS[node.__class__]:  # as `children` does, without a list for each node
            value = getattr(node, part)
            if is_list:
                for child in value or ():
                    self.visit(child)
            elif value is not None:
                self.visit(value)

    def assign(self, node: nodes.AssignStmt) -> None:
        for left in node.lhs:
            self.write(left, node.end)
        self.inside(node)

    def inc_dec(self, node: nodes.IncDecStmt) -> None:
        self.write(node.x, node.end)
        self.visit(node.x)

    def for_loop(self, node: nodes.ForStmt) -> None:
        if node.init is not None:
            self.visit(node.init)
        self.loops.append(node)
        for part in (node.cond, node.post, node.body):
            if part is not None:
                self.visit(part)
        self.loops.pop()

    def range_loop(self, node: nodes.RangeStmt) -> None:
        self.visit(node.x)
        self.loops.append(node)
        for target in (node.key, node.value):
            if target is not None:
                self.write(target, node.x.end)
                self.visit(target)
        self.visit(node.body)
        self.loops.pop()

    def literal(self, node: nodes.FuncLit) -> None:
        outer, self.loops = self.loops, []
        self.literals.append((node.pos, outer.copy()))
        self.funcs.append(node.info)
        self.visit(node.body)
        self.funcs.pop()
        self.literals.pop()
        self.loops = outer

    def level(self, var: Var) -> int:
        """How many functions out the variable is declared; -1 if none of the enclosing functions declares it."""
        for i in range(len(self.funcs) - 1, -1, -1):
            if self.funcs[i] is var.owner:
                return i
        return -1

    def read(self, node: nodes.Ident) -> None:
        var = node.obj
        if not isinstance(var, Var) or not var.captured:
            return
        level = self.level(var)
        if level < 0:
            self.unsettled.add(var)
        elif level < len(self.funcs) - 1:
            use = self.uses.setdefault(var, _Use())
            place, loops = self.literals[level]
            use.captured_at = place if use.captured_at < 0 else min(use.captured_at, place)
            use.loops.update(loop for loop in loops if loop.pos > var.pos)

    def write(self, target: nodes.Node, at: int) -> None:
        while isinstance(target, nodes.ParenExpr):
            target = target.x
        var = target.obj if isinstance(target, nodes.Ident) else None
        if not isinstance(var, Var) or not var.captured or var.pos == target.pos:
            return  # not a relevant variable, or its declaration
        if self.level(var) == len(self.funcs) - 1:
            self.uses.setdefault(var, _Use()).writes.append((at, self.loops.copy()))
        else:
            self.unsettled.add(var)


_VISITS: dict[type[nodes.Node], Callable[[_Scan, Any], None]] = {
    nodes.Ident: _Scan.read,
    nodes.FuncLit: _Scan.literal,
    nodes.ForStmt: _Scan.for_loop,
    nodes.RangeStmt: _Scan.range_loop,
    nodes.AssignStmt: _Scan.assign,
    nodes.IncDecStmt: _Scan.inc_dec,
}


def settled(info: FuncInfo, stmts: Sequence[nodes.Stmt]) -> set[Var]:
    """Returns the captured variables of a function, and of the literals in it, that are captured by value. The function has no goto."""
    scan = _Scan(info)
    for s in stmts:
        scan.visit(s)
    return {
        var
        for var, use in scan.uses.items()
        if var not in scan.unsettled
        and not var.addressed
        and var.kind != "result"
        and all(at < use.captured_at and not use.loops.intersection(loops) for at, loops in use.writes)
    }
