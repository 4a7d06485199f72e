"""The categories and cases of runes, by Unicode 17 as in Go. The tables are read from data.txt at the first use.

As in Go, a case mapping maps one rune to one rune. A character whose upper case is several characters is not changed.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from functools import cache

from codemode.stdlib.runes import MAX_RUNE

Range = tuple[int, int, int]  # first, last, step

_SPACES = frozenset(
    [*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]
)


@cache
def sections() -> dict[str, list[str]]:
    """Returns the data file as a map from section names to words."""
    found: dict[str, list[str]] = {}
    words: list[str] = []
    with open(os.path.join(os.path.dirname(__file__), "data.txt"), encoding="ascii") as file:
        lines = file.read().splitlines()
    for line in lines:
        if line.startswith("["):
            words = found[line[1:-1]] = []
        elif not line.startswith("#"):
            words += line.split()
    return found


@cache
def _category_runs() -> tuple[list[int], list[str]]:
    runs = sections()["categories"]
    return [int(word[:-2], 16) for word in runs], [word[-2:] for word in runs]


def category(r: int) -> str:
    """Returns the general category, such as Lu. Unassigned and invalid runes have Cn."""
    if not 0 <= r <= MAX_RUNE:
        return "Cn"
    starts, names = _category_runs()
    return names[bisect_right(starts, r) - 1]


@cache
def category_ranges(name: str) -> tuple[Range, ...]:
    """Returns the ranges of a category: Lu, or L for all letters."""
    starts, names = _category_runs()
    wanted = ("Lu", "Ll", "Lt") if name == "LC" else (name,)
    ends = [*starts[1:], MAX_RUNE + 1]
    return tuple([(lo, hi - 1, 1) for lo, hi, n in zip(starts, ends, names) if n.startswith(wanted)])


@cache
def table_ranges(kind: str, name: str) -> tuple[Range, ...]:
    """Returns the ranges of a script or property."""
    found: list[Range] = []
    for word in sections()[f"{kind} {name}"]:
        lo, *rest = [int(part, 16) for part in word.split("-")]
        found.append((lo, rest[0] if rest else lo, rest[1] if len(rest) > 1 else 1))
    return tuple(found)


# --- kinds -------------------------------------------------------------------------------------------------------


def is_space(r: int) -> bool:
    return r in _SPACES


def is_letter(r: int) -> bool:
    if r < 0x80:
        return 97 <= r | 32 <= 122 and r > 0
    return category(r)[0] == "L"


def is_digit(r: int) -> bool:
    return 48 <= r <= 57 if r < 0x80 else category(r) == "Nd"


def is_number(r: int) -> bool:
    return 48 <= r <= 57 if r < 0x80 else category(r)[0] == "N"


def is_upper(r: int) -> bool:
    return 65 <= r <= 90 if r < 0x80 else category(r) == "Lu"


def is_lower(r: int) -> bool:
    return 97 <= r <= 122 if r < 0x80 else category(r) == "Ll"


def is_title(r: int) -> bool:
    return category(r) == "Lt"


def is_punct(r: int) -> bool:
    return category(r)[0] == "P"


def is_symbol(r: int) -> bool:
    return category(r)[0] == "S"


def is_mark(r: int) -> bool:
    return category(r)[0] == "M"


def is_control(r: int) -> bool:
    return 0 <= r < 0x20 or 0x7F <= r < 0xA0


def is_print(r: int) -> bool:
    if r < 0x7F:
        return r >= 0x20
    return category(r)[0] in "LMNPS"


def is_graphic(r: int) -> bool:
    return is_print(r) or category(r) == "Zs"


# --- cases -------------------------------------------------------------------------------------------------------


@cache
def _newer_cases() -> dict[str, tuple[str, str, str]]:
    """Returns the upper, lower and title case of characters that Python's own tables may not have."""
    found: dict[str, tuple[str, str, str]] = {}
    for word in sections()["case"]:
        char, upper, lower, title = [chr(int(part, 16)) for part in word.split(":")]
        found[char] = upper, lower, title
    return found


def upper_char(c: str) -> str:
    if c in _newer_cases():
        return _newer_cases()[c][0]
    upper = c.upper()
    return upper if len(upper) == 1 else _single(c.title(), c)


def lower_char(c: str) -> str:
    return _newer_cases()[c][1] if c in _newer_cases() else c.lower()[0]


def title_char(c: str) -> str:
    return _newer_cases()[c][2] if c in _newer_cases() else _single(c.title(), c)


def _single(mapped: str, c: str) -> str:
    return mapped if len(mapped) == 1 else c


def _rune(change: str, r: int) -> int:
    if 0xD800 <= r <= 0xDFFF or not 0 <= r <= MAX_RUNE:
        return r
    return ord(_CHANGES[change](chr(r)))


_CHANGES = {"upper": upper_char, "lower": lower_char, "title": title_char}


def to_upper(r: int) -> int:
    if r < 0x80:
        return r - 32 if 97 <= r <= 122 else r
    return _rune("upper", r)


def to_lower(r: int) -> int:
    if r < 0x80:
        return r + 32 if 65 <= r <= 90 else r
    return _rune("lower", r)


def to_title(r: int) -> int:
    return to_upper(r) if r < 0x80 else _rune("title", r)


@cache
def _orbits() -> dict[int, tuple[int, ...]]:
    orbits = [tuple([int(part, 16) for part in word.split(":")]) for word in sections()["orbits"]]
    return {r: orbit for orbit in orbits for r in orbit}


def simple_fold(r: int) -> int:
    """Returns the next rune that is equal under Unicode's simple case folding. After the last one comes the first."""
    if not 0 <= r <= MAX_RUNE:
        return r
    orbit = _orbits().get(r)
    if orbit is not None:
        return orbit[(orbit.index(r) + 1) % len(orbit)]
    lower = to_lower(r)
    return lower if lower != r else to_upper(r)


def fold_key(c: str) -> str:
    """Returns one character for all characters that are equal under simple case folding."""
    orbit = _orbits().get(ord(c))
    if orbit is not None:
        return chr(orbit[0])
    lower = lower_char(c)
    return lower if lower != c else c if c.islower() else lower_char(upper_char(c))
