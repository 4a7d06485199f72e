"""Charges work on whole strings by their length. The step of the statement itself pays for short ones."""

from __future__ import annotations

from codemode.interpreter.machine.comparing import LONG as LONG
from codemode.interpreter.machine.comparing import reading
from codemode.interpreter.machine.run import Run

SHORT = 48  # strings up to this size are not worth charging for their memory


def charge_reading(run: Run, size: int) -> None:
    """Charges for comparing, hashing or scanning `size` bytes, before it is done."""
    run.charge(reading(size))


def charge_making(run: Run, size: int) -> None:
    """Charges for a string of `size` bytes, more than SHORT, before it is made."""
    run.alloc(size)
    if size > LONG:
        run.charge(reading(size))
