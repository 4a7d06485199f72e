"""What to write instead, for the errors of tools that end programs of models."""

from __future__ import annotations

import re

MAX_READ = 1000  # characters of a message: it is mostly a tool's own, and patterns take long to fail on a long one

_POSITION = re.compile(r"^[\w.\-/]+: \w+ is -?\d+ \(integer\), want string")


def advice_for_error(message: str) -> str:
    """A hint for an error that ended the program; its text is mostly that of a tool."""
    if _POSITION.search(message[:MAX_READ]):
        return "a loop with one variable counts positions: for elements write for _, x := range xs; a number as text is strconv.Itoa(n)"
    return ""
