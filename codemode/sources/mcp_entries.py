"""The tools of an MCP server as entries of the catalog, each under the name that a program calls it by: `MCP.<server>.<tool>`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from codemode.catalog import ToolEntry, entry_id
from codemode.catalog.entries import Outputs
from codemode.catalog.names import exported_name, snake_name
from codemode.catalog.schemas import one_line
from codemode.sources.mcp_wrapping import unwrapped_schema

MAX_NAMED = 12  # resources or prompts that a description names
MAX_SERVER, MAX_TOOL = 40, 70  # characters of the identifiers: prompts show a name whole or not at all


@dataclass(slots=True, frozen=True)
class Listing:
    """What a server lists, in its order."""

    tools: Sequence[Any] = ()
    resources: Sequence[Any] = ()
    templates: Sequence[Any] = ()
    prompts: Sequence[Any] = ()
    left_out: Sequence[str] = ()  # messages about what was wrong


@dataclass(slots=True, frozen=True)
class Target:
    """The target of a name: a tool of the server, or (`asks`) another request to it. `wraps` tells that its value is inside `{"result": value}`."""

    tool: str
    asks: str = ""
    wraps: bool = False


def safe_names(names: Iterable[str], limit: int) -> dict[str, str]:
    """Returns a Go identifier for each name, which is the name itself if possible. If several names have the same identifier, a number is added."""
    wanted = sorted(
        {name: _identifier(name, limit) for name in names}.items(), key=lambda pair: (pair[0] != pair[1], pair[0])
    )
    made: dict[str, str] = {}
    taken: set[str] = set()
    last: dict[str, int] = {}
    for name, base in wanted:
        found = base
        while found in taken:
            stem = base[: limit - 6]
            number = last[stem] = last.get(stem, 1) + 1
            found = f"{stem}_{number}"
        taken.add(found)
        made[name] = found
    return made


def _identifier(name: str, limit: int) -> str:
    """Returns a Go identifier that is not only underscores."""
    letters = "".join(c if c.isalpha() or unicodedata.category(c) == "Nd" else "_" for c in name[:limit])
    return snake_name(letters)[:limit] if letters.strip("_") else "unnamed"


def entries_of(
    server: str, identifier: str, listing: Listing, outputs: Outputs = ""
) -> dict[str, tuple[ToolEntry, Target]]:
    """Returns everything that a server offers, by name."""
    named = safe_names((tool.name for tool in listing.tools), MAX_TOOL)
    found: dict[str, tuple[ToolEntry, Target]] = {}
    for tool in listing.tools:
        entry = _tool_entry(server, f"MCP.{identifier}.{named[tool.name]}", tool, outputs)
        wraps = entry.output_schema is not tool.output_schema
        found.setdefault(entry.name, (entry, Target(tool.name, wraps=wraps)))
    spoken = {exported_name(each) for each in named.values()}
    for make in _REQUESTS:
        entry = make(server, identifier, listing)
        word = entry.name.rpartition(".")[2] if entry is not None else ""
        # a tool of the server has precedence
        if entry is not None and word not in spoken:
            found[entry.name] = (entry, Target("", asks=word))
    return found


def _tool_entry(server: str, name: str, tool: Any, outputs: Outputs) -> ToolEntry:
    hints = tool.annotations
    read_only = hints is not None and hints.read_only_hint is True
    inside = unwrapped_schema(tool.output_schema)
    title = tool.title or (hints.title if hints is not None else None) or tool.name
    return ToolEntry(
        id=entry_id("mcp", server, tool.name),
        name=name,
        description=tool.description or "",
        label=f"{title} (MCP server {server})",
        input_schema=tool.input_schema,
        output_schema=inside if inside is not None else tool.output_schema,
        read_only=read_only,
        # a tool that only reads may be repeated, too
        idempotent=read_only or (hints is not None and hints.idempotent_hint is True),
        source="mcp",
        source_name=server,
        outputs=outputs,
    )


# --- resources and prompts -----------------------------------------------------------------------------------------------

_NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
_STRING = {"type": "string"}


def _request(
    server: str, identifier: str, word: str, description: str, input_schema: dict[str, Any], output: dict[str, Any]
) -> ToolEntry:
    return ToolEntry(
        id=entry_id("mcp", server, word),
        name=f"MCP.{identifier}.{word}",
        description=description,
        label=f"{word} (MCP server {server})",
        input_schema=input_schema,
        output_schema=output,
        read_only=True,
        idempotent=True,
        source="mcp",
        source_name=server,
    )


def _object(required: tuple[str, ...] = (), **members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members, "required": list(required)}


def _named(kind: str, names: Sequence[str]) -> str:
    shown = ", ".join(one_line(name, 80) for name in names[:MAX_NAMED])
    return f" {kind}: {shown}{', ...' if len(names) > MAX_NAMED else ''}." if names else ""


def _list_resources(server: str, identifier: str, listing: Listing) -> ToolEntry | None:
    if not listing.resources and not listing.templates:
        return None
    item = _object((), uri=_STRING, uriTemplate=_STRING, name=_STRING, description=_STRING, mimeType=_STRING)
    text = f"List the resources of MCP server {server} and the templates of their addresses."
    return _request(server, identifier, "ListResources", text, _NOTHING, {"type": "array", "items": item})


def _read_resource(server: str, identifier: str, listing: Listing) -> ToolEntry | None:
    if not listing.resources and not listing.templates:
        return None
    names = [str(r.uri) for r in listing.resources] + [t.uri_template for t in listing.templates]
    text = f"Read a resource of MCP server {server}.{_named('Resources', names)}"
    kept = {"attachment": _STRING, "media_type": _STRING, "name": _STRING, "bytes": {"type": "integer"}}
    item = _object(("uri",), uri=_STRING, mimeType=_STRING, text=_STRING, **kept)
    given = _object(("uri",), uri=_STRING)
    return _request(server, identifier, "ReadResource", text, given, {"type": "array", "items": item})


def _list_prompts(server: str, identifier: str, listing: Listing) -> ToolEntry | None:
    if not listing.prompts:
        return None
    item = _object(("name",), name=_STRING, description=_STRING, arguments={"type": "array"})
    text = f"List the prompts of MCP server {server}."
    return _request(server, identifier, "ListPrompts", text, _NOTHING, {"type": "array", "items": item})


def _get_prompt(server: str, identifier: str, listing: Listing) -> ToolEntry | None:
    if not listing.prompts:
        return None
    text = f"Fill in a prompt of MCP server {server}.{_named('Prompts', [p.name for p in listing.prompts])}"
    arguments = {"type": "object", "additionalProperties": _STRING}
    message = _object(("role", "content"), role=_STRING, content={})
    output = _object(("messages",), description=_STRING, messages={"type": "array", "items": message})
    given = _object(("name",), name=_STRING, arguments=arguments)
    return _request(server, identifier, "GetPrompt", text, given, output)


_REQUESTS: tuple[Callable[[str, str, Listing], ToolEntry | None], ...] = (
    _list_resources,
    _read_resource,
    _list_prompts,
    _get_prompt,
)
