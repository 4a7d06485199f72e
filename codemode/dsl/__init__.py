"""Text -> tree: the syntax of Go, what models get wrong about it, and problems with their places."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from codemode.dsl.diagnostics import Diagnostic, Mend, Problem, Repair, Source

if TYPE_CHECKING:
    from codemode.dsl.front import Parsed, parse
    from codemode.dsl.syntax import nodes

__all__ = ["Diagnostic", "Mend", "Parsed", "Problem", "Repair", "Source", "nodes", "parse"]


def __getattr__(name: str) -> Any:
    # a host whose programs run in workers parses nothing
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "nodes":
        return import_module(f"{__name__}.syntax.nodes")
    found = globals()[name] = getattr(import_module(f"{__name__}.front"), name)
    return found
