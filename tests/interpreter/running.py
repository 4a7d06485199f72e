"""Runs guest programs on the bare machine, with a driver that answers timers at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from codemode.dsl import parse
from codemode.dsl.check import check
from codemode.interpreter.lowering.lower import lower
from codemode.interpreter.lowering.program import Program
from codemode.interpreter.machine.host_to_guest import to_guest
from codemode.interpreter.machine.limits import MachineLimits
from codemode.interpreter.machine.machine import Machine
from codemode.interpreter.machine.signals import Failed, Finished, Sleeping, TimerFired
from codemode.stdlib.registry import library
from codemode.types import model
from codemode.types.objects import Var

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


def _data(run: Any) -> Any:
    return to_guest(run, run.data["data"])


def program(source: str) -> Program:
    """Lowers a program. It may read `data`, an any that holds what the run was given."""
    parsed = parse(source)
    data = Var("data", model.ANY, kind="global", used=True, native=_data)
    checked = check(parsed.file, importer=library(), source=parsed.source, predeclared={"data": data})
    assert not checked.errors, [f"{p.pos}: {p.message}" for p in checked.errors]
    return lower(checked)


def run(source: str | Program, data: Any = None, **limits: Any) -> Outcome:
    lowered = source if isinstance(source, Program) else program(source)
    machine = Machine(lowered, limits=MachineLimits(**limits), started_at=START, data={"data": data})
    out, err = bytearray(), bytearray()
    while True:
        signal = machine.step()
        for stream, block in machine.take_blocks():
            (err if stream == "stderr" else out).extend(block)
        if isinstance(signal, Finished | Failed):
            if machine.bug is not None:
                raise machine.bug
            return Outcome(out.decode("utf-8", "surrogateescape"), err.decode(), signal, machine.steps)
        if isinstance(signal, Sleeping):
            machine.deliver(TimerFired(at=signal.wake_at))
