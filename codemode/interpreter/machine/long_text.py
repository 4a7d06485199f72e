"""Charges work on whole strings by their length. The step of the statement itself pays for short ones."""

from __future__ import annotations

from codemode.interpreter.machine.comparing import LONG as LONG
from codemode.interpreter.machine.comparing import reading
from codemode.interpreter.machine.frames import Frame

SHORT = 48  # strings up to this size are not worth charging for their memory


def charge_reading(f: Frame, size: int) -> None:
    """Charges for comparing, hashing or scanning `size` bytes, before it is done."""
    f[0].charge(reading(size))


def charge_making(f: Frame, size: int) -> None:
    """Charges for a string of `size` bytes, more than SHORT, before it is made."""
    f[0].alloc(size)
    if size > LONG:
        f[0].charge(reading(size))
