"""Converts guest values to plain JSON data for the host: the value of a program, and the arguments of a tool call.

The rules are those of encoding/json, with these differences: nothing fails (a value that JSON cannot represent becomes a clear text, and `sent`
reports its place), nil slices are empty lists, integral floats are integers, and error values are their text.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable
from itertools import accumulate, repeat
from typing import Any, cast

from codemode.interpreter.machine.dispatch import find_method, method_target
from codemode.interpreter.machine.json_fields import Field, fields_of, hidden_fields_of, is_empty
from codemode.interpreter.machine.json_text import text_of
from codemode.interpreter.machine.json_values import (
    DECODER,
    complex_text,
    has_method,
    is_zero,
    json_number,
    key_text,
    number_of,
)
from codemode.interpreter.machine.map_keys import key_decoder
from codemode.interpreter.machine.panics import as_panic
from codemode.interpreter.machine.request_limits import BYTES_URL
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.sizes import json_size
from codemode.interpreter.machine.typeops import copier, go_name, is_byte, per_type
from codemode.interpreter.machine.values import Box, Halt, JsonInt, Ptr, Slice
from codemode.types import model
from codemode.types.model import Type

MAX_DEPTH = 200
TOO_DEEP = "<nested too deeply>"
CYCLE = "<cycle>"
LESS = "keep less data at once, for example aggregate page by page"

_LONG = 4096  # bytes of a string that is checked for characters that take more space as JSON
_SHORT = 64  # bytes of a string that the charge for its container covers


class TooMuch(Halt):
    """The data exceeds the maximum number of bytes."""

    def __init__(self, most: int) -> None:
        self.told = f"more than {most} bytes at once"
        super().__init__("memory_limit_exceeded", f"the program hands over {self.told}", LESS)


def to_json(run: Run, x: Any) -> Any:
    """Returns plain JSON data for an interface value. Charges steps and memory; calls the guest's own MarshalJSON, MarshalText and Error methods.
    Raises TooMuch."""
    return sent(run, x)[0]


def sent(run: Run, x: Any, *, urls: Callable[[], bool] | None = None, most: int = 0) -> tuple[Any, str]:
    """Like `to_json`; also describes the first value that JSON cannot represent: `rates[2] is NaN, which is not a JSON number`.

    With `urls`, a []byte becomes a URL, which distinguishes it from a text that looks like base64. `most` is the maximum number of bytes, as the
    meter counts them; a shared value is converted and counted again each time.
    """
    out = _Outgoing(run, most or run.limits.memory_limit_bytes)
    made = out.value(x, 0)
    if not out.has_marks:
        return made, ""
    told = _odd_in(made, "")
    return _without_marks(made, BYTES_URL if urls is not None and urls() else ""), told


class _Odd(str):
    """The text in place of a value that is not data; `told` describes the value."""

    __slots__ = ("told",)

    told: str


class _Bytes(str):
    """The base64 text of a []byte."""

    __slots__ = ()


def _odd_in(made: Any, path: str) -> str:
    """The place and description of the first value that is not data."""
    if type(made) is _Odd:
        return f"{path or 'the value'} {made.told}"
    if type(made) is dict:
        members = cast("dict[str, Any]", made).items()
        places = ((f"{path}.{_word(key)}" if path else _word(key), item) for key, item in members)
    elif type(made) is list:
        places = ((f"{path}[{at}]", item) for at, item in enumerate(cast("list[Any]", made)))
    else:
        return ""
    for place, item in places:  # in no generator: each would take C stack
        if told := _odd_in(item, place):
            return told
    return ""


def _word(key: str) -> str:
    return key if key.isidentifier() else json.dumps(key[:60])


def _without_marks(made: Any, prefix: str) -> Any:
    """Replaces the marked texts with plain ones, in place: a conversion shares nothing."""
    if type(made) is dict:
        members = cast("dict[str, Any]", made)
        for key, item in members.items():
            members[key] = _without_marks(item, prefix)
    elif type(made) is list:
        items = cast("list[Any]", made)
        items[:] = [_without_marks(item, prefix) for item in items]
    elif type(made) is _Bytes:
        return prefix + str.__str__(made)
    elif type(made) is _Odd:
        return str.__str__(made)
    return cast(Any, made)


class _Outgoing:
    """One conversion. `open` has the containers that are being converted, so that a value that contains itself ends. `has_marks`: the result
    contains marked texts, for values that are not data or for bytes."""

    __slots__ = ("has_marks", "left", "most", "open", "run", "spent")

    def __init__(self, run: Run, most: int) -> None:
        self.run = run
        self.most = self.left = most
        self.has_marks = False
        self.spent = 0  # steps of methods that tell the result of a program that has ended
        self.open: set[Any] = set()

    def value(self, x: Any, depth: int) -> Any:
        """Converts an interface value."""
        kind = cast("type[object]", type(x))
        if kind is bytes:
            return self.text(x)
        if x is None or kind is bool or kind is int:
            return x
        if kind is JsonInt:
            return int(x)
        if kind is float:
            return self.number(x)
        if kind is dict:
            return self.inside(id(x), depth, _map_of_any, x)
        if kind is Slice:
            return self.inside((id(x.arr), x.off, x.len), depth, _slice_of_any, x)
        box = cast(Box, x)
        return converter(box.t)(self, box.v, depth)

    def told_by(self, method: Callable[..., Any], v: Any) -> Any:
        """Calls a method of the program."""
        run = self.run
        if run.measure is not None:  # the program still runs, and is interrupted as elsewhere
            return method(run, v)
        before = run.steps
        with run.telling(self.spent):
            result = method(run, v)
        self.spent += run.steps - before
        return result

    def number(self, x: float) -> Any:
        return number_of(x) if x - x == 0 else self.odd(number_of(x), f"is {number_of(x)}, which is not a JSON number")

    def odd(self, text: str, told: str) -> str:
        """Returns the text in place of a value that is not data."""
        self.has_marks = True
        made = _Odd(text)
        made.told = told
        return made

    def too_deep(self) -> str:
        return self.odd(TOO_DEEP, f"is nested deeper than {MAX_DEPTH}, which is not data")

    def text(self, data: bytes) -> str:
        if len(data) > _SHORT:
            size = json_size(data) if len(data) > _LONG else len(data)
            self.run.charge(size // 64)
            self.make(size)
        return text_of(data)

    def make(self, size: int) -> None:
        """Charges bytes before they are made. Raises TooMuch."""
        self.left -= size
        if self.left < 0:
            raise TooMuch(self.most)
        self.run.alloc(size)

    def inside(self, identity: Any, depth: int, convert: Callable[[_Outgoing, Any, int], Any], v: Any) -> Any:
        """Converts a container, unless it is already open or nested too deeply."""
        if identity in self.open:
            return self.odd(CYCLE, "is inside itself, which is not data")
        if depth >= MAX_DEPTH:
            return self.too_deep()
        self.open.add(identity)
        try:
            return convert(self, v, depth + 1)
        finally:
            self.open.discard(identity)

    def spend(self, count: int) -> None:
        self.run.charge(1 + count)
        self.make(56 + 80 * count)

    def spend_names(self, names: Iterable[bytes | str], count: int) -> None:
        """Charges for long member names."""
        size = sum(map(len, names))
        if size > _SHORT * count:
            self.run.charge(size // 64)
            self.make(size)


Convert = Callable[[_Outgoing, Any, int], Any]


def _map_of_any(out: _Outgoing, v: dict[bytes, Any], depth: int) -> dict[str, Any]:
    out.spend(len(v))
    out.spend_names(v, len(v))
    made: dict[str, Any] = {}
    for key in out.run.paced(sorted(v), len(v)):
        item = v[key]
        # the most common leaves inline: a call for each costs as much as the conversion
        kind = item.__class__
        if kind is bytes and len(item) <= _SHORT:
            item = text_of(item)
        elif kind is JsonInt:
            item = int(item)
        elif not (item is None or kind is int or kind is bool):
            item = out.value(item, depth)
        made[text_of(key)] = item
    return made


def _slice_of_any(out: _Outgoing, v: Slice, depth: int) -> list[Any]:
    out.spend(v.len)
    value = out.value
    return [value(item, depth) for item in out.run.paced(v.view(), v.len)]


# --- by type ---------------------------------------------------------------------------------------------------------


@per_type
def converter(t: Type) -> Convert:
    """Returns a function that converts a value of static type `t`."""
    plain = _MAKERS[type(t.underlying)](t, t.underlying)
    if isinstance(t.underlying, model.Interface):
        return plain
    pointer = None if isinstance(t.underlying, model.Pointer) else model.pointer_to(t)
    for name, finish in (("MarshalJSON", _parsed), ("MarshalText", _as_text)):
        if has_method(t, name):
            return _by_method(t, name, finish, plain)
        if pointer is not None and copier(t) is not None and has_method(pointer, name):
            # a program that declares JSON with a pointer method intends it for values that are not addressable, too
            return _by_method(pointer, name, finish, plain)
    return _by_method(t, "Error", _as_error, plain) if has_method(t, "Error") else plain


def _by_method(t: Type, name: str, finish: Callable[[_Outgoing, Any, int], Any], plain: Convert) -> Convert:
    def convert(out: _Outgoing, v: Any, depth: int) -> Any:
        if v is None:
            return None
        if depth >= MAX_DEPTH:
            return out.too_deep()
        target = method_target(out.run.program, t, name)
        if target is None:
            return plain(out, v, depth)
        try:
            result = out.told_by(target, v)
        except Exception as exc:
            if as_panic(exc) is None:
                raise
            return f"<{name} of {go_name(t)} panicked>"
        return finish(out, result, depth)

    return convert


def _failure(out: _Outgoing, error: Any) -> str | None:
    if error is None:
        return None
    method = find_method(out.run, error, "Error")
    return text_of(out.told_by(lambda *_: method(), None)) if method is not None else "error"


def _parsed(out: _Outgoing, result: tuple[Slice, Any], depth: int) -> Any:
    """The result of MarshalJSON as data; its text if it is not JSON."""
    data, error = result
    failure = _failure(out, error)
    if failure is not None:
        return failure
    text = text_of(bytes(data.view()))
    out.run.charge(len(text) // 16)
    out.make(data.len + 88 * (text.count("[") + text.count("{")))
    if text.count("[") + text.count("{") > MAX_DEPTH:
        out.run.charge(len(text))
        if _nesting(text) > MAX_DEPTH:
            return out.too_deep()
    try:
        return DECODER.decode(text)
    except (ValueError, RecursionError):
        return text


def _nesting(text: str) -> int:
    """An upper bound of how deep JSON text is nested: brackets inside strings count as well."""
    return max(accumulate(map(_LEVELS.get, text, repeat(0))), default=0)


_LEVELS = {"[": 1, "{": 1, "]": -1, "}": -1}


def _as_text(out: _Outgoing, result: tuple[Slice, Any], depth: int) -> Any:
    data, error = result
    failure = _failure(out, error)
    return out.text(bytes(data.view())) if failure is None else failure


def _as_error(out: _Outgoing, result: bytes, depth: int) -> str:
    return out.text(result)


def _basic(t: Type, under: model.Basic) -> Convert:
    if under.info == "string":
        if isinstance(t, model.Named) and (t.package, t.name) == ("json", "Number"):
            return lambda out, v, depth: json_number(out.text(v))
        return lambda out, v, depth: out.text(v)
    if under.info == "float":
        return lambda out, v, depth: out.number(v)
    if under.info == "complex":
        bits = under.bits // 2
        return lambda out, v, depth: complex_text(v, bits)
    if under.info == "native":
        return lambda out, v, depth: None
    return lambda out, v, depth: v


def _interface(t: Type, under: model.Interface) -> Convert:
    return lambda out, v, depth: out.value(v, depth)


def _pointer(t: Type, under: model.Pointer) -> Convert:
    elem = under.elem

    def convert(out: _Outgoing, v: Any, depth: int) -> Any:
        if v is None:
            return None
        if type(v) is Ptr:
            return out.inside(("ptr", id(v.obj), v.idx), depth, converter(elem), v.obj[v.idx])
        return out.inside(id(v), depth, converter(elem), v)

    return convert


def _struct(t: Type, under: model.Struct) -> Convert:
    is_own = not (isinstance(t, model.Named) and t.package)

    def convert(out: _Outgoing, v: list[Any], depth: int) -> Any:
        if depth >= MAX_DEPTH:
            return out.too_deep()
        # of a program's struct that has only unexported fields {} would be useless as a result
        members = fields_of(t) or (hidden_fields_of(t) if is_own else ())
        out.spend(len(members))
        made: dict[str, Any] = {}
        for member in members:
            value, present = member.get(v)
            if not present or (member.omit_empty and is_empty(member.typ, value)):
                continue
            if member.omit_zero and is_zero(out.run, member.typ, value):
                continue
            converted = converter(member.typ)(out, value, depth + 1)
            made[member.name] = _quoted(converted) if member.quoted and _may_quote(member) else converted
        return made

    return convert


def _may_quote(member: Field) -> bool:
    """The `string` option is for strings, numbers and booleans."""
    return isinstance(member.typ.underlying, model.Basic)


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _slice(t: Type, under: model.Slice) -> Convert:
    if is_byte(under.elem):
        return lambda out, v, depth: _base64(out, v)

    def items(out: _Outgoing, v: Slice, depth: int) -> list[Any]:
        out.spend(v.len)
        convert = converter(under.elem)
        return [convert(out, item, depth) for item in out.run.paced(v.view(), v.len)]

    return lambda out, v, depth: out.inside((id(v.arr), v.off, v.len), depth, items, v)


def _base64(out: _Outgoing, v: Slice) -> str:
    out.run.charge(v.len // 32)
    out.make(v.len * 4 // 3)
    out.has_marks = True
    return _Bytes(b64encode(bytes(v.view())).decode("ascii"))


def _array(t: Type, under: model.Array) -> Convert:
    def convert(out: _Outgoing, v: list[Any], depth: int) -> Any:
        if depth >= MAX_DEPTH:
            return out.too_deep()
        out.spend(len(v))
        item = converter(under.elem)
        return [item(out, each, depth + 1) for each in out.run.paced(v, len(v))]

    return convert


def _map(t: Type, under: model.Map) -> Convert:
    def entries(out: _Outgoing, v: dict[Any, Any], depth: int) -> dict[str, Any]:
        out.spend(len(v))
        decode, convert = key_decoder(under.key), converter(under.elem)
        members = out.run.paced(v.items(), len(v))
        named = [(key_text(out.run, under.key, decode(k) if decode else k), item) for k, item in members]
        out.spend_names((name for name, _ in named), len(named))
        named.sort(key=lambda pair: pair[0].encode("utf-8", "replace"))
        return {name: convert(out, item, depth) for name, item in out.run.paced(named, len(named))}

    has_texts = isinstance(under.key.underlying, model.Basic) and under.key.underlying.info == "string"
    convert_it = _map_of_any if has_texts and isinstance(under.elem.underlying, model.Interface) else entries
    return lambda out, v, depth: None if v is None else out.inside(id(v), depth, convert_it, v)


def _opaque(t: Type, under: Type) -> Convert:
    """Functions and channels have no JSON form."""
    name = go_name(t)
    told = f"is a {name}, which is not data"
    return lambda out, v, depth: None if v is None else out.odd(f"<{name}>", told)


_MAKERS: dict[type, Callable[[Type, Any], Convert]] = {
    model.Basic: _basic,
    model.Interface: _interface,
    model.Pointer: _pointer,
    model.Struct: _struct,
    model.Slice: _slice,
    model.Array: _array,
    model.Map: _map,
    model.Signature: _opaque,
    model.Chan: _opaque,
}
