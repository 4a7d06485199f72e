"""Plugins of UTCP that are not ours, which nothing measures on the way, and manuals with tools that are none."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from typing import Any, ClassVar

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from utcp.data.call_template import CallTemplate, CallTemplateSerializer
from utcp.data.register_manual_response import RegisterManualResult
from utcp.interfaces.communication_protocol import CommunicationProtocol
from utcp.interfaces.serializer import Serializer

from codemode import Completed, Engine, UtcpSource
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from tests.servers import serving

pytestmark = pytest.mark.anyio
HERE = CallContext()


class ShellTemplate(CallTemplate):
    call_template_type: str = "test_shell"
    command: str = ""
    name: str = ""


class ShellTemplates(Serializer[ShellTemplate]):
    def to_dict(self, obj: ShellTemplate) -> dict[str, Any]:
        return obj.model_dump()

    def validate_dict(self, obj: dict[str, Any]) -> ShellTemplate:
        return ShellTemplate.model_validate(obj)


class Shell(CommunicationProtocol):
    """A plugin that runs programs, as UTCP's own for command lines does: it reads all that they say."""

    ended: ClassVar[list[str]] = []

    async def register_manual(self, caller: Any, manual_call_template: CallTemplate) -> RegisterManualResult:
        raise NotImplementedError

    async def deregister_manual(self, caller: Any, manual_call_template: CallTemplate) -> None:
        return

    async def call_tool(
        self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: CallTemplate
    ) -> Any:
        if tool_name.endswith("stubborn"):
            until = time.monotonic() + 3
            while time.monotonic() < until:
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(0.1)
            return None
        process = await asyncio.create_subprocess_shell(
            tool_call_template.command, stdout=asyncio.subprocess.PIPE, start_new_session=True
        )
        try:
            said, _ = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            self.ended.append(tool_name)
            raise
        text = said.decode()
        return json.loads(text) if text.startswith(("{", "[")) else text

    async def call_tool_streaming(
        self, caller: Any, tool_name: str, tool_args: dict[str, Any], tool_call_template: CallTemplate
    ) -> AsyncGenerator[Any, None]:
        yield "short"
        if tool_name.endswith("sleeps"):
            await asyncio.sleep(60)
        yield await self.call_tool(caller, tool_name, tool_args, tool_call_template)


COMMANDS = {
    "fine": """echo '{"a": [1, 2]}'""",
    "large": "head -c 3000000 /dev/zero | tr '\\0' x",
    "many": """python3 -c 'print([[]] * 600000)'""",
    "deep": """python3 -c 'print("[" * 300 + "]" * 300)'""",
    "sleeps": "exec sleep 60",
    "stubborn": "",
}


def manual(*tools: Any) -> dict[str, Any]:
    content = json.dumps({"utcp_version": "1.0.1", "manual_version": "1", "tools": list(tools)})
    allowed = ["text", "http", "test_shell"]
    return {
        "name": "m",
        "call_template_type": "text",
        "content": content,
        "allowed_communication_protocols": allowed,
    }


async def source_of(*tools: Any, **more: Any) -> UtcpSource:
    return await UtcpSource.from_config({"manual_call_templates": [manual(*tools)]}, **more)


