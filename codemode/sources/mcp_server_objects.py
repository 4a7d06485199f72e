"""Makes sources of MCP servers of this process that are given as sources."""

from __future__ import annotations

import threading
from typing import Any
from weakref import WeakKeyDictionary

from codemode.sources.mcp import McpSource
from codemode.sources.mcp_in_process import lowlevel_of

_sources: WeakKeyDictionary[Any, McpSource] = WeakKeyDictionary()
_lock = threading.Lock()


def source_of(given: object) -> McpSource | None:
    """Returns the source of a server of this process, always the same one, so that it is connected once. None if `given` is not a server."""
    if lowlevel_of(given) is None:
        return None
    with _lock:
        if given not in _sources:
            _sources[given] = McpSource.inside(given)
        return _sources[given]
