"""Reads `value.name` for a program: only attributes that are known to be safe for the type of the value."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from codemode.python import words
from codemode.python.meter import PythonRun
from codemode.python.methods import COPIED, COPYING, EXCEPTION, LONG, PARTED, PARTING, PRICED, RAW, TUPLES, raw_names
from codemode.python.values import ASYNC, Handle, Module, Native

_FUNCTIONS = (FunctionType, BuiltinFunctionType, MethodType)
_TUPLE_NAMES = frozenset(TUPLES.split())
# types that are called without arguments
_EMPTY = (str, bytes, list, dict, set, frozenset, deque, Counter, OrderedDict, defaultdict)


class Attributes:
    """The attributes that a program may read and set on values in one run."""

    def __init__(self, run: PythonRun) -> None:
        self.run = run
        self.names: dict[str, Any] = {}
        self.space: dict[str, Any] = {"__name__": "__main__"}
        self.kinds: set[type] = set()  # classes of the program
        self.plain_kinds: set[type] = set()  # those whose instances have only attributes that the program set
        self.tuples: set[type] = set()  # named tuples of the program
        self.tuples_of_library: frozenset[type] = frozenset()
        # attributes of library classes that belong to this run, such as datetime.now
        self.class_members: dict[tuple[type, str], Any] = {}

    def guard(self, name: str) -> Any:
        raise NotImplementedError

    def is_own(self, value: Any) -> bool:
        """Returns whether `value` is a function of the program."""
        return type(value) is FunctionType and (value.__globals__ is self.space or value.__dict__.get(ASYNC) is True)

    def method(self, priced: Any, value: Any, name: str) -> Any:
        """Returns a built-in method that charges the run for its cost before it runs."""
        run = self.run

        def call(*args: Any, **named: Any) -> Any:
            try:
                return priced(run, value, *args, **named) if named else priced(run, value, *args)
            except TypeError as wrong:
                _check_fit(wrong, value, name, args, named)
                raise

        return call

    def invoke(self, priced: Any, value: Any, name: str, args: tuple[Any, ...]) -> Any:
        """Calls a built-in method that charges the run for its cost before it runs."""
        try:
            return priced(self.run, value, *args)
        except TypeError as wrong:
            _check_fit(wrong, value, name, args, {})
            raise

    def named(self, value: Any, name: Any) -> Any:
        """Returns getattr(value, name) for a program."""
        if type(name) is not str:
            raise TypeError("attribute name must be string")
        if words.inspects(name) or (words.is_magic(name) and name not in words.READ):
            raise AttributeError(self._lacks(value, name))
        return self.magic(value, name) if words.is_magic(name) else self.guard("attr")(value, name)

    def attribute(self, value: Any, name: str) -> Any:
        """Returns `value.name` for a program. The guard calls this after its fast paths found nothing."""
        kind: Any = type(value)
        if kind is Module:
            return value.member(name)
        if isinstance(value, Native):
            return self._of_native(value, name)
        if isinstance(value, type):
            return self.of_class(value, name)
        if isinstance(value, Handle):
            if name in value.offered:
                return getattr(value, name)
        elif isinstance(value, BaseException):
            return self._of_exception(value, name)
        elif kind in self.tuples or kind in self.tuples_of_library:
            if name in kind._fields or name in _TUPLE_NAMES or name in ("count", "index"):
                return getattr(value, name)
            if kind in self.tuples and not words.is_magic(name) and name in kind.__dict__:
                return getattr(value, name)
            if name in getattr(kind, "offered", ()):
                return getattr(value, name)
        elif kind is FunctionType:
            if self.is_own(value) and name in value.__dict__:
                return value.__dict__[name]
        elif kind in self.kinds:
            return self.of_mixed(value, name)
        raise AttributeError(self._lacks(value, name))

    def of_mixed(self, value: Any, name: str) -> Any:
        """Returns an attribute of an instance whose class derives from a library class: an enum, which may also be a `str` or a number."""
        kind: Any = type(value)
        if _is_enums_own(kind, name):
            raise AttributeError(self._lacks(value, name))
        own = name in ("name", "value", "_value_", "_name_") or any(
            name in base.__dict__ for base in kind.__mro__ if base in self.kinds
        )
        if own or name in getattr(value, "__dict__", ()):
            return getattr(value, name)
        for base in kind.__mro__:
            priced = PRICED.get((base, name))
            if priced is not None:
                return self.method(priced, value, name)
            if (base, name) in RAW:
                return getattr(value, name)
        raise AttributeError(self._lacks(value, name))

    def _of_native(self, value: Native, name: str) -> Any:
        if name in value.members:
            return value.members[name]
        if value.kind is not None:
            return self.of_class(value.kind, name)
        raise AttributeError(f"{value.name} has no attribute {name!r}")

    def of_class(self, kind: type, name: str) -> Any:
        if kind in self.plain_kinds:
            return getattr(kind, name)
        if _is_enums_own(kind, name):
            raise AttributeError(f"type object {kind.__name__!r} has no attribute {name!r}")
        if (kind in self.kinds or kind in self.tuples) and any(
            name in base.__dict__ for base in kind.__mro__ if base in self.kinds or base in self.tuples
        ):
            return getattr(kind, name)
        found = self.class_members.get((kind, name))
        if found is not None:
            return found
        priced = PRICED.get((kind, name))
        if priced is not None:
            run = self.run

            def call(value: Any, /, *args: Any, **named: Any) -> Any:
                return priced(run, _checked(kind, value), *args, **named)

            return call
        if (kind, name) in RAW:
            return getattr(kind, name)
        raise AttributeError(f"type object {kind.__name__!r} has no attribute {name!r}")

    def _of_exception(self, value: BaseException, name: str) -> Any:
        if name in EXCEPTION:
            return getattr(value, name)
        if any(base in self.kinds for base in type(value).__mro__) and (
            name in value.__dict__ or any(name in base.__dict__ for base in type(value).__mro__ if base in self.kinds)
        ):
            return getattr(value, name)
        raise AttributeError(self._lacks(value, name))

    def _lacks(self, value: Any, name: str) -> str:
        kind: str = "function" if isinstance(value, _FUNCTIONS) else type(value).__name__
        return f"{kind!r} object has no attribute {name!r}"

    def magic(self, value: Any, name: str) -> Any:
        """Returns the attribute for a name such as `__class__`."""
        if name == "__class__":
            return self.guard("new_type")(value)
        if name == "__dict__":
            if type(value) in self.kinds and hasattr(value, "__dict__"):
                return dict(value.__dict__)
        elif name in ("__name__", "__qualname__"):
            if isinstance(value, Native | Module):
                return value.name.rpartition(".")[2]
            if isinstance(value, type | FunctionType | MethodType | BuiltinFunctionType):
                return getattr(value, name)
        elif name == "__doc__":
            if (
                (type(value) is FunctionType and (self.is_own(value) or words.TOOL in value.__dict__))
                or value in self.kinds
                or type(value) in self.kinds
            ):
                return value.__doc__
            return ""
        elif name == "__cause__" and isinstance(value, BaseException):
            return value.__cause__
        elif name == "__members__" and value in self.kinds:
            return dict(value.__members__)
        raise AttributeError(self._lacks(value, name))

    def super_attribute(self, value: Any, name: str) -> Any:
        owner = value.__thisclass__
        if owner not in self.kinds:
            raise AttributeError(name)
        instance = value.__self__
        mro = (instance if isinstance(instance, type) else type(instance)).__mro__
        for base in mro[mro.index(owner) + 1 :]:
            if name in base.__dict__:
                known = (
                    base in self.kinds
                    or name in words.METHODS
                    or (issubclass(base, BaseException) and name in EXCEPTION)
                )
                if known or (base, name) in RAW:
                    return getattr(value, name)
                break
        raise AttributeError(f"'super' object has no attribute {name!r}")

    def writable(self, value: Any, of_mixed: str = "") -> Any:
        """Returns `value` if a program may set and delete its attributes. Raises AttributeError otherwise. `of_mixed` is the name of the attribute
        if texts or numbers have a method of that name."""
        kind = type(value)
        if of_mixed and issubclass(value if isinstance(value, type) else kind, str | int | float):
            raise AttributeError(f"the attribute {of_mixed} of {kind.__name__} cannot be set")
        if kind in self.kinds or (isinstance(value, type) and value in self.kinds):
            return value
        if self.is_own(value) or (isinstance(value, Handle) and value.is_settable):
            return value
        name = kind.__name__ if not isinstance(value, Native | Module) else value.name
        raise AttributeError(f"the attributes of {name} cannot be set")


def _is_enums_own(kind: type, name: str) -> bool:
    """Whether enums keep something of Python's own under the name, such as the class of their members."""
    return name[:1] == "_" == name[-1:] and name not in ("_name_", "_value_") and issubclass(kind, Enum)


