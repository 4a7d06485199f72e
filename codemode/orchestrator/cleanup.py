"""Removes expired entries from the caches at an interval."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

from codemode.errors import ConfigError
from codemode.tool_cache import ToolCache, parse_duration


class CacheCleanup:
    """Sweeps a cache in at most one daemon thread. The thread ends when the cache is garbage."""

    def __init__(self, cache: ToolCache) -> None:
        self._cache = weakref.ref(cache)
        self._stopped = threading.Event()
        self._stopped.set()

    def start(self, interval: float | str) -> Callable[[], None]:
        """Starts sweeping, and stops an earlier thread. Returns a function that stops it."""
        seconds = parse_duration(str(interval), "interval")
        if seconds <= 0:
            raise ConfigError(f"interval must be above 0, not {interval!r}")
        self.stop()
        stopped = self._stopped = threading.Event()
        thread = threading.Thread(
            target=_sweep, args=(self._cache, seconds, stopped), name="codemode-cache-cleanup", daemon=True
        )
        thread.start()
        return stopped.set

    def stop(self) -> None:
        self._stopped.set()


def _sweep(find: weakref.ref[ToolCache], seconds: float, stopped: threading.Event) -> None:
    while not stopped.wait(seconds):
        cache = find()
        if cache is None:
            return
        cache.sweep()
        del cache  # else this reference keeps the cache alive until the next sweep
