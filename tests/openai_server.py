"""A loopback server that speaks OpenAI's protocol: Chat Completions and Responses, answers from a script, requests on record."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route


@dataclass
class Reply:
    """One scripted answer: text for the model to say, or an HTTP failure, or nonsense."""

    text: str = ""
    status: int = 200
    raw: str | None = None  # the whole body, as text/plain
    delay: float = 0.0
    finish_reason: str = "stop"
    refusal: str | None = None
    calls: list[tuple[str, Any]] = field(default_factory=list)  # tools that the model wants called: name, arguments
    broken_off: bool = False  # a streamed answer that ends in the middle
    drip: float = 0.0  # seconds between single bytes of the body
    headers: dict[str, str] = field(default_factory=dict[str, str])  # of a failure


Answer = str | dict[str, Any] | Reply | Callable[[str], Any]


@dataclass
class OpenAIServer:
    answers: list[Answer]
    formats: bool = True  # whether response formats are understood
    requests: list[dict[str, Any]] = field(default_factory=list)
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def prompts(self) -> list[str]:
        return [r["prompt"] for r in self.requests]

    def app(self) -> Starlette:
        routes = [("/v1/chat/completions", self._chat), ("/v1/responses", self._responses)]
        return Starlette(routes=[Route(path, endpoint, methods=["POST"]) for path, endpoint in routes])

    async def _chat(self, request: Request) -> Response:
        body = await request.json()
        return await self._answer(request, body, body["messages"][-1]["content"], "response_format" in body)

    async def _responses(self, request: Request) -> Response:
        body = await request.json()
        last = body["input"] if isinstance(body["input"], str) else body["input"][-1]
        prompt = last if isinstance(last, str) else last.get("content") or last.get("output") or ""
        return await self._answer(request, body, prompt, "text" in body)

    async def _answer(self, request: Request, body: dict[str, Any], prompt: str, with_format: bool) -> Response:
        path = request.url.path
        self.requests.append(
            {"path": path, "prompt": prompt, "body": body, "authorization": request.headers.get("authorization")}
        )
        if with_format and not self.formats:
            error = {"message": "response_format is not supported", "type": "invalid_request_error"}
            return JSONResponse({"error": error}, status_code=400)
        if not self.answers:
            return JSONResponse({"error": {"message": "the script is used up"}}, status_code=400)
        reply = self._reply(self.answers.pop(0), prompt)
        await asyncio.sleep(reply.delay)
        if reply.raw is not None:
            return PlainTextResponse(reply.raw, status_code=reply.status)
        if reply.status != 200:
            told = {"error": {"message": reply.text or "no"}}
            return JSONResponse(told, status_code=reply.status, headers=reply.headers)
        chat = path.endswith("completions")
        whole = (self._as_chat if chat else self._as_response)(reply, body["model"], prompt)
        if body.get("stream"):
            events = self._chat_events(reply, whole) if chat else self._response_events(reply, whole)
            return StreamingResponse(events, media_type="text/event-stream")
        if reply.drip:
            return StreamingResponse(_dripping(json.dumps(whole), reply.drip), media_type="application/json")
        return JSONResponse(whole)

    @staticmethod
    async def _chat_events(reply: Reply, whole: dict[str, Any]) -> AsyncIterator[str]:
        chunk = {**whole, "object": "chat.completion.chunk", "usage": None}
        for piece in _pieces(reply):
            await asyncio.sleep(reply.drip)
            yield _event({**chunk, "choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
        if not reply.broken_off:
            refused = {"refusal": reply.refusal} if reply.refusal else {}
            yield _event({**chunk, "choices": [{"index": 0, "delta": refused, "finish_reason": reply.finish_reason}]})
            yield _event({**chunk, "choices": [], "usage": whole["usage"]})
            yield "data: [DONE]\n\n"

    @staticmethod
    async def _response_events(reply: Reply, whole: dict[str, Any]) -> AsyncIterator[str]:
        place = {"item_id": "msg_1", "output_index": 1, "content_index": 0, "logprobs": []}
        for number, piece in enumerate(_pieces(reply)):
            await asyncio.sleep(reply.drip)
            yield _event({"type": "response.output_text.delta", "sequence_number": number, "delta": piece, **place})
        if not reply.broken_off:
            yield _event({"type": f"response.{whole['status']}", "sequence_number": 99, "response": whole})

    @staticmethod
    def _reply(answer: Answer, prompt: str) -> Reply:
        said = answer(prompt) if callable(answer) else answer
        if isinstance(said, Reply):
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said))

    @staticmethod
    def _as_chat(reply: Reply, model: str, prompt: str) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": reply.text or None, "refusal": reply.refusal}
        if reply.calls:
            message["tool_calls"] = [
                {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": _arguments(arguments)}}
                for n, (name, arguments) in enumerate(reply.calls)
            ]
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": model,
            "choices": [{"index": 0, "message": message, "finish_reason": reply.finish_reason}],
            "usage": {
                "prompt_tokens": len(prompt) // 4,
                "completion_tokens": len(reply.text) // 4,
                "total_tokens": (len(prompt) + len(reply.text)) // 4,
            },
        }

    @staticmethod
    def _as_response(reply: Reply, model: str, prompt: str) -> dict[str, Any]:
        text = {"type": "output_text", "text": reply.text, "annotations": []}
        content = [{"type": "refusal", "refusal": reply.refusal}] if reply.refusal else [text]
        cut = {"length": "max_output_tokens", "content_filter": "content_filter"}.get(reply.finish_reason)
        said = {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
        calls = [
            {"type": "function_call", "id": f"fc_{n}", "call_id": f"call_{n}", "name": name, "arguments": _arguments(a)}
            for n, (name, a) in enumerate(reply.calls)
        ]
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "model": model,
            "status": "incomplete" if cut else "completed",
            "incomplete_details": {"reason": cut} if cut else None,
            "error": None,
            "output": [
                {"type": "reasoning", "id": "rs_1", "summary": []},
                *([said] if reply.text or reply.refusal or not calls else []),
                *calls,
            ],
            "usage": {
                "input_tokens": len(prompt) // 4,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": len(reply.text) // 4,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": (len(prompt) + len(reply.text)) // 4,
            },
        }


def _arguments(given: Any) -> str:
    return given if isinstance(given, str) else json.dumps(given)


def _pieces(reply: Reply) -> list[str]:
    return [reply.text[i : i + 5] for i in range(0, len(reply.text), 5)]


def _event(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data)}\n\n"


async def _dripping(text: str, pause: float) -> AsyncIterator[str]:
    for character in text:
        await asyncio.sleep(pause)
        yield character


@contextmanager
def serving(app: Any) -> Iterator[int]:
    """An ASGI app on a free loopback port, in a thread of its own; gives the port."""
    # with its protocol named: asyncio sends without delay only then, and each answer would take 40 ms
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", ws="none"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            threading.Event().wait(0.005)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = server.force_exit = True  # it does not wait for whoever it keeps waiting
        thread.join(5)
        listener.close()


@contextmanager
def openai_server(answers: list[Answer], *, formats: bool = True) -> Iterator[OpenAIServer]:
    server = OpenAIServer(list(answers), formats)
    with serving(server.app()) as port:
        server.port = port
        yield server
