"""Finds captured variables that do not change after a func literal has captured them: those are captured by value and need no cell.

A variable is settled if no func literal writes it, and the function that declares it writes it only before the first literal that captures it, in the
text and in time: not in a loop that may return to that literal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

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

    def visit(self, *roots: nodes.Node | None) -> None:
        """Looks at nodes and at all below them, in any order, without a call for each node."""
        tree = [root for root in roots if root is not None]
        for node in tree:
            kind = node.__class__
            if kind is nodes.Ident:  # every second node
                var = cast(nodes.Ident, node).obj
                if var.__class__ is Var and var.captured:
                    self.read(var)
                continue
            special = _VISITS.get(kind)
            if special is not None and special(self, node):
                continue
            for part, is_list in PARTS[kind]:
                value = getattr(node, part)
                if is_list:
                    tree += value or ()
                elif value is not None:
                    tree.append(value)

    # --- nodes that need more work; each function returns whether it has also looked at the nodes below ---

    def assign(self, node: nodes.AssignStmt) -> bool:
        for left in node.lhs:
            self.write(left, node.end)
        return False

    def inc_dec(self, node: nodes.IncDecStmt) -> bool:
        self.write(node.x, node.end)
        return False

    def for_loop(self, node: nodes.ForStmt) -> bool:
        self.visit(node.init)
        self.loops.append(node)
        self.visit(node.cond, node.post, node.body)
        self.loops.pop()
        return True

    def range_loop(self, node: nodes.RangeStmt) -> bool:
        self.visit(node.x)
        self.loops.append(node)
        for target in (node.key, node.value):
            if target is not None:
                self.write(target, node.x.end)
        self.visit(node.key, node.value, node.body)
        self.loops.pop()
        return True

    def literal(self, node: nodes.FuncLit) -> bool:
        outer, self.loops = self.loops, []
        self.literals.append((node.pos, outer.copy()))
        self.funcs.append(node.info)
        self.visit(node.body)
        self.funcs.pop()
        self.literals.pop()
        self.loops = outer
        return True

    def level(self, var: Var) -> int:
        """How many functions out the variable is declared; -1 if none of the enclosing functions declares it."""
        for i in range(len(self.funcs) - 1, -1, -1):
            if self.funcs[i] is var.owner:
                return i
        return -1

    def read(self, var: Var) -> None:
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


_VISITS: dict[type[nodes.Node], Callable[[_Scan, Any], bool]] = {
    nodes.FuncLit: _Scan.literal,
    nodes.ForStmt: _Scan.for_loop,
    nodes.RangeStmt: _Scan.range_loop,
    nodes.AssignStmt: _Scan.assign,
    nodes.IncDecStmt: _Scan.inc_dec,
}


def settled(info: FuncInfo, stmts: Sequence[nodes.Stmt]) -> set[Var]:
    """Returns the captured variables of a function, and of the literals in it, that are captured by value. The function has no goto."""
    scan = _Scan(info)
    scan.visit(*stmts)
    return {
        var
        for var, use in scan.uses.items()
        if var not in scan.unsettled
        and not var.addressed
        and var.kind != "result"
        and all(at < use.captured_at and not use.loops.intersection(loops) for at, loops in use.writes)
    }
