"""What has to come out of the tasks of shop.txt, worked out from the world's own data: the value, and the calls with effects.

The docstring of a function is the prompt of its task.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from tests.corpus.worlds import shop

Expected = tuple[Any, list[Any]]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


def totals() -> dict[str, float]:
    return {o[0]: round(sum(shop.PRODUCTS[k][2] * q for k, q in o[4].items()) - o[5], 2) for o in shop.ORDERS}


def refund_damaged() -> Expected:
    """Refund every delivered order in full whose note has the word damaged, broken or cracked (not "unbroken"), with
    the reason "damaged"; leave those alone that have a refund. Return {refunded: [order ids, oldest first],
    total}."""
    done = {r[1] for r in shop.REFUNDS}
    worn = re.compile(r"\b(damaged|broken|cracked)\b", re.IGNORECASE)
    ids = [o[0] for o in shop.ORDERS if o[2] == "delivered" and o[0] not in done and worn.search(o[6])]
    total = totals()
    effects = [["shop.create_refund", {"order_id": i, "amount": total[i], "reason": "damaged"}] for i in ids]
    return {"refunded": ids, "total": round(sum(total[i] for i in ids), 2)}, effects


def failed_payments() -> Expected:
    """In the order event feed since 2026-04-01T00:00:00Z: which payments failed, and after how many minutes were they
    captured? List of {order_id, amount, minutes} by order id, minutes to one decimal."""
    rows: list[dict[str, Any]] = []
    for e in shop.FEED:
        if e["type"] == "payment.failed":
            taken = next(
                x
                for x in shop.FEED
                if x["type"] == "payment.captured" and x["order_id"] == e["order_id"] and x["ts"] > e["ts"]
            )
            minutes = (when(taken["ts"]) - when(e["ts"])).total_seconds() / 60
            rows.append({"order_id": e["order_id"], "amount": e["amount"], "minutes": round(minutes, 1)})
    return sorted(rows, key=lambda r: r["order_id"]), []


def reserve_order() -> Expected:
    """Reserve the items of order O-5022, each in the warehouse that has most of it available (on hand minus
    reserved); OSK is frozen. Retry on 503. List of {sku, warehouse, reservation, remaining} in the order of the
    items."""
    rows: list[dict[str, Any]] = []
    effects: list[Any] = []
    for sku, qty in next(o for o in shop.ORDERS if o[0] == "O-5022")[4].items():
        free = {c: h - r for c, (h, r) in shop.INVENTORY[sku][1].items() if c != "OSK"}
        code = max(free, key=lambda c: free[c])
        rows.append({"sku": sku, "warehouse": code, "reservation": f"RSV-{sku}-{code}", "remaining": free[code] - qty})
        effects.append(["shop.reserve_stock", {"sku": sku, "warehouse": code, "qty": qty}])
    return rows, effects


def notify_gold() -> Expected:
    """Send the template "gold_thanks" to gold customers who opted in and have orders of March 2026 that were
    delivered, by customer id, with params {name: first name, spent: their sum as text like "12.30"}. Return
    {customers: how many, messages: [message ids]}."""
    spent: dict[str, float] = {}
    for o in shop.ORDERS:
        if o[2] == "delivered" and o[3].startswith("2026-03"):
            spent[o[1]] = spent.get(o[1], 0) + totals()[o[0]]
    effects: list[Any] = []
    for i in sorted(spent):
        name, tier, _, opted_in = shop.CUSTOMERS[i]
        if tier == "gold" and opted_in:
            params = {"name": name.split()[0], "spent": f"{spent[i]:.2f}"}
            effects.append(["shop.send_notification", {"customer_id": i, "template": "gold_thanks", "params": params}])
    messages = [f"M-{k + 1:04d}" for k in range(len(effects))]
    return {"customers": len(effects), "messages": messages}, effects


def country_revenue() -> Expected:
    """Revenue per country of the customer, cancelled orders left out: list of {country, orders, revenue, average},
    most revenue first, money to cents."""
    rows: dict[str, list[float]] = {}
    for o in shop.ORDERS:
        if o[2] != "cancelled":
            rows.setdefault(shop.CUSTOMERS[o[1]][2], []).append(totals()[o[0]])
    made = [
        {"country": c, "orders": len(x), "revenue": round(sum(x), 2), "average": round(sum(x) / len(x), 2)}
        for c, x in rows.items()
    ]
    return sorted(made, key=lambda r: -float(r["revenue"])), []


def best_per_category() -> Expected:
    """Of the products up to 100: the best rated of each category (the cheaper of equals), by category, as {category,
    sku, label: "Name (4.5) at €9.90", tags: sorted and joined with "|"}."""
    best: dict[str, tuple[Any, ...]] = {}
    for sku, (name, category, price, rating, tags) in shop.PRODUCTS.items():
        if price <= 100 and (category not in best or (-rating, price) < best[category][0]):
            best[category] = ((-rating, price), sku, f"{name} ({rating:.1f}) at €{price:.2f}", "|".join(sorted(tags)))
    return [{"category": c, "sku": s, "label": x, "tags": t} for c, (_, s, x, t) in sorted(best.items())], []


def weekly_orders() -> Expected:
    """Orders per ISO week, cancelled ones left out: list of {week: "2026-W09", orders, revenue, busiest: the weekday
    with most orders, the earlier one of equals}."""
    weeks: dict[str, list[Any]] = {}
    for o in shop.ORDERS:
        if o[2] != "cancelled":
            year, number, day = when(o[3]).isocalendar()
            weeks.setdefault(f"{year}-W{number:02d}", []).append((day, totals()[o[0]]))
    rows: list[dict[str, Any]] = []
    for week, list_ in sorted(weeks.items()):
        counts = [sum(d == k for d, _ in list_) for k in range(1, 8)]
        revenue = round(sum(t for _, t in list_), 2)
        rows.append(
            {"week": week, "orders": len(list_), "revenue": revenue, "busiest": DAYS[counts.index(max(counts))]}
        )
    return rows, []


def late_shipments() -> Expected:
    """Which shipped orders were picked up more than 14 days before 2026-04-05T00:00:00Z and have not been delivered?
    Return {late: [{order, carrier, days}], untracked: [ids without a shipment]}, longest first, days cut to one
    decimal."""
    late: list[dict[str, Any]] = []
    untracked: list[str] = []
    for o in shop.ORDERS:
        if o[2] == "shipped" and o[0] not in shop.SHIPMENTS:
            untracked.append(o[0])
        elif o[2] == "shipped":
            carrier, picked, delivered = shop.SHIPMENTS[o[0]]
            days = (datetime(2026, 4, 5, tzinfo=UTC) - when(picked)).total_seconds() / 86400
            if delivered is None and days > 14:
                late.append({"order": o[0], "carrier": carrier, "days": int(days * 10) / 10})
    return {"late": sorted(late, key=lambda r: -r["days"]), "untracked": untracked}, []
