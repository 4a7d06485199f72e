"""The training tasks of all tool worlds through `call_tool`, with the corpus snippet as the code that the model writes:
over functions of this process, and over a UTCP server that serves the same world."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from codemode import CodeModeUTCP, ScriptedModel, UtcpSource
from tests.corpus import worlds
from tests.servers import serving
from tests.test_corpus import ENDLESS, MANIFEST, prepare
from tests.world_programs import source_of

pytestmark = pytest.mark.anyio
TASKS = sorted(set(MANIFEST) - set(ENDLESS))


def app_of(world: ModuleType, url: list[str]) -> Starlette:
    """The world as a UTCP server. Arguments come in the query, as UTCP sends them, and are read by the tool's schema."""

    def manual(_: Request) -> Response:
        tools = [
            {
                "name": tool["name"],
                "description": tool["description"],
                "inputs": tool["input_schema"],
                "outputs": tool["output_schema"],
                "tool_call_template": {
                    "call_template_type": "sse" if tool["streaming"] else "http",
                    "url": f"{url[0]}/tools/{tool['name']}",
                    **({} if tool["streaming"] else {"http_method": "GET"}),
                },
            }
            for tool in world.TOOLS
        ]
        return JSONResponse({"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": tools})

    def call(request: Request) -> Response:
        tool = worlds.find(world, request.path_params["name"])
        arguments = {
            key: _read(request.query_params.getlist(key), schema)
            for key, schema in tool["input_schema"]["properties"].items()
            if key in request.query_params
        }
        try:
            if tool["streaming"]:
                return StreamingResponse(
                    _events(worlds.stream(world, tool["name"], arguments)), media_type="text/event-stream"
                )
            return JSONResponse(worlds.call(world, tool["name"], arguments))
        except worlds.ToolError as error:
            return JSONResponse({"error": str(error)}, status_code=400)

    return Starlette(routes=[Route("/utcp", manual), Route("/tools/{name}", call)])


def _events(pieces: Any) -> Iterator[str]:
    for piece in pieces:
        yield f"data: {json.dumps(piece)}\n\n"


def _read(values: list[str], schema: dict[str, Any]) -> Any:
    kinds = schema.get("type")
    if kinds == "array":
        return [_read([value], schema["items"]) for value in values]
    return values[0] if kinds in ("string", ["string", "null"]) else json.loads(values[0])


async def answered(task: dict[str, Any], code: str, **options: Any) -> Any:
    model = ScriptedModel([{"code": code}])
    async with CodeModeUTCP(None, model, pipeline="single", **options) as cm:
        outcome = await cm.call_tool(task["prompt"])
    assert outcome.used_tools
    assert outcome.attempts == 1
    return outcome.value


@pytest.mark.parametrize("task_id", TASKS)
async def test_over_functions(task_id: str) -> None:
    world, task, code = prepare(task_id)
    value = await answered(task, code, sources=[source_of(world)])
    assert worlds.matches(world, task, value), value


@pytest.mark.parametrize("task_id", TASKS)
async def test_over_a_utcp_server(task_id: str) -> None:
    world, task, code = prepare(task_id)
    # UTCP puts the manual's name before each tool's, so the manuals are called what the tools begin with
    manuals = sorted({tool["name"].partition(".")[0] for tool in world.TOOLS})
    url: list[str] = []
    with serving(app_of(world, url)) as address:
        url.append(address)
        templates = [
            {
                "name": manual,
                "call_template_type": "http",
                "url": f"{address}/utcp",
                "http_method": "GET",
                "allowed_communication_protocols": ["http", "sse"],
            }
            for manual in manuals
        ]
        source = await UtcpSource.from_config({"manual_call_templates": templates})
        try:
            value = await answered(task, code, sources=[source])
        finally:
            await source.close()
    assert worlds.matches(world, task, value), value
