"""Makes a program that shows a difference smaller: leaves out functions and statements as long as the difference stays.

What is left out is a line, or a line that opens a brace with all up to the line that closes it; the largest first.
Most of what that leaves does not compile; such candidates do not count.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

# How many candidates are judged in one build, and how long making one program smaller may take.
AT_ONCE = 24
SECONDS = 120
STRING = re.compile(r'"(?:\\.|[^"\\])*"')

# Says which of some programs compile with Go and still differ, by their index.
Judge = Callable[[list[str]], list[int]]
# A quick guess whether a program compiles.
Guess = Callable[[str], bool]


def smaller(source: str, still_differing: Judge, plausible: Guess = lambda program: True, keep: int = 0) -> str:
    """The smallest program found in time. The first `keep` lines are left alone."""
    lines = source.split("\n")
    head, lines = lines[:keep], [line for line in lines[keep:] if line.strip()]
    deadline = time.monotonic() + SECONDS

    def text(remaining: list[str]) -> str:
        return "\n".join([*head, *remaining])

    def step(done: set[str]) -> list[str] | None:
        """Judges the next stretches that were not tried in this round; the lines that are left, or None at its end."""
        tried: list[range] = []
        for stretch in stretches(lines):
            what = "\n".join(lines[n] for n in stretch)
            if what not in done:
                done.add(what)
                if plausible(text(without(lines, [stretch]))):
                    tried.append(stretch)
            if len(tried) == AT_ONCE:
                break
        if not tried:
            return None
        kept = [tried[n] for n in still_differing([text(without(lines, [s])) for s in tried])]
        if len(kept) > 1 and still_differing([text(without(lines, kept))]):
            return without(lines, kept)
        return without(lines, kept[:1])

    before: list[str] = []
    while before != lines and time.monotonic() < deadline:
        before = lines
        done: set[str] = set()
        while time.monotonic() < deadline and (left := step(done)) is not None:
            lines = left
    return text(lines)


def without(lines: list[str], gone: list[range]) -> list[str]:
    return [line for n, line in enumerate(lines) if not any(n in stretch for stretch in gone)]


def stretches(lines: list[str]) -> list[range]:
    """What can be left out, the largest first."""
    found = [range(at, end + 1) for at in range(len(lines)) if (end := closing(lines, at)) is not None]
    return sorted((s for s in found if not lines[s[0]].startswith("package")), key=len, reverse=True)


def closing(lines: list[str], at: int) -> int | None:
    """The last line of what begins at a line; None for a line that closes what another opened."""
    depth = 0
    for number in range(at, len(lines)):
        for char in STRING.sub("", lines[number]):
            depth += (char in "{(") - (char in "})")
            if depth < 0:
                return None
        if depth == 0:
            return number
    return None
