"""Mends UTCP's plugin for MCP: tools without an output schema are accepted, and results that are errors raise."""

from __future__ import annotations

import sys
from functools import cache, wraps
from typing import Any

from codemode.sources.answer_limits import bound
from codemode.sources.utcp_results import both_ends

_MODULE = "utcp_mcp.mcp_communication_protocol"


@cache
def mend_mcp() -> None:
    """Makes the plugin do so, if it is installed."""
    module: Any = sys.modules.get(_MODULE)
    if module is None:
        return
    protocol = module.McpCommunicationProtocol
    module.Tool = _as_far_as_said(module.Tool)
    protocol._process_tool_result = _checked(protocol._process_tool_result)


def _as_far_as_said(plain: Any) -> Any:
    def make(**fields: Any) -> Any:
        return plain(**{name: value for name, value in fields.items() if value is not None})

    return make


def _checked(plain: Any) -> Any:
    @wraps(plain)
    def process(self: Any, result: Any, tool_name: str) -> Any:
        if getattr(result, "isError", False) and bound.get() is not None:
            texts = " ".join(str(getattr(block, "text", "")) for block in getattr(result, "content", None) or ())
            raise RuntimeError(both_ends(texts.strip()) or "the tool reports an error without a message")
        return plain(self, result, tool_name)

    return process
