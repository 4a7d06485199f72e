"""Python's recursion limit. Guest calls and nested trees use many Python frames; while something of ours runs, the limit is high enough."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock

FRAMES_PER_CALL = 16
RESERVE = 20_000  # expression nesting, library frames

_lock = Lock()
_users = 0
_before = 0


@contextmanager
def deep_stack(calls: int) -> Generator[None]:
    """Room for `calls` nested guest calls and for a tree as deep as the parser allows."""
    global _users, _before
    with _lock:
        if _users == 0:
            _before = sys.getrecursionlimit()
        _users += 1
        need = calls * FRAMES_PER_CALL + RESERVE
        if sys.getrecursionlimit() < need:
            sys.setrecursionlimit(need)
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_before)
