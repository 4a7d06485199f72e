"""The result of a program as data. What is not data in it becomes a text, and everything around it stays."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from codemode.python.transfer import handed_over

MAX_LEVELS = 8  # of lists and dicts around what is not data: each level looks at all that is in it
MAX_PARTS = 1000  # that are looked at on their own
MAX_TEXT = 100_000  # characters of a text in place of the whole result
MAX_SHOWN = 2_000  # of one inside of it


class Result:
    """`text` gives the text of a value, `odd` receives where there is something else than data."""

    def __init__(self, run: Any, text: Callable[[Any], str], odd: Callable[[str], None]) -> None:
        self._run = run
        self._text = text
        self._odd = odd
        self._parts = 0
        self._open: set[int] = set()

    def of(self, value: Any, place: str = "", level: int = 0) -> Any:
        def number(told: str) -> None:
            self._odd(f"in the result, {told}" if not place else f"in {place} of the result, {told}")

        try:
            return handed_over(self._run, value, f"in the result, {place}" if place else "the result", report=number)
        except TypeError as wrong:
            self._parts += 1
            if self._parts > MAX_PARTS:
                raise
            inside = self._inside(value, place, level + 1) if level < MAX_LEVELS else None
            if inside is None:
                self._odd(str(wrong))
                return self._told(value)[: MAX_SHOWN if level else MAX_TEXT]
            return inside

    def _told(self, value: Any) -> str:
        try:
            return self._text(value)
        except ValueError:
            if type(value) is not int:
                raise
            return hex(value)  # Python makes no decimal text of so many digits

    def _inside(self, value: Any, place: str, level: int) -> Any:
        """The members of a list or dict one by one; None for something else, if they cannot be told apart, or if there are too many odd ones."""
        if type(value) not in (dict, list, tuple) or id(value) in self._open:
            return None
        self._open.add(id(value))
        try:
            if type(value) is not dict:
                if any(id(item) in self._open for item in value):
                    return None  # `[[...]]` tells more than the list around it
                return [self.of(item, f"{place}[{at}]", level) for at, item in enumerate(value)]
            names = [key if type(key) is str else self._text(key)[:MAX_SHOWN] for key in value]
            if len(set(names)) < len(names):
                return None
            words = [name if name.isidentifier() else json.dumps(name[:60]) for name in names]
            places = [f"{place}.{word}" if place else word for word in words]
            return {name: self.of(value[key], at, level) for name, key, at in zip(names, list(value), places)}
        except TypeError:
            if level > 1:
                raise
            return None
        finally:
            self._open.discard(id(value))
