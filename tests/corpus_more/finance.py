"""What has to come out of the tasks of finance.txt, worked out from the world's own data: the value, and the calls with effects."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.corpus.worlds import call, finance

Expected = tuple[Any, list[Any]]


def when(text: str) -> datetime:
    return datetime.fromisoformat(text)


def checking() -> list[dict[str, Any]]:
    return finance.TX["ACC-CHK"]


def first_quarter() -> list[dict[str, Any]]:
    return [t for t in checking() if t["posted_at"] < "2026-04"]


def pay_bills() -> Expected:
    """Today is 2026-04-02. Pay the unpaid EUR bills due within the next 7 days from ACC-CHK, earliest first, autopay
    ones left out; a bill that the account cannot pay is skipped. Return {paid: [ids], skipped: [ids], balance: what
    is left on ACC-CHK}."""
    balance = finance.ACCOUNTS["ACC-CHK"][3]
    paid: list[str] = []
    skipped: list[str] = []
    for i, (_, text, currency, due, status, auto) in sorted(finance.BILLS.items(), key=lambda b: b[1][3]):
        if status == "unpaid" and currency == "EUR" and not auto and due <= "2026-04-09":
            amount = float(text.replace(",", ""))
            if amount > balance:
                skipped.append(i)
            else:
                balance = round(balance - amount, 2)
                paid.append(i)
    effects = [["bank.pay_bill", {"bill_id": i, "account_id": "ACC-CHK"}] for i in paid]
    return {"paid": paid, "skipped": skipped, "balance": balance}, effects


def subscriptions() -> Expected:
    """Which merchants took money from ACC-CHK exactly once in each of January, February and March 2026, on the same
    day of the month (transfers left out)? List of {merchant, day, amounts: [positive, by month], raised: is the last
    higher than the first}, by merchant."""
    by: dict[str, list[dict[str, Any]]] = {}
    for t in first_quarter():
        if t["amount"] < 0 and t["category"] != "transfer":
            by.setdefault(t["merchant"], []).append(t)
    rows: list[dict[str, Any]] = []
    for merchant, list_ in sorted(by.items()):
        days = {when(t["posted_at"]).day for t in list_}
        months = [when(t["posted_at"]).month for t in list_]
        if months == [1, 2, 3] and len(days) == 1:
            amounts = [-t["amount"] for t in list_]
            rows.append(
                {"merchant": merchant, "day": days.pop(), "amounts": amounts, "raised": amounts[2] > amounts[0]}
            )
    return rows, []


def double_charges() -> Expected:
    """Which booked charges of ACC-CHK came twice: same merchant and amount within 48 hours? List of {first, second:
    ids, gap: a Go duration like "30h34m0s"}, by the first."""
    out = [t for t in checking() if t["amount"] < 0 and not t["pending"]]
    rows: list[dict[str, Any]] = []
    for k, a in enumerate(out):
        for b in out[k + 1 :]:
            gap = int((when(b["posted_at"]) - when(a["posted_at"])).total_seconds())
            if (a["merchant"], a["amount"]) == (b["merchant"], b["amount"]) and gap <= 48 * 3600:
                rows.append(
                    {"first": a["id"], "second": b["id"], "gap": f"{gap // 3600}h{gap % 3600 // 60}m{gap % 60}s"}
                )
    return rows, []


def vwap() -> Expected:
    """From the tick stream: {symbols: {symbol: {vwap: volume-weighted average price to 4 decimals, volume, range:
    "low-high" with one decimal, last: UTC time of the last tick as "15:04:05"}}, broken: lines that are no JSON}.
    Heartbeats count for nothing."""
    ticks: dict[str, list[dict[str, Any]]] = {}
    broken = 0
    for line in finance.TICKS:
        try:
            tick = json.loads(line)
        except ValueError:
            broken += 1
            continue
        if "s" in tick:
            ticks.setdefault(tick["s"], []).append(tick)
    symbols: dict[str, Any] = {}
    for s, list_ in ticks.items():
        volume, prices = sum(t["q"] for t in list_), [t["p"] for t in list_]
        symbols[s] = {
            "vwap": round(sum(t["p"] * t["q"] for t in list_) / volume, 4),
            "volume": volume,
            "range": f"{min(prices):.1f}-{max(prices):.1f}",
            "last": f"{datetime.fromtimestamp(list_[-1]['t'], UTC):%H:%M:%S}",
        }
    return {"symbols": symbols, "broken": broken}, []


def loan_plan() -> Expected:
    """What does the planned extra payment do to my loan (annuity, monthly compounding)? Return {payment: monthly
    without extra, interest: total without extra, saved: interest saved with it, months_earlier, last_payment: with
    it, like "January 2030"}, money to cents."""
    terms = finance.loan_get()
    rate, months = terms["annual_rate_pct"] / 1200, terms["months"]
    payment = terms["principal"] * rate / (1 - (1 + rate) ** -months)

    def run(monthly: float) -> tuple[int, float]:
        left, paid, count = terms["principal"], 0.0, 0
        while left > 0.005:
            paid += left * rate
            left, count = left * (1 + rate) - monthly, count + 1
        return count, paid

    _, interest = run(payment)
    fewer, less = run(payment + terms["planned_extra_monthly"])
    first = date.fromisoformat(terms["first_payment"])
    month = first.month - 1 + fewer - 1
    value = {
        "payment": round(payment, 2),
        "interest": round(interest, 2),
        "saved": round(interest - less, 2),
        "months_earlier": months - fewer,
        "last_payment": f"{date(first.year + month // 12, month % 12 + 1, 1):%B %Y}",
    }
    return value, []


def lunch_category() -> Expected:
    """Re-categorise the dining transactions of ACC-CHK on weekdays from 11:00 to before 14:00, Berlin time (posted_at
    is UTC), as "lunch". List of {id, at: like "Thu 13:31" in Berlin time}, oldest first."""
    rows: list[dict[str, Any]] = []
    for t in checking():
        at = when(t["posted_at"]).astimezone(ZoneInfo("Europe/Berlin"))
        if t["category"] == "dining" and at.weekday() < 5 and 11 <= at.hour < 14:
            rows.append({"id": t["id"], "at": f"{at:%a %H:%M}"})
    effects = [["bank.set_category", {"transaction_id": r["id"], "category": "lunch"}] for r in rows]
    return rows, effects


def savings_rate() -> Expected:
    """For January to March 2026 on ACC-CHK, booked transactions only, transfers left out: one line for each month
    exactly like "2026-01: in 2650.00 out 1232.24 saved 53.5%" (in: income; out: the rest, refunds taken off), joined
    by newlines."""
    lines: list[str] = []
    for month in ("2026-01", "2026-02", "2026-03"):
        list_ = [t for t in checking() if t["posted_at"].startswith(month) and not t["pending"]]
        income = sum(t["amount"] for t in list_ if t["category"] == "income")
        spent = -sum(t["amount"] for t in list_ if t["category"] not in ("income", "transfer"))
        lines.append(f"{month}: in {income:8.2f}  out {spent:8.2f}  saved {(income - spent) / income * 100:5.1f}%")
    return "\n".join(lines), []


def drawdown() -> Expected:
    """The largest drawdown of ZIGG, ZAGG and WOBL in the first quarter of 2026, from daily closes: list of {symbol,
    drawdown_pct to 2 decimals, peak, trough: dates, days between}, largest first."""
    rows: list[dict[str, Any]] = []
    for symbol in ("ZIGG", "ZAGG", "WOBL"):
        args = {"symbol": symbol, "start": "2026-01-01", "end": "2026-03-31"}
        closes = call(finance, "market.history", args)["closes"]
        peak, worst = closes[0], (0.0, "", "")
        for day, price in closes:
            peak = [day, price] if price > peak[1] else peak
            worst = max(worst, ((peak[1] - price) / peak[1] * 100, peak[0], day), key=lambda w: w[0])
        pct, high, low = worst
        days = (date.fromisoformat(low) - date.fromisoformat(high)).days
        rows.append({"symbol": symbol, "drawdown_pct": round(pct, 2), "peak": high, "trough": low, "days": days})
    return sorted(rows, key=lambda r: -r["drawdown_pct"]), []
