"""Accepts server objects of other packages as tool sources. The module that makes the source is imported only when such an object is given."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# by the package that defines the object's class; each module has `source_of(given)`, which returns None if the object is not a server
_MAKERS = {"fastmcp": "codemode.sources.mcp_server_objects", "mcp": "codemode.sources.mcp_server_objects"}


def source_of_server(given: object) -> Any:
    """Returns a source for an MCP server object (of FastMCP or the official `mcp` package), None for any other object. Raises ConfigError."""
    for kind in type(given).__mro__:
        maker = _MAKERS.get(kind.__module__.partition(".")[0])
        if maker is not None:
            return import_module(maker).source_of(given)
    return None
