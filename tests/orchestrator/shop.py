"""A few tools with effects that can be counted, and answers a model might give about them."""

from __future__ import annotations

import asyncio
from typing import Any

from codemode import CodeModeUTCP, FunctionSource, FunctionTool, ScriptedModel
from codemode.catalog import Catalog
from codemode.orchestrator.candidates import Candidates
from codemode.orchestrator.tool_search import Searches

ADD = 'r, err := codemode.CallTool("math.add", map[string]any{"a": 5, "b": 7})\nif err != nil {\n\treturn err\n}\n__out = r'
NEEDED = {"needs": True}
CHOSE_ADD = {"tools": ["math.add"]}


def snippet(code: str, stream: bool = False) -> dict[str, Any]:
    return {"code": code, "stream": stream}


async def candidates_of(catalog: Catalog, request: str, limit: int, *, complete: bool) -> Candidates:
    """Candidates that the catalog's own search ranks."""
    found = Candidates(catalog, Searches(catalog, ()), limit, complete=complete)
    await found.rank(request)
    return found


class Shop:
    """`done` lists the effects, `slow_calls` counts the calls of slow that began."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.slow_calls = 0
        self.failures = 0  # how many of the next deliveries fail

    def source(self) -> FunctionSource:
        return FunctionSource(
            [
                FunctionTool("math.add", self.add, read_only=True),
                FunctionTool("math.multiply", self.multiply, read_only=True),
                FunctionTool("shop.refund", self.refund),
                FunctionTool("shop.deliver", self.deliver),
                FunctionTool("shop.follow", self.follow),
                FunctionTool("shop.slow", self.slow),
            ]
        )

    def add(self, a: float, b: float) -> float:
        """Add two numbers, the sum."""
        return a + b

    def multiply(self, a: float, b: float) -> float:
        """Multiply two numbers, the product."""
        return a * b

    def refund(self, order: str, amount: float) -> dict[str, Any]:
        """Refund an order."""
        self.done.append(f"refund {order} {amount:g}")
        return {"refund": len(self.done)}

    def deliver(self, order: str) -> str:
        """Deliver an order."""
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the van is broken")
        self.done.append(f"deliver {order}")
        return "delivered"

    def follow(self, count: int) -> Any:
        """Stream numbers."""
        yield from range(count)

    async def slow(self, seconds: float) -> float:
        """Wait for some seconds."""
        self.slow_calls += 1
        try:
            await asyncio.sleep(seconds)
        except asyncio.CancelledError:
            self.done.append("slow was cancelled")
            raise
        return seconds


async def until_slow(shop: Shop, calls: int = 1) -> None:
    """Wait until that many calls of slow have begun, however loaded the machine is."""
    async with asyncio.timeout(30):
        while shop.slow_calls < calls:
            await asyncio.sleep(0.01)


def app(shop: Shop, *answers: Any, **options: Any) -> tuple[CodeModeUTCP, ScriptedModel]:
    """An app whose model answers from a script; scripts are for the staged pipeline unless they say otherwise."""
    model = ScriptedModel(answers)
    return CodeModeUTCP(None, model, sources=[shop.source()], **{"pipeline": "staged", **options}), model
