"""Alerts, metrics, a stream of log lines, and a tool that fails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from codemode import FunctionSource, FunctionTool

A = [
    {
        "id": 101,
        "sev": "critical",
        "service": "api",
        "fired": "2026-05-01T10:00:00Z",
        "resolved": None,
        "labels": {"env": "prod", "team": "core"},
    },
    {
        "id": 102,
        "sev": "warning",
        "service": "db",
        "fired": "2026-05-01T09:30:00Z",
        "resolved": "2026-05-01T09:45:00Z",
        "labels": {"env": "prod"},
    },
    {
        "id": 103,
        "sev": "critical",
        "service": "web",
        "fired": "2026-05-01T08:00:00Z",
        "resolved": "2026-05-01T10:30:00Z",
        "labels": {"env": "stage", "team": "ui"},
    },
    {"id": 104, "sev": "info", "service": "api", "fired": "2026-04-30T23:59:00Z", "resolved": None, "labels": {}},
]
M = {
    "api": {"cpu": [0.2, 0.5, 0.9], "mem": [100, 120, 110]},
    "db": {"cpu": [0.1, 0.1, 0.2], "mem": [900, 950, 990]},
    "web": {"cpu": [], "mem": [10]},
}
LOGS = [
    "2026-05-01T10:00:01Z ERROR api timeout after 30s",
    "2026-05-01T10:00:02Z INFO api retry 1",
    "2026-05-01T10:00:03Z ERROR db connection lost (code=57)",
    "2026-05-01T10:00:09Z WARN web slow 1200ms",
    "2026-05-01T10:00:10Z ERROR api timeout after 45s",
]
ACK = []


def reset():
    ACK.clear()


def alerts_list(severity: str = "", offset: int = 0, limit: int = 3) -> dict[str, Any]:
    xs = [a for a in A if not severity or a["sev"] == severity]
    return {"alerts": xs[offset : offset + limit], "total": len(xs)}


def alert_ack(id: int, by: str = "bot") -> dict[str, Any]:
    if id not in [a["id"] for a in A]:
        raise ValueError("no such alert")
    if id == 104:
        raise PermissionError("info alerts cannot be acked")
    ACK.append(id)
    return {"acked": id, "by": by}


def metric(service: str, name: str) -> list[float]:
    return M[service][name]


def services() -> list[str]:
    return list(M)


def logs_tail(n: int = 5) -> Iterator[str]:
    yield from LOGS[:n]


def health(service: str) -> str:
    if service == "db":
        raise TimeoutError("health check timed out")
    return "ok" if service != "web" else "degraded"


def source():
    return FunctionSource(
        [
            FunctionTool("monitor." + n, f)
            for n, f in (
                ("alerts.list", alerts_list),
                ("alerts.ack", alert_ack),
                ("metric", metric),
                ("services", services),
                ("logs.tail", logs_tail),
                ("health", health),
            )
        ],
        owner="monitor",
    )
