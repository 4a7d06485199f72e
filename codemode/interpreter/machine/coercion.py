"""Uses an any where a concrete type is needed: an assertion with lossless conversions, and the messages for values that do not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.assertions import asserter, python_type
from codemode.interpreter.machine.conversions import converter
from codemode.interpreter.machine.dispatch import find_method, missing_method
from codemode.interpreter.machine.floattext import shortest
from codemode.interpreter.machine.panic_hints import PanicHint, for_use, if_nil, panic_hint
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import go_name, int_range, is_byte, is_text, per_type, wrap
from codemode.interpreter.machine.values import (
    NIL_SLICE,
    PLAIN_RUNTIME_ERROR,
    Box,
    GoPanic,
    JsonInt,
    Slice,
    boxer,
    nil_deref,
    type_of,
    unbox,
)
from codemode.types import model
from codemode.types.model import Type

_INTS = ("integer", "unsigned")
_SHOWN = 40


def failure(text: str, panic_hint: PanicHint | None = None) -> GoPanic:
    """A panic for something that Go has no message for, with what to write instead."""
    return GoPanic(Box(PLAIN_RUNTIME_ERROR, text.encode()), panic_hint=panic_hint)


def kind_of(x: Any) -> str:
    """What an any contains, in words: nil, string, number, map[string]any, ..."""
    t = type_of(x)
    if t is None:
        return "nil"
    if type(x) is JsonInt:
        return "number"
    return go_name(t).replace("interface {}", "any")


def described(x: Any) -> str:
    """A value and its kind, for messages: `"abc" (string)`."""
    kind = kind_of(x)
    v = unbox(x) if x is not None else None
    if isinstance(v, bytes):
        text = v.decode("utf-8", "replace")
        shown = '"' + (text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...") + '"'
    elif type(x) is JsonInt:
        shown = str(int(x))
    elif isinstance(v, bool):
        shown = "true" if v else "false"
    elif isinstance(v, float):
        shown = shortest(v)
    elif isinstance(v, int):
        shown = str(v)
    else:
        return kind
    return f"{shown} ({kind})"


def number_in(x: Any) -> int | float | None:
    """The number in an any, None if it contains none."""
    v = x.v if type(x) is Box and isinstance(x.t.underlying, model.Basic) else x
    if isinstance(v, int | float) and not isinstance(v, bool):
        return int(v) if isinstance(v, int) else v
    return None


# --- an any where a concrete type is needed ----------------------------------------------------------------------


def coercer(t: Type, text: str) -> Callable[[Run, Any], Any]:
    """Returns a function (run, x) that converts x to type `t`: an assertion, with lossless number conversion."""
    convert = loose(t)

    def coerce(run: Run, x: Any) -> Any:
        ok, v = convert(run, x)
        if ok:
            return v
        way, want = _way(t, x, text), _shown_type(t)
        told = for_use(kind_of(x), want, cut=_has_fraction(t, x))
        raise failure(f"cannot use {described(x)} as {want} value: {text} is {holds(x)}{way}", told)

    return coerce


def text_key(text: str) -> Callable[[Run, Any], bytes]:
    """An any as a key of a map[string]T: a number becomes its text, as in JSON objects."""
    coerce = coercer(model.STRING, text)

    def key(run: Run, x: Any) -> bytes:
        if type(x) is bytes:
            return x
        number = number_in(x)
        if number is None:
            return coerce(run, x)
        return (str(number) if isinstance(number, int) else shortest(number)).encode()

    return key


def _has_fraction(t: Type, x: Any) -> bool:
    """Whether an any contains a number with a fraction, and `t` is an integer type."""
    under = t.underlying
    return isinstance(under, model.Basic) and under.info in _INTS and isinstance(number_in(x), float)


def _way(t: Type, x: Any, text: str) -> str:
    """What to write instead, if the message does not make it obvious."""
    under = t.underlying
    if _has_fraction(t, x):
        return f" with a fraction; {_shown_type(t)}({text}) cuts it off"
    if isinstance(under, model.Pointer) and x is not None:
        return f" and not its address; write v := {text}.({_shown_type(under.elem)}) and use &v"
    return ""


def text_by(run: Run, x: Any, name: str) -> Any:
    """The text that a value's Error or String method returns, where a string is needed."""
    method = find_method(run, x, name)
    if method is None:
        raise nil_deref()
    return method()


