"""Package MCP, as guest code sees it: a package for each MCP server, with a function for each of its tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.names import exported_name, nearest
from codemode.catalog.schemas import properties, resolve
from codemode.dsl.names import letters_of
from codemode.engine.natives import host_requests
from codemode.engine.natives.calling import BY_MAP, arguments_of, in_order
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.signals import MCP_CALL
from codemode.interpreter.machine.values import Box
from codemode.types import model
from codemode.types.objects import Func, Object, PkgName


class McpPackage:
    """Package MCP over one catalog; its members are packages."""

    name = path = "MCP"

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._made: dict[str, PkgName] = {}

    def member(self, name: str) -> Object | None:
        servers = self._servers()
        server = spelled(servers, name)
        if server is None:
            return None
        found = self._made.get(server)
        if found is None:
            tools = servers[server]
            package = McpServerPackage(server, tools) if tools is not None else AbsentServerPackage(server)
            found = self._made[server] = PkgName(server, model.INVALID, package=package, used=True)
        return found

    def _servers(self) -> dict[str, Mapping[str, ToolEntry] | None]:
        """The tools of each server; None for one whose tools are not known."""
        absent = (name.removeprefix("MCP.") for name in self._catalog.absent if name.startswith("MCP."))
        return {**dict.fromkeys(absent), **self._catalog.mcp_tools()}

    def member_names(self) -> list[str]:
        return list(self._servers())

    def advice(self, name: str) -> str:
        servers = self.member_names()
        if not servers:
            return "there are no MCP servers here; codemode.SearchTools(query) finds other tools"
        return f"the MCP servers are {', '.join(f'MCP.{server}' for server in servers[:12])}"


class McpServerPackage:
    """The tools of one server."""

    def __init__(self, server: str, tools: Mapping[str, ToolEntry]) -> None:
        self.name = self.path = f"MCP.{server}"
        self._tools = tools
        self._made: dict[str, Func] = {}

    def member(self, name: str) -> Object | None:
        tool = spelled(self._tools, name)
        if tool is None:
            return None
        found = self._made.get(tool)
        if found is None:
            found = self._made[tool] = _function(self.name, tool, self._tools[tool])
        return found

    def member_names(self) -> list[str]:
        return list(self._tools)

    def advice(self, name: str) -> str:
        near = nearest(name, self._tools, 2) or list(self._tools)[:12]
        return f"it has {', '.join(f'{self.name}.{tool}' for tool in near)}"


class AbsentServerPackage:
    """A server that could never be listed: whatever is called of it gives the error that says why."""

    def __init__(self, server: str) -> None:
        self.name = self.path = f"MCP.{server}"
        self._made: dict[str, Func] = {}

    def member(self, name: str) -> Object | None:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = absent_function(self.name, name, f"{self.name}.{name}", MCP_CALL)
        return found

    def member_names(self) -> list[str]:
        return []

    def advice(self, name: str) -> str:
        return ""


def absent_function(package: str, name: str, tool: str, kind: str = "tool") -> Func:
    """A function for a tool of which nothing is known but its name."""

    def native(run: Run, input: list[Any]) -> tuple[Any, Any]:
        arguments, _ = arguments_of(run, tool, input)
        return host_requests.call(run, tool, arguments or {}, kind=kind)

    return Func(name, BY_MAP, native=native, wants_run=True, package=package, param_names=("input",))


def spelled(known: Mapping[str, Any], name: str) -> str | None:
    """Returns the known identifier for a name, however its words are separated: `create_issue` is also `CreateIssue`, if only one matches."""
    if name in known:
        return name
    found = [each for each in known if exported_name(each) == name] or [
        each for each in known if letters_of(each) == letters_of(name)
    ]
    return found[0] if len(found) == 1 else None


def _function(package: str, name: str, entry: ToolEntry) -> Func:
    # by name, so that a compiled program fits every catalog in which that name means the same tool
    tool, order = entry.name, tuple(properties(resolve(entry.input_schema, entry.input_schema)))

    def native(run: Run, input: list[Any]) -> tuple[Any, Any]:
        if _is_by_position(order, input):
            arguments, problem = in_order(run, tool, order, input)
        else:
            arguments, problem = arguments_of(run, tool, input)
        return (None, problem) if arguments is None else host_requests.call(run, tool, arguments, kind=MCP_CALL)

    return Func(
        name, BY_MAP, native=native, wants_run=True, package=package, param_names=("input",), doc=entry.description
    )


def _is_by_position(order: tuple[str, ...], input: list[Any]) -> bool:
    """ReadResource("file:///x") and GetPrompt("review", args): arguments in the order of the tool's parameters, if the first is a string."""
    first = input[0] if input else None
    if type(first) is Box:
        first = first.v
    return type(first) is bytes and len(input) <= len(order)
