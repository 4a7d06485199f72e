"""Which reads of a name mean what Python or the host gives under it, where the program also binds the name: until it does, the name means a tool."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any

from codemode.python.nodes import children, is_scope, nodes_of
from codemode.python.rewrite import bound_names

Place = tuple[int, int]  # of a name: its line and column
_NEVER = 1 << 60
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def place_of(name: ast.Name) -> Place:
    return name.lineno, name.col_offset


def shadows(tree: ast.Module, names: Collection[str]) -> dict[Place, bool]:
    """Returns the reads of `names`, all of which the program binds somewhere, that may mean a variable, and whether they certainly do. The other
    reads mean what the name means without the program."""
    first: dict[str, int] = {}  # the statement that binds the name of the module, perhaps
    surely: dict[str, int] = {}
    for at, statement in enumerate(tree.body):
        inside = nodes_of(statement)
        classes = [each.body for each in inside if isinstance(each, ast.ClassDef)]
        for name in _declared(inside).union(*map(_bound_by, ([statement], *classes))):
            first.setdefault(name, at)
        for name in _surely_bound(statement):
            surely.setdefault(name, at)
    for node in nodes_of(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            surely[node.id] = _NEVER
    found: dict[Place, bool] = {}
    for at, statement in enumerate(tree.body):
        before = _before(statement)
        for name, hidden, deep in _reads(statement, frozenset(), False):
            bound = first.get(name.id, _NEVER)
            if name.id not in names or not (hidden or bound < _NEVER):
                continue
            if hidden or at > surely.get(name.id, _NEVER):
                found[place_of(name)] = True
            elif deep or at > bound or (at == bound and name not in before):
                found[place_of(name)] = False
    return found


def _surely_bound(statement: ast.stmt) -> Collection[str]:
    """Returns the names that have a value whenever the statement after this one runs."""
    match statement:
        case ast.Assign(targets=targets):
            return bound_names([node for each in targets for node in nodes_of(each)])
        case ast.AnnAssign(target=target, value=ast.expr()):
            return bound_names([target])
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return (statement.name,)
        case ast.Import() | ast.ImportFrom():
            return bound_names([*statement.names])
        case _:
            return ()


def _before(statement: ast.stmt) -> Collection[ast.AST]:
    """Returns the nodes that are evaluated before the statement binds a name."""
    first: Any = getattr(statement, "iter", None) or getattr(statement, "value", None)
    nodes = nodes_of(first) if isinstance(first, ast.expr) else []
    return () if any(isinstance(node, ast.NamedExpr) for node in nodes) else {*nodes}


def _reads(node: ast.AST, hidden: frozenset[str], deep: bool) -> Iterator[tuple[ast.Name, bool, bool]]:
    """Yields each name that is read, whether it is a variable of a function or comprehension, and whether it is read later than where it stands or
    in a class, whose variables are its attributes."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node, node.id in hidden, deep
        return
    inner = [(each, hidden, deep) for each in children(node)]
    if isinstance(node, _FUNCTIONS):
        body: list[Any] = node.body if isinstance(node.body, list) else [node.body]
        given = [each for each in nodes_of(node.args) if isinstance(each, ast.arg)]
        own = (hidden | _bound_by(body) | bound_names([*given])) - _declared(nodes_of(ast.Module(body, []), is_scope))
        later = {*body}
        inner = [(each, own, True) if each in later else (each, hidden, deep) for each, _, _ in inner]
    elif isinstance(node, ast.ClassDef):
        inner = [(each, hidden, True) for each, hidden, _ in inner]
    elif isinstance(node, _COMPREHENSIONS):
        own = hidden | bound_names([name for each in node.generators for name in nodes_of(each.target)])
        first = node.generators[0].iter
        parts = [part for each in inner for part in (children(each[0]) if each[0] in node.generators else [each[0]])]
        inner = [(part, hidden if part is first else own, deep) for part in parts]
    for part in inner:
        yield from _reads(*part)


def _bound_by(body: list[Any]) -> frozenset[str]:
    """Returns the names that statements, or the expression of a lambda, bind in their own scope."""
    nodes = nodes_of(ast.Module(body, []), is_scope)
    targets = {name for each in nodes if isinstance(each, ast.comprehension) for name in nodes_of(each.target)}
    return bound_names([each for each in nodes if each not in targets])


def _declared(nodes: list[ast.AST]) -> frozenset[str]:
    return frozenset(name for each in nodes if isinstance(each, ast.Global) for name in each.names)
