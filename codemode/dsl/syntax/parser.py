"""Turns tokens into a tree: drives the tokens through Lark's tables; the builder makes a node for every complete rule."""

from __future__ import annotations

from typing import Any

from codemode.dsl.syntax import tables
from codemode.dsl.syntax.build_decl import DeclRules
from codemode.dsl.syntax.tables import Tables
from codemode.dsl.syntax.tokens import Token


class Builder(DeclRules):
    """The builder with the methods for all rules."""

    def file(self, stmts: list[Any]) -> list[Any]:
        return stmts


_LEAVES = {"NAME": Builder.name, "LITERAL": Builder.literal, "STRING": Builder.string}


class Unexpected(Exception):
    """Raised for a token that the grammar does not allow, with the states that lead to it."""

    def __init__(self, index: int, states: list[int]) -> None:
        super().__init__(index)
        self.index = index
        self.states = states


def go_tables() -> Tables:
    return tables.load(Builder)


def drive(tables: Tables, tokens: list[Token], builder: Builder) -> list[Any]:
    """Parses the tokens and returns the top-level statements. This is the loop of an LALR parser; each reduction calls the builder once."""
    reductions, shifts, gotos, end = tables.reductions, tables.shifts, tables.gotos, tables.end
    leaf = _LEAVES.get
    state = tables.start
    states = [state]
    values: list[Any] = []
    for index, token in enumerate(tokens):
        kind = token.kind
        while True:
            reduction = reductions[state].get(kind)
            if reduction is None:
                to = shifts[state].get(kind)
                if to is None:
                    raise Unexpected(index, states)
                state = to
                states.append(state)
                make = leaf(kind)
                values.append(token if make is None else make(builder, token))
                break
            size, origin, build, _ = reduction
            if build is None:
                states.pop()
            elif size:
                arguments = values[-size:]
                del values[-size:]
                del states[-size:]
                values.append(build(builder, *arguments))
            else:
                values.append(build(builder))
            state = gotos[states[-1]][origin]
            if state == end:
                return values[-1]
            states.append(state)
    raise AssertionError("the last token is the end")
