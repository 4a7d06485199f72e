"""Static facts about statements: the cost of a loop turn or a call, the variables that are written, and what a function contains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.types.objects import Var


def walk(root: nodes.Node) -> Iterator[nodes.Node]:
    """All nodes below and including `root`, without recursion."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(children(node))


_LOOPS = frozenset({nodes.ForStmt, nodes.RangeStmt})
_COUNTED = _LOOPS | {
    *(nodes.ExprStmt, nodes.SendStmt, nodes.IncDecStmt, nodes.AssignStmt, nodes.GoStmt, nodes.DeferStmt),
    *(nodes.ReturnStmt, nodes.BranchStmt, nodes.IfStmt, nodes.SwitchStmt, nodes.TypeSwitchStmt, nodes.SelectStmt),
    nodes.DeclStmt,
}
# the nodes that contain statements, without loops
_NESTING = frozenset(
    {
        *(nodes.BlockStmt, nodes.IfStmt, nodes.SwitchStmt, nodes.TypeSwitchStmt, nodes.CaseClause),
        *(nodes.SelectStmt, nodes.CommClause, nodes.LabeledStmt),
    }
)


def weight_of(stmts: Sequence[nodes.Stmt]) -> float:
    """Counts the statements in a body, without those of inner loops and func literals, which charge for themselves; at least 1, as a float."""
    total = 0.0
    todo: list[nodes.Node] = list(stmts)
    while todo:
        node = todo.pop()
        if node.__class__ in _COUNTED:
            total += 1.0
        if node.__class__ in _NESTING:
            todo += children(node)
    return max(total, 1.0)


def writes(root: nodes.Node) -> set[Var]:
    """The variables that statements below `root` assign."""
    found: set[Var] = set()
    for node in walk(root):
        targets: list[nodes.Expr | None] = []
        if isinstance(node, nodes.AssignStmt):
            targets = [*node.lhs]
        elif isinstance(node, nodes.IncDecStmt):
            targets = [node.x]
        elif isinstance(node, nodes.RangeStmt):
            targets = [node.key, node.value]
        for target in targets:
            while isinstance(target, nodes.ParenExpr):
                target = target.x
            if isinstance(target, nodes.Ident) and isinstance(target.obj, Var):
                found.add(target.obj)
    return found


def has_goto(stmts: Sequence[nodes.Stmt]) -> bool:
    """Whether a function body contains a goto; its func literals do not count."""
    todo: list[nodes.Node] = list(stmts)
    while todo:
        node = todo.pop()
        if isinstance(node, nodes.BranchStmt) and node.tok == "goto":
            return True
        if node.__class__ in _NESTING or node.__class__ in _LOOPS:
            todo += children(node)
    return False
