"""What the tests of the frameworks have in common: one tool, and a program that calls it."""

from __future__ import annotations

import asyncio

from codemode import Image


def get_stock(sku: str) -> int:
    """How many there are of a product."""
    return {"KB-1": 4, "MS-2": 3}[sku]


PNG = b"\x89PNG\r\n\x1a\n"


def chart() -> Image:
    """Draw the sales."""
    return Image(PNG, "png")


DRAW = 'c, err := codemode.CallTool("chart", nil)\n__out = c'
CODE = 'n, err := codemode.CallTool("get_stock", map[string]any{"sku": "KB-1"})\n__out = n + 1'


async def slow(n: int) -> int:
    """Slow."""
    await asyncio.sleep(0.2)
    return n


SAVE = (
    'n, err := codemode.CallTool("slow", map[string]any{"n": 7})\nif err != nil {\n\treturn err\n}\nstore.Save("k", n)'
)
LOAD = '__out = store.Load("k")'
