"""What a prompt says about tools and about the language. Rendered from the catalog, the library tables and the guest API, never typed by hand.

Tool descriptions come from strangers: each is put on one line, as data, into a slot that is not expanded again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import cast

from codemode import prompts
from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.index import index_line, index_text
from codemode.catalog.schemas import one_line, properties, required, resolve
from codemode.stdlib.registry import Entry, Library

LIST_BUDGET = 12_000  # bytes of the list that decide and select see
REFERENCE_BUDGET = 24_000  # bytes of the reference that code is written from: 6,000 tokens, at four bytes each
_TAG = re.compile(r" `json:[^`]*`")  # says how a field is printed, which no program needs to know
MAX_SCHEMA = 6_000  # characters of one schema; a longer one is left to the declaration, which is cut where it has to be


def tool_list(entries: Sequence[ToolEntry], total: int, budget: int = LIST_BUDGET) -> str:
    """One line for each tool."""
    text = index_text(entries, budget)
    if len(entries) < total and " shown; " not in text:
        text += f"\n({len(entries)} of {total} tools shown, those that fit the request best)"
    return text


def tool_reference(catalog: Catalog, entries: Sequence[ToolEntry], budget: int = REFERENCE_BUDGET) -> str:
    """What one has to know to call each of the tools, best first. What does not fit is shortened, and then counted."""
    full = [_full(catalog, entry) for entry in entries]
    brief = [_brief(catalog, entry) for entry in entries]
    lines = [index_line(entry) for entry in entries]
    parts: list[str] = []
    room = budget
    for position, texts in enumerate(zip(full, brief, lines)):
        # the tools that follow shall at least be named
        reserved = sum(_size(line) for line in lines[position + 1 :])
        fitting = next((text for text in texts if _size(text) <= room - reserved), None)
        if fitting is None:
            fitting = texts[-1] if _size(texts[-1]) <= room else None
        if fitting is None:
            break
        parts.append(fitting)
        room -= _size(fitting)
    if len(parts) < len(catalog):
        parts.append(_remainder(len(parts), len(catalog)))
    return "\n\n".join(parts)


def reference_fits(catalog: Catalog, entries: Sequence[ToolEntry], budget: int) -> bool:
    """Whether `tool_reference` would tell everything of these tools. Not more of them is rendered than fits."""
    room = budget
    for entry in entries:
        room -= _size(_full(catalog, entry))
        if room < 0:
            return False
    return True


def list_fits(entries: Sequence[ToolEntry], budget: int) -> bool:
    """Whether `tool_list` would have a line for each of these tools."""
    room = budget
    for entry in entries:
        room -= len(index_line(entry).encode()) + 1
        if room < -1:  # the last has no line break
            return False
    return True


def _size(text: str) -> int:
    return len(text.encode()) + 2


def _remainder(shown: int, total: int) -> str:
    return (
        f"({shown} of {total} tools shown. If none of these does what is needed, the snippet can find others with "
        "codemode.SearchTools(query, limit) and call them by name.)"
    )


def _full(catalog: Catalog, entry: ToolEntry) -> str:
    schema = resolve(entry.input_schema, entry.input_schema)
    order = list(properties(schema))
    needed = sorted(required(schema), key=lambda key: order.index(key) if key in order else len(order))
    returned = "not declared; look at the result before you rely on its shape"
    text = prompts.render(
        "tool",
        name=one_line(entry.name, 120),
        declaration=catalog.declaration(entry),
        required=", ".join(one_line(key, 60) for key in needed) or "none",
        input=_schema(_bare(entry.input_schema)),
        output=_schema(_bare(entry.output_schema)) if entry.output_schema is not None else returned,
    ).strip()
    return f"{text}\n{called}" if (called := _called(entry)) else text


def _brief(catalog: Catalog, entry: ToolEntry) -> str:
    text = prompts.render("tool_brief", name=one_line(entry.name, 120), declaration=catalog.declaration(entry)).strip()
    return f"{text}\n{called}" if (called := _called(entry)) else text


def _called(entry: ToolEntry) -> str:
    """How to call a tool that plain CallTool does not call."""
    if entry.is_mcp:
        return f"This is a function of an MCP server: call {one_line(entry.name, 120)}(args), not codemode.CallTool."
    return "This tool streams: call it with codemode.CallToolStream." if entry.streaming else ""


# what the declaration says already, as comments, or what is so anyway: unknown keys are refused before a call is made
_TOLD = frozenset({"description", "title", "$schema"})
_NAMED = frozenset({"properties", "$defs", "definitions", "patternProperties"})


def _bare(schema: object, named: bool = False) -> object:
    """A schema without what costs tokens and tells a reader of the declaration nothing. `named`: its keys are names, not keywords."""
    if isinstance(schema, list):
        return [_bare(item) for item in cast("list[object]", schema)]
    if not isinstance(schema, dict):
        return schema
    fields = cast("dict[str, object]", schema)
    return {
        key: value
        if key in ("enum", "const", "default", "examples") and not named
        else _bare(value, key in _NAMED and not named)
        for key, value in fields.items()
        if named or not (key in _TOLD or (key == "additionalProperties" and value is False))
    }


def _schema(schema: object) -> str:
    text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"), default=str)
    if len(text) > MAX_SCHEMA:
        return "too long to show; see the declaration"
    # what is not seen, or turns the text around, stays an escape of JSON
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def language_guide(library: Library, guest_api: Sequence[Entry]) -> str:
    """How to write a snippet, with every call and package there is."""
    calls = "\n".join(f"{_TAG.sub('', entry.text)}{f'  // {entry.doc}' if entry.doc else ''}" for entry in guest_api)
    return prompts.render("language", guest_api=calls, packages=", ".join(library.paths())).strip()
