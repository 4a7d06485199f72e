"""The demo's UTCP server: three manuals over HTTP on an ephemeral loopback port, one of them with a tool that streams (SSE).

It runs on aiohttp, which utcp-http brings along, in the caller's event loop.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from codemode.demo import shop

if TYPE_CHECKING:
    from aiohttp import web

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

MANUALS = ("math", "shop", "news")
NUMBERS = {
    "a": {"type": "number", "description": "first number"},
    "b": {"type": "number", "description": "second number"},
}
RESULT = {"type": "object", "properties": {"result": {"type": "number"}}, "required": ["result"]}
ARITHMETIC: dict[str, tuple[str, Callable[[float, float], float]]] = {
    "add": ("Add two numbers and give their sum.", lambda a, b: a + b),
    "subtract": ("Subtract b from a and give the difference.", lambda a, b: a - b),
    "multiply": ("Multiply two numbers and give their product.", lambda a, b: a * b),
    "divide": ("Divide a by b and give the quotient; b may not be 0.", lambda a, b: a / b),
}


def _object(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


SKU = {"type": "string", "description": "the product's number, for example KB-1"}
PRODUCT = {
    "type": "object",
    "properties": {"sku": {"type": "string"}, "name": {"type": "string"}, "price": {"type": "number"}},
}
ORDERED = {
    "id": {"type": "string"},
    "sku": {"type": "string"},
    "quantity": {"type": "integer"},
    "status": {"type": "string"},
}
ORDER = {"type": "object", "properties": ORDERED}
PLACED = {"type": "object", "properties": {**ORDERED, "price": {"type": "number"}}}
STOCK = {
    "type": "object",
    "properties": {
        "sku": {"type": "string"},
        "on_hand": {"type": "integer"},
        "reorder_point": {"type": "integer", "description": "reorder when fewer are on hand"},
    },
}
HEADLINE = {"type": "object", "properties": {"number": {"type": "integer"}, "headline": {"type": "string"}}}


class DemoServer:
    """`async with DemoServer() as server:` serves at `server.url`; `latency` seconds pass before each answer of the shop."""

    def __init__(self, latency: float = 0.15) -> None:
        self.latency = latency
        self.port = 0
        self.calls: list[tuple[str, dict[str, str]]] = []  # path and query of every tool call that arrived
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call_templates(self) -> list[dict[str, Any]]:
        """Returns the call templates for a UTCP client: one manual per domain."""
        return [
            {
                "name": name,
                "call_template_type": "http",
                "url": f"{self.url}/{name}/utcp",
                "http_method": "GET",
                "allowed_communication_protocols": ["http", "sse"],
            }
            for name in MANUALS
        ]

    async def __aenter__(self) -> DemoServer:
        from aiohttp import web

        app = web.Application()
        app.add_routes([web.get("/{manual}/utcp", self._manual), web.get("/{manual}/{tool}", self._tool)])
        app.add_routes([web.post("/shop/place_order", self._order)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    # --- what it offers -------------------------------------------------------------------------------------------

    def manual(self, name: str) -> dict[str, Any] | None:
        """Returns the tools of one manual in UTCP's form, or None."""
        tools: dict[str, list[dict[str, Any]]] = {
            "math": [
                self._described(f"math/{tool}", text, _object(NUMBERS, ("a", "b")), RESULT, ["math", "calculate"])
                for tool, (text, _) in ARITHMETIC.items()
            ],
            "shop": [
                self._described(
                    "shop/list_products",
                    "List all products of the shop with their prices.",
                    _object({}),
                    _object({"products": {"type": "array", "items": PRODUCT}}),
                    ["shop"],
                ),
                self._described(
                    "shop/get_stock",
                    "How many pieces of one product are in stock, and below which number it has to be reordered.",
                    _object({"sku": SKU}, ("sku",)),
                    STOCK,
                    ["shop", "inventory"],
                ),
                self._described(
                    "shop/list_orders",
                    "List customer orders, all or those with one status.",
                    _object({"status": {"type": "string", "enum": ["open", "delivered"]}}),
                    _object({"orders": {"type": "array", "items": ORDER}}),
                    ["shop"],
                ),
                self._described(
                    "shop/place_order",
                    "Order pieces of one product from its maker. Costs money.",
                    _object({"sku": SKU, "quantity": {"type": "integer", "minimum": 1}}, ("sku", "quantity")),
                    PLACED,
                    ["shop", "inventory"],
                    method="POST",
                ),
            ],
            "news": [
                self._described(
                    "news/follow",
                    "Stream news headlines about a topic as they come in.",
                    _object({"topic": {"type": "string"}, "count": {"type": "integer", "minimum": 1}}, ("topic",)),
                    HEADLINE,
                    ["news", "stream"],
                    streaming=True,
                )
            ],
        }
        return {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": tools[name]} if name in tools else None

    def _described(
        self,
        path: str,
        description: str,
        inputs: dict[str, Any],
        outputs: dict[str, Any],
        tags: list[str],
        streaming: bool = False,
        method: str = "GET",
    ) -> dict[str, Any]:
        template: dict[str, Any] = {"call_template_type": "sse" if streaming else "http", "url": f"{self.url}/{path}"}
        if not streaming:
            template["http_method"] = method
        return {
            "name": path.partition("/")[2],
            "description": description,
            "inputs": inputs,
            "outputs": outputs,
            "tags": tags,
            "tool_call_template": template,
        }

    # --- answering ------------------------------------------------------------------------------------------------

    async def _manual(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        manual = self.manual(request.match_info["manual"])
        return (
            web.json_response(manual)
            if manual is not None
            else web.json_response({"error": "no such manual"}, status=404)
        )

    async def _tool(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        manual, tool, query = request.match_info["manual"], request.match_info["tool"], dict(request.query)
        self.calls.append((f"{manual}/{tool}", query))
        try:
            if manual == "math" and tool in ARITHMETIC:
                return web.json_response(self._calculate(tool, query))
            if (manual, tool) == ("news", "follow"):
                return await self._follow(request, query)
            if manual == "shop":
                await asyncio.sleep(self.latency)
                answer = self._shop(tool, query)
                if answer is not None:
                    return web.json_response(answer)
        except (shop.BadArgument, ZeroDivisionError) as error:
            return web.json_response({"error": str(error)}, status=400)
        return web.json_response({"error": "no such tool"}, status=404)

    async def _order(self, request: web.Request) -> web.StreamResponse:
        from aiohttp import web

        query = dict(request.query)
        self.calls.append(("shop/place_order", query))
        try:
            return web.json_response(shop.place_order(query.get("sku", ""), int(_number(query, "quantity"))))
        except shop.BadArgument as error:
            return web.json_response({"error": str(error)}, status=400)

    @staticmethod
    def _calculate(tool: str, query: dict[str, str]) -> dict[str, Any]:
        result = ARITHMETIC[tool][1](_number(query, "a"), _number(query, "b"))
        return {"result": int(result) if result.is_integer() else result}

    @staticmethod
    def _shop(tool: str, query: dict[str, str]) -> dict[str, Any] | None:
        if tool == "list_products":
            return shop.list_products()
        if tool == "get_stock":
            return shop.get_stock(query.get("sku", ""))
        return shop.list_orders(query.get("status")) if tool == "list_orders" else None

    async def _follow(self, request: web.Request, query: dict[str, str]) -> web.StreamResponse:
        from aiohttp import web

        items = list(shop.headlines(query.get("topic", "everything"), min(int(_number(query, "count", 3)), 100)))
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-cache"})
        await response.prepare(request)
        for item in items:
            await asyncio.sleep(self.latency / 3)
            await response.write(f"data: {json.dumps(item)}\n\n".encode())
        await response.write_eof()
        return response


def _number(query: dict[str, str], name: str, default: float | None = None) -> float:
    try:
        return float(query[name]) if name in query or default is None else default
    except (KeyError, ValueError):
        raise shop.BadArgument(f"{name} must be a number") from None
