"""`codemode tools`: lists tools."""

from __future__ import annotations

import json as json_
from collections.abc import Sequence
from typing import Any

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.index import index_line
from codemode.catalog.lazy_schemas import whole
from codemode.terminal.inputs import NO_TOOLS, ToolFiles, open_sources
from codemode.terminal.json_output import put
from codemode.terminal.render import quoted, tell

SEARCHED = 20  # tools that a search shows


async def list_tools(files: ToolFiles, *, search: str | None, go: bool, json: bool) -> int:
    async with open_sources(files) as sources:
        catalog = Catalog([entry for source in sources for entry in await source.list_tools()])
    found: Sequence[ToolEntry] = catalog.entries if search is None else catalog.search(search, SEARCHED)
    if json:
        put(json_.dumps([_described(catalog, entry) for entry in found], ensure_ascii=False, indent=2))
    elif go:
        tell("\n\n".join(catalog.declaration(entry) for entry in found), stdout=True)
    else:
        for entry in found:
            tell(index_line(entry), stdout=True)
    for warning in catalog.warnings:
        tell(f"codemode: {quoted(warning)}")
    if not found:
        tell(_nothing(search, files))
    return 0


def _nothing(search: str | None, files: ToolFiles) -> str:
    if not files:
        return f"codemode: {NO_TOOLS}"
    return "codemode: no tools" if search is None else f"codemode: no tool matches {search!r}"


def _described(catalog: Catalog, entry: ToolEntry) -> dict[str, Any]:
    return {
        **entry.compact(),
        "tags": list(entry.tags),
        "streaming": entry.streaming,
        "read_only": entry.read_only,
        "input_schema": whole(entry.input_schema),
        "output_schema": whole(entry.output_schema) if entry.output_schema is not None else None,
        "go": catalog.declaration(entry),
    }
