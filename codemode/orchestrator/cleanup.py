"""Dropping what has expired from the caches, now and then."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable

from codemode.errors import ConfigError
from codemode.tool_cache import ToolCache, parse_duration


class CacheCleanup:
    """At most one daemon thread that sweeps a cache. It ends with the cache it sweeps."""

    def __init__(self, cache: ToolCache) -> None:
        self._cache = weakref.ref(cache)
        self._stopped = threading.Event()
        self._stopped.set()

    def start(self, interval: float | str) -> Callable[[], None]:
        """Begin, instead of what was begun before. Returns what ends it."""
        seconds = parse_duration(str(interval), "interval")
        if seconds <= 0:
            raise ConfigError(f"interval is above 0, not {interval!r}")
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
        del cache  # or it would live until the next sweep
