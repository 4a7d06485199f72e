"""Measures the depth of a tree without recursion, so that later passes may use recursion."""

from __future__ import annotations

import re
from dataclasses import fields

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.syntax_errors import Refused

# The nodes that add depth. Operators of one flat chain do not: the left side of a BinaryExpr is walked in a loop.
_NESTING = frozenset(
    {
        *(n.CompositeLit, n.FuncLit, n.ParenExpr, n.SelectorExpr, n.IndexExpr, n.SliceExpr, n.TypeAssertExpr),
        *(n.CallExpr, n.StarExpr, n.UnaryExpr),
        *(n.ArrayType, n.StructType, n.InterfaceType, n.MapType, n.ChanType, n.FuncType),
        *(n.IfStmt, n.ForStmt, n.RangeStmt, n.SwitchStmt, n.TypeSwitchStmt, n.SelectStmt, n.LabeledStmt),
    }
)
_KINDS = frozenset(name for name, kind in vars(n).items() if isinstance(kind, type) and issubclass(kind, n.Node))
_NAME = re.compile(r"\w+")


def refuse_deep(root: n.Node, limit: int) -> None:
    """Refuses a tree in which a path has more than `limit` nested nodes."""
    todo: list[tuple[n.Node, int]] = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        if type(node) in _NESTING:
            depth += 1
            if depth > limit:
                raise Refused(f"syntax error: nested too deeply: more than {limit} levels", node.pos, node.end)
        todo.extend((child, depth) for child in children(node))


def walk(root: n.Node) -> list[n.Node]:
    """Returns all nodes of a tree, each before those below it."""
    tree = [root]
    for node in tree:
        for part, is_list in PARTS[node.__class__]:  # as `children` does, without a call for each node
            value = getattr(node, part)
            if is_list:
                tree += value or ()
            elif value is not None:
                tree.append(value)
    return tree


def children(node: n.Node) -> list[n.Node]:
    """Returns the child nodes, in the order of their fields."""
    found: list[n.Node] = []
    for part, is_list in PARTS[node.__class__]:
        value = getattr(node, part)
        if is_list:
            found += value or ()
        elif value is not None:
            found.append(value)
    return found


class _Parts(dict[type[n.Node], list[tuple[str, bool]]]):
    """The fields that contain nodes, and whether they contain lists of them, by the kind of node."""

    def __missing__(self, kind: type[n.Node]) -> list[tuple[str, bool]]:
        declared = [(part.name, str(part.type)) for part in fields(kind)]
        self[kind] = [
            (name, written.startswith("list[")) for name, written in declared if _KINDS & set(_NAME.findall(written))
        ]
        return self[kind]


PARTS = _Parts()
