"""The tools that the benchmark programs call: plain functions, the same for every peer."""

from __future__ import annotations

import asyncio
import time
from typing import Any

WORDS = "the quick brown fox jumps over a lazy dog while Seven Wizards quietly mix Potions beneath old stone bridges".split()
TEXT = " ".join(WORDS[(i * 7 + i // 3) % len(WORDS)] for i in range(20_000))[:100_000]
COUNTRIES = ["DE", "FR", "US", "JP", "BR", "IN"]


def bench_text() -> str:
    """100 KB of words."""
    return TEXT


def bench_records(count: int) -> list[dict[str, Any]]:
    """`count` order records of five fields."""
    return [
        {
            "id": f"R-{i}",
            "country": COUNTRIES[i % len(COUNTRIES)],
            "status": "cancelled" if i % 11 == 0 else "done",
            "amount": 10.25 + (i * 37 % 1000) / 8,
            "items": i % 5 + 1,
        }
        for i in range(count)
    ]


def bench_add(a: float, b: float) -> float:
    return a + b


def bench_multiply(a: float, b: float) -> float:
    return a * b


def bench_orders(page: int) -> dict[str, Any]:
    """One page of 12 orders with two lines each."""
    return {
        "page": page,
        "orders": [
            {
                "id": f"O-{i}",
                "status": "cancelled" if i % 5 == 0 else "done",
                "items": [
                    {"sku": f"kb-{i % 4}", "qty": i % 3 + 1, "price": 19.5 + i},
                    {"sku": f"ms-{i % 3}", "qty": 2, "price": 7.25 + i},
                ],
            }
            for i in range(12)
        ],
    }


def bench_nap(i: int) -> int:
    """Takes 10 ms."""
    time.sleep(0.01)
    return i


async def nap(i: int) -> int:
    """The same on an event loop."""
    await asyncio.sleep(0.01)
    return i


TOOLS = {f.__name__: f for f in (bench_text, bench_records, bench_add, bench_multiply, bench_orders, bench_nap)}
ASYNC_TOOLS = {"bench_nap": nap}
