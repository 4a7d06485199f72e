"""Tools with a ledger of their own: a file to which each effect is added in one write: what really happened, and in which process."""

from __future__ import annotations

import os
import time

from codemode import tool


@tool
def pay(key: str) -> str:
    """Pay once."""
    _note("pay", key)
    return f"paid {key}"


@tool(idempotent=True)
def put(key: str) -> str:
    """Put; again is the same."""
    _note("put", key)
    return f"put {key}"


@tool(read_only=True)
def read(key: str) -> str:
    """Read."""
    _note("read", key)
    return f"read {key}"


@tool
def slow(key: str, seconds: float) -> str:
    """Take long."""
    _note("slow", key)
    time.sleep(seconds)
    _note("slow over", key)
    return f"slept {key}"


def _note(kind: str, key: str) -> None:
    line = f"{kind} {key} {os.getpid()} {time.time()}\n".encode()
    ledger = os.open(os.environ["LEDGER"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        os.write(ledger, line)
    finally:
        os.close(ledger)