def truth(x: Any, text: str) -> bool:
    """An any as a condition. nil, "" and 0 are false, as in every language that has such conditions. An empty list or map panics, because
    languages differ on it."""
    if isinstance(x, bool):
        return x
    v = unbox(x) if x is not None else None
    if v is None or isinstance(v, bool | int | float | bytes):
        return bool(v)
    if isinstance(v, dict) or (type(v) is Slice):
        if isinstance(v, Slice) and v.len and isinstance(v.arr[v.off], bool):
            raise failure(
                f"cannot use {text} as a condition: it is a list of booleans, of which one, or all, may be meant"
            )
        if len(cast("dict[Any, Any]", v)) if isinstance(v, dict) else v.len:
            return True
        raise failure(f"cannot use {text} as a condition: it is an empty {kind_of(x)}", panic_hint("empty_condition"))
    raise failure(f"cannot use {text} as a condition: it is {holds(x)}")


def holds(x: Any) -> str:
    kind = kind_of(x)
    return kind if kind == "nil" else f"{'an' if kind[0] in 'aeio' else 'a'} {kind}"


def _shown_type(t: Type) -> str:
    return go_name(t).replace("main.", "").replace("interface {}", "any")


Loose = Callable[[Run, Any], tuple[bool, Any]]


@per_type
def loose(t: Type) -> Loose:
    under = t.underlying
    exact = asserter(t)
    if isinstance(under, model.Interface):
        return lambda run, x: (x is None or not missing_method(cast(Type, type_of(x)), t), x)
    if isinstance(under, model.Basic):
        if under.info in _INTS:
            return _loose_int(t, exact)
        if under.info == "float":
            return _loose_float(t, exact)
        if under.info == "string":
            return lambda run, x: (True, x) if type(x) is bytes else exact(x)
        return lambda run, x: exact(x)
    if isinstance(under, model.Slice):
        return _loose_slice(t, under, exact)
    if isinstance(under, model.Map):
        return _loose_map(under, exact)
    nilable = isinstance(under, model.Pointer | model.Signature | model.Chan)
    return lambda run, x: (True, None) if x is None and nilable else exact(x)


def _loose_int(t: Type, exact: Callable[[Any], tuple[bool, Any]]) -> Loose:
    low, high = int_range(t)

    def to_int(run: Run, x: Any) -> tuple[bool, Any]:
        if type(x) is int and low <= x <= high:
            return True, x
        ok, v = exact(x)
        if ok:
            return ok, v
        number = number_in(x)
        if number is None or number != number or number in (float("inf"), float("-inf")):
            return False, x
        whole = int(number)
        return whole == number and low <= whole <= high, whole

    return to_int


def _loose_float(t: Type, exact: Callable[[Any], tuple[bool, Any]]) -> Loose:
    narrow = wrap(t)

    def to_float(run: Run, x: Any) -> tuple[bool, Any]:
        if type(x) is float and narrow is None:
            return True, x
        ok, v = exact(x)
        if ok:
            return ok, v
        number = number_in(x)
        if number is None:
            return False, x
        value = float(number)
        return value == number or value != value or type(x) is JsonInt, (value if narrow is None else narrow(value))

    return to_float


def _loose_slice(t: Type, under: model.Slice, exact: Callable[[Any], tuple[bool, Any]]) -> Loose:
    elem = loose(under.elem)
    as_bytes = is_byte(under.elem)
    bare = python_type(under.elem) is not None  # such elements have the same representation in an []any

    def to_slice(run: Run, x: Any) -> tuple[bool, Any]:
        if x is None:
            return True, NIL_SLICE
        ok, v = exact(x)
        if ok:
            return ok, v
        if type(x) is not Slice:
            return _anys(run, x) if t is model.SLICE_ANY else (False, v)
        run.charge(x.len)
        run.alloc(56 + 16 * x.len)
        items: list[Any] = []
        for item in x.view():
            ok, v = elem(run, item)
            if not ok:
                return False, x
            items.append(v)
        if bare and items:
            # the list itself, as in Go: sort.Strings(names) sorts names
            x.arr[x.off : x.off + x.len] = items
            return True, x
        return True, Slice(bytearray(items) if as_bytes else items, 0, len(items), len(items))

    return to_slice


