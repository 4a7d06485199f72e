"""range over a func: the loop body becomes the function that the iterator calls. It runs in the frame of the enclosing function."""

from __future__ import annotations

from typing import Any

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered
from codemode.interpreter.lowering.loop import loop_of
from codemode.interpreter.lowering.targets import Store, target
from codemode.interpreter.machine.frames import BREAK, CONTINUE, Frame
from codemode.interpreter.machine.values import runtime_panic
from codemode.types import model

READY, RUNNING, DONE, EXHAUSTED = range(4)


class Turn:
    """The state of one range-over-func loop, and the signal with which its body was left."""

    __slots__ = ("signal", "state")

    def __init__(self) -> None:
        self.state = READY
        self.signal: Any = None

    def enter(self) -> None:
        state, self.state = self.state, RUNNING  # also for a refused call: the loop must not end normally after it
        if state != READY:
            raise runtime_panic(_MISUSE[state])


_MISUSE = {
    RUNNING: "range function continued iteration after loop body panic",
    DONE: "range function continued iteration after function for loop body returned false",
    EXHAUSTED: "range function continued iteration after whole loop exit",
}


def range_over_func(b: Body, s: nodes.RangeStmt, sig: model.Signature) -> Lowered:
    iterator = b.expr(s.x)
    callback = sig.params[0].underlying
    assert isinstance(callback, model.Signature)
    types = (*callback.params, None, None)
    puts = [target(b, s.key, s.define, types[0]).put(), target(b, s.value, s.define, types[1]).put()]
    stores = puts[: len(callback.params)]
    loop = loop_of(b, s)
    body, weight, pos = loop.body, loop.weight, loop.pos
    signals = loop.signals
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE

    def yield_of(f: Frame, turn: Turn, stores: list[Store | None]) -> Any:
        run = f[0]

        def take(*values: Any) -> bool:
            turn.enter()
            run.fuel -= weight
            if run.fuel < 0.0:
                run.refuel()
            depth = run.depth
            for put, v in zip(stores, values):
                if put is not None:
                    put(f, v)
            signal = body(f)
            if not signals:
                signal = None
            run.depth = depth
            if signal is None or signal is CONTINUE or signal is cont:
                turn.state = READY
                return True
            turn.state = DONE
            turn.signal = None if signal is BREAK or signal is brk else signal
            return False

        return take

    def loop_func(f: Frame, at: int = pos) -> Any:
        turn = Turn()
        iterate = iterator(f)
        iterate(yield_of(f, turn, stores))
        if turn.state == RUNNING:
            raise runtime_panic("range function recovered a loop body panic and did not resume panicking")
        turn.state = EXHAUSTED
        return turn.signal

    return loop_func, signals
