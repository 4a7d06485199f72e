"""The tools a program may call: entries, search, Go declarations, validation, policy."""

from codemode.catalog.catalog import Catalog
from codemode.catalog.declarations import declaration, type_text
from codemode.catalog.entries import CONTROL_TOOLS, ToolEntry, entry_id, unique_ids
from codemode.catalog.namespaces import Namespace, Verb
from codemode.catalog.policy import Policy, Rule
from codemode.catalog.validation import Checker

__all__ = [
    "CONTROL_TOOLS",
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
