"""Reads maps.Keys(m) and maps.Values(m) as lists, as golang.org/x/exp/maps returned them before Go 1.23."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.meaning.notes import assumed, noted
from codemode.dsl.dialect.meaning.trees import rewrite
from codemode.dsl.dialect.meaning.variable_origins import origins
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker

COLLECTING: Final = frozenset({"Collect", "Sorted", "SortedFunc", "SortedStableFunc", "AppendSeq", "Insert", "Chunk"})


def note_iterated(c: Checker, e: nodes.CallExpr) -> None:
    """Records arguments that are used as iterators."""
    assumed(c).iterated.update(e.args)


def note_sequence(c: Checker, e: nodes.CallExpr) -> None:
    """Records calls of maps.Keys and maps.Values whose result is not used as an iterator; many models expect lists there."""
    if e not in assumed(c).iterated and e not in origins(c).iterated:
        if assumed(c).lists_of_maps:
            collect(c, [e])
        else:
            noted(c).sequences.append(e)


def collect(c: Checker, sequences: list[nodes.CallExpr]) -> None:
    """Wraps each of these calls in slices.Collect."""
    for e in sequences:
        inner = nodes.CallExpr(e.fun, e.args, pos=e.pos, end=e.end)
        assumed(c).trials.put(e, "fun", e.fun)
        assumed(c).trials.put(e, "args", e.args)
        rewrite(e, "slices.Collect", [inner])
        assumed(c).iterated.add(inner)
