# pyright: basic
"""What programs have besides Python's own values: the base of their classes, modules, and functions of ours that have attributes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

_serials = count(1)


class Instance:
    """The base of the classes of programs, in place of object: its hash and its text say nothing of where it lies in memory."""

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
    """A module of the library, or a group of tools: names and what they are. Nobody can change it."""

    __slots__ = ("find", "members", "name")

    def __init__(self, name: str, members: dict[str, Any], find: Callable[[str], Any] | None = None) -> None:
        self.name = name
        self.members = members
        self.find = find  # makes what is not among the members yet; raises AttributeError

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


Module.__name__ = Module.__qualname__ = "module"  # as messages of Python's own say it


class Native:
    """A function of ours that has attributes, or a class of the library: `kind` is the real one, for isinstance and bases."""

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
        return self  # Counter[str]

    def __or__(self, other: Any) -> Native:
        return self

    def __mro_entries__(self, bases: Any) -> tuple[Any, ...]:
        if self.kind is None:
            raise TypeError(f"{self.name} is no class")
        return (self.kind,)


class Handle:
    """A value of ours that programs hold, with the attributes that its class names in `offered`."""

    __slots__ = ("_serial_of_handle",)
    offered: frozenset[str] = frozenset()
    is_settable = False  # whether programs may set what it offers

    def __deepcopy__(self, memo: Any) -> Handle:
        return self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} object>"

    def __hash__(self) -> int:
        """Its place in the order in which values of ours were first hashed: sets of them are iterated over in it."""
        try:
            return self._serial_of_handle
        except AttributeError:
            self._serial_of_handle = next(_serials)
            return self._serial_of_handle


def kind_of(value: Any) -> Any:
    """The real class of what a program names as a class."""
    if type(value) is Native and value.kind is not None:
        return value.kind
    if type(value) is tuple:
        return tuple(map(kind_of, value))
    return value


class ToolError(Exception):
    """A call of a tool failed. `code` is one of the error codes, `tool` the name of the tool, `message` says why."""

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
ASYNC = "@async"  # what functions are marked with that were written with async def


class Leave(BaseException):
    """The program ends with a top-level return."""


class Cancelled(BaseException):
    """asyncio.CancelledError."""


Cancelled.__name__ = Cancelled.__qualname__ = "CancelledError"
Cancelled.__module__ = "asyncio"
