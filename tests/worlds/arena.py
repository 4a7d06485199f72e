"""A game server: players by page, matches, guilds, a chat log as text, bans, a stream of kills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool

PLAYERS = [
    ("u1", "Zed", 12, "Owls", 14, 6, 1710.5, [("sword", 1, 120), ("potion", 5, 2.5)], 1772319600000),
    ("u2", "ana", 30, "Owls", 40, 10, 1955, [("bow", 2, 75.25)], 1772406000000),
    ("u3", "Moth", 7, None, 2, 1, 1502.25, [], 1767225600000),
    ("u4", "Root", 99, None, 0, 0, 1500, [("hammer", 1, 1000)], 1772409600000),
    ("u5", "kim", 21, "Rats", 9, 9, 1600, [("potion", 20, 2.5), ("shield", 1, 44)], 1771200000000),
    ("u6", "Lux", 18, "Rats", 5, 15, 1433.75, [("gem", 3, 33.33)], 1772300000000),
]
MATCHES = [
    (1, "u1", "u2", 3, 1, "2026-03-01T20:00:00Z", 540, "u1"),
    (2, "u2", "u1", 2, 0, "2026-03-01T21:30:00Z", 615, "u2"),
    (3, "u5", "u6", 1, 1, "2026-03-02T19:05:00Z", 1230, None),
    (4, "u1", "u2", 5, 4, "2026-03-03T20:15:00Z", None, "u1"),
    (5, "u3", "u6", 0, 2, "2026-03-03T22:00:00Z", 61, "u6"),
]
GUILDS = {"Owls": (["u1", "u2"], 5000, "hoot"), "Rats": (["u5", "u6"], 120, None)}
CHAT = """[20:01] Zed: hello all
[20:02] kim: gg noob
[20:02] system: Lux joined
[20:05] Root: who said NOOB?
[20:09] Lux: you are a noob, Zed
[20:11] ana: noobody knows
[20:12] kim: noob noob
"""
LEADERS = {"s1": [["u2", 1955], ["u1", 1710.5], ["u5", 1600]], "s2": []}
SERVERS = {
    "us-1": {"online": True, "players": 36, "max": 120},
    "eu-2": {"online": False, "players": 0, "max": 200},
    "eu-1": {"online": True, "players": 150, "max": 200},
    "ap-1": {"online": True, "players": 198, "max": 200},
}
EVENTS = [
    ("join", "u1", None, 0),
    ("kill", "u1", "u6", 4.5),
    ("kill", "u5", "u1", 9),
    ("kill", "u1", "u5", 11),
    ("leave", "u6", None, 12.25),
    ("kill", "u5", "u2", 15),
    ("kill", "u1", "u2", 18.75),
    ("kill", "u5", "u1", 21),
]
QUESTS = {
    "u1": [
        ("q1", "Rat Hunt", [("find cellar", True), ("kill rats", True)], 50, 100),
        ("q2", "Lost Ring", [("ask smith", True), ("dive", False), ("return", False)], 200, 300),
        ("q3", "Tax", [("pay", True)], 0, 10),
    ],
    "u2": [("q2", "Lost Ring", [("ask smith", True), ("dive", True), ("return", True)], 200, 300)],
}
BANS: list[dict[str, Any]] = []
GIFTS: list[dict[str, Any]] = []


def reset():
    BANS.clear()
    GIFTS.clear()


def list_players(page: int = 1, per_page: int = 2) -> dict[str, Any]:
    """Players, at most four to a page."""
    size = min(per_page, 4)
    rows = PLAYERS[(page - 1) * size : page * size]
    return {
        "data": [
            {"id": i, "nick": n, "level": v, "guild": g, "stats": {"wins": w, "losses": x, "rating": r}}
            for i, n, v, g, w, x, r, _, _ in rows
        ],
        "meta": {"page": page, "pages": -(-len(PLAYERS) // size), "total": len(PLAYERS)},
    }


def get_player(id: str) -> dict[str, Any]:
    """One player; last_seen is milliseconds since 1970."""
    for i, nick, level, guild, _, _, _, bag, seen in PLAYERS:
        if i == id:
            return {
                "id": i,
                "nick": nick,
                "level": level,
                "guild": guild,
                "inventory": [{"item": a, "qty": q, "price": p} for a, q, p in bag],
                "last_seen": seen,
                "staff": i == "u4",
            }
    raise ValueError(f"player not found: {id}")


def matches(player: str | None = None) -> list[dict[str, Any]]:
    return [
        {"id": i, "players": [a, b], "score": {a: x, b: y}, "started": s, "duration_s": d, "winner": w}
        for i, a, b, x, y, s, d, w in MATCHES
        if player in (None, a, b)
    ]


def guild(name: str) -> dict[str, Any]:
    if name not in GUILDS:
        raise ValueError(f"guild not found: {name}")
    members, treasury, motto = GUILDS[name]
    return {"name": name, "members": members, "treasury": treasury, "motto": motto}


def give(player: str, item: str, qty: int = 1) -> dict[str, Any]:
    if player == "u5":
        raise ValueError("inventory full")
    GIFTS.append({"player": player, "item": item, "qty": qty})
    return {"ok": True, "gifts": len(GIFTS)}


def ban(player: str, reason: str, hours: int | None = None) -> dict[str, Any]:
    """Ban a player, for ever or for some hours."""
    if player == "u4":
        raise PermissionError("403 cannot ban staff")
    BANS.append({"player": player, "reason": reason, "hours": hours})
    return {"banned": player, "permanent": hours is None}


def bans() -> list[dict[str, Any]]:
    return BANS


def chat_log(channel: str = "global"):
    """The log of a channel, one line for each message."""
    return CHAT


def leaderboard(season: str):
    """Pairs of player id and rating, best first."""
    if season not in LEADERS:
        raise ValueError(f"no such season: {season}")
    return LEADERS[season]


def server_status() -> dict[str, Any]:
    return {"servers": SERVERS, "version": "4.2"}


def events(limit: int = 100) -> Iterator[dict[str, Any]]:
    """What happens in the arena; t is in seconds."""
    for kind, player, target, t in EVENTS[:limit]:
        event = {"type": kind, "player": player, "t": t}
        yield event | {"target": target} if target else event


def quests(player: str) -> list[dict[str, Any]]:
    return [
        {
            "id": i,
            "title": t,
            "steps": [{"name": n, "done": d} for n, d in steps],
            "reward": {"gold": gold, "xp": xp},
        }
        for i, t, steps, gold, xp in QUESTS.get(player, [])
    ]


def source():
    return FunctionSource(
        [
            FunctionTool("arena." + f.__name__.replace("_", "-"), f)
            for f in (
                list_players,
                get_player,
                matches,
                guild,
                give,
                ban,
                bans,
                chat_log,
                leaderboard,
                server_status,
                events,
                quests,
            )
        ],
        owner="arena",
    )