@pytest.fixture
async def shell(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[UtcpSource]:
    monkeypatch.setitem(CommunicationProtocol.communication_protocols, "test_shell", Shell())
    monkeypatch.setitem(CallTemplateSerializer.call_template_serializers, "test_shell", ShellTemplates())
    Shell.ended.clear()
    tools = [
        {
            "name": name,
            "inputs": {"type": "object"},
            "tool_call_template": {"call_template_type": "test_shell", "command": command},
        }
        for name, command in COMMANDS.items()
    ]
    source = await source_of(*tools, max_answer_bytes=1 << 20, call_timeout=10)
    yield source
    await source.close()


ADVICE = ", the limit for one answer: ask the tool for less, such as one page at a time"
TOO_MUCH = {
    "large": f"m.large: its answer has more than 1048576 bytes{ADVICE}",
    "many": f"m.many: its answer has more than 500000 lists and objects{ADVICE}",
    "deep": f"m.deep: its answer is nested deeper than 200{ADVICE}",
}


@pytest.mark.parametrize("tool", TOO_MUCH)
async def test_results_of_plugins_are_bounded(shell: UtcpSource, tool: str) -> None:
    assert await shell.call("m.fine", {}, HERE) == {"a": [1, 2]}
    with pytest.raises(ToolError) as caught:
        await shell.call(f"m.{tool}", {}, HERE)
    assert caught.value.message == TOO_MUCH[tool]
    assert caught.value.code == "invalid_tool_output"


@pytest.mark.parametrize("tool", TOO_MUCH)
async def test_streams_of_plugins_are_bounded_piece_by_piece(shell: UtcpSource, tool: str) -> None:
    pieces = shell.stream(f"m.{tool}", {}, HERE)
    assert await anext(aiter(pieces)) == "short"
    with pytest.raises(ToolError) as caught:
        await anext(aiter(pieces))
    assert caught.value.message == TOO_MUCH[tool]


async def test_plugins_have_deadlines(shell: UtcpSource) -> None:
    began = time.monotonic()
    for tool in ("sleeps", "stubborn"):
        with pytest.raises(ToolError, match=rf"m\.{tool}: no answer within 0\.3 s"):
            await shell.call(f"m.{tool}", {}, CallContext(timeout=0.3))
    pieces = shell.stream("m.sleeps", {}, CallContext(timeout=0.3))
    assert await anext(aiter(pieces)) == "short"
    with pytest.raises(ToolError, match=r"m\.sleeps: no answer within 0\.3 s"):
        await anext(aiter(pieces))
    assert time.monotonic() - began < 5
    await asyncio.sleep(0.2)
    assert Shell.ended == ["m.sleeps"]  # it was told, and could end its process
    await asyncio.sleep(3)  # nothing is left of the one that did not listen


# --- manuals with tools that are none ---------------------------------------------------------------------------------------


def tool(name: Any, **more: Any) -> dict[str, Any]:
    how = {"call_template_type": "text", "content": "said"}
    return {"name": name, "inputs": {"type": "object"}, "tool_call_template": how, **more}


ODD: list[Any] = [
    tool("good"),
    tool("schema", inputs="a string"),
    tool("typed", inputs={"type": 7}),
    {k: v for k, v in tool("x").items() if k != "name"},
    tool(None),
    "no tool",
    tool("way", tool_call_template={"call_template_type": "pigeon"}),
    tool("parts", tags="x", outputs=[], description=7),
    tool("twice", description="one"),
    tool("twice", description="two"),
    tool("long", description="word " * 100_000),
    tool("bare") | {"inputs": {}},
    tool("last"),
]


@pytest.mark.parametrize("over", ["text", "http"])
async def test_an_invalid_tool_does_not_remove_the_others(over: str) -> None:
    async def answer(request: Request) -> Response:
        return Response(manual(*ODD)["content"], media_type="application/json")

    with serving(Starlette(routes=[Route("/utcp", answer)])) as url:
        way = {"call_template_type": "http", "url": f"{url}/utcp", "allowed_communication_protocols": ["text"]}
        given = manual(*ODD) if over == "text" else {"name": "m", **way}
        source = await UtcpSource.from_config({"manual_call_templates": [given]})
    names = [entry.name for entry in await source.list_tools()]
    assert names == ["m.bare", "m.good", "m.last", "m.long", "m.parts", "m.twice"]
    told = [text.rpartition("/utcp: ")[2].removeprefix("manual 'm': ") for text in source.warnings]
    assert told[0] == "tool 'schema' was left out: inputs: Input should be a valid object"
    assert told[1].startswith("tool 'typed' was left out: inputs.type.str: Input should be a valid string")
    assert told[2:5] == [
        "tool 4 was left out: name: Field required",
        "tool 5 was left out: name: Input should be a valid string",
        "tool 6 was left out: it is not an object",
    ]
    assert told[5].startswith("tool 'way' was left out: ")
    assert "Traceback" not in told[5]
    assert told[6].startswith("tool 'parts' is listed without ")
    assert told[7] == "tool 'm.twice' is listed more than once: the last one counts"
    assert await source.call("m.last", {}, HERE) == "said"
    await source.close()


async def test_an_invalid_operation_does_not_remove_the_others() -> None:
    answers = {"responses": {"200": {"description": ""}}}
    paths = {
        "/good": {"get": {"operationId": "good", **answers}},
        "/list": {"get": ["x"]},
        "/number": {"post": 7},
        "/parameters": {"get": {"operationId": "p", "parameters": "x", **answers}},
        "/nothing": None,
        "/last": {"get": {"operationId": "last", **answers}},
    }

    async def spec(request: Request) -> Response:
        return JSONResponse({"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": paths})

    with serving(Starlette(routes=[Route("/openapi.json", spec)])) as url:
        given = {"name": "api", "call_template_type": "http", "url": f"{url}/openapi.json"}
        source = await UtcpSource.from_config({"manual_call_templates": [given]})
    names = [entry.name for entry in await source.list_tools()]
    assert {"api.good", "api.last"} <= set(names)
    assert any("operation get /list was left out: it does not follow OpenAPI" in text for text in source.warnings)
    await source.close()


# --- nested answers over HTTP -----------------------------------------------------------------------------------------------


async def test_answers_that_are_nested_too_deep() -> None:
    async def deep(request: Request) -> Response:
        depth = int(request.query_params["depth"])
        return Response("[" * depth + "]" * depth, media_type="application/json")

    with serving(Starlette(routes=[Route("/deep", deep)])) as url:
        way = {"call_template_type": "http", "url": f"{url}/deep"}
        inputs = {"type": "object", "properties": {"depth": {"type": "integer"}}}
        source = await source_of({"name": "deep", "inputs": inputs, "tool_call_template": way})
        for depth in (5000, 100_000):
            with pytest.raises(ToolError) as caught:
                await source.call("m.deep", {"depth": depth}, HERE)
            assert caught.value.message == TOO_MUCH["deep"]
            assert caught.value.code == "invalid_tool_output"
        async with Engine([source]) as engine:
            for depth in (3, 150, 300, 900, 5000):
                code = f'r, err := codemode.CallTool("m.deep", map[string]any{{"depth": {depth}}})\n__out = []any{{r != nil, err != nil}}'
                reply = await engine.session("a", "s").exec(code)
                assert isinstance(reply, Completed), (depth, reply)
                assert reply.value in ([True, False], [False, True]), depth
        await source.close()
