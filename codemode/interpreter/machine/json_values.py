"""The JSON form of single values: numbers and map keys; and which values are zero."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from codemode.interpreter.machine.dispatch import find_method, implements, method_target
from codemode.interpreter.machine.floattext import shortest
from codemode.interpreter.machine.json_text import float_text, text_of
from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, go_name, zero_maker
from codemode.interpreter.machine.values import NIL_SLICE, Box, type_of
from codemode.types import model
from codemode.types.model import Type

_INT_LIMIT = float(1 << 63)


def number_of(x: float) -> Any:
    """A float as JSON: an int if it is integral; NaN and infinities become their Go names."""
    if x.is_integer():
        return int(x) if -_INT_LIMIT < x < _INT_LIMIT else x
    if x - x != 0:
        return "NaN" if x != x else "+Inf" if x > 0 else "-Inf"
    return x


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are not JSON


DECODER = json.JSONDecoder(parse_float=lambda text: number_of(float(text)), parse_constant=_refuse)

_RESULTS: dict[str, tuple[Type, ...]] = {
    "MarshalJSON": (model.SLICE_BYTE, model.ERROR),
    "MarshalText": (model.SLICE_BYTE, model.ERROR),
    "Error": (model.STRING,),
    "IsZero": (model.BOOL,),
}

_INTERFACES = {name: model.interface_of({name: model.signature_of((), found)}) for name, found in _RESULTS.items()}


def has_method(t: Type, name: str) -> bool:
    """Whether type `t` has this method with the signature by which it is called here."""
    return implements(t, _INTERFACES[name])


def json_number(text: str) -> Any:
    """A json.Number as a number; an invalid one stays text."""
    if not text:
        return 0
    try:
        found = DECODER.decode(text)
    except ValueError:
        return text
    return found if type(found) in (int, float) else text


def complex_text(v: complex, bits: int) -> str:
    imag = shortest(v.imag, bits)
    return f"({shortest(v.real, bits)}{'' if imag[0] in '+-' else '+'}{imag}i)"


def is_zero(run: Run, t: Type, v: Any) -> bool:
    """Whether `omitzero` omits the value: values whose own method reports zero, else zero values."""
    if v is None:
        return True
    for receiver in (t, model.pointer_to(t)):
        if (receiver is t or copier(t) is not None) and has_method(receiver, "IsZero"):
            if isinstance(t.underlying, model.Interface):
                method = find_method(run, v, "IsZero")
                return method is None or method() is True
            target = method_target(run.program, receiver, "IsZero")
            if target is not None:
                return target(run, v) is True
    if isinstance(t.underlying, model.Slice):
        return v is NIL_SLICE
    if isinstance(t.underlying, model.Map | model.Signature | model.Pointer | model.Chan | model.Interface):
        return False
    return _is_zero_value(t, v)


def _is_zero_value(t: Type, v: Any) -> bool:
    under = t.underlying
    if isinstance(under, model.Array):
        return all(_is_zero_value(under.elem, item) for item in v)
    if isinstance(under, model.Struct):
        return all(_is_zero_value(f.type, item) for f, item in zip(under.fields, v))
    if isinstance(under, model.Basic):
        return v == zero_maker(t)() and str(v)[:1] != "-"
    return v is None or v is NIL_SLICE


def key_text(run: Run, t: Type, key: Any) -> str:
    """A map key as a member name: strings as they are, TextMarshalers by their text, everything else as Go prints it."""
    under = t.underlying
    if isinstance(under, model.Interface):
        dynamic = type_of(key)
        if dynamic is None:
            return "nil"
        return key_text(run, dynamic, key.v if type(key) is Box else key)
    if isinstance(under, model.Basic) and under.info == "string":
        return text_of(key)
    if has_method(t, "MarshalText"):
        target = method_target(run.program, t, "MarshalText")
        if target is not None and key is not None:
            try:
                data, error = target(run, key)
            except Exception as exc:
                if as_panic(exc) is None:
                    raise
                return f"<MarshalText of {go_name(t)} panicked>"
            if error is None:
                return text_of(bytes(data.view()))
    return _printed_key(run, t, under, key)


def _printed_key(run: Run, t: Type, under: Type, key: Any) -> str:
    if isinstance(under, model.Basic):
        if under.info == "boolean":
            return "true" if key else "false"
        if under.info == "float":
            return float_text(key, under.bits) if key - key == 0 else shortest(key)
        return complex_text(key, under.bits // 2) if under.info == "complex" else str(key)
    if isinstance(under, model.Struct):
        return f"{{{' '.join(key_text(run, f.type, v) for f, v in zip(under.fields, key))}}}"
    if isinstance(under, model.Array):
        return f"[{' '.join(key_text(run, under.elem, v) for v in key)}]"
    return f"<{go_name(t)}>"
