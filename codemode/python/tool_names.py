"""How a program names tools: as arguments of functions, or as members of groups, of MCP servers, of `tools` and of registered namespaces."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, cast

from codemode.python.library import MODULES, offered
from codemode.python.scopes import Place, place_of
from codemode.python.tool_lookup import groups_of, named_by, tool_of_path, tool_of_server

BY_NAME = frozenset(("call_tool", "stream_tool"))
_OF_TOOLS = frozenset(
    "tools.call tools.Call tools.stream tools.Stream "
    "codemode.CallTool codemode.call_tool codemode.CallToolStream codemode.stream_tool".split()
)
_MEMBERS = frozenset(("call", "search", "describe", "stream", "Call", "Search", "Describe", "Stream"))
_LOOKING = frozenset(
    "tools.search tools.Search tools.describe tools.Describe codemode.SearchTools codemode.search_tools".split()
)
_KEPT = {"store": ("load", "save"), "results": ("delete", "load", "save"), "API": ("list", "read")}
SPACES = "namespaces"


@dataclass(slots=True, frozen=True)
class Verb:
    """A function of a registered namespace: the id of its tool, and the parameters for positional arguments in their order."""

    tool: str
    params: tuple[str, ...] = ()


Spaces = Mapping[str, Any]  # by name: verbs, constants and nested maps of them
NO_SPACES: Spaces = {}


@dataclass(slots=True, frozen=True)
class Called:
    """The target of a call. `tool` is "" if the program computes the name. `args` are the positional arguments and `params` their names, or None
    for the tool's own parameters."""

    tool: str
    args: list[ast.expr]
    params: tuple[str, ...] | None = None


class ToolNames:
    """Resolves names of tools in a program. `free` are the names that the program reads before it binds them, or never binds; only these can refer
    to tools."""

    def __init__(self, catalog: Any, spaces: Spaces, free: set[str]) -> None:
        self.catalog = catalog
        self.spaces = spaces
        self.groups: set[str] = {name.partition(".")[0] for name in catalog.python_names()} | groups_of(catalog)
        self.roots: set[str] = self.groups | set(spaces) | ({SPACES} if spaces else set())
        self._free = free
        self.shadows: dict[Place, bool] = {}  # see scopes
        self.aliases: dict[str, str] = {}  # names that imports bind, and the tools or groups that they stand for

    def path_of(self, node: ast.AST) -> str | None:
        """Returns the dotted name of the node, with what an alias stands for, or None for other expressions."""
        path = dotted(node)
        root, dot, rest = (path or "").partition(".")
        return f"{self.aliases[root]}{dot}{rest}" if root in self.aliases else path

    def is_call(self, path: str) -> bool:
        """Returns whether the name is that of a function that calls tools by their names."""
        return path in BY_NAME or path in _OF_TOOLS

    def reaches_tools(self, node: ast.AST) -> bool:
        """Returns whether the name at the begin of a dotted name may refer to tools."""
        root = root_of(node)
        if not isinstance(root, ast.Name) or root.id not in self._free or self.shadows.get(place_of(root)):
            return False
        name = self.aliases.get(root.id, root.id).partition(".")[0]
        return name in self.roots or name in BY_NAME or name in ("tools", "codemode", "MCP")

    def called(self, node: ast.Call) -> Called | None:
        """Returns the tool that a call names, or None if it names none or calls a computed function."""
        path = self.path_of(node.func)
        if path is None or not self.reaches_tools(node.func):
            return None
        if self.is_call(path):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                return Called(named_by(self.catalog, first.value), node.args[1:])
            return Called("", node.args[1:])
        found = self.named(path)
        return Called(found.tool, node.args, found.params or None) if found is not None else None

    def named(self, path: str) -> Verb | None:
        """Returns the tool that a dotted name refers to, even if the tool does not exist. `params` is () for the tool's own parameters."""
        root, _, rest = path.partition(".")
        if root == "MCP":
            if rest.count(".") != 1:
                return None
            server, _, tool = rest.partition(".")
            servers: Mapping[str, Mapping[str, Any]] = self.catalog.mcp_tools()
            entry = tool_of_server(servers.get(server, {}), tool)
            return Verb(entry.name if entry is not None else path)
        if root == "tools":
            entry = self.catalog.shorthands().get(rest)
            return Verb(entry.name) if entry is not None else None
        verb = self.in_spaces(path)
        if isinstance(verb, Verb):
            return verb
        if root in self.groups and not (
            self._is_of_module(root, rest) if rest else tool_of_path(self.catalog, root) is None
        ):
            return Verb(tool_of_path(self.catalog, path) or path)
        return None

    def in_spaces(self, path: str) -> Any:
        """Returns the member of a namespace, or None if it does not exist."""
        at: Any = {SPACES: self.spaces, **self.spaces}
        for part in path.split("."):
            if not isinstance(at, Mapping) or part not in at:
                return None
            at = cast("Mapping[str, Any]", at)[part]
        return at

    def missing(self, path: str) -> tuple[str, str] | None:
        """Returns a message and a hint if the last part of a dotted name is no member of the part before it."""
        before, _, name = path.rpartition(".")
        members: Iterable[str] | None = None
        if self.catalog.absent_owner(path) is None:
            servers = self.catalog.mcp_tools()
            if before == "tools" and name not in _MEMBERS:
                members = self.catalog.shorthands()
            elif before in _KEPT and name.lower() not in _KEPT[before]:
                members = _KEPT[before]
            elif before == "MCP":
                members = servers
            elif before.startswith("MCP.") and before.count(".") == 1:
                members = servers.get(before[4:])
                if tool_of_server(servers.get(before[4:], {}), name) is not None:
                    return None
        if self.in_spaces(before) is not None and (before == SPACES or is_space(self.in_spaces(before))):
            members = self.in_spaces(before)
        if members is None or name in members:
            return None
        near = get_close_matches(name, list(members), 2, 0.6)
        hint = f"did you mean {' or '.join(f'{before}.{each}' for each in near)}?" if near else _has(before, members)
        return f"{before} has no {name!r}", hint

    def _is_of_module(self, root: str, rest: str) -> bool:
        """Returns whether the name is a member of a module. A name may be both a tool group and a module, and then has the members of both."""
        in_module = root in MODULES and rest.partition(".")[0] in offered()[root]
        return in_module and tool_of_path(self.catalog, f"{root}.{rest}") is None

    def is_harmless(self, path: str) -> bool:
        """Returns whether a dotted name that starts like a tool's name is a constant, a member of a module or a search function instead."""
        if path in _LOOKING or path.partition(".")[0] not in self.roots:
            return path in _LOOKING
        root, _, rest = path.partition(".")
        member = self.in_spaces(path)
        if member is not None:
            return not (isinstance(member, Verb) or is_space(member) or path in (SPACES, root))
        return bool(rest) and root in self.groups and self._is_of_module(root, rest)


def _has(before: str, members: Iterable[str]) -> str:
    shown = list(members)[:12]
    return f"it has {', '.join(shown)}" if shown and before != "tools" else "search_tools(query) finds tools"


def is_space(member: Any) -> bool:
    """Returns whether a member of a namespace is a nested namespace and not a constant."""
    return isinstance(member, Mapping) and any(
        isinstance(each, Verb) or is_space(each) for each in cast("Mapping[str, Any]", member).values()
    )


def root_of(node: ast.AST) -> ast.AST:
    """Returns the first node of an attribute chain."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node


def dotted(node: Any) -> str | None:
    """Returns "a.b.c" for an attribute chain of names, otherwise None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])
