"""Names: comparison without case and separators, and hidden names that no program can write."""

from __future__ import annotations

import re

HIDDEN = "·"  # first character of the names that repairs declare; not a letter in Go
VALUES = frozenset({"or", "and", "??"})  # operators that only readings write; the result is one of the operands
_HIDDEN_NAME = re.compile(r"__(\d+|infer|[a-z]\d*)$")


def hidden(name: str) -> str:
    """Returns the hidden name for a name `__x` in a template; other names are unchanged."""
    return _HIDDEN_NAME.sub(f"{HIDDEN}\\1", name) if name[:2] == "__" else name


def letters_of(name: str) -> str:
    """Returns a name without case and separators: `toUpperCase`, `to_upper_case` and `to-upper-case` are equal."""
    if name.isalnum():
        return name.lower()
    return "".join([ch for ch in name if ch.isalnum()]).lower()
