"""A part of a slice's backing that serves as an array: what `(*[4]T)(s)` points to if s is a part of a larger backing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class ArrayView:
    """Behaves like the list of an array's storage, and shares its elements with the slice from which it was made."""

    __slots__ = ("arr", "len", "off")
    __hash__ = None  # pyright: ignore[reportAssignmentType] - it is as mutable as a list

    def __init__(self, arr: Any, off: int, len: int) -> None:
        self.arr = arr
        self.off = off
        self.len = len

    def _place(self, i: Any) -> Any:
        if isinstance(i, slice):
            start, stop, _ = i.indices(self.len)
            return slice(self.off + start, self.off + stop)
        return self.off + i

    def __getitem__(self, i: Any) -> Any:
        found = self.arr[self._place(i)]
        return list(found) if isinstance(i, slice) else found

    def __setitem__(self, i: Any, v: Any) -> None:
        self.arr[self._place(i)] = v

    def __len__(self) -> int:
        return self.len

    def __iter__(self) -> Iterator[Any]:
        return iter(self.arr[self.off : self.off + self.len])

    def __eq__(self, other: object) -> bool:
        return list(self) == other
