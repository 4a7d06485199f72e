"""All texts that a repair may be reported with, found in the sources: a reading cannot be added without a case."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import codemode

PACKAGE = Path(codemode.__file__).parent
REPORTING = ("mend", "fitted", "Mend")


def templates() -> dict[str, str]:
    """Pattern -> the place of a text that is given to a function which reports repairs, or that says `read as`."""
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / "python"):  # programs in Python are not read as Go
            continue
        tree = ast.parse(path.read_text())
        skipped = _docstrings(tree)
        for node in ast.walk(tree):
            texts: list[ast.expr] = []
            if not isinstance(node, ast.expr):
                continue
            if isinstance(node, ast.Call) and _name(node.func) in REPORTING and node.args:
                texts.append(node.args[0])
            elif isinstance(node, ast.JoinedStr | ast.Constant) and id(node) not in skipped and _reads(node):
                texts.append(node)
            for text in texts:
                for pattern in _patterns(text):
                    found.setdefault(pattern, f"{path.relative_to(PACKAGE)}:{node.lineno}")
    return found


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _reads(node: ast.JoinedStr | ast.Constant) -> bool:
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return any(isinstance(p, ast.Constant) and isinstance(p.value, str) and " read as " in p.value for p in parts)


def _docstrings(tree: ast.AST) -> set[int]:
    """Statements that are texts, and the pieces of f-strings, which are looked at as a whole."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            found.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            found |= {id(part) for part in node.values}
    return found


def _patterns(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from _patterns(node.body)
        yield from _patterns(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        pieces = [re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in node.values]
        if any(piece != ".*" for piece in pieces):
            yield "".join(pieces)
