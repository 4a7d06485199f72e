"""Computes a value once, no matter how many callers request it at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Calling it returns the result of `find`. If a caller is cancelled, the next one calls `find`."""

    def __init__(self, find: Callable[[], Awaitable[T]]) -> None:
        self._find = find
        self._lock = asyncio.Lock()
        self._found: list[T] = []

    async def __call__(self) -> T:
        async with self._lock:
            if not self._found:
                self._found.append(await self._find())
        return self._found[0]
