"""What the demo's tools know and do, without HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PRODUCTS: dict[str, tuple[str, float]] = {
    "KB-1": ("Tactile keyboard", 79.0),
    "MS-2": ("Vertical mouse", 34.9),
    "MN-3": ("27 inch monitor", 289.0),
    "CB-4": ("USB-C cable", 9.9),
    "DK-5": ("Docking station", 149.0),
    "HS-6": ("Headset", 59.0),
    "WC-7": ("Webcam", 69.9),
    "SP-8": ("Speaker", 64.0),
    "LP-9": ("Laptop stand", 69.5),
    "PD-10": ("Desk pad", 60.9),
    "HB-11": ("USB hub", 64.9),
    "AD-12": ("Display adapter", 67.5),
    "CH-13": ("Charger 65 W", 62.0),
    "BT-14": ("Power bank", 55.0),
    "SD-15": ("Solid state disk", 99.0),
    "MC-16": ("Memory card", 61.0),
    "RT-17": ("Router", 119.0),
    "SW-18": ("Network switch", 54.0),
    "CT-19": ("Network cable", 67.9),
    "LM-20": ("Desk lamp", 69.0),
    "CR-21": ("Office chair", 319.0),
    "FT-22": ("Foot rest", 65.0),
    "TB-23": ("Drawing tablet", 89.0),
    "PN-24": ("Stylus", 59.0),
}
STOCK: dict[str, tuple[int, int]] = {
    "KB-1": (12, 15),
    "MS-2": (0, 10),
    "MN-3": (4, 6),
    "CB-4": (155, 50),
    **{sku: (10 + number, 8) for number, sku in enumerate(list(PRODUCTS)[4:])},
    "WC-7": (3, 8),
    "RT-17": (1, 4),
}
ORDERS: list[dict[str, Any]] = [
    {"id": "O-1", "sku": "KB-1", "quantity": 2, "status": "delivered"},
    {"id": "O-2", "sku": "MS-2", "quantity": 1, "status": "open"},
    {"id": "O-3", "sku": "MN-3", "quantity": 3, "status": "open"},
    {"id": "O-4", "sku": "MS-2", "quantity": 4, "status": "open"},
    {"id": "O-5", "sku": "CB-4", "quantity": 10, "status": "delivered"},
]


class BadArgument(Exception):
    """The caller's argument cannot be used; the text says what is allowed."""


def list_products() -> dict[str, Any]:
    return {"products": [{"sku": sku, "name": name, "price": price} for sku, (name, price) in PRODUCTS.items()]}


def get_stock(sku: str) -> dict[str, Any]:
    if sku not in STOCK:
        raise BadArgument(f"there is no product {sku!r}; the products are {', '.join(STOCK)}")
    on_hand, reorder_point = STOCK[sku]
    return {"sku": sku, "on_hand": on_hand, "reorder_point": reorder_point}


def list_orders(status: str | None) -> dict[str, Any]:
    return {"orders": [order for order in ORDERS if status in (None, order["status"])]}


def place_order(sku: str, quantity: int) -> dict[str, Any]:
    if sku not in PRODUCTS or quantity < 1:
        raise BadArgument(f"an order is for a product ({', '.join(PRODUCTS)}) and at least 1 piece")
    price = round(PRODUCTS[sku][1] * quantity, 2)
    return {"id": f"O-{len(ORDERS) + 1}", "sku": sku, "quantity": quantity, "price": price, "status": "ordered"}


def headlines(topic: str, count: int) -> Iterator[dict[str, Any]]:
    for number in range(1, count + 1):
        yield {"number": number, "headline": f"{topic}: headline {number}"}
