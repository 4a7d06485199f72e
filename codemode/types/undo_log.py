"""Changes that may have to be undone: parts of the tree that a reading replaced, and what the checker assumes in a trial."""

from __future__ import annotations

from typing import Any


class UndoLog:
    """The changes, in order. A change has a holder, which is an object or a list, and an attribute's name or an index."""

    __slots__ = ("_changes",)

    def __init__(self) -> None:
        self._changes: list[tuple[Any, str | int, Any]] = []

    def put(self, holder: object, key: str | int, new: object) -> None:
        """Makes a change."""
        old = _get(holder, key)
        self._changes.append((holder, key, old))
        _set(holder, key, new)

    def mark(self) -> int:
        """Returns the place in the journal to which `undo` can go back."""
        return len(self._changes)

    def undo(self, mark: int = 0) -> None:
        """Undoes the changes since a mark, the last one first."""
        while len(self._changes) > mark:
            _set(*self._changes.pop())


def _get(holder: Any, key: str | int) -> Any:
    return getattr(holder, key) if isinstance(key, str) else holder[key]


def _set(holder: Any, key: str | int, value: Any) -> None:
    if isinstance(key, str):
        setattr(holder, key, value)
    else:
        holder[key] = value
