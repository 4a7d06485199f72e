"""strings, in parts: strings_text registers the functions, strings_special those of a language, strings_types Builder, Reader and Replacer."""

from __future__ import annotations

from codemode.stdlib import strings_cut, strings_special, strings_text, strings_types
from codemode.stdlib.strings_text import strings

__all__ = ["strings", "strings_cut", "strings_special", "strings_text", "strings_types"]
