"""Statistics of the caches."""

from __future__ import annotations

from dataclasses import asdict

from codemode.records import dataclass


@dataclass(slots=True, frozen=True)
class CacheStats:
    """Counts since the cache was made. A look-up that finds nothing is a miss, even if it waits for another look-up that loads the same value."""

    specs_hits: int = 0
    specs_misses: int = 0
    selection_hits: int = 0
    selection_misses: int = 0
    selection_size: int = 0
    program_hits: int = 0
    program_misses: int = 0

    def specs_hit_rate(self) -> float:
        """Hits per look-up, between 0 and 1; 0 before the first look-up."""
        return _rate(self.specs_hits, self.specs_misses)

    def selection_hit_rate(self) -> float:
        """The hit rate of selections."""
        return _rate(self.selection_hits, self.selection_misses)

    def program_hit_rate(self) -> float:
        """The hit rate of compiled programs."""
        return _rate(self.program_hits, self.program_misses)

    def as_dict(self) -> dict[str, int | float]:
        """Returns all counts and rates by name, for JSON."""
        rates = {
            "specs_hit_rate": self.specs_hit_rate(),
            "selection_hit_rate": self.selection_hit_rate(),
            "program_hit_rate": self.program_hit_rate(),
        }
        return {**asdict(self), **rates}


def _rate(hits: int, misses: int) -> float:
    looked_up = hits + misses
    return hits / looked_up if looked_up else 0.0