def _check_fit(wrong: TypeError, value: Any, name: str, args: Any, named: Any) -> None:
    """Raises Python's own TypeError for arguments that do not fit: calls the method on an empty value, which costs nothing."""
    at = wrong.__traceback__
    if at is not None and at.tb_next is None and type(value) in _EMPTY:
        try:
            getattr(type(value)(), name)(*args, **named)
        except TypeError as told:
            raise told from None


def _checked(kind: type, value: Any) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"descriptor requires a {kind.__name__!r} object but received a {type(value).__name__!r}")
    return value


def read(guest: Any) -> Callable[[Any, str], Any]:
    """Makes the guard that reads attributes."""
    # names of this function are read faster than those of the module
    run, kinds, tuples, text, copying, long = guest.run, guest.plain_kinds, guest.tuples, str, COPYING, LONG
    parting, parted, missing = PARTING, PARTED, object()
    raw = {kind: names - COPYING if kind in COPIED else names for kind, names in raw_names().items()}

    def attr(value: Any, name: str) -> Any:
        kind = type(value)
        names = raw.get(kind)
        if names is None and kind in kinds:
            return getattr(value, name)
        run.fuel -= 1.0
        if run.fuel < 0.0:
            run.refuel()
        if names is not None:
            if name in names or (
                kind is text
                and ((len(value) <= long and name in copying) or (len(value) <= parted and name in parting))
            ):
                return getattr(value, name)
            priced = PRICED.get((kind, name))
            if priced is not None:
                return guest.method(priced, value, name)
        elif kind is Module:
            found = value.members.get(name, missing)
            if found is not missing:
                return found
        elif isinstance(value, type):
            return guest.of_class(value, name)
        elif (kind in tuples and name in kind._fields) or (isinstance(value, Handle) and name in value.offered):
            return getattr(value, name)
        elif kind in guest.kinds and not issubclass(kind, BaseException):
            return guest.of_mixed(value, name)
        return guest.attribute(value, name)

    return attr


def invoked(guest: Any) -> Callable[..., Any]:
    """Makes a guard for a call of a method. Its arguments are constants, which nothing evaluates, so it needs no object for the method."""
    run, attr, priced_ones = guest.run, guest.guard("attr"), PRICED

    def invoke(value: Any, name: str, *args: Any) -> Any:
        priced = priced_ones.get((type(value), name))
        if priced is None:
            return attr(value, name)(*args)
        run.fuel -= 1.0
        if run.fuel < 0.0:
            run.refuel()
        return guest.invoke(priced, value, name, args)

    return invoke
