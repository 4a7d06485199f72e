"""Dataclasses that are quick to define. The standard library looks at every field and compiles six methods for each class when its module is
imported, which is a quarter of what an import of the engine takes; here both happen when somebody first asks for them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")

_FIELDS = "__dataclass_fields__"
_PARTS = "__record_parts__"  # of one class without its bases: for each field its annotation, and its default or Field


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *, slots: bool = False, frozen: bool = False, eq: bool = True, repr: bool = True, kw_only: bool = False
) -> Callable[[type[T]], type[T]]:
    """Decorates a class as `dataclasses.dataclass` does. What looks at dataclasses (`fields`, `replace`, `asdict`, `match`) works with it. Its bases
    are such classes, too, and it has no `InitVar` and no `KW_ONLY`."""
    names = ["__init__", *["__repr__"] * repr, *["__eq__"] * eq, *["__hash__"] * (eq and frozen)]

    def define(cls: type[T]) -> type[T]:
        own = cls.__dict__
        kept = {name: value for name, value in own.items() if name not in ("__dict__", "__weakref__")}
        parts = {
            name: (annotation, _default(kept.pop(name, MISSING), kw_only))
            for name, annotation in own.get("__annotations__", {}).items()
            if not annotation.startswith("ClassVar")
        }
        if slots:
            inherited = {name for base in cls.__mro__[1:-1] for name in getattr(base, "__slots__", ())}
            kept["__slots__"] = tuple(name for name in parts if name not in inherited)
        else:
            plain = {name: default.default if _is_field(default) else default for name, (_, default) in parts.items()}
            kept |= {name: default for name, default in plain.items() if default is not MISSING}
        kept |= _SAME
        kept |= {"__qualname__": cls.__qualname__, "__doc__": cls.__doc__ or cls.__name__, _PARTS: parts}
        kept["__match_args__"] = tuple(
            name
            for name, (_, default) in (_parts(cls) | parts).items()
            if not (_is_field(default) and _is_no_position(default))
        )
        home: list[Any] = []
        kept |= {name: _late(home, name, frozen) for name in names if own.get(name) is None}
        if frozen:
            kept |= _FROZEN
        elif eq and "__hash__" not in own:
            kept["__hash__"] = None
        # all at once: Python looks at all slots of a class again after each change
        home.append(type(cls)(cls.__name__, cls.__bases__, kept))
        return home[0]

    return define


# --- fields ---


class _Fields:
    """The fields as `dataclasses` knows them, made when somebody looks at them."""

    def __get__(self, it: object, cls: Any) -> dict[str, Field[Any]]:
        owner = next(base for base in cls.__mro__ if base.__dict__.get(_FIELDS) is self)
        made = _fields_of(_by_library(owner, "", False))
        setattr(owner, _FIELDS, made)
        return made


def _fields_of(cls: Any) -> dict[str, Field[Any]]:
    return {each.name: each for each in dataclasses.fields(cls)}


def _default(default: Any, kw_only: bool) -> Any:
    if kw_only and not _is_field(default):
        return field(default=default, kw_only=True)
    if kw_only and default.kw_only is MISSING:
        default.kw_only = True
    return default


def _is_field(default: Any) -> bool:
    return default.__class__ is Field


def _is_no_position(given: Field[Any]) -> bool:
    return not given.init or given.kw_only is True


def _parts(cls: Any) -> dict[str, tuple[str, Any]]:
    """The annotation, and the default or Field, of each field of the class and of its bases."""
    found: dict[str, tuple[str, Any]] = {}
    for base in reversed(cls.__mro__):
        found |= base.__dict__.get(_PARTS, {})
    return found


# --- methods ---


def _late(home: list[Any], name: str, frozen: bool) -> Callable[..., Any]:
    """A method that replaces itself when it is first called. `home` has the class."""

    def first(self: Any, *args: Any, **values: Any) -> Any:
        cls = home[0]
        if cls.__dict__[name] is first:
            compiled = _init(cls, frozen) if name == "__init__" else getattr(_by_library(cls, name, frozen), name)
            setattr(cls, name, compiled)
        return getattr(cls, name)(self, *args, **values)

    return first


def _init(cls: Any, frozen: bool) -> Any:
    positions, keywords, body = ["self"], ["*"], list[str]()
    names: dict[str, Any] = {"_set": object.__setattr__, "_unset": MISSING}
    for name, (_, default) in _parts(cls).items():
        kind: Any = default if _is_field(default) else field(default=default)
        value, parameter = name, name
        if kind.default_factory is not MISSING:
            names[f"_make_{name}"] = kind.default_factory
            parameter = f"{name}=_unset"
            value = f"_make_{name}() if {name} is _unset else {name}" if kind.init else f"_make_{name}()"
        elif kind.default is not MISSING:
            names[f"_default_{name}"] = kind.default
            parameter = f"{name}=_default_{name}"
            value = name if kind.init else f"_default_{name}"
        elif not kind.init:
            continue
        if kind.init:
            (keywords if kind.kw_only is True else positions).append(parameter)
        body.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    parameters = ", ".join(positions + keywords * (len(keywords) > 1))
    # only names of fields get into the text, which are written in this package
    exec(f"def __init__({parameters}):\n " + "\n ".join(body or ["pass"]), names)
    made = names["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _by_library(cls: Any, name: str, frozen: bool) -> type[Any]:
    """A class of the same fields, with this method, as the standard library makes it."""
    return dataclasses.make_dataclass(
        cls.__name__,
        [
            (part, annotation, *[default][: default is not MISSING])
            for part, (annotation, default) in _parts(cls).items()
        ],
        namespace={"__doc__": cls.__doc__},
        slots=True,
        frozen=frozen,
        init=name == "__init__",
        repr=name == "__repr__",
        eq=name in ("__eq__", "__hash__"),
    )


class _Signature:
    """What `inspect.signature` shows of a class."""

    def __get__(self, it: object, cls: Any) -> Any:
        import inspect

        return inspect.signature(_by_library(cls, "__init__", False))


def _replace(self: Any, /, **changes: Any) -> Any:
    return dataclasses.replace(self, **changes)


def _refuse_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_del(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state):
        object.__setattr__(self, each.name, value)


_FROZEN = {
    "__setattr__": _refuse_set,
    "__delattr__": _refuse_del,
    "__getstate__": _state,
    "__setstate__": _set_state,
}
# with a docstring: the library would make one of the signature, which takes as long as the import of ten modules
_PLAIN: Any = dataclasses.make_dataclass("_", (), namespace={"__doc__": "_"}, init=False, repr=False, eq=False)
_SAME = {
    _FIELDS: _Fields(),
    "__dataclass_params__": _PLAIN.__dataclass_params__,
    "__signature__": _Signature(),
    "__replace__": _replace,
}
