"""A real UTCP server on loopback, in a thread and on a port of its own: math, a small shop, tools that stream, tools that misbehave."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

ORDERS = [{"id": f"O-{i}", "status": "open" if i % 2 else "paid", "total": 10.5 * i} for i in range(1, 8)]
NUMBERS = {
    "a": {"type": "number", "description": "first number"},
    "b": {"type": "number", "description": "second number"},
}


def obj(required: tuple[str, ...] = (), **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


@dataclass
class UtcpServer:
    """What is served, where, and what was asked: `requests` holds path and query of every call, in order of arrival."""

    url: str = ""
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    failures: dict[str, int] = field(default_factory=dict)  # tool -> how many times it still fails with a 503

    def template(self, name: str = "demo", **more: Any) -> dict[str, Any]:
        """A call template that registers the whole manual under `name`."""
        return {"name": name, "call_template_type": "http", "url": f"{self.url}/utcp", "http_method": "GET", **more}

    def config(self, name: str = "demo") -> dict[str, Any]:
        return {"manual_call_templates": [self.template(name)]}

    def tool(
        self,
        name: str,
        description: str,
        inputs: dict[str, Any],
        outputs: dict[str, Any] | None = None,
        **template: Any,
    ) -> dict[str, Any]:
        kind = template.pop("kind", "http")
        how = {"call_template_type": kind, "url": f"{self.url}/tools/{name}", **template}
        if kind == "http":
            how.setdefault("http_method", "GET")
        made = {"name": name, "description": description, "inputs": inputs, "tool_call_template": how}
        return made | ({"outputs": outputs} if outputs is not None else {})

    def manual(self) -> dict[str, Any]:
        t = self.tool
        return {
            "utcp_version": "1.0.1",
            "manual_version": "1.0.0",
            "tools": [
                t("add", "Add two numbers.", obj(("a", "b"), **NUMBERS), obj(result={"type": "number"})),
                t("multiply", "Multiply two numbers.", obj(("a", "b"), **NUMBERS), obj(result={"type": "number"})),
                t(
                    "list_orders",
                    "List the orders of the shop.",
                    obj(status={"type": "string", "enum": ["open", "paid"]}),
                ),
                t(
                    "get_order",
                    "One order.",
                    obj(("id",), id={"type": "string"}),
                    url=f"{self.url}/tools/orders/{{id}}",
                ),
                t(
                    "create_order",
                    "Make an order.",
                    obj(("body",), body=obj(("sku",), sku={"type": "string"})),
                    http_method="POST",
                    body_field="body",
                ),
                t("echo", "Give back the query.", obj()),
                t("slow", "Answer after a while.", obj(seconds={"type": "number"})),
                t("flaky", "Fail now and then.", obj()),
                t("broken", "Always fail.", obj()),
                t("text", "Answer in plain text.", obj()),
                t("download", "Answer with a file.", obj(("kind",), kind={"type": "string"})),
                t(
                    "upload",
                    "Take a file.",
                    obj(("body",), body=obj(("data",), data={"type": "string", "contentEncoding": "base64"})),
                    http_method="POST",
                    body_field="body",
                ),
                t("dollar", "Its address holds a $word.", obj(), url=f"{self.url}/tools/echo?$filter=x"),
                t("count", "Count up.", obj(("to",), to={"type": "integer"}), {"type": "integer"}, kind="sse"),
                t("ticks", "Tick until you stop listening.", obj(), kind="sse"),
            ],
        }


def _answers(server: UtcpServer) -> dict[str, Callable[[dict[str, str], Request], Awaitable[Response]]]:
    async def add(q: dict[str, str], _: Request) -> Response:
        return JSONResponse({"result": float(q["a"]) + float(q["b"])})

    async def multiply(q: dict[str, str], _: Request) -> Response:
        return JSONResponse({"result": float(q["a"]) * float(q["b"])})

    async def list_orders(q: dict[str, str], _: Request) -> Response:
        return JSONResponse({"orders": [o for o in ORDERS if q.get("status") in (None, o["status"])]})

    async def create_order(_: dict[str, str], request: Request) -> Response:
        body = await request.json()
        server.effects.append(body["sku"])
        return JSONResponse({"id": f"O-{100 + len(server.effects)}", "sku": body["sku"]}, status_code=201)

    async def echo(q: dict[str, str], request: Request) -> Response:
        return JSONResponse({"query": [list(pair) for pair in request.query_params.multi_items()]})

    async def slow(q: dict[str, str], _: Request) -> Response:
        await asyncio.sleep(float(q.get("seconds", "0.2")))
        return JSONResponse({"waited": q.get("seconds")})

    async def flaky(_: dict[str, str], __: Request) -> Response:
        if server.failures.get("flaky", 0) > 0:
            server.failures["flaky"] -= 1
            return JSONResponse({"error": "temporarily unavailable"}, status_code=503)
        return JSONResponse({"ok": True})

    async def broken(_: dict[str, str], __: Request) -> Response:
        return JSONResponse({"error": "the shop is on fire\nplease leave", "detail": "x" * 5000}, status_code=500)

    async def text(_: dict[str, str], __: Request) -> Response:
        return PlainTextResponse("just words")

    async def download(q: dict[str, str], _: Request) -> Response:
        if q["kind"] == "named":
            disposition = 'attachment; filename="../../etc/report.pdf"'
            return Response(b"%PDF\xff", media_type="application/pdf", headers={"Content-Disposition": disposition})
        if q["kind"] == "failed":
            return Response(b"\xff\xfe", status_code=500, media_type="image/png")
        content = b"words" if q["kind"].endswith("words") else b"\x89PNG\xff"
        return Response(content, media_type=q["kind"].removesuffix("words"))

    async def upload(_: dict[str, str], request: Request) -> Response:
        body = await request.json()
        return JSONResponse({"got": body["data"]})

    async def count(q: dict[str, str], _: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            for i in range(1, int(q["to"]) + 1):
                yield f"data: {json.dumps(i)}\n\n"
                await asyncio.sleep(0.005)

        return StreamingResponse(events(), media_type="text/event-stream")

    async def ticks(_: dict[str, str], __: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            number = 0
            try:
                while True:
                    number += 1
                    yield f"data: {json.dumps({'tick': number})}\n\n"
                    await asyncio.sleep(0.005)
            finally:
                server.effects.append("ticks stopped")

        return StreamingResponse(events(), media_type="text/event-stream")

    found = dict(locals())
    return {name: answer for name, answer in found.items() if name not in ("server", "found")}


def app_of(server: UtcpServer) -> Starlette:
    answers = _answers(server)

    async def tool(request: Request) -> Response:
        name = request.path_params["name"]
        query = dict(request.query_params)
        server.requests.append((name, query))
        if name not in answers:
            return JSONResponse({"error": f"no tool {name}"}, status_code=404)
        return await answers[name](query, request)

    async def order(request: Request) -> Response:
        id = request.path_params["id"]
        server.requests.append((f"orders/{id}", dict(request.query_params)))
        found = [o for o in ORDERS if o["id"] == id]
        return JSONResponse(found[0]) if found else JSONResponse({"error": f"no order {id}"}, status_code=404)

    async def manual(_: Request) -> Response:
        return JSONResponse(server.manual())

    async def not_json(_: Request) -> Response:
        return Response("<html>", media_type="application/json")

    async def not_a_manual(_: Request) -> Response:
        return JSONResponse({"utcp_version": "1.0.1", "tools": [{"description": "has no name"}]})

    return Starlette(
        routes=[
            Route("/utcp", manual),
            Route("/bad/not-json", not_json),
            Route("/bad/not-a-manual", not_a_manual),
            Route("/tools/orders/{id}", order),
            Route("/tools/{name}", tool, methods=["GET", "POST"]),
        ]
    )


@contextmanager
def serving(app: Any) -> Iterator[str]:
    """Serve an ASGI app from a thread; gives its address."""
    # with its protocol named: asyncio sends without delay only then, and each answer would take 40 ms
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(100)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.005)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = server.force_exit = True  # it does not wait for whoever it keeps waiting
        thread.join(timeout=5)
        listener.close()


@contextmanager
def utcp_server() -> Iterator[UtcpServer]:
    server = UtcpServer()
    with serving(app_of(server)) as server.url:
        yield server
