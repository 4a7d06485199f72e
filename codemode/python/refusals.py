"""Finds in the text of a program what the library would refuse at run time, so that it is told before the first call of a tool."""

# values of programs have any type
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from codemode.python.classes import refused_base
from codemode.python.library import GUEST_NAMES, MODULES, known_names, sample
from codemode.python.library.built_in import ONE_TYPE
from codemode.python.library.patterns import FLAGS, refusal_of
from codemode.python.nodes import nodes_of
from codemode.python.rewrite import bound_names
from codemode.python.tool_names import dotted

_TRY = (ast.Try, ast.TryStar)
# what Python 3.12 has in def f[T]
_TYPE_PARAMETERS = tuple(getattr(ast, name) for name in ("TypeVar", "TypeVarTuple", "ParamSpec") if hasattr(ast, name))
Refusal = tuple[ast.AST, str, str]  # node, message, hint
_UNKNOWN = object()
# functions of re that take a pattern first, and which of their arguments are the flags
_FLAGS_AT = {
    "compile": 1,
    **dict.fromkeys(("search", "match", "fullmatch", "findall", "finditer"), 2),
    **dict.fromkeys(("split",), 3),
    **dict.fromkeys(("sub", "subn"), 4),
}


LOOKED_AT = (ast.Call, ast.ClassDef, ast.Attribute, *_TYPE_PARAMETERS)  # the kinds of nodes that may be refused


class Refusals:
    """`is_free` returns whether a name certainly means what it means without the program, `roots` are the names of tools."""

    def __init__(self, nodes: list[ast.AST], is_free: Callable[[ast.AST], bool], roots: set[str]) -> None:
        self._nodes = nodes
        self._is_free = is_free
        self._roots = roots
        self._imported = dict(_imports(nodes))
        for name in bound_names([node for node in nodes if not isinstance(node, ast.alias)]):
            self._imported.pop(name, None)

    def of(self, node: ast.AST) -> Iterator[Refusal]:
        if isinstance(node, ast.Call):
            name = self.meaning(node.func)
            if name == "type" and len(node.args) > 1 and not any(isinstance(each, ast.Starred) for each in node.args):
                yield node, *ONE_TYPE
            elif name.startswith("re."):
                yield from self._pattern(node, name[3:])
        elif isinstance(node, ast.ClassDef):
            for base in node.bases:
                value = self._value(base)
                told = refused_base(sample(), value, alone=len(node.bases) == 1) if value is not _UNKNOWN else ""
                if told:
                    yield base, told, ""
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            name = self.meaning(node.value)
            if name in MODULES or name in known_names() or name in self._roots:
                yield node, f"the attributes of {name} cannot be set", "keep the value in a variable of your own"
        elif isinstance(node, _TYPE_PARAMETERS):
            # they are left out when the program runs, so their names would mean tools again
            name = getattr(node, "name", "")
            if name in MODULES or name in known_names() or name in self._roots:
                yield node, f"a type parameter cannot have the name {name}", "give it another name, such as T"

    def meaning(self, node: ast.AST) -> str:
        """Returns the dotted name of what the library, Python or the host has under the name in the program, or ""."""
        path = dotted(node) or ""
        root, dot, rest = path.partition(".")
        if root in self._imported:
            return f"{self._imported[root]}{dot}{rest}"
        return path if path and self._is_free(node) else ""

    def _value(self, node: ast.AST) -> Any:
        name = self.meaning(node)
        if name in known_names() - GUEST_NAMES:
            return getattr(builtins, name, _UNKNOWN)
        module, _, member = name.rpartition(".")
        return sample().modules[module].members.get(member, _UNKNOWN) if module in MODULES else _UNKNOWN

    def _pattern(self, node: ast.Call, function: str) -> Iterator[Refusal]:
        at = _FLAGS_AT.get(function)
        named = {each.arg: each.value for each in node.keywords}
        pattern = node.args[0] if node.args else named.get("pattern")
        if at is None or not isinstance(pattern, ast.Constant) or not isinstance(pattern.value, str):
            return
        given = node.args[at] if len(node.args) > at else named.get("flags")
        flags = self._flags(given) if given is not None else 0
        told = refusal_of(pattern.value, flags) if flags is not None else ""
        if told and node not in self._handled:
            yield pattern, told, ""

    @cached_property
    def _handled(self) -> set[ast.AST]:
        """The nodes whose failures the program may handle."""
        found: set[ast.AST] = set()
        for node in self._nodes:  # outer ones first
            if isinstance(node, _TRY) and node.handlers and node not in found:
                found.update(*map(nodes_of, node.body))
        return found

    def _flags(self, node: ast.expr) -> int | None:
        """Returns the flags of an expression such as `re.I | re.M`, or None if they are not known."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            left, right = self._flags(node.left), self._flags(node.right)
            return left | right if left is not None and right is not None else None
        return FLAGS.get(self.meaning(node).removeprefix("re."))


def _imports(nodes: list[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yields the names that imports bind, and what they mean."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.partition(".")[0]
                yield alias.asname or whole, whole
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"
