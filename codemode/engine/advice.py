"""What to write instead, for the panics that programs of models run into."""

from __future__ import annotations

import re

# a panic's text -> hint; the first that fits
_ADVICE: list[tuple[re.Pattern[str], str]] = [
    (re.compile(pattern), hint)
    for pattern, hint in (
        (
            r"interface \{\} is \[\]interface \{\}, not \[\]",
            "a list of a tool is []any: range over it and assert each element",
        ),
        (
            r"interface \{\} is map\[string\]interface \{\}, not (map|main\.)",
            "an object of a tool is map[string]any: read its entries and assert each of them",
        ),
        (r"interface \{\} is float64, not u?int", "encoding/json decodes numbers as float64: int(x.(float64))"),
        (r"interface conversion: .* is nil, not", "the value may be missing: v, ok := x.(T)"),
        (r"interface conversion: ", "when the type is not certain, test it: v, ok := x.(T), or a type switch"),
        (r"index out of range", "look at len(...) first"),
        (r"slice bounds out of range", "look at len(...) first, or use min(n, len(...))"),
        (r"assignment to entry in nil map", "make the map first: m := map[string]int{}"),
        (r"nil pointer dereference", "something is nil here: test it first, or make it with &T{}"),
        (r"integer divide by zero", "test the divisor first"),
        (r"is nil$|holds nil$", "the value is missing: compare it with nil first"),
    )
]


def advice_for(message: str) -> str:
    """A hint for a panic's text, "" if there is none."""
    first = message.split("\n", 1)[0]
    return next((hint for pattern, hint in _ADVICE if pattern.search(first)), "")
