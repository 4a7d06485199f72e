"""Finds a small part of a large value that is wrong in the same way: describing all problems of the whole would take too long."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from itertools import islice
from operator import is_
from typing import Any, TypeAlias, cast

from codemode.catalog.schema_work import size
from codemode.records import dataclass

MAX_LEVELS = 20  # levels of nested lists and objects that are searched
MAX_MEMBERS = 50  # members of an object that are tried one by one
WIDTHS = (1000, 100, 20, 5, 2)  # lengths to which lists and objects are cut until a value is small enough

Path: TypeAlias = Sequence[str | int]


@dataclass(slots=True, frozen=True)
class Part:
    """`firsts` has lists that were cut, by their paths in `value`, and for each the index that its first element has in the whole list."""

    value: Any
    firsts: Mapping[tuple[str | int, ...], int] = field(default_factory=dict[tuple[str | int, ...], int])

    def whole_path(self, path: Path) -> list[str | int]:
        """Where the whole value has what is at the path here."""
        firsts = self.firsts
        return [
            step + firsts.get(tuple(path[:at]), 0) if isinstance(step, int) else step for at, step in enumerate(path)
        ]

    def at(self, path: Path) -> Any:
        return _at(self.value, path)

    def is_cut(self, whole: Any, path: Path) -> bool:
        """Whether what is at the path has less in it here than in the whole value."""
        here, there = _at(self.value, path), _at(whole, self.whole_path(path))
        return isinstance(there, list | dict) and len(cast("list[Any]", there)) != len(here)


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def beginning(value: Any, room: int) -> Part | None:
    """Returns the first elements and members of everything, so that at most `room` values are left."""
    for width in WIDTHS:
        cut = _cut(value, width)
        if size(cut, room) <= room:
            return Part(cut)
    return None


def _cut(value: Any, width: int) -> Any:
    if isinstance(value, dict):
        return {key: _cut(item, width) for key, item in islice(cast("dict[str, Any]", value).items(), width)}
    if isinstance(value, list):
        return [_cut(item, width) for item in islice(cast("list[Any]", value), width)]
    return value


def with_short_texts(value: Any, most: int) -> Any:
    """Returns the value with only the beginnings of long texts; the value itself if none is long."""
    if isinstance(value, str):
        return value[:most]
    if isinstance(value, dict):
        members = cast("dict[str, Any]", value)
        changed = {key: short for key, item in members.items() if (short := with_short_texts(item, most)) is not item}
        return members | changed if changed else members
    if isinstance(value, list):
        items = cast("list[Any]", value)
        short = [with_short_texts(item, most) for item in items]
        return items if all(map(is_, short, items)) else short
    return value


def narrowed(value: Any, is_wrong: Callable[[Any], bool], room: int) -> Part | None:
    """A part of at most `room` values that is wrong, None if only more of them are wrong together.

    Lists and large objects are halved. Of other objects one member after the other is tried, with as little as possible of the rest. `is_wrong`
    is asked about the value with ever less in it.
    """
    way = _Way(is_wrong, room)
    for _ in range(MAX_LEVELS):
        if way.fits(value):
            return Part(way.whole(value), way.firsts)
        if isinstance(value, list):
            value = way.into_list(cast("list[Any]", value))
        elif isinstance(value, dict):
            members = cast("dict[str, Any]", value)
            value = way.into_large(members) if len(members) > MAX_MEMBERS else way.into_object(members)
        else:
            return None
        if way.lost:
            return None
    return None


def _itself(value: Any) -> Any:
    return value


@dataclass(slots=True)
class _Way:
    """From the whole value down to what is wrong in it. `whole` puts what is looked at back into as little as possible of what is around it."""

    is_wrong: Callable[[Any], bool]
    room: int
    whole: Callable[[Any], Any] = _itself
    path: tuple[str | int, ...] = ()
    firsts: dict[tuple[str | int, ...], int] = field(default_factory=dict[tuple[str | int, ...], int])
    lost: bool = False  # only several parts together are wrong

    def fits(self, value: Any) -> bool:
        return size(self.whole(value), self.room) <= self.room

    def into_list(self, items: list[Any]) -> Any:
        low, high = self._halved(len(items), lambda low, high: items[low:high])
        self.firsts[self.path] = low
        if high - low > 1 or self.lost:
            return items[low:high]
        self._go(0, lambda item: [item])
        return items[low]

    def into_large(self, members: dict[str, Any]) -> Any:
        pairs = list(members.items())
        low, high = self._halved(len(pairs), lambda low, high: dict(pairs[low:high]))
        if high - low > 1 or self.lost:
            return dict(pairs[low:high])
        key, value = pairs[low]
        self._go(key, lambda item: {key: item})
        return value

    def into_object(self, members: dict[str, Any]) -> Any:
        least = _least(members)
        if self.is_wrong(self.whole(least)):
            return least
        large = (key for key, member in members.items() if isinstance(member, list | dict))
        key = next((key for key in large if self.is_wrong(self.whole(least | {key: members[key]}))), None)
        if key is None:
            self.lost = True
            return least
        self._go(key, lambda item: least | {key: item})
        return members[key]

    def _go(self, step: str | int, into: Callable[[Any], Any]) -> None:
        outer = self.whole
        self.whole = lambda item: outer(into(item))
        self.path = (*self.path, step)

    def _halved(self, count: int, cut: Callable[[int, int], Any]) -> tuple[int, int]:
        """Returns the range of wrong elements: one, or as many as there is room for."""
        low, high = 0, count
        while high - low > 1 and not self.fits(cut(low, high)):
            middle = (low + high) // 2
            if self.is_wrong(self.whole(cut(low, middle))):
                high = middle
            elif self.is_wrong(self.whole(cut(middle, high))):
                low = middle
            else:
                self.lost = True
                break
        return low, high


def _least(value: Any) -> Any:
    """One element of each list, and the members of objects with as little in them."""
    if isinstance(value, dict):
        return {key: _least(item) for key, item in islice(cast("dict[str, Any]", value).items(), MAX_MEMBERS)}
    return [_least(item) for item in cast("list[Any]", value)[:1]] if isinstance(value, list) else value
