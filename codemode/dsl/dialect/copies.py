"""Copies of expressions, for readings that need one in two places."""

from __future__ import annotations

import dataclasses
from typing import Any, Final, cast

from codemode.dsl.syntax import nodes

# the place of a node, and what the checker writes on it
_NOTES: Final = frozenset({"typ", "const", "obj", "inst", "selection", "info", "pos", "end"})
_REPEATABLE: Final = (nodes.Ident, nodes.SelectorExpr, nodes.IndexExpr, nodes.ParenExpr, nodes.BasicLit)
_DEEPEST: Final = 12


def parts_of(node: nodes.Node) -> dict[str, Any]:
    """Returns the fields of a node that come from the program, for a node of its class at another place."""
    names = [field.name for field in dataclasses.fields(node) if field.init and field.name not in _NOTES]
    return {name: getattr(node, name) for name in names}


def again(e: nodes.Node | None, depth: int = 0) -> nodes.Expr | None:
    """Returns a copy of the expression, or None if evaluating it twice could make a difference."""
    if not isinstance(e, _REPEATABLE) or depth > _DEEPEST:
        return None
    made = parts_of(e)
    for name, part in made.items():
        parts = cast("list[Any]", part) if isinstance(part, list) else [part]
        copies = [again(each, depth + 1) if isinstance(each, nodes.Expr) else each for each in parts]
        if None in copies:
            return None
        made[name] = copies if isinstance(part, list) else copies[0]
    return type(e)(**made, pos=e.pos, end=e.end)
