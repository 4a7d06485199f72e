"""Accounts, transfers that need approval, and transactions a page at a time."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from codemode import FunctionSource, FunctionTool


class Account(TypedDict):
    iban: str
    owner: str
    balance: float
    currency: Literal["EUR", "USD"]
    frozen: bool


ACC0 = {
    "DE1": ("ann", 1500.25, "EUR", False),
    "DE2": ("bob", 80.0, "EUR", False),
    "US1": ("ann", 9000, "USD", True),
    "DE3": ("cat", 0, "EUR", False),
}
ACC = {}
T = [
    {"id": f"t{i}", "iban": (i % 3 and "DE1") or "DE2", "amount_cents": a, "kind": k, "memo": m, "date": d}
    for i, (a, k, m, d) in enumerate(
        [
            (12500, "credit", "Salary", "2026-01-31"),
            (-4599, "debit", "Groceries #food", "2026-02-01"),
            (-1200, "debit", "Coffee #food #fun", "2026-02-03"),
            (900, "credit", None, "2026-02-10"),
            (-30000, "debit", "Rent", "2026-03-01"),
            (-250, "debit", "Bus #travel", "2026-03-02"),
            (100000, "credit", "Bonus", "2026-03-05"),
        ]
    )
]
APP = {}


def reset():
    ACC.clear()
    APP.clear()
    for k, (o, b, c, f) in ACC0.items():
        ACC[k] = {"iban": k, "owner": o, "balance": b, "currency": c, "frozen": f}


reset()


def accounts(owner: str | None = None) -> list[Account]:
    return [a for a in ACC.values() if owner is None or a["owner"] == owner]


def transactions(iban: str, after: str | None = None, size: int = 2) -> dict[str, Any]:
    """Transactions of an account, a page at a time; pass `next` as `after`."""
    xs = [t for t in T if t["iban"] == iban]
    ids = [t["id"] for t in xs]
    at = ids.index(after) + 1 if after else 0
    page = xs[at : at + size]
    return {"transactions": page, "next": page[-1]["id"] if at + size < len(xs) else None}


def transfer(source: str, target: str, amount: float, approval_id: str | None = None) -> dict[str, Any]:
    if ACC[source]["frozen"]:
        raise PermissionError(f"account {source} is frozen")
    if amount > 1000 and APP.get(approval_id) != "approved":
        raise PermissionError("approval required for amounts over 1000")
    if amount > ACC[source]["balance"]:
        raise ValueError(f"insufficient funds: balance is {ACC[source]['balance']:.2f}")
    ACC[source]["balance"] -= amount
    ACC[target]["balance"] += amount
    return {"ok": True, "balance": round(ACC[source]["balance"], 2)}


def request_approval(amount: float, reason: str) -> str:
    i = f"A{len(APP) + 1}"
    APP[i] = "pending" if amount > 5000 else "approved"
    return i


def approval_status(approval_id: str) -> Literal["pending", "approved", "rejected"]:
    return APP[approval_id]


def fx(frm: str, to: str) -> float:
    return {"USDEUR": 0.9, "EURUSD": 1.11}[frm + to]


def source():
    return FunctionSource(
        [
            FunctionTool("bank." + f.__name__, f)
            for f in (accounts, transactions, transfer, request_approval, approval_status, fx)
        ],
        owner="bank",
    )
