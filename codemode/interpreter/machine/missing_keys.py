"""Finds keys that a program reads and a tool's result does not have: Go returns nil for them, and a warning names them.

All objects at one place in the results of a tool share the key objects (a Shape). The identity of its keys therefore shows that a map is a tool's, at
no extra cost for making a map or finding a key.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, cast

from codemode.dsl.diagnostics import Problem
from codemode.dsl.missing_keys import (
    MAX_NAME,
    MISSING_IN_VALUE,
    MISSING_KEY,
    missing_text,
    nearest_key,
    quoted_path,
    shown_key,
)
from codemode.records import dataclass

MAX_NAMES = 4096  # encoded keys that one run keeps, or all data that is not from a tool
MAX_SHAPES = 500  # of one run
MAX_PARTS = 32  # keys of one shape that lead to shapes of their own
MAX_MISSES, MAX_AT_PLACE = 64, 4  # missing keys that one run remembers, and at one place of the program
_MOST_KEYS = 64  # of a map that is looked through
_SHOWN, _STEPS = 20, 4  # keys that are listed, and parts of a path

Place = tuple[int, int]  # start and end of a key in the program


class Names:
    """Object keys repeat often: each is encoded once. The number is limited, so that hostile keys cannot fill the host's memory."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[str, bytes] = {}

    def encode(self, key: str) -> bytes:
        found = self.known.get(key)
        if found is None:
            found = key.encode("utf-8", "replace")
            if len(found) <= MAX_NAME and self.has_room():
                found = self.keep(key, found)
        return found

    def has_room(self) -> bool:
        return len(self.known) < MAX_NAMES

    def keep(self, key: str, encoded: bytes) -> bytes:
        self.known[key] = encoded
        return encoded

    def part(self, key: str) -> Names:
        """The names of the objects under a key."""
        return self


_FLIPPED = bytes(255 - i for i in range(256))


class Shape(Names):
    """The keys of all objects at one place in the results of one tool."""

    __slots__ = ("above", "name", "parts", "tools")

    def __init__(self, tools: ToolShapes, name: str, above: Shape | None = None) -> None:
        super().__init__()
        self.tools = tools
        self.name = name  # the tool's name, or the key that leads here
        self.above = above
        self.parts: dict[str, Names] = {}

    def has_room(self) -> bool:
        return len(self.tools.owners) < MAX_NAMES

    def keep(self, key: str, encoded: bytes) -> bytes:
        if len(encoded) == 1:  # Python shares these, except those that `translate` makes
            encoded = encoded.translate(_FLIPPED).translate(_FLIPPED)
        self.known[key] = encoded
        if encoded:
            self.tools.owners[id(encoded)] = self
        return encoded

    def part(self, key: str) -> Names:
        found = self.parts.get(key)
        if found is None:
            if len(self.parts) >= MAX_PARTS:  # beyond that the keys are data
                key = "*"
            found = self.parts[key] = self.parts.get(key) or self.tools.shape(key, self)
        return found

    def path(self) -> list[str]:
        """Returns the tool, and the last keys that lead here."""
        steps: list[str] = []
        at = self
        while at.above is not None:
            if len(steps) < _STEPS:
                steps.append(at.name)
            at = at.above
        return [at.name, *reversed(steps)]


@dataclass(slots=True)
class _Miss:
    shape: Shape
    key: str
    there: list[str]  # the first keys that the object has
    count: int
    at: Place

    def text(self) -> str:
        tool, *steps = self.shape.path()
        return missing_text(tool, self.key, steps, self.there, self.count)


