"""How deep a tree is, found without recursion, so that every later pass may recurse."""

from __future__ import annotations

from dataclasses import fields
from typing import cast

from codemode.dsl import nodes as n
from codemode.dsl.syntax_errors import Refused

# What makes a path deeper. Operators of one flat chain do not: the left side of a BinaryExpr is walked in a loop.
_NESTING = frozenset(
    {
        *(n.CompositeLit, n.FuncLit, n.ParenExpr, n.SelectorExpr, n.IndexExpr, n.SliceExpr, n.TypeAssertExpr),
        *(
            n.CallExpr,
            n.StarExpr,
            n.UnaryExpr,
            n.ArrayType,
            n.StructType,
            n.InterfaceType,
            n.MapType,
            n.ChanType,
            n.FuncType,
        ),
        *(n.IfStmt, n.ForStmt, n.RangeStmt, n.SwitchStmt, n.TypeSwitchStmt, n.SelectStmt, n.LabeledStmt),
    }
)
_PARTS: dict[type, tuple[str, ...]] = {}


def refuse_deep(root: n.Node, limit: int) -> None:
    """Refuse a tree in which a path passes more than `limit` nodes that nest."""
    todo: list[tuple[n.Node, int]] = [(root, 0)]
    while todo:
        node, depth = todo.pop()
        if type(node) in _NESTING:
            depth += 1
            if depth > limit:
                raise Refused(f"syntax error: nested too deeply: more than {limit} levels", node.pos, node.end)
        todo.extend((child, depth) for child in children(node))


def children(node: n.Node) -> list[n.Node]:
    """The nodes directly below, in the order of their fields."""
    kind = type(node)
    parts = _PARTS.get(kind)
    if parts is None:
        parts = tuple(part.name for part in fields(kind))
        _PARTS[kind] = parts
    found: list[n.Node] = []
    for part in parts:
        value: object = getattr(node, part)
        if isinstance(value, n.Node):
            found.append(value)
        elif isinstance(value, list):
            found.extend(item for item in cast("list[object]", value) if isinstance(item, n.Node))
    return found
