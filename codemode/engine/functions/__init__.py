"""Python functions as tools: their schemas from type hints and docstrings, and how they are called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.engine.functions.decorator import tool
    from codemode.engine.functions.tools import FunctionSource, FunctionTool

__all__ = ["FunctionSource", "FunctionTool", "tool"]

_HOMES = {"FunctionSource": "tools", "FunctionTool": "tools", "tool": "decorator"}


def __getattr__(name: str) -> Any:
    # `tool` only records properties on a function, so it does not import what makes schemas
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
