"""Packages tools and API, as guest code sees them: the catalog, and the same catalog as read-only files of Go declarations."""

from __future__ import annotations

from typing import Any

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.names import exported_name, nearest, snake_name
from codemode.engine.natives import host_requests
from codemode.engine.natives.calling import BY_MAP, arguments_of, called, codemode, search_for, tool_value
from codemode.engine.natives.host_requests import ask, must
from codemode.engine.natives.mcp import absent_function
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Slice, slice_from
from codemode.stdlib.registry import Entry, Package
from codemode.types import model
from codemode.types.objects import Func, Object, ToolFunc

tools = Package("tools", "the catalog of tools")
api = Package("API", "the catalog as read-only files")

_SEARCH = model.signature_of(
    (model.STRING, model.slice_of(model.INT)), (model.slice_of(codemode.named("Tool")), model.ERROR), variadic=True
)


# what Describe gives: a map that prints as text. It has no name for programs, so that no tool loses its own
DESCRIPTION = tools.adopt(model.Named("Description", "tools", model.MAP_STRING_ANY))
DESCRIPTION.is_data = True


@tools.func("func Describe(id string) (any, error)", run=True)
def describe(run: Run, id: bytes) -> tuple[Any, Any]:
    """Describe gives a tool's schemas and its Go declaration, printed as text. Describe("language") tells how to write programs."""
    found, error = ask(run, "describe", "describe", id=id)
    return (None, error) if error is not None else (Box(DESCRIPTION, found), None)


@tools.method("func (d Description) String() string")
def description_text(d: dict[bytes, Any]) -> bytes:
    """String gives the declaration, or the text."""
    found = d.get(b"text") or d.get(b"declaration") if d else None
    return found if isinstance(found, bytes) else b""


@tools.func("func Call(id string, input ...any) (any, error)", run=True)
def call(run: Run, id: bytes, input: list[Any]) -> tuple[Any, Any]:
    """Call calls a tool by its id or name."""
    return called(run, id, input)


@api.func("func List(prefix ...string) []string", run=True)
def list_files(run: Run, prefix: list[bytes]) -> Slice:
    """List gives the paths of the files that begin with prefix."""
    found, error = ask(run, "api", "list", prefix=prefix[0] if prefix else b"")
    must(error)
    return found if isinstance(found, Slice) else slice_from([])


@api.func("func Read(path string) (string, error)", run=True)
def read_file(run: Run, path: bytes) -> tuple[Any, Any]:
    """Read gives the Go declarations in a file, for example API.Read("utcp/math.go")."""
    text, error = ask(run, "api", "read", path=path)
    return (b"", error) if error is not None else (text, None)


class ToolsPackage:
    """Package tools over one catalog: its fixed functions, and a shorthand for every tool that has a name of its own."""

    name = path = "tools"

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._made: dict[str, Object] = {}

    def member(self, name: str) -> Object | None:
        if name == "Search":
            return _search()
        fixed = tools.member(name)
        if fixed is not None:
            return fixed
        found = self._made.get(name)
        if found is None:
            entry = self._catalog.shorthands().get(name)
            if entry is not None:
                found = self._made[name] = _shorthand(name, entry)
            elif (absent := self._absent(name)) is not None:
                found = self._made[name] = absent_function("tools", name, absent)
        return found

    def _absent(self, name: str) -> str | None:
        """Returns the tool for a shorthand whose manual could not be listed."""
        for prefix in self._catalog.absent:
            for begin in (f"{snake_name(prefix)}_", exported_name(prefix)):
                if prefix and name.startswith(begin) and len(name) > len(begin):
                    return f"{prefix}.{name[len(begin) :]}"
        return None

    def member_names(self) -> list[str]:
        return sorted({"Search", *tools.member_names(), *self._catalog.shorthands()})

    def advice(self, name: str) -> str:
        near = nearest(name, self.member_names(), 2)
        if near:
            return f"did you mean {' or '.join(f'tools.{n}' for n in near)}?"
        return "find tools with tools.Search(query), call them with tools.Call(id, args)"

    def entries(self) -> list[Entry]:
        text = "func Search(query string, limit ...int) ([]codemode.Tool, error)"
        return [
            Entry("func", "Search", text, "Search is codemode.SearchTools without the tools of MCP servers."),
            *(entry for entry in tools.entries() if entry.kind == "func"),
        ]


def _search() -> Func:
    def native(run: Run, query: bytes, limit: list[int]) -> tuple[Any, Any]:
        return search_for(run, query, limit, mcp=False)

    made = Func("Search", _SEARCH, native=native, wants_run=True, package="tools")
    made.param_names = ("query", "limit")
    return made


def _shorthand(name: str, entry: ToolEntry) -> ToolFunc:
    # by name, so that a compiled program fits every catalog in which that name means the same tool
    tool = entry.name

    def native(run: Run, input: list[Any]) -> tuple[Any, Any]:
        arguments, problem = arguments_of(run, tool, input)
        return (None, problem) if arguments is None else host_requests.call(run, tool, arguments)

    names, doc = ("input",), entry.description
    return ToolFunc(name, BY_MAP, native=native, wants_run=True, package="tools", param_names=names, doc=doc, tool=tool)


def all_tools(run: Run) -> Slice:
    """Returns the value of ALL_TOOLS, which is requested once in a run."""
    found = run.services.get("all_tools")
    if found is None:
        listed, error = ask(run, "search", "all")
        must(error)
        found = run.services["all_tools"] = slice_from([tool_value(e) for e in listed.view()])
    return found


ALL_TOOLS_TYPE = model.slice_of(codemode.named("Tool"))
