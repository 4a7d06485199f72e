"""A factory floor: machines by line, orders by cursor, parts made of parts, purchases, sensors, reports as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool

MACHINES = {
    "A": [("M-1", "Haas", "VF2", "running", 1200.5, 1769904000000), ("M-2", "Okuma", "LB3", "down", 880, None)],
    "B": [("M-3", "Haas", "ST10", "idle", 40, 1775001600000)],
    "C": [
        ("M-4", "Mazak", "QT", "running", 5021.25, 1761955200000),
        ("M-5", "Mazak", "i400", "down", 77.75, 1772323200000),
    ],
}
ORDERS0 = [
    (9001, "P-100", 120, "2026/05/03", "normal", "A"),
    (9002, "P-200", 15, "2026/05/20", "high", None),
    (9003, "P-100", 40, "2026/05/08", "normal", None),
    (9004, "P-300", 5, "2026/05/07", "high", None),
    (9005, "P-200", 60, "2026/05/01", "low", "B"),
    (9006, "P-300", 8, "2026/06/11", "normal", None),
]
BOMS = {
    "P-100": [("bolt", 4), ("plate", 1)],
    "P-200": [("frame", 1), ("bolt", 2)],
    "P-300": [("P-200", 2), ("motor", 1), ("bolt", 3)],
    "frame": [("bar", 6), ("bolt", 8)],
}
STOCK = {"bolt": (900, 100), "plate": (150, 20), "frame": (60, 0), "motor": (9, 2), "bar": (0, 0), "P-200": (20, 5)}
LOTS = {"bolt": (100, 0.05), "plate": (25, 3.2), "frame": (10, 41), "motor": (4, 129.5), "bar": (50, 1.1)}
DOWNTIME = {
    "M-1": [("2026-05-01 08:00", "2026-05-01 09:30", "tooling")],
    "M-2": [("2026-04-30 22:15", "2026-05-01 01:00", "power"), ("2026-05-01 20:00", None, "bearing")],
    "M-4": [("2026-05-01 10:00", "2026-05-01 10:05", "tooling"), ("2026-05-01 11:00", "2026-05-01 11:50", "power")],
}
SENSOR = [(71, 0.2), (74.5, None), (79.9, 0.4), (80, 0.5), (83.25, None), (81, 0.7), (90, 0.9)]
REPORTS = {
    "A": "Line A\nlot=L1 made=100 bad=3\nlot=L2 made=60 bad=1\n",
    "B": "Line B\nlot=L3 made=0 bad=0 (aborted)\nlot=L4 made=45 bad=9\n",
    "C": "Line C\nno lots\n",
}
SHIFTS = {
    "mon": {"early": ["Ann", "Bob"], "late": ["Cy"]},
    "tue": {"early": ["Bob"], "late": ["Cy", "Dee"]},
    "wed": {"early": ["Ann", "Dee"], "late": []},
    "thu": {"early": ["Bob"], "late": ["Cy"], "night": ["Ann"]},
}
ORDERS: list[dict[str, Any]] = []
BOUGHT: list[dict[str, Any]] = []


def reset():
    BOUGHT.clear()
    ORDERS.clear()
    for number, product, qty, due, priority, line in ORDERS0:
        ORDERS.append(
            {"order_no": number, "product": product, "qty": qty, "due": due, "priority": priority, "line": line}
        )


reset()


def lines() -> list[str]:
    return list(MACHINES)


def machines(line: str) -> list[dict[str, Any]]:
    """Machines of a line; last_service is milliseconds since 1970 or null."""
    if line not in MACHINES:
        raise ValueError(f"no line {line}")
    return [
        {"machine_id": i, "model": {"vendor": v, "name": n}, "status": s, "hours": h, "last_service": at}
        for i, v, n, s, h, at in MACHINES[line]
    ]


def orders(cursor: int = 0) -> dict[str, Any]:
    """Orders, two to a page; due is like 2026/05/03."""
    more = cursor + 2 < len(ORDERS)
    return {"orders": ORDERS[cursor : cursor + 2], "cursor": cursor + 2 if more else None, "has_more": more}


def bom(product: str) -> dict[str, Any]:
    """The parts of a product. Parts can have parts themselves."""
    if product not in BOMS:
        raise ValueError(f"{product} has no bill of materials")
    return {"product": product, "parts": [{"part": p, "qty": q, "is_assembly": p in BOMS} for p, q in BOMS[product]]}


def stock(part: str) -> dict[str, Any]:
    if part not in STOCK:
        raise ValueError(f"unknown part {part}")
    return {"part": part, "on_hand": STOCK[part][0], "reserved": STOCK[part][1]}


def purchase(part: str, qty: int) -> dict[str, Any]:
    lot, price = LOTS[part]
    if qty < lot:
        raise ValueError(f"minimum order quantity of {part} is {lot}")
    BOUGHT.append({"po": f"PO-{len(BOUGHT) + 1}", "part": part, "qty": qty, "cost": round(qty * price, 2)})
    return BOUGHT[-1]


def purchases() -> list[dict[str, Any]]:
    return BOUGHT


def assign(order_no: int, line: str) -> dict[str, Any]:
    if sum(o["line"] == line for o in ORDERS) >= 2:
        raise ValueError(f"line {line} is full")
    for order in ORDERS:
        if order["order_no"] == order_no:
            order["line"] = line
            return {"ok": True, "order": order}
    raise ValueError(f"no order {order_no}")


def downtime(machine_id: str) -> list[dict[str, Any]]:
    return [{"from": a, "to": b, "reason": r} for a, b, r in DOWNTIME.get(machine_id, [])]


def sensor(machine_id: str, samples: int = 7) -> Iterator[dict[str, Any]]:
    """Samples of a machine, ten seconds apart."""
    if machine_id != "M-1":
        raise ValueError(f"{machine_id} has no sensor")
    for i, (temp, vib) in enumerate(SENSOR[:samples]):
        yield {"t": i * 10, "temp": temp, "vib": vib}


def quality_report(line: str):
    """The report of a line, as text."""
    return REPORTS[line]


def shift_plan(week: int):
    """Who works in a week, by day and shift."""
    if week != 18:
        raise LookupError(f"no plan for week {week}")
    return SHIFTS


def source():
    return FunctionSource(
        [
            FunctionTool("mes." + f.__name__, f)
            for f in (
                lines,
                machines,
                orders,
                bom,
                stock,
                purchase,
                purchases,
                assign,
                downtime,
                sensor,
                quality_report,
                shift_plan,
            )
        ],
        owner="factory",
    )
