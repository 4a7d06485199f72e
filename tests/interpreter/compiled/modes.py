"""Programs in the modes of the compiled tier: what is observable of a run has to be the same in all of them, to the last bit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from codemode.interpreter.compiled import hot
from codemode.interpreter.compiled.hot import Mode
from codemode.interpreter.lowering.program import Program
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Calls, Failed, Finished, Sleeping, TimerFired
from tests.interpreter.running import START, program

MAX_SIGNALS = 5000


def lowered(source: str, mode: Mode) -> Program:
    """The program for a mode: "off" (walker only), "now" (tier at once), "hot" (both, a loop changes over while it runs)."""
    before, hot.MODE[0] = hot.MODE[0], mode
    try:
        return program(source)
    finally:
        hot.MODE[0] = before


@dataclass
class Course:
    """How a run went: each signal with the steps, the bytes charged and measured, and the clock; what it printed; its end; its warnings."""

    signals: list[tuple[str, int, int, int, int]]
    printed: list[bytes]
    end: str
    told: list[str]


def course(code: Program, **limits: Any) -> Course:
    machine = Machine(code, limits=MachineLimits(**limits), started_at=START, data={"data": None})
    made = Course([], [], "", [])
    for _ in range(MAX_SIGNALS):
        signal = machine.step()
        made.printed += [(b"err " if stream == "stderr" else b"") + block for stream, block in machine.take_blocks()]
        run = machine.run
        made.signals.append((type(signal).__name__, machine.steps, run.held, run.live, run.now_ns()))
        if isinstance(signal, Finished | Failed | Calls):
            if machine.bug is not None:
                raise machine.bug
            made.end = repr(signal)
            break
        if isinstance(signal, Sleeping):
            machine.deliver(TimerFired(at=signal.wake_at))
    made.told = [repr(problem) for problem in machine.run.told()]
    machine.close()
    return made


def compiled(code: Program) -> tuple[int, int]:
    """How many loops and functions of the program the tier has compiled."""
    units = code.builder.tier.units
    loops = sum(name[0] == "l" for name in units)
    return loops, len(units) - loops


def assert_same(source: str, *, at_once: bool = True, **limits: Any) -> Program:
    """Runs a program in all three modes; gives it as it was compiled at once."""
    walker, code = lowered(source, "off"), lowered(source, "now")
    if at_once:
        assert course(code, **limits) == course(walker, **limits)
    small = {
        **limits,
        "slice_steps": min(int(limits.get("slice_steps", 50)), 50),
        "max_steps": limits.get("max_steps", 200_000),
    }
    assert course(lowered(source, "hot"), **small) == course(walker, **small)
    return code
