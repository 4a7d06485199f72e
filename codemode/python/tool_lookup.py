"""Finds the tool that a dotted name in a program refers to."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from codemode.python import words


def tool_of_path(catalog: Any, path: str) -> str | None:
    """Returns the tool for a dotted name: the tool with this spelling, the tool that has this name in its owner, or else the only tool with the same
    letters and digits, ignoring case."""
    found = catalog.python_names().get(path)
    if found is not None:
        return found
    if path.partition(".")[0] in owners_of(catalog) and catalog.shape(path) is not None:
        return path
    of_letters = catalog.of_letters(letters_of(path))
    return of_letters[0] if len(of_letters) == 1 else None


def tool_of_server(tools: Mapping[str, Any], name: str) -> Any:
    """Returns the tool of an MCP server that has this name in programs or at its server, or else the only one with the same letters; None if there
    is none."""
    if name in tools:
        return tools[name]
    own = [each for each in tools.values() if each.id.split(":", 2)[2:] == [name]]
    if own:
        return own[0]
    same = [each for each in tools if letters_of(each) == letters_of(name)]
    return tools[same[0]] if len(same) == 1 else None


def letters_of(name: str) -> str:
    """Returns the letters and digits of a name in lower case."""
    return "".join(each.lower() for each in name if each.isalnum())


def named_by(catalog: Any, name: str) -> str:
    """Returns the tool for a name given as a string: the name itself, or the tool that has this name in Python."""
    return name if catalog.shape(name) is not None else catalog.python_names().get(name, name)


_owners: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()  # by catalog
_groups: WeakKeyDictionary[Any, frozenset[str]] = WeakKeyDictionary()
_TAKEN = words.GUEST_NAMES | frozenset(dir(builtins))


def owners_of(catalog: Any) -> frozenset[str]:
    """Returns the owners of tools whose names do not begin with the owner's. Programs may write `owner.name`, if the owner's name is free."""
    found = _owners.get(catalog)
    if found is None:
        owners = {e.source_name for e in catalog.entries if not (e.is_mcp or e.name.startswith(f"{e.source_name}."))}
        found = _owners[catalog] = frozenset(each for each in owners - _TAKEN if each.isidentifier())
    return found


def groups_of(catalog: Any) -> frozenset[str]:
    """Returns what stands before the first dot of the tools' names, the owners of the other tools, and of tools that are not known."""
    found = _groups.get(catalog)
    if found is None:
        dotted = {name.partition(".")[0] for name in catalog.python_names() if "." in name}
        absent = {name.partition(".")[0] for name in catalog.absent} - {"MCP"} - _TAKEN
        found = _groups[catalog] = owners_of(catalog) | dotted | {each for each in absent if each.isidentifier()}
    return found


def is_value(shape: Any, names: Sequence[str], keys: Collection[Any]) -> bool:
    """Returns whether a dict with these keys, the only argument of a call, is the value of the only parameter. Otherwise it has all arguments."""
    if len(names) != 1 or names[0] in keys or shape is None:
        return False
    schema: Mapping[str, Any] = shape.input_schema
    members: Mapping[str, Mapping[str, Any]] = schema.get("properties") or {}
    kinds = members.get(names[0], {}).get("type", "object")  # a name or a list of names
    return "object" in kinds and (len(keys) > 0 or names[0] in (schema.get("required") or ()))


def without_none(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns no arguments for a single None, which stands for no dict of arguments."""
    return () if len(args) == 1 and args[0] is None else args


def is_group(catalog: Any, name: str) -> bool:
    """Returns whether any tool name begins with `name` and a dot, also of tools that are not known."""
    return any(f"{each}.".startswith(f"{name}.") for each in (*catalog.python_names(), *catalog.absent))


def members_of(catalog: Any, group: str) -> set[str]:
    """Returns the names after `group` and a dot in the names of tools, and those of the tools of an owner with this name."""
    begin = f"{group}."
    dotted = {name[len(begin) :].partition(".")[0] for name in catalog.python_names() if name.startswith(begin)}
    return dotted | {e.name for e in catalog.entries if e.source_name == group and group in owners_of(catalog)}


def is_absent(catalog: Any, name: str) -> bool:
    """Returns whether a name is that of a tool that may exist: its server cannot be reached, so its tools are not known."""
    return bool(catalog.absent_owner(name))
