# ruff: noqa: N803 - the arguments of these tools are named as in JavaScript
"""An energy grid: plants, prices as pairs, meters behind edges and nodes, a meter that answers at the second try, a stream of numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool

PLANTS = [
    ("pl-1", "Sunfield", "solar", 80.5, "2015-06-01", ("Helio", "ES"), "south"),
    ("pl-2", "Windy Ridge", "wind", 120, "2019-03-15", ("Aeolus", "DK"), "north"),
    ("pl-3", "Old Dam", "hydro", 60, "1962-07-20", None, "north"),
    ("pl-4", "Gasworks", "gas", 200, "1998-11-02", ("Burnco", "DK"), "south"),
    ("pl-5", "Little Sun", "solar", 12.25, "2023-01-10", None, "south"),
]
OUTPUT = {
    ("pl-1", "2026-06-01"): [0, 10.5, 40, 62.25],
    ("pl-2", "2026-06-01"): [90, None, 30, 15],
    ("pl-4", "2026-06-01"): [100, 100, None, 150],
}
PRICES = {
    "2026-06-01": [[0, 42.5], [6, 55], [12, -3.2], [18, 80]],
    "2026-06-02": [[0, -1], [6, 0], [12, -12.75], [18, 61.4]],
}
METERS = [
    ("m1", "S-100", "c1", "power"),
    ("m2", "S-101", "c2", "power"),
    ("m3", "S-102", "c1", "heat"),
    ("m4", "S-103", "c3", "power"),
    ("m5", "S-104", "c2", "power"),
]
READINGS = {
    "m1": [(1780272000, 3.5, "ok"), (1780275600, 4, "ok"), (1780279200, 9.25, "estimated")],
    "m2": [(1780272000, 10, "ok"), (1780275600, 0.5, "estimated")],
    "m3": [(1780272000, 20, "ok")],
    "m4": [(1780272000, 7.75, "ok"), (1780275600, 1.25, "ok")],
    "m5": [],
}
CUSTOMERS = {
    "c1": ("Rosa", (8, 0.25), "Elm 1"),
    "c2": ("Sam", (5.5, 0.3), "Oak 7"),
    "c3": ("Tia", None, "Fir 12"),
}
OUTAGES = [
    ("o-1", "north", "2026-05-30T22:10:00+02:00", "2026-05-31T01:40:00+02:00", 1200),
    ("o-2", "south", "2026-06-01T06:00:00Z", None, 40),
    ("o-3", "north", "2026-06-01T09:15:00+02:00", "2026-06-01T08:00:00Z", 310),
    ("o-4", "east", "2026-06-01T10:00:00Z", "2026-06-01T10:20:00Z", 5),
]
FREQUENCY = [50, 50.02, 49.88, 49.95, 50.11, 50.2, 49.9, 50.1, 50]
TARIFFS = """Name        | Base  | Per kWh
------------+-------+--------
Flat        | 10.00 | 0.28
Night Owl   |  4.50 | 0.31
Green Plus  | 12.25 | 0.265

prices in EUR, net
"""
DISPATCHED: list[dict[str, Any]] = []
TICKETS: list[dict[str, Any]] = []
ASKED: set[str] = set()


def reset():
    DISPATCHED.clear()
    TICKETS.clear()
    ASKED.clear()


def list_plants(region: str | None = None) -> dict[str, Any]:
    return {
        "plants": [
            {
                "plantId": i,
                "name": n,
                "kind": k,
                "capacityMw": c,
                "commissioned": d,
                "owner": {"name": o[0], "country": o[1]} if o else None,
            }
            for i, n, k, c, d, o, r in PLANTS
            if region in (None, r)
        ]
    }


def output(plantId: str, date: str) -> dict[str, Any]:
    """What a plant fed in at 0, 6, 12 and 18 o'clock, in MWh; null where nothing was measured."""
    if (plantId, date) not in OUTPUT:
        raise ValueError(f"no data for {plantId} on {date}")
    return {"plantId": plantId, "date": date, "mwh": OUTPUT[plantId, date]}


def prices(date: str):
    """Pairs of hour and price per MWh."""
    if date not in PRICES:
        raise ValueError(f"no prices for {date}")
    return PRICES[date]


def list_meters(after: str | None = None, first: int = 2) -> dict[str, Any]:
    at = int(after.split(":")[1]) if after else 0
    rows = METERS[at : at + first]
    return {
        "edges": [
            {"cursor": f"cur:{at + k + 1}", "node": {"id": i, "serial": s, "customerId": c, "kind": kind}}
            for k, (i, s, c, kind) in enumerate(rows)
        ],
        "pageInfo": {"hasNextPage": at + first < len(METERS), "endCursor": f"cur:{at + len(rows)}" if rows else None},
    }


def readings(meterId: str) -> list[dict[str, Any]]:
    """Readings; ts in seconds since 1970. A meter can be offline for a moment (503)."""
    if meterId == "m2" and meterId not in ASKED:
        ASKED.add(meterId)
        raise TimeoutError("503 meter offline, try again")
    return [{"ts": t, "kwh": k, "quality": q} for t, k, q in READINGS[meterId]]


def customer(customerId: str) -> dict[str, Any]:
    name, tariff, street = CUSTOMERS[customerId]
    return {
        "id": customerId,
        "name": name,
        "tariff": {"base": tariff[0], "perKwh": tariff[1]} if tariff else None,
        "address": {"street": street, "city": "Newtown"},
    }


def outages(area: str = "") -> list[dict[str, Any]]:
    return [
        {"id": i, "area": a, "startedAt": s, "restoredAt": r, "affected": n}
        for i, a, s, r, n in OUTAGES
        if area in ("", a)
    ]


def report_outage(area: str, description: str, severity: int = 1) -> dict[str, Any]:
    if not 1 <= severity <= 3:
        raise ValueError("severity must be 1, 2 or 3")
    TICKETS.append({"ticket": f"T-{len(TICKETS) + 1}", "area": area, "description": description, "severity": severity})
    return TICKETS[-1]


def dispatch(plantId: str, mw: float) -> dict[str, Any]:
    """Order power of a plant, at most its capacity."""
    capacity = {p[0]: p[3] for p in PLANTS}[plantId]
    if mw > capacity:
        raise ValueError(f"{plantId} cannot deliver {mw:g} MW, at most {capacity:g}")
    DISPATCHED.append({"plantId": plantId, "mw": mw})
    return {"accepted": True, "mw": mw}


def dispatched() -> list[dict[str, Any]]:
    return DISPATCHED


def frequency(samples: int = 9) -> Iterator[float]:
    """The frequency of the grid in Hz, one number a second."""
    yield from FREQUENCY[:samples]


def tariff_table():
    """The tariffs as a text table."""
    return TARIFFS


def source():
    return FunctionSource(
        [
            FunctionTool("grid." + name, f)
            for name, f in (
                ("listPlants", list_plants),
                ("output", output),
                ("prices", prices),
                ("listMeters", list_meters),
                ("readings", readings),
                ("customer", customer),
                ("outages", outages),
                ("reportOutage", report_outage),
                ("dispatch", dispatch),
                ("dispatched", dispatched),
                ("frequency", frequency),
                ("tariffTable", tariff_table),
            )
        ],
        owner="grid",
    )