def _anys(run: Run, x: Any) -> tuple[bool, Any]:
    """Converts a []string or similar list to a new list of type []any."""
    list_, t = unbox(x), cast(Type, type_of(x))
    under = t.underlying
    if type(list_) is not Slice or not isinstance(under, model.Slice) or is_byte(under.elem):
        return False, x
    run.charge(list_.len)
    run.alloc(56 + 16 * list_.len)
    box = boxer(under.elem)
    items = list(list_.view()) if box is None else [box(item) for item in list_.view()]
    return True, Slice(items, 0, len(items), len(items))


def _loose_map(under: model.Map, exact: Callable[[Any], tuple[bool, Any]]) -> Loose:
    elem = loose(under.elem)
    by_string = is_text(under.key)

    def to_map(run: Run, x: Any) -> tuple[bool, Any]:
        if x is None:
            return True, None
        ok, v = exact(x)
        if ok or type(x) is not dict or not by_string:
            return ok, v
        return _copied_map(run, cast("dict[bytes, Any]", x), elem)

    return to_map


def _copied_map(run: Run, entries: dict[bytes, Any], elem: Loose) -> tuple[bool, Any]:
    run.charge(len(entries))
    run.alloc(64 + 80 * len(entries))
    made: dict[bytes, Any] = {}
    for k, item in entries.items():
        ok, v = elem(run, item)
        if not ok:
            return False, entries
        made[k] = v
    return True, made


def _shown_number(text: bytes, d: Type) -> int | float | None:
    """The number that a text represents, where int(text) or float64(text) is used as in Python."""
    if not isinstance(d, model.Basic) or len(text) > _SHOWN:
        return None
    plain = text.strip()
    if d.info == "float":
        return float(plain) if _DECIMAL.fullmatch(plain) else None
    if d.info in _INTS and _WHOLE.fullmatch(plain):
        low, high = int_range(d)
        number = int(plain)
        return number if low <= number <= high else None
    return None


_WHOLE = re.compile(rb"[+-]?\d+")
_DECIMAL = re.compile(rb"[+-]?(\d++(?:\.\d*+)?|\.\d++)([eE][+-]?\d{1,3})?")


def convert(run: Run, x: Any, t: Type, text: str) -> Any:
    """T(x): the explicit conversion from the dynamic type if Go has one, else an assertion."""
    source = type_of(x)
    if source is not None:
        ok, v = asserter(t)(x)
        if ok:
            return v
        d = t.underlying
        if isinstance(d, model.Basic) and d.info in (*_INTS, "float") and number_in(x) is not None:
            number = number_in(x)
            real = model.INT64 if isinstance(number, int) else model.FLOAT64
            apply = converter(real, t)
            return number if apply is None else apply(number)
        if _converts_text(source, t):
            apply = converter(source, t)
            return unbox(x) if apply is None else apply(unbox(x))
        number = _shown_number(unbox(x), d) if is_text(source) else None
        if number is not None:
            return number
    ok, v = loose(t)(run, x)
    if ok:
        return v
    want = _shown_type(t)
    of_list = kind_of(x) == "[]any" and want.startswith("int")
    told = panic_hint("list_as_int") if of_list else for_use(kind_of(x), want) if want != "string" else if_nil(x)
    raise failure(f"cannot convert {described(x)} to type {want}: {text} is {holds(x)}", told)


def _converts_text(source: Type, t: Type) -> bool:
    """Whether Go converts between these types, of which one is a string: also a list to a string, except []any, and s[0] or a character of a text."""
    s = source.underlying
    if not is_text(t):
        return is_text(source) and isinstance(t.underlying, model.Slice)
    return (
        is_text(source)
        or s in (model.UINT8, model.INT32)
        or (isinstance(s, model.Slice) and source is not model.SLICE_ANY)
    )
