"""Which tool a dotted name in a program means."""

from __future__ import annotations

from typing import Any


def meant(catalog: Any, path: str) -> str | None:
    """The tool that a dotted name in a program means: one that is spelled so, else the only one with these letters."""
    found = catalog.python_names().get(path)
    if found is not None:
        return found
    of_letters = catalog.of_letters("".join(each.lower() for each in path if each.isalnum()))
    return of_letters[0] if len(of_letters) == 1 else None


def named_by(catalog: Any, name: str) -> str:
    """The tool of a name that is given as a text: the name itself, or one that is spelled so in Python."""
    return name if catalog.shape(name) is not None else catalog.python_names().get(name, name)


def is_group(catalog: Any, name: str) -> bool:
    """Whether names of tools begin with it."""
    return any(each.startswith(f"{name}.") for each in catalog.python_names())
