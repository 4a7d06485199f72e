"""A shop whose customers wait for parcels: the tools of the tests in a browser, and of the pictures in docs."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Literal

from codemode import FunctionSource, FunctionTool, Policy, Rule

ORDERS: list[dict[str, Any]] = [
    {"id": "A-1001", "customer": "ann@example.com", "parcel": "P-1", "total": 79.0},
    {"id": "A-1002", "customer": "bob@example.com", "parcel": "P-2", "total": 12.5},
    {"id": "A-1003", "customer": "cleo@example.com", "parcel": "P-3", "total": 240.0},
    {"id": "A-1004", "customer": "dan@example.com", "parcel": "P-4", "total": 33.9},
    {"id": "A-1005", "customer": "eve@example.com", "parcel": "P-5", "total": 8.0},
]

# what a model writes when it is asked: "Tell customers whose parcels are stuck"
STUCK = """\
// Find parcels that are stuck and offer a refund for each of them.
orders := shop.orders(status="late")

var wg sync.WaitGroup
where := make([]map[string]any, len(orders))
for i, order := range orders {
	wg.Add(1)
	go func() {
		defer wg.Done()
		where[i] = carrier.track(parcel=order["parcel"])
	}()
}
wg.Wait()

refunds := []string{}
for i, order := range orders {
	if where[i]["state"] == "stuck" {
		fmt.Println(order["id"], "is stuck in", where[i]["place"])
		refunds = append(refunds, bank.refund(order=order["id"], amount=order["total"], reason="late"))
	}
}
__out = refunds
"""

FAILS = """\
orders := shop.orders(status="late")
for _, order := range orders {
	fmt.Println("looking for", order["parcel"])
	place := carrier.track(parcel=order["id"])["place"]
	fmt.Println(order["id"], "is in", place)
}
"""

# models mix Python into Go: what is repaired is told beside its line
REPAIRED = """\
late = shop.orders(status="late")
total := 0.0
for order in late {
	total += order["total"]
}
__out = f"{len(late)} orders worth {total:.2f}"
"""

WRONG = """\
orders := shop.orders(status="late")
total := 0.0
for _, order := range orders {
	total += order["total"]
}
__out = shop.refnd(totl)
"""


class Shop:
    """`refunded` is what was paid back. `pace` is how many seconds the carrier takes for a parcel; it answers while it is `open`."""

    def __init__(self) -> None:
        self.refunded: list[tuple[str, float]] = []
        self.pace = 0.0
        self.open = threading.Event()
        self.open.set()

    async def orders(self, status: Literal["open", "late", "done"]) -> list[dict[str, Any]]:
        """Orders that have this status, with customer, parcel and total."""
        await asyncio.sleep(self.pace / 3)
        return ORDERS if status == "late" else []

    async def track(self, parcel: str) -> dict[str, Any]:
        """Where a parcel is: its state (moving, stuck, delivered) and place."""
        while not self.open.is_set():
            await asyncio.sleep(0.01)
        number = int(parcel.removeprefix("P-")) if parcel.startswith("P-") else 0
        if not number:
            await asyncio.sleep(self.pace)
            raise ValueError(f"parcel {parcel!r} is unknown: a number of a parcel is P- and digits")
        await asyncio.sleep(self.pace * (1 + (number * 7) % 5 / 2))
        return {
            "parcel": parcel,
            "state": "stuck" if number == 3 else "moving",
            "place": "Lyon" if number == 3 else "Rome",
        }

    async def refund(
        self, order: str, amount: float, reason: Literal["late", "broken", "other"] = "other", notify: bool = True
    ) -> str:
        """Pay money back for an order."""
        self.refunded.append((order, amount))
        return f"refunded {amount:.2f} for {order}"

    def source(self) -> FunctionSource:
        tools = [
            FunctionTool("shop.orders", self.orders, read_only=True),
            FunctionTool("carrier.track", self.track, read_only=True),
            FunctionTool("bank.refund", self.refund),
        ]
        return FunctionSource(tools, owner="shop")


POLICY = Policy([Rule("ask", "bank.*")])
