"""Converts names of tools to Go identifiers, and finds names similar to a wrong one."""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from itertools import accumulate

MAX_MISSPELT = 200  # characters of a misspelt name that are compared
MAX_LETTERS = 3_000_000  # of it, times those of all names
MAX_SPOKEN = 200  # characters of a name that are part of an identifier

_PART = re.compile(r"[^\W_]+")
_NOT_IDENTIFIER = re.compile(r"\W")


def quoted(names: Iterable[str]) -> str:
    """Returns names for a message: "a" or "b"."""
    return " or ".join(json.dumps(name[:200], ensure_ascii=False) for name in names)


KEYWORDS = frozenset(
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct"
    " switch type var".split()
)


def python_name(name: str) -> str:
    """A tool's name as programs in Python spell it: `arena.list_players` for arena.list-players, `hospital.lab` for hospital/lab."""
    parts = [re.sub(r"\W", "_", part) for part in re.split(r"[./:]+", name) if part]
    return ".".join(f"{part}_" if keyword.iskeyword(part) else part for part in parts)


def exported_name(name: str, fallback: str = "X") -> str:
    """An exported Go identifier for any name: math.add -> MathAdd, list-orders -> ListOrders, 2fa -> X2fa. Of a very long name, for its beginning."""
    made = "".join(part[0].upper() + part[1:] for part in _PART.findall(name[:MAX_SPOKEN]))
    # upper() may return several characters, or none that is an upper case letter in Go
    if not made or not made[0].isupper() or not made.isidentifier():
        made = fallback + "".join(c for c in made if c == "_" or c.isalnum())
    return made if made.isidentifier() else fallback


def snake_name(name: str) -> str:
    """Returns the other spelling of a shorthand: every character that an identifier cannot have becomes an underscore."""
    made = _NOT_IDENTIFIER.sub("_", name)
    if not made or not made.isidentifier() or made in KEYWORDS:
        made = f"_{made}"
    return made if made.isidentifier() else "_"


def nearest(wrong: str, known: Iterable[str], limit: int = 3, cutoff: float = 0.6) -> list[str]:
    """Returns the known names most similar to a wrong one: by spelling in any case, then those whose last part is the same or similar."""
    if len(wrong) > MAX_MISSPELT:
        return []
    names = sorted(known)
    if len(wrong) * sum(map(len, names)) > MAX_LETTERS:  # those of a similar length, as far as there is time
        names.sort(key=lambda name: abs(len(name) - len(wrong)))
        lengths = accumulate(len(wrong) * len(name) for name in names)
        names = names[: sum(length <= MAX_LETTERS for length in lengths)]
    by_lower: dict[str, str] = {}
    for name in names:
        by_lower.setdefault(name.lower(), name)
    low = wrong.lower()
    found = get_close_matches(low, by_lower, n=limit, cutoff=cutoff)
    tail = low.rpartition(".")[2]
    tails = sorted(
        ((_likeness(tail, name.rpartition(".")[2]), name) for name in by_lower if name not in found),
        key=lambda pair: (-pair[0], pair[1]),
    )
    found += [name for likeness, name in tails if likeness >= 0.8]
    return [by_lower[name] for name in found[:limit]]


def _likeness(a: str, b: str) -> float:
    if a != b and (min(len(a), len(b)) < 4 or abs(len(a) - len(b)) > max(len(a), len(b)) // 3):
        return 0.0
    return SequenceMatcher(None, a, b).ratio()
