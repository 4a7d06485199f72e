"""A loopback server that speaks OpenAI's protocol: Chat Completions and Responses, answers from a script, requests on record."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
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
        return await self._answer(request, body, body["input"], "text" in body)

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
            return JSONResponse({"error": {"message": reply.text or "no"}}, status_code=reply.status)
        wrap = self._as_chat if path.endswith("completions") else self._as_response
        return JSONResponse(wrap(reply, body["model"], prompt))

    @staticmethod
    def _reply(answer: Answer, prompt: str) -> Reply:
        said = answer(prompt) if callable(answer) else answer
        if isinstance(said, Reply):
            return said
        return Reply(said if isinstance(said, str) else json.dumps(said))

    @staticmethod
    def _as_chat(reply: Reply, model: str, prompt: str) -> dict[str, Any]:
        message = {"role": "assistant", "content": reply.text or None, "refusal": reply.refusal}
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
        cut = reply.finish_reason == "length"
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "model": model,
            "status": "incomplete" if cut else "completed",
            "incomplete_details": {"reason": "max_output_tokens"} if cut else None,
            "error": None,
            "output": [
                {"type": "reasoning", "id": "rs_1", "summary": []},
                {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content},
            ],
            "usage": {
                "input_tokens": len(prompt) // 4,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens": len(reply.text) // 4,
                "output_tokens_details": {"reasoning_tokens": 0},
                "total_tokens": (len(prompt) + len(reply.text)) // 4,
            },
        }


@contextmanager
def serving(app: Any) -> Iterator[int]:
    """An ASGI app on a free loopback port, in a thread of its own; gives the port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off", ws="none"))
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])), daemon=True)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            threading.Event().wait(0.005)
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(5)
        listener.close()


@contextmanager
def openai_server(answers: list[Answer], *, formats: bool = True) -> Iterator[OpenAIServer]:
    server = OpenAIServer(list(answers), formats)
    with serving(server.app()) as port:
        server.port = port
        yield server


def unused_port() -> int:
    """A port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
