"""Types of values that programs have besides Python's own: the base of their classes, modules, and functions of the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, cast

_serials = count(1)


class Instance:
    """The base of the program's classes in place of object. Its hash and text do not depend on a memory address."""

    __slots__ = ("__dict__", "__weakref__", "_serial_of_instance")

    def __repr__(self) -> str:
        return f"<{type(self).__qualname__} object>"

    def __hash__(self) -> int:
        try:
            return self._serial_of_instance
        except AttributeError:
            found = type(self).__serials__()
            self._serial_of_instance = found
            return found

    __serials__ = staticmethod(lambda: 0)  # each run's classes have their own counter


class Module:
    """A module of the library or a group of tools. Programs cannot change it."""

    __slots__ = ("find", "listed", "members", "name")

    def __init__(
        self,
        name: str,
        members: dict[str, Any],
        find: Callable[[str], Any] | None = None,
        listed: Callable[[], Iterable[str]] = tuple,
    ) -> None:
        self.name = name
        self.members = members
        self.find = find  # makes a member that is not in `members` yet; raises AttributeError
        self.listed = listed  # returns the names of those that it makes

    def __repr__(self) -> str:
        return f"<module {self.name!r}>"

    def __hash__(self) -> int:
        return hash(self.name)

    def __deepcopy__(self, memo: Any) -> Module:
        return self

    def member(self, name: str) -> Any:
        found = self.members.get(name, self)
        if found is self:
            if self.find is None:
                raise AttributeError(f"module {self.name!r} has no attribute {name!r}")
            found = self.members[name] = self.find(name)
        return found


def capitalized(name: str, members: dict[str, Any]) -> Module:
    """Returns a module that also has each function under its Go name, with a capital."""
    return Module(name, {**members, **{each.title(): made for each, made in members.items()}})


Module.__name__ = Module.__qualname__ = "module"  # the name in Python's own messages


class Native:
    """A library function with attributes, or a library class. `kind` is the real class, for isinstance and for bases."""

    __slots__ = ("call", "kind", "members", "name")

    def __init__(
        self, name: str, call: Callable[..., Any], members: dict[str, Any] | None = None, kind: Any = None
    ) -> None:
        self.name = name
        self.call = call
        self.members = members or {}
        self.kind = kind

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.call(*args, **named)

    def __repr__(self) -> str:
        return f"<class {self.name!r}>" if self.kind is not None else f"<function {self.name}>"

    def __hash__(self) -> int:
        return hash(self.name)

    def __deepcopy__(self, memo: Any) -> Native:
        return self

    def __getitem__(self, key: Any) -> Native:
        return self  # Counter[str] is Counter

    def __or__(self, other: Any) -> Native:
        return self

    def __mro_entries__(self, bases: Any) -> tuple[Any, ...]:
        if self.kind is None:
            raise TypeError(f"{self.name} is not a class")
        return (self.kind,)


class Handle:
    """A library object that programs use. `offered` lists the attributes that they may read."""

    __slots__ = ("_serial_of_handle",)
    offered: frozenset[str] = frozenset()
    is_settable = False  # whether programs may set the offered attributes

    def __deepcopy__(self, memo: Any) -> Handle:
        return self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object>"

    def __hash__(self) -> int:
        """Returns a serial number, given at the first call. Sets of handles are sorted by it."""
        try:
            return self._serial_of_handle
        except AttributeError:
            self._serial_of_handle = next(_serials)
            return self._serial_of_handle


def kind_of(value: Any) -> Any:
    """Returns the real class of a class that a program names."""
    if type(value) is Native and value.kind is not None:
        return value.kind
    if type(value) is tuple:
        return tuple(map(kind_of, cast("tuple[Any, ...]", value)))
    return value


class ToolError(Exception):
    """A tool call failed. `code` is an error code, `tool` the name of the tool, `message` the reason."""

    def __init__(self, message: str = "", tool: str = "", code: str = "nested_tool_failed") -> None:
        super().__init__(message)
        self.message = message
        self.tool = tool
        self.code = code

    def __str__(self) -> str:
        return self.message


class InvalidState(Exception):
    """asyncio.InvalidStateError."""


InvalidState.__name__ = InvalidState.__qualname__ = "InvalidStateError"
ASYNC = "@async"  # marks functions written with async def


class Leave(BaseException):
    """The program ended with a top-level return."""


class Cancelled(BaseException):
    """asyncio.CancelledError."""


Cancelled.__name__ = Cancelled.__qualname__ = "CancelledError"
Cancelled.__module__ = "asyncio"
