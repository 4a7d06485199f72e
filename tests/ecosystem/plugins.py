"""What the tests of UTCP's plugins have in common: a manual with tools of a plugin, and programs that call them."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web

from codemode import Completed, Engine, UtcpSource
from codemode.sources import utcp_addresses
from tests.ecosystem.web import serving


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


async def stays_outside(
    monkeypatch: pytest.MonkeyPatch, kind: str, template: dict[str, Any], route: web.RouteDef
) -> None:
    """Checks that a tool of a public manual does not reach a server of this machine. 127.0.0.2 stands for a public address."""
    monkeypatch.setattr(utcp_addresses, "is_inside", lambda given: given != "127.0.0.2")
    asked: list[str] = []

    async def counted(request: web.Request) -> web.StreamResponse:
        asked.append(request.path)
        return await route.handler(request)  # type: ignore[operator]

    async with serving(web.route(route.method, route.path, counted)) as url:
        urls = [url, url.replace("127.0.0.1", "localhost")]
        tools = [tool(f"t{n}", {**template, "url": template["url"] + each}) for n, each in enumerate(urls)]

        async def listed(_: web.Request) -> web.Response:
            return web.json_response(manual(*tools))

        async with serving(web.get("/manual", listed), "127.0.0.2") as public:
            given = {"name": "m", "call_template_type": "http", "url": f"http://{public}"}
            config = {"manual_call_templates": [{**given, "allowed_communication_protocols": ["http", kind]}]}
            async with engine_over(config) as engine:
                for n in range(len(urls)):
                    told = await called(engine, f"m.t{n}", {})
                    assert "which is this machine or in a private network, and its manual is public" in told
    assert asked == []
