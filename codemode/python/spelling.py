"""Finds the tool that a dotted name in a program refers to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary


def meant(catalog: Any, path: str) -> str | None:
    """Returns the tool for a dotted name: the tool with this spelling, or else the only tool with the same letters and digits, ignoring case."""
    found = catalog.python_names().get(path)
    if found is not None:
        return found
    of_letters = catalog.of_letters("".join(each.lower() for each in path if each.isalnum()))
    return of_letters[0] if len(of_letters) == 1 else None


def named_by(catalog: Any, name: str) -> str:
    """Returns the tool for a name given as a string: the name itself, or the tool that has this name in Python."""
    return name if catalog.shape(name) is not None else catalog.python_names().get(name, name)


_groups: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()  # by catalog


def groups_of(catalog: Any) -> frozenset[str]:
    """Returns what stands before the first dot of the tools' names."""
    found = _groups.get(catalog)
    if found is None:
        found = _groups[catalog] = frozenset(name.partition(".")[0] for name in catalog.python_names() if "." in name)
    return found


def is_value(shape: Any, names: Sequence[str], keys: Collection[Any]) -> bool:
    """Returns whether a dict with these keys, the only argument of a call, is the value of the only parameter. Otherwise it has all arguments."""
    if len(names) != 1 or names[0] in keys or shape is None:
        return False
    schema: Mapping[str, Any] = shape.input_schema
    members: Mapping[str, Mapping[str, Any]] = schema.get("properties") or {}
    kinds = members.get(names[0], {}).get("type", "object")  # a name or a list of names
    return "object" in kinds and (len(keys) > 0 or names[0] in (schema.get("required") or ()))


def is_group(catalog: Any, name: str) -> bool:
    """Returns whether any tool name begins with `name` and a dot."""
    return any(each.startswith(f"{name}.") for each in catalog.python_names())
