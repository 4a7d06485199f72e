"""Names: those that differ only in how they are written, and those that no program can have."""

from __future__ import annotations

import re

HIDDEN = "·"  # begins the names that only readings declare: no letter of Go
_HIDDEN_NAME = re.compile(r"__(\d+|infer|[a-z]\d*)$")


def hidden(name: str) -> str:
    """`__x` of a piece of Go as a name that no program can have; other names as they are."""
    return _HIDDEN_NAME.sub(f"{HIDDEN}\\1", name) if name[:2] == "__" else name


def letters_of(name: str) -> str:
    """A name without case and separators: `toUpperCase`, `to_upper_case` and `to-upper-case` are one."""
    if name.isalnum():
        return name.lower()
    return "".join([ch for ch in name if ch.isalnum()]).lower()
