"""Mends UTCP's SSE protocol, which does not release the connection of a stream that is not read to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any


def release_streams() -> None:
    """Registers the SSE protocol with streams that release their connection, unless the host has registered another one."""
    protocols = import_module("utcp.interfaces.communication_protocol").CommunicationProtocol.communication_protocols
    plain: Any = import_module("utcp_http.sse_communication_protocol").SseCommunicationProtocol
    if type(protocols.get("sse")) is not plain:
        return

    class ReleasingSse(plain):
        async def _iter_sse_events(self, response: Any) -> AsyncIterator[dict[str, Any]]:
            try:
                events: AsyncIterator[dict[str, Any]] = plain._iter_sse_events(self, response)
                async for event in events:
                    yield event
            finally:
                response.close()

    import_module("utcp.plugins.discovery").register_communication_protocol("sse", ReleasingSse(), override=True)
