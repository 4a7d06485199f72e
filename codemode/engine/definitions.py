"""The definitions of `exec` and `wait`, the two tools that a model sees, in the forms of the model APIs. The texts come from `prompts/exec*.md`
and `prompts/wait*.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from codemode import prompts
from codemode.catalog import Catalog
from codemode.catalog.index import MAX_LINE, IndexItem, catalog_items, exec_index, inert
from codemode.catalog.names import nearest, python_name
from codemode.catalog.schemas import PYTHON
from codemode.engine.frameworks import Framework
from codemode.engine.natives.namespaces import index_items
from codemode.engine.threads import in_few
from codemode.engine.toolbox import Toolbox
from codemode.errors import ConfigError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

NOTES_BUDGET: Final = 2000  # of those, for notes of servers
MAX_NOTE: Final = 600  # characters of one note
MAX_ABSENT: Final = 20  # servers and manuals without tools that are named in the description

Dialect = Literal["openai", "openai_responses", "openai_freeform", "anthropic", "mcp"]

INDEX_BUDGET: Final = 8000  # bytes of the index in the description of exec
NAMESPACES_BUDGET: Final = 2000  # of those, for registered namespaces

Tool = dict[str, Any]


def definitions(
    dialect: Dialect, toolbox: Toolbox, *, complete: bool = True, languages: Sequence[str] = ("go",)
) -> list[Tool]:
    """Returns the definitions of `exec` and `wait` for a caller who sees these tools; `complete` tells whether all tools are known. Equal tools give
    equal bytes. `languages` are those of the engine; with several, `exec` has a `language` parameter.

    The dialect "openai" is for Chat Completions, "openai_responses" for the Responses API, "openai_freeform" is the latter with `exec` as a custom
    tool whose input is the program itself. Raises ConfigError for an unknown dialect.
    """
    form = _DIALECTS.get(dialect)
    if form is None:
        frameworks = get_args(Framework)
        near = nearest(str(dialect), [*_DIALECTS, *frameworks], 1)
        hint = f"; did you mean {near[0]!r}?" if near and near[0] != dialect else ""
        told = f"tools are defined for {', '.join(_DIALECTS)}, not {dialect!r}{hint}"
        raise ConfigError(f"{told}; session.tools also makes those of {', '.join(frameworks)}")
    if form is _freeform:
        languages = languages[:1]  # a custom tool has no parameter that says which one
    told = exec_text(toolbox, complete=complete, languages=languages)
    return [form("exec", told, _code(languages)), form("wait", _said("wait"), _takes("run_id", "wait_run_id"))]


def is_framework(dialect: str) -> TypeIs[Framework]:
    return dialect in get_args(Framework)


async def complete_definitions(dialect: Dialect, toolbox: Toolbox, languages: Sequence[str]) -> list[Tool]:
    """Like `definitions`, for a catalog that is complete. Works in a thread, because a few tools may have schemas of megabytes."""
    complete = not toolbox.catalog.absent
    return await in_few(lambda: definitions(dialect, toolbox, complete=complete, languages=languages))


def python_items(catalog: Catalog) -> Iterator[IndexItem]:
    """The tools of a catalog for the index, as Python spells names and types."""
    return (replace(item, name=python_name(item.name)) for item in catalog_items(catalog, (PYTHON, PYTHON)))


def exec_text(toolbox: Toolbox, *, complete: bool = True, languages: Sequence[str] = ("go",)) -> str:
    """The description of exec. The index of tools gets the bytes that the namespaces leave."""
    first, *others = languages
    in_go = first == "go"
    parts: list[str] = []
    verbs = [item for offered in toolbox.namespaces for item in index_items(offered, toolbox.catalog, python=not in_go)]
    looking = ('API.List("namespaces/")', "API.Read(path)") if in_go else ('API.list("namespaces/")', "API.read(path)")
    functions = exec_index(verbs, NAMESPACES_BUDGET, f"{looking[0]} finds the others", looking[1])
    notes = _notes(toolbox)
    room = INDEX_BUDGET - len(functions.encode()) - len(notes.encode())
    how = () if in_go else ("search_tools(query) finds the others", "describe_tool(name)")
    items = catalog_items(toolbox.catalog) if in_go else python_items(toolbox.catalog)
    tools = exec_index(items, room, *how)
    if tools and notes:
        tools = f"{notes}{tools}"
    if tools:
        entries = toolbox.catalog.entries
        mcp, streams = any(entry.is_mcp for entry in entries), any(entry.streaming for entry in entries)
        parts.append(
            prompts.render(
                "exec_tools",
                index=tools,
                mcp=f" {_said('call_mcp')}" if mcp and in_go else "",
                streams=f" {_said('call_stream' if in_go else 'call_stream_python')}" if streams else "",
            )
        )
    if functions:
        named = "exec_namespaces" if in_go else "exec_namespaces_python"
        parts.append(prompts.render(named, index=functions))
    if not complete:
        named = [each for each in toolbox.catalog.absent if each][:MAX_ABSENT]
        whose = f" (of {', '.join(inert(name, MAX_LINE) for name in named)})" if named else ""
        parts.append(prompts.render("exec_some_tools" if in_go else "exec_some_tools_python", whose=whose))
    told = "\n".join(
        [_said(f"exec_also_{other}") + "\n" for other in others] + (parts or [prompts.render("exec_no_tools")])
    )
    return prompts.render("exec" if in_go else "exec_python", tools=told).strip()


def _notes(toolbox: Toolbox) -> str:
    """The notes of servers, one line each, as far as there is room."""
    there = {entry.name.rpartition(".")[0] for entry in toolbox.catalog.entries if entry.is_mcp}
    text = ""
    for prefix in sorted(there & toolbox.notes.keys()):
        line = f"- {prefix}.*: {inert(toolbox.notes[prefix], MAX_NOTE)}\n"
        if len((text + line).encode()) <= NOTES_BUDGET:
            text += line
    return text


def _said(name: str) -> str:
    return prompts.render(name).strip()


def _takes(parameter: str, name: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {parameter: {"type": "string", "description": _said(name)}},
        "required": [parameter],
        "additionalProperties": False,
    }


def _code(languages: Sequence[str]) -> Tool:
    takes = _takes("code", "exec_code")
    if len(languages) > 1:
        told = prompts.render("exec_language", first=languages[0]).strip()
        takes["properties"]["language"] = {"type": "string", "enum": [*languages], "description": told}
    return takes


# --- dialects ----------------------------------------------------------------------------------------------------------

# each makes the definition of one tool of its name, its description and the schema of its parameters


def _chat(name: str, description: str, parameters: Tool) -> Tool:
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


def _responses(name: str, description: str, parameters: Tool) -> Tool:
    # strict schemas have no optional parameters
    parameters = {**parameters, "required": [*parameters["properties"]]}
    return {"type": "function", "name": name, "description": description, "parameters": parameters, "strict": True}


def _freeform(name: str, description: str, parameters: Tool) -> Tool:
    if name != "exec":
        return _responses(name, description, parameters)
    text = f"{description}\n\n{_said('exec_freeform')}"
    return {"type": "custom", "name": name, "description": text, "format": {"type": "text"}}


def _anthropic(name: str, description: str, parameters: Tool) -> Tool:
    return {"name": name, "description": description, "input_schema": parameters}


def _mcp(name: str, description: str, parameters: Tool) -> Tool:
    return {"name": name, "description": description, "inputSchema": parameters}


_DIALECTS: Final[dict[str, Callable[[str, str, Tool], Tool]]] = {
    "openai": _chat,
    "openai_responses": _responses,
    "openai_freeform": _freeform,
    "anthropic": _anthropic,
    "mcp": _mcp,
}
