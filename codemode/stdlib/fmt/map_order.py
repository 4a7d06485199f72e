"""The order in which fmt and text/template print a map: Go's internal/fmtsort."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from codemode.interpreter.machine.map_keys import key_decoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import per_type
from codemode.interpreter.machine.values import JsonInt, type_of, unbox
from codemode.stdlib.fmt.addresses import address_of
from codemode.types import model
from codemode.types.model import Type

# Go orders interface values of different types by the address of the type. This is the order of the basic types
_TYPE_ORDER: Sequence[str] = (
    "string int8 uint8 int16 uint16 int32 uint32 int64 uint64 int uint uintptr complex64 complex128 float32 float64 bool"
).split()

Key = Callable[[Run, Any], Any]


def sorted_items(run: Run, t: model.Map, m: dict[Any, Any]) -> list[tuple[Any, Any]]:
    """Returns the (decoded key, value) pairs in Go's order."""
    run.charge(len(m))
    decode = key_decoder(t.key)
    keys = list(m) if decode is None else [decode(k) for k in m]
    pairs = list(zip(keys, m.values()))
    under = t.key.underlying
    if isinstance(under, model.Basic) and under.info in ("string", "integer", "unsigned", "boolean"):
        pairs.sort(key=_first)
    else:
        order = _order(t.key)
        pairs.sort(key=lambda pair: order(run, pair[0]))
    return pairs


def _first(pair: tuple[Any, Any]) -> Any:
    return pair[0]


@per_type
def _order(t: Type) -> Key:
    """Returns the sort key function for a key type."""
    under = t.underlying
    if isinstance(under, model.Basic):
        if under.info == "float":
            return lambda run, v: _float_key(v)
        if under.info == "complex":
            return lambda run, v: (_float_key(v.real), _float_key(v.imag))
        return lambda run, v: v
    if isinstance(under, model.Struct):
        fields = [_order(f.type) for f in under.fields]
        return lambda run, v: tuple([order(run, item) for order, item in zip(fields, v)])
    if isinstance(under, model.Array):
        each = _order(under.elem)
        return lambda run, v: tuple([each(run, item) for item in v])
    if isinstance(under, model.Interface):
        return _interface_key
    return lambda run, v: address_of(run, v)


def _float_key(v: float) -> tuple[bool, float]:
    return (v == v, v if v == v else 0.0)  # NaN comes first


def _interface_key(run: Run, x: Any) -> Any:
    if x is None:
        return (0,)
    t = cast(Type, type_of(x))
    v = x if type(x) is JsonInt else unbox(x)
    return (1, *_type_rank(t), _order(t)(run, v))


def _type_rank(t: Type) -> tuple[int, int, str]:
    name = t.text("main.")
    if isinstance(t, model.Basic):
        return 2, _TYPE_ORDER.index(name), ""
    if isinstance(t.underlying, model.Basic):
        return 1, 0, name
    return (3 if isinstance(t, model.Named) else 0), 0, name
