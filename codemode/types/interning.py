"""Interning of composite types: two identical unnamed types are the same object within a process."""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from codemode.types.limits import MAX_TEXT, TooComplex

# Keys contain the ids of component types. An interned value references its components, so their ids stay valid. A key with the components
# themselves would keep every recursive type, and the tree behind its methods, alive.
interned: WeakValueDictionary[Any, Any] = WeakValueDictionary()
lock = RLock()
T = TypeVar("T")


def make(cls: type[T], key: tuple[Any, ...], size: int, /, **slots: Any) -> T:
    if size > MAX_TEXT:
        raise TooComplex
    with lock:
        found = interned.get(key)
        if found is None:
            found = cast(Any, cls.__new__(cls))
            found.size = size
            for name, value in slots.items():
                setattr(found, name, value)
            interned[key] = found
        return cast(T, found)


def ids(types: Iterable[object]) -> tuple[int, ...]:
    return tuple([id(t) for t in types])


def sizes(types: Iterable[Any]) -> int:
    return sum([t.size + 2 for t in types])
