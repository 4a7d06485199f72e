"""Objects of other packages that are taken wherever sources are wanted. Who makes a source of one is imported when one is given."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# by the package that its class comes from; each has a function `source_of(given)`, which gives None for what is no server
_MAKERS = {"fastmcp": "codemode.sources.mcp_inside", "mcp": "codemode.sources.mcp_inside"}


def adopted(given: object) -> Any:
    """A source for a server that lives in this process (FastMCP's, or the official package's), None for everything else. Raises ConfigError."""
    for kind in type(given).__mro__:
        maker = _MAKERS.get(kind.__module__.partition(".")[0])
        if maker is not None:
            return import_module(maker).source_of(given)
    return None
