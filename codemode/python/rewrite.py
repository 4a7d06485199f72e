"""Restricts and rewrites the tree of a program: adds step charges and guards for operators, attributes and handlers.

Internal names begin with @, which no program can spell.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from codemode.python import words
from codemode.python.matching import Matching
from codemode.python.nodes import locate


class Rewrite(Matching):
    """The whole rewriter. See Restricting for its arguments."""

    def visit_Module(self, node: ast.Module) -> Any:
        body = node.body
        self._mark_last(body)
        node.body = self.body_of(body)
        names = locate(node) | self._bound
        if names:  # global names are looked up as fast as local ones
            node.body.insert(0, ast.Global(sorted(names), lineno=1, col_offset=0, end_lineno=1, end_col_offset=0))
        return node

    def _mark_last(self, body: list[ast.stmt]) -> None:
        """Stores the value of the last expression, which is the result if the program sets no other."""
        last = body[-1] if body else None
        if isinstance(last, ast.Expr):
            body[-1] = ast.copy_location(ast.Assign([ast.Name(words.LAST, ast.Store())], last.value), last)
        elif isinstance(last, ast.If) and isinstance(last.test, ast.Compare):
            sides = (last.test.left, *last.test.comparators)
            if any(isinstance(side, ast.Name) and side.id == "__name__" for side in sides):
                self._mark_last(last.body)


def bound_names(nodes: list[ast.AST]) -> frozenset[str]:
    """Returns all names that a program with these nodes binds anywhere."""
    found: set[str | None] = set()
    for node in nodes:
        name = _BOUND.get(node.__class__)
        found.add(name(node) if name is not None else None)
    return frozenset([name for name in found if name])


# the name that a node binds, if any, by the kind of node
_BOUND: dict[type[ast.AST], Callable[[Any], str | None]] = {
    ast.Name: lambda node: None if node.ctx.__class__ is ast.Load else node.id,
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), lambda node: node.name),
    **dict.fromkeys((ast.ExceptHandler, ast.MatchAs, ast.MatchStar), lambda node: node.name),
    ast.arg: lambda node: node.arg,
    ast.alias: lambda node: node.asname or node.name.split(".")[0],
    ast.MatchMapping: lambda node: node.rest,
}
