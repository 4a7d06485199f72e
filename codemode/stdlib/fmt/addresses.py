"""Invented addresses for %p. An object keeps its address during a run, and every run of the program gives the same addresses."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Ptr, Slice

_FIRST = 0xC000012000
_STEP = 0x20


def address_of(run: Run, v: Any) -> int:
    """Returns the address of the target of a pointer, map, chan, func or slice; 0 for nil."""
    if v is None:
        return 0
    offset = 0
    if type(v) is Slice:
        if v is NIL_SLICE:
            return 0
        v, offset = v.arr, v.off
    elif type(v) is Ptr:
        v, offset = v.obj, v.idx
    known: dict[int, tuple[Any, int]] = run.services.setdefault("fmt.addresses", {})
    found = known.get(id(v))
    if found is None:
        run.alloc(128)
        # the reference keeps the id from being reused
        found = known[id(v)] = (v, _FIRST + len(known) * _STEP)
    return found[1] + offset * 8
