"""Tells what a name means where a program reads it, if the program also assigns it: before that a tool or a built-in, afterwards the variable."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass
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
    surely.update(dict.fromkeys(_deleted(tree), _NEVER))
    found: dict[Place, bool] = {}
    for at, statement in enumerate(tree.body):
        before = _before(statement)
        for name, hidden, deep in _reads(statement, _Scope(frozenset(), frozenset(), False)):
            bound = first.get(name.id, _NEVER)
            if name.id not in names or not (hidden or bound < _NEVER):
                continue
            if hidden or at > surely.get(name.id, _NEVER):
                found[place_of(name)] = True
            elif deep or at > bound or (at == bound and name not in before):
                found[place_of(name)] = False
    return found


def _deleted(tree: ast.AST) -> Iterator[str]:
    """Yields the names that the program deletes anywhere, as the end of each handler does with its own."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


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


@dataclass(slots=True, frozen=True)
class _Scope:
    """Where a name is read. `hidden` are the names that are variables of functions or comprehensions there, `inner` those in the functions that are
    made there. It is `deep` where names are read later than where they stand, and in a class, whose variables are its attributes."""

    hidden: frozenset[str]
    inner: frozenset[str]
    deep: bool


def _reads(node: ast.AST, here: _Scope) -> Iterator[tuple[ast.Name, bool, bool]]:
    """Yields each name that is read, whether it certainly is a variable of a function or comprehension, and whether it is read deep."""
    if isinstance(node, ast.Name):
        if isinstance(node.ctx, ast.Load):
            yield node, node.id in here.hidden, here.deep
        return
    inside: dict[Any, _Scope] = {}
    if isinstance(node, _FUNCTIONS):
        body: list[Any] = node.body if isinstance(node.body, list) else [node.body]
        given = [each for each in nodes_of(node.args) if isinstance(each, ast.arg)]
        own = (here.inner | _bound_by(body) | bound_names([*given])) - _declared(_own_nodes(body))
        inside = dict.fromkeys(body, _Scope(own, own, True))
    elif isinstance(node, ast.ClassDef):
        # what a class binds is its own or, until then, the module's, never that of a function around it
        declared = _declared(_own_nodes(node.body))
        own = here.inner - _bound_by(node.body) - declared
        inside = dict.fromkeys(node.body, _Scope(own, here.inner - declared, True))
    elif isinstance(node, _COMPREHENSIONS):
        own = bound_names([name for each in node.generators for name in nodes_of(each.target)])
        scope = _Scope(here.hidden | own, here.inner | own, here.deep)
        steps: list[Any] = [*node.generators]
        parts = [part for each in children(node) for part in (children(each) if each in steps else [each])]
        for part in parts:
            yield from _reads(part, here if part is node.generators[0].iter else scope)
        return
    for each in children(node):
        yield from _reads(each, inside.get(each, here))


def _own_nodes(body: list[Any]) -> list[ast.AST]:
    return nodes_of(ast.Module(body, []), is_scope)


def _bound_by(body: list[Any]) -> frozenset[str]:
    """Returns the names that statements, or the expression of a lambda, bind in their own scope."""
    nodes = _own_nodes(body)
    targets = {name for each in nodes if isinstance(each, ast.comprehension) for name in nodes_of(each.target)}
    return bound_names([each for each in nodes if each not in targets])


def _declared(nodes: list[ast.AST]) -> frozenset[str]:
    return frozenset(name for each in nodes if isinstance(each, ast.Global) for name in each.names)
