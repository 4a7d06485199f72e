"""What may be given as sources of tools: sources, functions, tools of LangChain, MCP servers of this process."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, cast

from codemode.engine.protocols import ToolSource
from codemode.errors import ConfigError

if TYPE_CHECKING:
    from codemode.engine.functions import FunctionTool


_METHODS = ("known_tools", "list_tools", "call", "stream", "direct", "close")


@cache
def _is_source(kind: type[object]) -> bool:
    """Whether objects of that type are sources by what their class has. Asking the protocol costs more than a short program."""
    return not _missing(kind)


def _missing(kind: type[object]) -> list[str]:
    """The methods of a source that the class does not have."""
    return [name for name in _METHODS if not callable(getattr(kind, name, None))]


class Named(Protocol):
    """A tool of LangChain, or an MCP server of this process."""

    @property
    def name(self) -> str: ...


One: TypeAlias = "ToolSource | Callable[..., Any] | FunctionTool | Named"
Source: TypeAlias = "One | Sequence[One]"  # what may be given wherever sources are expected


def checked_sources(sources: object) -> tuple[ToolSource, ...]:
    """Returns the sources; functions, FunctionTools and tools of LangChain among them become one source. Raises ConfigError."""
    kind = type(sources)
    many = isinstance(sources, Iterable) and not issubclass(kind, str | Mapping) and not _is_source(kind)
    if not issubclass(kind, list | tuple) and not many:
        raise ConfigError(
            f"sources must be a list of tool sources and functions, sources=[...], not one {kind.__name__}"
        )
    found: list[object] = []
    functions: list[Any] = []
    for source in _all(cast("Iterable[object]", sources)):
        made = not isinstance(source, type)
        if made and (_is_source(type(source)) or isinstance(source, ToolSource)):
            found.append(source)
        elif made and (server := _source_of_server(source)) is not None:
            found.append(server)
        elif made and _is_function(source):
            if not functions:
                # the place of the list counts: of two tools with one name, the first is called
                found.append(functions)
            functions.append(source)
        else:
            raise _no_source(source)
    if functions:
        from codemode.engine.functions import FunctionSource

        together = FunctionSource(functions)
        found = [together if source is functions else source for source in found]
    return cast("tuple[ToolSource, ...]", tuple(found))


def _all(given: Iterable[object]) -> Iterator[object]:
    """Yields the given sources, also those in inner lists: `[tools, source]`."""
    for source in given:
        if isinstance(source, list | tuple):
            yield from cast("Sequence[object]", source)
        else:
            yield source


def _no_source(given: object) -> ConfigError:
    named = getattr(given, "__name__", "")
    kind = type(given).__name__
    if isinstance(given, Coroutine):
        given.close()  # or Python would also warn that nobody has awaited it
        return ConfigError(
            f"not a tool source: a coroutine; write `await` before the call of {named or 'the function'}"
        )
    told = f"{named} of the type {kind}" if named else f"an object of the type {kind}"
    missing = _missing(type(given))
    if len(missing) < len(_METHODS):
        told += f", which lacks these methods of a ToolSource: {', '.join(missing)}"
    return ConfigError(
        f"not a tool source: {told}; give functions, FunctionSource, UtcpSource or McpSource objects, "
        "tools of LangChain, or an MCP server object such as FastMCP"
    )


def _source_of_server(given: object) -> Any:
    """Returns a source for an MCP server object (of FastMCP or the official `mcp` package), None for any other object. Raises ConfigError."""
    if any(kind.__module__.partition(".")[0] in ("fastmcp", "mcp") for kind in type(given).__mro__):
        return import_module("codemode.sources.mcp_server_objects").source_of(given)  # only where one is given
    return None


def _is_function(given: object) -> bool:
    """Whether it becomes a tool: a function, a method, anything else that is called, a FunctionTool, and a tool of LangChain."""
    if callable(given):
        return True
    from codemode.engine.functions import FunctionTool
    from codemode.engine.functions.langchain import is_langchain_tool

    return isinstance(given, FunctionTool) or is_langchain_tool(given)
