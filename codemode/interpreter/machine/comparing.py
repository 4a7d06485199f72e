"""What it costs to compare two values and to look up a key, in one place: nothing beyond the step of the operation, unless texts are long.

Python compares and hashes some hundreds of bytes in the time of one step. Whoever compares texts that may be long asks `same`, `less` or `compare`,
or pays with `pay_for_common` or `pay_for_key` first; structs, arrays and interfaces pay for the texts in them where they are compared
(`typeops.equal`) or made a key (`map_keys.key_encoder`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from codemode.interpreter.machine.big_values import pay

LONG = 1024  # bytes; the step of the operation pays for shorter texts


def reading(size: int) -> int:
    """The steps for comparing, hashing or scanning `size` bytes."""
    return size >> 9


def pay_for_common(a: bytes, b: bytes) -> None:
    """Charges for comparing two texts."""
    if len(a) > LONG and len(b) > LONG:
        pay(reading(min(len(a), len(b))))


def pay_for_key(key: Any) -> None:
    """Charges for looking up a key of a map, as it is stored: for the text, or for all texts in it."""
    if type(key) is bytes:
        if len(key) > LONG:
            pay(reading(len(key)))
    elif type(key) is tuple:
        parts = cast("tuple[Any, ...]", key)
        if len(parts) > 16:
            pay(len(parts) >> 4)
        for part in parts:
            pay_for_key(part)


def same(a: bytes, b: bytes) -> bool:
    """a == b for texts. Those of different lengths are not read."""
    if len(a) > LONG and len(a) == len(b):
        pay(reading(len(a)))
    return a == b


def less(a: Any, b: Any) -> bool:
    """cmp.Less: a < b for values of one ordered type. NaN is less than any other number."""
    if type(a) is bytes:
        pay_for_common(a, b)
        return a < b
    return a < b or (a != a and b == b)


def compare(a: Any, b: Any) -> int:
    """cmp.Compare: -1, 0 or 1 for values of one ordered type. NaN equals NaN, and is less than any other number."""
    if type(a) is bytes:
        pay_for_common(a, b)
        return 0 if a == b else -1 if a < b else 1
    if a < b:
        return -1
    if a > b:
        return 1
    if a == b:
        return 0
    # at least one of them is NaN
    if a != a:
        return 0 if b != b else -1
    return 1


def has_long(items: Sequence[Any]) -> bool:
    """Whether these are texts, and one of them is long."""
    return bool(items) and type(items[0]) is bytes and max(map(len, items)) > LONG
