"""Creates the classes of a program, derived from `Instance` or from a base class that the library offers."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
from __future__ import annotations

import abc
import enum
import types
import typing
from typing import Any, Final

from codemode.python import words
from codemode.python.values import Cancelled, Instance, Native, ToolError

ENUMS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag, *([enum.StrEnum] if hasattr(enum, "StrEnum") else []))
_MIXED = (str, int, float)  # allowed before Enum in the list of bases
_FREE = frozenset(("__str__", "__repr__", "__format__", "__init__", "__slots__", "__before_members__"))
METHODS_OF_MIXED: Final = frozenset(name for kind in _MIXED for name in dir(kind) if not words.is_magic(name))
_KEPT = frozenset(
    "__module__ __qualname__ __doc__ __annotations__ __classcell__ __firstlineno__ __static_attributes__ __annotate__ __annotate_func__ "
    "__annotations_cache__ __conditional_annotations__ __classdictcell__ __type_params__ __parameters__ __orig_bases__".split()
)
ABSTRACT = "@abstract"
_BEFORE_MEMBERS = "__before_members__"


class _Known:
    """Makes an enum known as a class of the program before its members are made, because their `__init__` reads and sets attributes. Python calls
    `__set_name__` of the values in a class's body in their order, and this is the first of them."""

    def __init__(self, guest: Any) -> None:
        self._guest = guest

    def __set_name__(self, owner: type, name: str) -> None:
        self._guest.kinds.add(owner)
        delattr(owner, name)


class ClassMaker:
    """The metaclass of the program's classes."""

    def __init__(self, guest: Any) -> None:
        self._guest = guest

    def __prepare__(self, name: str, bases: Any, **named: Any) -> Any:
        real = _enum_of(bases)
        if real is None:
            return {}
        space = type(real).__prepare__(name, bases)
        space[_BEFORE_MEMBERS] = _Known(self._guest)
        return space

    def __call__(self, name: str, bases: Any, space: Any, **named: Any) -> Any:
        guest = self._guest
        guest.run.work(100)
        guest.run.take(2000)
        for each in space:
            known = each in words.METHODS or each in words.SET or each in _KEPT or each == _BEFORE_MEMBERS
            if words.is_magic(each) and not known:
                raise TypeError(f"classes cannot define {each} here")
        if typing.NamedTuple in bases or any(base.__name__ == "NamedTuple" for base in bases):
            return _named_tuple(guest, name, space)
        if any(base.__name__ == "TypedDict" for base in bases):
            return Native(name, dict, kind=dict)
        kept = tuple(base for base in bases if base not in _UNSEEN)
        for base in kept:
            _check_base(guest, base)
        real = _enum_of(kept)
        _check_mixed(kept, space)
        space["__module__"] = "__main__"
        if "__slots__" in space:
            space["__slots__"] = self._slots(space["__slots__"])
        if real is None and any(base in _MIXED for base in kept):
            raise TypeError(_NO_MIXED)
        made = type(real)(name, kept, space) if real is not None else self._plain(name, kept, space, Generic in bases)
        guest.kinds.add(made)
        if all(base in guest.plain_kinds or base is Instance or base is object for base in made.__mro__[1:]):
            guest.plain_kinds.add(made)
        return _abstract(made)

    def _plain(self, name: str, kept: tuple[type, ...], space: Any, is_generic: bool) -> Any:
        """Returns a class that is no enum."""
        if not any(issubclass(base, BaseException) for base in kept) and Instance not in kept:
            has_root = any(issubclass(base, Instance) for base in kept)
            kept = (*(base for base in kept if base is not object), *(() if has_root else (Instance,)))
        if is_generic:
            space["__class_getitem__"] = classmethod(_same_class)
        made: Any = type(name, kept, dict(space))
        if issubclass(made, Instance):
            made.__serials__ = staticmethod(self._guest.serial)
        return made

    def _slots(self, given: Any) -> tuple[str, ...]:
        names = (given,) if isinstance(given, str) else tuple(self._guest.listed(given))
        for name in names:
            if type(name) is not str or words.is_magic(name):
                raise TypeError(f"__slots__ has names of attributes, not {str(name)[:80]}")
        return names


def _same_class(kind: Any, key: Any) -> Any:
    return kind


class Plain:
    """Replaces base classes that only matter to a type checker, such as Protocol and ABC."""


class Generic(Plain):
    """Replaces typing.Generic: a class derived from it accepts type arguments in brackets."""


_UNSEEN: Final = (Plain, Generic, abc.ABC)
_NO_MIXED: Final = "a class cannot have one of Python's own types as a base here; keep one in an attribute instead"


def refused_base(guest: Any, base: Any, *, alone: bool) -> str:
    """Returns why a base of a class is refused, or "". `alone` means that the class has no others."""
    try:
        for kind in types.resolve_bases((base,)):
            if kind not in _UNSEEN and kind.__name__ not in ("NamedTuple", "TypedDict"):
                _check_base(guest, kind)
            if alone and kind in _MIXED:
                return _NO_MIXED
    except TypeError as refused:
        return str(refused)
    return ""


def _enum_of(bases: Any) -> Any:
    return next((base for base in bases if isinstance(base, type) and issubclass(base, enum.Enum)), None)


def _check_mixed(bases: Any, space: Any) -> None:
    """Raises TypeError for an enum that is also a text or a number but does not behave as one. Code of Python and ours would take it for one."""
    mixed = next((kind for base in bases for kind in _MIXED if isinstance(base, type) and issubclass(base, kind)), None)
    if mixed is None:
        return
    for name, value in space.items():
        own = words.is_magic(name) and name not in _FREE and name not in _KEPT
        if own or (name in METHODS_OF_MIXED and type(value) not in (str, int, float, bool, tuple, enum.auto)):
            raise TypeError(
                f"an enum that is also {mixed.__name__} cannot define {name} here: leave {mixed.__name__} out of its bases"
            )


def _check_base(guest: Any, base: Any) -> None:
    if base in guest.kinds or base in ENUMS or base is object or base is Instance or base is ToolError:
        return
    if isinstance(base, type) and issubclass(base, BaseException) and base is not Cancelled:
        return
    if base in _MIXED:
        return  # only before an enum: otherwise a class of the program would look like a built-in type
    name = getattr(base, "__name__", str(base))
    raise TypeError(f"a class cannot have the base {name} here; keep one in an attribute instead")


def _named_tuple(guest: Any, name: str, space: Any) -> Any:
    of_typing: Any = typing  # what its class statement itself calls has no stubs
    made = of_typing.NamedTupleMeta(name, (of_typing._NamedTuple,), dict(space))
    guest.tuples.add(made)
    return made


# --- abstract classes --------------------------------------------------------------------------------------------------


def _is_abstract(made: type, name: str) -> bool:
    found = next((base.__dict__[name] for base in made.__mro__ if name in base.__dict__), None)
    return (
        getattr(getattr(found, "fget", found), ABSTRACT, False) is True
        or getattr(getattr(found, "__func__", None), ABSTRACT, False) is True
    )


def _abstract(made: type) -> type:
    """Returns the class, of which no instance can be made if it has abstract methods."""
    names = sorted({name for base in made.__mro__ for name in base.__dict__ if _is_abstract(made, name)})
    if not names or Instance not in made.__mro__:
        return made

    def refuse(kind: type, *args: Any, **named: Any) -> Any:
        if kind is made:
            told = ", ".join(names)
            raise TypeError(
                f"Can't instantiate abstract class {made.__name__} with abstract method{'s' * (len(names) > 1)} {told}"
            )
        return object.__new__(kind)

    made.__new__ = refuse
    return made
