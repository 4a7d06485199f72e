"""Reads manuals and OpenAPI documents with UTCP. UTCP rejects a manual with one broken tool; here that tool is left out and reported."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from typing import Any, cast
from urllib.parse import urlsplit

from pydantic import ValidationError

from codemode.sources.client_loops import on_reading_loop
from codemode.sources.tool_list_checks import Problem, problems_in, shortened, sift
from codemode.sources.utcp_requests import FRAMING
from codemode.sources.utcp_results import address, reason

_PROTOCOLS = (
    "utcp_http.http_communication_protocol",
    "utcp_http.sse_communication_protocol",
    "utcp_http.streamable_http_communication_protocol",
    "utcp_text.text_communication_protocol",
)
_OTHERS = (  # that may be installed
    "utcp_file.file_communication_protocol",
    "utcp_cli.cli_communication_protocol",
    "utcp_websocket.websocket_communication_protocol",
)
_CONVERTING = ("utcp_http.http", "utcp_text.text", "utcp_file.file")
_NEEDED = frozenset({"name", "inputs", "tool_call_template"})


@dataclass(slots=True)
class Reading:
    """The reading of one manual: what was left out and why, and the host's headers for the server of its tools."""

    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    told: list[str] = field(default_factory=list[str])

    def tell(self, text: str) -> None:
        self.told.append(text)

    def headers_for(self, base: str) -> dict[str, str]:
        """Returns the host's headers if the call goes to the server that the host named: they may be secrets."""
        sent = {name: value for name, value in self.headers.items() if name.lower() not in FRAMING | {"content-type"}}
        if sent and _origin(base) != _origin(self.url):
            self.tell(
                f"its headers are not sent to {address(base)}, which is not the server of the document; use auth_tools instead"
            )
            return {}
        return sent


reading: ContextVar[Reading | None] = ContextVar("codemode_utcp_reading", default=None)


@contextmanager
def leaving_out(template: Any = None) -> Generator[list[str]]:
    """Leaves broken tools out of manuals that are read in this block; yields what was left out, and why."""
    made = Reading(getattr(template, "url", "") or "", getattr(template, "headers", None) or {})
    token = reading.set(made)
    try:
        yield made.told
    finally:
        reading.reset(token)
        made.told[:] = shortened(made.told)


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.rpartition("@")[2].lower()


def read_manuals_tool_by_tool() -> None:
    """Makes UTCP's protocols do so. Further calls do nothing."""
    plain: Any = import_module("utcp.data.utcp_manual").UtcpManualSerializer
    tools: Any = import_module("utcp.data.tool").ToolSerializer

    class Sifting(plain):
        def validate_dict(self, data: Any) -> Any:
            now = reading.get()
            items: Any = cast("dict[str, Any]", data).get("tools") if isinstance(data, dict) else None
            if now is not None and isinstance(items, list):
                kept, left = sift(cast("list[Any]", items), "tool", _NEEDED, lambda item: _problems(tools(), item))
                now.told += left
                data = {**cast("dict[str, Any]", data), "tools": kept}
            return plain.validate_dict(self, data)

    installed = [name for name in _OTHERS if name in sys.modules]
    for name in (*_PROTOCOLS, *installed):
        module: Any = import_module(name)
        if module.UtcpManualSerializer is plain:
            module.UtcpManualSerializer = Sifting
        if name.startswith(_CONVERTING) and isinstance(module.OpenApiConverter, type):
            module.OpenApiConverter = _converting(module.OpenApiConverter)
            _register_apart(module)


def _register_apart(module: Any) -> None:
    """Makes a protocol register manuals on a loop of their own: reading one of thousands of tools takes seconds."""
    names = cast("dict[str, Any]", module.__dict__)
    ours = [name for name in names if name.endswith("CommunicationProtocol")]
    protocol: Any = next(names[name] for name in ours if names[name].__module__ == module.__name__)
    plain: Any = protocol.register_manual

    @wraps(plain)
    async def register_manual(self: Any, caller: Any, manual_call_template: Any) -> Any:
        if reading.get() is None:
            return await plain(self, caller, manual_call_template)
        return await on_reading_loop(lambda: plain(self, caller, manual_call_template))

    protocol.register_manual = register_manual


def _converting(plain: Any) -> Any:
    """Returns a converter that makes ours while a manual is read here, and UTCP's `plain` one for the host's own clients."""

    def make(*args: Any, **named: Any) -> Any:
        now = reading.get()
        if now is None:
            return plain(*args, **named)
        return import_module("codemode.sources.utcp_converter").Converter(*args, reading=now, **named)

    return make


def _problems(serializer: Any, item: dict[str, Any]) -> Iterable[Problem]:
    try:
        serializer.validate_dict(item)
    except Exception as odd:
        # UTCP puts the whole traceback into its own error
        cause = odd.__cause__
        return list(problems_in(cause)) if isinstance(cause, ValidationError) else [("", reason([str(cause or odd)]))]
    return ()
