"""Manuals and OpenAPI documents in files by the plugin utcp-file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from codemode import UtcpSource
from tests.ecosystem.plugins import called, engine_over, manual, tool

pytestmark = pytest.mark.anyio


async def test_a_file_with_a_broken_tool_and_one_over_http(tmp_path: Path) -> None:
    async def stock(request: web.Request) -> web.Response:
        return web.json_response({"sku": request.query["sku"], "n": 4})

    app = web.Application()
    app.add_routes([web.get("/stock", stock)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    template = {"call_template_type": "http", "url": f"http://127.0.0.1:{runner.addresses[0][1]}/stock"}
    found = tool("stock", {**template, "http_method": "GET"}, sku={"type": "string"})
    file = tmp_path / "manual.json"
    file.write_text(json.dumps(manual(found, {"name": "broken"})))
    config: dict[str, Any] = {
        "manual_call_templates": [{"name": "shop", "call_template_type": "file", "file_path": str(file)}]
    }
    async with engine_over(config) as engine:
        assert await called(engine, "shop.stock", {"sku": "KB-1"}) == {"sku": "KB-1", "n": 4}
        [source] = engine.sources
        assert isinstance(source, UtcpSource)
        assert "broken" in source.warnings[0]
    await runner.cleanup()


async def test_an_openapi_document_in_a_file(tmp_path: Path) -> None:
    who = {"get": {"operationId": "who", "responses": {"202": {"description": "ok"}}}}
    document = {"openapi": "3.0.3", "info": {"title": "Hub", "version": "1"}, "paths": {"/who": who}}
    file = tmp_path / "hub.yaml"
    file.write_text(json.dumps({**document, "servers": [{"url": "http://127.0.0.1:9"}]}))
    config: dict[str, Any] = {
        "manual_call_templates": [{"name": "hub", "call_template_type": "file", "file_path": str(file)}]
    }
    async with engine_over(config) as engine:
        [entry] = (await engine.catalog()).entries
        assert (entry.name, entry.input_schema["properties"]) == ("hub.who", {})
        assert (await called(engine, "hub.who", {})).startswith("error: hub.who: ")
