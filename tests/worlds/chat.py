"""A chat workspace whose tools have plain names."""

from __future__ import annotations

from typing import Any

from codemode import FunctionSource, FunctionTool

U = {
    "U1": {"id": "U1", "handle": "ann", "profile": {"email": "ann@x.io", "tz": "Europe/Berlin", "title": None}},
    "U2": {"id": "U2", "handle": "bob", "profile": {"email": None, "tz": "America/New_York"}},
    "U3": {"id": "U3", "handle": "cy", "profile": {}},
}
C = [
    {"id": "C1", "name": "general", "members": ["U1", "U2", "U3"], "is_private": False},
    {"id": "C2", "name": "ops", "members": ["U1"], "is_private": True},
    {"id": "C3", "name": "random", "members": [], "is_private": False},
]
M = {
    "C1": [
        {"ts": 1767225600.5, "user": "U1", "text": "hello <@U2>", "reactions": {"+1": 2}},
        {"ts": 1767225700, "user": "U2", "text": "hi! see https://x.io/a and https://x.io/b", "reactions": {}},
        {
            "ts": 1767232800.25,
            "user": "U1",
            "text": "deploy done",
            "reactions": {"tada": 3, "+1": 1},
            "thread": [{"user": "U3", "text": "nice"}, {"user": "U2", "text": "thx"}],
        },
        {"ts": 1767312000, "user": "U9", "text": "bot: build #42 FAILED", "reactions": None},
    ],
    "C2": [{"ts": 1767225600, "user": "U1", "text": "disk 91%", "reactions": {}}],
    "C3": [],
}
SENT = []


def reset():
    SENT.clear()


def list_channels(exclude_private: bool = False) -> list[dict[str, Any]]:
    return [c for c in C if not (exclude_private and c["is_private"])]


def history(channel: str, cursor: str = "", limit: int = 2) -> dict[str, Any]:
    at = int(cursor or 0)
    xs = M[channel]
    out = {
        "ok": True,
        "messages": xs[at : at + limit],
        "response_metadata": {"next_cursor": str(at + limit) if at + limit < len(xs) else ""},
    }
    return out


def user_info(user: str) -> dict[str, Any]:
    if user not in U:
        return {"ok": False, "error": "user_not_found"}
    return {"ok": True, "user": U[user]}


def send_message(channel: str, text: str, thread_ts: float | None = None) -> dict[str, Any]:
    if len(text) > 200:
        raise ValueError("msg_too_long")
    SENT.append((channel, text))
    return {"ok": True, "ts": float(len(SENT)), "text": text}


def search_messages(query: str) -> list[dict[str, Any]]:
    return [{"channel": c, "text": m["text"]} for c, ms in M.items() for m in ms if query.lower() in m["text"].lower()]


def source():
    return FunctionSource(
        [FunctionTool(f.__name__, f) for f in (list_channels, history, user_info, send_message, search_messages)],
        owner="chat",
    )
