"""Detects types that contain themselves and would have infinite size."""

from __future__ import annotations

from codemode.types import resolving
from codemode.types.checker import Checker
from codemode.types.limits import TooComplex
from codemode.types.model import INVALID, Array, Interface, Named, Struct, Type, TypeParam, Union

# Instances of generic types that use each other twice could be exponential in number.
_MAX_STEPS = 100_000


def valid_type(c: Checker, named: Named) -> None:
    """Reports a type of infinite size, such as `type T struct { t T }`."""
    try:
        _valid(c, named, [], [])
    except TooComplex as stop:
        stop.at = named.obj.pos, named.obj.pos + len(named.name)
        raise


def _valid(c: Checker, t: Type, nest: list[Named], path: list[Named]) -> bool:
    c.validity_steps += 1
    if c.validity_steps > _MAX_STEPS:
        raise TooComplex
    if isinstance(t, Array):
        return _valid(c, t.elem, nest, path)
    if isinstance(t, Struct):
        return all(_valid(c, f.type, nest, path) for f in t.fields)
    if isinstance(t, Union):
        return all(_valid(c, term.type, nest, path) for term in t.terms)
    if isinstance(t, Interface):
        return all(_valid(c, e, nest, path) for e in t.embeds)
    if isinstance(t, TypeParam):
        return _valid_param(c, t, nest, path)
    return _valid_named(c, t, nest, path) if isinstance(t, Named) else True


def _valid_param(c: Checker, t: TypeParam, nest: list[Named], path: list[Named]) -> bool:
    if not nest:
        return True
    instance = nest[-1]
    params = (instance.origin or instance).type_params
    if t in params and instance.type_args:
        return _valid(c, instance.type_args[params.index(t)], nest[:-1], path)
    return True


def _valid_named(c: Checker, t: Named, nest: list[Named], path: list[Named]) -> bool:
    if t.package or t in c.valid_types:
        return True
    if t in nest:
        origin = t.origin or t
        start = path.index(t)
        resolving.cycle_error(c, [n.obj for n in path[start:]], 0, c.words.type(t) if t.type_args else "")
        origin.underlying = INVALID
        return False
    origin = t.origin or t
    under = origin.settled()
    if under is None:
        return True
    if not _valid(c, under, [*nest, t], [*path, t]):
        return False
    if not t.type_params and not t.type_args:
        c.valid_types.add(t)
    return True
