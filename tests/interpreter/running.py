"""Runs guest programs on the bare machine, with a driver that answers timers at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from codemode.dsl import parse
from codemode.interpreter.limits import MachineLimits
from codemode.interpreter.lower import lower
from codemode.interpreter.machine import Machine
from codemode.interpreter.program import Program
from codemode.interpreter.signals import Failed, Finished, Sleeping, TimerFired
from codemode.stdlib.registry import library
from codemode.types import check

START = 1_700_000_000_000_000_000


@dataclass
class Outcome:
    stdout: str
    stderr: str
    end: Finished | Failed
    steps: int

    @property
    def failure(self) -> Failed:
        assert isinstance(self.end, Failed), f"finished, printed {self.stdout!r}"
        return self.end

    @property
    def value(self) -> Any:
        assert isinstance(self.end, Finished), self.end
        return self.end.value


def program(source: str) -> Program:
    parsed = parse(source)
    checked = check(parsed.file, importer=library(), source=parsed.source)
    assert not checked.errors, [f"{p.pos}: {p.message}" for p in checked.errors]
    return lower(checked)


def run(source: str | Program, **limits: Any) -> Outcome:
    lowered = source if isinstance(source, Program) else program(source)
    machine = Machine(lowered, limits=MachineLimits(**limits), started_at=START)
    out, err = bytearray(), bytearray()
    while True:
        signal = machine.step()
        out += machine.take_output()
        err += b"".join(machine.run.errors)
        machine.run.errors.clear()
        if isinstance(signal, Finished | Failed):
            if machine.bug is not None:
                raise machine.bug
            return Outcome(out.decode("utf-8", "surrogateescape"), err.decode(), signal, machine.steps)
        if isinstance(signal, Sleeping):
            machine.deliver(TimerFired(at=signal.wake_at))
