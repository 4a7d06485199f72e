"""Sorts with a comparison function of the guest. It is written in Python, so that the comparison may suspend the run and nest calls deeply."""

from __future__ import annotations

from collections.abc import Callable

Less = Callable[[int, int], bool]
Swap = Callable[[int, int], None]


def order(n: int, less: Less) -> list[int]:
    """Returns the positions 0 to n-1 in sorted order. The sort is stable. `less` compares two positions; the elements do not move meanwhile."""
    runs = [_ascending(at, min(at + 8, n), less) for at in range(0, n, 8)]
    while len(runs) > 1:
        rest = runs[len(runs) & ~1 :]
        runs = [_merged(a, b, less) for a, b in zip(runs[::2], runs[1::2])] + rest
    return runs[0] if runs else []


def _ascending(start: int, end: int, less: Less) -> list[int]:
    found: list[int] = []
    for at in range(start, end):
        place = len(found)
        while place and less(at, found[place - 1]):
            place -= 1
        found.insert(place, at)
    return found


def _merged(a: list[int], b: list[int], less: Less) -> list[int]:
    if not less(b[0], a[-1]):
        return a + b
    found: list[int] = []
    i = j = 0
    while i < len(a) and j < len(b):
        if less(b[j], a[i]):
            found.append(b[j])
            j += 1
        else:
            found.append(a[i])
            i += 1
    return found + a[i:] + b[j:]


def rearrange(positions: list[int], swap: Swap) -> None:
    """Moves the element at `positions[i]` to `i`, for all i, with fewer than n swaps."""
    for start in range(len(positions)):
        at = start
        while (source := positions[at]) != start:
            swap(at, source)
            positions[at] = at
            at = source
        positions[at] = at
