"""Wording for a key that a tool's result does not have; the checker and the run time share it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import islice

MISSING_KEY = "missing_key"
MISSING_IN_VALUE = "missing_key_in_value"  # the result contains the nil of a missing key

MAX_NAME = 64  # longest key that is compared with others
_SHOWN, _WIDTH = 20, 40  # number of keys listed, and characters shown of each
_COMPARED = 256
_SIGNS = str.maketrans("", "", "_-. ")


def missing_text(tool: str, key: str, steps: Sequence[str], there: Iterable[str], count: int) -> str:
    """Returns `shop.get_order's result has no key "lines"; it has id, items`. `steps` are the keys that lead to the object, `count` is its size."""
    where = f" in {quoted_path(steps)}" if steps else ""
    listed = [shown_key(name) for name in islice(there, _SHOWN)]
    more = f" and {count - len(listed)} more" if count > len(listed) else ""
    has = f"it has {', '.join(listed)}{more}" if listed else "it is empty"
    return f'{shown_key(tool)}\'s result has no key "{shown_key(key)}"{where}; {has}'


def quoted_path(steps: Iterable[str]) -> str:
    return '"' + ".".join(shown_key(step) for step in steps) + '"'


def shown_key(key: str) -> str:
    """Returns a key from an untrusted source for use in a message: printable, on one line and truncated."""
    text = "".join(c if c.isprintable() else "?" for c in key[: _WIDTH + 1])
    return text if len(text) <= _WIDTH else text[:_WIDTH] + "…"


def key_letters(key: str) -> str:
    """Returns a key in lower case without separators. The Go name of a field has the same letters."""
    return key.translate(_SIGNS).lower()


def nearest_key(key: str, known: Iterable[str]) -> str | None:
    """Returns the known key that is most similar to a missing one, or None."""
    if len(key) > MAX_NAME:
        return None
    names = [name for name in islice(known, _COMPARED) if len(name) <= MAX_NAME]
    same = [name for name in names if key_letters(name) == key_letters(key)]
    return next(iter(same or get_close_matches(key, names, 1, 0.7)), None)
