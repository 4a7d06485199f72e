"""encoding/json: types that decode themselves, with UnmarshalJSON or UnmarshalText."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.dispatch import implements, method_target
from codemode.interpreter.machine.typeops import copier
from codemode.interpreter.machine.values import Ptr, new_error, slice_from
from codemode.stdlib.encoding.json.input import Input, text_bytes
from codemode.types import model
from codemode.types.model import Type

Read = Callable[[Input, Any, Any], Any]

_SIGNATURE = model.signature_of((model.SLICE_BYTE,), (model.ERROR,))

_INTERFACES = {name: model.interface_of({name: _SIGNATURE}) for name in ("UnmarshalJSON", "UnmarshalText")}


def has_method(t: Type, name: str) -> bool:
    """Returns whether a type has this method: UnmarshalJSON or UnmarshalText."""
    return implements(t, _INTERFACES[name])


def call_method(source: Input, t: Type, pointer: Type, name: str, data: bytes, old: Any) -> Any:
    """Calls an unmarshaling method and returns the value that it sets."""
    target = method_target(source.run.program, pointer, name)
    if target is None:
        raise AssertionError(f"{pointer} lost its method {name}")
    source.run.alloc(len(data))
    cell = None if copier(t) is not None else [old]
    error = target(source.run, old if cell is None else Ptr(cell, 0), slice_from(bytearray(data)))
    if error is not None and source.error is None:
        source.error = error
    return old if cell is None else cell[0]


def by_json(t: Type, pointer: Type) -> Read:
    return lambda source, x, old: call_method(source, t, pointer, "UnmarshalJSON", source.raw(), old)


def by_text(t: Type, pointer: Type) -> Read:
    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None:
            return old
        if type(x) is not str:
            source.mismatch(t, x, err=new_error("JSON value must be string type"))
            return old
        return call_method(source, t, pointer, "UnmarshalText", text_bytes(x), old)

    return read
