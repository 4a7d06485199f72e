"""Turns tokens into a tree: drives the tokens through Lark's tables; the builder makes a node for every complete rule."""

from __future__ import annotations

from typing import Any

from codemode.cancellation import check_cancelled
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax import tables
from codemode.dsl.syntax.build_decl import DeclRules
from codemode.dsl.syntax.depth import refuse_deep
from codemode.dsl.syntax.forms import Form, make_file
from codemode.dsl.syntax.layout import Layout
from codemode.dsl.syntax.layout_walk import MAX_NESTING
from codemode.dsl.syntax.syntax_errors import Advise, Place, unexpected
from codemode.dsl.syntax.tables import After, Reduction, Tables
from codemode.dsl.syntax.tokens import Token


class Builder(DeclRules):
    """The builder with the methods for all rules."""

    def file(self, stmts: list[Any]) -> list[Any]:
        return stmts


class Unexpected(Exception):
    """Raised for a token that the grammar does not allow, with the states that lead to it."""

    def __init__(self, index: int, states: list[int]) -> None:
        super().__init__(index)
        self.index = index
        self.states = states


def go_tables() -> Tables:
    return tables.load(Builder)


def parse_file(layout: Layout, builder: Builder, tables: Tables, form: Form, advise: Advise | None = None) -> n.File:
    """Returns the tree of the tokens that a layout pass has. Raises Refused; `advise` finds the hint for it."""
    tokens = layout.run()
    try:
        stmts = drive(tables, tokens, builder)
    except Unexpected as error:
        place = Place(builder.text, tokens, error.index, error.states, layout.roles)
        at_end = error.index == len(tokens) - 1
        unclosed, hint = (layout.unclosed, layout.mismatch_hint) if at_end else (None, "")
        raise unexpected(place, tables, unclosed, hint, advise) from None
    if builder.guards:
        raise builder.refuse("syntax error: use of .(type) outside type switch", builder.guards[0])
    file = make_file(stmts, builder, form)
    # The counts of the layout pass bound the depth, so only a text near the limit is measured.
    if (layout.deepest + 1) * (layout.longest + 1) > MAX_NESTING:
        refuse_deep(file, MAX_NESTING)
    return file


def drive(tables: Tables, tokens: list[Token], builder: Builder) -> list[Any]:
    """Parses the tokens and returns the top-level statements. This is the loop of an LALR parser; each reduction calls the builder once."""
    gotos = tables.gotos
    leaves = {"NAME": builder.name, "LITERAL": builder.literal, "STRING": builder.string}
    states: list[int] = []
    values: list[Any] = []
    after = After(tables.start, tables.start, tables)
    for index, token in enumerate(tokens):
        if not index & 1023:
            check_cancelled()
        kind = token.kind
        state, action = after[kind]
        states.append(state)
        while action.__class__ is Reduction:
            size, build = action.size, action.build
            if size == 1:  # one symbol takes the place of another
                values[-1] = build(builder, values[-1])
                state, action = gotos[states[-2]][action.origin][kind]
                states[-1] = state
                continue
            if size == 3:  # most rules; the general way takes longer
                third, second = values.pop(), values.pop()
                values[-1] = build(builder, values[-1], second, third)
                states.pop()
                states.pop()
                states.pop()
            elif size:
                arguments = values[-size:]
                del values[-size:]
                del states[-size:]
                values.append(build(builder, *arguments))
            else:
                values.append(build(builder))
            state, action = gotos[states[-1]][action.origin][kind]
            states.append(state)
        if action is None:
            if state == tables.end:
                return values[-1]
            raise Unexpected(index, states)
        after = action
        values.append(leaves[kind](token) if kind in leaves else token)
    raise AssertionError("the last token is the end")
