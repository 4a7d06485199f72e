"""The types of the language and their checker; the counterpart of go/types."""

from codemode.types.check import check
from codemode.types.checked import Checked
from codemode.types.declarations import DeclarationError, declare
from codemode.types.objects import Importer, Package, ToolIndex, ToolShape

__all__ = ["Checked", "DeclarationError", "Importer", "Package", "ToolIndex", "ToolShape", "check", "declare"]
