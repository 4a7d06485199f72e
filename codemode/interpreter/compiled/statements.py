"""Translates statements other than assignments and loops. The generated code does the same as the tree-walker's closures for the same node
(lowering/block, lowering/func)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled import bridges, intervals
from codemode.interpreter.compiled.expressions import learn, stored, translate
from codemode.interpreter.compiled.intervals import Interval
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    MAX_NESTING,
    STATEMENTS,
    Writer,
    statement,
)
from codemode.interpreter.lowering.block import is_try
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.func import ends, is_placed
from codemode.interpreter.machine.frames import RETURNED
from codemode.types import model
from codemode.types.expression_text import unparen


def write(w: Writer, s: nodes.Stmt, at: int) -> None:
    """Translates one statement; its temporary values are dropped afterwards."""
    if w.env is None or isinstance(s, nodes.EmptyStmt):
        return  # unreachable
    w.look()
    if w.nesting >= MAX_NESTING:
        raise Unsupported("nested too deeply")
    before, outer = bridges.State.of(w), (w.temps, w.dead)
    handler = STATEMENTS.get(s.__class__)
    w.dead = []
    w.nesting += 1
    try:
        if handler is None:
            raise Unsupported(s.__class__.__name__)
        handler(w, s, at)
        w.plain_statements += 1
    except Unsupported:
        before.restore(w)
        w.nesting += 1
        w.dead = []
        bridges.statement(w, s, at)
    if not w.ended():
        w.out.extend(w.forget())
    w.temps, w.dead = outer
    w.nesting -= 1


def write_all(w: Writer, stmts: Sequence[nodes.Stmt], at: int) -> None:
    if any(isinstance(s, nodes.LabeledStmt) for s in stmts) and w.b.has_goto:
        raise Unsupported("goto")
    for s in stmts:
        write(w, s, at)


@statement(nodes.BlockStmt)
def _block(w: Writer, s: nodes.BlockStmt, at: int) -> None:
    write_all(w, s.stmts, at)


@statement(nodes.ExprStmt)
def _expr(w: Writer, s: nodes.ExprStmt, at: int) -> None:
    x = unparen(s.x)
    if is_late(w.b, [x]):
        raise Unsupported("an order of calls")
    tree = translate(w, x, at).tree
    w.out.append(w.t.expr(tree))


# --- if --------------------------------------------------------------------------------------------------------------


@statement(nodes.IfStmt)
def _if(w: Writer, s: nodes.IfStmt, at: int) -> None:
    if is_try(s):
        raise Unsupported("try")
    if s.init is not None:
        write(w, s.init, s.pos)
    if is_late(w.b, [s.cond]):
        raise Unsupported("an order of calls")
    _choose(w, s, s.cond.pos, [s.body], [s.orelse] if s.orelse is not None else [])


def _choose(
    w: Writer, s: nodes.IfStmt, at: int, then: Sequence[nodes.Stmt], other: Sequence[nodes.Stmt], tail: bool = False
) -> None:
    cond = stored(w, s.cond, model.BOOL, at).tree if w.b.type_of(s.cond) is not model.ANY else None
    if cond is None:
        raise Unsupported("a condition of any")
    forgotten = w.forget()
    before = dict(w.env or {})
    body = write_tail if tail else write_all

    def branch(stmts: Sequence[nodes.Stmt], true: bool) -> list[ast.stmt]:
        def inside() -> None:
            w.out.extend(forgotten)
            learn(w, s.cond, true)
            body(w, stmts, at)

        return w.gathered(inside)

    yes = branch(then, True)
    after_yes, w.env = w.env, before
    no = branch(other, False)
    w.env = joined(after_yes, w.env)
    w.place(at)
    w.out.append(w.t.when(cond, yes, no))
    w.dead = []


def joined(a: dict[int, Interval] | None, b: dict[int, Interval] | None) -> dict[int, Interval] | None:
    """The intervals where two paths join."""
    if a is None or b is None:
        return b if a is None else a
    return {slot: intervals.join(known, b[slot]) for slot, known in a.items() if slot in b}


# --- jumps -----------------------------------------------------------------------------------------------------------


@statement(nodes.ReturnStmt)
def _return(w: Writer, s: nodes.ReturnStmt, at: int) -> None:
    """A return: in a loop the function's result is signalled; in a function it is returned."""
    _give(w, s, s.pos, not w.is_function)


