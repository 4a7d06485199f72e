"""Sources of MCP servers of this process that were given in place of sources."""

from __future__ import annotations

import threading
from typing import Any
from weakref import WeakKeyDictionary

from codemode.sources.mcp import McpSource
from codemode.sources.mcp_inside import lowlevel_of

_sources: WeakKeyDictionary[Any, McpSource] = WeakKeyDictionary()
_lock = threading.Lock()


def source_of(given: object) -> McpSource | None:
    """The source of a server that was given in place of one: the same each time, so that it is connected once. None for what is no server."""
    if lowlevel_of(given) is None:
        return None
    with _lock:
        if given not in _sources:
            _sources[given] = McpSource.inside(given)
        return _sources[given]
