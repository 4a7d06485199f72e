"""The tools that programs may call: entries, search, Go declarations, validation, policy."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.catalog.catalog import Catalog
    from codemode.catalog.declarations import declaration, type_text
    from codemode.catalog.entries import ToolEntry, entry_id, unique_ids
    from codemode.catalog.namespaces import Namespace, Verb
    from codemode.catalog.policy import Policy, Rule
    from codemode.catalog.validation import Checker

# the names by where they live; imported when they are first used, because a process that runs programs needs few of them
_NAMES = {
    "catalog": "Catalog",
    "declarations": "declaration type_text",
    "entries": "ToolEntry entry_id unique_ids",
    "namespaces": "Namespace Verb",
    "policy": "Policy Rule",
    "validation": "Checker",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

__all__ = [
    "Catalog",
    "Checker",
    "Namespace",
    "Policy",
    "Rule",
    "ToolEntry",
    "Verb",
    "declaration",
    "entry_id",
    "type_text",
    "unique_ids",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
