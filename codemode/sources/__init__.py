"""Where tools come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.engine.functions import FunctionSource, FunctionTool
    from codemode.sources.mcp import McpSource
    from codemode.sources.utcp import UtcpSource

__all__ = ["FunctionSource", "FunctionTool", "McpSource", "UtcpSource"]

_HOMES = {
    "FunctionSource": "codemode.engine.functions.tools",
    "FunctionTool": "codemode.engine.functions.tools",
    "McpSource": "codemode.sources.mcp",
    "UtcpSource": "codemode.sources.utcp",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
