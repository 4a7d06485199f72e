"""Reads the error of `item, ok := stream.Next()` as a bool in a condition. Other languages return a bool there."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.lexicon.templates import AT_END, PIECE
from codemode.dsl.dialect.meaning import trees
from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.operand import Operand

ENDED: Final = frozenset({"done", "end", "ended", "finished", "eof", "closed"})


def is_there(c: Checker, x: Operand, e: nodes.Expr, name: nodes.Ident, place: tuple[object, str | int]) -> None:
    """Replaces `ok` of `item, ok := stream.Next()` with a test whether there was an item. An error other than the end of the stream panics."""
    ended = name.name in ENDED
    made = trees.template(AT_END if ended else PIECE, e, E=name)
    expressions.expr(c, x, made)
    meant = "whether the stream is at its end" if ended else "whether there was a piece"
    c.edit(*place, made, c.mend("condition_of_stream", e, found=name.name, meant=meant))
    x.expr = made
