"""Where tools come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.sources.functions import FunctionSource, FunctionTool
    from codemode.sources.mcp import McpSource
    from codemode.sources.utcp import UtcpSource

__all__ = ["FunctionSource", "FunctionTool", "McpSource", "UtcpSource"]

_HOMES = {"FunctionSource": "functions", "FunctionTool": "functions", "McpSource": "mcp", "UtcpSource": "utcp"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
