"""What is done to a whole string is charged by its length. A statement's own step pays for short ones."""

from __future__ import annotations

from typing import Any, cast

from codemode.interpreter.frames import Frame
from codemode.interpreter.values import Box

LONG = 1024  # bytes
SHORT = 48  # strings up to this size are not worth charging for their memory


# Python copies and compares some hundreds of bytes in the time of one step.


def charge_reading(f: Frame, size: int) -> None:
    """Before `size` bytes are compared, hashed or scanned."""
    f[0].charge(size >> 9)


def charge_making(f: Frame, size: int) -> None:
    """Before a string of `size` bytes, more than SHORT, is made."""
    f[0].alloc(size)
    if size > LONG:
        f[0].charge(size >> 9)


def text_in(v: Any) -> int:
    """How many bytes of text a comparison of `v` may look at: of a string, or of the strings in a struct or an interface."""
    if type(v) is bytes:
        return len(v)
    if type(v) is Box:
        return len(v.v) if type(v.v) is bytes else 0
    if type(v) is list:
        return sum([len(item) for item in cast("list[Any]", v) if type(item) is bytes])
    return 0
