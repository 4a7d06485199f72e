"""Creates the classes of a program, derived from `Instance` or from a base class that the library offers."""

# values of programs have any type
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
from __future__ import annotations

import abc
import enum
import typing
from typing import Any

from codemode.python import words
from codemode.python.values import Cancelled, Instance, Native, ToolError

ENUMS = (enum.Enum, enum.IntEnum, enum.Flag, enum.IntFlag, *([enum.StrEnum] if hasattr(enum, "StrEnum") else []))
_MIXED = (str, int, float)  # allowed before Enum in the list of bases
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
        kept = tuple(base for base in bases if base not in (Plain, Generic, abc.ABC))
        for base in kept:
            _check_base(guest, base)
        real = _enum_of(kept)
        if real is None and any(base in _MIXED for base in kept):
            raise TypeError(
                "a class cannot have one of Python's own types as a base here; keep one in an attribute instead"
            )
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
        space.setdefault("__module__", "__main__")
        if is_generic:
            space["__class_getitem__"] = classmethod(_same_class)
        made: Any = type(name, kept, dict(space))
        if issubclass(made, Instance):
            made.__serials__ = staticmethod(self._guest.serial)
        return made


def _same_class(kind: Any, key: Any) -> Any:
    return kind


class Plain:
    """Replaces base classes that only matter to a type checker, such as Protocol and ABC."""


class Generic(Plain):
    """Replaces typing.Generic: a class derived from it accepts type arguments in brackets."""


def _enum_of(bases: Any) -> Any:
    return next((base for base in bases if isinstance(base, type) and issubclass(base, enum.Enum)), None)


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
