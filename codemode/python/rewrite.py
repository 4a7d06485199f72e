"""Restricts and rewrites the tree of a program: adds step charges and guards for operators, attributes and handlers.

Internal names begin with @, which no program can spell.
"""

from __future__ import annotations

import ast
from typing import Any

from codemode.python import words
from codemode.python.matching import Matching
from codemode.python.nodes import nodes_of


class Rewrite(Matching):
    """The whole rewriter. See Restricting for its arguments."""

    def visit_Module(self, node: ast.Module) -> Any:
        body = node.body
        self._mark_last(body)
        body = self.body_of(body)
        names = {each.id for statement in body for each in nodes_of(statement) if isinstance(each, ast.Name)}
        # global names are looked up as fast as local ones
        names |= self._bound
        node.body = [*([ast.Global(sorted(names))] if names else []), *body]
        return node

    def _mark_last(self, body: list[ast.stmt]) -> None:
        """Stores the value of the last expression, which is the result if the program sets no other."""
        last = body[-1] if body else None
        if isinstance(last, ast.Expr):
            body[-1] = ast.copy_location(ast.Assign([ast.Name(words.MARK + "last", ast.Store())], last.value), last)
        elif isinstance(last, ast.If) and isinstance(last.test, ast.Compare) and "__name__" in ast.dump(last.test):
            self._mark_last(last.body)


def bound_names(nodes: list[ast.AST]) -> frozenset[str]:
    """Returns all names that a program with these nodes binds anywhere."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name.split(".")[0])
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            found.add(node.rest)
    return frozenset(found)
