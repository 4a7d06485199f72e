"""Keeps the values that were used last: a program may ask for everything in a catalog."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

MOST_KEPT = 200  # things made from one tool, such as validators: some 50 KB each in large documents


class LruCache(Generic[T]):
    """At most `most` values by their keys. It is thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, T] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._made)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Returns the value; makes it if it is missing."""
        try:
            self._made.move_to_end(key)
            return self._made[key]
        except KeyError:
            pass  # or another thread has just removed it
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made

    def forget(self, key: Hashable) -> None:
        with self._lock:
            self._made.pop(key, None)

    def clear(self) -> None:
        with self._lock:
            self._made.clear()
