"""Room that agents share: where it is full, the one that has the most makes it, so that nobody pushes out what others keep."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)


class Shares(Generic[Key]):
    """What each sharer keeps, with its size, the oldest first. The owner must lock it."""

    def __init__(self) -> None:
        self.size = 0
        self._kept: dict[str, OrderedDict[Key, int]] = {}
        self._sizes: dict[str, int] = {}  # who put nothing for the longest time is first

    def __len__(self) -> int:
        return sum(map(len, self._kept.values()))

    def of(self, sharer: str) -> int:
        """The size of what one sharer keeps."""
        return self._sizes.get(sharer, 0)

    @property
    def largest(self) -> int:
        """The size of what the one keeps that has the most."""
        return max(self._sizes.values(), default=0)

    def put(self, sharer: str, key: Key, size: int = 1) -> None:
        """Notes what is kept now; it becomes the latest."""
        self.drop(sharer, key)
        self._kept.setdefault(sharer, OrderedDict())[key] = size
        self._sizes[sharer] = self._sizes.pop(sharer, 0) + size
        self.size += size

    def drop(self, sharer: str, key: Key) -> None:
        kept = self._kept.get(sharer)
        if kept is None or key not in kept:
            return
        size = kept.pop(key)
        self.size -= size
        self._sizes[sharer] -= size
        if not kept:
            del self._kept[sharer], self._sizes[sharer]

    def next_to_go(self) -> tuple[str, Key]:
        """The oldest of the one that has the most. Raises ValueError if nothing is kept."""
        sharer = max(self._sizes, key=self._sizes.__getitem__)
        return sharer, next(iter(self._kept[sharer]))
