"""Similar names: what a program most likely meant by a name that does not exist."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from codemode.dsl.dialect.meaning.notes import noted
from codemode.types.checker import MAX_PROBLEMS, Checker, Scope

SEARCHED: Final = 40  # number of problems for which similar names are searched
LONGEST: Final = 60  # longest name for which similar names are searched
_COMPARED: Final = 30_000  # number of names compared for one program


def closest(c: Checker, name: str, names: list[str]) -> str | None:
    """Returns the name that was most likely meant, or None. After many problems it no longer searches for similar names, which takes time."""
    if len(c.problems) > MAX_PROBLEMS:
        return None
    lower = name.lower()
    for other in names:
        if other.lower() == lower:
            return other
    noted(c).compared += len(names)
    if len(c.problems) > SEARCHED or len(name) > LONGEST or noted(c).compared > _COMPARED:
        return None
    found = get_close_matches(name, names, 1, 0.7)
    return found[0] if found else None


def visible_names(c: Checker) -> list[str]:
    names: list[str] = []
    scope: Scope | None = c.scope
    while scope is not None:
        names += [n for n in scope.names if not n.startswith("__") or n == "__out"]
        scope = scope.parent
    if c.importer is not None:
        names += c.importer.names()
    return names
