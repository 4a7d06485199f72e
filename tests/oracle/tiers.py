"""All cases, and random programs, in the modes of the compiled tier: walker only, tier at once, and a change while they run."""

from __future__ import annotations

import time
from collections.abc import Iterator

from tests.interpreter.compiled.modes import assert_same, lowered
from tests.oracle.cases import find_cases
from tests.oracle.choices import Seeded
from tests.oracle.generate import program_from

RANDOM = 200


def compare_tiers(paths: list[str], random: int, first_seed: int) -> int:
    """1 if a mode differs from another in anything."""
    started = time.perf_counter()
    count = differing = 0
    for name, source in _sources(paths, random, first_seed):
        try:
            lowered(source, "off")
        except Exception:
            continue  # Go refuses it, or the bare machine has not what it imports
        count += 1
        try:
            assert_same(source)
        except AssertionError as difference:
            differing += 1
            print(f"DIFFERENT {name}\n{difference}")
    print(f"{count} programs in three modes: {differing} differ, {time.perf_counter() - started:.1f} s")
    return 1 if differing else 0


def _sources(paths: list[str], random: int, first_seed: int) -> Iterator[tuple[str, str]]:
    for path in find_cases(paths):
        yield path.name, path.read_text(encoding="utf-8")
    for seed in range(first_seed, first_seed + random):
        yield f"seed {seed}", program_from(Seeded(seed))