class ToolShapes:
    """The shapes of the results that one run received, and the missing keys that it read."""

    __slots__ = ("_places", "count", "in_value", "misses", "owners", "roots")

    def __init__(self) -> None:
        self.roots: dict[str, Names] = {}
        self.owners: dict[int, Shape] = {}  # by the identity of an encoded key, which its shape keeps alive
        self.count = 0
        self.misses: dict[tuple[Place, bytes], _Miss] = {}
        self._places: dict[Place, int] = {}
        self.in_value = False  # whether the missing values are visible in the program's value

    def of_tool(self, tool: str) -> Names:
        found = self.roots.get(tool)
        if found is None:
            found = self.shape(tool)
            if len(self.roots) < MAX_SHAPES:
                self.roots[tool] = found
        return found

    def shape(self, name: str, above: Shape | None = None) -> Names:
        """Returns a new shape; OTHER_DATA if there are too many."""
        if self.count >= MAX_SHAPES:
            return OTHER_DATA
        self.count += 1
        return Shape(self, name, above)

    def of_map(self, entries: dict[bytes, object]) -> Shape | None:
        """Returns the shape of a map that a tool returned and to which the program added nothing."""
        found: Shape | None = None
        for key in islice(entries, _MOST_KEYS):
            owner = self.owners.get(id(key))
            if owner is None:
                if 0 < len(key) <= MAX_NAME:
                    return None
            elif found is not None and owner is not found:
                return None
            else:
                found = owner
        return found

    def missed(self, entries: dict[bytes, object], key: bytes, at: Place) -> None:
        """Records that a read found no such key. Each place and key counts once."""
        if (at, key) in self.misses or not self.owners or len(self.misses) >= MAX_MISSES:
            return
        seen = self._places.get(at, 0)
        shape = self.of_map(entries) if seen < MAX_AT_PLACE and len(key) <= MAX_NAME else None
        if shape is not None:
            self._places[at] = seen + 1
            there = [k[:MAX_NAME].decode("utf-8", "replace") for k in islice(entries, _SHOWN)]
            text = key.decode("utf-8", "replace")
            self.misses[at, key] = _Miss(shape, text, there, len(entries), at)

    # --- telling --------------------------------------------------------------------------------------------------

    def told(self) -> list[Problem]:
        """Returns a warning for each missing key that no object at its place has had; a key that other objects there have is optional."""
        code = MISSING_IN_VALUE if self.in_value else MISSING_KEY
        return [
            Problem(code, miss.text(), *miss.at, self._hint(miss), "warning", code)
            for miss in self.misses.values()
            if miss.key not in miss.shape.known
        ]

    def _hint(self, miss: _Miss) -> str:
        near = nearest_key(miss.key, miss.shape.known)
        if near is not None:
            return f'did you mean "{shown_key(near)}"?'
        elsewhere = self._elsewhere(miss)
        if elsewhere is None:
            return ""
        steps = elsewhere.path()[1:]
        return (
            f'"{shown_key(miss.key)}" is in {quoted_path(steps)}'
            if steps
            else f'"{shown_key(miss.key)}" is in the result itself'
        )

    def _elsewhere(self, miss: _Miss) -> Shape | None:
        """Where else in the results of the same tool the key exists."""
        work: list[Names | None] = [self.roots.get(miss.shape.path()[0])]
        for names in work:
            if isinstance(names, Shape):
                if miss.key in names.known:
                    return names
                work += names.parts.values()
        return None


OTHER_DATA = Names()  # keys of data that the host gives a program in other ways


# --- the program's value ---------------------------------------------------------------------------------------------


def shows_missing(value: Any) -> bool:
    """Whether nil from a missing key is visible in a program's value, as JSON data: it contains a null or a printed "<nil>", or all of it is zero,
    false or empty."""
    levels: list[Iterator[Any]] = [iter((value,))]
    is_empty = True
    for _ in range(_LOOKED_AT):
        item = next(levels[-1], _END)
        if item is _END:
            levels.pop()
            if not levels:
                return is_empty
        elif item is None or (isinstance(item, str) and "<nil>" in item):
            return True
        elif isinstance(item, dict):
            levels.append(iter(cast("dict[str, Any]", item).values()))
        elif isinstance(item, list):
            levels.append(iter(cast("list[Any]", item)))
        elif item:
            is_empty = False
    return is_empty


_LOOKED_AT = 100_000  # parts of a value
_END = object()


# --- other spellings -------------------------------------------------------------------------------------------------

_LOWER = bytes(range(256)).lower()
_SIGNS = b"_-. "


def letters(key: bytes) -> bytes:
    """A key without case and separators: it equals that of the field's Go name."""
    return key.translate(_LOWER, _SIGNS)


def spelled(entries: dict[bytes, object], name: bytes) -> bytes | None:
    """Returns the only key with these letters, as `Timezone` and `OrderID` are the Go names of "timezone" and "order_id"; None if there is not
    exactly one."""
    if len(entries) > _MOST_KEYS:
        return None
    wanted = letters(name)
    found = [key for key in entries if letters(key) == wanted or (key[:1].isdigit() and b"x" + letters(key) == wanted)]
    return found[0] if len(found) == 1 else None
