"""Dynamic type tests: `x.(T)`, type switches, and the lossless conversions that are allowed for data from tools."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.dispatch import missing_method
from codemode.interpreter.machine.panic_hints import for_assertion, panic_hint
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, int_range, is_iface, per_type
from codemode.interpreter.machine.values import ASSERTION_ERROR_PTR, Box, GoPanic, JsonInt, Slice, type_of
from codemode.types import model
from codemode.types.model import Type

Test = Callable[[Any], bool]
Asserter = Callable[[Any], tuple[bool, Any]]

_PYTHON: dict[Type, type] = {
    model.STRING: bytes,
    model.BOOL: bool,
    model.INT: int,
    model.FLOAT64: float,
    model.MAP_STRING_ANY: dict,
    model.SLICE_ANY: Slice,
}


def python_type(t: Type) -> type | None:
    """Returns the Python type of all values of `t` in an interface, for types whose values are stored bare there (except nil maps and numbers from
    tools)."""
    return _PYTHON.get(t)


def is_data(t: Type) -> bool:
    """Whether the type is a named type for a map of host data."""
    return isinstance(t, model.Named) and t.is_data


@per_type
def has_type(t: Type) -> Test:
    """Whether an interface value has exactly the dynamic type `t`, or implements `t` if that is an interface. Numbers from tools are float64."""
    if is_iface(t):
        return lambda x: x is not None and not missing_method(cast(Type, type_of(x)), t)
    bare = _PYTHON.get(t)
    if bare is None:
        return lambda x: type(x) is Box and x.t is t
    if bare is float:
        return lambda x: type(x) is float or type(x) is JsonInt
    if bare is dict:
        return lambda x: type(x) is dict or (type(x) is Box and (x.t is t or is_data(x.t)))
    return lambda x: type(x) is bare


@per_type
def asserter(t: Type) -> Asserter:
    """Returns the function of `v, ok := x.(T)`, which returns (ok, v); v is meaningless if not ok. A JsonInt is also of any integer type that can
    represent it."""
    test = has_type(t)
    if is_iface(t):
        return lambda x: (test(x), x)
    bare = _PYTHON.get(t)
    if t is model.FLOAT64:
        return lambda x: (True, x) if type(x) is float else (type(x) is JsonInt, _as_float(x))
    under = t.underlying
    if isinstance(under, model.Basic) and under is t and under.info in ("integer", "unsigned"):
        return _integer_asserter(t, test)
    if bare is not None and bare is not dict:
        return lambda x: (type(x) is bare, x)
    return lambda x: (test(x), x.v if type(x) is Box else x)


def _as_float(x: Any) -> Any:
    return float(x) if type(x) is JsonInt else x


def _integer_asserter(t: Type, test: Test) -> Asserter:
    low, high = int_range(t)

    def integer(x: Any) -> tuple[bool, Any]:
        if type(x) is JsonInt:
            return low <= x <= high, int(x)
        return test(x), x.v if type(x) is Box else x

    return integer


def came_in(run: Run, x: Any) -> bool:
    """Whether a list or an object may be data from outside. The program's own values have only their Go type, even if all elements are strings.

    A list from outside is marked. An object is not: it counts as the program's own if the program has put a number or a list into it.
    """
    if type(x) is Slice:
        return hasattr(x, "given")
    if type(x) is not dict or not run.was_given_data:
        return False
    entries = cast("dict[bytes, Any]", x)
    run.charge(len(entries) >> 2)
    return not any(type(v) in (int, Box) or (type(v) is Slice and not hasattr(v, "given")) for v in entries.values())


def failed_assertion(x: Any, t: Type, static: Type) -> GoPanic:
    inter, want = go_name(static), go_name(t)
    have = type_of(x)
    told = panic_hint("wrong_assertion")
    if have is None:
        told = panic_hint("nil_asserted")
        text = f"{inter if not is_iface(t) else 'interface'} is nil, not {want}"
    elif is_iface(t):
        text = f"{go_name(have)} is not {want}: missing method {missing_method(have, t)}"
    else:
        text = f"{inter} is {go_name(have)}, not {want}"
        if go_name(have) == want:
            text += " (types from different scopes)"
        told = for_assertion(go_name(have), want, inter)
    return GoPanic(Box(ASSERTION_ERROR_PTR, [f"interface conversion: {text}".encode()]), panic_hint=told)
