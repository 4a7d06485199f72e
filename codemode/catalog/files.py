"""Where a program can read more about a tool: the virtual files of declarations, and `tools.Describe`."""

from __future__ import annotations

import re

from codemode.catalog.entries import ToolEntry
from codemode.catalog.schemas import show


def file_of(entry: ToolEntry) -> str:
    """Returns the path of the virtual file that declares a tool, such as utcp/math.go."""
    return f"{entry.source}/{package_of(entry)}.go"


def package_of(entry: ToolEntry) -> str:
    # for an MCP server the name by which programs call it, which is unique
    return entry.name.split(".")[1] if entry.is_mcp else _identifier(entry.source_name or entry.source)


def where_told(entry: ToolEntry, read: str = "API.Read", file: str = "", describe: str = "tools.Describe") -> str:
    """Returns the call that gives everything known about a tool; the words are those of Go, unless others are given."""
    if entry.is_mcp:
        return f"{read}({show(file or file_of(entry), 120)})"
    # a name that cannot be shown unchanged cannot be used in a call
    name = entry.name if entry.name.isprintable() and len(entry.name) <= 120 else entry.id
    return f"{describe}({show(name, 122)})"


def _identifier(text: str) -> str:
    made = re.sub(r"\W", "_", text).lower()
    return made if made.isidentifier() else f"_{made}"
