"""Instantiations that would never end, such as `func f[T any]() { f[[]T]() }`.

A graph of type parameters: an edge from P to Q says that Q is instantiated with a type that mentions P, of weight 1 if that type is
larger than P itself. A cycle of positive weight is an endless instantiation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import (
    Array,
    Chan,
    Interface,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Struct,
    Tuple,
    Type,
    TypeParam,
)


class _Edge(NamedTuple):
    to: TypeParam
    source: TypeParam
    weight: int


def record(c: Checker, params: Sequence[TypeParam], args: Sequence[Type]) -> None:
    """Records an instantiation if its type arguments mention type parameters."""
    c.instantiations += [(p, a) for p, a in zip(params, args) if a is not p and mentions(a, None)]


def check(c: Checker) -> None:
    edges = _edges(c)
    weight: dict[TypeParam, int] = {}
    length: dict[TypeParam, int] = {}
    before: dict[TypeParam, _Edge] = {}
    vertices = {p for e in edges for p in (e.to, e.source)}
    again = True
    while again:
        again = False
        for edge in edges:
            w = weight.get(edge.source, 0) + edge.weight
            if w <= weight.get(edge.to, 0):
                continue
            before[edge.to] = edge
            length[edge.to] = length.get(edge.source, 0) + 1
            if length[edge.to] >= len(vertices):
                _report(c, edge.to, before)
                return
            weight[edge.to] = w
            again = True


def _edges(c: Checker) -> list[_Edge]:
    edges: list[_Edge] = []
    for param, arg in c.instantiations:
        to = c.canonical.get(param, param)
        for source in mentioned(arg):
            edges.append(_Edge(to, c.canonical.get(source, source), 0 if arg is source else 1))
    return edges


def _report(c: Checker, at: TypeParam, before: dict[TypeParam, _Edge]) -> None:
    seen: set[TypeParam] = set()
    while at not in seen and at in before:
        seen.add(at)
        at = before[at].source
    place = nodes.Node(pos=max(at.pos, 0), end=max(at.pos, 0) + len(at.name))
    message = "instantiation cycle:"
    c.error(place, message, f"each instance of {at.name} needs another instance with a larger type", reason="cycle")


def mentions(t: Type, params: frozenset[TypeParam] | None, seen: set[Type] | None = None) -> bool:
    """Returns whether the type mentions one of these type parameters, or any type parameter if `params` is None."""
    seen = set() if seen is None else seen
    if t in seen:
        return False
    seen.add(t)
    if isinstance(t, TypeParam):
        return params is None or t in params
    return any(mentions(part, params, seen) for part in parts(t))


def mentioned(t: Type) -> list[TypeParam]:
    """Returns the type parameters that a type mentions."""
    found: dict[TypeParam, None] = {}
    seen: set[Type] = set()
    rest: list[Type] = [t]
    while rest:
        part = rest.pop()
        if part in seen:
            continue
        seen.add(part)
        if isinstance(part, TypeParam):
            found[part] = None
        else:
            rest += parts(part)
    return list(found)


def parts(t: Type) -> Sequence[Type]:
    """Returns the types that a type is composed of."""
    read = _PARTS.get(t.__class__)
    return read(t) if read is not None else ()


def _interface_parts(t: Interface) -> Sequence[Type]:
    return [*t.methods.values(), *[term.type for union in t.unions for term in union.terms]]


_PARTS: Final[dict[type[Type], Callable[[Any], Sequence[Type]]]] = {
    Slice: lambda t: (t.elem,),
    Pointer: lambda t: (t.elem,),
    Array: lambda t: (t.elem,),
    Chan: lambda t: (t.elem,),
    Map: lambda t: (t.key, t.elem),
    Signature: lambda t: (*t.params, *t.results),
    Named: lambda t: (*t.type_args, *(t.outer_params if t.origin is None else t.outer_args)),
    Struct: lambda t: [f.type for f in t.fields],
    Tuple: lambda t: t.types,
    Interface: _interface_parts,
}
