"""A guest in Python in this process, moved to its end without an engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from codemode.engine.failures import Failure
from codemode.engine.guest import LocalGuest
from codemode.engine.languages import language_of
from codemode.engine.limits import Limits
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.interpreter.machine.signals import Calls, Failed, Finished, Sleeping, TimerFired, ToolFailure, ToolResult

AT = 1_700_000_000_000_000_000


@dataclass
class Ended:
    value: Any = None
    has_value: bool = False
    out: str = ""
    failure: Failure | None = None
    steps: int = 0
    warnings: list[Any] = field(default_factory=list[Any])


def run_python(
    code: str,
    toolbox: Toolbox | None = None,
    limits: Limits | None = None,
    answers: dict[str, Any] | None = None,
    seed: int = 1,
    data: Any = None,
) -> Ended:
    """Run a program to its end; `answers` are the results of tools by name, exceptions fail the call. Raises SourceRejected."""
    toolbox = toolbox or Toolbox([])
    compiled = language_of("python").compile(code, toolbox, strict=False)
    start = Start(code, False, limits or Limits(), seed, AT, data, ("python",))
    guest = LocalGuest(compiled, toolbox.catalog, start)
    ended = Ended()
    machine = guest.machine
    try:
        while True:
            turn = guest.move_here([])
            ended.out += b"".join(block for _, block in turn.blocks).decode()
            ended.steps, ended.warnings = turn.steps, turn.warnings
            signal = turn.signal
            now = machine.run.now_ns()
            for call in signal.calls:
                value = (answers or {})[call.tool]
                value = value(**call.arguments) if callable(value) else value
                if isinstance(value, Exception):
                    machine.deliver(ToolFailure(now, call.call_id, str(value)))
                else:
                    machine.deliver(ToolResult(now, call.call_id, value))
            if isinstance(signal, Finished):
                ended.value, ended.has_value = signal.value, signal.has_value
                return ended
            if isinstance(signal, Failed):
                ended.failure = turn.failure
                return ended
            if isinstance(signal, Sleeping) or (isinstance(signal, Calls) and signal.wake_at and not signal.calls):
                machine.deliver(TimerFired(signal.wake_at or now))
    finally:
        guest.close()
