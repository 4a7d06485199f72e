"""Lowering of defer and go: the function and its arguments are evaluated now, the call is made later."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, statement
from codemode.interpreter.lowering.calls import suspended_call
from codemode.interpreter.machine.frames import Frame
from codemode.types.expression_text import unparen

_DEFERRED = 480  # bytes charged for a deferred call


@statement(nodes.DeferStmt)
def _defer(b: Body, s: nodes.DeferStmt) -> Lowered:
    call = unparen(s.call)
    assert isinstance(call, nodes.CallExpr)
    thunk = suspended_call(b, call)
    slot = b.defer_slot

    def defer(f: Frame, at: int = s.pos) -> None:
        f[0].alloc(_DEFERRED)
        f[slot].append(thunk(f))

    return defer, False


@statement(nodes.GoStmt)
def _go(b: Body, s: nodes.GoStmt) -> Lowered:
    call = unparen(s.call)
    assert isinstance(call, nodes.CallExpr)
    thunk = suspended_call(b, call)
    name, pos = b.info.name, s.pos

    def go(f: Frame, at: int = s.pos) -> None:
        f[0].sched.go(thunk(f), (), name, pos)

    return go, False
