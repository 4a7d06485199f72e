"""What has to come out of the tasks of travel.txt, worked out from the world's own data: the value, and the calls with effects."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from statistics import median
from typing import Any

from tests.corpus.worlds import call, travel

Expected = tuple[Any, list[Any]]


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


def flights(origin: str, destination: str, day: str, stops: int = 9) -> list[dict[str, Any]]:
    args = {"origin": origin, "destination": destination, "date": day, "max_stops": stops}
    return call(travel, "flights.search", args)["flights"]


def price(flight: dict[str, Any]) -> float:
    return flight["price"]["amount"]


def hours(seconds: float) -> str:
    return f"{int(seconds) // 3600}h {int(seconds) % 3600 // 60:02d}m"


def hold_cheapest() -> Expected:
    """Hold 3 seats on the cheapest nonstop flight from Berlin (BER) to Lisbon (LIS) on 2026-06-12 that can be had.
    When the system is busy (503) try again; when seats or fare are gone (409) take the next one. Return {flight,
    hold_id, total, rejected: [ids]}."""
    rejected: list[str] = []
    for f in sorted(flights("BER", "LIS", "2026-06-12", 0), key=price):
        if f["carrier"] != "LA" and f["seats_left"] >= 3:
            value = {"flight": f["id"], "hold_id": f"HOLD-{f['id']}", "total": price(f) * 3, "rejected": rejected}
            return value, [["flights.hold", {"flight_id": f["id"], "passengers": 3}]]
        rejected.append(f["id"])
    raise AssertionError("there is one")


def review_words() -> Expected:
    """What do guests of H-LIS-2 talk about? Count in how many reviews each word occurs (letters only, any case, at
    least two letters, without the, was, our, is, by, at, we, be, ll). Return {average: score like "9.00", top: the
    five most frequent as "word:n", by name when equal}."""
    stop = {"the", "was", "our", "is", "by", "at", "we", "be", "ll"}
    counts: dict[str, int] = {}
    reviews = travel.REVIEWS["H-LIS-2"]
    for _, text, _ in reviews:
        for word in set(re.findall("[a-z]{2,}", text.lower())) - stop:
            counts[word] = counts.get(word, 0) + 1
    top = sorted(counts.items(), key=lambda c: (-c[1], c[0]))[:5]
    average = sum(r[0] for r in reviews) / len(reviews)
    return {"average": f"{average:.2f}", "top": [f"{w}:{n}" for w, n in top]}, []


def fare_rules() -> Expected:
    """For the flights from BER to LIS on 2026-06-12, cheapest first: {id, price, change_fee: in EUR, 0 when free,
    null when changes are not permitted, bags: {cabin: kg, checked: kg} as far as given}, from the prose of the fare
    rules."""
    fees = {"GW": 45, "PP": None, "NB": 0, "LA": 29.9}
    bags = {"GW": {"cabin": 8}, "PP": {"cabin": 10}, "NB": {"checked": 23}, "LA": {"cabin": 8, "checked": 20}}
    rows = [
        {"id": f["id"], "price": price(f), "change_fee": fees[f["carrier"]], "bags": bags[f["carrier"]]}
        for f in sorted(flights("BER", "LIS", "2026-06-12"), key=price)
    ]
    return rows, []


def best_weather() -> Expected:
    """Compare the forecast of Lisbon, Rome, Oslo, Vienna and Athens for the 6 days from 2026-06-10. A day is good
    with less than 0.5 mm of rain and a high of 20 to 28. List of {city, good_days, mean_high, rain_mm: sum, streak:
    most good days in a row}, most good days first, then least rain."""
    rows: list[dict[str, Any]] = []
    for city, days in travel._WEATHER.items():
        good = "".join("x" if rain < 0.5 and 20 <= high <= 28 else " " for high, _, rain, _ in days)
        rain = round(sum(d[2] for d in days), 1)
        mean = round(sum(d[0] for d in days) / len(days), 1)
        streak = max(len(x) for x in good.split(" "))
        rows.append({"city": city, "good_days": good.count("x"), "mean_high": mean, "rain_mm": rain, "streak": streak})
    return sorted(rows, key=lambda r: (-r["good_days"], r["rain_mm"])), []


def round_trip() -> Expected:
    """The cheapest nonstop flights from BER to LIS on 2026-06-12 and back on 2026-06-15. Return {out, back: ids,
    total, stay: time on the ground in Lisbon like "2d 06h 05m", airborne: both flights as a Go duration like
    "7h25m0s", home: arrival in UTC, RFC 3339}."""
    out = min(flights("BER", "LIS", "2026-06-12", 0), key=price)
    back = min(flights("LIS", "BER", "2026-06-15", 0), key=price)
    stay = when(back["depart"]) - when(out["arrive"])
    air = sum((when(f["arrive"]) - when(f["depart"])).total_seconds() for f in (out, back))
    rest = stay.seconds // 60
    value = {
        "out": out["id"],
        "back": back["id"],
        "total": price(out) + price(back),
        "stay": f"{stay.days}d {rest // 60:02d}h {rest % 60:02d}m",
        "airborne": f"{int(air) // 3600}h{int(air) % 3600 // 60}m0s",
        "home": f"{when(back['arrive']).astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
    }
    return value, []


def save_trip() -> Expected:
    """Save a trip "Lisbon in June": the cheapest flight from BER to LIS on 2026-06-12 and the cheapest hotel in
    Lisbon from 12 to 15 June with a rating of at least 8.8 (whole stay with tax, in EUR). items are the flight's id
    and the hotel's name. Return {trip, total, items}, money to cents."""
    flight = min(flights("BER", "LIS", "2026-06-12"), key=price)
    stays = {h[1]: h[4] * 3 * (1 + h[6] / 100) * travel._RATES[h[5]] for h in travel.HOTELS["Lisbon"] if h[3] >= 8.8}
    hotel = min(stays, key=lambda h: stays[h])
    total, items = round(price(flight) + stays[hotel], 2), [flight["id"], hotel]
    effects = [["trips.save", {"title": "Lisbon in June", "items": items, "total_eur": total}]]
    return {"trip": "TRIP-1", "total": total, "items": items}, effects


