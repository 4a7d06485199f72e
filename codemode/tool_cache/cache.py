"""`ToolCache` keeps what prompts need again and again, for a while."""

from __future__ import annotations

import copy
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import field
from threading import RLock
from typing import Any, TypeVar, cast

from cachetools import LRUCache, TTLCache

from codemode.records import dataclass
from codemode.tool_cache.flight import Flights
from codemode.tool_cache.settings import (
    SELECTION_TTL,
    SELECTION_TTL_VARIABLE,
    SPECS_TTL,
    SPECS_TTL_VARIABLE,
    ttl_from,
)
from codemode.tool_cache.stats import CacheStats

T = TypeVar("T")
Clock = Callable[[], float]


@dataclass(slots=True)
class _Specs:
    """Loaded specs, their version, and what was rendered from them: it dies with them."""

    value: Any
    version: str
    rendered: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])


class ToolCache:
    """Caches of specs, renderings, selections and programs. Thread-safe; values go in and come out as copies (programs are immutable).

    TTLs are seconds; None takes them from the environment, then the defaults (300 and 120). `clock` gives monotonic seconds.
    """

    def __init__(
        self,
        *,
        specs_ttl: float | None = None,
        selection_ttl: float | None = None,
        max_specs: int = 64,
        max_selections: int = 512,
        max_programs: int = 512,
        clock: Clock = time.monotonic,
    ) -> None:
        self.specs_ttl = ttl_from(SPECS_TTL_VARIABLE, SPECS_TTL) if specs_ttl is None else specs_ttl
        self.selection_ttl = ttl_from(SELECTION_TTL_VARIABLE, SELECTION_TTL) if selection_ttl is None else selection_ttl
        self._lock = RLock()
        self._clock = clock
        self._specs: TTLCache[Hashable, _Specs] = TTLCache(max_specs, self.specs_ttl, timer=clock)
        self._selections: TTLCache[Hashable, Any] = TTLCache(max_selections, self.selection_ttl, timer=clock)
        self._programs: LRUCache[Hashable, Any] = LRUCache(max_programs)
        self._flights = Flights()
        self._generation = {"specs": 0, "selection": 0, "program": 0}
        self._hits = {"specs": 0, "selection": 0, "program": 0}
        self._misses = {"specs": 0, "selection": 0, "program": 0}

    # --- specs ----------------------------------------------------------------------------------------------------

    async def specs(
        self, load: Callable[[], Awaitable[T]], *, version: Callable[[T], str] = repr, key: Hashable = ""
    ) -> T:
        """The specs under `key`, loaded when there are none. `version` names the state of what was loaded."""
        found = self._find_specs(key)
        if found is not None:
            return cast(T, copy.deepcopy(found.value))
        generation = self._generation["specs"]

        async def fill() -> T:
            value = await load()
            self._keep_specs(key, _Specs(copy.deepcopy(value), version(value)), generation)
            return value

        return copy.deepcopy(await self._flights.run_async(("specs", generation, key), fill))

    def specs_sync(self, load: Callable[[], T], *, version: Callable[[T], str] = repr, key: Hashable = "") -> T:
        """As `specs`, for callers without an event loop."""
        found = self._find_specs(key)
        if found is not None:
            return cast(T, copy.deepcopy(found.value))
        generation = self._generation["specs"]

        def fill() -> T:
            value = load()
            self._keep_specs(key, _Specs(copy.deepcopy(value), version(value)), generation)
            return value

        return copy.deepcopy(self._flights.run(("specs", generation, key), fill))

    def mark(self) -> object:
        """What specs that are loaded now are marked with, for those who keep them themselves."""
        with self._lock:
            return self._generation["specs"], self._clock()

    def is_fresh(self, mark: object) -> bool:
        """Whether specs that were marked so have neither expired nor been invalidated."""
        generation, at = cast("tuple[int, float]", mark)
        with self._lock:
            return generation == self._generation["specs"] and self._clock() - at < self.specs_ttl

    def _find_specs(self, key: Hashable) -> _Specs | None:
        with self._lock:
            found = self._specs.get(key)
            self._count("specs", found is not None)
            return found

    def _keep_specs(self, key: Hashable, specs: _Specs, generation: int) -> None:
        with self._lock:
            # specs that were invalidated while they were loading are already old
            if generation == self._generation["specs"]:
                self._specs[key] = specs

    def rendered(self, name: Hashable, version: str, render: Callable[[], T], *, key: Hashable = "") -> T:
        """What `render()` made of the specs of that version; kept as long as exactly those specs are."""
        with self._lock:
            specs = self._specs.get(key)
            if specs is not None and specs.version == version and name in specs.rendered:
                return cast(T, copy.deepcopy(specs.rendered[name]))
        value = render()
        with self._lock:
            specs = self._specs.get(key)
            if specs is not None and specs.version == version:
                specs.rendered[name] = copy.deepcopy(value)
        return value

    # --- selections -----------------------------------------------------------------------------------------------

    async def selection(self, key: Hashable, load: Callable[[], Awaitable[T]]) -> T:
        """A model's choice of tools; make the key with `selection_key`, which holds the catalog's version."""
        with self._lock:
            found = key in self._selections
            value = self._selections.get(key)
            self._count("selection", found)
            generation = self._generation["selection"]
        if found:
            return cast(T, copy.deepcopy(value))

        async def fill() -> T:
            loaded = await load()
            with self._lock:
                if generation == self._generation["selection"]:
                    self._selections[key] = copy.deepcopy(loaded)
            return loaded

        return copy.deepcopy(await self._flights.run_async(("selection", generation, key), fill))

    # --- programs -------------------------------------------------------------------------------------------------

    def program(self, key: Hashable, make: Callable[[], T]) -> T:
        """A compiled program; make the key with `program_key`. A program that could not be made is not kept."""
        with self._lock:
            found = self._programs.get(key)
            if found is not None:
                self._hits["program"] += 1
                return cast(T, found)
            self._misses["program"] += 1
            generation = self._generation["program"]

        def fill() -> T:
            made = make()
            with self._lock:
                if generation == self._generation["program"]:
                    self._programs[key] = made
            return made

        return self._flights.run(("program", generation, key), fill)

    # --- keeping house --------------------------------------------------------------------------------------------

    def invalidate_specs(self) -> None:
        """Forget specs and all that was rendered from them, also what is being loaded right now."""
        self._invalidate("specs", self._specs.clear)

    def invalidate_selections(self) -> None:
        """Forgets all choices of tools."""
        self._invalidate("selection", self._selections.clear)

    def invalidate_programs(self) -> None:
        """Forgets all compiled programs."""
        self._invalidate("program", self._programs.clear)

    def invalidate_all(self) -> None:
        """Forgets everything; the counts stay."""
        self.invalidate_specs()
        self.invalidate_selections()
        self.invalidate_programs()

    def sweep(self) -> int:
        """Drops what has expired and gives back its memory; returns how many entries went."""
        with self._lock:
            return len(self._specs.expire()) + len(self._selections.expire())

    def stats(self) -> CacheStats:
        """The counts until now, as a copy."""
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
