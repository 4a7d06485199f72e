"""`ToolCache` keeps what prompts need again and again, for a while."""

from __future__ import annotations

import copy
import time
from collections.abc import Awaitable, Callable, Hashable
from threading import RLock
from typing import Any, Final, TypeVar, cast

from cachetools import LRUCache, TTLCache

from codemode.tool_cache.settings import (
    SELECTION_TTL,
    SELECTION_TTL_VARIABLE,
    SPECS_TTL,
    SPECS_TTL_VARIABLE,
    ttl_from,
)
from codemode.tool_cache.single_flight import Flights
from codemode.tool_cache.stats import CacheStats

T = TypeVar("T")
Clock = Callable[[], float]

MAX_SPECS: Final = 64
PROGRAM_SIZE: Final = 128  # expressions of one program in a cache of programs


class ToolCache:
    """Caches of specs, selections and programs. Thread-safe; values go in and come out as copies (programs are immutable).

    TTLs are seconds; None takes them from the environment, then the defaults (300 and 120). `clock` gives monotonic seconds. Of the `max_programs`
    programs, one of more than PROGRAM_SIZE expressions counts as several: it takes more memory, and Python's collections of garbage take longer.
    """

    def __init__(
        self,
        *,
        specs_ttl: float | None = None,
        selection_ttl: float | None = None,
        max_selections: int = 512,
        max_programs: int = 256,
        clock: Clock = time.monotonic,
    ) -> None:
        self.specs_ttl = ttl_from(SPECS_TTL_VARIABLE, SPECS_TTL) if specs_ttl is None else specs_ttl
        self.selection_ttl = ttl_from(SELECTION_TTL_VARIABLE, SELECTION_TTL) if selection_ttl is None else selection_ttl
        self._lock = RLock()
        self._clock = clock
        self._specs: TTLCache[Hashable, Any] = TTLCache(MAX_SPECS, self.specs_ttl, timer=clock)
        self._selections: TTLCache[Hashable, Any] = TTLCache(max_selections, self.selection_ttl, timer=clock)
        self._programs: LRUCache[Hashable, tuple[Any, int]] = LRUCache(max_programs, lambda kept: kept[1])
        self._flights = Flights()
        self._generation = {"specs": 0, "selection": 0, "program": 0}
        self._hits = {"specs": 0, "selection": 0, "program": 0}
        self._misses = {"specs": 0, "selection": 0, "program": 0}

    # --- specs ----------------------------------------------------------------------------------------------------

    async def specs(self, load: Callable[[], Awaitable[T]], *, key: Hashable = "") -> T:
        """Returns the specs under `key`; loads them if there are none."""
        return await self._loaded("specs", self._specs, key, load)

    def mark(self) -> object:
        """Returns the mark for specs that are loaded now, for callers that keep specs themselves."""
        with self._lock:
            return self._generation["specs"], self._clock()

    def is_fresh(self, mark: object) -> bool:
        """Whether specs with this mark, see `mark`, have neither expired nor been invalidated."""
        generation, at = cast("tuple[int, float]", mark)
        with self._lock:
            return generation == self._generation["specs"] and self._clock() - at < self.specs_ttl

    # --- selections -----------------------------------------------------------------------------------------------

    async def selection(
        self, key: Hashable, load: Callable[[], Awaitable[T]], *, keep: Callable[[T], bool] = lambda _: True
    ) -> T:
        """A model's choice of tools; make the key with `selection_key`, which holds the catalog's version. A choice is kept if `keep` says so."""
        return await self._loaded("selection", self._selections, key, load, keep)

    async def _loaded(
        self,
        kind: str,
        kept: TTLCache[Hashable, Any],
        key: Hashable,
        load: Callable[[], Awaitable[T]],
        keep: Callable[[T], bool] = lambda _: True,
    ) -> T:
        with self._lock:
            found = key in kept
            value = kept.get(key)
            self._count(kind, found)
            generation = self._generation[kind]
        if found:
            return cast(T, copy.deepcopy(value))

        async def fill() -> T:
            loaded = await load()
            with self._lock:
                # what was invalidated while it was loading is already old
                if generation == self._generation[kind] and keep(loaded):
                    kept[key] = copy.deepcopy(loaded)
            return loaded

        return copy.deepcopy(await self._flights.run_async((kind, generation, key), fill))

    # --- programs -------------------------------------------------------------------------------------------------

    def program(self, key: Hashable, make: Callable[[], T], size: Callable[[T], int] = lambda _: 1) -> T:
        """A compiled program; make the key with `program_key`. `size` returns the number of its expressions. A program that could not be made, or
        that is too large, is not kept."""
        with self._lock:
            found = self._programs.get(key)
            self._count("program", found is not None)
            if found is not None:
                return cast(T, found[0])
            generation = self._generation["program"]

        def fill() -> T:
            made = make()
            with self._lock:
                counts = 1 + size(made) // PROGRAM_SIZE
                if generation == self._generation["program"] and counts <= self._programs.maxsize:
                    self._programs[key] = made, counts
            return made

        return self._flights.run(("program", generation, key), fill)

    # --- keeping house --------------------------------------------------------------------------------------------

    def invalidate_specs(self) -> None:
        """Forgets specs, also those that are being loaded right now."""
        self._invalidate("specs", self._specs.clear)

    def invalidate_selections(self) -> None:
        """Forgets all choices of tools."""
        self._invalidate("selection", self._selections.clear)

    def invalidate_all(self) -> None:
        """Forgets everything; the counts stay."""
        self.invalidate_specs()
        self.invalidate_selections()
        self._invalidate("program", self._programs.clear)

    def sweep(self) -> int:
        """Removes expired entries and frees their memory; returns how many were removed."""
        with self._lock:
            return len(self._specs.expire()) + len(self._selections.expire())

    def stats(self) -> CacheStats:
        """Returns the counts until now, as a copy."""
        with self._lock:
            self._selections.expire()
            return CacheStats(
                specs_hits=self._hits["specs"],
                specs_misses=self._misses["specs"],
                selection_hits=self._hits["selection"],
                selection_misses=self._misses["selection"],
                selection_size=len(self._selections),
                program_hits=self._hits["program"],
                program_misses=self._misses["program"],
            )

    def _count(self, kind: str, hit: bool) -> None:
        (self._hits if hit else self._misses)[kind] += 1

    def _invalidate(self, kind: str, clear: Callable[[], None]) -> None:
        with self._lock:
            self._generation[kind] += 1
            clear()
