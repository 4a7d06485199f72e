"""Dataclasses that are quick to define. The standard library compiles six methods for each class when its module is imported, which is a quarter of
what an import of the engine takes; here a method is compiled when it is first called."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *, slots: bool = False, frozen: bool = False, eq: bool = True, repr: bool = True, kw_only: bool = False
) -> Callable[[type[T]], type[T]]:
    """Decorates a class as `dataclasses.dataclass` does. What looks at dataclasses (`fields`, `replace`, `asdict`, `match`) works with it."""
    names = ["__init__", *["__repr__"] * repr, *["__eq__"] * eq, *["__hash__"] * (eq and frozen)]

    def define(cls: type[T]) -> type[T]:
        own = cls.__dict__
        cls.__doc__ = cls.__doc__ or cls.__name__  # else the standard library writes one, from a signature
        late = [name for name in names if own.get(name) is None]
        made: Any = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)  # type: ignore[call-overload]
        for name in late:
            setattr(made, name, _late(made, name, frozen))
        if frozen:
            made.__setattr__, made.__delattr__ = _refuse_set, _refuse_del
            made.__getstate__, made.__setstate__ = _state, _set_state
        elif eq and "__hash__" not in own:
            made.__hash__ = None
        made.__signature__ = _SIGNATURE
        return made

    return define


def _late(cls: Any, name: str, frozen: bool) -> Callable[..., Any]:
    """A method that replaces itself when it is first called."""

    def first(self: Any, *args: Any, **values: Any) -> Any:
        if cls.__dict__[name] is first:
            setattr(cls, name, getattr(_compiled(cls, name, frozen), name))
        return getattr(cls, name)(self, *args, **values)

    return first


def _compiled(cls: Any, name: str, frozen: bool) -> type[Any]:
    """A class of the same fields which has the method."""
    namespace: dict[str, Any] = {"__doc__": cls.__doc__}
    if hasattr(cls, "__post_init__"):
        namespace["__post_init__"] = cls.__post_init__
    parts = [(each.name, each.type, _again(each)) for each in fields(cls)]
    return dataclasses.make_dataclass(
        cls.__name__,
        parts,
        namespace=namespace,
        slots=True,
        frozen=frozen,
        init=name == "__init__",
        repr=name == "__repr__",
        eq=name in ("__eq__", "__hash__"),
    )


def _again(of: dataclasses.Field[Any]) -> Any:
    kept = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
    return field(**{name: getattr(of, name) for name in kept})


class _Signature:
    """What `inspect.signature` shows of a class."""

    def __get__(self, it: object, cls: Any) -> Any:
        import inspect

        made = _compiled(cls, "__init__", False)
        return inspect.signature(made)


_SIGNATURE = _Signature()


def _refuse_set(self: object, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_del(self: object, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state):
        object.__setattr__(self, each.name, value)
