"""Whether a reply is what a case expects: a part of it, written as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from inspect import isfunction
from typing import Any


@dataclass(frozen=True)
class Has:
    """A text with these words in it, in any order."""

    words: tuple[str, ...]


@dataclass(frozen=True)
class Between:
    low: float
    high: float


@dataclass(frozen=True)
class Lacks:
    """A text, or a value whose text, does not hold the word."""

    word: str


def has(*words: str) -> Has:
    return Has(words)


def differences(expected: Any, found: Any, at: str = "reply") -> Iterator[str]:
    """Where they differ. A map needs only the keys that are expected, a list has to be of the same length; `...` is anything, a type is
    any value of it."""
    match expected:
        case _ if expected is ...:
            return
        case Has(words):
            if not isinstance(found, str) or any(word not in found for word in words):
                yield f"{at}: wanted a text with {words!r}, got {found!r}"
        case Lacks(word):
            if word in str(found):
                yield f"{at}: {word!r} must not be in {found!r}"
        case Between(low, high):
            if isinstance(found, bool) or not isinstance(found, int | float) or not low <= found <= high:
                yield f"{at}: wanted a number from {low} to {high}, got {found!r}"
        case type():
            if not isinstance(found, expected):
                yield f"{at}: wanted any {expected.__name__}, got {found!r}"
        case _ if isfunction(expected):
            if not expected(found):
                yield f"{at}: {found!r} is not what it should be"
        case dict():
            if not isinstance(found, dict):
                yield f"{at}: wanted {expected!r}, got {found!r}"
                return
            for key, value in expected.items():
                if key in found:
                    yield from differences(value, found[key], f"{at}.{key}")
                else:
                    yield f"{at}.{key}: is missing in {sorted(found)}"
        case list():
            if not isinstance(found, list) or len(found) != len(expected):
                yield f"{at}: wanted {expected!r}, got {found!r}"
                return
            for i, (want, item) in enumerate(zip(expected, found)):
                yield from differences(want, item, f"{at}[{i}]")
        case _:
            # True is not 1 here
            if expected != found or isinstance(expected, bool) != isinstance(found, bool):
                yield f"{at}: wanted {expected!r}, got {found!r}"
