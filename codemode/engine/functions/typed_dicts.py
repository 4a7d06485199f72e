"""Converts `typing.TypedDict` for pydantic before Python 3.12, which needs the class of typing_extensions: it records where a key is declared."""

from __future__ import annotations

import sys
from functools import reduce
from types import UnionType
from typing import Annotated, Any, NotRequired, Required, get_args, get_origin, get_type_hints, is_typeddict

import typing_extensions

OLD = sys.version_info < (3, 12)


def readable(hint: Any) -> Any:
    """The type hint in a form that pydantic reads."""
    return _readable(hint, {}) if OLD else hint


def _readable(hint: Any, made: dict[Any, Any]) -> Any:
    if is_typeddict(hint) and type(hint).__module__ == "typing":
        return _again(hint, made)
    args = get_args(hint)
    changed = tuple(_readable(arg, made) for arg in args)
    if all(new is old for new, old in zip(changed, args)):
        return hint
    origin: Any = get_origin(hint)
    if origin is UnionType:
        return reduce(lambda one, other: one | other, changed)
    if origin is Annotated:
        return Annotated[(changed[0], *hint.__metadata__)]
    return hint.copy_with(changed) if hasattr(hint, "copy_with") else origin[changed]


def _again(typed: Any, made: dict[Any, Any]) -> Any:
    if typed not in made:
        made[typed] = dict[str, Any]  # for a type that contains itself
        fields: dict[str, Any] = {}
        for key, hint in get_type_hints(typed, include_extras=True).items():
            said = get_origin(hint)
            # Python's record of required keys does not see through annotations that are strings
            needed = said is Required if said in (Required, NotRequired) else key in typed.__required_keys__
            inner = _readable(get_args(hint)[0] if said in (Required, NotRequired) else hint, made)
            fields[key] = Required[inner] if needed else NotRequired[inner]
        make: Any = typing_extensions.TypedDict
        again = make(typed.__name__, fields)
        again.__doc__ = typed.__doc__
        made[typed] = again
    return made[typed]
