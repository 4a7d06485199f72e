"""How much memory Python allocates for a piece of work.

All threads of the process are measured, and so are tables of Python itself that happen to grow meanwhile. That comes once: work that seems to need
too much is measured again, and what it needs each time is its own.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

TRIES = 3


@dataclass
class Traced:
    peak: int = 0  # bytes
    kept: int = 0


@contextmanager
def traced() -> Generator[Traced]:
    """Measures what the body allocates."""
    found = Traced()
    tracemalloc.start()
    try:
        yield found
        found.kept, found.peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()


def peak_of(work: Callable[[], object], allowed: int) -> int:
    """The peak of the work in bytes; of up to three attempts the first that is below `allowed`, else the last."""
    for _ in range(TRIES):
        with traced() as found:
            work()
        if found.peak < allowed:
            break
    return found.peak
