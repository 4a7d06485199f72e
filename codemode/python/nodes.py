"""Walks over Python's syntax trees. The functions of module `ast` do the same, several times slower."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

_Place = tuple[int, int, int | None, int | None]


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each kind of node that may have nodes worth a visit."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else kind._fields
        found = self[kind] = tuple(each for each in names if each not in ("ctx", "op", "ops", "id", "attr", "lineno"))
        return found


_FIELDS = _Fields()


def children(node: ast.AST) -> list[ast.AST]:
    """Returns the nodes directly inside a node, except operators and the contexts of names."""
    found: list[ast.AST] = []
    for name in _FIELDS[node.__class__]:
        value: Any = getattr(node, name, None)
        if value.__class__ is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def nodes_of(tree: ast.AST, is_outside: Callable[[ast.AST], bool] | None = None) -> list[ast.AST]:
    """Returns the tree and all nodes inside, outer ones first. Nodes inside those that `is_outside` accepts are left out."""
    found = [tree]
    for node in found:  # it grows meanwhile
        if is_outside is None or node is tree or not is_outside(node):
            found += children(node)
    return found


def is_at_most(tree: ast.AST, most: int) -> bool:
    """Returns whether the tree has at most so many nodes."""
    found = [tree]
    for node in found:  # it grows meanwhile
        found += children(node)
        if len(found) > most:
            return False
    return True


def expressions_of(statement: ast.stmt) -> list[ast.expr]:
    """Returns the expressions that a statement evaluates itself: not those of the statements in it."""
    found: list[ast.expr] = []
    work = children(statement)
    for node in work:  # it grows meanwhile
        if isinstance(node, ast.expr):
            found.append(node)
        elif not isinstance(node, ast.stmt):  # an argument, a case, what follows `with`
            work += children(node)
    return found


def weight(expression: ast.expr) -> int:
    """How many parts of an expression may make a value, if they are many; 0 if they are as few as programs mostly have. Parts that run by themselves,
    such as a lambda, have a weight of their own."""
    line, end = getattr(expression, "lineno", None), getattr(expression, "end_col_offset", None)
    if end is not None and line == expression.end_lineno and end < expression.col_offset + _LONG:
        return 0
    many = sum(isinstance(node, _MAKING) for node in nodes_of(expression, lambda node: isinstance(node, _APART)))
    return many if many > _MANY else 0


_LONG = 100  # characters, which have few parts
_MANY = 32
_MAKING = (
    ast.Call,
    ast.BinOp,
    ast.UnaryOp,
    ast.List,
    ast.Tuple,
    ast.Dict,
    ast.Set,
    ast.JoinedStr,
    ast.Subscript,
    ast.Lambda,
)
_APART = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_PLACED = (ast.expr, ast.stmt, ast.keyword, ast.arg, ast.alias, ast.excepthandler, ast.pattern)


def is_scope(node: ast.AST) -> bool:
    """Returns whether names and `return` inside the node belong to it."""
    return isinstance(node, _SCOPES)


def shallow_nodes(tree: ast.AST, most: int, most_nodes: int) -> list[ast.AST] | None:
    """Returns all nodes as `nodes_of` does, or None for a tree of more than `most` levels or `most_nodes` nodes."""
    found, level = [tree], [tree]
    for _ in range(most):
        level = [child for node in level for child in children(node)]
        if not level:
            return found
        found += level
        if len(found) > most_nodes:
            return None
    return None


def locate(tree: ast.Module) -> set[str]:
    """Gives each node without a place the place of the node around it, and returns the names in the tree."""
    names: set[str] = set()
    left: list[tuple[ast.AST, _Place]] = [(tree, (1, 0, 1, 0))]
    while left:
        node, place = left.pop()
        if isinstance(node, _PLACED):
            try:
                place = node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
            except AttributeError:
                node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = place  # pyright: ignore[reportAttributeAccessIssue] - patterns
        if node.__class__ is ast.Name:
            names.add(cast(ast.Name, node).id)
        else:
            left += [(child, place) for child in children(node)]
    return names
