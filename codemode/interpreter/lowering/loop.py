"""Lowering of for loops without range. Each turn is charged before it runs."""

from __future__ import annotations

from typing import Any, NamedTuple

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import condition, in_order
from codemode.interpreter.lowering.body import Body, Lowered, statement, unparen
from codemode.interpreter.lowering.weights import weight_of, writes
from codemode.interpreter.machine.frames import BREAK, CONTINUE, Code, Frame
from codemode.interpreter.machine.typeops import copier
from codemode.types import model
from codemode.types.objects import Var


class Loop(NamedTuple):
    """What a loop needs to know of itself: its body, whether that signals, its labelled signals and the price of a turn."""

    body: Code
    signals: bool
    break_label: Any
    continue_label: Any
    weight: int
    pos: int


def loop_of(b: Body, s: nodes.ForStmt | nodes.RangeStmt) -> Loop:
    """Lowers the body of a loop; takes the label that stands before it."""
    name, b.pending_label = b.pending_label, ""
    body, signals = b.stmt(s.body)
    brk, cont = b.labels.breaks.get(name), b.labels.continues.get(name)
    return Loop(body, signals, brk, cont, weight_of(s.body.stmts), s.pos)


@statement(nodes.ForStmt)
def _for(b: Body, s: nodes.ForStmt) -> Lowered:
    label = b.pending_label
    init = b.stmt(s.init)[0] if s.init is not None else None
    b.pending_label = label
    counted = _counted(b, s)
    cond = condition(b, s.cond) if s.cond is not None else None
    loop = loop_of(b, s)
    post = _post(b, s)
    if counted is not None and cond is not None:
        code = counted_loop(loop, counted)
    elif loop.signals:
        code = _signalling(loop, cond or _always, post)
    else:
        code = _plain(loop, cond or _always, post)
    if init is None:
        return code, loop.signals
    first = init

    def with_init(f: Frame, at: int = s.pos) -> Any:
        first(f)
        return code(f)

    return with_init, loop.signals


def _always(_: Frame) -> bool:
    return True


def _post(b: Body, s: nodes.ForStmt) -> Code | None:
    """The post statement, after each captured loop variable has moved to a fresh cell for the next turn."""
    parts: list[Code] = []
    if isinstance(s.init, nodes.AssignStmt) and s.init.op == ":=":
        for left in s.init.lhs:
            var = left.obj if isinstance(left, nodes.Ident) else None
            if isinstance(var, Var) and var.name != "_" and var.kind != "global":
                renew = _renew(b, var)
                if renew is not None:
                    parts.append(renew)
    if s.post is not None:
        parts.append(b.stmt(s.post)[0])
    return in_order(parts) if parts else None


def _renew(b: Body, var: Var) -> Code | None:
    if not b.is_shared(var):
        return None
    i = b.slot(var)
    if b.is_cell(var):

        def fresh_cell(f: Frame) -> None:
            f[i] = [f[i][0]]

        return fresh_cell
    copy = copier(b.typ(var.typ))
    if copy is None:
        return None
    copy_it = copy

    def fresh_storage(f: Frame) -> None:
        f[i] = copy_it(f[i])

    return fresh_storage


def _plain(loop: Loop, cond: Code, post: Code | None) -> Code:
    body, weight = loop.body, loop.weight
    if post is None:

        def while_loop(f: Frame, at: int = loop.pos) -> None:
            run = f[0]
            while cond(f):
                run.fuel -= weight
                if run.fuel < 0:
                    run.refuel()
                body(f)

        return while_loop
    step = post

    def for_loop(f: Frame, at: int = loop.pos) -> None:
        run = f[0]
        while cond(f):
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            body(f)
            step(f)

    return for_loop


def _signalling(loop: Loop, cond: Code, post: Code | None) -> Code:
    body, weight, brk, cont = loop.body, loop.weight, loop.break_label or BREAK, loop.continue_label or CONTINUE

    def for_loop(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        while cond(f):
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            signal = body(f)
            if signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal
            if post is not None:
                post(f)
        return None

    return for_loop


# --- counted loops -------------------------------------------------------------------------------------------------


class Counted(NamedTuple):
    """for i := a; i < n; i++ where nobody else writes i: its values are known beforehand, but the limit may move."""

    slot: int
    limit: Code
    fixed: bool  # the limit cannot change while the loop runs
    extra: int  # 1 for <=


def _counted(b: Body, s: nodes.ForStmt) -> Counted | None:
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
    if b.type_of(cond.y) is model.ANY or written(s.body, var):
        return None
    fixed = _is_fixed(b, cond.y, s.body)
    if not fixed:
        return None
    return Counted(b.slot(var), b.expr(cond.y), fixed, 1 if cond.op == "<=" else 0)


def _is_var(e: nodes.Expr, var: Var) -> bool:
    e = unparen(e)
    return isinstance(e, nodes.Ident) and e.obj is var


def _is_fixed(b: Body, e: nodes.Expr, body: nodes.BlockStmt) -> bool:
    """Constants, locals that the loop does not write, and the length of such locals."""
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


def counted_loop(loop: Loop, counted: Counted) -> Code:
    body, weight, slot, limit, extra = loop.body, loop.weight, counted.slot, counted.limit, counted.extra
    if not loop.signals:

        def count(f: Frame, at: int = loop.pos) -> None:
            run = f[0]
            for i in range(f[slot], limit(f) + extra):
                f[slot] = i
                run.fuel -= weight
                if run.fuel < 0:
                    run.refuel()
                body(f)

        return count
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE

    def count_signalling(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        for i in range(f[slot], limit(f) + extra):
            f[slot] = i
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            signal = body(f)
            if signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal
        return None

    return count_signalling
