"""unicode, in parts: unicode_tables registers kinds, cases and tables, unicode_special the cases of particular languages."""

from __future__ import annotations

from codemode.stdlib import unicode_special, unicode_tables
from codemode.stdlib.unicode_tables import unicode

__all__ = ["unicode", "unicode_special", "unicode_tables"]
