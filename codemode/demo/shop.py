"""What the demo's tools know and do, without HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PRODUCTS: dict[str, tuple[str, float]] = {
    "KB-1": ("Tactile keyboard", 79.0),
    "MS-2": ("Vertical mouse", 34.9),
    "MN-3": ("27 inch monitor", 289.0),
    "CB-4": ("USB-C cable", 9.9),
}
STOCK: dict[str, tuple[int, int]] = {"KB-1": (12, 15), "MS-2": (0, 10), "MN-3": (4, 6), "CB-4": (155, 50)}
ORDERS: list[dict[str, Any]] = [
    {"id": "O-1", "sku": "KB-1", "quantity": 2, "status": "delivered"},
    {"id": "O-2", "sku": "MS-2", "quantity": 1, "status": "open"},
    {"id": "O-3", "sku": "MN-3", "quantity": 3, "status": "open"},
    {"id": "O-4", "sku": "MS-2", "quantity": 4, "status": "open"},
    {"id": "O-5", "sku": "CB-4", "quantity": 10, "status": "delivered"},
]


class BadArgument(Exception):
    """What the caller gave cannot be used; the text says what was wanted."""


def list_products() -> dict[str, Any]:
    return {"products": [{"sku": sku, "name": name, "price": price} for sku, (name, price) in PRODUCTS.items()]}


def get_stock(sku: str) -> dict[str, Any]:
    if sku not in STOCK:
        raise BadArgument(f"there is no product {sku!r}; the products are {', '.join(STOCK)}")
    on_hand, reorder_point = STOCK[sku]
    return {"sku": sku, "on_hand": on_hand, "reorder_point": reorder_point}


def list_orders(status: str | None) -> dict[str, Any]:
    return {"orders": [order for order in ORDERS if status in (None, order["status"])]}


def headlines(topic: str, count: int) -> Iterator[dict[str, Any]]:
    for number in range(1, count + 1):
        yield {"number": number, "headline": f"{topic}: headline {number}"}