def _give(w: Writer, s: nodes.ReturnStmt, at: int, signal: bool) -> None:
    info, b = w.b.info, w.b
    if s.repair is not None or info.named_results or info.has_defer:
        raise Unsupported("a return")
    if is_late(b, s.results):
        raise Unsupported("an order of calls")
    types = [b.typ(t) for t in info.signature.results]
    if len(types) != len(s.results):
        raise Unsupported("a return of a call's results")
    if not types:
        w.place(at)
        w.out.append(w.t.give(w.bound(RETURNED) if signal else w.t.const(None)))
        w.env = None
        return
    if len(types) > 1 or is_placed(b, s.results[0]):
        at = s.pos
    values = [stored(w, e, t, at) for e, t in zip(s.results, types)]
    w.place(at)
    tree = values[0].tree if len(values) == 1 else w.t.tuple([value.tree for value in values])
    w.out.append(w.t.give(w.t.tuple([tree]) if signal else tree))
    w.env = None


@statement(nodes.BranchStmt)
def _branch(w: Writer, s: nodes.BranchStmt, at: int) -> None:
    if s.tok not in ("break", "continue"):
        raise Unsupported(s.tok)
    if not w.loops or (s.label is not None and s.label.name != w.loops[-1].label):
        raise Unsupported("a jump out of several loops")
    jumps = w.loops[-1]
    w.place(at)
    if s.tok == "break":
        jumps.breaks.append(dict(w.env or {}))
        w.out.append(w.t.leave())
    else:
        if jumps.post is not None:
            jumps.post()
        jumps.continues.append(dict(w.env or {}))
        w.out.append(w.t.go_on())
    w.env = None


# --- the ends of functions -------------------------------------------------------------------------------------------


def write_tail(w: Writer, stmts: Sequence[nodes.Stmt], at: int) -> None:
    """Translates the rest of a function, like the tree-walker's `tail`."""
    for i, s in enumerate(stmts):
        if w.env is None:
            return
        rest = stmts[i + 1 :]
        if isinstance(s, nodes.ReturnStmt):
            w.look()
            _or_bridge(w, s, at, partial(_give, w, s, at, False))
            return
        if isinstance(s, nodes.IfStmt) and not is_try(s) and _is_end(s):
            _or_bridge(w, s, at, partial(_if_tail, w, s, rest, at))
            return
        if isinstance(s, nodes.BlockStmt) and not rest:
            write_tail(w, s.stmts, at)
            return
        write(w, s, at)


def _or_bridge(w: Writer, s: nodes.Stmt, at: int, translate_it: Callable[[], None]) -> None:
    before = bridges.State.of(w)
    try:
        translate_it()
    except Unsupported:
        before.restore(w)
        bridges.result(w, s, at)


def _is_end(s: nodes.IfStmt) -> bool:
    return ends(s.body.stmts) or (s.orelse is not None and ends([s.orelse]))


def _if_tail(w: Writer, s: nodes.IfStmt, rest: Sequence[nodes.Stmt], at: int) -> None:
    w.look()
    w.nesting += 1
    if w.nesting > MAX_NESTING:
        raise Unsupported("nested too deeply")
    if s.init is not None:
        write(w, s.init, s.pos)
    if is_late(w.b, [s.cond]):
        raise Unsupported("an order of calls")
    then_ends = ends(s.body.stmts)
    then: Sequence[nodes.Stmt] = s.body.stmts if then_ends else [s.body, *rest]
    other: Sequence[nodes.Stmt] = [s.orelse] if s.orelse is not None else []
    if not (then_ends and ends(other)):
        other = [*other, *(rest if then_ends else ())]
    where = s.pos if s.init is not None else s.cond.pos
    outer, w.dead = w.dead, []
    _choose(w, s, where, then, other, tail=True)
    w.dead = outer
    w.nesting -= 1
