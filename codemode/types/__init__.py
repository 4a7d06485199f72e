"""The types of the language and their checker; the counterpart of go/types."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from codemode.types.checked import Checked
    from codemode.types.declarations import DeclarationError, declare
    from codemode.types.objects import Importer, Package, ToolIndex, ToolShape

__all__ = ["Checked", "DeclarationError", "Importer", "Package", "ToolIndex", "ToolShape", "declare"]

_HOMES = {"Checked": "checked", "DeclarationError": "declarations", "declare": "declarations"}


def __getattr__(name: str) -> Any:
    # a host whose programs run in workers needs the objects without the checker
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'objects')}"), name)
    return found
