"""Schemas that refer to a document which is gone: UTCP's client keeps only the tools of an OpenAPI document.

A client that `make_client` made has them filled in. For a host's own client the document is read once more, by UTCP's own protocol.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, cast

from codemode.engine.threads import in_few
from codemode.sources.utcp_manuals import leaving_out

log = logging.getLogger("codemode")

KINDS = frozenset({"http", "text"})  # manuals that may be OpenAPI documents
MAX_NODES = 20_000  # depth of a schema that is searched; deeper ones are not used anyway
ADVICE = "make the source with UtcpSource.from_config, which fills them in"


def dangling(schema: object) -> bool:
    """Whether a reference of the schema points to something outside of it."""
    left, seen = [schema], 0
    while left and seen < MAX_NODES:
        node = left.pop()
        seen += 1
        if isinstance(node, dict):
            fields = cast("dict[str, object]", node)
            reference = fields.get("$ref")
            if isinstance(reference, str) and reference.startswith("#/") and not _has(schema, reference):
                return True
            left.extend(fields.values())
        elif isinstance(node, list):
            left.extend(cast("list[object]", node))
    return False


def _has(schema: object, reference: str) -> bool:
    node = schema
    for part in reference[2:].split("/"):
        name = part.replace("~1", "/").replace("~0", "~")
        fields = cast("dict[str, object]", node) if isinstance(node, dict) else {}
        if name not in fields:
            return False
        node = fields[name]
    return True


class Documents:
    """What one client's manuals say when they are read again."""

    def __init__(self, client: Any, timeout: float) -> None:
        self._client = client
        self._timeout = timeout
        self._tools: dict[str, dict[str, Any]] = {}  # by manual, then by name; none if it could not be read

    async def fill(self, tools: Sequence[Any], templates: Mapping[str, Any]) -> tuple[list[Any], list[str]]:
        """The tools with complete schemas, and the manuals whose schemas could not be completed."""
        dangling_ones = await in_few(lambda: {_manual(tool) for tool in tools if _is_dangling(tool)})
        for manual in sorted(dangling_ones - self._tools.keys()):
            self._tools[manual] = await self._read(templates.get(manual))
        filled = [self._filled(tool) if _manual(tool) in dangling_ones else tool for tool in tools]
        return filled, sorted({_manual(tool) for tool in filled if _is_dangling(tool)} if dangling_ones else ())

    async def _read(self, template: Any) -> dict[str, Any]:
        if template is None or template.call_template_type not in KINDS:
            return {}
        protocols = import_module("utcp.interfaces.communication_protocol").CommunicationProtocol
        protocol = protocols.communication_protocols[template.call_template_type]
        try:
            with leaving_out():
                async with asyncio.timeout(self._timeout):
                    result = await protocol.register_manual(self._client, template)
        except Exception as odd:
            log.debug("manual %r could not be read again: %s", template.name, odd)
            return {}
        return {f"{template.name}.{tool.name}": tool for tool in result.manual.tools}

    def _filled(self, tool: Any) -> Any:
        again = self._tools[_manual(tool)].get(tool.name)
        if again is None:
            return tool
        # the client makes the request as it read the document, without forms
        takes_body = again.tool_call_template.body_field == getattr(tool.tool_call_template, "body_field", None)
        return tool.model_copy(update={"inputs": again.inputs if takes_body else tool.inputs, "outputs": again.outputs})


def _manual(tool: Any) -> str:
    return tool.name.partition(".")[0]


def _is_dangling(tool: Any) -> bool:
    schemas = (schema for schema in (tool.inputs, tool.outputs) if getattr(schema, "deferred", None) is None)
    return any(dangling(schema.model_dump(by_alias=True, exclude_unset=True)) for schema in schemas)
