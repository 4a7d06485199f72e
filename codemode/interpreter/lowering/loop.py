"""Lowering of for loops without range. Each turn is charged before it runs."""

from __future__ import annotations

from typing import Any, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import condition, in_order, with_init
from codemode.interpreter.lowering.body import Body, Lowered, statement
from codemode.interpreter.lowering.builder import HotLoop
from codemode.interpreter.lowering.statement_costs import weight_of, writes
from codemode.interpreter.lowering.stores import size_of
from codemode.interpreter.machine.frames import BREAK, CONTINUE, DECLINED, Code, Frame
from codemode.interpreter.machine.typeops import copier
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.objects import Var

# A loop is hot when a turn begins with fewer steps than this left of a slice. The end of a slice would be too late: the slices of a regular loop
# may all end in a function that it calls.
HOT = 500.0


class Loop(NamedTuple):
    """The parts of a loop: its body, whether that signals, its labelled signals, the cost of a turn, and the compiled loop."""

    body: Code
    signals: bool
    break_label: Any
    continue_label: Any
    weight: float
    pos: int
    hot: HotLoop


def loop_of(b: Body, s: nodes.ForStmt | nodes.RangeStmt) -> Loop:
    """Lowers the body of a loop and consumes the label before it."""
    name, b.pending_label = b.pending_label, ""
    body, signals = b.stmt(s.body)
    brk, cont = b.labels.breaks.get(name, BREAK), b.labels.continues.get(name, CONTINUE)
    return Loop(body, signals, brk, cont, weight_of(s.body.stmts), s.pos, b.builder.tier.loop(b, s, name))


@statement(nodes.ForStmt)
def _for(b: Body, s: nodes.ForStmt) -> Lowered:
    label = b.pending_label
    init = b.stmt(s.init)[0] if s.init is not None else None
    b.pending_label = label
    cond = condition(b, s.cond) if s.cond is not None else _always
    loop = loop_of(b, s)
    return with_init(init, _turns(loop, cond, _post(b, s)), s.pos), loop.signals


def _always(_: Frame) -> bool:
    return True


def _loop_variables(s: nodes.ForStmt) -> list[Var]:
    if not isinstance(s.init, nodes.AssignStmt) or s.init.op != ":=":
        return []
    found = [left.obj for left in s.init.lhs if isinstance(left, nodes.Ident) and left.name != "_"]
    return [var for var in found if isinstance(var, Var) and var.kind != "global"]


def is_renewed(b: Body, s: nodes.ForStmt) -> bool:
    """Whether each turn has a new loop variable, because something may keep a reference to it."""
    return any(b.is_shared(var) for var in _loop_variables(s))


def _post(b: Body, s: nodes.ForStmt) -> Code | None:
    """The post statement; before it, each captured loop variable moves to a fresh cell for the next turn."""
    parts: list[Code] = []
    for var in _loop_variables(s):
        renew = _renew(b, var)
        if renew is not None:
            parts.append(renew)
    if s.post is not None:
        parts.append(b.stmt(s.post)[0])
    return in_order(parts) if parts else None


def _renew(b: Body, var: Var) -> Code | None:
    i, size, copy = b.slot(var), size_of(b, var), copier(b.typ(var.typ))
    if not size:
        return None

    def fresh_variable(f: Frame) -> None:
        f[0].alloc(size)
        f[i] = [f[i][0]] if copy is None else copy(f[i])

    return fresh_variable


def _turns(loop: Loop, cond: Code, post: Code | None) -> Code:
    body, signals, brk, cont, weight, pos, hot = loop

    def for_loop(f: Frame, at: int = pos) -> Any:
        if hot.code is not None:
            signal = hot.code(f, None, None)
            if signal is not DECLINED:
                return signal
        run = f[0]
        compiled = None
        while cond(f):
            run.fuel -= weight
            if run.fuel < HOT:
                if run.fuel < 0.0:
                    run.refuel()
                compiled = hot.heat(f)
            if signals:
                signal = body(f)
                if signal is not None and signal is not CONTINUE and signal is not cont:
                    return None if signal is BREAK or signal is brk else signal
            else:
                body(f)
            if post is not None:
                post(f)
            if compiled is not None:
                signal = compiled(f, None, None)
                if signal is not DECLINED:
                    return signal
                compiled = None
        return None

    return for_loop


# --- counted loops -------------------------------------------------------------------------------------------------


def counted_form(b: Body, s: nodes.ForStmt) -> tuple[Var, nodes.Expr, int] | None:
    """Returns (i, n, 1 for <=) for `for i := a; i < n; i++` if nothing else writes i and n cannot change: then the number of turns is known in
    advance."""
    init, cond, post = s.init, unparen(s.cond) if s.cond is not None else None, s.post
    if not (isinstance(init, nodes.AssignStmt) and init.op == ":=" and len(init.lhs) == 1):
        return None
    var = init.lhs[0].obj if isinstance(init.lhs[0], nodes.Ident) else None
    if not isinstance(var, Var) or var.kind == "global" or b.is_shared(var):
        return None
    if b.typ(var.typ).underlying not in (model.INT, model.INT64):
        return None
    if not (isinstance(post, nodes.IncDecStmt) and post.op == "++" and _is_var(post.x, var)):
        return None
    if not (isinstance(cond, nodes.BinaryExpr) and cond.op in ("<", "<=") and _is_var(cond.x, var)):
        return None
    if b.type_of(cond.y) is model.ANY or written(s.body, var) or not _is_fixed(b, cond.y, s.body):
        return None
    return var, cond.y, 1 if cond.op == "<=" else 0


def _is_var(e: nodes.Expr, var: Var) -> bool:
    e = unparen(e)
    return isinstance(e, nodes.Ident) and e.obj is var


def _is_fixed(b: Body, e: nodes.Expr, body: nodes.BlockStmt) -> bool:
    """Whether it is a constant, a local that the loop does not write, or the length of such a local."""
    e = unparen(e)
    if e.const is not None:
        return True
    if isinstance(e, nodes.CallExpr) and e.info.kind == "builtin" and e.info.builtin == "len":
        e = unparen(e.args[0])
        if isinstance(b.type_of(e).underlying, model.Map | model.Chan):
            return False
    if isinstance(e, nodes.BinaryExpr) and e.op in ("+", "-", "*"):
        return _is_fixed(b, e.x, body) and _is_fixed(b, e.y, body)
    if b.plain_slot(e) is None:
        return False
    var = e.obj if isinstance(e, nodes.Ident) else None
    return isinstance(var, Var) and not b.is_shared(var) and not written(body, var)


def written(body: nodes.Node, var: Var) -> bool:
    """Whether anything inside assigns the variable."""
    return var in writes(body)
