"""Raises Python's recursion limit while our code runs. Guest calls and nested trees need many Python frames."""

from __future__ import annotations

import sys
from threading import Lock

FRAMES_PER_CALL = 16
RESERVE = 20_000  # frames for nested expressions and for the library

_lock = Lock()
_users = 0
_before = 0


class DeepStack:
    """Context manager: raises the limit for `calls` nested guest calls and for a tree as deep as the parser allows."""

    # a class rather than a generator, because it is entered for each turn of a guest

    __slots__ = ("_need",)

    def __init__(self, calls: int) -> None:
        self._need = calls * FRAMES_PER_CALL + RESERVE

    def __enter__(self) -> None:
        global _users, _before
        with _lock:
            limit = sys.getrecursionlimit()
            if _users == 0:
                _before = limit
            _users += 1
            if limit < self._need:
                sys.setrecursionlimit(self._need)

    def __exit__(self, *_: object) -> None:
        global _users
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_before)
