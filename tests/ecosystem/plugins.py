"""What the tests of UTCP's plugins have in common: a manual with tools of a plugin, and programs that call them."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from codemode import Completed, Engine, UtcpSource


def tool(name: str, template: dict[str, Any], **inputs: Any) -> dict[str, Any]:
    return {
        "name": name,
        "description": f"{name}, by a plugin",
        "inputs": {"type": "object", "properties": inputs, "required": list(inputs)},
        "outputs": {},
        "tool_call_template": template,
    }


def manual(*tools: dict[str, Any]) -> dict[str, Any]:
    return {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": list(tools)}


def inline(kind: str, *tools: dict[str, Any]) -> dict[str, Any]:
    """A configuration of one manual `m` with its text in it, whose tools are of that kind."""
    template = {"name": "m", "call_template_type": "text", "content": json.dumps(manual(*tools))}
    return {"manual_call_templates": [{**template, "allowed_communication_protocols": ["text", kind]}]}


@asynccontextmanager
async def engine_over(config: dict[str, Any], **options: Any) -> AsyncGenerator[Engine]:
    source = await UtcpSource.from_config(config, **options)
    async with Engine([source], isolation="inline") as engine:
        yield engine
    await source.close()


async def value(engine: Engine, code: str) -> Any:
    reply = await engine.session().exec(code)
    assert isinstance(reply, Completed), reply
    return reply.value


async def called(engine: Engine, name: str, arguments: dict[str, Any]) -> Any:
    """The result of a call, or the text of its error."""
    written = json.dumps(json.dumps(arguments))
    code = (
        f"var args map[string]any\njson.Unmarshal([]byte({written}), &args)\n"
        f'r, err := codemode.CallTool("{name}", args)\nif err != nil {{ __out = "error: " + err.Error() }} else {{ __out = r }}'
    )
    return await value(engine, code)