def deal_stats() -> Expected:
    """Read the deals feed to its end. Return {routes: [{from, to, deals, median: price, best: "44.00 at 9:55AM", the
    first of the lowest}] by route, hours: from the first deal to the last}."""
    by: dict[str, list[Any]] = {}
    for route, cost, ts in travel.DEALS:
        by.setdefault(route, []).append((cost, when(ts)))
    rows: list[dict[str, Any]] = []
    for route, list_ in sorted(by.items()):
        cost, at = min(list_, key=lambda d: d[0])
        start, end = route.split("-")
        best = f"{cost:.2f} at {at.hour % 12 or 12}:{at:%M%p}"
        middle = median(d[0] for d in list_)
        rows.append({"from": start, "to": end, "deals": len(list_), "median": middle, "best": best})
    seconds = (when(travel.DEALS[-1][2]) - when(travel.DEALS[0][2])).total_seconds()
    return {"routes": rows, "hours": seconds / 3600}, []


def fastest_flights() -> Expected:
    """How fast does one get from Berlin (BER) to Lisbon, Rome, Oslo, Vienna, Athens and Atlantis on 2026-06-12 with
    one flight? List, in this order, of {city, flight: id or "", takes: "3h 40m", "none" without a flight, "unknown
    city" without an airport}."""
    codes = {city: code for code, (city, _, _) in travel.AIRPORTS.items()}
    rows: list[dict[str, Any]] = []
    for city in ("Lisbon", "Rome", "Oslo", "Vienna", "Athens", "Atlantis"):
        if city not in codes:
            rows.append({"city": city, "flight": "", "takes": "unknown city"})
            continue
        times = {
            f["id"]: (when(f["arrive"]) - when(f["depart"])).total_seconds()
            for f in flights("BER", codes[city], "2026-06-12")
        }
        best = min(times, key=lambda i: times[i], default="")
        rows.append({"city": city, "flight": best, "takes": hours(times[best]) if best else "none"})
    return rows, []
