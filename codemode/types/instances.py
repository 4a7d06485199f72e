"""Instantiations that would never end, such as `func f[T any]() { f[[]T]() }`.

A graph of type parameters: an edge from P to Q says that Q is instantiated with a type that mentions P, of weight 1 if that type is
larger than P itself. A cycle of positive weight is an endless instantiation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.infer import mentioned, mentions
from codemode.types.model import Type, TypeParam


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
    c.error(
        place,
        "instantiation cycle:",
        f"each instance of {at.name} needs another instance with a larger type",
        reason="cycle",
    )
