"""Charges work on whole strings by their length. The step of the statement itself pays for short ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.frames import Frame
from codemode.interpreter.machine.typeops import per_type
from codemode.interpreter.machine.values import Box
from codemode.types import model
from codemode.types.model import Type

LONG = 1024  # bytes
SHORT = 48  # strings up to this size are not worth charging for their memory


# Python copies and compares some hundreds of bytes in the time of one step.


def charge_reading(f: Frame, size: int) -> None:
    """Charges for comparing, hashing or scanning `size` bytes, before it is done."""
    f[0].charge(size >> 9)


def charge_making(f: Frame, size: int) -> None:
    """Charges for a string of `size` bytes, more than SHORT, before it is made."""
    f[0].alloc(size)
    if size > LONG:
        f[0].charge(size >> 9)


def _none(v: Any) -> int:
    return 0


def _in_interface(v: Any) -> int:
    """Counts only text that is directly in an interface: `iface_equal` charges for interfaces inside interfaces."""
    if type(v) is bytes:
        return len(v)
    if type(v) is not Box:
        return 0
    held: Any = v.v
    if held.__class__ is list:
        return sum([len(item) for item in held if type(item) is bytes])
    return len(held) if type(held) is bytes else 0


@per_type
def text_in(t: Type) -> Callable[[Any], int]:
    """Returns how many bytes of text a comparison of a `t` may read: of a string, or of the strings in a struct, an array or an interface."""
    under = t.underlying
    if isinstance(under, model.Basic):
        return len if under.info == "string" else _none
    if isinstance(under, model.Interface):
        return _in_interface
    if isinstance(under, model.Array):
        return _in_items(text_in(under.elem))
    if isinstance(under, model.Struct):
        return _in_fields(under)
    return _none


def _in_items(each: Callable[[Any], int]) -> Callable[[Any], int]:
    return _none if each is _none else lambda v: sum([each(item) for item in v])


def _in_fields(t: model.Struct) -> Callable[[Any], int]:
    found = [(i, text_in(f.type)) for i, f in enumerate(t.fields)]
    fields = [(i, each) for i, each in found if each is not _none]
    if not fields:
        return _none
    return lambda v: sum([each(v[i]) for i, each in fields])
