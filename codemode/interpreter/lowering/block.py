"""Lowering of statement lists, simple statements, if, labels and jumps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, statement
from codemode.interpreter.lowering.evalorder import after
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.machine.channels import send
from codemode.interpreter.machine.frames import BREAK, CONTINUE, Code, Frame, Leave
from codemode.interpreter.machine.panics import as_panic, error_of
from codemode.interpreter.machine.values import Uncaught
from codemode.types import model
from codemode.types.expression_text import unparen


def nothing(_: Frame) -> None:
    return None


# --- lists -------------------------------------------------------------------------------------------------------


def block(b: Body, stmts: Sequence[nodes.Stmt]) -> Lowered:
    if b.has_goto and any(isinstance(s, nodes.LabeledStmt) for s in stmts):
        return _block_with_labels(b, stmts)
    return sequence([b.stmt(s) for s in stmts if not isinstance(s, nodes.EmptyStmt)])


def sequence(parts: list[Lowered]) -> Lowered:
    """One closure for statements that run one after the other."""
    if not any(signals for _, signals in parts):
        return in_order([code for code, _ in parts]), False
    codes: list[Code] = []
    for signals, group in groupby(parts, itemgetter(1)):
        found = [code for code, _ in group]
        codes += found if signals else [in_order(found, discard=True)]
    return _signalling(codes), True


def in_order(codes: list[Code], discard: bool = False) -> Code:
    """Statements that cannot signal. With `discard`, the value of a lone expression statement is dropped."""
    if not codes:
        return nothing
    if len(codes) == 1:
        return dropped(codes[0]) if discard else codes[0]

    def run(f: Frame) -> None:
        for code in codes:
            code(f)

    return run


def dropped(code: Code) -> Code:
    def drop(f: Frame) -> None:
        code(f)

    return drop


def _signalling(codes: list[Code]) -> Code:
    if len(codes) == 1:
        return codes[0]

    def run(f: Frame) -> Any:
        for code in codes:
            signal = code(f)
            if signal is not None:
                return signal
        return None

    return run


def _block_with_labels(b: Body, stmts: Sequence[nodes.Stmt]) -> Lowered:
    """A list into which a goto may jump: it can run from any of its labelled statements."""
    targets: dict[Any, int] = {}
    for i, s in enumerate(stmts):
        if isinstance(s, nodes.LabeledStmt):
            name = s.label.name
            signal = b.labels.gotos[name] = b.labels.gotos.get(name) or Leave(f"goto {name}")
            targets[signal] = i
    codes: list[Code] = []
    for s in stmts:
        code, signals = b.stmt(s)
        codes.append(code if signals else dropped(code))
    count = len(codes)
    weight = max(count, 1)

    def run(f: Frame) -> Any:
        i = 0
        while i < count:
            signal = codes[i](f)
            i += 1
            if signal is not None:
                to = targets.get(signal)
                if to is None:
                    return signal
                if to < i:
                    f[0].charge(weight)
                i = to
        return None

    return run, True


@statement(nodes.BlockStmt)
def _block(b: Body, s: nodes.BlockStmt) -> Lowered:
    return block(b, s.stmts)


@statement(nodes.EmptyStmt)
def _empty(b: Body, s: nodes.EmptyStmt) -> Lowered:
    return nothing, False


@statement(nodes.ExprStmt)
def _expr(b: Body, s: nodes.ExprStmt) -> Lowered:
    first, (x,) = in_go_order(b, [unparen(s.x)])
    return after(first, b.expr(x)), False


@statement(nodes.SendStmt)
def _send(b: Body, s: nodes.SendStmt) -> Lowered:
    first, (chan, sent) = in_go_order(b, [s.chan, s.value])
    channel = b.expr(chan)
    t = b.type_of(chan).underlying
    value = b.value(sent, t.elem if isinstance(t, model.Chan) else None)

    def send_value(f: Frame, at: int = s.pos) -> None:
        c = channel(f)
        send(f[0], c, value(f))

    return after(first, send_value), False


# --- if ------------------------------------------------------------------------------------------------------------


@statement(nodes.IfStmt)
def _if(b: Body, s: nodes.IfStmt) -> Lowered:
    if is_try(s):
        return _try(b, s)
    init = b.stmt(s.init)[0] if s.init is not None else None
    cond = condition(b, s.cond)
    branches = [b.stmt(s.body)] if s.orelse is None else [b.stmt(s.body), b.stmt(s.orelse)]
    (then, *other), signals = alternatives(branches)
    return with_init(init, _choice(cond, then, other[0] if other else None, s.cond.pos), s.pos), signals


def with_init(init: Code | None, code: Code, pos: int) -> Code:
    """Runs the simple statement that stands before the condition of an if, a for or a switch, and then the rest."""
    if init is None:
        return code
    first = init

    def run(f: Frame, at: int = pos) -> Any:
        first(f)
        return code(f)

    return run


def alternatives(parts: Sequence[Lowered]) -> tuple[list[Code], bool]:
    """Statements of which one runs: if any may signal, the others give no value. Returns whether any may signal."""
    signals = any(signal for _, signal in parts)
    return [code if signal or not signals else dropped(code) for code, signal in parts], signals


def is_try(s: nodes.IfStmt) -> bool:
    """Whether this is `if __try() { } else { }`, the form in which a repair writes the `try { } catch { }` of other languages."""
    info = s.cond.info if isinstance(s.cond, nodes.CallExpr) else None
    return info is not None and info.builtin == "__try"


def _try(b: Body, s: nodes.IfStmt) -> Lowered:
    """Runs the block; if a panic or an error that the program did not handle ends it, runs the other block."""
    assert s.orelse is not None
    (then, other), signals = alternatives([b.stmt(s.body), b.stmt(s.orelse)])

    def attempt(f: Frame, at: int = s.pos) -> Any:
        run = f[0]
        depth = run.depth
        try:
            return then(f)
        except Uncaught as end:
            error = end.error
        except Exception as exc:
            panic = as_panic(exc)
            if panic is None or panic.goexit:
                raise
            error = error_of(run, panic)
        run.depth = depth
        run.sched.current.caught = error
        return other(f)

    return attempt, signals


def condition(b: Body, e: nodes.Expr) -> Code:
    first, (e,) = in_go_order(b, [e])
    return after(first, b.truth(e))


def _choice(cond: Code, then: Code, other: Code | None, pos: int) -> Code:
    if other is None:

        def when(f: Frame, at: int = pos) -> Any:
            if cond(f):
                return then(f)
            return None

        return when
    otherwise = other

    def choose(f: Frame, at: int = pos) -> Any:
        if cond(f):
            return then(f)
        return otherwise(f)

    return choose


# --- labels and jumps ------------------------------------------------------------------------------------------------


@statement(nodes.LabeledStmt)
def _labeled(b: Body, s: nodes.LabeledStmt) -> Lowered:
    name = s.label.name
    inner = s.stmt
    b.labels.breaks[name] = Leave(f"break {name}")
    b.labels.continues[name] = Leave(f"continue {name}")
    b.pending_label = name
    code, signals = b.stmt(inner)
    b.pending_label = ""
    if not signals or isinstance(inner, nodes.ForStmt | nodes.RangeStmt):
        return code, signals
    return catch(code, b.labels.breaks[name]), True


def catch(code: Code, wanted: Any) -> Code:
    """Ends the statement normally if it was left by the signal `wanted`."""

    def run(f: Frame) -> Any:
        signal = code(f)
        return None if signal is wanted else signal

    return run


@statement(nodes.BranchStmt)
def _branch(b: Body, s: nodes.BranchStmt) -> Lowered:
    if s.label is None:
        signal: Any = {"break": BREAK, "continue": CONTINUE}.get(s.tok)
        if signal is None:
            return nothing, False  # its switch handles fallthrough
    elif s.tok == "goto":
        name = s.label.name
        signal = b.labels.gotos[name] = b.labels.gotos.get(name) or Leave(f"goto {name}")
    else:
        table = b.labels.breaks if s.tok == "break" else b.labels.continues
        signal = table[s.label.name]
    return lambda f: signal, True
