"""WebSockets by the plugin utcp-websocket: one answer with CallTool, all of them with CallToolStream."""

from __future__ import annotations

import json
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from tests.ecosystem.plugins import called, engine_over, inline, stays_outside, tool, value
from tests.ecosystem.web import serving

pytestmark = pytest.mark.anyio
STREAM = """
stream, err := codemode.CallToolStream("m.count", map[string]any{"to": 3})
if err != nil {
	return err
}
var got []any
for piece := range stream.All() {
	got = append(got, piece)
}
__out = got
"""


async def answer(request: web.Request) -> web.WebSocketResponse:
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        asked = json.loads(message.data)
        if "to" not in asked:
            await socket.send_str(json.dumps({"said": asked["text"], "price": asked["price"]}))
            continue
        for number in range(asked["to"]):
            await socket.send_str(json.dumps({"type": "tool_response", "result": {"n": number}}))
        await socket.send_str(json.dumps({"type": "stream_end"}))
    return socket


ROUTE = web.get("/ws", answer)


def tools(url: str) -> list[dict[str, Any]]:
    template = {"call_template_type": "websocket", "url": f"ws://{url}"}
    asks = {"text": "UTCP_ARG_text_UTCP_ARG", "price": "$USD"}
    return [
        tool("say", {**template, "message": asks, "response_format": "json"}, text={"type": "string"}),
        tool("count", {**template, "message": '{"to": UTCP_ARG_to_UTCP_ARG}'}, to={"type": "integer"}),
    ]


async def test_one_answer_and_all_of_them() -> None:
    async with serving(ROUTE) as url, engine_over(inline("websocket", *tools(url))) as engine:
        assert await called(engine, "m.say", {"text": "hi"}) == {"said": "hi", "price": "$USD"}
        assert await value(engine, '__out = codemode.CallTool("m.say", map[string]any{"text": "hi"})') == {
            "said": "hi",
            "price": "$USD",
        }
        assert await value(engine, STREAM) == [{"n": 0}, {"n": 1}, {"n": 2}]
        [entry] = [entry for entry in (await engine.catalog()).entries if entry.name == "m.count"]
        assert "CallToolStream reads them one by one" in (await engine.catalog()).declaration(entry)


async def test_a_public_manual_does_not_lead_to_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    template = {"call_template_type": "websocket", "url": "ws://", "message": {"text": "hi", "price": 1}}
    await stays_outside(monkeypatch, "websocket", template, ROUTE)
